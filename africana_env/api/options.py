"""The options of all environments, and checks of the options of `reset`."""

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, fields
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

import numpy as np
from gymnasium.vector import AutoresetMode

from africana_env.api.metadata import RENDER_MODES, RenderMode
from africana_env.bots import Opponents
from africana_env.engine.batch.batch import Batch
from africana_env.engine.editions.editions import DEFAULT_EDITION, EditionLike
from africana_env.engine.game.checks import check_choice, check_flag
from africana_env.engine.game.contract import Game, ObservationName, RewardName
from africana_env.engine.process.errors import UserError, format_value

EDITION = "edition"
"""The option of `reset` that chooses the edition of the next game from a set."""

Fields = ParamSpec("Fields")
Options = TypeVar("Options")
Owner = TypeVar("Owner")
Made = TypeVar("Made")


@dataclass(frozen=True)
class GameOptions:
    """Options of the game, in every API. `Batch` checks them."""

    num_players: int | None = None
    """The number of players; None: the game's default, or the most that the edition allows."""
    edition: EditionLike = DEFAULT_EDITION
    """The name of an edition, the path of your own file, an `Edition`, or the name of a set (`generated:0-999`), from
    which each game draws one."""
    _: KW_ONLY
    reward: RewardName = "outcome"
    """`outcome`: at the end, in [-1, 1]. `margin`: at the end, the lead in points, scaled. `score`: points at each
    change. `lead`: each change of the margin."""
    max_rounds: int | None = None
    """Rounds after which a game is cut off, 1 to 255; None: the game's default."""
    observation: ObservationName = "features"
    """`features`: counts and flags by the numbers of cards and places. `entities`: in terms that hold for every
    edition, with estimates. `facts`: plain facts and the edition itself. `africana describe GAME` lists them."""

    def batch(self, game: Game, num_games: int = 1) -> Batch:
        """Return a batch of such games."""
        return Batch(game, num_games, **{field.name: getattr(self, field.name) for field in fields(GameOptions)})


@dataclass(frozen=True, kw_only=True)
class EnvOptions(GameOptions):
    """The options of PettingZoo's environments."""

    render_mode: RenderMode | None = None
    """What `render` returns. `ansi`: text. `rgb_array`: an image, `uint8` of shape `(height, width, 3)`. `svg`: an SVG.
    With `human`, `reset`, `step` and `render` print the text."""

    def __post_init__(self) -> None:
        check_choice("render_mode", self.render_mode, [None, *RENDER_MODES])


@dataclass(frozen=True, kw_only=True)
class LearnerOptions(EnvOptions):
    """The options of Gymnasium's environment for one learner."""

    opponents: Opponents = "random"
    """A bot such as `"greedy"`, or your own `Bot`, for all other seats; or a sequence with one for each, in turn order
    after the learner."""
    seat: int | Literal["rotate"] = 0
    """The learner's seat, from 0. With `rotate`, `reset(seed=s)` gives seat `s` modulo the players, and a `reset`
    without a seed the next one."""
    mask_in_observation: bool = False
    """Make each observation a dictionary of `observation` and `action_mask`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_flag("mask_in_observation", self.mask_in_observation)


@dataclass(frozen=True)
class NumEnvs:
    """The first option of vector environments."""

    num_envs: int = 1
    """Games that are stepped together."""


@dataclass(frozen=True, kw_only=True)
class VectorOptions(LearnerOptions, NumEnvs):
    """The options of Gymnasium's vector environment."""

    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP
    """What follows the end of a game, see `GymVectorEnv`."""


@dataclass(frozen=True)
class NumGames:
    """The first option of batches."""

    num_games: int
    """Games that are stepped together."""


@dataclass(frozen=True, kw_only=True)
class BatchOptions(GameOptions, NumGames):
    """The options of batches."""

    autoreset: bool = False
    """Start the next game at once when one ends."""
    skip_forced: bool = False
    """Let a step also play the decisions with a single legal action that follow it."""
    observe: bool = True
    """Fill `observation`."""


def taking(
    options: Callable[Fields, Options],
) -> Callable[[Callable[[Owner, Options], Made]], Callable[Concatenate[Owner, Fields], Made]]:
    """Collect the arguments of a method in `options`. `help` and editors show them one by one."""

    def decorate(method: Callable[[Owner, Options], Made]) -> Callable[Concatenate[Owner, Fields], Made]:
        @wraps(method)
        def make(self: Owner, *arguments: Fields.args, **named: Fields.kwargs) -> Made:
            return method(self, options(*arguments, **named))

        owner, _ = inspect.signature(method).parameters.values()
        shown = [owner, *inspect.signature(options).parameters.values()]
        make.__signature__ = inspect.signature(method).replace(parameters=shown)  # type: ignore[attr-defined]
        return make

    return decorate


def draw_seed(generator: np.random.Generator) -> np.uint64:
    """Draw the seed of the next game."""
    return generator.integers(1 << 64, dtype=np.uint64)


def check_options(options: Any, known: Collection[str]) -> Mapping[str, Any]:
    """Return the `options` of `reset`, empty for None. Raises `UserError` unless they are a dictionary with `known`
    keys."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise UserError(f"options must be a dictionary, not {format_value(options)}")
    for name in options:
        if name not in known:
            raise UserError(f"unknown option {format_value(name)}: use {' or '.join(known)}")
    return options
