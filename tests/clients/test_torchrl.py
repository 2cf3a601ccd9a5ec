"""TorchRL's PettingZoo wrapper works with every game, with masks."""

import gymnasium
import pytest
from support import every_game, module_of

pytest.importorskip("torchrl", reason="torchrl is not installed")

import torch
from torchrl.envs import ActionMask, GymWrapper, TransformedEnv
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from africana_env.api.metadata import gymnasium_id

pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested")


@every_game
@pytest.mark.parametrize("face", ["env", "raw_env", "parallel_env"])
def test_its_checks_pass_in_games_that_end_while_they_are_made(game, face):
    """The checks also sample from the masks after the last step."""
    for seed in range(4):
        env = getattr(module_of(game), face)(num_players=2, max_rounds=1)
        check_env_specs(PettingZooWrapper(env, use_mask=True, seed=seed))


@every_game
def test_its_checks_pass_for_one_learner_with_the_mask_in_the_observation(game):
    for seed in range(2):
        env = gymnasium.make(gymnasium_id(game.name), num_players=2, max_rounds=1, mask_in_observation=True)
        masked = TransformedEnv(GymWrapper(env), ActionMask())
        check_env_specs(masked, seed=seed)
        assert masked.rollout(100)["next", "terminated"].any()


@every_game
def test_games_stepped_together_go_on_where_the_learner_resets_them(game):
    options = {"num_envs": 4, "num_players": 2, "max_rounds": 1, "mask_in_observation": True}
    with pytest.raises(RuntimeError, match="auto-reset mode"):
        GymWrapper(gymnasium.make_vec(gymnasium_id(game.name), **options))
    envs = gymnasium.make_vec(gymnasium_id(game.name), autoreset_mode="Disabled", **options)
    rollout = TransformedEnv(GymWrapper(envs), ActionMask()).rollout(100, break_when_any_done=False)
    assert (rollout["next", "done"].sum(dim=1) > 1).all()


@every_game
@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_rollout_of_the_parallel_environment(game, players):
    if players not in game.players:
        pytest.skip("for other numbers of players")
    env = PettingZooWrapper(module_of(game).parallel_env(num_players=players, max_rounds=1), use_mask=True, seed=1)
    check_env_specs(env)
    rollout = env.rollout(300, break_when_any_done=False)
    assert rollout["next", "done"].any()
    assert not torch.isnan(rollout["player", "observation", "observation"]).any()
    mask = rollout["player", "action_mask"]
    assert mask.shape[1:] == (players, env.action_spec["player", "action"].space.n)
    assert mask.any(-1).all()  # every player always has a legal action
    passes = mask.sum(-1) == 1
    assert (mask[..., -1] <= passes).all()  # passing is legal only alone
    assert passes.any()
    points = rollout["next", "player", "info", "scores"]
    assert points.shape[1:] == (players, len(game.score_parts))
    assert rollout["next", "player", "info", "cut_off"].any()
