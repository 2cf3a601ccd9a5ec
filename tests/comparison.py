"""Comparison of the compiled rules with a referee by the same actions, for the games' `lockstep.py`."""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from typing import Any

import numpy as np

from africana_env import Batch, Edition, Game

GAMES_PER_TASK = 20


class Comparison:
    """One game under both implementations. A game's class sets `referee` and returns the positions to compare."""

    referee: Any
    observes = True
    """Whether to observe the compiled game. Impossible numbers of cards cannot be observed."""

    def __init__(self, game: Game, edition: Edition, num_players: int, max_rounds: int, seed: int) -> None:
        self.game = game
        self.edition = edition
        self.texts = list(game.action_texts(edition.data))
        self.ids = {text: action for action, text in enumerate(self.texts)}
        self.batch = Batch(game, 1, num_players, edition, max_rounds=max_rounds, observe=self.observes)
        self.batch.reset(seed)
        self.story: list[str] = []

    @property
    def state(self) -> np.record:
        return self.batch._states[0]

    @property
    def running(self) -> bool:
        return bool(self.batch.running[0])

    def legal(self) -> set[str]:
        return {self.texts[action] for action in np.flatnonzero(self.batch.action_mask[0])}

    def play(self, text: str) -> None:
        self.story.append(text)
        self.batch.step([self.ids[text]])
        self.referee.play(text)

    def positions(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the position in the compiled rules and in the referee, in the same terms."""
        raise NotImplementedError

    def compare(self) -> None:
        """Fail unless both agree on position, legal actions, scores and leaders."""
        compiled, plain = self.positions()
        if compiled != plain:
            keys = [key for key in compiled | plain if compiled.get(key) != plain.get(key)]
            parts = [f"{key}: {compiled.get(key)} / {plain.get(key)}" for key in keys]
            raise AssertionError(f"compiled / referee: {'; '.join(parts)}{self.shown()}")
        ours, theirs = self.legal(), set(self.referee.legal_actions())
        if ours != theirs:
            raise AssertionError(f"only compiled: {ours - theirs}; only referee: {theirs - ours}{self.shown()}")
        rows = self.batch.scores()[0].tolist()
        scores = [dict(zip(self.game.score_parts, row, strict=True)) for row in rows]
        if scores != self.referee.scores():
            raise AssertionError(f"compiled {scores}, referee {self.referee.scores()}{self.shown()}")
        self.compare_returns(self.batch.returns()[0])

    def compare_returns(self, returns: np.ndarray) -> None:
        """Fail unless `returns` shares the win among the referee's winners and the loss among the others."""
        winners, seats = self.referee.winners(), self.batch.num_players
        shares = [seats / len(winners) if seat in winners else 0.0 for seat in range(seats)]
        expected = [(share - 1) / (seats - 1) for share in shares]
        if not np.allclose(returns, expected, atol=1e-6):
            raise AssertionError(f"{returns}, winners {winners}{self.shown()}")

    def shown(self) -> str:
        return f"\nafter {len(self.story)} actions, the last: {self.story[-12:]}"


def play_seeds(
    seeds: list[int], random_game: Callable[[int], tuple], play_game: Callable[..., int], events: Counter[str]
) -> tuple[int, Counter[str]]:
    """Play and compare the games that `random_game` makes of these seeds. Returns decisions and events."""
    decisions = 0
    for seed in seeds:
        try:
            decisions += play_game(*random_game(seed), events)
        except Exception as error:
            raise AssertionError(f"game of seed {seed}: {error}") from error
    return decisions, events


def compare_from_command_line(title: str, play_games: Callable[[list[int]], tuple[int, Counter[str]]]) -> None:
    """Play the games that the command line asks for, on all cores, and print what they reached."""
    parser = argparse.ArgumentParser(description=f"Compare the compiled rules of {title} with the referee.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the others count on from it")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    play_games([arguments.seed])  # compile before the processes start
    decisions, events, started = 0, Counter[str](), time.time()
    with get_context("spawn").Pool(arguments.processes) as pool:
        for more, seen in pool.imap_unordered(play_games, _tasks(arguments.games, arguments.seed)):
            decisions += more
            events.update(seen)
            games, seconds = events["game"], time.time() - started
            line = f"{games:,} of {arguments.games:,} games, {decisions:,} decisions, {seconds:.0f} s"
            print(line, end="\r" if sys.stdout.isatty() else "\n", flush=True)
    print(f"\nno difference in {events['game']:,} games and {decisions:,} decisions")
    for event, count in sorted(events.items()):
        print(f"{count:>10,}  {event}")


def _tasks(games: int, seed: int) -> Iterator[list[int]]:
    for start in range(seed, seed + games, GAMES_PER_TASK):
        yield list(range(start, min(start + GAMES_PER_TASK, seed + games)))
