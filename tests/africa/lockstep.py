"""The compiled rules and the referee, driven by the same actions and compared at every decision.

    python tests/africa/lockstep.py --games 10000 --seed 0

compares this many games on all cores and prints their events.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from africa.events import Events
from africa.position import markers, position, put_position
from africa.styles import STYLES, explorer
from africa.variants import variant
from comparison import Comparison, Style, compare_from_command_line, play_seeds
from referees.africa import Referee

from africana_env import Edition, load_game
from africana_env.engine.editions.editions import edition_names, load_edition

GAME = load_game("africa_v0")
SHIPPED = [load_edition(GAME, name) for name in edition_names(GAME)]


class Lockstep(Comparison):
    """One game under both implementations."""

    def __init__(self, edition: Edition, num_players: int, max_rounds: int, seed: int) -> None:
        super().__init__(GAME, edition, num_players, max_rounds, seed)
        self.referee = Referee(edition.data, num_players, max_rounds, markers(self.state, edition))

    def put_position(self) -> None:
        put_position(self.state, self.edition, self.referee.snapshot())
        self.state.monuments_left = self.referee.last_monument - self.referee.monuments_found

    def positions(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return position(self.state, self.edition), self.referee.snapshot()


def random_game(seed: int) -> tuple[Lockstep, list[Style], Random]:
    """Return a game with the players, rounds and edition of a seed, the style of each seat, and a generator."""
    rng = Random(seed)
    players = GAME.players[seed % len(GAME.players)]
    rounds = rng.choice((2, 12, 25, 40, 60, 80))
    edition = rng.choice(SHIPPED) if rng.random() < 0.6 else variant(GAME, rng)
    if seed % 5 == 0:
        edition = load_edition(GAME, f"generated:{seed}")
    styles = [rng.choice(STYLES) for _ in range(players)]
    if rng.random() < 0.4:
        styles = [explorer] * players  # games of explorers end by the last monument
    return Lockstep(edition, players, rounds, seed), styles, rng


def play_games(seeds: list[int]) -> tuple[int, Counter[str]]:
    return play_seeds(seeds, random_game, Events())


if __name__ == "__main__":
    compare_from_command_line("Africa", play_games)
