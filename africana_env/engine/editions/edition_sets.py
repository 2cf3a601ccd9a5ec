"""Sets of editions that are drawn from numbered seeds.

generated:17            everything drawn that the rulebook does not document
generated:0-999         a set of a thousand of these
generated-ood:17        the same with sizes and mixes outside of this distribution
completed:mine.toml:17  the documented facts of this file, the rest drawn
shuffled:mine.toml:17   this file with its things in another order: the same game
"""

import hashlib
import json
import operator
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, SupportsIndex

from africana_env.engine.game.contract import Edition, EditionSchema, Game
from africana_env.engine.game.draws import Draws
from africana_env.engine.game.edition_data import MAX_NAME, drawn_fields, is_known, statuses
from africana_env.engine.game.seeds import derive_seed
from africana_env.engine.process.errors import UserError, format_value

GENERATED, OUT_OF_DISTRIBUTION = "generated", "generated-ood"
COMPLETED, SHUFFLED = "completed", "shuffled"
HELD_OUT = range(1_000_000, 1_000_100)
"""Numbers of the editions for tests. By convention no agent trains on numbers from 1,000,000 on."""
RATED = range(1_000_100, 1_000_200)
"""Numbers of the editions that rate policies during training. Selection by these ratings needs other editions for
tests."""
MAX_NUMBER = (1 << 32) - 1
MAX_DIGITS = 10
MAX_ATTEMPTS = 300
"""Boards tried for one edition until one is playable."""
MAX_CACHED = 1024
"""Drawn editions kept in memory."""
MAX_NESTED = 8
"""Most nested completed or shuffled sets."""
PREFIXES = re.compile(f"(?:(?:{COMPLETED}|{SHUFFLED}):)*")
SPELLING = re.compile(r"(generated|generated-ood|completed|shuffled)(?::(.*?))?:([0-9]+)(?:-([0-9]+))?")
USAGE = (
    "generated:N, generated-ood:N, completed:EDITION:N or shuffled:EDITION:N, or FIRST-LAST in the place of N for a set"
)


@dataclass(frozen=True, eq=False)
class EditionSet:
    """Editions with consecutive numbers."""

    game: Game
    kind: str
    base: Edition
    """The edition that is completed or shuffled; for generated ones, the edition with the documented facts."""
    spelled: str
    """The set's name without the numbers."""
    first: int
    last: int

    @property
    def name(self) -> str:
        """The full name of the set."""
        return f"{self.spelled}:{self.first}-{self.last}"

    @property
    def digest(self) -> str:
        """Identifies the set: its kind, its numbers and the data of its base, with their status if it affects the
        draws."""
        known = json.dumps(statuses(self.base.data), default=str) if self.kind == COMPLETED else ""
        named = f"{self.kind}:{self.first}-{self.last} {self.base.digest}{known}"
        return hashlib.sha256(named.encode()).hexdigest()[:16]

    def player_counts(self, game: Game) -> Sequence[int]:
        """Return the player counts, the same for all editions, see `Edition.player_counts`."""
        return self[0].player_counts(game)

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __getitem__(self, index: SupportsIndex) -> Edition:
        number = range(self.first, self.last + 1)[operator.index(index)]
        return drawn_edition(self.game, self.kind, self.base, self.spelled, number)

    def __iter__(self) -> Iterator[Edition]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"EditionSet({self.name} of {self.game})"


def held_out_set(kind: str = GENERATED) -> str:
    """Return the name of the test set of the kind `GENERATED` or `OUT_OF_DISTRIBUTION`."""
    return f"{kind}:{HELD_OUT[0]}-{HELD_OUT[-1]}"


def parse_set(named: str) -> tuple[str, str | None, int, int] | None:
    """Return the kind, the base, the first and the last number of a set, or None if this is not the name of a set.
    Raises `UserError` for a misspelled set."""
    kind = named.partition(":")[0]
    if kind not in ABOUT or ":" not in named:
        return None
    prefixes = PREFIXES.match(named)
    if prefixes is not None and prefixes[0].count(":") > MAX_NESTED:
        raise UserError(f"editions are {COMPLETED} or {SHUFFLED} at most {MAX_NESTED} times one after another")
    found = SPELLING.fullmatch(named)
    if found is None or (found[2] is None) != (kind in (GENERATED, OUT_OF_DISTRIBUTION)) or found[2] == "":
        raise UserError(f"no edition is called {format_value(named)}: use {USAGE}")
    for digits in (found[3], found[4] or "0"):
        if len(digits) > MAX_DIGITS or int(digits) > MAX_NUMBER:
            raise UserError(f"editions are numbered from 0 to {MAX_NUMBER}, not {format_value(digits)}")
    first, last = int(found[3]), int(found[4] or found[3])
    if last < first:
        spelled = named.rpartition(":")[0]
        raise UserError(f"the set {format_value(named)} is empty: use {spelled}:{last}-{first}")
    return kind, found[2], first, last


def is_member(edition: Edition, named: str) -> bool:
    """Return whether an edition belongs to the set with this name."""
    try:
        whole, one = parse_set(named), parse_set(edition.name)
    except UserError:
        return False
    return whole is not None and one is not None and whole[:2] == one[:2] and whole[2] <= one[2] <= whole[3]


@lru_cache(MAX_CACHED)
def drawn_edition(game: Game, kind: str, base: Edition, spelled: str, number: int) -> Edition:
    """Return the edition of a set with this number. Raises `UserError` if none can be drawn."""
    schema = game.editions
    assert schema is not None, "games without editions have no sets"
    name, about = f"{spelled}:{number}", ABOUT[kind].format(base=base.name)
    head = {**base.data["edition"], "name": name_in_file(kind, base, number), "about": about}
    for attempt in range(MAX_ATTEMPTS):
        draws = Draws(derive_seed(number, attempt))
        drawn = draw(schema, kind, base.data, draws)
        if drawn is None:
            continue
        data = {**drawn, "edition": head}
        if not schema.faults(data):  # with rare values of a file
            return Edition(name, game.name, data, game.edition_tables(data))
    raise UserError(f"no board of {name} was found in {MAX_ATTEMPTS} attempts: it is too small or too much is known")


def name_in_file(kind: str, base: Edition, number: int) -> str:
    """Return the name of an edition in its own file, without folders of its base."""
    if kind in (GENERATED, OUT_OF_DISTRIBUTION):
        return f"{kind}:{number}"
    room = MAX_NAME - len(f"{kind}::{number}")
    return f"{kind}:{base.name[:room]}:{number}"


def draw(schema: EditionSchema, kind: str, data: Mapping[str, Any], draws: Draws) -> dict[str, Any] | None:
    """Return the data of an edition of a kind, or None if the draw gives no playable board."""
    if kind == SHUFFLED:
        return schema.shuffle(data, draws)
    if kind == COMPLETED:
        drawn = drawn_fields(schema.sections)
        return schema.draw(data, lambda entry, field: field in drawn or is_known(entry, field), draws)
    sized = schema.resize(data, draws) if kind == OUT_OF_DISTRIBUTION else data
    return schema.draw(sized, lambda *_: False, draws)


ABOUT = {
    GENERATED: "Drawn at random; nothing in it is printed anywhere but what the rulebook documents.",
    OUT_OF_DISTRIBUTION: "Drawn at random, with other sizes and mixes than the printed game; nothing in it is printed.",
    COMPLETED: "What {base} documents; the rest is drawn at random.",
    SHUFFLED: "{base} with its things in another order: the same game.",
}
