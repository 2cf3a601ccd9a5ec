"""Contents of the map, with counts that save searching it."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.africa.rules.state import (
    DIRECTIONS,
    FACE_DOWN,
    FACE_DOWN_BESIDE,
    FREE,
    FREE_BESIDE,
    GOOD,
    MINERALS_BESIDE,
    MONUMENT,
    NOMAD,
    PIECES,
    SIGHTS_BESIDE,
)


@rule
def lay(tables, state, space, content):
    """Change the content of a space, and update all counts."""
    before = state.lying[space]
    state.lying[space] = content
    if before == FREE or content == FREE:
        change = 1 if content == FREE else -1
        for kind in range(PIECES):
            state.places[kind, natural(state.beside[kind, space])] += change
        count_beside(tables, state, space, FREE_BESIDE, change)
    if before < NOMAD:
        count_beside(tables, state, space, natural(before), -1)
    if content < NOMAD:
        count_beside(tables, state, space, natural(content), 1)
    note_beside(tables, state, space, FACE_DOWN_BESIDE, int(content == FACE_DOWN) - int(before == FACE_DOWN))
    note_beside(tables, state, space, SIGHTS_BESIDE, int(content <= MONUMENT) - int(before <= MONUMENT))
    note_beside(tables, state, space, MINERALS_BESIDE, is_mineral(content) - is_mineral(before))


@rule
def is_mineral(content):
    """Return 1 for gold and gems, else 0."""
    return int(MONUMENT < content < GOOD)


@rule
def count_beside(tables, state, space, kind, change):
    """Add `change` to the count of a kind at each neighbour of a space."""
    for number in range(tables.num_neighbours[space]):
        there = tables.next_space[space, number]
        before = natural(state.beside[kind, there])
        after = natural(before + change)
        state.beside[kind, there] = after
        if state.lying[there] == FREE:
            state.places[kind, before] -= 1
            state.places[kind, after] += 1


@rule
def note_beside(tables, state, space, count, change):
    """Like `count_beside`, for counts without `places`."""
    if change != 0:
        for number in range(tables.num_neighbours[space]):
            state.beside[count, tables.next_space[space, number]] += change


@rule
def pay_here(state, space):
    """Return the points of an animal or nomad where it lies: neighbours of its species, or free neighbours."""
    return state.beside[natural(state.lying[space]), space]


@rule
def adjacent(tables, space, other):
    """Return 1 if the spaces are neighbours, else 0.

    Coordinates are used, since the table of distances of many editions would not fit into the fastest cache."""
    q = int(tables.q[space]) - int(tables.q[other])
    r = int(tables.r[space]) - int(tables.r[other])
    return int(max(abs(q), abs(r), abs(q + r)) == 1)


@rule
def pay_there(tables, state, space, other):
    """Return the points of the animal or nomad on `space` if it were on the free space `other`.

    It no longer counts as a neighbour, and the space it leaves is free."""
    kind = natural(state.lying[space])
    own = adjacent(tables, space, other)
    return state.beside[kind, other] + (own if kind == NOMAD else -own)


@rule
def most_beside(state, kind):
    """Return the largest count of a kind next to any free space."""
    most = 0
    for level in range(1, DIRECTIONS + 1):  # all levels: faster than an unpredictable exit
        most = level if state.places[kind, level] > 0 else most
    return most


@rule
def gain_elsewhere(tables, state, space):
    """Return how much more the animal or nomad on `space` would pay on the best free space; at most 0 without a gain.

    The best spaces have the largest counts. Counts differ for neighbours only (`pay_there`): next to a nomad, one more
    free space; next to an animal, one less of its species.
    """
    kind = natural(state.lying[space])
    most = most_beside(state, kind)
    best, own = most, 0
    for number in range(DIRECTIONS):  # at the edge, `next_space` is the space itself, which is not free
        there = tables.next_space[space, number]
        free = state.lying[there] == FREE
        if kind == NOMAD:
            best = max(best, free * (int(state.beside[kind, there]) + 1))
        else:
            own += free & (state.beside[kind, there] == most)
    # If all best spaces are neighbours, one of them still pays one less.
    if own > 0 and own == state.places[kind, natural(most)]:
        best -= 1
    return best - state.beside[kind, space]
