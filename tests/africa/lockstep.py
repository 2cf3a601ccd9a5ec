"""The compiled rules and the referee, driven by the same actions and compared at every decision.

    python tests/africa/lockstep.py --games 10000 --seed 0

compares that many games on all cores and prints what they reached.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from africa.events import Events
from africa.position import markers, position
from africa.styles import STYLES, Style, explorer
from africa.variants import variant
from comparison import Comparison, compare_from_command_line, play_seeds
from referees.africa import Referee

from africana_env import Edition, load_game
from africana_env.engine.editions.editions import edition_names, load_edition

GAME = load_game("africa_v0")
SHIPPED = [load_edition(GAME, name) for name in edition_names(GAME)]


class Lockstep(Comparison):
    """One game under both implementations."""

    def __init__(self, edition: Edition, num_players: int, max_rounds: int, seed: int) -> None:
        super().__init__(GAME, edition, num_players, max_rounds, seed)
        self.begin()

    def begin(self) -> None:
        """Start the referee with the markers as they lie in the compiled game, where nothing has happened yet."""
        self.batch._view()
        around = markers(self.state, self.edition)
        self.referee = Referee(self.edition.data, int(self.state.num_players), int(self.state.max_rounds), around)

    def positions(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The compiled position and the referee's."""
        return position(self.state, self.edition), self.referee.snapshot()


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
    if seed % 5 == 0:
        edition = load_edition(GAME, f"generated:{seed}")
    styles = [rng.choice(STYLES) for _ in range(players)]
    if rng.random() < 0.4:
        styles = [explorer] * players  # these games end by the last monument
    return Lockstep(edition, players, rounds, seed), styles, rng


def play_games(seeds: list[int]) -> tuple[int, Counter[str]]:
    """Play and compare the games of these seeds; decisions and events."""
    return play_seeds(seeds, random_game, play_game, Events())


if __name__ == "__main__":
    compare_from_command_line("Africa", play_games)
