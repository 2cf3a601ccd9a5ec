"""SuperSuit's wrappers and vector environments work with every game."""

import numpy as np
import pytest
from support import every_game, few_players, module_of

supersuit = pytest.importorskip("supersuit", reason="supersuit is not installed")


@every_game
@pytest.mark.parametrize("wrapper", ["clip_reward_v0", "pad_action_space_v0", "nan_random_v0"])
def test_wrapped_game(game, wrapper):
    env = getattr(supersuit, wrapper)(module_of(game).env(num_players=game.players[0], max_rounds=1))
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        env.step(None if termination or truncation else int(observation["action_mask"].argmax()))
    assert not env.agents


@every_game
@pytest.mark.parametrize("masked", [True, False])
def test_vector_environment(game, masked):
    players = few_players(game)
    parallel = module_of(game).parallel_env(num_players=players, max_rounds=2)
    envs = supersuit.concat_vec_envs_v1(supersuit.pettingzoo_env_to_vec_env_v1(parallel), 2, num_cpus=0)
    observations, _ = envs.reset(seed=1)
    envs.action_space.seed(1)
    games = 0
    for _ in range(60):
        masks = observations["action_mask"]
        assert masks.shape == (2 * players, envs.action_space.n)
        assert masks.any(axis=1).all()
        actions = masks.argmax(axis=1) if masked else np.array([envs.action_space.sample() for _ in range(2 * players)])
        observations, rewards, terminations, truncations, _ = envs.step(actions)
        over = (terminations | truncations).astype(bool)
        games += over.sum() // players
        assert masked or (rewards[over].reshape(-1, players).sum(axis=1) <= 1e-6).all()
    assert games > 0
