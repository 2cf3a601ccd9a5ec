"""Value, in points, of all contracts that an explorer can begin and finish on a route with the cards in hand."""

import numpy as np

from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import record_dtype
from africana_env.games.africana.rules import state as rules
from africana_env.games.africana.rules.action_space import ACTION
from africana_env.games.africana.rules.scoring import assistants_value, collections_value
from africana_env.games.africana.rules.tables import STEPS_AHEAD

# Values in points of things that bring no points.
CARD_WORTH = 0.7
SILVER_WORTH = 0.35
ASSISTANT_WORTH = 0.5
"""Value of an assistant for each remaining turn, in which it may save a card."""
TURNS_PER_EXPEDITION = 3
"""Turns that a player takes for each finished expedition."""
CHANCE_TO_FINISH = 0.5
"""Probability that a joined contract is completed."""
ROUNDING = 1e-9
STEP_WORTH = 0.4
"""Cost of a step to a contract's target, if the card is not known yet."""


scratch_dtype = record_dtype(
    [
        # playable cards: travel cards and assistants by colour, then the joker
        ("hand", np.int8, (rules.CARD_KINDS,)),
        # contracts by location: a bit for each space, or for each own adventure
        ("starts", np.int32, (rules.LOCATIONS,)),  # of expeditions that can be joined
        ("targets", np.int32, (rules.LOCATIONS,)),
        ("own", np.int64, (rules.LOCATIONS,)),
        ("joined", np.int32),  # spaces joined in an earlier turn, a bit for each
        ("goals", np.int64),  # locations with a contract of value, a bit for each
        # by space
        ("target", np.int64, (rules.SPACES,)),  # the location as a bit
        ("promise", np.float64, (rules.SPACES,)),  # value of having joined
        ("joining", np.float64, (rules.SPACES,)),  # promise and bonus
        ("finishing", np.float64, (rules.SPACES,)),  # value of finishing
        # own adventures
        ("num_own", np.int16),
        ("own_worth", np.float64, (rules.ADVENTURES,)),
    ]
)
"""Scratch memory of the route search, for the player to move."""


# Contracts


@rule
def expedition_worth(tables, card):
    return tables.expedition_points[card] + SILVER_WORTH * tables.expedition_silver[card]


@rule
def joining_worth(tables, card):
    way = tables.distance[tables.expedition_start[card], tables.expedition_target[card]]
    return max(0.0, CHANCE_TO_FINISH * (expedition_worth(tables, card) - STEP_WORTH * way))


@rule
def adventure_worth(tables, state, adventure):
    """Return the value of finishing an adventure for the player to move."""
    player = state.current_player
    artifact = tables.adventure_artifact[adventure]
    if artifact < 0:
        finished = state.assistant_adventures[player]
        return ASSISTANT_WORTH * turns_left(state) + assistants_value(finished + 1) - assistants_value(finished)
    own = state.artifacts[player]
    own[artifact] += 1
    collection = collections_value(own) - state.collection_points[player]
    own[artifact] -= 1
    return tables.adventure_points[adventure] + SILVER_WORTH * tables.adventure_silver[adventure] + collection


@rule
def turns_left(state):
    """Estimate the remaining turns of the player to move from the expedition pile."""
    return TURNS_PER_EXPEDITION * (state.expeditions_in_game - state.next_expedition) / state.num_players


@rule
def prepare(tables, state, scratch):
    """Fill `scratch` for the player to move."""
    player = state.current_player
    for colour in range(rules.COLOURS):
        scratch.hand[colour] = state.travel[player, colour]
        scratch.hand[rules.ASSISTANT_KIND + colour] = state.assistants[player, colour] - state.table_assistants[colour]
    scratch.hand[rules.JOKER_KIND] = state.joker[player] - state.table_joker
    for location in range(rules.LOCATIONS):
        scratch.starts[location] = 0
        scratch.targets[location] = 0
        scratch.own[location] = 0
    scratch.joined = 0
    goals = 0
    for space in range(rules.SPACES):
        card = state.space[space]
        if card != rules.EMPTY:
            bit = 1 << space
            start, target = tables.expedition_start[card], tables.expedition_target[card]
            scratch.targets[target] |= bit
            scratch.target[space] = 1 << int(target)
            if (state.markers[space] >> player) & 1 == 1:
                scratch.joined |= bit
                goals |= 1 << int(target)
            elif state.markers_left[player] > 0:
                scratch.starts[start] |= bit
                goals |= 1 << int(start)
            scratch.promise[space] = joining_worth(tables, card)
            bonus = SILVER_WORTH * tables.bonus_silver[space] + CARD_WORTH * tables.bonus_cards[space]
            scratch.joining[space] = scratch.promise[space] + bonus
            scratch.finishing[space] = expedition_worth(tables, card)
    number = 0
    if state.adventures_in_front[player] > 0:
        for adventure in range(tables.num_adventures):
            if state.adventure_place[adventure] == rules.IN_FRONT + player:
                target = tables.adventure_target[adventure]
                scratch.own[target] |= 1 << number
                scratch.own_worth[number] = adventure_worth(tables, state, adventure)
                if scratch.own_worth[number] > 0.0:
                    goals |= 1 << int(target)
                number += 1
    scratch.num_own = number
    scratch.goals = goals


@rule
def arrive(scratch, location, joined, done, goals):
    """Return the value of all contracts that can be joined and finished at a location, and the updated bit sets.

    `joined` has a bit for each space joined on the route; `done` a bit for each space, then each own adventure,
    finished on the route; `goals` a bit for each location that still has a contract of value.
    """
    worth = 0.0
    starts = scratch.starts[location] & ~joined
    targets = scratch.targets[location] & (scratch.joined | joined) & ~done
    if starts | targets != 0:
        for space in range(rules.SPACES):
            bit = 1 << space
            if starts & bit != 0:
                worth += scratch.joining[space]
                goals |= scratch.target[space]
            elif targets & bit != 0:
                worth += scratch.finishing[space]
                if joined & bit != 0:
                    worth -= scratch.promise[space]
    own = (scratch.own[location] << rules.SPACES) & ~done
    if own != 0:
        for number in range(scratch.num_own):
            if (own >> (rules.SPACES + number)) & 1 == 1:
                worth += scratch.own_worth[number]
    return worth, joined | starts, done | targets | own, goals & ~(1 << int(location))


# Moving


@rule
def no_way(tables, scratch, location, joined, done, goals, cards):
    return 0.0, ACTION.end_turn


def look_further(way_on):
    """Return a search of one step that continues with `way_on`.

    A recursive function would be simpler, but Numba cannot load one from its disk cache (numba issue 6061)."""

    @rule
    def way(tables, scratch, location, joined, done, goals, cards):
        """Return the value of the best route from a location with `cards` cards, and its first step as an action.

        The result is 0 and `end_turn` if no route is worth its cards. On ties, the joker is kept."""
        best, step = 0.0, ACTION.end_turn
        left = cards - 1
        for route in range(tables.num_routes[location]):
            destination = int(tables.route[location, route])
            if goals & tables.within[destination, left] == 0:
                continue
            kinds = playable(tables, scratch, destination)
            if kinds == 0:
                continue
            there, joined_there, done_there, goals_left = arrive(scratch, destination, joined, done, goals)
            for card in range(rules.CARD_KINDS):
                if (kinds >> card) & 1 == 1:
                    worth = there - card_cost(card)
                    if left > 0 and goals_left & tables.within[destination, left] != 0:
                        scratch.hand[card] -= 1
                        further, _ = way_on(tables, scratch, destination, joined_there, done_there, goals_left, left)
                        scratch.hand[card] += 1
                        worth += further
                    if worth > best + ROUNDING:
                        best, step = worth, ACTION.step + destination * rules.CARD_KINDS + card
        return best, step

    return way


best_way = no_way
for _ in range(STEPS_AHEAD):
    best_way = look_further(best_way)


@rule
def best_step(tables, state, scratch):
    """Return the value of the best route from here, without contracts here, and its first step as an action.

    The result is 0 and `end_turn` if no route is worth its cards."""
    here = state.location[state.current_player]
    cards = 0
    for card in range(rules.CARD_KINDS):
        cards += scratch.hand[card]
    if cards == 0:
        return 0.0, ACTION.end_turn
    _, joined, done, goals = arrive(scratch, here, 0, 0, scratch.goals)
    return best_way(tables, scratch, here, joined, done, goals, min(cards, STEPS_AHEAD))


@rule
def playable(tables, scratch, destination):
    """Return the cards that lead to a neighbouring location without a change of colour, a bit for each kind.

    A travel card is left out if an assistant of its colour serves."""
    cards = 0
    for colour in range(rules.COLOURS):
        if tables.symbol[destination, colour] != 0:
            if scratch.hand[rules.ASSISTANT_KIND + colour] > 0:
                cards |= 1 << (rules.ASSISTANT_KIND + colour)
            elif scratch.hand[colour] > 0:
                cards |= 1 << colour
    if scratch.hand[rules.JOKER_KIND] > 0:
        cards |= 1 << rules.JOKER_KIND
    return cards


@rule
def card_cost(card):
    """Return the cost of playing a card: assistants and the joker return to the hand."""
    return CARD_WORTH if card < rules.ASSISTANT_KIND else 0.0
