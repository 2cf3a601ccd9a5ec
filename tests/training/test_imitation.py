from functools import partial

import numpy as np
import pytest
import torch

from africana_env import LEARNER, UserError
from training.config import ImitationConfig, LeagueConfig, PPOConfig, TrainConfig
from training.imitation import imitation_loss
from training.networks import new_network
from training.optimize import learn
from training.rollout import carry_over
from training.runner import Runner
from training.samples import make_samples

GAMES, STEPS = 16, 24


@pytest.fixture
def config(tmp_path):
    ppo = PPOConfig(num_games=GAMES, num_steps=STEPS, update_epochs=2, minibatch_size=64)
    league = LeagueConfig(share=0.0)
    return TrainConfig("africana_v0", str(tmp_path / "run"), 2, layers=[64], ppo=ppo, league=league)


def test_imitation_brings_the_policy_to_the_teachers_choices(config, rollout_of):
    rollout, _, generator = rollout_of(teacher="greedy")
    torch.manual_seed(0)
    network = new_network(rollout.tables[0].batch.game, [64])
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    loss_of = partial(imitation_loss, vf_coef=config.ppo.vf_coef)
    agreement = []
    for _ in range(25):
        buffer = rollout.collect_expert(network.eval(), generator, 0.25)
        samples = make_samples(buffer, 1.0, 0.95, generator)
        carry_over(buffer)
        metrics = learn(network.train(), optimizer, samples, config.ppo, generator, loss_of)
        agreement.append(metrics["imitation/agreement"])
    assert np.mean(agreement[-5:]) > np.mean(agreement[:2]) + 0.07


def test_a_run_imitates_first_and_plays_itself_afterwards(config):
    config.imitation = ImitationConfig("greedy", timesteps=GAMES * STEPS)
    run = Runner(config)
    first, second = run.train_step(), run.train_step()
    assert "imitation/agreement" in first
    assert "losses/approx_kl" in second


def test_an_unknown_teacher_is_refused(config):
    config.imitation = ImitationConfig("nobody")
    with pytest.raises(UserError, match=r"imitation.teacher: unknown bot 'nobody': use random, greedy"):
        Runner(config)


def test_while_it_imitates_nobody_of_the_league_sits_down(config):
    config.league = LeagueConfig(share=1.0, opponents=["random"], snapshots=0)
    config.imitation = ImitationConfig("greedy", timesteps=GAMES * STEPS * 30)
    run = Runner(config)
    assert any("charts/decisions_per_game" in run.train_step() for _ in range(30))
    while run.imitating():
        run.train_step()
    (table,) = run.rollout.tables
    assert (table.seating.seats == LEARNER).all()
    while (table.seating.seats == LEARNER).all():
        run.train_step()
