"""Reports on how the editions of a set play: the spread of lengths, seats and components."""

from collections.abc import Sequence

import numpy as np

from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.game.checks import check_int
from africana_env.engine.process.progress import OnProgress, no_progress
from africana_env.tools.describe import markdown_table
from africana_env.tools.edition_report import Sample, counts_by_word, made_by, named_components, play_sample

PERCENTILES = (0, 5, 50, 95, 100)


def report_set(editions: EditionSet, *, num_games: int = 64, progress: OnProgress = no_progress) -> str:
    """Return a report on the editions of a set as Markdown, from `num_games` games on each edition with each number of
    players. `progress` receives numbers of editions. Raises `UserError` for a wrong argument."""
    check_int("num_games", num_games, 2, MAX_GAMES)
    game = editions.game
    by_players: dict[int, list[Sample]] = {}
    unused = []
    for number, edition in enumerate(editions):
        played = [play_sample(game, edition, players, num_games) for players in edition.player_counts(game)]
        texts = list(game.action_texts(edition.data))
        taken = np.sum([sample.taken for sample in played], axis=0)
        named = named_components(edition.data, texts)
        unused.append(sum(int((~counts_by_word(kind.words, texts, taken).any(axis=1)).sum()) for kind in named))
        for sample in played:
            by_players.setdefault(sample.players, []).append(sample)
        progress(number + 1, len(editions))
    spread = ("players", "", "least", "5 %", "median", "95 %", "most")
    deviations = ("deviation", "by chance")
    parts = [
        f"# {game.title}: how the editions `{editions.name}` play",
        made_by(game, editions.name, num_games),
        "The columns are percentiles over the editions.",
        "## Length",
        markdown_table(spread, [row for found in by_players.values() for row in length_rows(found)]),
        "## Points",
        "Mean points of a player, with their deviation over the editions and the deviation expected by chance.",
        markdown_table((*spread, *deviations), [points_row(found) for found in by_players.values()]),
        "## Seats",
        "Shares of the win, with their standard deviation over the editions and the deviation expected by chance.",
        markdown_table((*spread, *deviations), [row for found in by_players.values() for row in seat_rows(found)]),
        "## Components",
        f"Editions on which every component was named: {np.mean(np.array(unused) == 0):.1%}. "
        f"Most components of an edition that were never named: {max(unused)}.",
    ]
    return "\n\n".join(parts) + "\n"


def length_rows(samples: Sequence[Sample]) -> list[tuple[str, ...]]:
    players = str(samples[0].players)
    rounds = [float(np.median(sample.rounds)) for sample in samples]
    cut_off = [float(1 - sample.by_the_rules.mean()) for sample in samples]
    return [
        (players, "rounds", *(f"{value:.0f}" for value in np.percentile(rounds, PERCENTILES))),
        (players, "cut off", *(f"{value:.1%}" for value in np.percentile(cut_off, PERCENTILES))),
    ]


def points_row(samples: Sequence[Sample]) -> tuple[str, ...]:
    games = [sample.scores[:, :, -1].mean(axis=1) for sample in samples]
    points = [float(one.mean()) for one in games]
    chance = np.sqrt(np.mean([one.var(ddof=1) / len(one) for one in games]))
    spread = (f"{value:.1f}" for value in np.percentile(points, PERCENTILES))
    return str(samples[0].players), "points", *spread, f"{np.std(points):.1f}", f"{chance:.1f}"


def seat_rows(samples: Sequence[Sample]) -> list[tuple[str, ...]]:
    players = samples[0].players
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
