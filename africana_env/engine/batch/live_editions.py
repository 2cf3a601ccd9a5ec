"""The editions that the games of a batch are played on: one, a whole set, or a changing part of a large set."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.editions.editions import EditionLike, check_of_game, load_editions
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.kernels import EDITION_STREAM
from africana_env.engine.game.rng import stream_seeds
from africana_env.engine.process.errors import UserError, format_value

MAX_LIVE = 256
"""Most editions kept loaded at once. A batch of few games keeps fewer of a larger set: drawing one takes time."""
GAMES_EACH = 16
"""Games that begin on an edition of a larger set before it may be replaced."""
CLOSED_SHARE = 8
"""At most one in 8 live editions is closed: no further games begin on it, and it is replaced when its last game ends.
If all were closed at once, none would be left to start games on. Drawing one takes as long as a hundred games."""
MAX_ATTEMPTS = 20
"""Editions in a row that may fail to be drawn, where a set completes a partly known one."""
RENEWAL_STREAM = np.uint64(0x4C495645)


class LiveEditions:
    """One edition, or all editions of a set, by number. `tables` has a record for each, shape (editions,). Tables are
    always read-only, so that one compiled kernel takes them all. `drawn_from` are the numbers that new games draw from,
    `int16`."""

    is_part = False
    """Whether editions are replaced while games go on."""

    def __init__(self, source: Edition | EditionSet, indices: Sequence[int] | None = None) -> None:
        self.source = source
        self._all: Sequence[Edition] | EditionSet = source if isinstance(source, EditionSet) else (source,)
        self._put_all(np.arange(len(self._all)) if indices is None else np.array(indices, np.int64))

    def _put_all(self, indices: np.ndarray) -> None:
        self.indices = indices.astype(np.int64)
        """Indices in the set."""
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
        """Return the edition at an index of the set, or the single edition."""
        return self._all[index]

    def draw(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """Load the editions of the games that are about to begin in `rows` from `seeds`."""

    def restart(self) -> None:
        """Forget earlier games, so that a seed gives the same editions again."""

    def renew(self, states: np.ndarray, begun: np.ndarray) -> None:
        """Count the games that began in the rows `begun`, and replace editions if needed."""

    def ask_for(self, named: Any) -> None:
        """Play the next game on this edition of the set. Raises `UserError` unless the set has it and this is a batch
        of one game."""
        raise UserError(
            f"reset can choose an edition only from a set, and {self.source.name} is not a set: make an environment "
            "with that edition, or with a set such as generated:0-999"
        )

    def choose(self, index: int) -> None:
        """Load the edition at this index of the set, in a batch of one game."""

    def put_back(self, states: np.ndarray, playing: np.ndarray) -> None:
        """Load the editions of `states` before they replace the states that are `playing`. Raises `UserError` if these
        editions are unknown."""

    def save(self) -> np.ndarray:
        """Return everything that changes, for `load`: `int64` of shape (5, editions)."""
        saved = np.zeros((5, len(self.indices)), np.int64)
        saved[0], saved[2] = self.indices, 1
        return saved

    def load(self, saved: np.ndarray) -> None:
        """Load the editions that were live at `save`. Raises `UserError` if they are not of this set."""
        fits = isinstance(saved, np.ndarray) and saved.shape == (5, len(self.indices)) and saved.dtype == np.int64
        if not (fits and ((saved[0] >= 0) & (saved[0] < len(self._all))).all() and saved[3, 0] >= 0 and saved[2].any()):
            raise UserError(f"these are not editions of {self.source.name}")
        self._put_all(saved[0])

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        read_only(self.tables)


class OneOfSet(LiveEditions):
    """The edition of a batch of one game, drawn from a set by the game's seed unless `ask_for` named one."""

    source: EditionSet

    def __init__(self, source: EditionSet) -> None:
        super().__init__(source, [first_index(source)])
        self._asked: int | None = None
        """The index that `ask_for` named for the next game."""

    def draw(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        if rows[0]:
            asked, self._asked = self._asked, None
            self.choose(self._drawn_by(seeds[0]) if asked is None else asked)

    def _drawn_by(self, seed: np.uint64) -> int:
        return int(drawn_indices(seed, len(self.source)))

    def choose(self, index: int) -> None:
        self._put(0, index)

    def ask_for(self, named: Any) -> None:
        index = self.source.index_of(named)
        if index is None:
            such = self.source.spelled.one(self.source.spelled.first).name
            raise UserError(f"{format_value(named)} is not an edition of {self.source.name}: use one such as {such}")
        self._asked = index

    def put_back(self, states: np.ndarray, playing: np.ndarray) -> None:
        """Load the edition of a state. After `ask_for` or `resample` it can differ from the one that the seed draws."""
        seed, before, begun = states["seed"][0], playing["seed"][0], playing["num_players"][0] > 0
        if begun and seed == before:
            return
        if begun and self._drawn_by(before) != self.indices[0]:
            raise UserError(
                f"these states may be on another edition of {self.source.name}: pass editions, the live.save() of "
                "their batch"
            )
        self.choose(self._drawn_by(seed))


class PartOfSet(LiveEditions):
    """Some editions of a large set. They are drawn when the first games begin, and replaced one by one."""

    source: EditionSet
    is_part = True

    def __init__(self, source: EditionSet, number: int) -> None:
        super().__init__(source, [first_index(source)] * number)
        self.restart()

    def restart(self) -> None:
        """Let the next `draw` load new editions."""
        self._seed: Any = None
        """The seed from which editions are drawn."""
        self._taken = 0
        """Editions drawn so far."""
        self._begun = np.zeros(len(self.indices), np.int64)
        """Games that have begun on each."""
        self.drawn_from = np.arange(len(self.indices), dtype=np.int16)

    def draw(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """Draw all live editions, at the first call and after `restart`."""
        if self._seed is None:
            self._seed = np.uint64(seeds[0])
            try:
                self._put_all(np.array([self._next_index() for _ in self.indices], np.int64))
            except UserError:  # let the next call draw them
                self.restart()
                raise

    def renew(self, states: np.ndarray, begun: np.ndarray) -> None:
        """Replace the closed editions that no row shows any more, then close those that had most games. A game that is
        over can be looked at until its row is reset."""
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
        """Return the index of a random edition of the set, skipping those that cannot be drawn. Raises `UserError`
        after `MAX_ATTEMPTS` in a row."""
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
        """Raise `UserError`: the editions of the states may have been replaced."""
        raise UserError(
            f"states of {self.source.name} cannot be restored: use a set of at most {MAX_LIVE} editions, "
            "or pass editions, the live.save() of their batch"
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
    """Return the index of the first edition of a set that can be drawn, or 0."""
    for index in range(min(MAX_ATTEMPTS, len(source))):
        with suppress(UserError):
            source[index]
            return index
    return 0


def live_editions(
    game: Game, editions: EditionLike | LiveEditions, num_games: int, one_at_a_time: bool
) -> LiveEditions:
    """Return the live editions of a batch. Those of another batch are shared with it. Raises `UserError` if there is no
    such edition, or if it belongs to another game."""
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
    """Make an array read-only and return it."""
    array.flags.writeable = False
    return array


def load_whole(game: Game, edition: EditionLike) -> Edition | EditionSet:
    """Load an edition, or a set small enough for a batch to hold whole, so that a game's seed alone gives its edition.
    Raises `UserError` for a larger set."""
    loaded = load_editions(game, edition)
    if isinstance(loaded, EditionSet) and len(loaded) > MAX_LIVE:
        raise UserError(f"{loaded.name} has {len(loaded)} editions: name a set of at most {MAX_LIVE}")
    return loaded


def drawn_indices(seeds: np.ndarray | np.uint64, number: int) -> np.ndarray:
    """Return the index of the edition that each seed (`uint64`) draws from a whole set of `number` editions, as
    `kernels.draw_edition` does."""
    return (stream_seeds(seeds, EDITION_STREAM) % np.uint64(number)).astype(np.int64)
