"""Reports on how an edition plays: reproducible figures from simulated games, as Markdown."""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from africana_env import __version__
from africana_env.arena.matches.loop import MAX_ROWS, deal_seeds, play_games
from africana_env.arena.ratings.intervals import NORMAL_95, wilson_interval
from africana_env.bots import Seating, make_bot
from africana_env.bots.registry import strongest_bot
from africana_env.engine.batch.batch import MAX_GAMES, Batch
from africana_env.engine.editions.editions import load_edition
from africana_env.engine.game.checks import check_int
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.edition_data import NOTES
from africana_env.engine.game.returns import win_shares
from africana_env.engine.game.state import TERMINATED
from africana_env.engine.process.files import StrPath
from africana_env.engine.process.progress import OnProgress, no_progress
from africana_env.tools.describe import markdown_table

SEED = 1
"""The seed of all reports, so that they are reproducible."""


@dataclass(frozen=True, eq=False)
class Sample:
    """Finished games with the same number of players."""

    players: int
    decisions: np.ndarray
    """Decisions per game, shape (games,)."""
    rounds: np.ndarray
    """Last round, shape (games,)."""
    by_the_rules: np.ndarray
    """Whether the game ended by the rules, shape (games,)."""
    wins: np.ndarray
    """Share of the win, shape (games, seats)."""
    scores: np.ndarray
    """Shape (games, seats, score parts)."""
    taken: np.ndarray
    """Number of times each action was taken, shape (actions,)."""


class Components(NamedTuple):
    """The names of an edition's components of one kind."""

    section: str
    field: str
    words: tuple[str, ...]


def report(
    game: Game, edition: StrPath = "reconstructed", *, num_games: int = 2000, progress: OnProgress = no_progress
) -> str:
    """Return a report on an edition as Markdown, from `num_games` games with each number of players. `progress`
    receives numbers of games. Raises `UserError` for a wrong argument."""
    loaded = load_edition(game, edition)
    check_int("num_games", num_games, 2, MAX_GAMES)
    samples = play_samples(game, loaded, num_games, progress)
    taken = np.sum([sample.taken for sample in samples], axis=0)
    texts = list(game.action_texts(loaded.data))
    parts = [
        f"# {game.title}: how the edition `{loaded.name}` plays",
        *([f"Of the edition {loaded.note}."] if loaded.note else []),
        made_by(game, loaded.name if game.editions is None else str(edition), num_games),
        f"Data `{loaded.digest}`. Intervals are 95 % intervals.",
        "## Length",
        length_table(samples),
        "## Seats",
        "A win shared by `n` seats counts as `1 / n`.",
        seats_table(samples),
        "## Points",
        "Means of all seats.",
        points_table(game, samples),
        "## Decisions",
        "Shares of all decisions.",
        decisions_table(game, samples),
        "## Components",
        "How often each component is named, as a share of all decisions that name one of its kind: over all actions, "
        "and by group of actions.",
    ]
    for components in named_components(loaded.data, texts):
        title = f"### {components.section.replace('_', ' ').capitalize()} by {components.field}"
        parts += [title, *components_parts(game, components.words, texts, taken)]
    return "\n\n".join(parts) + "\n"


def made_by(game: Game, edition: str, num_games: int) -> str:
    command = ["africana", "report", game.name, "--edition", edition, "--num_games", str(num_games)]
    played = f"`{strongest_bot(game)}` in every seat, seed {SEED}, {num_games} games for each number of players"
    return f"Made by `{shlex.join(command)}` with version {__version__}: {played}."


# Games


def play_samples(game: Game, edition: Edition, games: int, progress: OnProgress) -> list[Sample]:
    counts = edition.player_counts(game)
    samples = []
    for number, players in enumerate(counts):

        def count(ended: int, _: int, before: int = number * games) -> None:
            progress(before + ended, games * len(counts))

        samples.append(play_sample(game, edition, players, games, count))
    return samples


def play_sample(game: Game, edition: Edition, players: int, games: int, progress: OnProgress = no_progress) -> Sample:
    """Play `games` deals with the strongest scripted bot in every seat. `progress` receives numbers of games."""
    rows = min(MAX_ROWS, games)
    seating = Seating(rows, players)
    seats = seating.add([make_bot(strongest_bot(game), game, rows)] * players)[:1]
    batch = Batch(game, rows, players, edition, observe=False)
    sample = Sample(
        players,
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        np.zeros(games, np.bool_),
        np.zeros((games, players)),
        np.zeros((games, players, len(game.score_parts))),
        np.zeros(len(game.actions), np.int64),
    )
    num_ended = 0
    for step in play_games(batch, seating, deal_seeds(SEED, games), np.repeat(seats, games, axis=0)):
        sample.taken[:] += np.bincount(step.actions[step.rows], minlength=len(game.actions))
        sample.decisions[step.games[step.rows]] += 1
        if step.over.any():
            ended = step.games[step.over]
            sample.rounds[ended] = batch.states["round_number"][step.over]
            sample.by_the_rules[ended] = batch.status[step.over] == TERMINATED
            sample.wins[ended] = win_shares(batch.outcome[step.over])
            sample.scores[ended] = batch.scores()[step.over]
            num_ended += len(ended)
            progress(num_ended, games)
    return sample


# Tables


def percent(share: float) -> str:
    return f"{share:.1%}"


def length_table(samples: list[Sample]) -> str:
    rows = []
    for sample in samples:
        for unit, length in (("rounds", sample.rounds), ("decisions", sample.decisions)):
            spread = np.percentile(length, (5, 50, 95), method="inverted_cdf")
            rows.append((sample.players, unit, *map(str, spread), percent(sample.by_the_rules.mean())))
    return markdown_table(("players", "length in", "5 %", "median", "95 %", "games that end by the rules"), rows)


def seats_table(samples: list[Sample]) -> str:
    rows = []
    for sample in samples:
        games = len(sample.wins)
        for seat, wins in enumerate(sample.wins.T):
            low, high = wilson_interval(float(wins.mean()), games)
            scores = sample.scores[:, seat, -1]
            width = NORMAL_95 * scores.std(ddof=1) / np.sqrt(games)
            rows.append(
                (
                    sample.players,
                    seat,
                    percent(wins.mean()),
                    f"{percent(low)} to {percent(high)}",
                    percent(1 / sample.players),
                    f"{scores.mean():.1f}",
                    f"{scores.mean() - width:.1f} to {scores.mean() + width:.1f}",
                )
            )
    return markdown_table(("players", "seat", "wins", "interval", "fair share", "mean score", "interval"), rows)


def of_players(samples: list[Sample]) -> list[str]:
    return [f"{sample.players} players" for sample in samples]


def points_table(game: Game, samples: list[Sample]) -> str:
    means = [sample.scores.mean((0, 1)) + 0.0 for sample in samples]
    rows = [
        (part.replace("_", " "), *(f"{mean[number]:.2f}" for mean in means))
        for number, part in enumerate(game.score_parts)
    ]
    return markdown_table(("part", *of_players(samples)), rows)


def decisions_table(game: Game, samples: list[Sample]) -> str:
    rows = [
        (f"`{group.name}`", *(percent(sample.taken[ids].sum() / sample.taken.sum()) for sample in samples))
        for group, ids in game.actions
    ]
    return markdown_table(("group", *of_players(samples)), rows)


# Components


def named_components(data: Mapping[str, Any], texts: list[str]) -> list[Components]:
    """Find the fields of an edition whose names all appear in action texts, without subsets of other fields."""
    found: list[Components] = []
    for section, entries in data.items():
        if isinstance(entries, list):
            for field in dict.fromkeys(field for entry in entries for field in entry if field not in NOTES):
                words = texts_in([entry[field] for entry in entries if field in entry])
                if words and all(any(mentions(word, text) for text in texts) for word in words):
                    found.append(Components(section, field, words))
    return [
        components
        for number, components in enumerate(found)
        if not any(
            set(components.words) < set(other.words) or (set(components.words) == set(other.words) and place < number)
            for place, other in enumerate(found)
        )
    ]


def texts_in(values: list[Any]) -> tuple[str, ...]:
    """Return the distinct strings among the values, also inside lists."""
    flat = [inner for value in values for inner in (value if isinstance(value, list) else [value])]
    return tuple(dict.fromkeys(value for value in flat if isinstance(value, str)))


def mentions(word: str, text: str) -> bool:
    """Return whether a text contains a name as whole words."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def counts_by_word(words: Sequence[str], texts: Sequence[str], taken: np.ndarray) -> np.ndarray:
    """Return the number of times that each action was taken, if it names the word, shape (words, actions)."""
    return np.array([[mentions(word, text) for text in texts] for word in words]) * taken


def components_parts(game: Game, words: tuple[str, ...], texts: list[str], taken: np.ndarray) -> list[str]:
    """Return a note on components that are never named, and the table of the others."""
    counts = counts_by_word(words, texts, taken)
    unnamed = [word for word, row in zip(words, counts, strict=True) if not row.any()]
    note = f"Never named: {', '.join(unnamed)}." if unnamed else f"All {len(words)} are named."
    if not counts.any():
        return [note]
    groups = [(f"`{group.name}`", ids) for group, ids in game.actions if counts[:, ids].any()]
    columns = [("all", range(len(texts))), *groups]
    rows = []
    for word, row in zip(words, counts, strict=True):
        rows.append((word, *(percent(row[ids].sum() / counts[:, ids].sum()) for _, ids in columns)))
    return [note, markdown_table(("component", *(heading for heading, _ in columns)), rows)]
