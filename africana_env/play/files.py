"""The files of games that people play."""

from datetime import datetime
from pathlib import Path
from secrets import token_hex

from africana_env.engine.contract import Game
from africana_env.engine.errors import UserError, error_reason, format_name
from africana_env.engine.game_record import GameRecord

FOLDER = Path("runs/play")


def new_path(game: Game) -> Path:
    """A file for a game that begins now."""
    # By its last part two games that begin in the same second have files of their own.
    return FOLDER / f"{game.name}-{datetime.now():%Y%m%d-%H%M%S}-{token_hex(2)}.json"


def save_game(record: GameRecord, path: Path) -> None:
    """Write a game to its file; raises `UserError` if it cannot be written. The folder of `new_path` is made only now,
    so that a game that is refused leaves nothing."""
    if path.parent == FOLDER:
        try:
            FOLDER.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(
                f"cannot make {format_name(FOLDER)}: {error_reason(error)}: name a file with --record"
            ) from None
    record.save(path)
