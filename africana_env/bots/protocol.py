"""The protocols of bots, which decide in some games of a batch."""

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
    """A bot decides for the player to move, from that player's information.

    Its decisions in a game must depend only on that game, its seed and the decisions so far, not on other games of the
    batch. So it draws random numbers from one generator per game.
    """

    @property
    def reads_observations(self) -> bool:
        """Whether `act` reads `batch.observation`; batches can leave it out (`observe=False`)."""

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray, /) -> None:
        """Prepare for another game in the rows marked in `rows` (`bool`, shape `(num_games,)`).

        `seeds` (`uint64`, same shape) has a seed per game: the same seed and game give the same decisions. The game is
        usually new, but in training and in search it may have started.
        """

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray, /) -> None:
        """Write a legal action into `actions` (`int64`, shape `(num_games,)`) for every game marked in `rows` (`bool`,
        same shape), and leave the other rows unchanged.

        `batch.action_mask` and `batch.observation` are from the view of the player to move. A bot that raises an error
        is asked again, perhaps for one game at a time, so an error must leave its random numbers unchanged.
        """


@runtime_checkable
class GivesProbabilities(Protocol):
    """A bot that also gives action probabilities."""

    def probabilities(self, batch: Batch, rows: np.ndarray, /) -> np.ndarray:
        """Return the probability that `act` takes each action in the games marked in `rows` (`bool`, shape
        `(num_games,)`).

        `float64` of shape `(marked games, actions)`: 0 for illegal actions, and each row sums to 1. It depends only on
        what the player to move has seen and done, and does not change the bot.
        """


class KeepsGenerators(Protocol):
    """A bot whose only state between decisions is its random generators: another bot of its kind can continue with a
    copy of them."""

    @property
    def generators(self) -> np.ndarray:
        """One generator per game, records of `generator_dtype`, shape `(num_games,)`."""


@runtime_checkable
class CountsCosts(Protocol):
    """A bot that counts costs of its decisions other than time, such as tokens."""

    @property
    def costs(self) -> Counter[str]:
        """Total costs by name: Python or NumPy numbers that only grow."""


@runtime_checkable
class EditionBound(Protocol):
    """A bot that was trained on one edition."""

    def edition_difference(self, edition: Edition, /) -> str | None:
        """Return the mismatch, such as `on edition mini, not on reconstructed`; None if the edition fits."""


@runtime_checkable
class IsFromFile(Protocol):
    """A bot that names its file."""

    def source_file(self) -> str | None:
        """Return the file that it was loaded from or that defines its function; None if there is none."""


@runtime_checkable
class GivesValues(Protocol):
    """A bot that also estimates the value of a position."""

    def values(self, batch: Batch, rows: np.ndarray, /) -> np.ndarray:
        """Return the value for the player to move in the games marked in `rows` (`bool`, shape `(num_games,)`).

        `float64` of shape `(marked games,)`, on the bot's own scale; higher is better. It depends only on what this
        player has seen, and does not change the bot.
        """


@dataclass(frozen=True)
class BotOption:
    """An option of a kind of bots, written `,NAME=VALUE`."""

    name: str
    """Also the keyword of `BotKind.make` for its value."""
    value: str
    """Placeholder for the value in usages, such as `T`."""
    about: str
    """The option's effect, for documentation."""
    read: Callable[[str, str], Any] = lambda name, text: text
    """`read(name, text)` returns the value; raises `UserError` for wrong text."""


def not_described(argument: str) -> str:
    return ""


@dataclass(frozen=True)
class BotKind:
    """A kind of bot that takes an argument."""

    argument: str
    """Placeholder for the argument in usages, such as `PATH`."""
    make: Callable[..., Bot]
    """`make(game, num_games, argument, **options)` returns a bot; raises `UserError` for wrong values."""
    options: Sequence[BotOption] = ()
    gives_probabilities: bool = False
    """Whether its bots are `GivesProbabilities`."""
    about: Callable[[str], str] = not_described
    """`about(argument)`: say how its bot plays, for people who choose an opponent."""
    extra: str | None = None
    """The extra of this package that its bots need."""


def keeps_generators(value: Any) -> TypeGuard[KeepsGenerators]:
    """Return whether `value` satisfies `KeepsGenerators`."""
    generators = getattr(value, "generators", None)
    return isinstance(generators, np.ndarray) and generators.dtype == generator_dtype


def is_bot(value: Any) -> TypeGuard[Bot]:
    """Return whether `value` is a bot object."""
    return not isinstance(value, type) and isinstance(value, Bot)


def name_of(bot: Any) -> str:
    """Return the name of a bot object or function, or of its class."""
    while isinstance(bot, partial):
        bot = bot.func
    name = getattr(bot, "name", getattr(bot, "__name__", None))
    return escape(name) if isinstance(name, str) else type(bot).__name__
