"""Recording of datasets: games between bots, stored as seeds and actions."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import numpy as np

from africana_env import __version__
from africana_env.arena.matches.loop import MAX_ROWS, deal_seeds, play_games
from africana_env.arena.tournament.bot_files import identities
from africana_env.arena.tournament.conditions import Conditions, check_names, make_bots, make_conditions
from africana_env.bots import Bot, Seating
from africana_env.data.manifest import NAME, PART_GAMES, Manifest, Part, load_manifest
from africana_env.data.part_file import Games, written
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.editions.editions import EditionLike
from africana_env.engine.game.checks import check_int
from africana_env.engine.game.contract import Game
from africana_env.engine.process.errors import UserError, format_name, format_value
from africana_env.engine.process.files import StrPath, atomic_write, file_errors, lock_folder, remove_drafts
from africana_env.engine.process.progress import OnProgress, no_progress

DATASET_STREAM = 0x44415441
"""Separates a dataset's games from the deals of matches with the same seed."""


def record_dataset(
    game: Game,
    bots: Sequence[str],
    num_games: int,
    folder: StrPath,
    num_players: int | None = None,
    *,
    edition: EditionLike = "reconstructed",
    max_rounds: int | None = None,
    seed: int = 1,
    progress: OnProgress = no_progress,
) -> Manifest:
    """Play `num_games` games between `bots` (spellings as in `make_bot`), and store them in a folder.

    In game `i`, bot `(i + s) % len(bots)` holds seat `s`. If None, `num_players` and `max_rounds` are the game's
    defaults. On a set of editions, the seed of a game chooses its edition. Files have `PART_GAMES` games and are
    written whole. The same call records missing or damaged files, for example after an interruption; with more games
    it extends the dataset.

    Raises `UserError` for a wrong argument, or if the folder has another dataset.
    """
    conditions = make_conditions(game, num_players, edition, seed=seed, max_rounds=max_rounds)
    num_games = check_int("num_games", num_games, 1, MAX_GAMES)
    check_names(bots, least=1)
    made = make_bots(conditions, bots, min(MAX_ROWS, num_games))
    manifest = Manifest(
        game=game.name,
        edition=conditions.edition.name,
        edition_digest=conditions.edition.digest,
        num_players=conditions.num_players,
        max_rounds=conditions.batch(1, ()).max_rounds,
        seed=conditions.seed,
        num_games=num_games,
        bots=list(identities(game, made).items()),
        version=__version__,
        parts=[],
    )
    target = Path(folder)
    with file_errors(f"cannot use the folder {format_name(folder)}"):
        target.mkdir(parents=True, exist_ok=True)
    with locked(target):
        if (target / NAME).exists():
            there = load_manifest(target)
            check_same(there, manifest, folder)
            manifest = there
        return record_missing(conditions, list(made.values()), target, manifest, num_games, progress)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder where the system can, and remove incomplete files of a killed process. Raises `UserError` if
    another process is recording."""
    using = f"cannot use the folder {format_name(folder)}"
    with file_errors(using):
        handle = lock_folder(folder, "a dataset is being recorded there")
    try:
        if handle is not None:
            with file_errors(using):
                remove_drafts(folder)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def record_missing(
    conditions: Conditions, bots: Sequence[Bot], target: Path, manifest: Manifest, num_games: int, progress: OnProgress
) -> Manifest:
    """Record the files of `num_games` games from the first missing or damaged one."""
    seeds = deal_seeds(conditions.seed ^ DATASET_STREAM, num_games)
    # When games are added, a partial last file is recorded again with the same games and more.
    full = list(
        takewhile(
            lambda part: (part.games == PART_GAMES or manifest.num_games == num_games) and is_whole(target, part),
            manifest.parts,
        )
    )
    progress(sum(part.games for part in full), num_games)
    replaced = [part.file for part in manifest.parts if part not in full]
    for start in range(len(full) * PART_GAMES, num_games, PART_GAMES):
        numbers = np.arange(start, min(start + PART_GAMES, num_games))
        played = play_part(conditions, bots, seeds[numbers], numbers, min(MAX_ROWS, num_games))
        content = written(played)
        number = start // PART_GAMES
        file = f"games-{number:06d}.npz"
        while file in replaced:  # the old file stays until the manifest names the new one
            file = f"{file.removesuffix('.npz')}-{len(numbers)}.npz"
        atomic_write(target / file, content)
        part = Part(file, len(numbers), len(played.actions), hashlib.sha256(content).hexdigest())
        full.append(part)
        manifest = replace(manifest, num_games=num_games, parts=full)
        manifest.save(target)
        while replaced:
            (target / replaced.pop()).unlink(missing_ok=True)
        progress(int(numbers[-1]) + 1, num_games)
    return manifest


def is_whole(folder: Path, part: Part) -> bool:
    """Return whether a file exists and is undamaged."""
    try:
        with (folder / part.file).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == part.sha256
    except OSError:
        return False


def check_same(there: Manifest, asked: Manifest, folder: StrPath) -> None:
    """Raise `UserError` unless the existing dataset is the requested one or its beginning."""
    for name, value in vars(asked).items():
        found = vars(there)[name]
        if name == "parts" or found == value or (name == "num_games" and found < value):
            continue
        what = "other bots" if name == "bots" else f"{name} {format_value(found)}, not {format_value(value)}"
        raise UserError(f"{format_name(folder)} has another dataset, with {what}: name another folder")


def play_part(conditions: Conditions, bots: Sequence[Bot], seeds: np.ndarray, numbers: np.ndarray, rows: int) -> Games:
    """Play the games with these numbers and seeds (both of shape `(games,)`), with bots for `rows` games."""
    num_players = conditions.num_players
    seating = Seating(rows, num_players)
    for bot in bots:
        seating.add([bot] * num_players)
    players = (numbers[:, None] + np.arange(num_players)) % len(bots)
    batch = conditions.batch(rows, bots)
    outcomes = np.zeros((len(seeds), num_players), np.float32)
    decided: list[tuple[np.ndarray, np.ndarray]] = []
    for step in play_games(batch, seating, seeds, players):
        decided.append((step.games[step.rows].copy(), step.actions[step.rows].astype(np.uint16)))
        for row in np.flatnonzero(step.over).tolist():
            outcomes[step.games[row]] = batch.outcome[row]
    games, actions = (np.concatenate(column) for column in zip(*decided, strict=True))
    starts = np.concatenate([[0], np.bincount(games, minlength=len(seeds)).cumsum()]).astype(np.uint32)
    return Games(seeds, outcomes, starts, actions[np.argsort(games, kind="stable")])
