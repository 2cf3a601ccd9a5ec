"""Game records, which replay a game exactly."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from operator import index
from typing import Any

from africana_env.engine.batch.batch import Batch
from africana_env.engine.editions.editions import load_edition
from africana_env.engine.game.checks import check_game, check_int
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.process.errors import UserError, format_name, format_value
from africana_env.engine.process.files import StrPath, atomic_write, read_file

FORMAT = 1
MAX_BYTES = 1 << 20
"""Largest file, room for hundreds of thousands of actions."""
TYPES = {"game": str, "edition": str, "edition_digest": str, "num_players": int, "max_rounds": int, "seed": int}


@dataclass(frozen=True)
class GameRecord:
    """A game as its seed and the ids of its actions, in order."""

    game: str
    edition: str
    edition_digest: str
    num_players: int
    max_rounds: int
    seed: int
    actions: tuple[int, ...]

    @staticmethod
    def of(batch: Batch, actions: Iterable[int], row: int = 0) -> "GameRecord":
        """Return the record of the game in a row of a batch that these actions have led to."""
        edition, seed = batch.edition_of(row), int(batch.seeds[row])
        played = batch.num_players, batch.max_rounds, seed, tuple(map(index, actions))
        return GameRecord(batch.game.name, edition.name, edition.digest, *played)

    def save(self, path: StrPath) -> None:
        """Write the record as JSON, atomically."""
        atomic_write(path, self.to_bytes())

    def to_bytes(self) -> bytes:
        """Return the content of its file."""
        content = {"format": FORMAT, **asdict(self)}
        content["checksum"] = _checksum(content)
        return json.dumps(content).encode() + b"\n"

    @staticmethod
    def load(path: StrPath) -> "GameRecord":
        """Read a record. Raises `UserError` if the file is no record, was altered, or has another format."""
        data, file = read_file("record", path, MAX_BYTES), format_name(path)
        no_record = UserError(f"{file} is not a record: it must be a JSON file written by save()")
        try:
            content = json.loads(data)
            version, checksum = content["format"], _checksum(content)
        except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
            raise no_record from None
        if version != FORMAT:
            raise UserError(f"{file} is a record of format {format_value(version)}: this version reads format {FORMAT}")
        if set(content) != {"format", "checksum", *GameRecord.__dataclass_fields__} or content["checksum"] != checksum:
            raise UserError(f"{file} was altered after it was saved: its checksum does not fit")
        del content["format"], content["checksum"]
        actions = content["actions"]
        if not isinstance(actions, list) or any(type(action) is not int for action in actions):
            raise no_record
        if any(type(content[name]) is not kind for name, kind in TYPES.items()):
            raise no_record
        return GameRecord(**{**content, "actions": tuple(actions)})

    def replay(self, game: Game, edition: StrPath | Edition | None = None) -> Iterator[Batch]:
        """Play the game again: yield the same batch of one game at the start and after each action.

        `edition` is needed only for a record of your own edition file. Raises `UserError` if the record is of another
        game or edition, and at the position before an illegal action.
        """
        return self._positions(self.begin(game, edition))

    def _positions(self, batch: Batch) -> Iterator[Batch]:
        for number, action in enumerate(self.actions):
            self._check_action(batch, number)  # before the caller looks at the action
            yield batch
            batch.step([action])
        yield batch

    def begin(self, game: Game, edition: StrPath | Edition | None = None) -> Batch:
        """Return the game before its first action, see `replay`. Raises `UserError` if no game of these rules begins
        like that. This checks the record before its numbers size anything."""
        if check_game(game).name != self.game:
            raise UserError(f"the record is of {format_value(self.game)}, not of {game.name}")
        try:
            chosen = load_edition(game, edition or self.edition)
        except UserError as error:
            if edition is not None:
                raise
            raise UserError(f"{error}; for an edition of your own, pass its file: --edition FILE") from error
        if chosen.digest != self.edition_digest:
            other = f"other data of edition {format_value(self.edition)}"
            if chosen.name != self.edition:
                other = f"edition {format_value(self.edition)}, not {format_value(chosen.name)}"
            instead = "pass the edition's file" if edition is None else "leave out the edition, or pass its own file"
            raise UserError(
                f"the record was made with {other} "
                f"(digest {format_value(self.edition_digest)}, here {chosen.digest}): {instead}"
            )
        try:
            batch = Batch(game, 1, self.num_players, chosen, max_rounds=self.max_rounds)
            batch.reset_to(self.seed)
        except UserError as error:
            raise UserError(f"the record cannot be played: {error}") from None
        return batch

    def _check_action(self, batch: Batch, number: int) -> None:
        """Raise `UserError` unless action `number`, from 0, is legal now."""
        if not batch.running[0]:
            raise UserError(f"the record continues after the end of the game, at action {number + 1}")
        what = f"the record's action {number + 1}"
        action = check_int(what, self.actions[number], 0, len(batch.game.actions) - 1)
        if not batch.action_mask[0, action]:
            raise UserError(f"{what} cannot be played: {batch.illegal(action)}")


def _checksum(content: dict[str, Any]) -> str:
    plain = {key: value for key, value in content.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
