"""The editions that the games of a batch are of: all of a set, or a changing part of a large one."""

import re
from contextlib import suppress
from typing import Any

import numpy as np

from africana_env.engine.contract import Edition, Game
from africana_env.engine.edition_sets import MAX_DIGITS, EditionSet
from africana_env.engine.editions import EditionLike, check_of_game, load_editions
from africana_env.engine.errors import UserError, format_value
from africana_env.engine.kernels import EDITION_STREAM
from africana_env.engine.rng import stream_seeds

MAX_LIVE = 256
"""Editions of a batch at a time, where a set has more: so many or `live_number` of its games."""
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
    """Numbered editions. `tables` has the record of each, shape (editions,), read-only like those of an edition alone,
    so that one compiled kernel takes both; `drawn_from` the numbers of those that new games draw from, `int16`."""

    def __init__(self, source: Edition | EditionSet, num_games: int, one_at_a_time: bool) -> None:
        self.source = source
        self.one_at_a_time = one_at_a_time and isinstance(source, EditionSet)
        self.is_part = isinstance(source, EditionSet) and len(source) > MAX_LIVE and not one_at_a_time
        number = live_number(num_games) if self.is_part else 1
        self.indices = np.full(number, self._first_index() if self.is_part or self.one_at_a_time else 0)
        """In the set, `int64`; of a part they are drawn when the first games begin."""
        if isinstance(source, EditionSet) and not self.is_part and not one_at_a_time:
            self.indices = np.arange(len(source))
        self._put_all(self.indices)
        self.drawn_from = np.arange(len(self.indices), dtype=np.int16)
        self._begun = np.zeros(len(self.indices), np.int64)
        """Games that have begun on each."""
        self._seed: np.uint64 | None = None
        """Of a part: that from which its editions are drawn."""
        self._taken = 0
        """Of a part: editions that have been live."""
        self._asked: int | None = None
        """For a batch of one game: the index of the edition of the next game, where it was asked for."""

    def draw(self, seed: np.uint64) -> None:
        """Before games begin, the first of them from this seed: for a batch of one game, make live the edition on which
        it is played; for a part of a set, at the first call and after `restart`, those that are live first."""
        if self.one_at_a_time:
            asked, self._asked = self._asked, None
            if asked is None:
                self.choose_by(seed)
            else:
                self.choose(asked)
        elif self.is_part and self._seed is None:
            self._seed = np.uint64(seed)
            try:
                self._put_all(np.array([self._next_index() for _ in self.indices], np.int64))
            except UserError:  # so that the next call draws them
                self._seed, self._taken = None, 0
                raise

    def restart(self) -> None:
        """Before new games begin in all rows: let `draw` choose anew which of a part of a set are live, so that the
        same seed gives the same games whatever was played before."""
        if self.is_part:
            self._seed, self._taken = None, 0
            self._begun[:] = 0
            self.drawn_from = np.arange(len(self.indices), dtype=np.int16)

    def at(self, index: int) -> Edition:
        """The edition at an index of the set; for a single edition itself."""
        return self.source[index] if isinstance(self.source, EditionSet) else self.source

    def _first_index(self) -> int:
        """The first edition of a set that can be drawn, or 0."""
        assert isinstance(self.source, EditionSet)
        for index in range(min(MAX_ATTEMPTS, len(self.source))):
            with suppress(UserError):
                self.at(index)
                return index
        return 0

    def ask_for(self, named: Any) -> None:
        """For a batch of one game: let the next game be of this edition of the set, whatever its seed. Raises
        `UserError` if it is none of them."""
        if not self.one_at_a_time:
            raise UserError(
                f"reset chooses out of a set of editions, and {self.source.name} is none: make an environment of "
                "that edition, or of a set such as generated:0-999"
            )
        assert isinstance(self.source, EditionSet)
        spelled, _, number = named.rpartition(":") if isinstance(named, str) else ("", "", "")
        first, last = self.source.first, self.source.last
        index = int(number) - first if NUMBER.fullmatch(number) else -1
        if spelled != self.source.spelled or not 0 <= index <= last - first:
            raise UserError(
                f"{format_value(named)} is no edition of {self.source.name}: "
                f"use one such as {self.source.spelled}:{first}"
            )
        self._asked = index

    def choose_by(self, seed: np.uint64) -> None:
        """For a batch of one game: make live the edition that a game of this seed draws."""
        self._put(0, self._drawn_by(seed))

    def _drawn_by(self, seed: np.uint64) -> int:
        assert isinstance(self.source, EditionSet)
        return int(drawn_indices(np.uint64(seed), len(self.source)))

    def put_back(self, seed: np.uint64, playing: np.uint64, begun: bool) -> None:
        """For a batch of one game: make live the edition of a game with this seed in its state. The game with the seed
        `playing`, if one has begun, stays on its edition. Raises `UserError` for another one where its edition is
        unknown, for the game that has begun was redrawn, or asked for its edition, and perhaps the other one, too."""
        if begun and seed == playing:
            return
        if begun and self._drawn_by(playing) != self.indices[0]:
            raise UserError(
                f"these states may be of another edition of {self.source.name}: give editions, what live.save() gave "
                "when they were taken"
            )
        self.choose_by(seed)

    def choose(self, index: int) -> None:
        """For a batch of one game: make live the edition at this index of the set."""
        if self.one_at_a_time:
            self._put(0, index)

    def renew(self, states: np.ndarray, begun: np.ndarray) -> None:
        """After games have begun in the rows `begun` of `states`: replace the closed editions that no row has any more
        (a game that is over is looked at until its row is reset), and close those that have had most games."""
        if not self.is_part:
            return
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
        assert isinstance(self.source, EditionSet)
        assert self._seed is not None
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

    def _put_all(self, indices: np.ndarray) -> None:
        self.editions: list[Edition] = [self.at(index) for index in indices.tolist()]
        self.indices[:] = indices
        self.tables = read_only(np.concatenate([edition.tables for edition in self.editions]))

    def _put(self, number: int, index: int) -> None:
        self.editions[number] = edition = self.at(index)
        self.indices[number] = index
        tables = self.tables.copy()
        tables[number] = edition.tables[0]
        self.tables = read_only(tables)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        read_only(self.tables)

    def save(self) -> np.ndarray:
        """What changes, for `load`: `int64` of shape (5, editions)."""
        is_open = np.isin(np.arange(len(self.indices)), self.drawn_from)
        drawn = np.array([self._taken, self._seed or 0], np.uint64).astype(np.int64)
        return np.stack([self.indices, self._begun, is_open, *np.broadcast_to(drawn, (len(is_open), 2)).T])

    def load(self, saved: np.ndarray) -> None:
        """Make the editions live that were live at `save`. Raises `UserError` if they are not of this set."""
        number = len(self.source) if isinstance(self.source, EditionSet) else 1
        fits = isinstance(saved, np.ndarray) and saved.shape == (5, len(self.indices)) and saved.dtype == np.int64
        indices, begun, is_open, taken, seed = saved if fits else [np.full(1, -1)] * 5
        if not ((indices >= 0) & (indices < number)).all() or taken[0] < 0 or not is_open.any():
            raise UserError(f"these are not editions of {self.source.name}")
        self._put_all(indices)
        self._begun[:] = begun
        self._taken = int(taken[0])
        self._seed = np.uint64(seed.astype(np.uint64)[0]) if self._taken > 0 else None
        self.drawn_from = np.flatnonzero(is_open).astype(np.int16)


def live_editions(
    game: Game,
    editions: EditionLike | LiveEditions,
    num_games: int,
    one_at_a_time: bool,
) -> LiveEditions:
    """The live editions of a batch; those of another batch are shared with it. Raises `UserError` if there is no such
    edition, or if it is one of another game."""
    if isinstance(editions, LiveEditions):
        check_of_game(game, editions.source)
        return editions
    return LiveEditions(load_editions(game, editions), num_games, one_at_a_time)


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


def live_number(num_games: int) -> int:
    """How many editions of a large set are live for so many games: to draw one takes time, and some must be free, to be
    replaced."""
    return min(MAX_LIVE, 2 * num_games + 8)
