"""Observations: everything a seat may know, which is the open part of the state and the number of face-down markers.

Seats are rotated: the observer comes first, then the others in turn order. Spaces are in the order of the edition's
file, walks in the order of the actions, directions counterclockwise from east.
"""

import numpy as np

from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import rotated
from africana_env.engine.game.spaces import ObservationField, ObservationSpace
from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.turn import observe_turn, turn_fields
from africana_env.games.africa.rules.board import gain_elsewhere, most_beside, pay_here, pay_there
from africana_env.games.africa.rules.discover import can_trade_for, trading_partner
from africana_env.games.africa.rules.researcher import mark_walks
from africana_env.games.africa.rules.scoring import GOODS_POINTS, exchange_points, total_score
from africana_env.games.africa.rules.state import (
    ANIMAL,
    CAMP,
    DIRECTIONS,
    FACE_DOWN,
    FACE_DOWN_BESIDE,
    FREE,
    GOODS,
    GOODS_OF_A_KIND,
    MARKER_KINDS,
    MAX_ACTIONS,
    MAX_FIRST_CAMPS,
    MAX_OF_A_KIND,
    MAX_OF_A_MINERAL,
    MAX_PLAYERS,
    MAX_SUPPLY,
    MAX_VALUE,
    MINERAL,
    MINERALS,
    MINERALS_BESIDE,
    MONUMENT,
    NO_SPACE,
    NOMAD,
    NOTHING,
    NOWHERE,
    PHASE_NAMES,
    PIECES,
    SIGHTS_BESIDE,
    SPACES,
    SPECIES,
    TRADE,
    TURN,
    WALKS,
)

POINTS_SHOWN = 100
ROUND = "the round, from 1; 0 in the set-up"
MAX_HUNDREDS = 20
"""More than can be gained: animals and nomads pay for every place only once, camps are few."""
MAX_SCORE = 255
MAX_TRADE_GAIN = GOODS_POINTS[GOODS_OF_A_KIND]
SURROUNDINGS = SPECIES + 8
"""Contents of a space next to the researcher: the animals, then as in the field `around`."""
_mineral_numbers = [MINERAL + number // MAX_VALUE for number in range(MINERALS * MAX_VALUE)]
SURROUNDING = np.array([*range(MINERAL), *_mineral_numbers, *[0] * GOODS, *range(MINERAL + MINERALS, SURROUNDINGS)])
"""Number in `around` by content of a space. Gold and gems have one number each; goods never lie on a space."""

GOLD, GEMS = MINERAL, MINERAL + MAX_VALUE
"""Markers of value 1; those of value 2 follow."""

AT_ONCE = 32
"""Spaces handled together by AVX2, a byte each."""

_seats = (MAX_PLAYERS,)
_map = (SPACES,)
_walks = (WALKS,)

observation_space = ObservationSpace(
    # The map, in planes. Fields before `researcher` are always written completely.
    ObservationField("face_down", _map, 1, "a face-down marker", ("space",)),
    ObservationField("camp", _map, 1, "a camp", ("space",)),
    ObservationField("animal", (SPECIES, SPACES), 1, "an animal, by species", ("species", "space")),
    ObservationField("nomad", _map, 1, "a nomad", ("space",)),
    ObservationField("monument", _map, 1, "a monument", ("space",)),
    ObservationField("gold", _map, MAX_VALUE, "value of the gold", ("space",)),
    ObservationField("gems", _map, MAX_VALUE, "value of the gems", ("space",)),
    ObservationField(
        "gain_of_moving",
        _map,
        DIRECTIONS,
        "derived: how much more the animal or nomad there would pay elsewhere; an animal counts itself as a neighbour",
    ),
    ObservationField("researcher", (MAX_PLAYERS, SPACES), 1, "where the researcher stands", ("seat", "space")),
    ObservationField("piece", _map, 1, "the space of the animal or nomad to put", ("space",)),
    ObservationField("gain", _map, DIRECTIONS, "derived: how much more that piece would pay on this space"),
    # The turn.
    *turn_fields(PHASE_NAMES, MAX_PLAYERS, round_number=ROUND),
    ObservationField("walked", (1,), 1, "whether the walk before the next action is done"),
    ObservationField("actions_left", (1,), MAX_ACTIONS, "actions left in this turn"),
    ObservationField(
        "found_good", (GOODS,), 1, "the good just found that can be traded; zeros if there is none", ("goods",)
    ),
    # Supplies and possessions.
    ObservationField("supply", (1,), MAX_SUPPLY, "camps in the supply"),
    ObservationField("monuments_left", (1,), MAX_OF_A_KIND, "monuments to find until the game ends"),
    ObservationField(
        "face_down_kinds",
        (MARKER_KINDS,),
        MAX_OF_A_KIND,
        "face-down markers: each species, nomads, monuments, gold of 1 and 2, gems of 1 and 2, each good",
        ("marker",),
    ),
    ObservationField("camps", _seats, MAX_FIRST_CAMPS + MAX_SUPPLY, "camps at hand", ("seat",)),
    ObservationField("goods", (MAX_PLAYERS, GOODS), GOODS_OF_A_KIND, "goods by kind", ("seat", "goods")),
    ObservationField(
        "minerals", (MINERALS, MAX_PLAYERS), MAX_VALUE * MAX_OF_A_MINERAL, "markers of gold and gems", ("", "seat")
    ),
    ObservationField("hundreds", _seats, MAX_HUNDREDS, "points gained so far // 100", ("seat",)),
    ObservationField("points", _seats, POINTS_SHOWN - 1, "points gained so far % 100", ("seat",)),
    ObservationField("score", _seats, MAX_SCORE, f"derived: points if the game ended now, at most {MAX_SCORE}"),
    # Derived: the surroundings of the observer's researcher.
    ObservationField(
        "around",
        (DIRECTIONS, SURROUNDINGS),
        1,
        "derived: the spaces next to the observer's researcher: animals by species, nomad, monument, gold, gems, "
        "nothing, face-down marker, camp, the end of the map",
    ),
    ObservationField("researcher_around", (DIRECTIONS,), 1, "derived: whether another researcher stands there"),
    ObservationField(
        "camp_here", (1,), 1, "derived: whether the space of the observer's researcher is free for a camp"
    ),
    ObservationField("sights_here", (1,), DIRECTIONS, "derived: points for a camp for research there"),
    ObservationField("minerals_here", (1,), DIRECTIONS, "derived: minerals for a camp for minerals there"),
    ObservationField(
        "gain_in_reach",
        (1 + DIRECTIONS,),
        DIRECTIONS,
        "derived: how much more the animal or nomad there, or in each direction, would pay elsewhere",
    ),
    # Derived: gains at the end of each walk; 0 for illegal walks.
    ObservationField(
        "face_down_after_walk",
        _walks,
        DIRECTIONS,
        "derived: face-down markers next to its end; 0 if the walk is illegal",
    ),
    ObservationField(
        "sights_after_walk", _walks, DIRECTIONS, "derived: points for a camp for research there; 0 if none can be set"
    ),
    ObservationField(
        "minerals_after_walk",
        _walks,
        DIRECTIONS,
        "derived: minerals for a camp for minerals there; 0 if none can be set",
    ),
    ObservationField("gain_after_walk", _walks, DIRECTIONS, "derived: largest `gain_of_moving` there or next to it"),
    ObservationField(
        "trade_gain",
        (MAX_PLAYERS - 1, GOODS),
        MAX_TRADE_GAIN,
        "derived: points that the observer would gain by each trade, in the order of the actions",
    ),
)

FEATURE = observation_space.starts
"""Index of the first feature of each field, by name."""


@rule
def observe(tables, state, seat, features):
    """Fill `features` with everything that `seat` may know."""
    seat = natural(seat)
    features[FEATURE.researcher :] = 0
    observe_map(tables, state, features)
    observe_piece(tables, state, features)
    observe_progress(state, seat, features)
    for other in range(state.num_players):
        observe_player(state, other, rotated(state, seat, other), features)
    if state.location[seat] != NOWHERE:
        observe_surroundings(tables, state, seat, natural(state.location[seat]), features)
    if state.current_player == seat and state.status == RUNNING:
        if state.phase == TURN and state.walked == 0:
            observe_walks(tables, state, natural(state.location[seat]), features)
        elif state.phase == TRADE:
            observe_trades(state, seat, features)


@rule
def observe_map(tables, state, features):
    """Fill in the map, `AT_ONCE` spaces at a time. The last stretch overlaps the previous one, so all are full."""
    most = (
        most_beside(state, ANIMAL),
        most_beside(state, ANIMAL + 1),
        most_beside(state, ANIMAL + 2),
        most_beside(state, ANIMAL + 3),
        most_beside(state, ANIMAL + 4),
        most_beside(state, NOMAD),
    )
    for stretch in range(-(-SPACES // AT_ONCE)):
        observe_stretch(state, most, natural(min(stretch * AT_ONCE, SPACES - AT_ONCE)), features)
    add_gains_of_neighbours(tables, state, features)


@rule
def observe_stretch(state, most, first, features):
    """Fill in `AT_ONCE` spaces from `first` on.

    Without branches and with constant contents, the compiler vectorizes this, eight times faster. Species and minerals
    are therefore written out."""
    for number in range(AT_ONCE):
        space = first + number
        content = state.lying[space]
        features[FEATURE.face_down + space] = content == FACE_DOWN
        features[FEATURE.camp + space] = content == CAMP
        features[FEATURE.animal + space] = content == ANIMAL
        features[FEATURE.animal + SPACES + space] = content == ANIMAL + 1
        features[FEATURE.animal + 2 * SPACES + space] = content == ANIMAL + 2
        features[FEATURE.animal + 3 * SPACES + space] = content == ANIMAL + 3
        features[FEATURE.animal + 4 * SPACES + space] = content == ANIMAL + 4
        features[FEATURE.nomad + space] = content == NOMAD
        features[FEATURE.monument + space] = content == MONUMENT
        features[FEATURE.gold + space] = (content == GOLD) + 2 * (content == GOLD + 1)
        features[FEATURE.gems + space] = (content == GEMS) + 2 * (content == GEMS + 1)
        features[FEATURE.gain_of_moving + space] = (
            gain_if_there(state, ANIMAL, most[0], space)
            + gain_if_there(state, ANIMAL + 1, most[1], space)
            + gain_if_there(state, ANIMAL + 2, most[2], space)
            + gain_if_there(state, ANIMAL + 3, most[3], space)
            + gain_if_there(state, ANIMAL + 4, most[4], space)
            + gain_if_there(state, NOMAD, most[5], space)
        )


@rule
def gain_if_there(state, kind, most, space):
    """Return the gain of moving a piece of this kind, if one is on the space: one saturating byte subtraction."""
    beside = np.uint8(state.beside[kind, space])
    gain = np.uint8(max(np.uint8(most), beside) - beside)
    return np.uint8(gain * (state.lying[space] == kind))


@rule
def add_gains_of_neighbours(tables, state, features):
    """Correct the gains of nomads: each leaves a free space behind, so a best space next to it pays one more."""
    most = most_beside(state, NOMAD)
    for space in range(SPACES):
        if state.lying[space] == NOMAD:
            best = False
            for number in range(DIRECTIONS):
                there = natural(tables.next_space[space, number])
                best |= (state.lying[there] == FREE) & (state.beside[NOMAD, there] == most)
            if best:
                features[FEATURE.gain_of_moving + space] = max(0, most + 1 - state.beside[NOMAD, space])


@rule
def observe_piece(tables, state, features):
    """Fill in the piece to put, and where it would pay more."""
    if state.piece_space == NOWHERE:
        return
    space = natural(state.piece_space)
    kind = natural(state.lying[space])
    here = pay_here(state, space)
    features[FEATURE.piece + space] = 1
    for there in range(SPACES):
        gain = state.beside[kind, there] - here
        features[FEATURE.gain + there] = gain if gain > 0 and state.lying[there] == FREE else 0
    for number in range(tables.num_neighbours[space]):
        there = int(tables.next_space[space, number])
        if state.lying[there] == FREE:
            features[FEATURE.gain + there] = max(pay_there(tables, state, space, there) - here, 0)


@rule
def observe_progress(state, seat, features):
    """Fill in the turn, its actions left, and the markers left to find."""
    observe_turn(state, seat, state.current_player, len(PHASE_NAMES), MAX_PLAYERS, features[FEATURE.phase :])
    features[FEATURE.walked] = state.walked
    features[FEATURE.actions_left] = state.actions_left
    if state.found_good != NOTHING:
        features[FEATURE.found_good + natural(state.found_good)] = 1
    features[FEATURE.supply] = state.supply
    features[FEATURE.monuments_left] = state.monuments_left
    for kind in range(MARKER_KINDS):
        features[FEATURE.face_down_kinds + kind] = state.face_down_kinds[kind]


@rule
def observe_player(state, other, relative, features):
    """Fill in the possessions of a player; `relative` is the seat counted from the observer."""
    other = natural(other)
    relative = natural(relative)
    points = natural(state.points[other])
    if state.location[other] != NOWHERE:
        features[FEATURE.researcher + relative * SPACES + natural(state.location[other])] = 1
    features[FEATURE.camps + relative] = state.camps[other]
    for good in range(GOODS):
        features[FEATURE.goods + relative * GOODS + good] = state.goods[other, good]
    for mineral in range(MINERALS):
        features[FEATURE.minerals + mineral * MAX_PLAYERS + relative] = state.minerals[mineral, other]
    features[FEATURE.hundreds + relative] = min(points // POINTS_SHOWN, MAX_HUNDREDS)
    features[FEATURE.points + relative] = points % POINTS_SHOWN
    features[FEATURE.score + relative] = min(total_score(state, other), MAX_SCORE)


@rule
def observe_surroundings(tables, state, seat, here, features):
    """Fill in the space of the observer's researcher and its neighbours."""
    for direction in range(DIRECTIONS):
        there = tables.neighbour[here, direction]
        content = state.lying[there]
        features[FEATURE.around + direction * SURROUNDINGS + SURROUNDING[natural(content)]] = 1
        if content != NO_SPACE:
            features[FEATURE.researcher_around + direction] = state.occupied[there]
            features[FEATURE.gain_in_reach + 1 + direction] = gain_of(tables, state, there)
    features[FEATURE.gain_in_reach] = gain_of(tables, state, here)
    features[FEATURE.camp_here] = state.lying[here] == FREE
    features[FEATURE.sights_here] = state.beside[SIGHTS_BESIDE, here]
    features[FEATURE.minerals_here] = state.beside[MINERALS_BESIDE, here]


@rule
def gain_of(tables, state, space):
    """Return how much more the animal or nomad on a space would pay elsewhere; 0 if there is none."""
    return max(gain_elsewhere(tables, state, space), 0) if state.lying[space] < PIECES else 0


@rule
def observe_walks(tables, state, here, features):
    """Fill in the gains at the end of each walk."""
    # Legal walks are first marked in the field that is then filled for them.
    way = features[FEATURE.face_down_after_walk :]
    mark_walks(tables, state, way)
    # A camp needs a free space. Without camps, no content matches.
    wanted = FREE if state.camps[natural(state.current_player)] > 0 else NO_SPACE + 1
    for walk in range(WALKS):
        if way[walk] != 0:
            there = tables.walk_to[here, walk]
            camp = state.lying[there] == wanted
            features[FEATURE.face_down_after_walk + walk] = state.beside[FACE_DOWN_BESIDE, there]
            features[FEATURE.sights_after_walk + walk] = camp * state.beside[SIGHTS_BESIDE, there]
            features[FEATURE.minerals_after_walk + walk] = camp * state.beside[MINERALS_BESIDE, there]
            features[FEATURE.gain_after_walk + walk] = gain_near(tables, there, features)


@rule
def gain_near(tables, space, features):
    """Return the most that moving a piece on a space or next to it could gain."""
    most = int(features[FEATURE.gain_of_moving + int(space)])
    for number in range(DIRECTIONS):
        most = max(most, int(features[FEATURE.gain_of_moving + int(tables.next_space[space, number])]))
    return most


@rule
def observe_trades(state, seat, features):
    """Fill in the gain of every legal trade."""
    found = natural(state.found_good)
    for number in range(state.num_players - 1):
        partner = trading_partner(state, number)
        for good in range(GOODS):
            if can_trade_for(state, seat, found, partner, good):
                gain = exchange_points(state, seat, good, found, natural(state.goods[partner, good]))
                features[FEATURE.trade_gain + number * GOODS + good] = max(gain, 0)
