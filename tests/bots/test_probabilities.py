"""Bots' probabilities match the frequencies of their actions."""

import numpy as np
import pytest
from support import GAMES, Setting, batch_at, every_game, policy_file, positions

from africana_env import UserError
from africana_env.bots import GivesProbabilities, make_bot
from africana_env.bots.registry import spellings_with_probabilities
from africana_env.bots.scripted import GameBot
from africana_env.engine.game.contract import ScriptedBot

DRAWS = 2000


def spellings_of(game):
    policy = f"policy:{policy_file(game)}"
    greedy = ["greedy"] if game.bots else []  # the default `greedy` draws random numbers
    return ["random", *greedy, policy, f"{policy},temperature=0", f"{policy},temperature=0.3"]


@every_game
def test_probabilities_are_how_often_each_action_is_taken(game):
    state = positions(Setting(game, "reconstructed", 2), 40)[[17]]
    batch = batch_at(Setting(game, "reconstructed", 2), np.repeat(state, DRAWS))
    rows, actions = np.ones(DRAWS, np.bool_), np.zeros(DRAWS, np.int64)
    rows[::7] = False
    for spelling in spellings_of(game):
        bot = make_bot(spelling, game, DRAWS)
        assert isinstance(bot, GivesProbabilities)
        given = bot.probabilities(batch, rows)
        assert given.shape == (rows.sum(), len(game.actions))
        assert given.dtype == np.float64
        assert (given == given[0]).all()
        assert given[0].sum() == pytest.approx(1)
        assert not given[0, batch.action_mask[0] == 0].any()
        bot.act(batch, rows, actions)
        shares = np.bincount(actions[rows], minlength=len(game.actions)) / rows.sum()
        assert abs(shares - given[0]).max() < 0.05


@every_game
def test_asking_for_probabilities_changes_no_decision(game):
    setting = Setting(game, "reconstructed", 2)
    batch = batch_at(setting, positions(setting, 30))
    rows = np.ones(30, np.bool_)
    for spelling in spellings_of(game):
        asked, other = make_bot(spelling, game, 30), make_bot(spelling, game, 30)
        asked.probabilities(batch, rows)
        decided = np.zeros((2, 30), np.int64)
        asked.act(batch, rows, decided[0])
        other.act(batch, rows, decided[1])
        assert (decided[0] == decided[1]).all()


@every_game
def test_other_bots_give_none(game):
    greedy = ["greedy"]  # the default one draws random numbers
    for spelling in ("support:any_legal", "search:4", *([] if game.bots else greedy)):
        assert not isinstance(make_bot(spelling, game), GivesProbabilities)
    assert spellings_with_probabilities(game) == ["random", *(greedy if game.bots else []), "policy:PATH"]


def test_a_bot_of_a_game_that_draws_lots_says_so():
    game = GAMES[0]
    setting = Setting(game, "reconstructed", 2)
    batch = batch_at(setting, positions(setting, 4))

    class Lots(GameBot):
        def _scripted(self):
            return ScriptedBot(make_bot("random", game)._scripted().act)

    bot = Lots(game, "random", 4)
    before = bot.generators.copy()
    with pytest.raises(UserError, match="random draws random numbers: its ScriptedBot needs draws=True") as error:
        bot.probabilities(batch, np.ones(4, np.bool_))
    assert "\n" not in str(error.value)
    assert (bot.generators == before).all()


@every_game
def test_probabilities_are_for_games_in_which_somebody_is_to_move(game):
    setting = Setting(game, "reconstructed", 2)
    batch = batch_at(setting, positions(setting, 3))
    batch.end_games()
    for spelling in spellings_of(game):
        with pytest.raises(UserError, match="without a player to move"):
            make_bot(spelling, game, 3).probabilities(batch, np.ones(3, np.bool_))
        with pytest.raises(UserError, match="made for batches of 4 games, not of 3"):
            make_bot(spelling, game, 4).probabilities(batch, np.ones(3, np.bool_))
