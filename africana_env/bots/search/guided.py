"""A search that a trained policy guides: it plays likely actions out in worlds that may be the true one, and takes
another than the likeliest where it is sure to be better.

In a rollout a world is drawn that agrees with all that the seat has seen (`Game.resample`), the action taken, and the
game played on by the policy in all seats until the seat has decided `DECISIONS` times more. What counts are the rewards
until then, and what the policy expects of the rest. All actions of a decision are tried in the same worlds with the
same random numbers, as in `search`, and compared there with the likeliest one.

So it is policy iteration by rollouts (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS
1996), cut off by a value network. The rollouts of all decisions are games of one batch, and the network judges them
together.
"""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from africana_env.bots.generators import draws_kept, reset_generators
from africana_env.bots.protocol import Bot, EditionBound, GivesProbabilities, GivesValues, IsFromFile, check_fits
from africana_env.bots.search.compiled import SURE
from africana_env.engine.batch import Batch, check_decision
from africana_env.engine.contract import Edition, Game, RewardName
from africana_env.engine.rng import generator_dtype, stream_seed

LEAST = 0.05
"""How likely the policy must find an action for it to be tried."""
DECISIONS = 8
"""A draft, with some 90 rollouts in two-player Africana, won 68 % of 120 games against the policy alone where it ended
rollouts at the 4th decision, and 81 % at the 8th; half as many to the 16th won 82 %, in as much time as the 8th."""
WORLDS = 8
"""At least so many for each action that is tried: by fewer nothing is sure."""
FEWEST = 2 * WORLDS
"""Rollouts: with fewer there would be nothing to compare."""
POOL = 1024
"""So many rollouts are played at once."""
MOST = 1 << 18
"""Rollouts that are planned at once, unless one decision takes more."""
PLAYER_STREAM = np.uint64(0x504C4159)
"""What the policy draws must not be what shuffled the cards."""


class Guide(Bot, GivesProbabilities, GivesValues, Protocol):
    """A bot that knows actions that are worth trying, and what positions are worth."""

    reward: RewardName
    """In which `values` are."""


class GuidedSearchBot:
    """The search with a number of rollouts for each decision. `make_guide` makes a guide for so many games."""

    reads_observations = True

    def __init__(self, game: Game, rollouts: int, num_games: int, make_guide: Callable[[int], Guide]) -> None:
        self.game = game
        self.name = f"search:{rollouts}"
        self.generators = np.zeros(num_games, generator_dtype)
        """See `KeepsGenerators`."""
        self._rollouts = rollouts
        self._guide = make_guide(num_games)
        self._player = make_guide(POOL)
        self._pool: Batch | None = None

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
        few = max(1, MOST // self._rollouts)
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
            (row, candidates, self._worlds(int(row), self._rollouts // len(candidates)))
            for row, likely in zip(np.flatnonzero(rows), probabilities, strict=True)
            if len(candidates := self._candidates(likely)) > 1
        ]
        if not decisions:
            return
        gained = self._play_out(
            batch,
            np.concatenate([np.full(len(tried) * len(worlds), row) for row, tried, worlds in decisions]),
            np.concatenate([np.repeat(tried, len(worlds)) for _, tried, worlds in decisions]),
            np.concatenate([np.tile(worlds, len(tried)) for _, tried, worlds in decisions]),
        )
        start = 0
        for row, tried, worlds in decisions:
            end = start + len(tried) * len(worlds)
            actions[row] = tried[best(gained[start:end].reshape(len(tried), len(worlds)))]
            start = end

    def _candidates(self, likely: np.ndarray) -> np.ndarray:
        """The actions to try, the likeliest first: no more than can be tried in `WORLDS` worlds each."""
        order = np.argsort(-likely, kind="stable")[: self._rollouts // WORLDS]
        return order[(likely[order] >= LEAST) | (order == order[0])]

    def _worlds(self, row: int, number: int) -> np.ndarray:
        """The seeds of so many worlds, from the generator of a game; `uint64`."""
        generator = self.generators[row]
        first = stream_seed(generator["seed"], generator["draws"])
        generator["draws"] += np.uint64(1)
        return np.uint64(first) + np.arange(number, dtype=np.uint64)

    def _play_out(self, batch: Batch, rows: np.ndarray, actions: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """What the player to move in these rows of a batch gets from then on after these actions, in worlds drawn from
        these seeds; all of shape `(rollouts,)`."""
        found = np.zeros(len(rows))
        for start in range(0, len(rows), POOL):
            part = slice(start, start + POOL)
            found[part] = self._play_some(batch, rows[part], actions[part], seeds[part])
        return found

    def _play_some(self, batch: Batch, rows: np.ndarray, actions: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """`_play_out` for at most `POOL` rollouts. What is left of the pool holds some of them once more, and is not
        played."""
        pool, player, every = self._pool_like(batch), self._player, np.arange(POOL)
        pool._put_states(batch.states[np.resize(rows, POOL)])
        seats, seeds = pool.current_player.astype(np.int64), np.resize(seeds, POOL)
        pool.resample(seats, seeds)
        player.reset_rows(np.ones(POOL, np.bool_), seeds ^ PLAYER_STREAM)
        playing, chosen = every < len(rows), np.resize(actions, POOL)
        gained, decided = np.zeros(POOL), np.zeros(POOL, np.int64)
        while True:
            pool.step(chosen, playing)
            gained[playing] += pool.reward[every, seats][playing]
            playing &= pool.running
            own = playing & (pool.current_player == seats)
            ended = own & (decided == DECISIONS)
            if ended.any():
                gained[ended] += player.values(pool, ended)
                playing &= ~ended
            if not playing.any():
                return gained[: len(rows)]
            decided[own] += 1
            player.act(pool, playing, chosen)

    def _pool_like(self, batch: Batch) -> Batch:
        """A batch for rollouts of the games of another one."""
        pool = self._pool
        wanted = batch.num_players, batch.edition.digest, batch.max_rounds
        if pool is None or (pool.num_players, pool.edition.digest, pool.max_rounds) != wanted:
            options = batch.num_players, batch.edition, self._guide.reward, batch.max_rounds
            self._pool = pool = Batch(self.game, POOL, *options)
        return pool


def best(gained: np.ndarray) -> int:
    """Which candidate to take by what each, the usual one first, got in each world; shape (candidates, worlds). It is
    better than the usual one by `SURE` standard errors of the mean difference, or the usual one itself."""
    more = gained - gained[0]
    error = more.std(1, ddof=1) / np.sqrt(gained.shape[1])
    sure = more.mean(1) > SURE * error
    return int(np.where(sure, more.mean(1), 0.0).argmax())
