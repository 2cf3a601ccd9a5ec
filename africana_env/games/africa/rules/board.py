"""The contents of the map, and counts of them, so that no decision needs a search of the map."""

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
    """Let something else lie on a space, and change all counts with it."""
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
    """1 for gold and gems, else 0."""
    return int(MONUMENT < content < GOOD)


@rule
def count_beside(tables, state, space, kind, change):
    """Beside each neighbour of a space there is one more of a kind, or one less (`change`)."""
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
    """As `count_beside`, for what is not asked of all places together."""
    if change != 0:
        for number in range(tables.num_neighbours[space]):
            state.beside[count, tables.next_space[space, number]] += change


@rule
def pay_here(state, space):
    """What an animal or nomad on `space` pays where it lies: the animals of its species, or the free spaces, beside."""
    return state.beside[natural(state.lying[space]), space]


@rule
def adjacent(tables, space, other):
    """1 if the spaces are neighbours, else 0. By their coordinates: with many editions the table of distances would not
    stay in the fastest memory."""
    q = int(tables.q[space]) - int(tables.q[other])
    r = int(tables.r[space]) - int(tables.r[other])
    return int(max(abs(q), abs(r), abs(q + r)) == 1)


@rule
def pay_there(tables, state, space, other):
    """What the animal or nomad on `space` would pay on the free space `other`. It is beside itself no more, and the
    space that it leaves is free."""
    kind = natural(state.lying[space])
    own = adjacent(tables, space, other)
    return state.beside[kind, other] + (own if kind == NOMAD else -own)


@rule
def most_beside(state, kind):
    """The most of a kind that lie beside any free space."""
    most = 0
    for level in range(1, DIRECTIONS + 1):  # all of them: faster than to end at one that cannot be foreseen
        most = level if state.places[kind, level] > 0 else most
    return most


@rule
def gain_elsewhere(tables, state, space):
    """How much more the animal or nomad on `space` would pay on the best free space; 0 or less if nowhere more.

    The best are those with most beside them. Only for the neighbours does the piece itself make a difference
    (`pay_there`): beside a nomad there will be one free space more, beside an animal one of its species less.
    """
    kind = natural(state.lying[space])
    most = most_beside(state, kind)
    best, own = most, 0
    for number in range(DIRECTIONS):  # the space itself, where the map ends, is not free
        there = tables.next_space[space, number]
        free = state.lying[there] == FREE
        if kind == NOMAD:
            best = max(best, free * (int(state.beside[kind, there]) + 1))
        else:
            own += free & (state.beside[kind, there] == most)
    # No more than one less: one of these neighbours pays that.
    if own > 0 and own == state.places[kind, natural(most)]:
        best -= 1
    return best - state.beside[kind, space]
