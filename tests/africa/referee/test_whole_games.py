"""The referee of Africa in hand-made situations: whole games."""

import random
from collections import Counter
from copy import deepcopy

import pytest
from africa.toy_map import (
    CITIES,
    CLOTH,
    END,
    GEMS,
    GOLD,
    GOLD_2,
    IBEX,
    IVORY,
    LEAVE,
    LION,
    MONUMENT,
    NOMAD,
    SALT,
    SPACES,
    TOY,
    WALKS,
    new_game,
)

ALL_MARKERS = [LION] * 3 + [IBEX] * 3 + [NOMAD] * 2 + [SALT, IVORY, CLOTH] * 2 + [GOLD, GOLD_2, GEMS] + [MONUMENT] * 2


def check_conservation(whole, num_players, down):
    """Every marker and camp is in exactly one place, or taken; researchers stand apart and on nothing face down."""
    everything = Counter(down.values())
    up = Counter(lying for lying in whole["board"].values() if isinstance(lying, tuple))
    taken = everything - up - Counter(whole["face_down"].values())
    assert up + Counter(whole["face_down"].values()) <= everything
    assert set(whole["face_down"]) == {space for space, lying in whole["board"].items() if lying == "face down"}
    assert {marker[0] for marker in taken} <= {"good", "gold", "gems"}
    for kind in ("salt", "ivory", "cloth"):
        assert sum(goods[kind] for goods in whole["goods"]) == taken["good", kind]
        assert all(goods[kind] >= 0 for goods in whole["goods"])
    for kind in ("gold", "gems"):
        assert sum(whole[kind]) == sum(number for marker, number in taken.items() if marker[0] == kind)
    assert whole["monuments"] == up[MONUMENT]
    on_map = sum(lying == "camp" for lying in whole["board"].values())
    bonus = whole["phase"] == "over" and not whole["truncated"]
    supply = 8 if num_players == 2 else 10
    assert sum(whole["camps"]) + whole["supply"] + on_map == 2 * num_players + supply
    assert supply - whole["supply"] == whole["monuments"] - bonus
    standing = [space for space in whole["researchers"] if space is not None]
    assert len(set(standing)) == len(standing)
    assert all(whole["board"][space] != "face down" for space in standing)


def check_turn(before, action, after):
    """The counters of a turn, seen from outside."""
    if before["phase"] == "setup" or after["phase"] == "over":
        return
    same_seat = (before["player"], before["round"]) == (after["player"], after["round"])
    if action.startswith("walk"):
        assert same_seat
        assert (before["walked"], after["walked"]) == (False, True)
        assert before["actions_left"] == after["actions_left"]
    elif action == END or action.startswith("put researcher"):
        assert not same_seat
    elif after["phase"] in ("place", "trade"):
        assert same_seat
        assert (after["actions_left"], after["walked"]) == (before["actions_left"], before["walked"])
    elif same_seat:
        assert (before["actions_left"], after["actions_left"], after["walked"]) == (2, 1, False)
    else:
        assert before["actions_left"] == 1
    if not same_seat:
        assert (after["phase"], after["actions_left"], after["walked"]) == ("act", 2, False)
    others = [seat for seat in range(len(before["points"])) if seat != before["player"]]
    assert all(before["points"][seat] == after["points"][seat] for seat in others)
    assert after["points"][before["player"]] >= before["points"][before["player"]]


def neighbours_of(space):
    """By distance on the axial grid, not by a list of directions."""
    q, r = int(space[1]), "abcd".index(space[0])
    for other in SPACES:
        dq, dr = int(other[1]) - q, "abcd".index(other[0]) - r
        if max(abs(dq), abs(dr), abs(dq + dr)) == 1:
            yield other


def check_walks(whole, actions):
    """Exactly the spaces that two steps reach, found by going there."""
    walks = {action for action in actions if action.startswith("walk")}
    if whole["phase"] != "act" or whole["walked"]:
        assert not walks
        return
    here = whole["researchers"][whole["player"]]
    barred = {*whole["researchers"], *whole["face_down"]}
    once = set(neighbours_of(here)) - barred
    twice = {there for space in once for there in neighbours_of(space)} - barred
    assert {target(here, walk) for walk in walks} == once | twice


def target(here, walk):
    q, r = WALKS[walk]
    space_at = {(space["q"], space["r"]): space["name"] for space in TOY["spaces"]}
    return space_at[int(here[1]) + q, "abcd".index(here[0]) + r]


def check_placing(before, action, after):
    """A piece is paid for where it comes to lie, counted on the board without it."""
    pending = before["pending"]
    if before["phase"] != "place":
        return
    without = before["board"] | {pending["space"]: "empty"}
    wanted = "empty" if pending["marker"] == NOMAD else pending["marker"]
    worth = {space: [without[there] for there in neighbours_of(space)].count(wanted) for space in SPACES}
    now = worth[pending["space"]]
    to = pending["space"] if action == LEAVE else action.removeprefix("put piece on ")
    assert after["board"] == without | {to: pending["marker"]}
    assert without[to] == "empty"
    assert action == LEAVE or worth[to] > now
    paid = after["points"][before["player"]] - before["points"][before["player"]]
    assert paid == worth[to] - (0 if pending["just_found"] else now)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_random_games_conserve_markers_and_camps(num_players):
    phases, ends = Counter(), Counter()
    inland = [space for space in SPACES if space not in CITIES]
    for seed in range(25):
        rng = random.Random(seed)
        markers = rng.sample(ALL_MARKERS, len(ALL_MARKERS))
        down = dict(zip(inland, markers, strict=True))
        referee = new_game(num_players, down, max_rounds=rng.choice((3, 20)))
        referee.last_monument = 2
        whole = referee.snapshot()
        while True:
            check_conservation(whole, num_players, down)
            phases[whole["phase"]] += 1
            actions = sorted(referee.legal_actions())
            assert bool(actions) != referee.over
            assert (END in actions) == (whole["phase"] == "act")
            check_walks(whole, actions)
            if referee.over:
                break
            with pytest.raises(ValueError, match="illegal action"):
                referee.play(rng.choice(["", "uncover", "walk here", "put piece on z9"]))
            assert referee.snapshot() == whole
            copy = deepcopy(referee)
            action = choose(rng, actions)
            referee.play(action)
            after = referee.snapshot()
            check_turn(whole, action, after)
            if action.startswith("walk"):
                seat = whole["player"]
                assert after["researchers"][seat] == target(whole["researchers"][seat], action)
            check_placing(whole, action, after)
            copy.play(action)
            assert copy.snapshot() == after  # no randomness after the markers
            whole = after
        assert referee.winners()
        assert all(score["total"] == sum(score.values()) / 2 for score in referee.scores())
        ends[whole["truncated"]] += 1
    assert set(phases) == {"setup", "act", "place", "trade", "over"}
    assert set(ends) == {False, True}


def choose(rng, actions):
    """Random, but a kind of action first, and seldom idle, so that games get somewhere."""
    kinds = sorted({action.split()[0] for action in actions} - {"end", "skip"} or {"end"})
    kind = "uncover" if "uncover" in kinds and rng.random() < 0.3 else rng.choice(kinds)
    return rng.choice([action for action in actions if action.startswith(kind)])
