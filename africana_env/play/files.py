"""The files of games that people play."""

from datetime import datetime
from itertools import count
from pathlib import Path

from africana_env.engine.contract import Game
from africana_env.engine.errors import UserError, error_reason, format_name

FOLDER = Path("runs/play")


def new_path(game: Game) -> Path:
    """A file for a game that begins now, in a folder that exists; raises `UserError` if there can be none."""
    try:
        FOLDER.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"cannot make {format_name(FOLDER)}: {error_reason(error)}: name a file with --record"
        ) from None
    first = f"{game.name}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (first if number == 1 else f"{first}-{number}" for number in count(1))
    return next(path for name in names if not (path := FOLDER / f"{name}.json").exists())
