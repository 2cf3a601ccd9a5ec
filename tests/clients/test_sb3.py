"""Stable-Baselines3 and sb3-contrib work with every game by its Gymnasium id."""

from functools import partial

import gymnasium
import numpy as np
import pytest
from clients.example_modules import example

from africana_env import UserError, game_names
from africana_env.api.metadata import gymnasium_id

pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.callbacks import EvalCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

VectorGames = example("sb3_maskable_ppo").VectorGames

every_game = pytest.mark.parametrize("name", game_names())


@every_game
def test_maskable_ppo_trains_and_plays_only_legal_actions(name):
    envs = make_vec_env(gymnasium_id(name), 2, seed=1, env_kwargs={"num_players": 2, "reward": "score"})
    model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=32, n_epochs=1, seed=1)
    model.learn(128)  # an illegal action would raise
    assert model.num_timesteps == 128
    envs.close()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("afritoria_v0", {"reward": "score"}),
        ("africa_v0", {"opponents": ["greedy"], "mask_in_observation": True}),
        ("africana_v0", {"reward": "lead", "edition": "generated:0-9", "observation": "facts"}),
    ],
)
def test_vector_games_are_what_single_ones_are(name, options):
    id, options = gymnasium_id(name), {"num_players": 2, "seat": "rotate", "max_rounds": 1, **options}
    together = VectorGames(id, 3, **options)
    single = DummyVecEnv([partial(gymnasium.make, id, **options)] * 3)
    rng, ends = np.random.default_rng(1), np.zeros(3, int)
    for envs in (together, single):
        envs.seed(5)
    assert together.observation_space == single.observation_space
    np.testing.assert_equal(together.reset(), single.reset())
    np.testing.assert_equal(list(together.reset_infos), list(single.reset_infos))
    while ends.min() < 3:
        masks = get_action_masks(together)
        np.testing.assert_array_equal(masks, get_action_masks(single))
        actions = np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)
        observations, rewards, dones, infos = together.step(actions)
        other_observations, other_rewards, other_dones, other_infos = single.step(actions)
        assert rewards.dtype == other_rewards.dtype
        np.testing.assert_equal((observations, rewards, dones), (other_observations, other_rewards, other_dones))
        np.testing.assert_equal(list(infos), list(other_infos))
        for row in np.flatnonzero(dones):
            shown = together.reset_infos[row]
            np.testing.assert_equal({key: shown[key] for key in single.reset_infos[row]}, single.reset_infos[row])
        ends += dones


def test_vector_games_answer_for_some_rows_and_refuse_what_they_cannot_do():
    envs = VectorGames(gymnasium_id("africa_v0"), 3, render_mode="rgb_array")
    envs.seed(1)
    envs.reset()
    assert is_masking_supported(envs)
    assert not envs.has_attr("some_other_name")
    masks = envs.env_method("action_masks", indices=[2, 0])
    np.testing.assert_array_equal(masks, get_action_masks(envs)[[2, 0]])
    assert envs.get_attr("num_envs", indices=1) == [3]
    assert envs.env_is_wrapped(gymnasium.Wrapper, indices=[0, 1]) == [False, False]
    assert envs.render().size == 4 * envs.get_images()[0].size  # tiled
    with pytest.raises(NotImplementedError):
        envs.set_attr("reward", "score")
    envs.set_options({"edition": "mini"})
    with pytest.raises(UserError, match="unknown option"):
        envs.reset()
    envs.close()


def test_only_the_callback_with_masks_rates_a_policy_while_it_learns():
    training, rating = (VecMonitor(VectorGames(gymnasium_id("afritoria_v0"), 2)) for _ in range(2))
    model = MaskablePPO("MlpPolicy", training, n_steps=16, batch_size=32, n_epochs=1, seed=1)
    callback = MaskableEvalCallback(rating, eval_freq=16, n_eval_episodes=4, verbose=0)
    model.learn(32, callback=callback)
    assert -1 <= callback.last_mean_reward <= 1
    with pytest.raises(UserError, match="illegal here"):
        model.learn(32, callback=EvalCallback(rating, eval_freq=16, verbose=0))
