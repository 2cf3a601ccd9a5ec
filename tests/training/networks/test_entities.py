"""The network for any edition: its sparse layers, and that another order of things changes nothing."""

import numpy as np
import pytest
import torch
from support import GAMES

from africana_env import Batch, make_bot
from training.networks.entities import EntityNetwork
from training.networks.entity_layers import EntityPool, layout_of

WITH_ENTITIES = [game for game in GAMES if game.entities is not None]
every_game = pytest.mark.parametrize("game", WITH_ENTITIES, ids=lambda game: game.name)


def positions_of(game, edition="generated:0-9", players=None, games=64, decisions=60, seed=0):
    """A batch of positions with entity observations."""
    batch = Batch(game, games, players, edition, autoreset=True, entities=True)
    batch.reset(seed)
    bot = make_bot("random", game, games)
    actions, every = np.zeros(games, np.int64), np.ones(games, np.bool_)
    for _ in range(decisions):
        bot.act(batch, every, actions)
        batch.step(actions)
    return batch


def network_of(game):
    torch.manual_seed(0)
    network = EntityNetwork(game, [32, 16])
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.05 * torch.randn(parameter.shape))
    return network


def tensors_of(batch):
    return torch.from_numpy(batch.observation.copy()), torch.from_numpy(batch.action_mask.copy())


@every_game
def test_the_sparse_layers_are_those_of_dense_products(game, monkeypatch):
    network, shown = network_of(game), tensors_of(positions_of(game))
    found = []
    for sparse in (True, False):
        monkeypatch.setattr(torch.compiler, "is_compiling", lambda dense=not sparse: dense)
        network.zero_grad()
        logits, values = network(*shown)
        (logits.softmax(1)[:, ::3].sum() + values.square().sum()).backward()
        found.append([logits.detach(), values.detach(), *(each.grad.clone() for each in network.parameters())])
    for sparse, dense in zip(*found, strict=True):
        assert torch.allclose(sparse, dense, rtol=1e-4, atol=1e-4 * max(1, float(dense.abs().clamp(max=1e6).max())))


@every_game
def test_a_row_depends_on_no_other(game):
    network, (observations, masks) = network_of(game), tensors_of(positions_of(game, games=40))
    logits, values = network(observations, masks)
    some = torch.arange(16, 32)
    few_logits, few_values = network(observations[some], masks[some])
    assert torch.equal(logits[some], few_logits)
    assert torch.equal(values[some], few_values)


@every_game
def test_absent_entities_add_nothing(game):
    network = network_of(game)
    nothing = torch.zeros(2, len(game.entity_space), dtype=torch.uint8)
    weights = network.feature_scale, network.pool_weight, network.pool_bias
    assert not EntityPool.apply(nothing, *weights, layout_of(game)[0]).any()


@every_game
@pytest.mark.parametrize("shuffled", ["reconstructed", "generated:7"])
def test_another_order_of_things_changes_nothing(game, shuffled):
    """The same deals cannot be played on both, for shuffles differ: but for each position of the one edition, the
    position with all things renamed is one of the other. What a network that reads entities makes of both must agree,
    and it does if the tables of entities have the same rows."""
    network = network_of(game)
    for players in game.players:
        batch = positions_of(game, shuffled, players, games=16)
        (observations, masks) = tensors_of(batch)
        logits, values = network(observations, masks)
        generator = np.random.default_rng(players)
        changed, order = reordered(game, observations.numpy(), generator)
        mixed_logits, mixed_values = network(torch.from_numpy(changed), masks[:, order])
        assert torch.allclose(mixed_values, values, atol=1e-5)
        assert torch.allclose(mixed_logits.softmax(1), logits[:, order].softmax(1), atol=1e-5)


def reordered(game, observations, generator):
    """The observations with the entities of each kind in another order, and the order of the actions then."""
    space, orders, mixed = game.entity_space, {}, observations.copy()
    groups = {group.name: group for group in game.actions.groups}
    for kind in space.kinds:
        if kind.name not in groups:
            orders[kind.name] = generator.permutation(kind.number)
    whole = np.arange(len(game.actions))
    for group, ids in game.actions:
        start = ids.start
        if len(group.entities) == 2:
            first, second = (orders[name] for name in group.entities)
            order = (first[:, None] * len(second) + second[None, :]).ravel()
        elif len(group.entities) == 1:
            order = orders[group.entities[0]]
            if group.size < len(order):  # the first entities alone: keep these together
                orders[group.entities[0]] = order = np.concatenate(
                    [order[order < group.size], order[order >= group.size]]
                )
                order = order[: group.size]
        elif group.name in {kind.name for kind in space.kinds}:
            order = generator.permutation(group.size)
        else:
            continue
        whole[ids.start : ids.stop] = start + order
        if group.name in {kind.name for kind in space.kinds}:
            orders[group.name] = order
    for group, ids in game.actions:  # with the final orders: a group of two may come before a kind was changed
        if len(group.entities) == 1:
            whole[ids.start : ids.stop] = ids.start + orders[group.entities[0]][: group.size]
    for kind, where in space:
        table = observations[:, where].reshape(len(observations), kind.number, -1)
        mixed[:, where] = table[:, orders.get(kind.name, np.arange(kind.number))].reshape(len(observations), -1)
    return mixed, whole
