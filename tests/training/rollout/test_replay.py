"""Replaying the actions of a rollout gives what it recorded, and its samples."""

import numpy as np
import torch
from africana_training.networks.registry import new_network
from africana_training.rollout.advantages import seat_advantages
from africana_training.rollout.games import make_batches
from africana_training.rollout.league import League, LeagueConfig
from africana_training.rollout.rollout import Rollout
from africana_training.rollout.samples import make_samples

from africana_env import Batch, load_game

GAME = load_game("africana_v0")
ROLLOUTS = 25


class Reference:
    """Games played again, one decision after the other, with the decisions whose outcome is open."""

    def __init__(self, batch):
        self.batch = Batch(
            GAME,
            batch.num_games,
            batch.num_players,
            "reconstructed",
            reward="lead",
            max_rounds=batch.max_rounds,
            autoreset=True,
            skip_forced=True,
        )
        self.batch.reset(0)
        self.batch.set_states(batch.states)
        self.open = {}
        """By game and seat: log-probability, value, rewards since, and whether the learner decided."""
        self.samples = []
        """Log-probability, value and return of each decision of the learner, with a lambda of 0."""

    def compare(self, buffer, row, columns):
        """Compare one step of a rollout, and take it."""
        batch = self.batch
        np.testing.assert_array_equal(buffer.seats[row, columns], batch.current_player)
        np.testing.assert_array_equal(buffer.observations[row, columns], batch.observation)
        np.testing.assert_array_equal(buffer.masks[row, columns], batch.action_mask)
        seats = batch.current_player.copy()
        batch.step(buffer.actions[row, columns])
        np.testing.assert_array_equal(buffer.rewards[row, columns, : batch.num_players], batch.reward)
        np.testing.assert_array_equal(buffer.done[row, columns], batch.done)
        for game, seat in enumerate(seats.tolist()):
            column = columns.start + game
            value = float(buffer.values[row, column])
            self.close(game, seat, value)
            learner = bool(buffer.learner[row, column])
            self.open[game, seat] = (float(buffer.logprobs[row, column]), value, 0.0, learner)
            for other in range(batch.num_players):
                if (game, other) in self.open:
                    logprob, value, earned, learner = self.open[game, other]
                    self.open[game, other] = logprob, value, earned + float(batch.reward[game, other]), learner
                if batch.done[game]:
                    self.close(game, other, 0.0)

    def close(self, game, seat, successor):
        """The seat decides again, or the game is over."""
        if (game, seat) in self.open:
            logprob, value, earned, learner = self.open.pop((game, seat))
            if learner:
                self.samples.append((logprob, value, earned + successor))


def test_what_is_learned_from_is_what_happened():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(0)
    batches = make_batches(GAME, 12, [2, 3], "reconstructed", "lead", max_rounds=3)
    rollout = Rollout(batches, 7, League(LeagueConfig(share=0.5, opponents=["random"], snapshots=0), generator))
    rollout.league.open = True
    rollout.reset(0)
    network = new_network(GAME, [8]).eval()
    references, found = [Reference(group.batch) for group in rollout.groups], []
    for _ in range(ROLLOUTS):
        buffer = rollout.collect(network)
        advantages, valid = seat_advantages(buffer.rewards, buffer.done, buffer.seats, buffer.values, 1.0, 0.0)
        samples = make_samples(buffer, advantages, valid, generator)
        found += zip(samples.logprobs.tolist(), samples.values.tolist(), samples.returns.tolist(), strict=True)
        for row in range(rollout.seats, len(buffer.actions)):  # before them are decisions carried over
            for reference, columns in zip(references, rollout.buffer.columns, strict=True):
                reference.compare(buffer, row, columns)
    expected = [sample for reference in references for sample in reference.samples]
    assert len(found) == len(expected) > 1000
    np.testing.assert_allclose(rounded(found), rounded(expected), atol=2e-3)


def rounded(samples):
    """Sorted such that the last bits do not matter."""
    return np.array(sorted(tuple(round(number, 4) for number in sample) for sample in samples))
