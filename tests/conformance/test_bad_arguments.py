"""A wrong argument raises `UserError`, a `ValueError`, with a one-line reason."""

import numpy as np
import pytest
from support import GAMES, error_of, every_game, module_of

from africana_env import Batch, GameRecord, UserError, africana_v0, load_edition, load_game
from africana_env.arena.evaluate import evaluate
from africana_env.arena.exploitability.exploitability import exploitability
from africana_env.bots import make_bot


def test_what_is_raised_is_a_value_error():
    assert issubclass(UserError, ValueError)


@pytest.mark.parametrize("name", ["", "africana", "africana_v1", "africana_v0.py", "../africana_v0", None])
def test_unknown_games_are_refused(name):
    error_of(load_game, name)


@pytest.mark.parametrize(
    "use",
    [
        lambda game: Batch(game, 3),
        lambda game: load_edition(game, "reconstructed"),
        lambda game: make_bot("random", game),
        lambda game: evaluate(game, "random", "random", 2, num_games=2),
        lambda game: exploitability(game, "random"),
        lambda game: GameRecord("africana_v0", "reconstructed", "", 2, 1, 1, ()).replay(game),
    ],
)
def test_a_module_is_no_game(use):
    with pytest.raises(UserError, match=r"^africana_v0 is the module of a game: pass africana_v0\.GAME$"):
        use(africana_v0)
    with pytest.raises(UserError, match="a game must be a Game from load_game, not 'africana_v0'"):
        use("africana_v0")


def test_numpy_numbers_are_welcome():
    game = GAMES[0]
    for kind in (np.int8, np.uint8, np.int16, np.uint64):
        bots = [make_bot("random", game, 2, seed=seed) for seed in (kind(5), 5)]
        assert bots[0].generators.tolist() == bots[1].generators.tolist()
    batch = Batch(game, np.int64(3), np.int8(game.players[0]), max_rounds=np.uint16(9))
    batch.reset(np.uint64(2**64 - 1))
    env = module_of(game).raw_env(num_players=np.int32(game.players[-1]))
    env.reset(seed=np.int64(3))
    env.step(np.uint8(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert env.record().seed == 3


@every_game
@pytest.mark.parametrize("face", ["env", "raw_env", "parallel_env"])
def test_nobody_changes_who_plays(game, face):
    env = getattr(module_of(game), face)(num_players=2)
    env.reset(seed=5)
    env.possible_agents.append("player_9")
    env.possible_agents.pop(0)
    with pytest.raises(AttributeError, match="no setter"):
        env.possible_agents = ["player_9"]
    assert env.possible_agents == ["player_0", "player_1"]
    env.reset(seed=5)
    assert env.agents == env.possible_agents
