"""`examples/own_search.py` uses no hidden information, and decides alike in any batch."""

import numpy as np
from clients.example_modules import example
from support import GAMES, batch_at, default_setting, every_game, positions, resamples

SEARCH = example("own_search")


def decisions(batch, seed=3):
    """Its actions in all games of a batch, with the same seed in each."""
    every = np.ones(batch.num_games, np.bool_)
    bot = SEARCH.FlatMonteCarlo(batch.game, batch.num_games, rollouts=2)
    actions = np.full(batch.num_games, -1, np.int64)
    bot.reset_rows(every, np.full(batch.num_games, seed, np.uint64))
    bot.act(batch, every, actions)
    return actions


@every_game
def test_its_decision_does_not_depend_on_what_its_seat_cannot_know(game):
    setting = default_setting(game)
    for state in positions(setting, 2, seed=1):
        batch = batch_at(setting, resamples(setting, state, int(state.current_player), 2))
        before = batch.states.tobytes()
        actions = decisions(batch)
        assert (actions == actions[0]).all()
        assert batch.action_mask[0, actions[0]] == 1
        assert batch.states.tobytes() == before
        assert (decisions(batch_at(setting, batch.states[:1].copy()))[0] == actions[0]).all()


def test_its_seed_decides():
    setting = default_setting(GAMES[0])
    batch = batch_at(setting, positions(setting, 10, seed=1))
    found = [decisions(batch, seed).tolist() for seed in (1, 1, 2, 3, 4)]
    assert found[0] == found[1]
    assert any(other != found[0] for other in found[2:])
