"""The protocol of bots, which decide in some of the games of a batch."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeGuard, runtime_checkable

import numpy as np

from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.rng import generator_dtype
from africana_env.engine.process.errors import escape


@runtime_checkable
class Bot(Protocol):
    """Decides for the player to move, from what this player may know.

    What a bot does in a game must depend on that game alone, on its seed and the decisions so far, not on the games
    beside it: it draws its random numbers for each game from a generator of that game.
    """

    @property
    def reads_observations(self) -> bool:
        """Whether `act` reads `batch.observation`; a batch may be made without (`observe=False`)."""

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray, /) -> None:
        """Prepare for another game in the rows marked in `rows` (`bool`, shape `(num_games,)`), with a seed for each
        (`uint64`, same shape): the same seed and game, the same decisions. Mostly the game is new; in training, and
        where a search plays on from a position, it may be under way."""

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray, /) -> None:
        """Put a legal action into `actions` (`int64`, shape `(num_games,)`) for every game marked in `rows` (`bool`,
        same shape) and leave the others alone. Each marked game has a player to move, to whom `batch.action_mask` and
        `batch.observation` show it.

        Whoever raises an error is asked again, perhaps one game at a time, and leaves its random numbers as they were.
        """


@runtime_checkable
class GivesProbabilities(Protocol):
    """A bot that also gives the probability of each action."""

    def probabilities(self, batch: Batch, rows: np.ndarray, /) -> np.ndarray:
        """How likely `act` would take each action in the games marked in `rows` (`bool`, shape `(num_games,)`):
        `float64` of shape `(marked games, actions)`, 0 for illegal ones, the sum of each row 1. It depends on what the
        player to move has been shown and has done, and on nothing else, and leaves the bot as it was."""


class KeepsGenerators(Protocol):
    """A bot that keeps nothing but its random generators from one decision to the next: with a copy of them, another
    bot of its kind goes on where it was."""

    @property
    def generators(self) -> np.ndarray:
        """A generator for each game of its batch, records of `generator_dtype`, shape `(num_games,)`."""


@runtime_checkable
class CountsCosts(Protocol):
    """A bot that counts what its decisions cost beside time, such as tokens."""

    @property
    def costs(self) -> Counter[str]:
        """By what it is: numbers, Python's or NumPy's, that only grow."""


@runtime_checkable
class EditionBound(Protocol):
    """A bot that was trained on one edition."""

    def edition_difference(self, edition: Edition, /) -> str | None:
        """What it was trained on instead, such as `on edition mini, not on reconstructed`; None where it fits."""


@runtime_checkable
class IsFromFile(Protocol):
    """A bot that also names the file from which it was made."""

    def source_file(self) -> str | None:
        """The file that it was read from, or in which its function stands; None if there is none."""


@runtime_checkable
class GivesValues(Protocol):
    """A bot that also estimates the value of a position."""

    def values(self, batch: Batch, rows: np.ndarray, /) -> np.ndarray:
        """What the player to move may expect of the rest of the game, in whatever measure the bot thinks, more being
        better, in the games marked in `rows` (`bool`, shape `(num_games,)`): `float64` of shape `(marked games,)`. It
        depends on what this player has been shown, and leaves the bot as it was."""


def as_text(name: str, text: str) -> str:
    """The value of an option that may be any text."""
    return text


@dataclass(frozen=True)
class BotOption:
    """An option of a kind of bots, spelled `,NAME=VALUE`."""

    name: str
    """Also the keyword of `BotKind.make` that takes its value, whose default is that of the option."""
    value: str
    """What stands for its value in a usage, such as `T`."""
    about: str
    """What it does, for documentation."""
    read: Callable[[str, str], Any] = as_text
    """`read(name, text)`: its value; raises `UserError` for a wrong text."""


@dataclass(frozen=True)
class BotKind:
    """A kind of bot that takes an argument."""

    argument: str
    """What stands for its argument in a usage, such as `PATH`."""
    make: Callable[..., Bot]
    """`make(game, num_games, argument, **options)`: a bot of this kind, with the options that are given; raises
    `UserError` for what it cannot be."""
    options: Sequence[BotOption] = ()
    gives_probabilities: bool = False
    """Whether its bots say how likely they take each action, see `GivesProbabilities`."""


def keeps_generators(value: Any) -> TypeGuard[KeepsGenerators]:
    """Whether `value` has what `KeepsGenerators` says."""
    generators = getattr(value, "generators", None)
    return isinstance(generators, np.ndarray) and generators.dtype == generator_dtype


def is_bot(value: Any) -> TypeGuard[Bot]:
    """Whether `value` has all that a bot needs."""
    return not isinstance(value, type) and isinstance(value, Bot)


def name_of(bot: Any) -> str:
    """The name that a bot object or a function has, or that of its class."""
    while isinstance(bot, partial):
        bot = bot.func
    name = getattr(bot, "name", getattr(bot, "__name__", None))
    return escape(name) if isinstance(name, str) else type(bot).__name__
