"""The editions that the games of a batch are of: all of a set, or a changing part of a large one."""

import re
from contextlib import suppress
from typing import Any

import numpy as np

from africana_env.engine.editions.edition_sets import MAX_DIGITS, EditionSet
from africana_env.engine.editions.editions import EditionLike, check_of_game, load_editions
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.kernels import EDITION_STREAM
from africana_env.engine.game.rng import stream_seeds
from africana_env.engine.process.errors import UserError, format_value

MAX_LIVE = 256
"""Editions of a batch at a time, where a set has more; a batch of few games has fewer, for to draw one takes time."""
GAMES_EACH = 16
"""Games that begin on an edition of a larger set, at least, before another takes its place."""
CLOSED_SHARE = 8
"""One of so many live editions may be closed: no further games begin on it, and it is replaced when the last is over.
Were all closed at once, none would be; and to draw one takes as long as a hundred games."""
MAX_ATTEMPTS = 20
"""Editions in a row that cannot be drawn, of a set that completes what an owner knows."""
NUMBER = re.compile(f"[0-9]{{1,{MAX_DIGITS}}}")
RENEWAL_STREAM = np.uint64(0x4C495645)


class LiveEditions:
    """Numbered editions: an edition alone, or all of a set. `tables` has the record of each, shape (editions,),
    read-only like those of an edition alone, so that one compiled kernel takes both; `drawn_from` the numbers of those
    that new games draw from, `int16`."""

    is_part = False
    """Whether they are replaced while games go on."""

    def __init__(self, source: Edition | EditionSet) -> None:
        self.source = source
        self._put_all(np.arange(len(source) if isinstance(source, EditionSet) else 1))

    def _put_all(self, indices: np.ndarray) -> None:
        self.indices = np.array(indices, np.int64)
        """In the set."""
        self.editions: list[Edition] = [self.at(index) for index in indices.tolist()]
        self.tables = read_only(np.concatenate([edition.tables for edition in self.editions]))
        self.drawn_from = np.arange(len(indices), dtype=np.int16)

    def _put(self, number: int, index: int) -> None:
        self.editions[number] = edition = self.at(index)
        self.indices[number] = index
        tables = self.tables.copy()
        tables[number] = edition.tables[0]
        self.tables = read_only(tables)

    def at(self, index: int) -> Edition:
        """The edition at an index of the set; for a single edition itself."""
        return self.source[index] if isinstance(self.source, EditionSet) else self.source

    def draw(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """Before games begin from these seeds in the rows marked in `rows`: make live what they are played on."""

    def restart(self) -> None:
        """Before new games begin in all rows: let the same seed give the same games whatever was played before."""

    def renew(self, states: np.ndarray, begun: np.ndarray) -> None:
        """After games have begun in the rows `begun` of `states`."""

    def ask_for(self, named: Any) -> None:
        """Let the next game be of this edition of the set, whatever its seed. Raises `UserError` if it is none of them,
        or for a batch that is not one game on a set."""
        raise UserError(
            f"reset chooses out of a set of editions, and {self.source.name} is none: make an environment of that "
            "edition, or of a set such as generated:0-999"
        )

    def choose(self, index: int) -> None:
        """For a batch of one game: make live the edition at this index of the set."""

    def put_back(self, states: np.ndarray, playing: np.ndarray) -> None:
        """Before `states` are put in the place of those that are `playing`: make live what they are of. Raises
        `UserError` where nobody knows."""

    def save(self) -> np.ndarray:
        """What changes, for `load`: `int64` of shape (5, editions)."""
        saved = np.zeros((5, len(self.indices)), np.int64)
        saved[0], saved[2] = self.indices, 1
        return saved

    def load(self, saved: np.ndarray) -> None:
        """Make the editions live that were live at `save`. Raises `UserError` if they are not of this set."""
        number = len(self.source) if isinstance(self.source, EditionSet) else 1
        fits = isinstance(saved, np.ndarray) and saved.shape == (5, len(self.indices)) and saved.dtype == np.int64
        if not (fits and ((saved[0] >= 0) & (saved[0] < number)).all() and saved[3, 0] >= 0 and saved[2].any()):
            raise UserError(f"these are not editions of {self.source.name}")
        self._put_all(saved[0])

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        read_only(self.tables)


class OneOfSet(LiveEditions):
    """For a batch of one game on a set: the edition of that game, which its seed draws if none was asked for."""

    source: EditionSet

    def __init__(self, source: EditionSet) -> None:
        self.source = source
        self._put_all(np.array([first_index(source)]))
        self._asked: int | None = None
        """The index of the edition of the next game, where it was asked for."""

    def draw(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        if rows[0]:
            asked, self._asked = self._asked, None
            self.choose(self._drawn_by(seeds[0]) if asked is None else asked)

    def _drawn_by(self, seed: np.uint64) -> int:
        return int(drawn_indices(seed, len(self.source)))

    def choose(self, index: int) -> None:
        self._put(0, index)

    def ask_for(self, named: Any) -> None:
        spelled, _, number = named.rpartition(":") if isinstance(named, str) else ("", "", "")
        index = int(number) - self.source.first if NUMBER.fullmatch(number) else -1
        if spelled != self.source.spelled or not 0 <= index < len(self.source):
            raise UserError(
                f"{format_value(named)} is no edition of {self.source.name}: "
                f"use one such as {self.source.spelled}:{self.source.first}"
            )
        self._asked = index

    def put_back(self, states: np.ndarray, playing: np.ndarray) -> None:
        """The edition of another game is unknown where the one that has begun was redrawn, or asked
        for its edition, and perhaps the other one, too."""
        seed, before, begun = states["seed"][0], playing["seed"][0], playing["num_players"][0] > 0
        if begun and seed == before:
            return
        if begun and self._drawn_by(before) != self.indices[0]:
            raise UserError(
                f"these states may be of another edition of {self.source.name}: give editions, what live.save() gave "
                "when they were taken"
            )
        self.choose(self._drawn_by(seed))


class PartOfSet(LiveEditions):
    """So many editions of a large set. They are drawn when the first games begin, and each is replaced in its turn."""

    source: EditionSet
    is_part = True

    def __init__(self, source: EditionSet, number: int) -> None:
        self.source = source
        self._put_all(np.full(number, first_index(source)))
        self.restart()

    def restart(self) -> None:
        """See `LiveEditions`: `draw` chooses anew which are live."""
        self._seed: Any = None
        """From which the editions are drawn."""
        self._taken = 0
        """Editions that have been live."""
        self._begun = np.zeros(len(self.indices), np.int64)
        """Games that have begun on each."""
        self.drawn_from = np.arange(len(self.indices), dtype=np.int16)

    def draw(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """At the first call and after `restart`, draw those that are live first."""
        if self._seed is None:
            self._seed = np.uint64(seeds[0])
            try:
                self._put_all(np.array([self._next_index() for _ in self.indices], np.int64))
            except UserError:  # so that the next call draws them
                self.restart()
                raise

    def renew(self, states: np.ndarray, begun: np.ndarray) -> None:
        """Replace the closed editions that no row has any more (a game that is over is looked at
        until its row is reset), and close those that have had most games."""
        np.add.at(self._begun, states["edition"][begun], 1)
        closed = np.ones(len(self.indices), np.bool_)
        closed[self.drawn_from] = False
        in_use = np.bincount(states["edition"], minlength=len(closed))
        for number in np.flatnonzero(closed & (in_use == 0)).tolist():
            self._put(number, self._next_index())
            self._begun[number] = 0
            closed[number] = False
        room = max(1, len(closed) // CLOSED_SHARE) - np.count_nonzero(closed)
        had_enough = np.flatnonzero((self._begun >= GAMES_EACH) & ~closed)
        closed[had_enough[np.argsort(-self._begun[had_enough], kind="stable")[:room]]] = True
        self.drawn_from = np.flatnonzero(~closed).astype(np.int16)

    def _next_index(self) -> int:
        """The index in the set of the edition that is live next: by chance. One that cannot be drawn is passed over;
        raises `UserError` if many in a row cannot."""
        for attempt in range(MAX_ATTEMPTS):
            self._taken += 1
            index = int(stream_seeds(self._seed ^ RENEWAL_STREAM, np.uint64(self._taken))) % len(self.source)
            try:
                self.at(index)
            except UserError:
                if attempt == MAX_ATTEMPTS - 1:
                    raise
            else:
                break
        return index

    def put_back(self, states: np.ndarray, playing: np.ndarray) -> None:
        """The editions of the states may have been replaced."""
        raise UserError(
            f"states of {self.source.name} cannot be put back: use a set of at most {MAX_LIVE} editions, "
            "or keep live.save() with them"
        )

    def save(self) -> np.ndarray:
        saved = super().save()
        saved[1] = self._begun
        saved[2] = np.isin(np.arange(len(self.indices)), self.drawn_from)
        saved[3:] = np.array([[self._taken], [self._seed or 0]], np.uint64).astype(np.int64)
        return saved

    def load(self, saved: np.ndarray) -> None:
        super().load(saved)
        _, begun, is_open, taken, seed = saved
        self._begun = begun.copy()
        self._taken = int(taken[0])
        self._seed = seed.astype(np.uint64)[0] if self._taken > 0 else None
        self.drawn_from = np.flatnonzero(is_open).astype(np.int16)


def first_index(source: EditionSet) -> int:
    """The index of the first edition of a set that can be drawn, or 0."""
    for index in range(min(MAX_ATTEMPTS, len(source))):
        with suppress(UserError):
            source[index]
            return index
    return 0


def live_editions(
    game: Game, editions: EditionLike | LiveEditions, num_games: int, one_at_a_time: bool
) -> LiveEditions:
    """The live editions of a batch; those of another batch are shared with it. Raises `UserError` if there is no such
    edition, or if it is one of another game."""
    if isinstance(editions, LiveEditions):
        check_of_game(game, editions.source)
        return editions
    source = load_editions(game, editions)
    if isinstance(source, EditionSet) and one_at_a_time:
        return OneOfSet(source)
    if isinstance(source, EditionSet) and len(source) > MAX_LIVE:
        return PartOfSet(source, min(MAX_LIVE, 2 * num_games + 8))
    return LiveEditions(source)


def read_only(array: np.ndarray) -> np.ndarray:
    """The same array, which nobody can write to any more."""
    array.flags.writeable = False
    return array


def load_whole(game: Game, edition: EditionLike) -> Edition | EditionSet:
    """An edition, or a set that a batch holds as a whole: the seed of a game alone tells on which of them it is played.
    Raises `UserError` for a larger set."""
    loaded = load_editions(game, edition)
    if isinstance(loaded, EditionSet) and len(loaded) > MAX_LIVE:
        raise UserError(f"{loaded.name} has {len(loaded)} editions: name a set of at most {MAX_LIVE}")
    return loaded


def drawn_indices(seeds: np.ndarray | np.uint64, number: int) -> np.ndarray:
    """The index in a set of so many editions of that which the game of each seed (`uint64`) is of, where a batch holds
    them all: as `kernels.draw_edition` draws it."""
    return (stream_seeds(seeds, EDITION_STREAM) % np.uint64(number)).astype(np.int64)
