"""The files that `africana tournament` writes beside the tournament's own folder."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from africana_env.arena.report.highlights import find_highlights, replay_files, write_replays
from africana_env.arena.tournament.store import NAME
from africana_env.arena.tournament.tournament import Tournament
from africana_env.engine.process.errors import UserError, format_name
from africana_env.engine.process.extras import check_extra
from africana_env.engine.process.files import StrPath, atomic_write, check_target

DIFFERENT_GAME = (
    "a game went another way when it was played again for the page: what one of its bots does depends on more than its "
    "game, such as random numbers of its own"
)


def check_files(
    folder: StrPath, edition: str, json_file: str | None, html_file: str | None
) -> tuple[Path | None, Path | None]:
    """The absolute paths of the files to write, for a bot may change the working folder. Raises `UserError` if one
    cannot be written, if two are the same or one is that of the edition, or if the page needs what is not installed."""
    if html_file is not None:
        check_extra("arena", "the page")
    taken: dict[Path, str] = {}
    with suppress(OSError, ValueError, RuntimeError):  # the store says what is wrong with the folder
        taken[(Path(folder) / NAME).resolve()] = "the finished deals"
    for what, file in (("the page", html_file), ("the results", json_file)):
        if file is None:
            continue
        check_target(file, edition)
        target = Path(file).resolve()
        if target in taken:
            raise UserError(f"{format_name(file)} is the file of {taken[target]}: name another one")
        taken[target] = what
        for replay in replay_files(file) if what == "the page" else ():
            check_target(replay, edition)
            taken[replay.resolve()] = "a replay beside the page"
    json_path, html_path = (None if file is None else Path(file).absolute() for file in (json_file, html_file))
    return json_path, html_path


def write_page(file: Path, played: Tournament, command: str) -> None:
    """Write the page of a tournament, and beside it replays of its highlights; says so."""
    from africana_env.arena.report.tournament_page import report_page  # here, because it needs Matplotlib

    highlights = find_highlights(played.deals, played.results.ratings)
    replays = write_replays(played.conditions, highlights, file)
    if len(replays) < len(highlights):
        print(f"note: {DIFFERENT_GAME}", file=sys.stderr)
    page = report_page(played, command, replays)
    atomic_write(file, page.encode(errors="backslashreplace"))
    print(f"{format_name(file)}: the page, with {len(replays)} replays beside it")


def command_of(played: Tournament, bots: Sequence[str], edition: str, files: Mapping[str, Any]) -> str:
    """The command that plays the same tournament and writes the same files. `bots` and `edition` are as they were
    named; `files` are options with their values, None where they were not given and True where they have none."""
    options = {**played.conditions.to_json(), "edition": edition, "deals": played.num_deals, **files}
    del options["edition_digest"]
    words = ["africana", "tournament", played.conditions.game.name, *bots]
    for name, value in options.items():
        words += [] if value is None else [f"--{name}"] if value is True else [f"--{name}", str(value)]
    return shlex.join(words)
