"""Shared code of the games' `lockstep.py`: drive the compiled rules and the referee by the same actions and compare."""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np

from africana_env import Batch, Edition, Game

GAMES_PER_TASK = 20
Style = Callable[[Random, Any, list[str]], str]
"""A way to play: takes a generator, the referee and its sorted legal actions, and returns one of them."""


def uniform(rng: Random, referee: Any, actions: list[str]) -> str:
    """Any action."""
    return rng.choice(actions)


class Comparison:
    """One game under both implementations. Subclasses set `referee` and define the positions to compare."""

    referee: Any
    observes = True
    """Whether the compiled game is observed. Off for positions with more copies of a card than exist."""

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
        """Return the texts of the compiled rules' legal actions."""
        return {self.texts[action] for action in np.flatnonzero(self.batch.action_mask[0])}

    def play(self, text: str) -> None:
        self.story.append(text)
        self.batch.step([self.ids[text]])
        self.referee.play(text)

    def play_all(self, *texts: str) -> None:
        """Take these actions, and compare after each."""
        for text in texts:
            self.play(text)
            self.compare()

    def play_out(self, styles: list[Style], rng: Random, events: Any) -> int:
        """Play and compare to the end, each seat in its style. Return the number of decisions."""
        self.compare()
        before = self.referee.snapshot()
        while self.running:
            text = styles[before["player"]](rng, self.referee, sorted(self.referee.legal_actions()))
            self.play_all(text)
            after = self.referee.snapshot()
            events.note(before, text, after)
            before = after
        self.compare_returns(self.batch.reward[0])
        assert self.batch.done[0] == (2 if before["truncated"] else 1)
        events.end(before, self.referee)
        return len(self.story)

    def put_position(self) -> None:
        """Bring the compiled state into the referee's position."""
        raise NotImplementedError

    def start(self) -> None:
        """Let both go on from the referee's position."""
        self.put_position()
        self.batch._view()
        self.compare()

    def positions(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the position under the compiled rules and under the referee, in the same terms."""
        raise NotImplementedError

    def compare(self) -> None:
        """Fail unless both agree on position, legal actions, scores and winners."""
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
        """Return the last actions, for a message."""
        return f"\nafter {len(self.story)} actions, the last: {self.story[-12:]}"


def play_seeds(
    seeds: list[int], random_game: Callable[[int], tuple[Comparison, list[Style], Random]], events: Any
) -> tuple[int, Counter[str]]:
    """Play and compare the games of these seeds. Return the number of decisions, and the events."""
    decisions = 0
    for seed in seeds:
        try:
            game, styles, rng = random_game(seed)
            decisions += game.play_out(styles, rng, events)
        except Exception as error:
            raise AssertionError(f"game of seed {seed}: {error}") from error
    return decisions, events


def compare_from_command_line(title: str, play_games: Callable[[list[int]], tuple[int, Counter[str]]]) -> None:
    """Play the number of games given on the command line, on all cores, and print the events."""
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
