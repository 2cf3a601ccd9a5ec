"""The example game works with every API, bot and command, as a game of another package."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[2] / "examples" / "leduc_poker"))
from leduc_poker import GAME, MAX_CHIPS

from africana_env import UserError, load_game
from africana_env.api import registration
from africana_env.arena.evaluate import evaluate
from africana_env.arena.exploitability.exploitability import exploitability
from africana_env.arena.tournament.conditions import make_conditions
from africana_env.arena.tournament.tournament import tournament
from africana_env.engine.game.returns import winning_seats

RANDOM_NASH_CONV = 4.747222222222222
"""OpenSpiel's `exploitability.nash_conv` of the uniform policy, in chips."""


@pytest.fixture
def installed(monkeypatch):
    """The game, as added by an installed package."""
    point = EntryPoint("leduc_v0", "leduc_poker:GAME", registration.ENTRY_POINTS)
    monkeypatch.setattr(registration, "plugins", lambda group: {point.name: point})


def test_it_is_found_by_its_name(installed):
    assert registration.game_names()[-1] == "leduc_v0"
    assert load_game("leduc_v0") is GAME
    with pytest.raises(UserError, match="unknown game 'leduk_v0': use leduc_v0"):
        load_game("leduk_v0")


def test_its_tree_is_the_game_that_openspiel_plays():
    found = exploitability(GAME, "random", "standard")
    assert found.nash_conv * MAX_CHIPS == pytest.approx(RANDOM_NASH_CONV, abs=1e-6)


def always_raise(observations, masks, rng):
    """Raise, or else call."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def always_fold(observations, masks, rng):
    """Fold, or else call."""
    return masks.argmax(axis=1)


def test_who_has_the_greatest_return_wins_however_small_it_is():
    assert winning_seats(np.array([1, -1], np.float32) / MAX_CHIPS) == [0]
    (result,) = evaluate(GAME, always_fold, [always_raise], 2, num_games=50, edition="standard").results
    assert result.score < 0
    assert result.win_rate == 0


def test_who_gives_up_every_pot_loses_tournaments(tmp_path):
    conditions = make_conditions(GAME, edition="standard")
    bots = [f"{__name__}:{bot.__name__}" for bot in (always_fold, always_raise)]
    played = tournament(conditions, bots, deals=10, folder=tmp_path / "folder")
    assert [pair.share for pair in played.results.pairs] == [0]
    assert played.results.ratings[bots[0]].rating < played.results.ratings[bots[1]].rating


def test_search_plays_it_better_than_chance():
    (result,) = evaluate(GAME, "search:50", ["random"], 2, num_games=400, edition="standard").results
    assert result.score > 0.5  # chips a game
