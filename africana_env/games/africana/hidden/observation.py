"""Observations: everything a seat may know (rulings, "Hidden" and "Public").

Seats are rotated: the observer comes first, then the others in turn order. Adventures and expeditions have a row per
card, in the order of the edition's file.
"""

import numpy as np

from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import rotated
from africana_env.engine.game.spaces import ObservationField, ObservationSpace
from africana_env.engine.game.turn import observe_turn, turn_fields
from africana_env.games.africana.rules.draw import travel_cards_in_hand
from africana_env.games.africana.rules.memory import held_since_shuffle, known_of_others
from africana_env.games.africana.rules.scoring import MORE_ASSISTANTS, total_score
from africana_env.games.africana.rules.state import (
    ADVENTURES,
    ARTIFACT_COPIES,
    ARTIFACTS,
    BACKS,
    BENEATH,
    BOOK_CARDS,
    BOOKS,
    COLOURS,
    EMPTY,
    EXPEDITIONS,
    IN_BOOK,
    IN_FRONT,
    LOCATIONS,
    MARKERS,
    MAX_HAND,
    MAX_PLAYERS,
    NOBODY,
    OUT_OF_GAME,
    PAGES_COUNTED,
    PHASE_NAMES,
    SPACES,
    TRAVEL_CARDS,
)

SILVER_PER_GOLD = 5
MAX_GOLD = 127
PURSE_LIMIT = 20
MAX_DISTANCE = 10
MAX_NEARER = 8
BYTE = 255
BIT_0_OF_EACH_BYTE, ALL_BUT_BIT_7 = np.uint64(0x0101010101010101), np.uint64(0x7F7F7F7F7F7F7F7F)
BIT_N_OF_BYTE_N = np.uint64(0x8040201008040201)
LOWEST_SCORE = MORE_ASSISTANTS
MAX_SCORE = 255
MAX_EXPEDITION_SILVER = 9
MAX_EXPEDITION_POINTS = 20

_seats = (MAX_PLAYERS,)
_FINISHER = "1 the observer, 2 the next seat and so on, 0 unfinished"

observation_space = ObservationSpace(
    *turn_fields(PHASE_NAMES, MAX_PLAYERS),
    ObservationField("last_round", (1,), 1, "whether the last round runs"),
    ObservationField("pages_turned", (1,), PAGES_COUNTED, "pages turned in this action"),
    ObservationField("hand", (COLOURS,), MAX_HAND, "the observer's travel cards by colour", ("colour",)),
    ObservationField("held", (COLOURS,), MAX_HAND, "the part of the hand held since the last shuffle", ("colour",)),
    ObservationField(
        "known", (COLOURS,), TRAVEL_CARDS, "travel cards known to be in the others' hands, by colour", ("colour",)
    ),
    ObservationField("table_travel", (COLOURS,), MAX_HAND, "travel cards on the table by colour", ("colour",)),
    ObservationField("table_assistants", (COLOURS,), BOOKS, "assistants on the table by colour", ("colour",)),
    ObservationField("table_joker", (1,), 1, "whether the joker lies on the table"),
    ObservationField("travel_pile", (1,), TRAVEL_CARDS, "cards in the travel pile"),
    ObservationField("discard", (COLOURS,), TRAVEL_CARDS, "discarded travel cards by colour", ("colour",)),
    ObservationField("gold", _seats, MAX_GOLD, "silver // 5", ("seat",)),
    ObservationField("silver", _seats, SILVER_PER_GOLD - 1, "silver % 5", ("seat",)),
    ObservationField("purse", _seats, PURSE_LIMIT, f"derived: silver, at most {PURSE_LIMIT}"),
    ObservationField("joker", _seats, 1, "has the joker, on the table or not", ("seat",)),
    ObservationField(
        "assistants", (MAX_PLAYERS, COLOURS), BOOKS, "assistants by colour, on the table or not", ("seat", "colour")
    ),
    ObservationField("travel_cards", _seats, MAX_HAND, "number of travel cards in hand", ("seat",)),
    ObservationField("markers_left", _seats, MARKERS, "company markers not on an expedition", ("seat",)),
    ObservationField("location", (MAX_PLAYERS, LOCATIONS), 1, "where the explorer stands", ("seat", "location")),
    ObservationField("score", _seats, MAX_SCORE, f"current points plus {-LOWEST_SCORE}", ("seat",)),
    ObservationField(
        "artifacts", (MAX_PLAYERS, ARTIFACTS), ARTIFACT_COPIES, "finished artifacts by kind", ("seat", "artifact")
    ),
    ObservationField("assistant_adventures", _seats, 2 * COLOURS, "derived: finished assistant adventures"),
    ObservationField(
        "space_start",
        (SPACES, LOCATIONS),
        1,
        "start of the expedition on each space; zeros if empty",
        ("space", "location"),
    ),
    ObservationField(
        "space_target", (SPACES, LOCATIONS), 1, "target of the expedition on each space", ("space", "location")
    ),
    ObservationField("space_silver", (SPACES,), MAX_EXPEDITION_SILVER, "the silver of the expedition", ("space",)),
    ObservationField("space_points", (SPACES,), MAX_EXPEDITION_POINTS, "the points of the expedition", ("space",)),
    ObservationField("markers", (SPACES, MAX_PLAYERS), 1, "whose markers lie on each space", ("space", "seat")),
    ObservationField(
        "next_back", (BACKS,), 1, "back of the next expedition card, A, B or C; zeros if there is none", ("back",)
    ),
    ObservationField("expeditions_left", (BACKS,), EXPEDITIONS, "cards in the expedition pile by back", ("back",)),
    ObservationField(
        "expedition_finished",
        (EXPEDITIONS,),
        MAX_PLAYERS,
        f"who finished the expedition: {_FINISHER}",
        ("expedition",),
        "seat",
    ),
    ObservationField(
        "in_front", (ADVENTURES, MAX_PLAYERS), 1, "the owner of the unfinished adventure", ("adventure", "seat")
    ),
    ObservationField(
        "adventure_finished",
        (ADVENTURES,),
        MAX_PLAYERS,
        f"who finished the adventure: {_FINISHER}",
        ("adventure",),
        "seat",
    ),
    ObservationField("out_of_game", (ADVENTURES,), 1, "whether the adventure was discarded", ("adventure",)),
    ObservationField(
        "left_depth", (ADVENTURES,), BOOK_CARDS, "depth in the left half of its book (1: top), if seen", ("adventure",)
    ),
    ObservationField(
        "right_depth",
        (ADVENTURES,),
        BOOK_CARDS,
        "depth in the right half of its book (1: top), if seen",
        ("adventure",),
    ),
    ObservationField(
        "left_half", (BOOKS,), BOOK_CARDS, "derived: cards on the left half of the northern and southern book"
    ),
    ObservationField(
        "right_half", (BOOKS,), BOOK_CARDS, "cards on the right half of the northern and southern book", ("book",)
    ),
    # Derived from the above and the map, which learners do not see.
    ObservationField("adventure_targets", (LOCATIONS,), 1, "derived: where the observer could finish an adventure"),
    ObservationField("expedition_targets", (LOCATIONS,), 1, "derived: where the observer could finish an expedition"),
    ObservationField(
        "expedition_starts", (LOCATIONS,), 1, "derived: where an expedition starts that the observer has not joined"
    ),
    ObservationField(
        "adventure_distance",
        (ADVENTURES,),
        MAX_DISTANCE,
        f"derived: steps to the target of an own adventure, at most {MAX_DISTANCE}",
    ),
    ObservationField(
        "start_distance",
        (SPACES,),
        MAX_DISTANCE,
        f"derived: steps to the start of the expedition, at most {MAX_DISTANCE}",
    ),
    ObservationField(
        "target_distance",
        (SPACES,),
        MAX_DISTANCE,
        f"derived: steps to the target of the expedition, at most {MAX_DISTANCE}",
    ),
    ObservationField(
        "nearer_targets",
        (LOCATIONS,),
        MAX_NEARER,
        f"derived: own targets nearer from a next location, at most {MAX_NEARER}",
    ),
    ObservationField(
        "nearer_starts", (LOCATIONS,), MAX_NEARER, "derived: starts of unjoined expeditions nearer from there"
    ),
)

FEATURE = observation_space.starts
"""Index of the first feature of each field, by name."""


@rule
def observe(tables, state, seat, features):
    """Fill `features` with everything that `seat` may know."""
    seat = natural(seat)
    features[:] = 0
    observe_turn(state, seat, state.current_player, len(PHASE_NAMES), MAX_PLAYERS, features[FEATURE.phase :])
    features[FEATURE.last_round] = state.last_round
    features[FEATURE.pages_turned] = state.pages_turned
    observe_travel_cards(state, seat, features)
    for other in range(state.num_players):
        observe_company(state, other, rotated(state, seat, other), features)
    nearer_starts, nearer_targets = observe_spaces(tables, state, seat, features)
    observe_expedition_cards(tables, state, seat, features)
    nearer_targets += observe_adventures(tables, state, seat, features)
    observe_routes(tables, natural(state.location[seat]), nearer_starts, nearer_targets, features)
    observe_books(state, features)


@rule
def observe_travel_cards(state, seat, features):
    seat = natural(seat)
    for colour in range(COLOURS):
        features[FEATURE.hand + colour] = state.travel[seat, colour]
        if state.era > 0:
            features[FEATURE.held + colour] = held_since_shuffle(state, seat, colour)
            features[FEATURE.known + colour] = known_of_others(state, seat, colour)
        features[FEATURE.table_travel + colour] = state.table_travel[colour]
        features[FEATURE.table_assistants + colour] = state.table_assistants[colour]
        features[FEATURE.discard + colour] = state.discard[colour]
    features[FEATURE.table_joker] = state.table_joker
    features[FEATURE.travel_pile] = state.travel_pile_size


@rule
def observe_company(state, other, relative, features):
    """Fill in the public part of a company; `relative` is its seat counted from the observer."""
    other = natural(other)
    relative = natural(relative)
    silver = state.silver[other]
    cards = travel_cards_in_hand(state, other)
    score = total_score(state, other) - LOWEST_SCORE
    features[FEATURE.location + relative * LOCATIONS + natural(state.location[other])] = 1
    for colour in range(COLOURS):
        features[FEATURE.assistants + relative * COLOURS + colour] = state.assistants[other, colour]
    for artifact in range(ARTIFACTS):
        features[FEATURE.artifacts + relative * ARTIFACTS + artifact] = state.artifacts[other, artifact]
    features[FEATURE.joker + relative] = state.joker[other]
    features[FEATURE.markers_left + relative] = state.markers_left[other]
    features[FEATURE.assistant_adventures + relative] = state.assistant_adventures[other]
    features[FEATURE.gold + relative] = silver // SILVER_PER_GOLD
    features[FEATURE.silver + relative] = silver % SILVER_PER_GOLD
    features[FEATURE.purse + relative] = min(silver, PURSE_LIMIT)
    features[FEATURE.travel_cards + relative] = cards
    features[FEATURE.score + relative] = min(max(score, 0), MAX_SCORE)


@rule
def rotated_markers(state, seat, space):
    """Return the markers on a space, a bit per seat counted from `seat`."""
    markers = state.markers[space]
    return ((markers >> seat) | (markers << (state.num_players - seat))) & ((1 << state.num_players) - 1)


@rule
def observe_spaces(tables, state, seat, features):
    """Fill in the open expeditions. Return how many starts and targets each route leads nearer to, a byte per route.

    Starts are those of expeditions that the observer has not joined, targets those of joined ones."""
    seat = natural(seat)
    here = natural(state.location[seat])
    nearer_starts = np.int64(0)
    nearer_targets = np.int64(0)
    for space in range(SPACES):
        card = state.space[space]
        if card > EMPTY:
            start = natural(tables.expedition_start[card])
            target = natural(tables.expedition_target[card])
            features[FEATURE.space_start + space * LOCATIONS + start] = 1
            features[FEATURE.space_target + space * LOCATIONS + target] = 1
            features[FEATURE.space_silver + space] = tables.expedition_silver[card]
            features[FEATURE.space_points + space] = tables.expedition_points[card]
            features[FEATURE.start_distance + space] = min(tables.distance[here, start], MAX_DISTANCE)
            features[FEATURE.target_distance + space] = min(tables.distance[here, target], MAX_DISTANCE)
            markers = rotated_markers(state, seat, space)
            for relative in range(MAX_PLAYERS):
                features[FEATURE.markers + space * MAX_PLAYERS + relative] = (markers >> relative) & 1
            if markers & 1 == 1:
                features[FEATURE.expedition_targets + target] = 1
                nearer_targets += byte_per_route(tables.nearer[here, target])
            else:
                features[FEATURE.expedition_starts + start] = 1
                nearer_starts += byte_per_route(tables.nearer[here, start])
    return nearer_starts, nearer_targets


@rule
def observe_expedition_cards(tables, state, seat, features):
    """Fill in the backs of the pile and the finished expeditions."""
    observe_pile(tables, state, features[FEATURE.expeditions_left :], features[FEATURE.next_back :])
    for card in range(EXPEDITIONS):  # without a branch: several cards at a time
        owner = state.expedition_owner[card]
        features[FEATURE.expedition_finished + card] = 1 + rotated(state, seat, owner) if owner > NOBODY else 0


@rule
def observe_pile(tables, state, left, next_back):
    """Fill `left` with the number of expedition cards by back, and mark the top back in `next_back`, all zeros."""
    stop = 0
    drawn = state.next_expedition
    for back in range(BACKS):
        stop += tables.backs[back]
        last = min(stop, state.expeditions_in_game)
        left[back] = max(0, last - max(drawn, stop - tables.backs[back]))
    if drawn < state.expeditions_in_game:
        next_back[natural(tables.expedition_back[state.expedition_pile[drawn]])] = 1


@rule
def observe_adventures(tables, state, seat, features):
    """Fill in the adventures that have left their book.

    Return how many of the observer's targets each route leads nearer to, a byte per route."""
    seat = natural(seat)
    here = natural(state.location[seat])
    nearer_targets = np.int64(0)
    for adventure in range(tables.num_adventures):
        place = state.adventure_place[adventure]
        if place == IN_BOOK:
            continue
        if place == OUT_OF_GAME:
            features[FEATURE.out_of_game + adventure] = 1
        elif place >= BENEATH:
            features[FEATURE.adventure_finished + adventure] = 1 + rotated(state, seat, place - BENEATH)
        else:
            relative = rotated(state, seat, place - IN_FRONT)
            features[FEATURE.in_front + adventure * MAX_PLAYERS + relative] = 1
            if relative == 0:
                target = natural(tables.adventure_target[adventure])
                features[FEATURE.adventure_targets + target] = 1
                features[FEATURE.adventure_distance + adventure] = min(tables.distance[here, target], MAX_DISTANCE)
                nearer_targets += byte_per_route(tables.nearer[here, target])
    return nearer_targets


@rule
def byte_per_route(bits):
    """Spread eight bits to a byte each, so that sums count each bit up to 255."""
    spread = (np.uint64(bits) * BIT_0_OF_EACH_BYTE) & BIT_N_OF_BYTE_N
    return np.int64(((spread + ALL_BUT_BIT_7) >> np.uint64(7)) & BIT_0_OF_EACH_BYTE)


@rule
def observe_routes(tables, here, nearer_starts, nearer_targets, features):
    """Fill in how many targets and starts each next location leads nearer to."""
    for number in range(tables.num_routes[here]):
        there = int(tables.route[here, number])
        features[FEATURE.nearer_starts + there] = min((nearer_starts >> (8 * number)) & BYTE, MAX_NEARER)
        features[FEATURE.nearer_targets + there] = min((nearer_targets >> (8 * number)) & BYTE, MAX_NEARER)


@rule
def observe_books(state, features):
    """Fill in the sizes of the books' halves, and the order of their seen cards (ruling 6)."""
    for book in range(BOOKS):
        left = natural(state.book_left[book])
        features[FEATURE.left_half + book] = left
        features[FEATURE.right_half + book] = state.book_size[book] - left
        for index in range(left):
            features[FEATURE.left_depth + natural(state.book[book, index])] = left - index
        for index in range(left, state.book_seen[book]):
            features[FEATURE.right_depth + natural(state.book[book, index])] = index - left + 1
