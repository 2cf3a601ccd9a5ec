"""`resample` of Africa varies the face-down markers with their probabilities, and nothing else."""

from collections import Counter

import numpy as np
import pytest
from africa.lockstep import GAME, SHIPPED
from africa.position import kinds
from support import Setting, chi_square, first_and_last, positions, resamples

from africana_env.games.africa.rules.state import NOTHING

EDITION = next(edition for edition in SHIPPED if edition.name == "reconstructed")
SETTINGS = [Setting(GAME, "reconstructed", players) for players in GAME.players]
by_players = pytest.mark.parametrize("setting", first_and_last(SETTINGS), ids=str)


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
