"""Starts, walks and actions of `greedy`."""

import numpy as np
import pytest
from africa.lockstep import GAME, SHIPPED
from africa.position import position, put_position
from support import first_and_last

from africana_env import Batch, make_bot
from africana_env.games.africa.edition import NEIGHBOURS

FACE_DOWN, CAMP, GOLD, MONUMENT, NOMAD = "face down", "camp", ("gold", 1), ("monument",), ("nomad",)
EDITION = next(edition for edition in SHIPPED if edition.name == "reconstructed")
SPACES = EDITION.data["spaces"]
NUMBERS = {(entry["q"], entry["r"]): number for number, entry in enumerate(SPACES)}
HERE = next(entry for number, entry in enumerate(SPACES) if EDITION.tables[0].walk_to[number].max() < len(SPACES))
"""A space whose walks all stay on the map."""
FAR = max(range(len(SPACES)), key=lambda space: EDITION.tables[0].distance[SPACES.index(HERE), space])


def at(*steps):
    """Return the space at these steps in each direction, counterclockwise from east."""
    q, r = HERE["q"], HERE["r"]
    for number, (east, south) in zip(steps, NEIGHBOURS, strict=False):
        q, r = q + number * east, r + number * south
    return NUMBERS[q, r]


def choice(lying, *, camps=0, actions_left=2, walked=False):
    """Return the choice of `greedy` on `HERE`, on a map with only `lying` and a distant opponent."""
    batch = Batch(GAME, 1, 2, EDITION)
    batch.reset(0)
    start, names = position(batch._states[0], EDITION), [entry["name"] for entry in SPACES]
    board = dict.fromkeys(names, "empty") | {names[space]: content for space, content in lying.items()}
    down = {name: start["face_down"][name] for name, content in board.items() if content == FACE_DOWN}
    start |= {"phase": "act", "round": 1, "actions_left": actions_left, "walked": walked, "camps": [camps, 2]}
    start |= {"board": board, "face_down": down, "researchers": [names[at()], names[FAR]]}
    put_position(batch._states[0], EDITION, start)
    batch._view()
    actions = np.zeros(1, np.int64)
    make_bot("greedy", GAME, 1).act(batch, batch.running, actions)
    assert batch.action_mask[0, actions[0]] == 1
    return list(GAME.action_texts(EDITION.data))[actions[0]]


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_start_is_the_city_farthest_from_the_researchers_on_the_map(players):
    batch = Batch(GAME, 1, players)
    batch.reset(0)
    tables = batch.edition.tables[0]
    cities = np.flatnonzero(tables.city)
    greedy = make_bot("greedy", GAME, 1)
    taken: list[int] = []
    for _ in range(players):
        away = tables.distance[:, taken or cities].sum(1)
        actions = np.zeros(1, np.int64)
        greedy.act(batch, batch.running, actions)
        assert away[actions[0]] == max(away[city] for city in cities if city not in taken)
        taken.append(int(actions[0]))
        batch.step(actions)
    assert set(taken) <= set(cities)


def test_it_acts_at_once_where_walking_brings_no_more():
    assert choice({at(1): FACE_DOWN}) == "uncover east"
    assert choice({at(0, 0, 1): FACE_DOWN}, walked=True) == "uncover northwest"
    assert choice({at(0, 0, 0, 1): NOMAD, **{at(0, 0, 0, 2, 0, 1): CAMP}}) == "move the piece west"


def test_it_walks_no_farther_than_it_must():
    assert choice({at(2): FACE_DOWN}) == "walk east", "and not to one of the others beside it, two steps away"
    assert choice({at(3): FACE_DOWN}) == "walk twice east"
    both = {at(2, 0, 0, 0, 0, 1): FACE_DOWN, at(1, 0, 0, 0, 0, 2): FACE_DOWN}
    assert choice(both) == "walk southeast and east", "the one space beside both"
    assert choice({at(2): FACE_DOWN, at(1): CAMP}) == "walk east", "a camp bars nobody"


def test_it_walks_to_where_more_lies_face_down():
    """One of two markers can be reached from here, both after a step to the southeast."""
    assert choice({at(1): FACE_DOWN, at(1, 0, 0, 0, 0, 1): FACE_DOWN}) == "walk southeast"


def test_it_sets_camps_where_they_bring_most():
    around = {at(2, 1): MONUMENT, at(2, 0, 0, 0, 0, 1): MONUMENT, at(3): NOMAD, at(1): MONUMENT}
    assert choice(around, camps=1) == "walk twice east"
    gold = {at(1): GOLD, at(0, 1): GOLD, at(0, 0, 1): GOLD}
    assert choice(gold, camps=1) == "camp for minerals"
    assert not choice(gold).startswith("camp")


def test_it_jumps_to_what_is_out_of_reach_while_it_may():
    assert choice({at(5): FACE_DOWN}).startswith("put researcher on ")
    assert choice({at(5): FACE_DOWN}, actions_left=1) == "end turn"
    assert choice({at(5): FACE_DOWN}, walked=True) == "end turn"
    assert choice({}) == "end turn"
