"""One decision of a bot, asked in any environment."""

import gymnasium
import numpy as np
import pytest
from support import GAMES, every_game, module_of, policy_file

from africana_env import Batch, UserError, choose_action, evaluate_position, make_bot
from africana_env.api.metadata import gymnasium_id


@every_game
def test_a_bot_plays_a_whole_game_in_an_aec_loop_as_it_plays_in_a_batch(game):
    players = game.players[0]
    env, batch = module_of(game).env(num_players=players), Batch(game, 1, players)
    bot, same = make_bot("greedy", game, seed=4), make_bot("greedy", game, seed=4)
    env.reset(seed=7)
    batch.reset_to(7)
    actions = np.zeros(1, np.int64)
    while env.agents and not env.terminations[env.agent_selection]:
        same.act(batch, np.ones(1, np.bool_), actions)
        assert choose_action(bot, env.batch) == actions[0]
        env.step(int(actions[0]))
        batch.step(actions)
    assert not batch.running[0]


def test_a_bot_is_asked_in_gymnasium_and_in_a_row_of_a_batch():
    game = GAMES[0]
    env = gymnasium.make(gymnasium_id(game.name)).unwrapped
    env.reset(seed=1)
    assert env.action_masks()[choose_action(make_bot("random", game), env.batch)]
    batch = Batch(game, 5)
    batch.reset(1)
    bot = make_bot("greedy", game, 5)
    all_of_them = np.zeros(5, np.int64)
    bot.act(batch, np.ones(5, np.bool_), all_of_them)
    assert [choose_action(make_bot("greedy", game, 5), batch, row) for row in range(5)] == all_of_them.tolist()


def test_a_policy_says_its_probabilities_and_its_value():
    game = GAMES[0]
    batch = Batch(game, 3, 2)
    batch.reset(2)
    policy = make_bot(f"policy:{policy_file(game)}", game, 3)
    every_row = np.ones(3, np.bool_)
    probabilities, values = policy.probabilities(batch, every_row), policy.values(batch, every_row)
    for row in range(3):
        found = evaluate_position(policy, batch, row)
        assert found.value == values[row]
        assert sum(found.probabilities.values()) == pytest.approx(1)
        assert {*found.probabilities} <= {*batch.action_mask[row].nonzero()[0]}
        assert all(probabilities[row, action] == share for action, share in found.probabilities.items())


def test_a_bot_without_probabilities_is_sure_of_its_action():
    batch = Batch(GAMES[0], 1)
    batch.reset(3)
    found = evaluate_position(make_bot("support:any_legal", GAMES[0]), batch)
    assert (list(found.probabilities.values()), found.value) == ([1.0], None)


def test_a_bot_that_takes_no_legal_action_is_named():
    batch = Batch(GAMES[0], 1)
    batch.reset(3)

    class Idle:
        reads_observations = False

        def reset_rows(self, rows, seeds):
            """Nothing to prepare."""

        def act(self, batch, rows, actions):
            """Decide nothing."""

    with pytest.raises(UserError, match="the bot Idle took no legal action"):
        choose_action(Idle(), batch)
