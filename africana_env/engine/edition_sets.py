"""Sets of editions that are drawn from seeds, a number each.

generated:17            all drawn that the rulebook does not document
generated:0-999         the set of a thousand of these
completed:mine.toml:17  what this file documents, and the rest drawn
shuffled:mine.toml:17   this file with its things in another order: the same game
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from africana_env.engine.contract import Edition, Game
from africana_env.engine.draws import Draws
from africana_env.engine.errors import UserError, format_value
from africana_env.engine.seeds import derive_seed

GENERATED, COMPLETED, SHUFFLED = "generated", "completed", "shuffled"
MAX_NUMBER = (1 << 32) - 1
MAX_DIGITS = 10
MAX_ATTEMPTS = 1000
"""Boards that are drawn for one edition until one is a board for a game."""
MAX_CACHED = 1024
"""Editions kept, of those drawn last."""
NOTES = ("status", "source")
"""Fields that any entry may have and that no rule reads."""
SPELLING = re.compile(r"(generated|completed|shuffled)(?::(.*?))?:(\d+)(?:-(\d+))?")
USAGE = "generated:N, completed:EDITION:N or shuffled:EDITION:N, or FIRST-LAST in the place of N for a set"


@dataclass(frozen=True, eq=False)
class EditionSet:
    """Editions with consecutive numbers."""

    game: Game
    kind: str
    base: Edition
    """What is completed or shuffled; for generated ones the edition whose documented facts they share."""
    spelled: str
    """The set's name up to the numbers."""
    first: int
    last: int

    @property
    def name(self) -> str:
        """As it is spelled."""
        return f"{self.spelled}:{self.first}-{self.last}"

    @property
    def digest(self) -> str:
        """Identifies the set: its name and the data of its base."""
        return hashlib.sha256(f"{self.name} {self.base.digest}".encode()).hexdigest()[:16]

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __getitem__(self, index: int) -> Edition:
        if not 0 <= index < len(self):
            raise IndexError(index)
        return drawn_edition(self.game, self.kind, self.base, self.spelled, self.first + index)

    def __iter__(self) -> Iterator[Edition]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"EditionSet({self.name} of {self.game})"


def parse_set(named: str) -> tuple[str, str | None, int, int] | None:
    """The kind, the base, the first and the last number of a set, or None if this spells none. Raises `UserError` if
    it spells one wrongly."""
    kind = named.partition(":")[0]
    if kind not in (GENERATED, COMPLETED, SHUFFLED) or ":" not in named:
        return None
    found = SPELLING.fullmatch(named)
    if found is None or (found[2] is None) != (kind == GENERATED) or found[2] == "":
        raise UserError(f"no edition is spelled {format_value(named)}: use {USAGE}")
    if max(len(found[3]), len(found[4] or "")) > MAX_DIGITS:
        raise UserError(f"an edition's number has at most {MAX_DIGITS} digits")
    first, last = int(found[3]), int(found[4] or found[3])
    if max(first, last) > MAX_NUMBER:
        raise UserError(f"editions are numbered from 0 to {MAX_NUMBER}, not {max(first, last)}")
    if last < first:
        spelled = named.rpartition(":")[0]
        raise UserError(f"the set {format_value(named)} is empty: use {spelled}:{last}-{first}")
    return kind, found[2], first, last


@lru_cache(MAX_CACHED)
def drawn_edition(game: Game, kind: str, base: Edition, spelled: str, number: int) -> Edition:
    """The edition of a set with this number. Raises `UserError` if none can be drawn."""
    schema = game.editions
    assert schema is not None, "games without editions have no sets"
    name = f"{spelled}:{number}"
    head = {**base.data["edition"], "name": name, "about": ABOUT[kind].format(base=base.name)}
    for attempt in range(MAX_ATTEMPTS):
        draws = Draws(derive_seed(number, attempt))
        keep = keep_nothing if kind == GENERATED else is_known
        drawn = schema.shuffle(base.data, draws) if kind == SHUFFLED else schema.draw(base.data, keep, draws)
        if drawn is None:
            continue
        data = {**drawn, "edition": head}
        tables = game.read_edition(data, partial(_no_fault, name))
        assert tables is not None
        return Edition(name, game.name, data, tables, digest(data))
    raise UserError(f"no board of {name} was found in {MAX_ATTEMPTS} attempts: what is known leaves too little room")


def _no_fault(name: str, reason: str, *where: Any) -> None:
    raise AssertionError(f"{name}: {where}: {reason}")


ABOUT = {
    GENERATED: "Drawn at random; nothing in it is printed anywhere but what the rulebook documents.",
    COMPLETED: "What {base} documents; the rest is drawn at random.",
    SHUFFLED: "{base} with its things in another order: the same game.",
}


def keep_nothing(entry: Mapping[str, Any], field: str) -> bool:
    """All is to be drawn."""
    return False


def is_known(entry: Mapping[str, Any], field: str) -> bool:
    """Whether a field of an entry is documented, or tells where on the drawing something is."""
    status = entry.get("status")
    return field == "position" or (status.get(field) if isinstance(status, dict) else status) == "documented"


def digest(data: Mapping[str, Any]) -> str:
    """What identifies the data of an edition: comments, layout and sources do not count."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items() if key not in (*NOTES, "sources", "about")}
        return [plain(inner) for inner in value] if isinstance(value, list) else value

    head = data.get("edition")
    head = {key: value for key, value in head.items() if key != "base"} if isinstance(head, dict) else {}
    text = json.dumps(plain({**data, "edition": head}), sort_keys=True, default=str)  # dates are texts
    return hashlib.sha256(text.encode()).hexdigest()[:16]
