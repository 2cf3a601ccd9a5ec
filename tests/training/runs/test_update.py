import pytest
import torch
from africana_training.config.settings import OptimizerConfig
from africana_training.networks.registry import check_finite
from africana_training.rollout.samples import Samples
from africana_training.runs.update import learn, step
from torch import nn

from africana_env import UserError


def layer_and_optimizer():
    torch.manual_seed(0)
    layer = nn.Linear(2, 1)
    return layer, torch.optim.SGD(layer.parameters(), lr=1.0)


def test_a_step_goes_down_the_gradient_scaled_down_to_its_largest_norm():
    layer, optimizer = layer_and_optimizer()
    before = layer.weight.clone()
    norm = step(layer, optimizer, (layer.weight * torch.tensor([[3.0, 4.0]])).sum(), 0.5)
    assert norm == pytest.approx(5)
    torch.testing.assert_close(before - layer.weight, torch.tensor([[0.3, 0.4]]))
    before = layer.weight.clone()
    step(layer, optimizer, (layer.weight * torch.tensor([[0.03, 0.04]])).sum(), 0.5)  # drops the last gradient
    torch.testing.assert_close(before - layer.weight, torch.tensor([[0.03, 0.04]]))


@pytest.mark.parametrize("wrong", [float("inf"), float("-inf"), float("nan")])
def test_a_gradient_that_is_no_number_changes_nothing(wrong):
    layer, optimizer = layer_and_optimizer()
    before = layer.weight.clone()
    with pytest.raises(UserError, match=r"training diverged: a gradient is not a number; try a smaller"):
        step(layer, optimizer, layer.weight.sum() * wrong, 0.5)
    assert torch.equal(layer.weight, before)


@pytest.mark.parametrize("wrong", [float("inf"), float("nan")])
def test_a_weight_that_is_no_number_is_found(wrong):
    layer, optimizer = layer_and_optimizer()
    check_finite(layer, optimizer)
    layer.bias.data[0] = wrong
    with pytest.raises(UserError, match="training diverged: a weight is not a number"):
        check_finite(layer, optimizer)


class Constant(nn.Module):
    """A network of one weight, for both outputs."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))

    def forward(self, observations, masks):
        return self.weight, self.weight


def test_a_metric_is_the_mean_over_the_minibatches_that_have_it():
    rows = torch.arange(6)
    given = iter([{"a": 1.0, "b": 10.0}, {"a": 2.0}, {"a": 6.0}])
    network = Constant()

    def loss_of(logits, values, part):
        return logits.sum(), {name: torch.tensor(value) for name, value in next(given).items()}

    samples, settings = Samples(*[rows.float()] * len(Samples._fields)), OptimizerConfig(minibatch_size=2)
    optimizer = torch.optim.SGD(network.parameters(), lr=1.0)
    metrics = learn(network, optimizer, samples, settings, torch.Generator(), loss_of)
    assert (metrics["a"], metrics["b"], metrics["losses/grad_norm"]) == (3.0, 10.0, 1.0)
