"""Checks that entity observations, and a network on them, do not depend on the order of things."""

import numpy as np
import torch
from africana_training.networks.entities import EntityNetwork

from africana_env import Batch


def check_orders(game, states, edition, new_states, new_edition, players, orders):
    """Compare all seats' observations of `states` with those of `new_states`, whose entities stand in the `orders` of
    their kinds. Then compare the probabilities and values of a network."""
    one, other = (Batch(game, len(states), players, each) for each in (edition, new_edition))
    one.set_states(states)
    other.set_states(new_states)
    for seat in range(players):
        seats = np.full(len(states), seat, np.int16)
        shown, changed = (np.zeros((len(states), len(game.entity_space)), np.uint8) for _ in range(2))
        one.observe_entities(seats, shown)
        other.observe_entities(seats, changed)
        expected, found = game.entity_space.unpack(shown), game.entity_space.unpack(changed)
        for kind, table in expected.items():
            assert (found[kind] == (orders[kind].along(table, 1) if kind in orders else table)).all(), kind
    actions = action_order(game, orders)
    assert (other.action_mask == one.action_mask[:, np.argsort(actions)]).all()
    network = random_network(game)
    results = []
    for batch in (one, other):
        features = np.zeros((len(states), len(game.entity_space)), np.uint8)
        batch.observe_entities(batch.current_player, features)
        with torch.no_grad():
            results.append(network(torch.from_numpy(features), torch.from_numpy(batch.action_mask.copy())))
    (logits, values), (new_logits, new_values) = results
    assert torch.allclose(new_values, values, atol=1e-5)
    probabilities = new_logits.softmax(1)[:, torch.from_numpy(actions)]
    assert torch.allclose(probabilities, logits.softmax(1), atol=1e-5)


def random_network(game):
    """Return a network whose weights distinguish actions."""
    torch.manual_seed(0)
    network = EntityNetwork(game, [32, 16]).eval()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.05 * torch.randn(parameter.shape))
    return network


def action_order(game, orders):
    """Return the new number of each action."""
    new = np.arange(len(game.actions))
    for group, ids in game.actions:
        if group.name in orders:
            new[ids.start : ids.stop] = ids.start + orders[group.name].new
            continue
        parts = [
            orders[thing].new[:n] if thing in orders else np.arange(n)
            for thing, n in zip(group.things, group.shape, strict=True)
        ]
        if len(parts) == 2:
            new[ids.start : ids.stop] = ids.start + (parts[0][:, None] * len(parts[1]) + parts[1]).ravel()
        elif parts:
            new[ids.start : ids.stop] = ids.start + parts[0]
    return new
