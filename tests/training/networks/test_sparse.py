"""The layers that skip zeros match dense layers, and rows do not depend on each other."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from africana_training.networks.mlp import Trunks
from africana_training.networks.sparse import ILLEGAL, feature_linear, legal_linear

pytestmark = pytest.mark.threads
ROOT = Path(__file__).parents[3]
FEATURES, WIDTH, ACTIONS, TRUNKS = 37, 16, 29, 2
SHAPES = [1, 2, 3, 50]
SCALE = torch.rand(FEATURES, generator=torch.Generator().manual_seed(0)) + 0.1


def inputs(rows):
    torch.manual_seed(rows)
    observations = (torch.rand(rows, FEATURES) < 0.2) * torch.randint(1, 256, (rows, FEATURES))
    observations[0] = 0
    if rows > 1:
        observations[1] = 255
    masks = (torch.rand(rows, ACTIONS) < 0.2).to(torch.int8)
    return observations.to(torch.uint8), masks


def leaves(*shapes):
    return [torch.randn(shape, requires_grad=True) for shape in shapes]


def assert_same(found, expected, leaves):
    """Values and gradients of two ways of computing, for the same gradient of what follows."""
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-3)
    slope = torch.randn(found.shape)
    for one, other in zip(
        torch.autograd.grad(found, leaves, slope), torch.autograd.grad(expected, leaves, slope), strict=True
    ):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-2)


@pytest.mark.parametrize("rows", SHAPES)
def test_features_give_what_a_dense_layer_gives(rows):
    observations, _ = inputs(rows)
    weight, bias = leaves((TRUNKS, FEATURES, WIDTH), (TRUNKS, WIDTH))
    dense = observations * SCALE @ weight + bias[:, None]
    assert_same(feature_linear(observations, SCALE, weight, bias), dense, [weight, bias])


@pytest.mark.parametrize("rows", SHAPES)
def test_legal_actions_get_what_a_dense_layer_gives(rows):
    _, masks = inputs(rows)
    hidden, weight, bias = leaves((rows, WIDTH), (ACTIONS, WIDTH), (ACTIONS,))
    dense = (hidden @ weight.T + bias).masked_fill(masks == 0, ILLEGAL)
    assert_same(legal_linear(hidden, masks, weight, bias), dense, [hidden, weight, bias])


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64, torch.float32])
def test_features_and_masks_may_be_of_any_type(dtype):
    observations, masks = inputs(50)
    weight, bias = leaves((TRUNKS, FEATURES, WIDTH), (TRUNKS, WIDTH))
    found = feature_linear(observations.to(dtype), SCALE, weight, bias)
    torch.testing.assert_close(found, feature_linear(observations, SCALE, weight, bias), rtol=1e-4, atol=1e-3)
    hidden, weight, bias = leaves((50, WIDTH), (ACTIONS, WIDTH), (ACTIONS,))
    assert torch.equal(legal_linear(hidden, masks.to(dtype), weight, bias), legal_linear(hidden, masks, weight, bias))


def test_a_row_does_not_depend_on_the_rows_beside_it():
    observations, masks = inputs(50)
    weight, bias, head, head_bias = (
        leaf.detach() for leaf in leaves((TRUNKS, FEATURES, WIDTH), (TRUNKS, WIDTH), (ACTIONS, WIDTH), (ACTIONS,))
    )
    hidden = feature_linear(observations, SCALE, weight, bias)
    logits = legal_linear(hidden[0], masks, head, head_bias)
    for row in (0, 1, 7, 49):
        alone = feature_linear(observations[row : row + 1], SCALE, weight, bias)
        assert torch.equal(alone[:, 0], hidden[:, row])
        assert torch.equal(legal_linear(alone[0], masks[row : row + 1], head, head_bias)[0], logits[row])


def test_no_rows_are_no_error():
    empty = torch.zeros(0, FEATURES, dtype=torch.uint8)
    found = feature_linear(empty, SCALE, torch.zeros(TRUNKS, FEATURES, WIDTH), torch.zeros(TRUNKS, WIDTH))
    assert found.shape == (TRUNKS, 0, WIDTH)
    masks = torch.zeros(0, ACTIONS, dtype=torch.int8)
    logits = legal_linear(torch.zeros(0, WIDTH), masks, torch.zeros(ACTIONS, WIDTH), torch.zeros(ACTIONS))
    assert logits.shape == (0, ACTIONS)


def test_weights_are_not_copies_that_stay_behind():
    """A step of an optimizer changes the output."""
    trunks = Trunks(FEATURES, [WIDTH], TRUNKS)
    with torch.no_grad():
        trunks.weights[0].zero_()
        trunks.biases[0].fill_(1)
    optimizer = torch.optim.SGD(trunks.parameters(), lr=1.0)
    observations, _ = inputs(3)
    (-trunks(observations, SCALE)).sum().backward()
    optimizer.step()
    expected = torch.relu(observations * SCALE @ trunks.weights[0] + trunks.biases[0][:, None])
    torch.testing.assert_close(trunks(observations, SCALE), expected, rtol=1e-4, atol=1e-3)
    assert expected.min() > 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_computes_the_same():
    """It lacks the threads of its parent, and would be killed if it used them."""
    observations, masks = inputs(200)
    weight, bias = leaves((TRUNKS, FEATURES, WIDTH), (TRUNKS, WIDTH))
    feature_linear(observations, SCALE, weight, bias).sum().backward()
    child = os.fork()
    if child == 0:
        feature_linear(observations, SCALE, weight, bias).sum().backward()
        hidden = torch.zeros(200, WIDTH)
        legal_linear(hidden, masks, torch.zeros(ACTIONS, WIDTH), torch.zeros(ACTIONS))
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_the_two_forms_of_a_loop_are_kept_apart_on_disk(tmp_path):
    """A fork would be killed if it loaded the parallel form under a common name."""
    program = """
import os, sys
import numpy as np
from africana_training.networks.sparse import parts, fill_legal

weight, masks, out = np.ones((5, 4), np.float32), np.ones((80, 5), np.int8), np.zeros((80, 5), np.float32)
inputs = parts(80), np.ones((80, 4), np.float32), masks, weight, weight[:, 0], out
fill_legal.parallel(*inputs)
child = os.fork()
if child == 0:
    fill_legal(80, *inputs)
    os._exit(0 if (out == 5).all() else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0)
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    assert subprocess.run([sys.executable, "-c", program], env=environment, cwd=ROOT).returncode == 0
