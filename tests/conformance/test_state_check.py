"""States from outside: states of played games are accepted; others are refused in one line, or the rules go on."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support import default_setting, error_of, every_game, every_setting, games_in_progress, positions

from africana_env import Batch, UserError
from africana_env.engine.batch.state_check import check_states

FUZZER = Path(__file__).parents[1] / "fuzz_states.py"


@every_setting
def test_every_state_of_a_game_is_taken(setting):
    other = setting.batch(1, reward="lead")
    for seed in range(2):
        for number, batch in enumerate(games_in_progress(setting, seed, max_rounds=60)):
            other.set_states(batch.states)
            assert other.states.tobytes() == batch.states.tobytes()
            seat = np.array([number % setting.players], np.int16)
            other.resample(seat, np.array([number], np.uint64))
            check_states(setting.game, other.edition.tables, setting.players, other.states)
    assert not other.running[0]


def refused(setting, states):
    """Return the message that refuses the states. The games must stay unchanged."""
    batch = setting.batch(len(states))
    batch.reset(4)
    before = [batch.states.tobytes(), batch.observation.tobytes(), batch.action_mask.tobytes()]
    message = error_of(batch.set_states, states)
    assert [batch.states.tobytes(), batch.observation.tobytes(), batch.action_mask.tobytes()] == before
    return message


@every_setting
def test_every_field_is_checked_against_its_range(setting):
    for number, field in enumerate(setting.game.state_fields):
        limits = np.iinfo(field.dtype)
        for wrong in (field.minimum - 1, field.maximum + 1):
            if limits.min <= wrong <= limits.max:
                states = positions(setting, 3, seed=number)
                states[field.name][1].flat[-1:] = wrong
                if not states[field.name].shape[1:]:
                    states[field.name][1] = wrong
                message = (
                    f"state 1 is not one of this game: {field.name} must be from {field.minimum} to {field.maximum}"
                )
                assert refused(setting, states) == message


@every_setting
def test_mover_and_round_must_be_of_the_game(setting):
    states = positions(setting, 3)
    impossible = {
        "current_player": (setting.players, f"below {setting.players}"),
        "round_number": (states["max_rounds"][1] + 1, "at most max_rounds"),
    }
    for name, (wrong, message) in impossible.items():
        changed = states.copy()
        changed[name][1] = wrong
        assert refused(setting, changed) == f"state 1 is not one of this game: {name} must be {message}"


@every_game
def test_states_of_other_numbers_of_players_are_refused(game):
    for players in game.players[1:]:
        states = Batch(game, 2, players)
        states.reset(1)
        with pytest.raises(UserError, match=f"num_players must be {players - 1}$"):
            Batch(game, 2, players - 1).set_states(states.states)


@every_game
def test_the_rules_go_on_from_every_accepted_state(game):
    """Without compilation, so that an index out of bounds is an error."""
    command = [sys.executable, str(FUZZER), "--game", str(default_setting(game)), "--inputs", "10", "--seed", "1"]
    run = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-2000:]
    assert "accepted though changed" in run.stdout
