"""Entity observations of Africana: everything a seat may know, in terms that hold for every edition.

Each location, card, adventure, expedition space and artifact has a row. Seats count from the observer, in turn order.
"""

import numpy as np

from africana_env.engine.game.entities import BYTE, EntityObservation, in_parts
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import rotated
from africana_env.engine.game.state import RUNNING, record_dtype
from africana_env.engine.game.turn import observe_turn
from africana_env.games.africana.entity_kinds import DEPTHS, card_features, entity_space
from africana_env.games.africana.hidden.observation import (
    LOWEST_SCORE,
    MAX_DISTANCE,
    MAX_NEARER,
    MAX_SCORE,
    PURSE_LIMIT,
    SILVER_PER_GOLD,
    observe_pile,
    rotated_markers,
)
from africana_env.games.africana.lacking import HANDS, count_lacking
from africana_env.games.africana.rules import state as rules
from africana_env.games.africana.rules.draw import travel_cards_in_hand
from africana_env.games.africana.rules.memory import held_since_shuffle, known_of_others
from africana_env.games.africana.rules.move import COLOUR_CHANGE_PRICE
from africana_env.games.africana.rules.scoring import collections_value, total_score
from africana_env.games.africana.rules.tables import STEPS_AHEAD
from africana_env.games.africana.ways import arrive, best_way, prepare
from africana_env.games.africana.ways import scratch_dtype as ways_dtype

START = entity_space.starts
OF_GAME, OF_LOCATION, OF_CARD, OF_SPACE, OF_ADVENTURE, OF_ARTIFACT, OF_STEP, OF_TURN_PAGE = entity_space.columns
CARD_FEATURES = len(card_features)

scratch_dtype = record_dtype(
    [
        ("ways", ways_dtype),
        ("lacking", np.int8, (rules.LOCATIONS,)),
        ("cards", np.int8, (rules.COLOURS,)),  # the observer's playable travel cards and assistants
        ("sizes", np.int16, (rules.COLOURS,)),
        ("places", np.int32, (2, HANDS)),
    ]
)


@rule
def observe_entities(tables, state, seat, scratch, features):
    """Fill `features` with everything that `seat` may know."""
    seat = natural(seat)
    features[:] = 0
    observe_game(tables, state, seat, features)
    joker = observe_cards(tables, state, seat, scratch, features)
    count_lacking(tables, natural(state.location[seat]), joker, scratch)
    observe_spaces(tables, state, seat, scratch, features)
    observe_books(tables, state, seat, features)
    observe_adventures(tables, state, seat, scratch, features)
    observe_pages(tables, state, seat, features)
    observe_locations(tables, state, seat, scratch, features)
    if (
        state.status == RUNNING
        and state.current_player == seat
        and (state.phase == rules.CHOOSE or state.phase == rules.MOVE)
    ):
        observe_steps(tables, state, seat, scratch.ways, features)


@rule
def observe_game(tables, state, seat, features):
    """Fill the row of the game: turn, companies, piles and sizes of books."""
    row = features[START.game :]
    observe_turn(state, seat, state.current_player, len(rules.PHASE_NAMES), rules.MAX_PLAYERS, row)
    row[OF_GAME.last_round] = state.last_round
    row[OF_GAME.pages_turned] = state.pages_turned
    row[OF_GAME.travel_pile] = state.travel_pile_size
    for other in range(state.num_players):
        observe_company(state, other, rotated(state, seat, other), row)
    observe_pile(tables, state, row[OF_GAME.left_a :], row[OF_GAME.next_a :])
    book = natural(tables.half[natural(state.location[seat])])
    for number in range(rules.BOOKS):
        which = book if number == 0 else 1 - book
        row[OF_GAME.book_left + 2 * number] = state.book_left[which]
        row[OF_GAME.book_right + 2 * number] = state.book_size[which] - state.book_left[which]


@rule
def observe_company(state, other, relative, row):
    """Fill in the public part of a company; `relative` is its seat counted from the observer."""
    other = natural(other)
    silver = state.silver[other]
    assistants = 0
    for colour in range(rules.COLOURS):
        assistants += state.assistants[other, colour]
    row[OF_GAME.gold_own + relative] = silver // SILVER_PER_GOLD
    row[OF_GAME.silver_own + relative] = silver % SILVER_PER_GOLD
    row[OF_GAME.purse_own + relative] = min(silver, PURSE_LIMIT)
    row[OF_GAME.joker_own + relative] = state.joker[other]
    row[OF_GAME.travel_cards_own + relative] = travel_cards_in_hand(state, other)
    row[OF_GAME.assistants_own + relative] = assistants
    row[OF_GAME.markers_left_own + relative] = state.markers_left[other]
    row[OF_GAME.score_own + relative] = min(max(total_score(state, other) - LOWEST_SCORE, 0), MAX_SCORE)
    row[OF_GAME.assistant_adventures_own + relative] = state.assistant_adventures[other]
    row[OF_GAME.unfinished_own + relative] = state.adventures_in_front[other]


@rule
def observe_cards(tables, state, seat, scratch, features):
    """Fill the rows of cards and artifacts, and `scratch.cards`. Return whether the joker can be played."""
    moves = state.current_player == seat
    near = tables.within[natural(state.location[seat]), 1] & ~(1 << int(state.location[seat]))
    discarded = 0
    for colour in range(rules.COLOURS):
        assistants = state.assistants[seat, colour] - (state.table_assistants[colour] if moves else 0)
        cards = state.travel[seat, colour] + assistants
        scratch.cards[colour] = cards
        discarded += state.discard[colour]
        places = near & tables.shows[colour]
        shown = 0
        while places != 0:
            shown += 1
            places &= places - 1
        for kind in range(2):
            row = features[START.card + (kind * rules.ASSISTANT_KIND + colour) * len(OF_CARD) :]
            row[OF_CARD.travel + kind] = 1
            row[OF_CARD.same_colour] = cards
            row[OF_CARD.discarded] = state.discard[colour]
            row[OF_CARD.next] = shown
        row = features[START.card + colour * len(OF_CARD) :]
        row[OF_CARD.own] = state.travel[seat, colour]
        row[OF_CARD.table] = state.table_travel[colour]
        if state.era > 0:
            row[OF_CARD.known] = known_of_others(state, seat, colour)
            row[OF_CARD.held] = held_since_shuffle(state, seat, colour)
        row = features[START.card + (rules.ASSISTANT_KIND + colour) * len(OF_CARD) :]
        row[OF_CARD.own] = assistants
        row[OF_CARD.table] = state.table_assistants[colour]
    features[START.game + OF_GAME.discarded] = discarded
    joker = state.joker[seat] - (state.table_joker if moves else 0)
    row = features[START.card + rules.JOKER_KIND * len(OF_CARD) :]
    row[OF_CARD.joker] = 1
    row[OF_CARD.own] = joker
    row[OF_CARD.table] = state.table_joker
    for other in range(state.num_players):
        relative = rotated(state, seat, other)
        for artifact in range(rules.ARTIFACTS):
            features[START.artifact + artifact * len(OF_ARTIFACT) + relative] = state.artifacts[other, artifact]
    return natural(joker)


@rule
def observe_locations(tables, state, seat, scratch, features):
    """Fill the rows of locations with a goal or an explorer, or next to the observer."""
    here = natural(state.location[seat])
    for other in range(state.num_players):
        place = START.location + natural(state.location[other]) * len(OF_LOCATION)
        features[place + OF_LOCATION.explorer_own + rotated(state, seat, other)] = 1
    for location in range(rules.LOCATIONS):
        row = features[START.location + location * len(OF_LOCATION) :]
        distance = tables.distance[here, location]
        matters = distance == 1
        for column in range(len(OF_LOCATION)):
            matters |= row[column] != 0
        if not matters:
            continue
        cards = 0
        for colour in range(rules.COLOURS):
            cards += scratch.cards[colour] * tables.symbol[location, colour]
        row[OF_LOCATION.distance] = min(distance, MAX_DISTANCE)
        row[OF_LOCATION.next] = distance == 1
        row[OF_LOCATION.same_half] = tables.half[location] == tables.half[here]
        row[OF_LOCATION.routes] = tables.num_routes[location]
        row[OF_LOCATION.cards] = cards
        row[OF_LOCATION.lacking] = scratch.lacking[location]


@rule
def add_goal(tables, here, target, points, silver, features):
    """Count a contract that the observer could finish at `target`."""
    row = features[START.location + target * len(OF_LOCATION) :]
    row[OF_LOCATION.goal_points] = min(int(row[OF_LOCATION.goal_points]) + points, BYTE)
    row[OF_LOCATION.goal_silver] = min(int(row[OF_LOCATION.goal_silver]) + silver, BYTE)
    add_nearer(tables, here, target, OF_LOCATION.nearer_targets, features)


@rule
def add_nearer(tables, here, there, column, features):
    """Count `there` for each next location that is nearer to it."""
    routes = int(tables.nearer[here, there])
    for number in range(tables.num_routes[here]):
        if (routes >> number) & 1 == 1:
            place = START.location + int(tables.route[here, number]) * len(OF_LOCATION) + column
            features[place] = min(features[place] + 1, MAX_NEARER)


@rule
def observe_spaces(tables, state, seat, scratch, features):
    """Fill the rows of expedition spaces."""
    here = natural(state.location[seat])
    for space in range(tables.num_spaces):
        row = features[START.space + space * len(OF_SPACE) :]
        row[OF_SPACE.bonus_silver] = tables.bonus_silver[space]
        row[OF_SPACE.bonus_cards] = tables.bonus_cards[space]
        card = state.space[space]
        if card == rules.EMPTY:
            continue
        start, target = natural(tables.expedition_start[card]), natural(tables.expedition_target[card])
        points, silver = natural(tables.expedition_points[card]), natural(tables.expedition_silver[card])
        row[OF_SPACE.filled] = 1
        row[OF_SPACE.start_distance] = min(tables.distance[here, start], MAX_DISTANCE)
        row[OF_SPACE.target_distance] = min(tables.distance[here, target], MAX_DISTANCE)
        row[OF_SPACE.length] = min(tables.distance[start, target], MAX_DISTANCE)
        row[OF_SPACE.start_lacking] = scratch.lacking[start]
        row[OF_SPACE.target_lacking] = scratch.lacking[target]
        row[OF_SPACE.points] = points
        row[OF_SPACE.silver] = silver
        markers = rotated_markers(state, seat, space)
        for other in range(state.num_players):
            if (state.markers[space] >> other) & 1 == 1:
                relative = rotated(state, seat, other)
                row[OF_SPACE.marker_own + relative] = 1
                if relative > 0:
                    near = MAX_DISTANCE - min(tables.distance[natural(state.location[other]), target], MAX_DISTANCE)
                    row[OF_SPACE.rival_near] = max(int(row[OF_SPACE.rival_near]), near)
                    features[START.location + target * len(OF_LOCATION) + OF_LOCATION.rival_goals] += 1
        if markers & 1 == 1:
            add_goal(tables, here, target, points, silver, features)
        else:
            place = START.location + start * len(OF_LOCATION)
            features[place + OF_LOCATION.starts] += 1
            features[place + OF_LOCATION.start_points] += points
            add_nearer(tables, here, start, OF_LOCATION.nearer_starts, features)


@rule
def observe_books(tables, state, seat, features):
    """Mark the seen adventures near the top of each half of a book (ruling 6)."""
    at_hand = natural(tables.half[natural(state.location[seat])])
    for book in range(rules.BOOKS):
        left = natural(state.book_left[book])
        for index in range(max(left - DEPTHS, 0), left):
            row = features[START.adventure + natural(state.book[book, index]) * len(OF_ADVENTURE) :]
            row[OF_ADVENTURE.left] = DEPTHS + 1 - (left - index)
            row[OF_ADVENTURE.at_hand] = book == at_hand
        for index in range(left, min(state.book_seen[book], left + DEPTHS)):
            row = features[START.adventure + natural(state.book[book, index]) * len(OF_ADVENTURE) :]
            row[OF_ADVENTURE.right] = DEPTHS - (index - left)
            row[OF_ADVENTURE.at_hand] = book == at_hand


@rule
def observe_adventures(tables, state, seat, scratch, features):
    """Fill the rows of adventures in front of a player or near the top of a book."""
    here = natural(state.location[seat])
    for adventure in range(tables.num_adventures):
        place = state.adventure_place[adventure]
        row = features[START.adventure + adventure * len(OF_ADVENTURE) :]
        if place >= rules.BENEATH or place == rules.OUT_OF_GAME:
            continue
        if place == rules.IN_BOOK and row[OF_ADVENTURE.left] == 0 and row[OF_ADVENTURE.right] == 0:
            continue
        target = natural(tables.adventure_target[adventure])
        points, silver = natural(tables.adventure_points[adventure]), natural(tables.adventure_silver[adventure])
        artifact = int(tables.adventure_artifact[adventure])
        row[OF_ADVENTURE.distance] = min(tables.distance[here, target], MAX_DISTANCE)
        row[OF_ADVENTURE.lacking] = scratch.lacking[target]
        row[OF_ADVENTURE.points] = points
        row[OF_ADVENTURE.silver] = silver
        gain = 0
        if artifact < 0:
            row[OF_ADVENTURE.assistant] = 1
        else:
            row[OF_ADVENTURE.artifact] = 1
            row[OF_ADVENTURE.copies] = state.artifacts[seat, artifact]
            gain = gain_of(state, seat, artifact)
            row[OF_ADVENTURE.gain] = gain
            for other in range(state.num_players):
                if other != seat:
                    row[OF_ADVENTURE.rival_gain] = max(
                        int(row[OF_ADVENTURE.rival_gain]), gain_of(state, other, artifact)
                    )
        if place == rules.IN_BOOK:
            continue
        relative = rotated(state, seat, place - rules.IN_FRONT)
        row[OF_ADVENTURE.owner_own + relative] = 1
        if relative > 0:
            features[START.location + target * len(OF_LOCATION) + OF_LOCATION.rival_goals] += 1
            continue
        if artifact >= 0:
            features[START.artifact + artifact * len(OF_ARTIFACT) + OF_ARTIFACT.unfinished] += 1
        add_goal(tables, here, target, points + gain, silver, features)


@rule
def observe_pages(tables, state, seat, features):
    """Fill in the card that each turn of a page would uncover."""
    book = natural(tables.half[natural(state.location[seat])])
    left = natural(state.book_left[book])
    for back in range(2):
        row = features[START.turn_page + back * len(OF_TURN_PAGE) :]
        row[OF_TURN_PAGE.forward + back] = 1
        row[OF_TURN_PAGE.cards] = left if back == 1 else state.book_size[book] - left
        index = left - 2 if back == 1 else left + 1
        if index < 0 or index >= state.book_seen[book]:
            continue
        shown = features[START.adventure + natural(state.book[book, index]) * len(OF_ADVENTURE) :]
        row[OF_TURN_PAGE.seen] = 1
        for feature in range(CARD_FEATURES):
            row[OF_TURN_PAGE.lacking + feature] = shown[OF_ADVENTURE.lacking + feature]


@rule
def gain_of(state, seat, artifact):
    """Return the points that one more artifact of a kind adds to a seat's collections."""
    own = state.artifacts[seat]
    if own[artifact] >= rules.ARTIFACT_COPIES:
        return 0
    own[artifact] += 1
    value = int(collections_value(own))
    own[artifact] -= 1
    return value - state.collection_points[seat]


@rule
def observe_steps(tables, state, seat, ways, features):
    """Fill the rows of legal steps with the worth of the best route that begins with each."""
    here = natural(state.location[seat])
    prepare(tables, state, ways)
    cards = 0
    for card in range(rules.CARD_KINDS):
        cards += ways.hand[card]
    cards = min(cards, STEPS_AHEAD)
    can_change = state.silver[seat] >= COLOUR_CHANGE_PRICE
    worth_here, joined, done, goals = arrive(ways, here, 0, 0, ways.goals)
    best = 0.0
    for route in range(tables.num_routes[here]):
        there = int(tables.route[here, route])
        worth, joined_there, done_there, goals_there = arrive(ways, there, joined, done, goals)
        for card in range(rules.CARD_KINDS):
            free = card == rules.JOKER_KIND or tables.symbol[there, card % rules.COLOURS] == 1
            if ways.hand[card] > 0 and (free or can_change):
                further = 0.0
                if cards > 1:
                    ways.hand[card] -= 1
                    further, _ = best_way(tables, ways, there, joined_there, done_there, goals_there, cards - 1)
                    ways.hand[card] += 1
                row = features[START.step + (there * rules.CARD_KINDS + card) * len(OF_STEP) :]
                row[OF_STEP.free] = free
                row[OF_STEP.worth] = in_parts(worth + further)
                if free:
                    best = max(best, worth + further)
    features[START.game + OF_GAME.move_worth] = in_parts(worth_here + best)


entity_observation = EntityObservation(entity_space, observe_entities, scratch_dtype)
