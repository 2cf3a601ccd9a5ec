"""The searching bot: what it is made of, and that it finds the best action where that can be known."""

import numpy as np
import pytest
from support import SETTINGS, batch_at, every_game, games_in_progress

from africana_env import UserError, load_game, make_bot
from africana_env.bots.search import search, sort
from africana_env.engine.state import RUNNING

GAME = load_game("afritoria_v0")


@pytest.mark.parametrize(
    ("spelling", "told"),
    [
        ("search", "the bot 'search' lacks something: use search:N"),
        ("search:", "the bot 'search:' lacks something: use search:N"),
        ("search:many", "search needs a number of rollouts, not 'many': use search:N"),
        ("search:-5", "search needs a number of rollouts, not '-5': use search:N"),
        ("search:0", "the number of rollouts must be a whole number from 1 to 1000000, not 0"),
        ("search:10000000", "the number of rollouts must be a whole number from 1 to 1000000"),
        ("search:8,depth=2", "the bot 'search:8' has no option 'depth': use search:N"),
    ],
)
def test_what_is_no_search_is_told(spelling, told):
    with pytest.raises(UserError, match=f"^{told}"):
        make_bot(spelling, GAME)


def test_searches_of_one_game_share_their_compiled_code():
    few, many = make_bot("search:2", GAME), make_bot("search:2000", GAME)
    assert few._kernel is many._kernel
    assert search(GAME) is search(GAME)


def test_candidates_are_sorted_by_their_worth_and_equal_ones_keep_their_order():
    candidates, worth = np.arange(6, dtype=np.int16), np.array([1.0, 3.0, 2.0, 3.0, -1.0, 9.0])
    sort(candidates, worth, 5)
    assert candidates.tolist() == [1, 3, 2, 0, 4, 5]
    assert worth.tolist() == [3.0, 3.0, 2.0, 1.0, -1.0, 9.0]


def leads_after(setting, state, seat):
    """The lead of a seat after each legal action of a position; None if one of them does not end the game."""
    actions = np.flatnonzero(batch_at(setting, state).action_mask[0])
    batch = batch_at(setting, np.repeat(state, len(actions)))
    batch.step(actions)
    if (batch.status == RUNNING).any():
        return None
    points = batch.scores()[:, :, -1].astype(float)
    own = points[:, seat]
    return dict(zip(actions.tolist(), own - (points.sum(1) - own) / (setting.players - 1), strict=True))


@every_game
def test_last_decision_of_a_game_is_the_best(game):
    settings = [setting for setting in SETTINGS if setting.game is game and setting.edition == "reconstructed"]
    checked = 0
    for setting in settings:
        bot = make_bot("search:30", game)
        for seed in range(12):
            ends = [batch.states.copy() for batch in games_in_progress(setting, seed, 5)][-6:-1]
            for state in ends:
                seat = int(state[0]["current_player"])
                leads = leads_after(setting, state, seat)
                if leads is not None:
                    action = np.zeros(1, np.int64)
                    bot.act(batch_at(setting, state), np.ones(1, np.bool_), action)
                    assert leads[int(action[0])] == max(leads.values())
                    checked += len(set(leads.values())) > 1
    assert checked > 3
