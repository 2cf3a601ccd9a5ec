"""The environment and a batch of many games report the same for the same game."""

import numpy as np
import pytest
from support import every_setting, mask_of, observed, running, scripted

from africana_env.engine.game.contract import REWARDS
from africana_env.engine.game.state import CUT_OFF, RUNNING

SEEDS = np.array([0, 1, 77, 2**63, 2**64 - 1], np.uint64)


@every_setting
@pytest.mark.parametrize("reward", REWARDS)
def test_same_seed_and_actions_give_the_same_game(setting, reward):
    batch = setting.batch(len(SEEDS), reward=reward, max_rounds=5)
    batch.reset_rows(np.ones(len(SEEDS), np.bool_), SEEDS)
    envs = []
    for seed in SEEDS:
        envs.append(setting.env(reward=reward, max_rounds=5))
        envs[-1].reset(seed=int(seed))
    maxima = setting.game.observation.maxima()
    turn = 0
    while batch.running.any():
        for row, env in enumerate(envs):
            if batch.running[row]:
                assert env.agent_selection == f"player_{batch.current_player[row]}"
                assert (mask_of(env) == batch.action_mask[row]).all()
        for seat, agent in enumerate(envs[0].possible_agents):
            shown = observed(batch, seat) / maxima
            for row, env in enumerate(envs):
                assert np.allclose(env.observe(agent)["observation"], shown[row], atol=1e-6)
        actions = scripted(batch.action_mask, turn)
        going = batch.running.copy()
        batch.step(actions)
        for row, env in enumerate(envs):
            if going[row]:
                env.step(actions[row])
                assert list(env.rewards.values()) == batch.reward[row].tolist()
                assert running(env) == batch.running[row]
                assert all(env.terminations.values()) == (batch.done[row] != RUNNING)
                assert not any(env.truncations.values())
                assert {info["cut_off"] for info in env.infos.values()} == {batch.done[row] == CUT_OFF}
                described = [info["scores"] for info in env.infos.values()]
                np.testing.assert_array_equal(described, batch.scores()[row])
        turn += 1
    for row, env in enumerate(envs):
        scores = [list(parts.values()) for parts in env.scores().values()]
        assert scores == batch.scores()[row].tolist()


@every_setting
def test_rewards_add_up_over_the_decisions_of_the_others(setting):
    env = setting.env(reward="score", max_rounds=5)
    env.reset(seed=9)
    open_sums = dict.fromkeys(env.possible_agents, 0.0)
    turn = 0
    while running(env):
        agent = env.agent_selection
        assert env.last()[1] == open_sums[agent]
        open_sums[agent] = 0.0
        legal = np.flatnonzero(mask_of(env))
        env.step(legal[(turn * 7919) % len(legal)])
        for other, reward in env.rewards.items():
            open_sums[other] += reward
        turn += 1
    for _ in env.possible_agents:
        assert env.last()[1] == open_sums[env.agent_selection]
        env.step(None)
