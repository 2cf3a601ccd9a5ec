"""The networks for any edition and their sparse layers."""

import numpy as np
import pytest
import torch
from africana_training.networks.entity_layers import EntityPool, layout_of
from africana_training.networks.registry import observation_of
from support import GAMES
from thing_orders import NETWORKS, random_network

from africana_env import Batch, make_bot

WITH_ENTITIES = [game for game in GAMES if game.entities is not None]
every_game = pytest.mark.parametrize("game", WITH_ENTITIES, ids=lambda game: game.name)
every_network = pytest.mark.parametrize(
    ("game", "name"),
    [(game, network) for game in GAMES for name, network in NETWORKS.items() if name in game.spaces],
    ids=lambda each: each if isinstance(each, str) else each.name,
)


def positions_of(game, network, edition="generated:0-9", players=None, games=64, decisions=60, seed=0):
    """A batch of positions with the observation that a network reads."""
    batch = Batch(game, games, players, edition, autoreset=True, observation=observation_of(network))
    batch.reset(seed)
    bot = make_bot("random", game, games)
    actions, every = np.zeros(games, np.int64), np.ones(games, np.bool_)
    for _ in range(decisions):
        bot.act(batch, every, actions)
        batch.step(actions)
    return batch


def tensors_of(batch):
    return torch.from_numpy(batch.observation.copy()), torch.from_numpy(batch.action_mask.copy())


@every_network
def test_the_sparse_layers_are_those_of_dense_products(game, name, monkeypatch):
    network = random_network(game, name)
    shown = tensors_of(positions_of(game, network))
    found = []
    for sparse in (True, False):
        monkeypatch.setattr(torch.compiler, "is_compiling", lambda dense=not sparse: dense)
        network.zero_grad()
        logits, values = network(*shown)
        (logits.softmax(1)[:, ::3].sum() + values.square().sum()).backward()
        found.append([logits.detach(), values.detach(), *(each.grad.clone() for each in network.parameters())])
    for sparse, dense in zip(*found, strict=True):
        assert torch.allclose(sparse, dense, rtol=1e-4, atol=1e-4 * max(1, float(dense.abs().clamp(max=1e6).max())))


@every_network
def test_a_row_depends_on_no_other(game, name):
    network = random_network(game, name)
    observations, masks = tensors_of(positions_of(game, network, games=40))
    logits, values = network(observations, masks)
    some = torch.arange(16, 32)
    few_logits, few_values = network(observations[some], masks[some])
    assert torch.equal(logits[some], few_logits)
    assert torch.equal(values[some], few_values)


@every_game
def test_absent_entities_add_nothing(game):
    network = random_network(game, "entities")
    nothing = torch.zeros(2, len(game.space_of("entities")), dtype=torch.uint8)
    weights = network.feature_scale, network.pool_weight, network.pool_bias
    assert not EntityPool.apply(nothing, *weights, layout_of(game)[0]).any()


@every_game
def test_fitted_features_have_the_same_size_where_they_occur(game):
    network, space = random_network(game, "entities"), game.space_of("entities")
    before = network.feature_scale.clone()
    observations = positions_of(game, network, games=200).observation
    network.fit_scale(observations)
    assert ((network.feature_scale > 0) & (network.feature_scale <= 1)).all()
    scaled = space.unpack(observations * network.feature_scale.numpy())
    for kind, where in space:
        for number, feature in enumerate(kind.features):
            values = scaled[kind.name][:, :, number]
            scale = network.feature_scale[where][number :: len(kind.features)]
            if values.any():
                assert np.sqrt((values[values != 0] ** 2).mean()) == pytest.approx(1, abs=1e-5), feature.name
                assert (scale == scale[0]).all(), feature.name
            else:
                assert torch.equal(scale, before[where][number :: len(kind.features)]), feature.name


@every_game
def test_fitted_fields_have_the_same_size_where_they_occur(game):
    network = random_network(game, "relational")
    before = network.feature_scale.clone()
    observations = positions_of(game, network, games=100).observation
    network.fit_scale(observations)
    for field, where in game.facts:
        values, scale = observations[:, where] * network.feature_scale[where].numpy(), network.feature_scale[where]
        if field.refers or not values.any():
            assert torch.equal(scale, before[where]), field.name
        else:
            assert np.sqrt((values[values != 0] ** 2).mean()) == pytest.approx(1, abs=1e-5), field.name
            assert (scale == scale[0]).all(), field.name
