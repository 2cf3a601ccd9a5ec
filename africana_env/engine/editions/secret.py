"""Secret sets: boards that only the holder of a file can draw, for tests that nobody can prepare for.

The file holds a random secret. Its hash is published when the set is made, so that the holder can later show the secret
and everybody can check that the set was not changed. Secret editions have no names by which they could be loaded.
"""

import hashlib
import json
import operator
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, SupportsIndex

from africana_env.engine.editions.axes import STANDARD
from africana_env.engine.editions.edition_sets import MAX_ATTEMPTS, EditionSet, SetName, first_board
from africana_env.engine.editions.editions import DEFAULT_EDITION, load_edition
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.draws import Draws
from africana_env.engine.process.errors import UserError, format_name
from africana_env.engine.process.files import StrPath, file_errors, read_file, write_json

SECRET = "secret"
FORMAT = 1
EDITIONS = 100
DAYS = 180
"""Days after which a set should be replaced: every evaluation on it tells something about it."""
MAX_BYTES = 1 << 12


@dataclass(frozen=True)
class Secret:
    """What draws the boards of a secret set, in every game."""

    format: int
    refresh: str
    """The date of its replacement, YYYY-MM-DD."""
    secret: str

    @property
    def hash(self) -> str:
        """The number to publish; it tells nothing about the boards."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


def make_secret(path: StrPath, days: int = DAYS) -> Secret:
    """Write a new secret into a new file that only its owner can read. Raises `UserError` if the file exists."""
    made = Secret(FORMAT, str(date.today() + timedelta(days)), secrets.token_hex(32))
    with file_errors(f"cannot write {format_name(path)}"):
        Path(path).touch(0o600, exist_ok=False)
    write_json(path, {**asdict(made), "hash": made.hash})
    return made


def read_secret(path: StrPath) -> Secret:
    """Return the secret in a file. Raises `UserError` if it is none, or was changed."""
    content = read_file("the secret", path, MAX_BYTES)
    with suppress(AttributeError, KeyError, TypeError, ValueError):
        found = json.loads(content)
        published = found.pop("hash")
        read = Secret(**found)
        if read.hash == published and read.format == FORMAT:
            date.fromisoformat(read.refresh)
            return read
    raise UserError(f"{format_name(path)} is no secret of this version, or was changed since it was made")


class SecretSet(EditionSet):
    """The editions of a secret, each with its own levels on all axes of the game."""

    _secret: Secret

    def __init__(self, game: Game, secret: Secret) -> None:
        if game.editions is None:
            raise UserError(f"{game.name} has no editions, so it has no secret ones")
        spelled = SetName(SECRET, secret.hash[:16], (), 0, EDITIONS - 1)
        super().__init__(game, load_edition(game, DEFAULT_EDITION), spelled)
        object.__setattr__(self, "_secret", secret)

    @property
    def digest(self) -> str:
        return self.spelled.base or ""

    def __getitem__(self, index: SupportsIndex) -> Edition:
        number = range(len(self))[operator.index(index)]
        return secret_edition(self.game, self.base, self.spelled.one(number), self._secret)


@lru_cache(EDITIONS)
def secret_edition(game: Game, base: Edition, spelled: SetName, secret: Secret) -> Edition:
    """Return an edition of a secret set."""
    return first_board(game, base, spelled, "Drawn from a secret.", tries(game, spelled.first, secret))


def tries(game: Game, number: int, secret: Secret) -> Iterator[tuple[Draws, dict[str, Any]]]:
    """Yield the draws and the generator's numbers of each attempt. Every level of an axis is equally likely."""
    assert game.editions is not None
    for attempt in range(MAX_ATTEMPTS):
        of = hashlib.sha256(f"{secret.secret} {game.name} {number} {attempt}".encode()).digest()
        draws = Draws(int.from_bytes(of[:8], "big"))
        numbers: dict[str, Any] = {}
        for axis in game.editions.axes:
            numbers |= axis.levels.get(draws.choice((STANDARD, *axis.levels)), {})
        yield draws, numbers
