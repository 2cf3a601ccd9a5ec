"""The compiled rules and the referee, driven by the same actions and compared at every decision.

    python tests/africana/lockstep.py --games 10000 --seed 0

compares that many games on all cores and prints what they reached.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from africana.events import Events
from africana.position import order_after_a_shuffle, position, referee_of_new_game
from africana.styles import STYLES, Style
from africana.variants import rich, variant
from comparison import Comparison, compare_from_command_line, play_seeds

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
        """The referee's shuffle: what the compiled rules have just made of the same cards."""
        return order_after_a_shuffle(self.state, self.edition, discard)

    def positions(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The compiled position and the referee's; the compiled rules stop counting pages at `PAGES_COUNTED`."""
        plain = self.referee.snapshot()
        plain["pages_turned"] = min(plain["pages_turned"], PAGES_COUNTED)
        return position(self.state, self.edition), plain


def play_game(game: Lockstep, styles: list[Style], rng: Random, events: Events) -> int:
    """Play and compare a game to its end, each seat in its style; the number of decisions."""
    decisions = 0
    game.compare()
    before = game.referee.snapshot()
    while game.running:
        style = styles[before["player"]]
        text = style(rng, game.referee, sorted(game.referee.legal_actions()))
        game.play(text)
        game.compare()
        after = game.referee.snapshot()
        events.note(before, text, after)
        before = after
        decisions += 1
    game.compare_returns(game.batch.reward[0])
    assert game.batch.done[0] == (2 if game.referee.truncated else 1)
    events.end(before, game.referee.scores(), game.referee.winners(), game.referee.max_rounds)
    return decisions


def random_edition(rng: Random) -> Edition:
    """Mostly the shipped one."""
    shipped = load_edition(GAME, "reconstructed")
    return rng.choices((lambda: shipped, lambda: rich(GAME, shipped), lambda: variant(GAME, rng)), (6, 2, 2))[0]()


def random_game(seed: int) -> tuple[Lockstep, list[Style], Random]:
    """A game as the number `seed` has it: players, rounds, edition and the style of each seat."""
    rng = Random(seed)
    players = GAME.players[seed % len(GAME.players)]
    rounds = rng.choice((3, 6, 12, 25, 40, 60, 60, 100))
    edition = random_edition(rng)
    if seed % 5 == 4:
        edition = load_edition(GAME, f"generated:{seed}")
    styles = [rng.choice(STYLES) for _ in range(players)]
    if rng.random() < 0.5:
        styles = [STYLES[-1]] * players  # only goal-directed players: these games end by the pile
    return Lockstep(edition, players, rounds, seed), styles, rng


def play_games(seeds: list[int]) -> tuple[int, Counter[str]]:
    """Play and compare the games of these seeds; decisions and events."""
    return play_seeds(seeds, random_game, play_game, Events())


if __name__ == "__main__":
    compare_from_command_line("Africana", play_games)
