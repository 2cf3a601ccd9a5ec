"""The algorithms: on bandits, their losses against numbers computed by hand, and one of a user's own."""

import math

import numpy as np
import pytest
import torch
from africana_training.algorithms.dmc import DMC, dmc_loss
from africana_training.algorithms.imitation import ImitationConfig
from africana_training.algorithms.mmd import MMD, mmd_loss
from africana_training.algorithms.ppo import PPO, ppo_loss
from africana_training.config.check import check_config
from africana_training.config.settings import OptimizerConfig
from africana_training.networks.mlp import GroupFeatures, PolicyValueNetwork
from africana_training.networks.sampling import sample_actions
from africana_training.rollout.advantages import seat_advantages
from africana_training.rollout.samples import Samples
from africana_training.runs.update import learn

from africana_env import UserError

ACTIONS, FEATURES, ROWS = 5, 4, 128
OPTIMIZER = OptimizerConfig(update_epochs=4, minibatch_size=64)
ALGORITHMS = {"ppo": PPO(), "mmd": MMD(0.1), "dmc": DMC(0.1)}


def network_and_optimizer():
    torch.manual_seed(0)
    network = PolicyValueNetwork(torch.ones(FEATURES, dtype=torch.uint8), [GroupFeatures(ACTIONS, ())], [16, 16])
    return network, torch.optim.Adam(network.parameters(), lr=1e-2)


def bandit_samples(network, reward_of_action, mask):
    """Decisions whose return is the reward of the action."""
    observations = torch.from_numpy(np.random.default_rng(0).integers(0, 2, (ROWS, FEATURES)).astype(np.uint8))
    masks = torch.tensor(mask, dtype=torch.int8).expand(ROWS, ACTIONS).contiguous()
    with torch.no_grad():
        logits, values = network.eval()(observations, masks)
    drawn = np.random.default_rng(3).random(ROWS)
    actions, logprobs = map(torch.from_numpy, sample_actions(logits.numpy(), masks.numpy(), 1.0, drawn))
    returns = torch.tensor(reward_of_action, dtype=torch.float32)[actions]
    return Samples(observations, masks, actions, actions, logprobs, values, returns - values, returns)


def update(algorithm, network, optimizer, samples, ent_coef):
    loss_of = ALGORITHMS[algorithm].loss_for(network, {"ent_coef": ent_coef, "temperature": ent_coef})
    return learn(network.train(), optimizer, samples, OPTIMIZER, torch.Generator().manual_seed(0), loss_of)


def policy_of(network, samples):
    with torch.no_grad():
        logits, _ = network.eval()(samples.observations, samples.masks)
    return torch.softmax(logits, -1).mean(0).numpy()


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_the_action_that_pays_becomes_likely_and_illegal_ones_stay_impossible(algorithm):
    network, optimizer = network_and_optimizer()
    for _ in range(30):
        samples = bandit_samples(network, [0, 0, 1, 0, 0], [1, 0, 1, 1, 0])
        metrics = update(algorithm, network, optimizer, samples, 0.0)
    policy = policy_of(network, samples)
    assert policy[2] > 0.9
    assert policy[1] == policy[4] == 0
    assert all(np.isfinite(value) for value in metrics.values())


# By hand: two decisions. Entries are (probability of the action then and now, advantage).
OLD, NEW = [0.5, 0.25], [0.75, 0.21]
ADVANTAGES = [3.0, 1.0]
"""Less their mean, 2, and divided by their spread, 1: 1 and -1."""
VALUES, RETURNS = [1.0, 2.0], [0.0, 2.5]


def logits_of(probabilities):
    """Logits of two actions for each decision."""
    return torch.tensor([[math.log(p / (1 - p)), 0.0] for p in probabilities])


def samples_by_hand(advantages=ADVANTAGES, old=OLD):
    """Decisions with two actions, where the first was taken."""
    return Samples(
        observations=torch.zeros(2, 1, dtype=torch.uint8),
        masks=torch.ones(2, 2, dtype=torch.int8),
        actions=torch.zeros(2, dtype=torch.int64),
        expert_actions=torch.zeros(2, dtype=torch.int64),
        logprobs=torch.tensor([*map(math.log, old)]),
        values=torch.tensor(VALUES),
        advantages=torch.tensor(advantages),
        returns=torch.tensor(RETURNS),
    )


def by_hand(ent_coef=0.0, advantages=ADVANTAGES, old=OLD, **settings):
    """Loss, metrics and logits of proximal policy optimisation."""
    logits = logits_of(NEW).requires_grad_()
    samples = samples_by_hand(advantages, old)
    loss, metrics = ppo_loss(logits, torch.tensor(VALUES), samples, PPO(**{"vf_coef": 0.0} | settings), ent_coef)
    return loss, metrics, logits


def test_the_loss_of_the_policy_is_the_clipped_ratio_times_the_normalised_advantage():
    loss, metrics, _ = by_hand()
    # Ratios 1.5 and 0.84, advantages 1 and -1: the first is clipped to 1.2, the second is not.
    assert loss.item() == pytest.approx(-(1.2 * 1 + 0.84 * -1) / 2)
    assert metrics["losses/policy_loss"].item() == pytest.approx(loss.item())
    assert metrics["losses/clipfrac"].item() == pytest.approx(0.5)
    kl = ((1.5 - 1 - math.log(1.5)) + (0.84 - 1 - math.log(0.84))) / 2
    assert metrics["losses/approx_kl"].item() == pytest.approx(kl, rel=1e-5)


def test_without_the_bound_the_ratio_counts_in_full_and_the_worse_of_both_is_taken():
    assert by_hand(clip_coef=1.0)[0].item() == pytest.approx(-(1.5 * 1 + 0.84 * -1) / 2)
    # The other way round: a bad action became likelier, so the bound must not stop it from counting.
    assert by_hand(advantages=[1.0, 3.0])[0].item() == pytest.approx(-(1.5 * -1 + 0.84 * 1) / 2)
    assert by_hand(clip_coef=0.1, advantages=[1.0, 3.0])[0].item() == pytest.approx(-(1.5 * -1 + 0.84 * 1) / 2)
    assert by_hand(clip_coef=0.1)[0].item() == pytest.approx(-(1.1 * 1 + 0.9 * -1) / 2)


def test_the_scale_of_the_advantages_does_not_count():
    assert by_hand(advantages=[6.0, 2.0])[0].item() == pytest.approx(by_hand()[0].item())
    assert by_hand(advantages=[0.3, 0.1])[0].item() == pytest.approx(by_hand()[0].item(), rel=1e-5)


def test_a_bounded_decision_has_no_gradient():
    loss, _, logits = by_hand()
    loss.backward()
    assert logits.grad[0].tolist() == [0, 0]
    assert logits.grad[1, 0] > 0  # what turned out bad becomes less likely


def test_entropy_over_legal_actions_makes_the_loss_less():
    entropy = sum(-(p * math.log(p) + (1 - p) * math.log(1 - p)) for p in NEW) / 2
    loss, metrics, _ = by_hand(ent_coef=0.1)
    assert metrics["losses/entropy"].item() == pytest.approx(entropy, rel=1e-5)
    assert loss.item() == pytest.approx(by_hand()[0].item() - 0.1 * entropy, rel=1e-5)


def test_the_loss_of_the_value_is_half_its_squared_error_over_all_decisions():
    loss, metrics, _ = by_hand(vf_coef=0.25)
    half = 0.5 * (1 + 0.25) / 2
    assert metrics["losses/value_loss"].item() == pytest.approx(half)
    assert loss.item() == pytest.approx(by_hand()[0].item() + 0.25 * half)


def test_advantages_that_are_all_alike_teach_nothing():
    loss, _, _ = by_hand(advantages=[5.0, 5.0], old=NEW)
    assert loss.item() == pytest.approx(0.0, abs=1e-6)


# Magnetic mirror descent, by hand


def mmd_by_hand(kl_coef=0.0, ent_coef=0.0, vf_coef=0.0, before=OLD):
    settings = MMD(kl_coef or 1e-30, vf_coef=vf_coef)
    return mmd_loss(logits_of(NEW), logits_of(before), torch.tensor(VALUES), samples_by_hand(), settings, ent_coef)


def test_magnetic_mirror_descent_climbs_without_a_bound_and_is_held_by_the_policy_that_played():
    climbed = -(1.5 * 1 + 0.84 * -1) / 2
    kl = sum(p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q)) for p, q in zip(NEW, OLD, strict=True)) / 2
    assert mmd_by_hand()[0].item() == pytest.approx(climbed)
    loss, metrics = mmd_by_hand(kl_coef=0.5)
    assert loss.item() == pytest.approx(climbed + 0.5 * kl, rel=1e-5)
    assert metrics["losses/kl"].item() == pytest.approx(kl, rel=1e-5)
    assert mmd_by_hand(kl_coef=0.5, before=NEW)[0].item() == pytest.approx(climbed)


def test_its_magnet_is_the_policy_that_takes_all_legal_actions_alike_and_its_value_learns():
    entropy = sum(-(p * math.log(p) + (1 - p) * math.log(1 - p)) for p in NEW) / 2
    value_loss = 0.5 * (1 + 0.25) / 2
    loss = mmd_by_hand()[0].item()
    assert mmd_by_hand(ent_coef=0.1)[0].item() == pytest.approx(loss - 0.1 * entropy, rel=1e-5)
    assert mmd_by_hand(vf_coef=0.25)[0].item() == pytest.approx(loss + 0.25 * value_loss, rel=1e-5)


def test_the_policy_that_played_is_a_copy_that_does_not_learn():
    network, optimizer = network_and_optimizer()
    samples = bandit_samples(network, [0, 0, 1, 0, 0], [1] * ACTIONS)
    loss_of = ALGORITHMS["mmd"].loss_for(network, {"temperature": 0.0})
    kl = [loss_of(*network(*samples[:2]), samples)[1]["losses/kl"].item()]
    learn(network, optimizer, samples, OPTIMIZER, torch.Generator().manual_seed(0), loss_of)
    kl.append(loss_of(*network(*samples[:2]), samples)[1]["losses/kl"].item())
    assert kl[0] == pytest.approx(0, abs=1e-6)
    assert kl[1] > 1e-3


# Deep Monte Carlo, by hand


def test_deep_monte_carlo_learns_what_the_actions_that_were_taken_are_worth():
    settings = DMC(0.5, vf_coef=0.25)
    logits = torch.tensor([[4.0, 9.0], [-2.0, 9.0]], requires_grad=True)
    values = torch.tensor(VALUES, requires_grad=True)
    loss, metrics = dmc_loss(logits, values, samples_by_hand(), settings)
    # Worth 1 + 2 and 2 - 1, returns 0 and 2.5.
    worth_loss, value_loss = 0.5 * (9 + 1.5**2) / 2, 0.5 * (1 + 0.25) / 2
    assert metrics["losses/worth_loss"].item() == pytest.approx(worth_loss)
    assert loss.item() == pytest.approx(worth_loss / 0.5 + 0.25 * value_loss)
    loss.backward()
    torch.testing.assert_close(logits.grad, torch.tensor([[3.0, 0], [-1.5, 0]]) / 2)
    torch.testing.assert_close(values.grad, 0.25 * torch.tensor([1.0, -0.5]) / 2)


def test_its_returns_are_those_of_whole_games_and_those_of_others_are_generalised(rollout_of):
    rollout, network, _ = rollout_of()
    buffer = rollout.collect(network)
    for algorithm, gae_lambda in ((PPO(), 0.95), (MMD(), 0.95), (PPO(gae_lambda=0.5), 0.5), (DMC(), 1.0)):
        arrays = buffer.rewards, buffer.done, buffer.seats, buffer.values
        advantages, valid = seat_advantages(*arrays, 0.9, gae_lambda)
        found, learned = algorithm.advantages(buffer, 0.9)
        np.testing.assert_array_equal(found, advantages)
        assert not (learned & ~valid).any()
        assert isinstance(algorithm, PPO) or (learned == valid).all()


def test_it_cannot_begin_by_imitation(tiny, tmp_path):
    with pytest.raises(UserError, match=r"imitation\.expert must be null with algorithm dmc"):
        check_config(tiny(tmp_path, algorithm="dmc", imitation=ImitationConfig("greedy")))


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        (PPO(ent_coef=0.06, final_ent_coef=0.006), "ent_coef"),
        (MMD(temperature=0.06, final_temperature=0.006), "temperature"),
    ],
)
def test_the_weight_of_the_entropy_falls_from_the_first_value_to_the_last(settings, name):
    found = [settings.anneal(share)[name] for share in (0, 0.5, 1)]
    assert found == pytest.approx([0.06, 0.033, 0.006])
