import numpy as np
import pytest
import torch
from africana_training.algorithms.imitation import LEARNER_SHARE, ImitationConfig, imitation_loss
from africana_training.config.check import check_config
from africana_training.config.settings import OptimizerConfig, RolloutConfig, TrainConfig
from africana_training.networks.mlp import logprobs_of
from africana_training.networks.registry import new_network
from africana_training.rollout.league import LeagueConfig
from africana_training.rollout.rollout import carry_over
from africana_training.rollout.samples import Samples, make_samples
from africana_training.runs.session import begin
from africana_training.runs.update import learn, train_step

from africana_env import LEARNER, UserError

GAMES, STEPS = 16, 24


@pytest.fixture
def config(tmp_path):
    settings = {
        "rollout": RolloutConfig(num_games=GAMES, num_steps=STEPS),
        "optimizer": OptimizerConfig(update_epochs=2, minibatch_size=64),
    }
    league = LeagueConfig(share=0.0)
    return TrainConfig("africana_v0", str(tmp_path / "run"), 2, layers=[64], **settings, league=league)


def test_imitation_brings_the_policy_to_the_experts_choices(config, rollout_of):
    rollout, _, generator = rollout_of(expert="greedy")
    torch.manual_seed(0)
    network = new_network(rollout.groups[0].batch.game, [64])
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    imitation = ImitationConfig()
    loss_of = imitation.loss_for(network, {})
    agreement = []
    for _ in range(25):
        buffer = rollout.collect_expert(network.eval(), 0.25)
        samples = make_samples(buffer, *imitation.advantages(buffer, 1.0), generator)
        carry_over(buffer)
        metrics = learn(network.train(), optimizer, samples, config.optimizer, generator, loss_of)
        agreement.append(metrics["imitation/agreement"])
    assert np.mean(agreement[-5:]) > np.mean(agreement[:2]) + 0.07


def test_the_loss_is_that_of_the_experts_actions_and_of_the_value():
    unused, masks = torch.zeros(2), torch.ones(2, 2, dtype=torch.int8)
    actions, returns = torch.tensor([1, 0]), torch.tensor([0.0, 4.0])
    samples = Samples(unused, masks, unused, actions, unused, unused, unused, returns)
    # The expert's actions have probabilities 3/4 and 1/2.
    logits = torch.tensor([[0.0, np.log(3)], [0.0, 0.0]])
    values = torch.tensor([1.0, 2.0], requires_grad=True)
    loss, metrics = imitation_loss(logits, values, samples, 0.25)
    policy_loss = -(np.log(0.75) + np.log(0.5)) / 2
    assert metrics["imitation/loss"].item() == pytest.approx(policy_loss)
    assert metrics["imitation/agreement"].item() == 1  # the first of equal logits
    assert loss.item() == pytest.approx(policy_loss + 0.25 * 0.5 * (1 + 4) / 2)
    loss.backward()
    torch.testing.assert_close(values.grad, 0.25 * torch.tensor([1.0, -2.0]) / 2)


def test_the_probabilities_are_those_of_the_actions_that_were_played(rollout_of):
    """Also of the expert's actions: self-play learns from the decisions that are still open."""
    rollout, network, _ = rollout_of(expert="greedy")
    buffer = rollout.collect_expert(network, 0.25)
    for row in range(rollout.seats, len(buffer.actions)):
        with torch.inference_mode():
            logits, _ = network(torch.from_numpy(buffer.observations[row]), torch.from_numpy(buffer.masks[row]))
        expected = logprobs_of(torch.log_softmax(logits, -1), torch.from_numpy(buffer.actions[row]))
        np.testing.assert_allclose(buffer.logprobs[row], expected.numpy(), atol=1e-6)


def test_the_learner_has_its_share_and_a_learning_rate_of_its_own_while_it_imitates(config):
    config.imitation = ImitationConfig("greedy", timesteps=GAMES * STEPS, learning_rate=0.03)
    run = begin(config)[0]
    first = train_step(run)
    buffer = run.rollout.buffer
    played = slice(run.rollout.seats, None)
    assert 0 < (buffer.actions[played] != buffer.expert_actions[played]).mean() < LEARNER_SHARE
    assert first["charts/learning_rate"] == 0.03
    assert "imitation/agreement" in first
    second = train_step(run)
    assert second["charts/learning_rate"] < config.optimizer.learning_rate
    assert "losses/approx_kl" in second


def test_an_unknown_expert_is_refused(config):
    config.imitation = ImitationConfig("nobody")
    with pytest.raises(UserError, match=r"imitation.expert: unknown bot 'nobody': use random, greedy"):
        check_config(config)


def test_while_it_imitates_nobody_of_the_league_sits_down(config):
    config.league = LeagueConfig(share=1.0, opponents=["random"], snapshots=0)
    config.imitation = ImitationConfig("greedy", timesteps=GAMES * STEPS * 8)
    config.max_rounds = 1
    run = begin(config)[0]
    assert any("charts/decisions_per_game" in train_step(run) for _ in range(8))
    while run.imitating:
        train_step(run)
    (table,) = run.rollout.groups
    assert (table.seating.seats == LEARNER).all()
    while (table.seating.seats == LEARNER).all():
        train_step(run)
