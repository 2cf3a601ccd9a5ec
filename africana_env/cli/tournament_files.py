"""The page and the results that `africana tournament` writes."""

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
    "a game could not be reproduced for its replay: one of its bots depends on more than the game, such as its own "
    "random numbers"
)


def check_files(
    folder: StrPath, edition: str, json_file: str | None, html_file: str | None
) -> tuple[Path | None, Path | None]:
    """Return the absolute paths of both files: a bot may change the working folder. Raises `UserError` if a file cannot
    be written or is used twice, or if a library of the page is not installed."""
    if html_file is not None:
        check_extra("arena", "the page")
    taken: dict[Path, str] = {}
    with suppress(OSError, ValueError, RuntimeError):  # the store reports a bad folder
        taken[(Path(folder) / NAME).resolve()] = "the finished deals"
    for what, file in (("the page", html_file), ("the results", json_file)):
        if file is None:
            continue
        check_target(file, edition)
        target = Path(file).resolve()
        if target in taken:
            raise UserError(f"{format_name(file)} is already used for {taken[target]}: choose another file")
        taken[target] = what
        for replay in replay_files(file) if what == "the page" else ():
            check_target(replay, edition)
            taken[replay.resolve()] = "a replay next to the page"
    json_path, html_path = (None if file is None else Path(file).absolute() for file in (json_file, html_file))
    return json_path, html_path


def write_page(file: Path, played: Tournament, command: str) -> None:
    """Write the page of a tournament and the replays of its highlights, and print both."""
    from africana_env.arena.report.tournament_page import report_page  # needs Matplotlib

    highlights = find_highlights(played.deals, played.results.ratings)
    replays = write_replays(played.conditions, highlights, file)
    if len(replays) < len(highlights):
        print(f"note: {DIFFERENT_GAME}", file=sys.stderr)
    page = report_page(played, command, replays)
    atomic_write(file, page.encode(errors="backslashreplace"))
    print(f"{format_name(file)}: the page, with {len(replays)} replays next to it")


def command_of(played: Tournament, bots: Sequence[str], edition: str, files: Mapping[str, Any]) -> str:
    """Return the command that repeats the tournament and writes the same files. `bots` and `edition` are as the user
    wrote them. `files` maps options to values: None if not given, True for an option without a value."""
    options = {**played.conditions.to_json(), "edition": edition, "deals": played.num_deals, **files}
    del options["edition_digest"]
    words = ["africana", "tournament", played.conditions.game.name, *bots]
    for name, value in options.items():
        words += [] if value is None else [f"--{name}"] if value is True else [f"--{name}", str(value)]
    return shlex.join(words)
