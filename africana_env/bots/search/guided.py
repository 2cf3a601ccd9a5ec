"""Search guided by a trained policy: rollouts of likely actions, weighed against the policy's probabilities.

A rollout draws a determinization, takes the action and lets the policy play all seats until the seat has made
`ROLLOUT_DECISIONS` more decisions. Its result is the sum of rewards plus the policy's value of the last position. All
actions of a decision are tried in the same determinizations with the same random numbers, as in `compiled`, and
compared there with the likeliest action. The rollouts of all decisions form one batch, with one forward pass for all.

This is policy iteration by rollouts (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS
1996), truncated by a value network. Weighing results against probabilities is the update of Sokota et al. ("The
update-equivalence framework for decision-time planning", 2023, arXiv 2304.13138), which adds a multiple of the results
to the logits. Here results count in standard errors, which makes the search independent of the scale of rewards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

import numpy as np

from africana_env.bots.decisions import check_fits, row_parts
from africana_env.bots.generators import draws_kept, reset_generators
from africana_env.bots.protocol import EditionBound, IsFromFile
from africana_env.bots.search.policy_rollouts import Guide, PolicyRollouts
from africana_env.engine.batch.batch import Batch, check_decision
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.rng import generator_dtype, stream_seeds

MIN_PRIOR = 0.05
"""Actions with a smaller probability are not tried."""
MIN_DETERMINIZATIONS = 8
"""Fewest rollouts per candidate: fewer show no difference."""
MIN_ROLLOUTS = 2 * MIN_DETERMINIZATIONS
"""Fewest rollouts per decision: two candidates."""
MAX_PLANNED_ROLLOUTS = 1 << 18
"""Rollouts planned at once, unless one decision takes more."""
CERTAINTY = 2.0
"""Log-probability ratio that one standard error outweighs: an action a twelfth as likely as the likeliest must gain
1.25 standard errors, an equally likely action none."""
MAX_TIMED_DECISIONS = 256
"""Decisions searched at once with a time budget."""
FIRST_ROLLOUTS = 64
"""Most rollouts of the first round with a time budget; its duration sets the size of the next."""


@dataclass(frozen=True)
class SearchBudget:
    """The budget of a decision, in rollouts or milliseconds. With milliseconds, decisions depend on the machine and its
    load."""

    rollouts: int | None = None
    milliseconds: int | None = None

    @property
    def spelled(self) -> str:
        """The name of the search with this budget."""
        return f"search:{self.milliseconds}ms" if self.rollouts is None else f"search:{self.rollouts}"


class Searched(NamedTuple):
    """A decision with more than one candidate."""

    row: int
    tried: np.ndarray
    """The candidates, likeliest first."""
    prior: np.ndarray
    """Their probabilities."""
    gained: list[np.ndarray]
    """Their results, (candidates, determinizations) for each round."""


class GuidedSearchBot:
    """The search with a budget per decision. `make_guide` makes a guide for a number of games."""

    def __init__(self, game: Game, budget: SearchBudget, num_games: int, make_guide: Callable[[int], Guide]) -> None:
        game.check_resample()
        self.game = game
        self.name = budget.spelled
        self.generators = np.zeros(num_games, generator_dtype)
        """See `KeepsGenerators`."""
        self.budget = budget
        self._guide = make_guide(num_games)
        self.reads_observations = self._guide.reads_observations
        self._rollouts = PolicyRollouts(game, make_guide)

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`."""
        reset_generators(self.generators, rows, seeds)

    def edition_difference(self, edition: Edition) -> str | None:
        """See `EditionBound`: the guide's."""
        return self._guide.edition_difference(edition) if isinstance(self._guide, EditionBound) else None

    def source_file(self) -> str | None:
        """See `IsFromFile`: the guide's."""
        return self._guide.source_file() if isinstance(self._guide, IsFromFile) else None

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`."""
        check_decision(batch, rows, actions)
        check_fits(self.name, len(self.generators), batch, self.game)
        rollouts = self.budget.rollouts
        few = MAX_TIMED_DECISIONS if rollouts is None else max(1, MAX_PLANNED_ROLLOUTS // rollouts)
        with draws_kept(self.generators):
            for some in row_parts(rows, few):
                self._act(batch, some, actions)

    def _act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """`act` for a few games."""
        began = perf_counter()
        rollouts = FIRST_ROLLOUTS if self.budget.rollouts is None else self.budget.rollouts
        probabilities = self._guide.probabilities(batch, rows)
        actions[rows] = probabilities.argmax(1)
        decisions = [
            Searched(int(row), tried, prior[tried], [])
            for row, prior in zip(np.flatnonzero(rows), probabilities, strict=True)
            if len(tried := candidates(prior, rollouts)) > 1
        ]
        if not decisions:
            return
        if self.budget.milliseconds is None:
            self._play(batch, decisions, rollouts)
        else:
            self._play_until(batch, decisions, began + len(decisions) * self.budget.milliseconds / 1000)
        for decision in decisions:
            gained = np.concatenate(decision.gained, axis=1)
            actions[decision.row] = decision.tried[best_candidate(decision.prior, gained)]

    def _play_until(self, batch: Batch, decisions: Sequence[Searched], end: float) -> None:
        """Play rollouts of each decision until the time `end`. The first round is the minimum per candidate; its speed
        sets the size of the next rounds, which try each candidate at least once."""
        widest = max(len(decision.tried) for decision in decisions)
        rollouts, most = MIN_DETERMINIZATIONS * widest, MAX_PLANNED_ROLLOUTS // len(decisions)
        while rollouts >= widest:
            began = perf_counter()
            self._play(batch, decisions, rollouts)
            now = perf_counter()
            rollouts = min(most, int((end - now) * rollouts / max(now - began, 1e-9)))

    def _play(self, batch: Batch, decisions: Sequence[Searched], rollouts: int) -> None:
        """Play one round, with `rollouts` per decision shared by its candidates."""
        seeds = [
            determinization_seeds(self.generators, decision.row, rollouts // len(decision.tried))
            for decision in decisions
        ]
        pairs = list(zip(decisions, seeds, strict=True))
        gained = self._rollouts.play(
            batch,
            np.concatenate([np.full(len(tried) * len(own), row) for (row, tried, *_), own in pairs]),
            np.concatenate([np.repeat(tried, len(own)) for (_, tried, *_), own in pairs]),
            np.concatenate([np.tile(own, len(tried)) for (_, tried, *_), own in pairs]),
        )
        start = 0
        for (_, tried, _, rounds), own in pairs:
            end = start + len(tried) * len(own)
            rounds.append(gained[start:end].reshape(len(tried), len(own)))
            start = end


def candidates(prior: np.ndarray, rollouts: int) -> np.ndarray:
    """Return the actions to try, likeliest first, from their probabilities `prior` (shape `(actions,)`). The budget
    allows at least `MIN_DETERMINIZATIONS` rollouts each."""
    order = np.argsort(-prior, kind="stable")[: rollouts // MIN_DETERMINIZATIONS]
    return order[(prior[order] >= MIN_PRIOR) | (order == order[0])]


def best_candidate(prior: np.ndarray, gained: np.ndarray) -> int:
    """Return the index of the candidate to take: the one with the largest sufficient gain, or the first.

    A gain over the first candidate is sufficient if its standard errors outweigh the smaller probability (see
    `CERTAINTY`). `prior` has shape `(candidates,)`, and `gained`, the results, shape `(candidates, determinizations)`.
    """
    more = gained - gained[0]
    mean, error = more.mean(1), more.std(1, ddof=1) / np.sqrt(more.shape[1])
    better = CERTAINTY * mean > np.log(prior[0] / prior) * error
    return int(np.where(better, mean, 0.0).argmax())


def determinization_seeds(generators: np.ndarray, row: int, number: int) -> np.ndarray:
    """Return `number` seeds from the generator in a row, `uint64` of shape `(number,)`; counts as one draw."""
    generator = generators[row]
    first = stream_seeds(generator["seed"], generator["draws"])
    generator["draws"] += np.uint64(1)
    return first + np.arange(number, dtype=np.uint64)
