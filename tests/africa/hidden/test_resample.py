"""`resample` of Africa varies the face-down markers with their probabilities, and nothing else."""

from collections import Counter

import numpy as np
import pytest
from africa.lockstep import GAME, SHIPPED
from africa.position import kinds
from support import Setting, chi_square, first_and_last, positions, resamples

from africana_env.games.africa.rules.state import NOTHING

HIDDEN = ("seed", "draws", "face_down")
EDITION = next(edition for edition in SHIPPED if edition.name == "reconstructed")
SETTINGS = [Setting(GAME, "reconstructed", players) for players in GAME.players]
by_players = pytest.mark.parametrize("setting", first_and_last(SETTINGS), ids=str)


def without_the_hidden(state):
    """Return the bytes of a state after clearing everything hidden."""
    state = state.copy()
    for name in HIDDEN:
        state[name] = 0
    return state.tobytes()


@by_players
def test_resample_leaves_all_that_lies_open(setting):
    for state in positions(setting, 60, seed=1):
        for other in resamples(setting, state, 0, 3):
            assert without_the_hidden(other) == without_the_hidden(state)


@by_players
def test_what_is_hidden_is_hidden_from_all_alike(setting):
    for state in positions(setting, 20, seed=2):
        drawn = {resamples(setting, state, seat, 2).tobytes() for seat in range(setting.players)}
        assert len(drawn) == 1


@by_players
def test_resample_varies_the_markers_in_mid_game(setting):
    for state in positions(setting, 30, seed=4):
        hidden = state.face_down[state.face_down != NOTHING]
        if len(set(hidden.tolist())) >= 3:
            drawn = {other.face_down.tobytes() for other in resamples(setting, state, 0, 40)}
            assert len(drawn) > 10


def test_every_marker_is_as_likely_on_every_space():
    setting, number = SETTINGS[0], 4000
    state = positions(setting, 1, seed=7, max_rounds=6)[0]
    left = Counter(state.face_down[state.face_down != NOTHING].tolist())
    drawn = np.array([other.face_down for other in resamples(setting, state, 0, number)])
    spaces = np.flatnonzero(state.face_down != NOTHING)
    for space in (spaces[0], spaces[len(spaces) // 2], spaces[-1]):
        found = Counter(drawn[:, space].tolist())
        expected = {kind: number * count / left.total() for kind, count in left.items()}
        assert chi_square(found, expected) < len(kinds(EDITION)) + 25
