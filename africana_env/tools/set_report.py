"""Whether the editions of a set make sound games: how length, seats and components spread over them."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from africana_env import __version__
from africana_env.bots.registry import strongest_bot
from africana_env.engine.batch import MAX_GAMES
from africana_env.engine.checks import check_int
from africana_env.engine.edition_sets import EditionSet
from africana_env.engine.progress import OnProgress, no_progress
from africana_env.tools.describe import markdown_table
from africana_env.tools.edition_report import SEED, Sample, counts_by_word, named_components, play_sample

PERCENTILES = (0, 5, 50, 95, 100)


@dataclass(frozen=True)
class SetReport:
    """How the editions of a set play."""

    editions: EditionSet
    games: int
    """On each edition, for each number of players."""
    samples: Sequence[Sequence[Sample]]
    """For each edition, one for each number of players."""
    unused: Sequence[int]
    """For each edition, how many of its components no game has named."""

    def to_markdown(self) -> str:
        """The page of the report."""
        game = self.editions.game
        words = ["africana", "report", game.name, "--edition", self.editions.name, "--games", str(self.games)]
        counts = [sample.players for sample in self.samples[0]]
        by_players = {count: [samples[place] for samples in self.samples] for place, count in enumerate(counts)}
        spread = ("players", "", "least", "5 %", "median", "95 %", "most")
        lengths = [row for count, found in by_players.items() for row in length_rows(count, found)]
        seats = [row for count, found in by_players.items() for row in seat_rows(count, found)]
        complete = np.mean(np.array(self.unused) == 0)
        parts = [
            f"# {game.title}: how the editions `{self.editions.name}` play",
            f"Made by `{shlex.join(words)}` with version {__version__} of the package: {self.games} games for each of "
            f"{len(self.editions)} editions and each number of players, with `{strongest_bot(game)}` in every seat and "
            f"seed {SEED}. The columns are percentiles over the editions.",
            "## Length",
            markdown_table(spread, lengths),
            "## Seats",
            "Shares of the win. Those of few games spread over editions even where all seats are equal: the last "
            "columns are the standard deviation over the editions, and what chance alone would make it.",
            markdown_table((*spread, "deviation", "by chance"), seats),
            "## Components",
            f"On {complete:.1%} of the editions these games name every component; on no edition more than "
            f"{max(self.unused)} are never named.",
        ]
        return "\n\n".join(parts) + "\n"


def report_set(editions: EditionSet, *, games: int = 64, progress: OnProgress = no_progress) -> SetReport:
    """Play `games` games on each edition with each number of players. `progress` is called with numbers of editions.
    Raises `UserError` for a wrong argument."""
    games = check_int("games", games, 2, MAX_GAMES)
    game = editions.game
    samples, unused = [], []
    for number, edition in enumerate(editions):
        played = [play_sample(game, edition, players, games) for players in edition.player_counts(game)]
        texts = list(game.action_texts(edition.data))
        taken = np.sum([sample.taken for sample in played], axis=0)
        named = named_components(edition.data, texts)
        unused.append(sum(int((~counts_by_word(kind.words, texts, taken).any(axis=1)).sum()) for kind in named))
        samples.append(played)
        progress(number + 1, len(editions))
    return SetReport(editions, games, samples, unused)


def length_rows(players: int, samples: Sequence[Sample]) -> list[tuple[str, ...]]:
    """The rounds of a game, and the share of games that are cut off."""
    rounds = [float(np.median(sample.rounds)) for sample in samples]
    cut_off = [float(1 - sample.by_the_rules.mean()) for sample in samples]
    return [
        (str(players), "rounds", *(f"{value:.0f}" for value in np.percentile(rounds, PERCENTILES))),
        (str(players), "cut off", *(f"{value:.1%}" for value in np.percentile(cut_off, PERCENTILES))),
    ]


def seat_rows(players: int, samples: Sequence[Sample]) -> list[tuple[str, ...]]:
    """The share of the win of each seat."""
    wins = np.array([sample.wins.mean(axis=0) for sample in samples])
    chance = np.sqrt(1 / players * (1 - 1 / players) / len(samples[0].wins))
    return [
        (
            str(players),
            f"seat {seat}",
            *(f"{value:.0%}" for value in np.percentile(wins[:, seat], PERCENTILES)),
            f"{wins[:, seat].std():.1%}",
            f"{chance:.1%}",
        )
        for seat in range(players)
    ]
