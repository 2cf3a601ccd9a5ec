"""Stable-Baselines3 and sb3-contrib take every game by its Gymnasium id."""

import numpy as np
import pytest

from africana_env import game_names
from africana_env.api.ids import gymnasium_id

pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_util import make_vec_env

every_game = pytest.mark.parametrize("name", game_names())


@every_game
def test_make_vec_env_makes_it_with_pictures(name):
    envs = make_vec_env(gymnasium_id(name), 2, seed=1)
    assert envs.render_mode == "rgb_array"
    envs.reset()
    pictures = envs.get_images()
    assert len(pictures) == 2
    assert all(picture.dtype == np.uint8 and picture.ndim == 3 for picture in pictures)
    assert envs.render().size == 2 * pictures[0].size  # tiled
    envs.close()


@every_game
def test_masks_of_all_environments(name):
    envs = make_vec_env(gymnasium_id(name), 3, seed=1)
    envs.reset()
    assert is_masking_supported(envs)
    masks = get_action_masks(envs)
    assert masks.shape == (3, envs.action_space.n)
    for _ in range(30):
        masks = get_action_masks(envs)
        assert masks.any(axis=1).all()
        _, _, _, infos = envs.step(masks.argmax(axis=1))
        assert all(info["action_mask"].shape == masks[0].shape for info in infos)
    envs.close()


@every_game
def test_maskable_ppo_trains_and_plays_only_legal_actions(name):
    envs = make_vec_env(gymnasium_id(name), 2, seed=1, env_kwargs={"num_players": 2, "reward": "score"})
    model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=32, n_epochs=1, seed=1)
    model.learn(128)  # an illegal action would raise
    assert model.num_timesteps == 128
    envs.close()
