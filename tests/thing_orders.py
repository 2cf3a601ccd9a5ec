"""Checks that observations of any edition, and networks on them, do not depend on the order of things."""

import numpy as np
import torch
from africana_training.networks.registry import new_network
from support import shown_as

from africana_env import Batch

NETWORKS = {"entities": "entities", "facts": "relational"}
"""The network that reads each observation."""


def check_orders(game, states, edition, new_states, new_edition, players, orders):
    """Compare all seats' observations of `states` with those of `new_states`, whose things stand in the `orders` of
    their kinds. Then compare the probabilities and values of the networks."""
    one, other = (Batch(game, len(states), players, each) for each in (edition, new_edition))
    one.set_states(states)
    other.set_states(new_states)
    actions = action_order(game, orders)
    assert (other.action_mask == one.action_mask[:, np.argsort(actions)]).all()
    for name, reordered in (("entities", reordered_entities), ("facts", reordered_facts)):
        for seat in range(players):
            expected = reordered(game.space_of(name), shown_as(one, name, seat), orders)
            found = game.space_of(name).unpack(shown_as(other, name, seat))
            for part, values in expected.items():
                assert (found[part] == values).all(), part
        check_network(random_network(game, NETWORKS[name]), name, one, other, torch.from_numpy(actions))


def reordered_entities(space, shown, orders):
    tables = space.unpack(shown)
    return {kind: orders[kind].along(table, 1) if kind in orders else table for kind, table in tables.items()}


def reordered_facts(space, shown, orders):
    fields = space.unpack(shown)
    for field in space.parts:
        for axis, kind in enumerate(field.of, 1):
            if kind in orders:
                fields[field.name] = orders[kind].along(fields[field.name], axis)
        if field.refers in orders:
            fields[field.name] = orders[field.refers].numbers(fields[field.name], 1)
    return fields


def check_network(network, name, one, other, actions):
    """Compare the logits and values of a network in two batches, with the new number of each action."""
    results = []
    for batch in (one, other):
        with torch.no_grad():
            shown = torch.from_numpy(shown_as(batch, name)), torch.from_numpy(batch.action_mask.copy())
            results.append(network(*shown))
    (logits, values), (new_logits, new_values) = results
    assert values.std() > 0.01
    assert torch.allclose(new_values, values, atol=1e-5)
    assert torch.allclose(new_logits[:, actions], logits, atol=1e-5)


def random_network(game, name):
    """Return a network whose weights distinguish actions."""
    torch.manual_seed(0)
    network = new_network(game, [32, 16], name).eval()
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
