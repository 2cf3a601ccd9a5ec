"""A search that a trained policy guides: it plays likely actions out in determinizations, and takes another action than
the likeliest where that is better, surely enough for how much less likely the policy finds it.

A rollout draws a determinization, takes the action and plays on with the policy in all seats until the seat has decided
`ROLLOUT_DECISIONS` more times. Its result is the rewards until then and the value that the policy gives the rest. All
actions of a decision are tried in the same determinizations with the same random numbers, as in `compiled`, and
compared there with the likeliest one.

This is policy iteration by rollouts (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS
1996), truncated by a value network. That the policy's probabilities weigh against the results is the update of Sokota
et al. ("The update-equivalence framework for decision-time planning", 2023, arXiv 2304.13138), which adds a multiple of
the results to the logits; here they count in standard errors, so that nothing depends on the scale of rewards. The
rollouts of all decisions are games of one batch, with one forward pass of the network for all.
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
"""The least probability by the policy with which an action is tried."""
MIN_DETERMINIZATIONS = 8
"""Determinizations in which each candidate is tried at least: fewer show no difference."""
MIN_ROLLOUTS = 2 * MIN_DETERMINIZATIONS
"""Rollouts of a decision that compare two candidates."""
MAX_PLANNED_ROLLOUTS = 1 << 18
"""Rollouts planned at once, unless one decision takes more."""
CERTAINTY = 2.0
"""Of the logarithm of how much likelier the policy finds the usual action, each unit calls for a standard error divided
by this: an action a twelfth as likely must gain 1.25 standard errors, one as likely none."""
MAX_TIMED_DECISIONS = 256
"""Decisions searched at once by time."""
FIRST_ROLLOUTS = 64
"""Rollouts of a decision by time that are played first, at most: they tell how many more there is time for."""


@dataclass(frozen=True)
class SearchBudget:
    """What a search may spend on a decision: rollouts, or the milliseconds of a clock. By time, what it decides depends
    on the machine and on what else runs there."""

    rollouts: int | None = None
    milliseconds: int | None = None

    @property
    def spelled(self) -> str:
        """The search with this budget, as bots are named."""
        return f"search:{self.milliseconds}ms" if self.rollouts is None else f"search:{self.rollouts}"


class Searched(NamedTuple):
    """A decision with more than one candidate."""

    row: int
    tried: np.ndarray
    """The candidates, the likeliest first."""
    prior: np.ndarray
    """Their probabilities by the policy."""
    gained: list[np.ndarray]
    """What each has gained in each determinization, (candidates, determinizations) for each round."""


class GuidedSearchBot:
    """The search with a budget for each decision. `make_guide` makes a guide for a number of games."""

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
        """See `EditionBound`: that of the guide."""
        return self._guide.edition_difference(edition) if isinstance(self._guide, EditionBound) else None

    def source_file(self) -> str | None:
        """See `IsFromFile`: that of the guide."""
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
        """Rollouts of each decision until the clock shows `end`: first as many as each candidate needs, then as many as
        there is time for by what those took, while all candidates can be tried once more."""
        widest = max(len(decision.tried) for decision in decisions)
        rollouts, most = MIN_DETERMINIZATIONS * widest, MAX_PLANNED_ROLLOUTS // len(decisions)
        while rollouts >= widest:
            began = perf_counter()
            self._play(batch, decisions, rollouts)
            now = perf_counter()
            rollouts = min(most, int((end - now) * rollouts / max(now - began, 1e-9)))

    def _play(self, batch: Batch, decisions: Sequence[Searched], rollouts: int) -> None:
        """One round: so many rollouts for each decision, shared by its candidates."""
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
    """The actions to try, the likeliest first: no more than can be tried in `MIN_DETERMINIZATIONS` each. `prior` is the
    probability of each action, shape `(actions,)`."""
    order = np.argsort(-prior, kind="stable")[: rollouts // MIN_DETERMINIZATIONS]
    return order[(prior[order] >= MIN_PRIOR) | (order == order[0])]


def best_candidate(prior: np.ndarray, gained: np.ndarray) -> int:
    """The index of the candidate to take: the one that gains most of those whose gain over the first, in standard
    errors, outweighs how much less likely they are (see `CERTAINTY`), or the first. `prior` are the probabilities,
    shape `(candidates,)`, and `gained` the result of each in each determinization, shape `(candidates,
    determinizations)`.
    """
    more = gained - gained[0]
    mean, error = more.mean(1), more.std(1, ddof=1) / np.sqrt(more.shape[1])
    better = CERTAINTY * mean > np.log(prior[0] / prior) * error
    return int(np.where(better, mean, 0.0).argmax())


def determinization_seeds(generators: np.ndarray, row: int, number: int) -> np.ndarray:
    """`number` seeds from the generator of the game in a row, which counts as one draw; `uint64` of shape
    `(number,)`."""
    generator = generators[row]
    first = stream_seeds(generator["seed"], generator["draws"])
    generator["draws"] += np.uint64(1)
    return first + np.arange(number, dtype=np.uint64)
