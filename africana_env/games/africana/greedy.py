"""A bot that completes what pays best per card and turn.

It weighs everything in points: what contracts pay, what cards and silver are worth later. In a move it searches all
ways that its cards allow; between moves it compares the best way with drawing and with what lies open in the book.
It uses what its seat may know and draws no random numbers.
"""

import numpy as np

from africana_env.engine.compiler import rule
from africana_env.engine.state import record_dtype
from africana_env.games.africana.action_space import (
    ASSISTANT_KIND,
    BUY_ADVENTURE,
    CARD_KINDS,
    DISCARD_ADVENTURE,
    DISCARD_CARD,
    DRAW,
    END_TURN,
    FINISH_ADVENTURE,
    FINISH_EXPEDITION,
    JOIN_EXPEDITION,
    JOKER_KIND,
    STEP,
    TURN_PAGE,
)
from africana_env.games.africana.buy import ADVENTURE_PRICE, page_price
from africana_env.games.africana.end_of_turn import hand_size
from africana_env.games.africana.scoring import assistants_value, collections_value
from africana_env.games.africana.state import (
    ADVENTURE_LIMIT,
    ADVENTURES,
    BUY,
    COLOURS,
    DISCARD_ADVENTURES,
    DISCARD_CARDS,
    EMPTY,
    HAND_LIMIT,
    IN_FRONT,
    MOVE,
    SPACES,
)

# Worth in points of what brings no points itself.
CARD_WORTH = 0.7
SILVER_WORTH = 0.35
ASSISTANT_WORTH = 0.5
"""Of an assistant for each turn that is left, in which it may spare a card."""
TURNS_PER_EXPEDITION = 3
"""How many turns of its own a player takes for each expedition that it finishes."""
CARDS_PER_DRAW = 2
CHANCE_TO_FINISH = 0.5
"""How likely a contract that is begun is to be completed."""
STEP_WORTH = 0.4
"""What a step of the way to a contract's target costs, when it is not yet known with which cards."""
LONGEST_WAY = 6
"""Steps that the search of a move looks ahead."""


scratch_dtype = record_dtype(
    [
        ("num_own", np.int16),
        ("own_adventure", np.int16, (ADVENTURES,)),
        ("own_worth", np.float64, (ADVENTURES,)),
    ]
)
"""What the search of a move looks up again and again: the adventures in front of the player to move, the first
`num_own` of each field, and what finishing each brings."""


@rule
def greedy(tables, state, mask, generator, scratch):
    """The action that promises most."""
    phase = state.phase
    if phase == DISCARD_CARDS:
        return worst_card(state, mask)
    if phase == DISCARD_ADVENTURES:
        return worst_adventure(tables, state, mask)
    if phase == BUY:
        return shop(tables, state, mask)
    weigh_own_adventures(tables, state, scratch)
    contract = contract_here(tables, state, mask)
    step, way = best_step(tables, state, scratch)
    if phase == MOVE:
        return contract if contract >= 0 else step if way > 0.0 else END_TURN
    here, _, _ = arrive(tables, state, scratch, state.location[state.current_player], 0, 0)
    move = here + way
    draw = CARD_WORTH * min(CARDS_PER_DRAW, HAND_LIMIT - hand_size(state, state.current_player))
    buy = purchase_worth(tables, state, best_purchase(tables, state, mask))
    if buy > move and buy > draw:
        return BUY_ADVENTURE + best_purchase(tables, state, mask)
    if move > draw:
        return contract if contract >= 0 else step
    if draw > 0.0 or state.silver[state.current_player] < ADVENTURE_PRICE or not wants_adventures(state):
        return DRAW
    return shop(tables, state, mask)


# Contracts


@rule
def expedition_worth(tables, card):
    """What finishing an expedition brings."""
    return tables.expedition_points[card] + SILVER_WORTH * tables.expedition_silver[card]


@rule
def joining_worth(tables, card):
    """What having joined an expedition promises."""
    way = tables.distance[tables.expedition_start[card], tables.expedition_target[card]]
    return max(0.0, CHANCE_TO_FINISH * (expedition_worth(tables, card) - STEP_WORTH * way))


@rule
def adventure_worth(tables, state, adventure):
    """What finishing an adventure brings to the player to move."""
    player = state.current_player
    artifact = tables.adventure_artifact[adventure]
    if artifact < 0:
        finished = state.assistant_adventures[player]
        return ASSISTANT_WORTH * turns_left(state) + assistants_value(finished + 1) - assistants_value(finished)
    own = state.artifacts[player]
    own[artifact] += 1
    collection = collections_value(tables, own) - state.collection_points[player]
    own[artifact] -= 1
    return tables.adventure_points[adventure] + SILVER_WORTH * tables.adventure_silver[adventure] + collection


@rule
def turns_left(state):
    """About how many turns the player to move still has: the game ends by the pile of expeditions."""
    return TURNS_PER_EXPEDITION * (state.expeditions_in_game - state.next_expedition) / state.num_players


@rule
def weigh_own_adventures(tables, state, scratch):
    """Fill `scratch` for the player to move."""
    scratch.num_own = 0
    if state.adventures_in_front[state.current_player] > 0:
        for adventure in range(tables.num_adventures):
            if state.adventure_place[adventure] == IN_FRONT + state.current_player:
                scratch.own_adventure[scratch.num_own] = adventure
                scratch.own_worth[scratch.num_own] = adventure_worth(tables, state, adventure)
                scratch.num_own += 1


@rule
def arrive(tables, state, scratch, location, joined, done):
    """The worth of everything that can be joined and finished at a location.

    `joined` and `done` say what was done earlier on the way: a bit for each space joined; a bit for each space, then
    for each adventure, finished. Returns the worth and both, brought up to date.
    """
    player = state.current_player
    worth = 0.0
    for space in range(SPACES):
        card = state.space[space]
        if card == EMPTY or (done >> space) & 1 == 1:
            continue
        earlier = (state.markers[space] >> player) & 1 == 1
        joined_now = (joined >> space) & 1 == 1
        if not earlier and not joined_now and tables.expedition_start[card] == location:
            if state.markers_left[player] > 0:
                joined |= 1 << space
                worth += joining_worth(tables, card) + SILVER_WORTH * tables.bonus_silver[space]
                worth += CARD_WORTH * tables.bonus_cards[space]
        elif (earlier or joined_now) and tables.expedition_target[card] == location:
            done |= 1 << space
            worth += expedition_worth(tables, card)
            if joined_now:
                worth -= joining_worth(tables, card)
    for number in range(scratch.num_own):
        adventure = scratch.own_adventure[number]
        bit = 1 << (SPACES + adventure)
        if tables.adventure_target[adventure] == location and done & bit == 0:
            done |= bit
            worth += scratch.own_worth[number]
    return worth, joined, done


@rule
def contract_here(tables, state, mask):
    """A contract to finish or join where the explorer stands, as an action; -1 if there is none worth it."""
    for space in range(SPACES):
        if mask[FINISH_EXPEDITION + space] != 0:
            return FINISH_EXPEDITION + space
    for adventure in range(tables.num_adventures):
        if mask[FINISH_ADVENTURE + adventure] != 0 and adventure_worth(tables, state, adventure) > 0.0:
            return FINISH_ADVENTURE + adventure
    for space in range(SPACES):
        if mask[JOIN_EXPEDITION + space] != 0:
            return JOIN_EXPEDITION + space
    return -1


# Moving


@rule
def no_way(tables, state, scratch, location, joined, done):
    """The search ends here."""
    return 0.0


def look_further(way_on):
    """A search of one step, after which `way_on` searches on. (A function that calls itself would be the obvious
    form, but Numba cannot load one from its disk cache: numba issue 6061.)"""

    @rule
    def way(tables, state, scratch, location, joined, done):
        """The worth of the best way on from a location with the cards left; 0 if no way is worth its cards."""
        best = 0.0
        for route in range(tables.num_routes[location]):
            destination = tables.route[location, route]
            if not is_within_reach(tables, state, destination):
                continue
            there, joined_there, done_there = arrive(tables, state, scratch, destination, joined, done)
            for card in range(CARD_KINDS):
                if can_play(tables, state, destination, card):
                    play(state, card)
                    way = way_on(tables, state, scratch, destination, joined_there, done_there) - card_cost(card)
                    take_back(state, card)
                    best = max(best, there + way)
        return best

    return way


best_way = no_way
for _ in range(LONGEST_WAY - 1):
    best_way = look_further(best_way)


@rule
def best_step(tables, state, scratch):
    """The first step of the best way from here, as an action, and what the way is worth; (END_TURN, 0) if no way is
    worth its cards. What can be done here is not counted again."""
    player = state.current_player
    here = state.location[player]
    _, joined, done = arrive(tables, state, scratch, here, 0, 0)
    best, best_worth = END_TURN, 0.0
    for route in range(tables.num_routes[here]):
        destination = tables.route[here, route]
        if not is_within_reach(tables, state, destination):
            continue
        there, joined_there, done_there = arrive(tables, state, scratch, destination, joined, done)
        for card in range(CARD_KINDS):
            if can_play(tables, state, destination, card):
                play(state, card)
                way = best_way(tables, state, scratch, destination, joined_there, done_there) - card_cost(card)
                take_back(state, card)
                if there + way > best_worth:
                    best, best_worth = STEP + destination * CARD_KINDS + card, there + way
    return best, best_worth


@rule
def is_within_reach(tables, state, destination):
    """Whether the player to move has any card that leads to a neighbouring location."""
    for card in range(CARD_KINDS):
        if can_play(tables, state, destination, card):
            return True
    return False


@rule
def can_play(tables, state, destination, card):
    """Whether the player to move has the card free, and it serves at the destination without a change of colour."""
    player = state.current_player
    if card == JOKER_KIND:
        return state.joker[player] > state.table_joker
    colour = card % COLOURS
    if tables.symbol[destination, colour] == 0:
        return False
    if card < ASSISTANT_KIND:
        free_assistant = state.assistants[player, colour] > state.table_assistants[colour]
        return state.travel[player, colour] > 0 and not free_assistant
    return state.assistants[player, colour] > state.table_assistants[colour]


@rule
def play(state, card):
    """Set a card aside while looking ahead."""
    if card == JOKER_KIND:
        state.table_joker += 1
    elif card < ASSISTANT_KIND:
        state.travel[state.current_player, card] -= 1
    else:
        state.table_assistants[card - ASSISTANT_KIND] += 1


@rule
def take_back(state, card):
    """Undo `play`."""
    if card == JOKER_KIND:
        state.table_joker -= 1
    elif card < ASSISTANT_KIND:
        state.travel[state.current_player, card] += 1
    else:
        state.table_assistants[card - ASSISTANT_KIND] -= 1


@rule
def card_cost(card):
    """Assistants and joker come back."""
    return CARD_WORTH if card < ASSISTANT_KIND else 0.0


# Buying


@rule
def wants_adventures(state):
    """Whether another adventure could be kept."""
    return state.adventures_in_front[state.current_player] < ADVENTURE_LIMIT


@rule
def purchase_worth(tables, state, adventure):
    """What buying an adventure promises."""
    if adventure < 0:
        return 0.0
    way = tables.distance[state.location[state.current_player], tables.adventure_target[adventure]]
    promise = CHANCE_TO_FINISH * (adventure_worth(tables, state, adventure) - STEP_WORTH * way)
    return promise + 1.0 - SILVER_WORTH * ADVENTURE_PRICE


@rule
def best_purchase(tables, state, mask):
    """The best adventure on top of the book, if it is worth its price; else -1."""
    best, best_worth = -1, 0.0
    if wants_adventures(state):
        for adventure in range(tables.num_adventures):
            if mask[BUY_ADVENTURE + adventure] != 0:
                worth = purchase_worth(tables, state, adventure)
                if worth > best_worth:
                    best, best_worth = adventure, worth
    return best


@rule
def shop(tables, state, mask):
    """Buy what is worth it; look at the next page while a purchase can still be paid."""
    adventure = best_purchase(tables, state, mask)
    if adventure >= 0:
        return BUY_ADVENTURE + adventure
    affordable = state.silver[state.current_player] >= ADVENTURE_PRICE + page_price(state)
    if mask[TURN_PAGE] != 0 and affordable and wants_adventures(state):
        return TURN_PAGE
    return END_TURN


# Discarding


@rule
def worst_card(state, mask):
    """The travel card of which there are most; then an assistant; the joker last."""
    player = state.current_player
    worst, most = -1, 0
    for colour in range(COLOURS):
        if state.travel[player, colour] > most:
            worst, most = DISCARD_CARD + colour, state.travel[player, colour]
    if worst < 0:
        for colour in range(COLOURS):
            if mask[DISCARD_CARD + ASSISTANT_KIND + colour] != 0:
                return DISCARD_CARD + ASSISTANT_KIND + colour
        return DISCARD_CARD + JOKER_KIND
    return worst


@rule
def worst_adventure(tables, state, mask):
    """The unfinished adventure that promises least."""
    worst, least = -1, 0.0
    for adventure in range(tables.num_adventures):
        if mask[DISCARD_ADVENTURE + adventure] != 0:
            worth = purchase_worth(tables, state, adventure)
            if worst < 0 or worth < least:
                worst, least = DISCARD_ADVENTURE + adventure, worth
    return worst
