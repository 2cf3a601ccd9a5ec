"""Setting up (rulebook: Preparing to Play)."""

from africana_env.engine.game.rng import random_below
from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import start_state
from africana_env.games.africa.rules.end_of_turn import begin_turn
from africana_env.games.africa.rules.state import (
    DIRECTIONS,
    FACE_DOWN,
    FACE_DOWN_BESIDE,
    FREE,
    FREE_BESIDE,
    GOODS,
    MARKER_KINDS,
    MAX_PLAYERS,
    MINERALS,
    NO_SPACE,
    NOTHING,
    NOWHERE,
    OFF_THE_MAP,
    PIECES,
    SPACES,
)


@rule
def reset(tables, state, num_players, seed):
    """Set up a game for `num_players` seats (ruling 1)."""
    start_state(state, num_players, seed)
    state.round_number = 0
    begin_turn(tables, state)
    state.piece_space = NOWHERE
    state.found_good = NOTHING
    state.supply = tables.supply[num_players]
    state.monuments_left = tables.monuments[num_players]
    for player in range(MAX_PLAYERS):
        state.points[player] = 0
        state.camps[player] = tables.camps if player < num_players else 0
        state.location[player] = NOWHERE
        state.goods_points[player] = 0
        for mineral in range(MINERALS):
            state.minerals[mineral, player] = 0
            state.mineral_points[mineral, player] = 0
        for good in range(GOODS):
            state.goods[player, good] = 0
    set_up_map(tables, state)


@rule
def set_up_map(tables, state):
    """Put a face-down marker on every space except the cities."""
    state.beside[:, :] = 0
    state.places[:, :] = 0
    state.occupied[:] = 0
    state.lying[:] = NO_SPACE
    for space in range(tables.num_spaces):
        state.lying[space] = FREE if tables.city[space] == 1 else FACE_DOWN
    for kind in range(MARKER_KINDS):
        state.face_down_kinds[kind] = tables.markers[kind]
    deal_face_down(state)
    for space in range(tables.num_spaces):
        for direction in range(DIRECTIONS):
            there = tables.neighbour[space, direction]
            if there != OFF_THE_MAP:
                state.beside[FREE_BESIDE, space] += state.lying[there] == FREE
                state.beside[FACE_DOWN_BESIDE, space] += state.lying[there] == FACE_DOWN
        if state.lying[space] == FREE:
            for kind in range(PIECES):
                state.places[kind, state.beside[kind, space]] += 1


@rule
def deal_face_down(state):
    """Deal the markers counted in `face_down_kinds` at random to the spaces with a face-down marker."""
    left = 0
    for kind in range(MARKER_KINDS):
        left += state.face_down_kinds[kind]
    for space in range(SPACES):
        if state.lying[space] != FACE_DOWN:
            state.face_down[space] = NOTHING
            continue
        kind = 0
        pick = random_below(state, left)
        while pick >= state.face_down_kinds[kind]:
            pick -= state.face_down_kinds[kind]
            kind += 1
        state.face_down[space] = kind
        state.face_down_kinds[kind] -= 1
        left -= 1
    for space in range(SPACES):  # restore the counts
        if state.lying[space] == FACE_DOWN:
            state.face_down_kinds[state.face_down[space]] += 1
