"""Records of games: everything needed to play one again, exactly."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from africana_env.engine.batch import Batch
from africana_env.engine.contract import Edition, Game, UserError
from africana_env.engine.editions import load_edition

FORMAT = 1


@dataclass(frozen=True)
class Record:
    """A game from its seed: `actions` are ids in the order they were taken, by whoever was to move."""

    game: str
    edition: str
    edition_digest: str
    num_players: int
    max_rounds: int
    seed: int
    actions: tuple[int, ...]

    def save(self, path: str | Path) -> None:
        """Write the record as JSON; the file appears complete or not at all."""
        content = {"format": FORMAT, **asdict(self)}
        content["checksum"] = _checksum(content)
        path = Path(path)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            draft.write_text(json.dumps(content) + "\n")
            draft.replace(path)
        except OSError as error:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise UserError(f"cannot write record {path}: {error.strerror}") from None

    @staticmethod
    def load(path: str | Path) -> "Record":
        """Read a record; raises `UserError` if the file is no record, was altered, or is of another version."""
        try:
            content = json.loads(Path(path).read_text())
        except OSError as error:
            raise UserError(f"cannot read record {path}: {error.strerror}") from None
        except ValueError:
            raise UserError(f"{path} is not a record: it must be a JSON file written by save()") from None
        fields = {"format", "checksum", *Record.__dataclass_fields__}
        if not isinstance(content, dict) or "format" not in content:
            raise UserError(f"{path} is not a record: it must be a JSON file written by save()")
        if content["format"] != FORMAT:
            raise UserError(f"{path} is a record of format {content['format']}: this version reads format {FORMAT}")
        if set(content) != fields or content["checksum"] != _checksum(content):
            raise UserError(f"{path} was altered after it was saved: its checksum does not fit")
        del content["format"], content["checksum"]
        return Record(**{**content, "actions": tuple(content["actions"])})

    def replay(self, game: Game, edition: str | Edition | None = None) -> Iterator[Batch]:
        """Play the game again: the same batch of one game at the start and after each action.

        `edition` is needed only where the record was made with a file of one's own. Raises `UserError` if the record
        is of another game or edition, or an action is illegal.
        """
        if game.name != self.game:
            raise UserError(f"the record is of {self.game}, not of {game.name}")
        chosen = edition if isinstance(edition, Edition) else load_edition(game, edition or self.edition)
        if chosen.digest != self.edition_digest:
            raise UserError(
                f"the record was made with other data of edition {self.edition!r} "
                f"(digest {self.edition_digest}, here {chosen.digest}): pass the edition's file"
            )
        batch = Batch(game, 1, self.num_players, chosen, max_rounds=self.max_rounds)
        batch.reset_to(self.seed)
        yield batch
        for number, action in enumerate(self.actions):
            if not batch.running[0]:
                raise UserError(f"the record goes on after the end of the game, at action {number + 1}")
            batch.step([action])
            yield batch


def _checksum(content: dict[str, Any]) -> str:
    plain = {key: value for key, value in content.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
