"""The contract between a game and its users: batches, bots, APIs, training.

The `Rules` of a game are a few compiled functions over two records, with data that describes them. `tables` are the
printed components, read-only; `state` is one game in progress, with its hidden parts and generator. An optional
`EditionSchema` describes components that differ by edition, and an optional `Presentation` shows the game to people.
`Game` combines them. A game needs nine entries of the rules, a name, a title and a module.
"""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, overload

import numpy as np

from africana_env.engine.compilation.compiled import bind_kernel
from africana_env.engine.game.draws import Draws
from africana_env.engine.game.edition_checks import MAX_FAULTS, Fault, section_faults
from africana_env.engine.game.edition_data import Column, assumed_note, digest, frozen
from africana_env.engine.game.entities import EntityObservation, EntitySpace
from africana_env.engine.game.facts import FactSpace
from africana_env.engine.game.returns import win_points
from africana_env.engine.game.spaces import ActionSpace, ObservationField, ObservationSpace
from africana_env.engine.game.state import MAX_ROUNDS, MAX_SEATS, StateField, record_dtype, state_record
from africana_env.engine.game.zones import Stock
from africana_env.engine.process.errors import UserError, format_value

ObservationName = Literal["features", "entities", "facts"]
OBSERVATIONS: tuple[ObservationName, ...] = get_args(ObservationName)
"""Observations. `features`: counts and flags by the numbers of cards and places. `entities`: in terms that hold for
every edition, with estimates. `facts`: `features` without what follows from others, and the edition."""
RewardName = Literal["outcome", "margin", "score", "lead"]
REWARDS: tuple[RewardName, ...] = get_args(RewardName)
"""Reward schemes. `outcome`: at the end, zero-sum in [-1, 1], winners against the rest. `margin`: at the end, the own
score minus the mean of the others, times `margin_scale`. `score`: each change of the own score, in points. `lead`: each
change of the margin; over a game it adds up to the margin at the end minus the margin at the start."""


def player_counts(data: Mapping[str, Any], max_players: int) -> list[int]:
    """Return the player counts of an edition: those it names, or all from 2 to `max_players`."""
    return data["edition"].get("players", list(range(2, max_players + 1)))


@dataclass(frozen=True, eq=False)
class Edition:
    """One edition of a game: its `data` as read, and its `tables` for the rules."""

    name: str
    game: str
    data: Mapping[str, Any]
    """Read-only; `copy.deepcopy` gives a copy that can be changed."""
    tables: np.ndarray
    """One record of the game's `tables_dtype`, shape (1,), read-only."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", frozen(self.data))
        self.tables.flags.writeable = False

    @cached_property
    def digest(self) -> str:
        """Identifies the data in records. Comments and layout do not count."""
        return digest(self.data)

    @cached_property
    def note(self) -> str:
        """See `assumed_note`."""
        return assumed_note(self.data)

    @property
    def name_and_note(self) -> str:
        """The name, with the note if there is one."""
        return f"{self.name} ({self.note})" if self.note else self.name

    def player_counts(self, game: "Game") -> Sequence[int]:
        """Return the player counts of the edition."""
        return player_counts(self.data, game.players[-1])

    @property
    def max_rounds(self) -> int:
        """The most rounds before the edition cuts a game off."""
        return self.data["edition"].get("max_rounds", MAX_ROUNDS)

    def __repr__(self) -> str:
        return f"Edition({self.name} of {self.game})"

    def __deepcopy__(self, memo: dict) -> "Edition":
        return self

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()


NO_SCRATCH = record_dtype([("unused", np.uint8)])


@dataclass(frozen=True)
class ScriptedBot:
    """A bot as a rule function."""

    act: Callable[..., int]
    """`act(tables, state, mask, generator, scratch)`: return a legal action for the player to move, from what this
    player may know. It leaves `state` unchanged and draws random numbers from `generator`, a record."""
    scratch_dtype: np.dtype = NO_SCRATCH
    """The dtype of `scratch`, made by `record_dtype`: working memory, since rules cannot allocate. Its content is
    arbitrary at the start of each call."""
    slow: bool = False
    """Whether two decisions already justify another core. Then only one form is compiled."""
    draws: bool = False
    """Whether `act` draws random numbers. If not, its action has probability 1."""
    about: str = ""
    """How it plays, for people who choose an opponent: `plays any legal move`."""


# Defaults are named functions: lambdas could not be pickled.


def no_faults(table: Any, states: np.ndarray) -> Iterable[tuple[str, np.ndarray]]:
    return ()


def is_never(state: Any) -> bool:
    return False


def keep_deal(tables: Any, state: Any) -> None:
    pass


def no_resample(tables: Any, state: Any, seat: int, seed: int, scratch: Any) -> None:
    """Placeholder of a game without `resample`, see `Game.check_resample`."""
    raise RuntimeError("a game without `resample` was resampled")


NO_TABLES = NO_SCRATCH
"""The dtype of the tables of a game whose components are constants in its rules."""
DERIVED: Any = None
"""Default of entries that `Game` derives from others."""
USUAL_PLAYERS = 4
MAX_ACTIONS = 1 << 16
"""Datasets and memories of seats (`engine/batch/recall.py`) store an action in two bytes."""
MAX_FEATURE = 255
"""A feature is one byte."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Rules:
    """The rules of a game: state, actions, observations, and the functions over them.

    The functions are compiled (`@rule`) and trust their callers; `engine/batch/batch.py` and `api/` check arguments. A
    seat is an `int` from 0 to `state.num_players - 1`.
    """

    players: range
    """The player counts of the game."""
    state_fields: Sequence[StateField]
    """The fields of a state, beginning with `STATE_HEADER`."""
    actions: ActionSpace
    observation: ObservationSpace[ObservationField]

    reset: Callable[..., None]
    """`reset(tables, state, num_players, seed)`: set up a game. The caller sets `max_rounds` afterwards."""
    legal_action_mask: Callable[..., None]
    """`legal_action_mask(tables, state, mask)`: fill `mask` (`int8`, one entry per action) for the player to move, with
    zeros after the end."""
    step: Callable[..., None]
    """`step(tables, state, action)`: apply one legal action."""
    observe: Callable[..., None]
    """`observe(tables, state, seat, features)`: fill `features` (`uint8`) with everything that `seat` may know and
    nothing else, at any time, also after the end."""
    returns: Callable[..., None]
    """`returns(tables, state, out)`: fill `out`, shape (seats,), with the `outcome` of the current position: floats in
    [-1, 1] that add up to 0. At the end the seats with the greatest return share the win. Win rates and ratings count
    only wins; learning, search and exploitability use the returns."""

    tables_dtype: np.dtype = NO_TABLES
    """The dtype of the printed components, made by `record_dtype`. Editions fill it."""
    score_parts: tuple[str, ...] = ("total",)
    """The parts of a score, in the order of the columns of `scores`. The last is `total`."""
    scores: Callable[..., None] = DERIVED
    """`scores(tables, state, out)`: fill `out`, shape (seats, score parts), `int32`, with the current points. By
    default 1 point for each seat whose return is above 0."""
    margin_scale: float = 1.0
    """The factor from points to the reward `margin`."""
    resample: Callable[..., None] = no_resample
    """`resample(tables, state, seat, seed, scratch)`: redraw everything that `seat` cannot know, the generator
    included, consistent with what this seat has seen and remembers by the game's RULES.md. Deals have the probabilities
    of the shuffles: choices of others are no evidence. The result depends only on the seat's knowledge and `seed`.
    Search needs it. Without hidden information it is `resample_generator`."""
    resample_scratch: np.dtype = NO_SCRATCH
    """The dtype of the `scratch` of `resample`, see `ScriptedBot.scratch_dtype`."""
    stocks: Sequence[Stock] = ()
    """The cards and pieces, and the state fields that hold them, see `engine/game/zones.py`."""
    state_faults: Callable[..., Iterable[tuple[str, np.ndarray]]] = no_faults
    """`state_faults(table, states)`: yield reasons why the rules cannot go on from states, in NumPy. Each is a pair: a
    name as in `something is wrong with the phase`, and where it is wrong, `bool` with the states along the first axis.
    All states share one edition, with tables `table`, and one number of players. Ranges and stocks were checked before;
    that there is a legal action is checked after."""
    bots: Mapping[str, ScriptedBot] = field(default_factory=dict)
    """Compiled bots of this game, the strongest last. If empty and the game has a `resample`, `greedy` looks one step
    ahead."""
    rollout_decisions: int = 100
    """Rollouts of a search stop after this many decisions and are scored by the lead."""
    entities: EntityObservation | None = None
    """The observation `entities`."""
    facts: FactSpace | None = None
    """The observation `facts`."""
    default_players: int = DERIVED
    """By default the largest player count, but at most 4."""
    default_rounds: int = 100
    """The default of `max_rounds`."""
    simultaneous: Callable[[Any], bool] = is_never
    """`simultaneous(state)`: return whether all players decide at the same time; by default never. The state then takes
    their decisions by seat, from 0. `resample` may take back some of them, which are then asked for last. Masks and
    observations must not show any decision before all players have decided; then they show all."""
    sort_deal: Callable[..., None] = keep_deal
    """`sort_deal(tables, state)`: after `reset`, sort things that have no order, such as the cards of a hand. No player
    can see the difference, and fewer deals are left to enumerate."""

    @cached_property
    def state_dtype(self) -> np.dtype:
        """The dtype of states."""
        return state_record(self.state_fields)


Keep = Callable[[Mapping[str, Any], str], bool]
"""`keep(entry, field)`: whether a field of an entry stays as it is when an edition is drawn."""


@dataclass(frozen=True)
class Axis:
    """One way in which generated boards may differ from the standard."""

    name: str
    about: str
    """What its levels change, and the standard."""
    levels: Mapping[str, Mapping[str, Any]]
    """By name, the generator's numbers that a level replaces. No other axis replaces them."""


@dataclass(frozen=True, eq=False)
class EditionSchema:
    """How data of editions become the tables of a game. A game without a schema has one edition, `standard`, and tables
    of zeros."""

    folder: Path
    """The folder of the game's editions, `NAME.toml` each."""
    sections: Mapping[str, Mapping[str, Column]]
    """The fields of the entries of each section."""
    check: Callable[[Mapping[str, Any], Fault], None]
    """`check(data, fault)`: report faults that the columns of `sections` do not cover, by `fault(reason, section,
    entry, field)`."""
    fill_tables: Callable[[Mapping[str, Any], Any], None]
    """`fill_tables(data, tables)`: fill the tables, all zeros, from data without faults."""
    draw: Callable[[Mapping[str, Any], Keep, Draws, Mapping[str, Any]], dict[str, Any] | None]
    """`draw(data, keep, draws, numbers)`: return data of another edition, redrawn except for fields with `keep(entry,
    field)`. `numbers` are those of the chosen levels of `axes`. None if the draw gives no playable board."""
    shuffle: Callable[[Mapping[str, Any], Draws], dict[str, Any]]
    """`shuffle(data, draws)`: return the same edition with the things of each kind reordered and renamed. The game is
    the same."""
    action_names: Callable[[Mapping[str, Any]], Mapping[str, Sequence[str]]]
    """`action_names(data)`: return the names of an edition's things, by `ActionGroup.things`."""
    axes: Sequence[Axis] = ()
    """What may differ from the standard on generated boards."""
    single: Collection[str] = ()
    """The sections with a single entry, `[turn]`."""

    def faults(self, data: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Return the arguments of `fault` for everything that is wrong with an edition's data."""
        faults = list(islice(section_faults(data, self.sections, self.single), MAX_FAULTS))
        if not faults:
            self.check(data, lambda *fault: faults.append(fault))
        return faults[:MAX_FAULTS]


class Ending(NamedTuple):
    """How a game ended."""

    how: str
    """What ended it, such as `the pile ran out`."""
    tie_break: str = ""
    """By what a tie on points was broken, such as `on silver, 68 to 20`; empty if none was."""


def no_legend(edition: Edition) -> Sequence[tuple[str, str]]:
    return ()


def nothing_more(edition: Edition, before: Any, action: int, after: Any, seat: int) -> str:
    return ""


def no_ending(edition: Edition, state: Any) -> Ending:
    return Ending("")


def numbers_by_field(edition: Edition, fields: Mapping[str, np.ndarray]) -> dict[str, Any]:
    return {name: values.tolist() for name, values in fields.items()}


@dataclass(frozen=True, eq=False)
class FirstGame:
    """Words for a person's first game on the page."""

    goal: str = ""
    """What one does and how one wins, in one line."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """A sentence by the name of an action group. It is shown when the person may first take such an action."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Meanings of words in moves and on the board that a newcomer does not know."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Presentation:
    """How a game is displayed. Every part is optional; `api/drawings.py` draws games without drawings."""

    render_text: Callable[[Edition, Any, int], str] | None = None
    """`render_text(edition, state, seat)`: draw what that seat may know as text."""
    render_svg: Callable[[Edition, Any, int | None], str] | None = None
    """`render_svg(edition, state, seat)`: draw the board as SVG, as `seat` may know it, or everything for None. Its
    size depends only on the edition, the number of players, and whether `seat` is None. Clickable parts are groups with
    a `data-part`."""
    legend: Callable[[Edition], Sequence[tuple[str, str]]] = no_legend
    """`legend(edition)`: return the signs of the SVG board with their meanings, each sign as a small SVG."""
    revealed: Callable[[Edition, Any, int, Any, int], str] = nothing_more
    """`revealed(edition, before, action, after, seat)`: describe what a decision revealed to `seat` beyond its text,
    such as cards that it drew; empty if nothing. It depends only on what the seat may know of both states."""
    first_game: FirstGame = FirstGame()
    ending: Callable[[Edition, Any], Ending] = no_ending
    """`ending(edition, state)`: describe how a finished game ended."""
    view: Callable[[Edition, Mapping[str, np.ndarray]], dict[str, Any]] = numbers_by_field
    """`view(edition, fields)`: return an observation as readable JSON data, by default as lists of numbers.
    `fields` are those of `describe_observation`. Fields derived for learners may be left out."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Rules):
    """A game: its rules (`game.step`), with optional `game.editions` and `game.presentation`."""

    name: str
    """As users write it, `africana_v0`."""
    title: str
    module: str
    """The module that has the game as `GAME`."""
    editions: EditionSchema | None = None
    presentation: Presentation = Presentation()

    def __post_init__(self) -> None:
        if (fault := next(self._faults(), None)) is not None:
            raise ValueError(f"{self.name}: {fault}")
        if self.scores is DERIVED:
            scores = bind_kernel(win_points, {"game_returns": self.returns}, self.name, None, parallel=False)
            object.__setattr__(self, "scores", scores)
        if self.default_players is DERIVED:
            object.__setattr__(self, "default_players", min(self.players[-1], USUAL_PLAYERS))

    def _faults(self) -> Iterator[str]:
        """Yield faults that would otherwise fail far from their cause, or silently."""
        players = self.players
        is_range = isinstance(players, range) and players.step == 1
        if not (is_range and 2 <= players.start < players.stop <= MAX_SEATS + 1):
            yield f"players must be a range from 2 to at most {MAX_SEATS}, not {players!r}"
        if self.scores is None and tuple(self.score_parts) != ("total",):
            yield f"score_parts {', '.join(self.score_parts)} need `scores`, which fills them"
        if len(self.actions) > MAX_ACTIONS:
            yield f"there must be at most {MAX_ACTIONS} actions, not {len(self.actions)}"
        lengths = [len(space) for space in self.spaces.values()]
        if len(set(lengths)) < len(lengths):
            yield f"observations must differ in length, to tell them apart: {', '.join(self.spaces)}"
        for name, maximum in self._maxima():
            if not 1 <= maximum <= MAX_FEATURE:
                yield f"the maximum of {name} must be from 1 to {MAX_FEATURE}, not {maximum}"

    def _maxima(self) -> Iterator[tuple[str, int]]:
        """Yield the name and maximum of each observation field, fact and entity feature."""
        for space in (self.observation, self.facts):
            yield from ((field.name, field.maximum) for field in (space.parts if space is not None else ()))
        for kind in () if self.entities is None else self.entities.space.kinds:
            yield from ((f"{kind.name} {feature.name}", feature.maximum) for feature in kind.features)

    @property
    def folder(self) -> Path:
        """The folder of the game's module."""
        return Path(str(sys.modules[self.module].__file__)).parent

    @property
    def sources(self) -> list[Path]:
        """The Python files of the game: all of its package, or its single module."""
        file = Path(str(sys.modules[self.module].__file__))
        return sorted(self.folder.rglob("*.py")) if file.name == "__init__.py" else [file]

    def action_texts(self, data: Mapping[str, Any]) -> Iterator[str]:
        """Return the texts of all actions in an edition, in the order of the ids."""
        return self.actions.texts({} if self.editions is None else self.editions.action_names(data))

    def edition_tables(self, data: Mapping[str, Any]) -> np.ndarray:
        """Return the tables for an edition's data without faults; read-only, shape (1,)."""
        tables = np.zeros(1, self.tables_dtype)
        if self.editions is not None:
            self.editions.fill_tables(data, tables[0])
        tables.flags.writeable = False
        return tables

    @cached_property
    def spaces(self) -> Mapping[ObservationName, ObservationSpace[Any]]:
        """The spaces of the observations that the game has, by name, see `OBSERVATIONS`."""
        found: dict[ObservationName, ObservationSpace[Any]] = {"features": self.observation}
        if self.entities is not None:
            found["entities"] = self.entities.space
        if self.facts is not None:
            found["facts"] = self.facts
        return found

    @overload
    def space_of(self, observation: Literal["entities"]) -> EntitySpace: ...

    @overload
    def space_of(self, observation: Literal["facts"]) -> FactSpace: ...

    @overload
    def space_of(self, observation: ObservationName) -> ObservationSpace[Any]: ...

    def space_of(self, observation: ObservationName) -> ObservationSpace[Any]:
        """Return the space of an observation. Raises `UserError` if the game has none of this name."""
        if observation not in self.spaces:
            names = ", ".join(self.spaces)
            raise UserError(f"{self.name} has no observation {format_value(observation)}: use {names}")
        return self.spaces[observation]

    @property
    def has_resample(self) -> bool:
        """Whether the game has a `resample`."""
        return self.resample is not no_resample

    def check_resample(self) -> None:
        """Raise `UserError` unless the game has a `resample`."""
        if not self.has_resample:
            raise UserError(f"{self.name} has no resample, which redraws what a seat cannot know: its Game needs one")

    def __repr__(self) -> str:
        return f"Game({self.name})"

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        return _game_of_module, (self.module,)


def _game_of_module(module: str) -> Game:
    return import_module(module).GAME
