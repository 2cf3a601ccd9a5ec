"""The compiled rules and the referee, driven by the same actions and compared at every decision.

    python tests/africana/lockstep.py --games 10000 --seed 0

compares this many games on all cores and prints their events.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from africana.events import Events
from africana.position import order_after_a_shuffle, position, put_position, referee_of_new_game
from africana.styles import STYLES
from africana.variants import rich, variant
from comparison import Comparison, Style, compare_from_command_line, play_seeds

from africana_env import Edition, load_game
from africana_env.engine.editions.editions import load_edition
from africana_env.games.africana.rules.state import PAGES_COUNTED

GAME = load_game("africana_v0")


class Lockstep(Comparison):
    """One game under both implementations."""

    def __init__(self, edition: Edition, num_players: int, max_rounds: int, seed: int) -> None:
        super().__init__(GAME, edition, num_players, max_rounds, seed)
        self.referee = referee_of_new_game(self.state, edition, self.shuffle)

    def shuffle(self, discard):
        """Return the order into which the compiled rules have just shuffled the same cards."""
        return order_after_a_shuffle(self.state, self.edition, discard)

    def put_position(self) -> None:
        put_position(self.state, self.edition, self.referee.snapshot())

    def positions(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return both positions. The compiled rules stop counting pages at `PAGES_COUNTED`."""
        plain = self.referee.snapshot()
        plain["pages_turned"] = min(plain["pages_turned"], PAGES_COUNTED)
        return position(self.state, self.edition), plain


def random_edition(rng: Random) -> Edition:
    """Return an edition, mostly the shipped one."""
    shipped = load_edition(GAME, "reconstructed")
    return rng.choices((lambda: shipped, lambda: rich(GAME, shipped), lambda: variant(GAME, rng)), (6, 2, 2))[0]()


def random_game(seed: int) -> tuple[Lockstep, list[Style], Random]:
    """Return a game with the players, rounds and edition of a seed, the style of each seat, and a generator."""
    rng = Random(seed)
    players = GAME.players[seed % len(GAME.players)]
    rounds = rng.choice((3, 6, 12, 25, 40, 60, 60, 100))
    edition = random_edition(rng)
    if seed % 5 == 4:
        edition = load_edition(GAME, f"generated:{seed}")
    styles = [rng.choice(STYLES) for _ in range(players)]
    if rng.random() < 0.5:
        styles = [STYLES[-1]] * players  # games of goal-directed players end by the pile
    return Lockstep(edition, players, rounds, seed), styles, rng


def play_games(seeds: list[int]) -> tuple[int, Counter[str]]:
    return play_seeds(seeds, random_game, Events())


if __name__ == "__main__":
    compare_from_command_line("Africana", play_games)
