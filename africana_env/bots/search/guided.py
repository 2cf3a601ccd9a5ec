"""A search that a trained policy guides: it plays likely actions out in determinizations, and takes another action than
the likeliest where that is significantly better.

A rollout draws a determinization, takes the action and plays on with the policy in all seats until the seat has decided
`ROLLOUT_DECISIONS` more times. Its result is the rewards until then and the value that the policy gives the rest. All
actions of a decision are tried in the same determinizations with the same random numbers, as in `compiled`, and
compared there with the likeliest one.

This is policy iteration by rollouts (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS
1996), truncated by a value network. The rollouts of all decisions are games of one batch, with one forward pass of the
network for all.
"""

from collections.abc import Callable

import numpy as np

from africana_env.bots.generators import draws_kept, reset_generators
from africana_env.bots.protocol import EditionBound, IsFromFile, check_fits
from africana_env.bots.search.determinization import determinization_seeds
from africana_env.bots.search.policy_rollouts import Guide, PolicyRollouts
from africana_env.bots.search.significance import are_significant
from africana_env.engine.batch import Batch, check_decision
from africana_env.engine.contract import Edition, Game
from africana_env.engine.rng import generator_dtype

MIN_PRIOR = 0.05
"""The least probability by the policy with which an action is tried."""
MIN_DETERMINIZATIONS = 8
"""Determinizations in which each candidate is tried at least: fewer show no significant difference."""
MIN_ROLLOUTS = 2 * MIN_DETERMINIZATIONS
"""Rollouts of a decision that compare two candidates."""
MAX_PLANNED_ROLLOUTS = 1 << 18
"""Rollouts planned at once, unless one decision takes more."""


class GuidedSearchBot:
    """The search with a number of rollouts for each decision. `make_guide` makes a guide for a number of games."""

    def __init__(self, game: Game, rollouts: int, num_games: int, make_guide: Callable[[int], Guide]) -> None:
        self.game = game
        self.name = f"search:{rollouts}"
        self.generators = np.zeros(num_games, generator_dtype)
        """See `KeepsGenerators`."""
        self._num_rollouts = rollouts
        self._guide = make_guide(num_games)
        self.reads_observations = self._guide.reads_observations
        self._rollouts = PolicyRollouts(game, make_guide)

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`."""
        reset_generators(self.generators, rows, seeds)

    def edition_difference(self, edition: Edition) -> str | None:
        """See `EditionBound`: that of the guide."""
        return self._guide.edition_difference(edition) if isinstance(self._guide, EditionBound) else None

    def source_file(self) -> str | None:
        """See `IsFromFile`: that of the guide."""
        return self._guide.source_file() if isinstance(self._guide, IsFromFile) else None

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`."""
        check_decision(batch, rows, actions)
        check_fits(self.name, len(self.generators), batch, self.game)
        few = max(1, MAX_PLANNED_ROLLOUTS // self._num_rollouts)
        with draws_kept(self.generators):
            for some in np.array_split(np.flatnonzero(rows), -(-np.count_nonzero(rows) // few) or 1):
                chosen = np.zeros_like(rows)
                chosen[some] = True
                self._act(batch, chosen, actions)

    def _act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """`act` for a few games."""
        probabilities = self._guide.probabilities(batch, rows)
        actions[rows] = probabilities.argmax(1)
        decisions = [
            (row, tried, determinization_seeds(self.generators, int(row), self._num_rollouts // len(tried)))
            for row, prior in zip(np.flatnonzero(rows), probabilities, strict=True)
            if len(tried := candidates(prior, self._num_rollouts)) > 1
        ]
        if not decisions:
            return
        gained = self._rollouts.play(
            batch,
            np.concatenate([np.full(len(tried) * len(seeds), row) for row, tried, seeds in decisions]),
            np.concatenate([np.repeat(tried, len(seeds)) for _, tried, seeds in decisions]),
            np.concatenate([np.tile(seeds, len(tried)) for _, tried, seeds in decisions]),
        )
        start = 0
        for row, tried, seeds in decisions:
            end = start + len(tried) * len(seeds)
            actions[row] = tried[best_candidate(gained[start:end].reshape(len(tried), len(seeds)))]
            start = end


def candidates(prior: np.ndarray, rollouts: int) -> np.ndarray:
    """The actions to try, the likeliest first: no more than can be tried in `MIN_DETERMINIZATIONS` each. `prior` is the
    probability of each action, shape `(actions,)`."""
    order = np.argsort(-prior, kind="stable")[: rollouts // MIN_DETERMINIZATIONS]
    return order[(prior[order] >= MIN_PRIOR) | (order == order[0])]


def best_candidate(gained: np.ndarray) -> int:
    """The index of the candidate to take: the one that gains most of those that are significantly better than the
    first, or the first. `gained` is the result of each in each determinization, shape (candidates, determinizations).
    """
    more = gained - gained[0]
    better = are_significant(more.sum(1), (more * more).sum(1), gained.shape[1])
    return int(np.where(better, more.mean(1), 0.0).argmax())
