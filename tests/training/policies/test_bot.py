"""Trained policies as bots, with features and with entities."""

import pickle

import numpy as np
import pytest
import torch
from africana_training.networks.registry import ILLEGAL
from africana_training.policies.bot import PolicyBot
from torch import nn

from africana_env import Batch, UserError, load_game, make_bot

GAME = load_game("afritoria_v0")
POLICIES = pytest.mark.parametrize("policy", ["policy:baseline", "policy:generalist"])


def in_the_middle(games, decisions=20):
    """A batch of games after some random decisions."""
    batch = Batch(GAME, games, 2, autoreset=True)
    batch.reset(3)
    bot, rows, actions = make_bot("random", GAME, games), np.ones(games, np.bool_), np.zeros(games, np.int64)
    for _ in range(decisions):
        bot.act(batch, rows, actions)
        batch.step(actions)
    return batch


@POLICIES
@pytest.mark.parametrize("spelled", ["{}", "search:16,{}"])
def test_a_copy_by_pickle_decides_alike(policy, spelled):
    bot = make_bot(spelled.format(policy if spelled == "{}" else policy.replace(":", "=")), GAME, 6)
    batch, found = in_the_middle(6), []
    for one in (pickle.loads(pickle.dumps(bot)), bot):
        actions = np.full(6, -1)
        one.act(batch, np.ones(6, np.bool_), actions)
        found.append(actions.tolist())
    assert found[0] == found[1]


@POLICIES
def test_probabilities_and_values_are_the_same_to_the_bit_in_any_batch(policy):
    batch = in_the_middle(70)
    bot, every = make_bot(policy, GAME, 70), np.ones(70, np.bool_)
    probabilities, values = bot.probabilities(batch, every), bot.values(batch, every)
    for rows in (np.arange(70) == 33, np.arange(70) % 3 == 0, np.arange(70) > 20):
        np.testing.assert_array_equal(bot.probabilities(batch, rows), probabilities[rows])
        np.testing.assert_array_equal(bot.values(batch, rows), values[rows])


@POLICIES
@pytest.mark.parametrize("spelled", ["{}", "{},temperature=0", "search:16,{}"])
def test_it_is_asked_only_where_somebody_is_to_move(policy, spelled):
    bot = make_bot(spelled.format(policy.replace(":", "=") if "search" in spelled else policy), GAME, 2)
    batch = Batch(GAME, 2, 2, max_rounds=1)
    batch.reset(1)
    while batch.running[1]:
        batch.step(batch.action_mask.argmax(1), np.array([False, True]))
    assert batch.running[0]
    asked = [lambda rows: bot.act(batch, rows, np.zeros(2, np.int64))]
    if "search" not in spelled:
        asked += [lambda rows: bot.probabilities(batch, rows), lambda rows: bot.values(batch, rows)]
    for ask in asked:
        with pytest.raises(UserError, match="without a player to move"):
            ask(np.ones(2, np.bool_))
        assert not bot.generators["draws"].any()
        ask(np.array([True, False]))
        bot.generators["draws"] = 0


def test_what_fails_takes_nothing_from_the_generators(monkeypatch):
    batch, bot = in_the_middle(3), make_bot("policy:baseline", GAME, 3)
    before = bot.generators.copy()
    monkeypatch.setattr(bot, "_logits", lambda shown, masks: torch.full(masks.shape, torch.nan))
    with pytest.raises(UserError, match="not finite"):
        bot.act(batch, np.ones(3, np.bool_), np.zeros(3, np.int64))
    np.testing.assert_array_equal(bot.generators, before)


class Drops(nn.Module):
    """A network that knows its mode."""

    def __init__(self):
        super().__init__()
        self.frozen, self.drop, self.weight = nn.Dropout().eval(), nn.Dropout(), nn.Parameter(torch.ones(1))
        self.modes = []

    def forward(self, observation, action_mask):
        self.modes += [self.training, self.drop.training]
        return torch.where(action_mask == 0, ILLEGAL, self.weight), observation[:, 0].float()


def test_a_network_that_learns_plays_as_in_evaluation_and_learns_on():
    network, batch = Drops(), in_the_middle(3)
    bot, every = PolicyBot(GAME, network, 3), np.ones(3, np.bool_)
    bot.act(batch, every, np.zeros(3, np.int64))
    bot.values(batch, every)
    assert {*network.modes} == {False}
    assert (network.training, network.drop.training, network.frozen.training) == (True, True, False)


@pytest.mark.parametrize("temperature", [-1, np.nan, np.inf, "1", None])
def test_what_is_no_temperature_is_refused(temperature):
    with pytest.raises(UserError, match="temperature must be a number of at least 0, not"):
        PolicyBot(GAME, Drops(), 1, temperature=temperature)
