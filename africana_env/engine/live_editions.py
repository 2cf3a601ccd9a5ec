"""The editions that the games of a batch are of: all of a set, or a changing part of a large one."""

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from africana_env.engine.contract import Edition, Game
from africana_env.engine.edition_sets import EditionSet
from africana_env.engine.editions import load_editions
from africana_env.engine.errors import UserError
from africana_env.engine.kernels import EDITION_STREAM
from africana_env.engine.rng import stream_seeds

MAX_LIVE = 256
"""Editions of a batch at a time, where a set has more: so many or `live_number` of its games."""
GAMES_EACH = 16
"""Games that begin on an edition of a larger set before another takes its place."""
RENEWAL_STREAM = np.uint64(0x4C495645)


class LiveEditions:
    """Numbered editions. `tables` has the record of each, shape (editions,), read-only like those of an edition alone,
    so that one compiled kernel takes both; `drawn_from` the numbers of those that new games draw from, `int16`."""

    def __init__(self, source: Edition | EditionSet, num_games: int, one_at_a_time: bool) -> None:
        self.source = source
        self.indices = np.zeros(1, np.int64)
        """In the set, `int64`."""
        if isinstance(source, EditionSet) and not one_at_a_time:
            self.indices = np.array(first_indices(source, num_games), np.int64)
        editions = [self.at(index) for index in self.indices.tolist()]
        self.editions: list[Edition] = editions
        self.tables = read_only(np.concatenate([edition.tables for edition in editions]))
        self.drawn_from = np.arange(len(editions), dtype=np.int16)
        self.one_at_a_time = one_at_a_time and isinstance(source, EditionSet)
        self.is_part = isinstance(source, EditionSet) and len(source) > len(editions) and not one_at_a_time
        self._begun = np.zeros(len(editions), np.int64)
        """Games that have begun on each."""
        self._taken = len(editions)
        """Editions that have been live."""

    def draw(self, seed: np.uint64) -> None:
        """For a batch of one game: make live the edition on which the game from this seed is played."""
        if self.one_at_a_time:
            assert isinstance(self.source, EditionSet)
            self.choose(int(stream_seeds(seed, EDITION_STREAM)) % len(self.source))

    def at(self, index: int) -> Edition:
        """The edition at an index of the set; for a single edition itself."""
        return self.source[index] if isinstance(self.source, EditionSet) else self.source

    def choose(self, index: int) -> None:
        """For a batch of one game: make live the edition at this index of the set."""
        if self.one_at_a_time:
            self._put(0, index)

    def renew(self, states: np.ndarray, begun: np.ndarray) -> None:
        """After games have begun in the rows `begun` of `states`: close the editions that have had enough games, and
        replace the closed ones that no row has any more (a game that is over is looked at until its row is reset)."""
        if not self.is_part:
            return
        np.add.at(self._begun, states["edition"][begun], 1)
        closed = self._begun >= GAMES_EACH
        in_use = np.bincount(states["edition"], minlength=len(closed))
        for number in np.flatnonzero(closed & (in_use == 0)):
            self._replace(int(number))
            closed[number] = False
        if closed.all():  # all have had enough games, and each is that of a row: keep to them
            closed[:] = False
        self.drawn_from = np.flatnonzero(~closed).astype(np.int16)

    def _replace(self, number: int) -> None:
        assert isinstance(self.source, EditionSet)
        self._put(number, index_drawn(self.source, self._taken))
        self._taken += 1
        self._begun[number] = 0

    def _put(self, number: int, index: int) -> None:
        self.indices[number] = index
        self.editions[number] = edition = self.at(index)
        tables = self.tables.copy()
        tables[number] = edition.tables[0]
        self.tables = read_only(tables)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        read_only(self.tables)

    def save(self) -> np.ndarray:
        """What changes, for `load`: `int64` of shape (4, editions)."""
        is_open = np.isin(np.arange(len(self.indices)), self.drawn_from)
        taken = np.full(len(self.indices), self._taken)
        return np.stack([self.indices, self._begun, is_open, taken]).astype(np.int64)

    def load(self, saved: np.ndarray) -> None:
        """Make the editions live that were live at `save`. Raises `UserError` if they are not of this set."""
        number = len(self.source) if isinstance(self.source, EditionSet) else 1
        fits = isinstance(saved, np.ndarray) and saved.shape == (4, len(self.indices)) and saved.dtype == np.int64
        indices, begun, is_open, taken = saved if fits else [np.full(1, -1)] * 4
        if not ((indices >= 0) & (indices < number)).all() or taken[0] < len(indices) or not is_open.any():
            raise UserError(f"these are not editions of {self.source.name}")
        for place in np.flatnonzero(indices != self.indices).tolist():
            self._put(place, int(indices[place]))
        self._begun[:] = begun
        self._taken = int(taken[0])
        self.drawn_from = np.flatnonzero(is_open).astype(np.int16)


def live_editions(
    game: Game,
    editions: str | PathLike[str] | Edition | EditionSet | LiveEditions,
    num_games: int,
    one_at_a_time: bool,
) -> LiveEditions:
    """The live editions of a batch; those of another batch are shared with it. Raises `UserError` if there is no such
    edition, or if it is one of another game."""
    if isinstance(editions, LiveEditions):
        source, found = editions.source, editions
    else:
        source = editions if isinstance(editions, Edition | EditionSet) else load_editions(game, editions)
        found = None
    of = source.game if isinstance(source, Edition) else source.game.name
    if of != game.name:
        raise UserError(f"edition {source.name} is one of {of}, not of {game.name}")
    return found or LiveEditions(source, num_games, one_at_a_time)


def read_only(array: np.ndarray) -> np.ndarray:
    """The same array, which nobody can write to any more."""
    array.flags.writeable = False
    return array


def load_whole(game: Game, edition: str | PathLike[str] | Edition | EditionSet) -> Edition | EditionSet:
    """An edition, or a set that a batch holds as a whole: the seed of a game alone tells on which of them it is played.
    Raises `UserError` for a larger set."""
    loaded = edition if isinstance(edition, Edition | EditionSet) else load_editions(game, edition)
    if isinstance(loaded, EditionSet) and len(loaded) > MAX_LIVE:
        raise UserError(f"{loaded.name} has {len(loaded)} editions: name a set of at most {MAX_LIVE}")
    return loaded


def first_indices(source: EditionSet, num_games: int) -> Sequence[int]:
    """The indices in the set of the editions that are live first."""
    if len(source) <= MAX_LIVE:
        return range(len(source))
    return [index_drawn(source, index) for index in range(live_number(num_games))]


def live_number(num_games: int) -> int:
    """How many editions of a large set are live for so many games: to draw one takes time, and some must be free, to be
    replaced."""
    return min(MAX_LIVE, 2 * num_games + 8)


def index_drawn(source: EditionSet, index: int) -> int:
    """The index in a large set of the edition that is live as the `index`-th: by chance."""
    return int(stream_seeds(RENEWAL_STREAM, np.uint64(index))) % len(source)
