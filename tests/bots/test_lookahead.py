"""The default bot `greedy` of games without bots."""

from dataclasses import replace

import numpy as np
import pytest
from support import GAMES, Setting, batch_at, positions, resamples

from africana_env.arena.evaluate import match_result, play_match
from africana_env.bots import bot_names, make_bot
from africana_env.engine.editions.editions import load_edition
from africana_env.engine.game.contract import no_resample

GAME = next(game for game in GAMES if game.name == "africa_v0")
PLAIN = replace(GAME, bots={})


def test_only_games_without_bots_that_can_resample_have_it():
    assert bot_names(PLAIN) == ["random", "greedy"]
    assert bot_names(replace(PLAIN, resample=no_resample)) == ["random"]
    assert make_bot("greedy", GAME)._scripted() is GAME.bots["greedy"]


def test_it_beats_random():
    bots = [make_bot("greedy", PLAIN, 100), make_bot("random", PLAIN, 100)]
    results = play_match(PLAIN, bots, load_edition(GAME, "reconstructed"), 50, seed=1, rows=100)
    assert match_result("random", results).win_rate > 0.65


@pytest.mark.parametrize("seed", range(3))
def test_its_decision_does_not_depend_on_what_its_seat_cannot_know(seed):
    setting = Setting(GAME, "reconstructed", 2)
    for state in positions(setting, 10, seed=seed):
        others = resamples(setting, state, int(state.current_player), 8)
        batch = batch_at(Setting(PLAIN, "reconstructed", 2), others)
        bot, actions = make_bot("greedy", PLAIN, 8), np.zeros(8, np.int64)
        bot.reset_rows(np.ones(8, np.bool_), np.full(8, seed, np.uint64))
        bot.act(batch, np.ones(8, np.bool_), actions)
        assert (actions == actions[0]).all()
