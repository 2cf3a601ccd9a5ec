"""The compiled rules and the referee, driven by the same actions and compared at every decision.

    python tests/africa/lockstep.py --games 10000 --seed 0

compares that many games on all cores and prints what they reached.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from africa.events import Events
from africa.position import markers, position
from africa.styles import STYLES, Style, explorer
from africa.variants import variant
from referees.africa import Referee

from africana_env import Batch, Edition, load_game
from africana_env.engine.editions import edition_names, load_edition

GAME = load_game("africa_v0")
SHIPPED = [load_edition(GAME, name) for name in edition_names(GAME)]
GAMES_PER_TASK = 20


class Lockstep:
    """One game under both implementations."""

    def __init__(self, edition: Edition, num_players: int, max_rounds: int, seed: int) -> None:
        self.edition = edition
        self.texts = list(GAME.action_texts(edition.data))
        self.ids = {text: action for action, text in enumerate(self.texts)}
        self.batch = Batch(GAME, 1, num_players, edition, max_rounds=max_rounds)
        self.batch.reset(seed)
        self.story: list[str] = []
        self.begin()

    @property
    def state(self) -> np.record:
        return self.batch.states[0]

    def begin(self) -> None:
        """Start the referee with the markers as they lie in the compiled game, where nothing has happened yet."""
        self.batch.refresh()
        around = markers(self.state, self.edition)
        self.referee = Referee(self.edition.data, int(self.state.num_players), int(self.state.max_rounds), around)

    def legal(self) -> set[str]:
        """The texts of the compiled rules' legal actions."""
        return {self.texts[action] for action in np.flatnonzero(self.batch.action_mask[0])}

    def play(self, text: str) -> None:
        """Take the action, first in the compiled rules, then in the referee."""
        self.story.append(text)
        self.batch.step([self.ids[text]])
        self.referee.play(text)

    def compare(self) -> None:
        """Fail unless both agree on the position, the legal actions and the scores."""
        compiled, plain = position(self.state, self.edition), self.referee.snapshot()
        if compiled != plain:
            parts = [f"{key}: {compiled.get(key)} / {plain[key]}" for key in plain if compiled.get(key) != plain[key]]
            raise AssertionError(f"compiled / referee: {'; '.join(parts)}{self.told()}")
        ours, theirs = self.legal(), set(self.referee.legal_actions())
        if ours != theirs:
            raise AssertionError(f"only compiled: {ours - theirs}; only referee: {theirs - ours}{self.told()}")
        rows = self.batch.scores()[0].tolist()
        scores = [dict(zip(GAME.score_parts, row, strict=True)) for row in rows]
        if scores != self.referee.scores():
            raise AssertionError(f"compiled {scores}, referee {self.referee.scores()}{self.told()}")
        self.compare_returns(self.batch.returns()[0])

    def compare_returns(self, returns: np.ndarray) -> None:
        """Fail unless `returns` shares the win among the referee's winners and the loss among the others."""
        winners, seats = self.referee.winners(), int(self.state.num_players)
        shares = [seats / len(winners) if seat in winners else 0.0 for seat in range(seats)]
        expected = [(share - 1) / (seats - 1) for share in shares]
        assert np.allclose(returns, expected, atol=1e-6), f"{returns}, winners {winners}{self.told()}"

    def told(self) -> str:
        """The last actions, for a message."""
        return f"\nafter {len(self.story)} actions, the last: {self.story[-12:]}"

    @property
    def running(self) -> bool:
        return bool(self.batch.running[0])


def play_game(game: Lockstep, styles: list[Style], rng: Random, events: Events) -> int:
    """Play and compare a game to its end, each seat in its style; the number of decisions."""
    decisions = 0
    game.compare()
    before = game.referee.snapshot()
    while game.running:
        text = styles[before["player"]](rng, sorted(game.referee.legal_actions()))
        game.play(text)
        game.compare()
        after = game.referee.snapshot()
        events.note(before, text, after)
        before = after
        decisions += 1
    game.compare_returns(game.batch.reward[0])
    assert game.batch.done[0] == (2 if before["truncated"] else 1)
    events.end(before, game.referee.scores(), set(game.referee.winners()))
    return decisions


def random_game(seed: int) -> tuple[Lockstep, list[Style], Random]:
    """A game as the number `seed` has it: players, rounds, edition and the style of each seat."""
    rng = Random(seed)
    players = GAME.players[seed % len(GAME.players)]
    rounds = rng.choice((2, 12, 25, 40, 60, 80))
    edition = rng.choice(SHIPPED) if rng.random() < 0.6 else variant(GAME, rng)
    styles = [rng.choice(STYLES) for _ in range(players)]
    if rng.random() < 0.4:
        styles = [explorer] * players  # these games end by the last monument
    return Lockstep(edition, players, rounds, seed), styles, rng


def play_games(seeds: list[int]) -> tuple[int, Events]:
    """Play and compare the games of these seeds; decisions and events."""
    decisions, events = 0, Events()
    for seed in seeds:
        try:
            decisions += play_game(*random_game(seed), events)
        except Exception as error:
            raise AssertionError(f"game of seed {seed}: {error}") from error
    return decisions, events


def tasks(games: int, seed: int) -> Iterator[list[int]]:
    for start in range(0, games, GAMES_PER_TASK):
        yield [seed + number for number in range(start, min(start + GAMES_PER_TASK, games))]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the compiled rules of Africa with the referee.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the others count on from it")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    play_games([arguments.seed])  # compile before the processes start
    played, decisions, events, started = 0, 0, Events(), time.time()
    with get_context("spawn").Pool(arguments.processes) as pool:
        for more, seen in pool.imap_unordered(play_games, tasks(arguments.games, arguments.seed)):
            decisions += more
            events.update(seen)
            played = events["game"]
            line = f"{played:,} of {arguments.games:,} games, {decisions:,} decisions, {time.time() - started:.0f} s"
            print(line, end="\r" if sys.stdout.isatty() else "\n", flush=True)
    print(f"\nno difference in {played:,} games and {decisions:,} decisions\n{events.table()}")


if __name__ == "__main__":
    main()
