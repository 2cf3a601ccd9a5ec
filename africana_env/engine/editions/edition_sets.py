"""Sets of editions that are drawn from numbered seeds.

generated:17             everything drawn that the rulebook does not document
generated:0-999          a set of a thousand of these
generated:17,size=small  the same on a smaller map, see `axes`
completed:mine.toml:17   the documented facts of this file, the rest drawn
shuffled:mine.toml:17    this file with its things in another order: the same game
"""

import hashlib
import json
import operator
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, SupportsIndex

from africana_env.engine.editions.axes import Levels, numbers_of, parse_levels, spell_levels
from africana_env.engine.game.contract import Edition, EditionSchema, Game
from africana_env.engine.game.draws import Draws
from africana_env.engine.game.edition_data import MAX_NAME, drawn_fields, is_known, statuses
from africana_env.engine.game.seeds import derive_seed
from africana_env.engine.process.errors import UserError, format_value

GENERATED, COMPLETED, SHUFFLED = "generated", "completed", "shuffled"
OUT_OF_DISTRIBUTION = "size=small,mix=uneven,length=short"
"""Levels that all games here have."""
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
SPELLING = re.compile(r"(generated|completed|shuffled)(?::(.*?))?:([0-9]+)(?:-([0-9]+))?((?:,[^:]*)?)")
USAGE = (
    "generated:N, generated:N,size=small, completed:EDITION:N or shuffled:EDITION:N, or FIRST-LAST in the place of N "
    "for a set"
)


class SetName(NamedTuple):
    """The parts of the name of a set, or of one edition of it."""

    kind: str
    base: str | None
    """The edition that is completed or shuffled, as it was named; None for generated ones."""
    levels: Levels
    first: int
    last: int

    @property
    def name(self) -> str:
        numbers = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return ":".join([*filter(None, self[:2]), numbers + spell_levels(self.levels)])

    def numbered(self, first: int, last: int) -> "SetName":
        """Return the name with other numbers."""
        return SetName(self.kind, self.base, self.levels, first, last)

    def one(self, number: int) -> "SetName":
        """Return the name of one edition of the set."""
        return self.numbered(number, number)


@dataclass(frozen=True, eq=False)
class EditionSet:
    """Editions with consecutive numbers."""

    game: Game
    base: Edition
    """The edition that is completed or shuffled; for generated ones, the edition with the documented facts."""
    spelled: SetName

    @property
    def name(self) -> str:
        """The full name of the set."""
        return self.spelled.name

    @property
    def digest(self) -> str:
        """Identifies the set: its kind, levels and numbers and the data of its base, with their status if it affects
        the draws."""
        kind, _, levels, first, last = self.spelled
        known = json.dumps(statuses(self.base.data), default=str) if kind == COMPLETED else ""
        named = f"{kind}:{first}-{last}{spell_levels(levels)} {self.base.digest}{known}"
        return hashlib.sha256(named.encode()).hexdigest()[:16]

    def player_counts(self, game: Game) -> Sequence[int]:
        """Return the player counts, the same for all editions, see `Edition.player_counts`."""
        return self[0].player_counts(game)

    def index_of(self, named: Any) -> int | None:
        """Return the index of the edition with this name, None if the set lacks it."""
        if not isinstance(named, str) or not is_named(named, self.name):
            return None
        one = parse_set(named)
        assert one is not None
        return one.first - self.spelled.first if one.first == one.last else None

    def __len__(self) -> int:
        return self.spelled.last - self.spelled.first + 1

    def __getitem__(self, index: SupportsIndex) -> Edition:
        number = range(self.spelled.first, self.spelled.last + 1)[operator.index(index)]
        return drawn_edition(self.game, self.base, self.spelled.one(number))

    def __iter__(self) -> Iterator[Edition]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"EditionSet({self.name} of {self.game})"


def held_out_set(levels: str = "") -> str:
    """Return the name of the test set with these levels, such as `OUT_OF_DISTRIBUTION`."""
    return f"{GENERATED}:{HELD_OUT[0]}-{HELD_OUT[-1]}{levels and ','}{levels}"


def parse_set(named: str) -> SetName | None:
    """Return the parts of the name of a set, or None if this is not the name of a set. Raises `UserError` for a
    misspelled set."""
    kind = named.partition(":")[0]
    if kind not in ABOUT or ":" not in named:
        return None
    prefixes = PREFIXES.match(named)
    if prefixes is not None and prefixes[0].count(":") > MAX_NESTED:
        raise UserError(f"editions are {COMPLETED} or {SHUFFLED} at most {MAX_NESTED} times one after another")
    found = SPELLING.fullmatch(named)
    if found is None or (found[2] is None) != (kind == GENERATED) or found[2] == "":
        raise UserError(f"no edition is called {format_value(named)}: use {USAGE}")
    for digits in (found[3], found[4] or "0"):
        if len(digits) > MAX_DIGITS or int(digits) > MAX_NUMBER:
            raise UserError(f"editions are numbered from 0 to {MAX_NUMBER}, not {format_value(digits)}")
    levels = parse_levels(found[5])
    if levels and kind != GENERATED:
        raise UserError(f"only {GENERATED} editions have axes, not {format_value(named)}")
    parts = SetName(kind, found[2], levels, int(found[3]), int(found[4] or found[3]))
    if parts.last < parts.first:
        turned = parts.numbered(parts.last, parts.first)
        raise UserError(f"the set {format_value(named)} is empty: use {turned.name}")
    return parts


def is_member(edition: Edition, named: str) -> bool:
    """Return whether an edition belongs to the set with this name."""
    return is_named(edition.name, named)


def is_named(one: str, named: str) -> bool:
    """Return whether this is the name of an edition, or a smaller set, of the set with another name."""
    try:
        part, whole = parse_set(one), parse_set(named)
    except UserError:
        return False
    if part is None or whole is None or part[:3] != whole[:3]:
        return False
    return whole.first <= part.first and part.last <= whole.last


@lru_cache(MAX_CACHED)
def drawn_edition(game: Game, base: Edition, spelled: SetName) -> Edition:
    """Return the one edition with this name. Raises `UserError` if none can be drawn."""
    assert game.editions is not None, "games without editions have no sets"
    numbers = numbers_of(game.editions.axes, spelled.levels, spelled.first)
    tries = ((Draws(derive_seed(spelled.first, attempt)), numbers) for attempt in range(MAX_ATTEMPTS))
    return first_board(game, base, spelled, ABOUT[spelled.kind].format(base=base.name), tries)


def first_board(
    game: Game, base: Edition, spelled: SetName, about: str, tries: Iterable[tuple[Draws, Mapping[str, Any]]]
) -> Edition:
    """Return the edition of the first draws that give a playable board. `tries` has draws and the generator's numbers.
    Raises `UserError` if there is none."""
    schema = game.editions
    assert schema is not None, "games without editions have no sets"
    head = {**base.data["edition"], "name": name_in_file(spelled, base), "about": about}
    for draws, numbers in tries:
        drawn = draw(schema, spelled.kind, base.data, draws, numbers)
        if drawn is None:
            continue
        data = {**drawn, "edition": head}
        if not schema.faults(data):  # with rare values of a file
            return Edition(spelled.name, game.name, data, game.edition_tables(data))
    reason = "these levels do not go together" if len(spelled.levels) > 1 else "it is too small or too much is known"
    raise UserError(f"no board of {spelled.name} was found in {MAX_ATTEMPTS} attempts: {reason}")


def name_in_file(spelled: SetName, base: Edition) -> str:
    """Return the name of an edition in its own file, without folders of its base."""
    if spelled.kind not in (COMPLETED, SHUFFLED):
        return spelled.name[:MAX_NAME]
    room = MAX_NAME - len(f"{spelled.kind}::{spelled.first}")
    return SetName(spelled.kind, base.name[:room], (), spelled.first, spelled.last).name


def draw(
    schema: EditionSchema, kind: str, data: Mapping[str, Any], draws: Draws, numbers: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return the data of an edition of a kind, or None if the draw gives no playable board."""
    if kind == SHUFFLED:
        return schema.shuffle(data, draws)
    if kind == COMPLETED:
        drawn = drawn_fields(schema.sections)
        return schema.draw(data, lambda entry, field: field in drawn or is_known(entry, field), draws, numbers)
    return schema.draw(data, lambda *_: False, draws, numbers)


ABOUT = {
    GENERATED: "Drawn at random; nothing in it is printed anywhere but what the rulebook documents.",
    COMPLETED: "What {base} documents; the rest is drawn at random.",
    SHUFFLED: "{base} with its things in another order: the same game.",
}
