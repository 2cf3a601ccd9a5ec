"""The contract between a game and everything that uses games: batches, bots, APIs, training.

A game is a handful of compiled functions over two records, `tables` (the printed components, read-only) and `state`
(one game in progress, hidden parts and generator included), together with the data that describes them: `Rules`. It may
have an `EditionSchema`, for printed components that differ by edition, and a `Presentation`, for people who watch or
play. `Game` puts them together; nine entries of the rules, a name, a title and a module are all that it needs.
"""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from africana_env.engine.compilation.compiled import bind_kernel
from africana_env.engine.game.draws import Draws
from africana_env.engine.game.edition_checks import MAX_FAULTS, Fault, section_faults
from africana_env.engine.game.edition_data import Column, assumed_note, digest, frozen
from africana_env.engine.game.entities import EntityObservation, EntitySpace
from africana_env.engine.game.returns import win_points
from africana_env.engine.game.spaces import ActionSpace, ObservationSpace
from africana_env.engine.game.state import MAX_ROUNDS, MAX_SEATS, StateField, record_dtype, state_record
from africana_env.engine.game.zones import Stock
from africana_env.engine.process.errors import UserError

RewardName = Literal["outcome", "margin", "score", "lead"]
REWARDS: tuple[RewardName, ...] = get_args(RewardName)
"""Reward schemes. `outcome`: at the end, zero-sum in [-1, 1], the winner or winners against the rest. `margin`: at the
end, own score minus the mean of the others', times the game's `margin_scale`. `score`: the change of the own score, in
points, as it happens. `lead`: the change of the margin, as it happens; over a game it sums up to the margin at the end
less that at the start."""


def player_counts(data: Mapping[str, Any], max_players: int) -> list[int]:
    """The numbers of players that an edition's data are for: those it names, or all from 2 to `max_players`."""
    return data["edition"].get("players", list(range(2, max_players + 1)))


@dataclass(frozen=True, eq=False)
class Edition:
    """The data of one edition of a game: as read (`data`) and as the rules read it (`tables`, a record)."""

    name: str
    game: str
    data: Mapping[str, Any]
    """Read-only; a `copy.deepcopy` of it can be changed."""
    tables: np.ndarray
    """One record of the game's `tables_dtype`, shape (1,), read-only."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", frozen(self.data))
        self.tables.flags.writeable = False

    @cached_property
    def digest(self) -> str:
        """Identifies the data in records; comments and layout do not count."""
        return digest(self.data)

    @cached_property
    def note(self) -> str:
        """See `assumed_note`."""
        return assumed_note(self.data)

    @property
    def name_and_note(self) -> str:
        """The name, and what readers must know of the edition, if anything."""
        return f"{self.name} ({self.note})" if self.note else self.name

    def player_counts(self, game: "Game") -> Sequence[int]:
        """The numbers of players that the edition is for."""
        return player_counts(self.data, game.players[-1])

    @property
    def max_rounds(self) -> int:
        """The rounds after which the edition cuts a game off at the latest."""
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
    """`act(tables, state, mask, generator, scratch)`: a legal action for the player to move, from what this player may
    know. `state` is left as it was; `generator` is a record of its own to draw random numbers from."""
    scratch_dtype: np.dtype = NO_SCRATCH
    """The dtype of `scratch`, made by `record_dtype`: a record to calculate in, for rules cannot allocate memory. It
    holds anything at first, and nothing in it outlasts a call."""
    slow: bool = False
    """Whether a decision takes so long that two of them are worth another core, and waking it costs nothing beside
    one: then a single form is compiled."""
    draws: bool = False
    """Whether `act` draws random numbers. Else the bot gives the probability 1 for what it does."""


def never(state: Any) -> bool:
    """Players always decide one after the other."""
    return False


def as_dealt(tables: Any, state: Any) -> None:
    """Every deal is in one order already."""


def no_faults(table: Any, states: np.ndarray) -> Iterable[tuple[str, np.ndarray]]:
    """The ranges of the fields and a legal action are enough."""
    return ()


def no_resample(tables: Any, state: Any, seat: int, seed: int, scratch: Any) -> None:
    """Placeholder of a game that has no `resample`, see `Game.check_resample`."""
    raise RuntimeError("a game without `resample` was resampled")


NO_TABLES = NO_SCRATCH
"""The dtype of the tables of a game whose components are constants of its rules."""
DERIVED: Any = None
"""In place of what `Game` derives from the rest."""
USUAL_PLAYERS = 4
MAX_ACTIONS = 1 << 16
"""Datasets and the memories of seats (`engine/batch/recall.py`) keep an action in two bytes."""
MAX_FEATURE = 255
"""Features are a byte each."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Rules:
    """The rules of a game: state, actions, observations, and the functions that lead from one state to the next.

    The functions are compiled (`@rule`) and trust their callers; see `engine/batch/batch.py` and `api/` for what checks
    arguments. A seat is an `int` from 0 to below `state.num_players`."""

    players: range
    """The player counts the game is for."""
    state_fields: Sequence[StateField]
    """The fields of a state; begins with `STATE_HEADER`."""
    actions: ActionSpace
    observation: ObservationSpace

    reset: Callable[..., None]
    """`reset(tables, state, num_players, seed)`: set up a game. `max_rounds` is set by the caller afterwards."""
    legal_action_mask: Callable[..., None]
    """`legal_action_mask(tables, state, mask)`: fill `mask` (`int8`, one entry per action) for the player to move;
    all zeros after the end."""
    step: Callable[..., None]
    """`step(tables, state, action)`: apply one legal action."""
    observe: Callable[..., None]
    """`observe(tables, state, seat, features)`: fill `features` (`uint8`) with all that `seat` may know and nothing
    else, also when it is not this seat's move and after the end."""
    returns: Callable[..., None]
    """`returns(tables, state, out)`: the `outcome` of the position as it stands, `out` of shape (seats,), floats in
    [-1, 1] that add up to 0. At the end the seats with the greatest return share the win, however great it is: win
    rates and ratings count only that; learning, search and exploitability are about the return itself."""

    tables_dtype: np.dtype = NO_TABLES
    """The dtype of the printed components, made by `record_dtype`; editions fill it."""
    score_parts: tuple[str, ...] = ("total",)
    """The parts of a score, in the order of the columns that `scores` fills; the last is `total`."""
    scores: Callable[..., None] = DERIVED
    """`scores(tables, state, out)`: the points as they stand, `out` of shape (seats, score parts), `int32`. By default
    1 point for each seat whose return is above 0."""
    margin_scale: float = 1.0
    """Points times this is the reward `margin`."""
    resample: Callable[..., None] = no_resample
    """`resample(tables, state, seat, seed, scratch)`: replace what `seat` cannot know, the generator included, by a
    random draw that agrees with all that this seat has seen, as far as the game's RULES.md says that it is remembered.
    Each possible deal has the probability that the shuffles give it: what others chose is no evidence. The result
    depends on nothing else than what the seat has seen and `seed`. Search needs it; where nothing is hidden it is
    `resample_generator`."""
    resample_scratch: np.dtype = NO_SCRATCH
    """The dtype of the `scratch` of `resample`, see `ScriptedBot.scratch_dtype`."""
    stocks: Sequence[Stock] = ()
    """The cards and pieces, and the fields of the state in which they lie, see `engine/game/zones.py`."""
    state_faults: Callable[..., Iterable[tuple[str, np.ndarray]]] = no_faults
    """`state_faults(table, states)`: what keeps the rules from going on from states that did not come from them: pairs
    of what is wrong, as in `something is wrong with the phase`, and in which states (`bool`, one per state). The states
    are of one edition, whose tables are `table`, and one number of players. Their numbers are in the ranges of
    `state_fields` and the stocks are complete; that there is a legal action is checked elsewhere. Plain NumPy."""
    bots: Mapping[str, ScriptedBot] = field(default_factory=dict)
    """Compiled bots of this game beside those that play any, the strongest last. Without any, `greedy` is one step of
    lookahead, if the game has a `resample`."""
    rollout_decisions: int = 100
    """After so many decisions a search cuts a rollout off and looks at the lead."""
    entities: EntityObservation | None = None
    """What a seat may know in terms that hold for every edition, for those who play more than one."""
    default_players: int = DERIVED
    """By default as many as can play, but 4 at most."""
    default_rounds: int = 100
    """The default of `max_rounds`."""
    simultaneous: Callable[[Any], bool] = never
    """`simultaneous(state)`: whether all players decide at the same time now. The state takes their decisions by seat
    from 0 on, but `resample` may take some back, to be asked for last; nobody's mask or observation may depend on those
    of the others before all are in. Then all see them."""
    sort_deal: Callable[..., None] = as_dealt
    """`sort_deal(tables, state)`: after `reset`, sort what has no order, such as the cards of a hand. No player can
    see the difference. Deals that differ in order alone are then equal, and fewer are to be enumerated."""

    @cached_property
    def state_dtype(self) -> np.dtype:
        """Of states."""
        return state_record(self.state_fields)


Keep = Callable[[Mapping[str, Any], str], bool]
"""`keep(entry, field)`: whether a field of an entry stays as it is when an edition is drawn."""


@dataclass(frozen=True, eq=False)
class EditionSchema:
    """How the data of editions become the tables of a game. A game without one has one edition, `standard`, and
    tables that are all zeros."""

    folder: Path
    """The folder of the editions that come with the game, `NAME.toml` each."""
    sections: Mapping[str, Mapping[str, Column]]
    """The fields of the entries of each section."""
    check: Callable[[Mapping[str, Any], Fault], None]
    """`check(data, fault)`: pass every other fault of an edition, whose sections are as above, to
    `fault(reason, section, entry, field)`."""
    fill_tables: Callable[[Mapping[str, Any], Any], None]
    """`fill_tables(data, tables)`: fill the tables, all zeros so far, from data without faults."""
    draw: Callable[[Mapping[str, Any], Keep, Draws], dict[str, Any] | None]
    """`draw(data, keep, draws)`: the data of another edition, drawn anew but for those fields of entries for which
    `keep(entry, field)` is true; None if what was drawn is no board for a game."""
    resize: Callable[[Mapping[str, Any], Draws], dict[str, Any]]
    """`resize(data, draws)`: data of other sizes and mixes, for `draw`: what it draws from them is out of distribution
    for learners who know what it draws from `data`."""
    shuffle: Callable[[Mapping[str, Any], Draws], dict[str, Any]]
    """`shuffle(data, draws)`: the same edition with the things of each kind in another order and under each other's
    names. The game is the same."""
    action_names: Callable[[Mapping[str, Any]], Mapping[str, Sequence[str]]]
    """`action_names(data)`: the names in an edition of the things that actions name, by `ActionGroup.things`."""
    single: Collection[str] = ()
    """The sections that are of one entry each, `[turn]`."""

    def faults(self, data: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """The arguments of `fault` for all that is wrong with an edition's data."""
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
    """The board has no signs that need a legend."""
    return ()


def nothing_more(edition: Edition, before: Any, action: int, after: Any, seat: int) -> str:
    """Decisions bring nothing to light beyond their texts."""
    return ""


def no_ending(edition: Edition, state: Any) -> Ending:
    """There are no words for how the game ended."""
    return Ending("")


def numbers_by_field(edition: Edition, fields: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """The observation as lists of numbers."""
    return {name: values.tolist() for name, values in fields.items()}


@dataclass(frozen=True, eq=False, kw_only=True)
class Presentation:
    """How a game is displayed. Every part may be left out; `api/drawings.py` draws what has no drawing."""

    render_text: Callable[[Edition, Any, int], str] | None = None
    """`render_text(edition, state, seat)`: a drawing as text that a person can follow, of what that seat may know."""
    render_svg: Callable[[Edition, Any, int | None], str] | None = None
    """`render_svg(edition, state, seat)`: the board as SVG, as `seat` may know it, or all of it for None. For an
    edition and a number of players it has one size, for None perhaps another. What can be pointed at is a group with a
    `data-part`."""
    legend: Callable[[Edition], Sequence[tuple[str, str]]] = no_legend
    """`legend(edition)`: the signs of the SVG board, each as a small SVG that stands on a page beside the board, and
    what they mean."""
    revealed: Callable[[Edition, Any, int, Any, int], str] = nothing_more
    """`revealed(edition, before, action, after, seat)`: what a decision brought to light for `seat` beyond its text, in
    words, such as the cards that this seat drew; empty if nothing. It depends on what the seat may know of both states
    alone."""
    ending: Callable[[Edition, Any], Ending] = no_ending
    """`ending(edition, state)`: how a game that is over ended, in words."""
    view: Callable[[Edition, Mapping[str, np.ndarray]], dict[str, Any]] = numbers_by_field
    """`view(edition, fields)`: an observation in words, as data for JSON: numbers, texts, lists and dictionaries.
    `fields` are those of the observation by name, as `describe_observation` gives them. What is derived from the others
    for learners may be left out."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Rules):
    """A game: its rules, which are asked of the game itself (`game.step`), and two parts that it may do without,
    `game.editions` and `game.presentation`."""

    name: str
    """As users write it, `africana_v0`."""
    title: str
    module: str
    """The module in which the game stands as `GAME`."""
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
        """What would else fail far from its cause, or be wrong in silence."""
        players = self.players
        is_range = isinstance(players, range) and players.step == 1
        if not (is_range and 2 <= players.start < players.stop <= MAX_SEATS + 1):
            yield f"players must be a range from 2 to at most {MAX_SEATS}, not {players!r}"
        if self.scores is None and tuple(self.score_parts) != ("total",):
            yield f"score_parts {', '.join(self.score_parts)} need `scores`, which fills them"
        if len(self.actions) > MAX_ACTIONS:
            yield f"there must be at most {MAX_ACTIONS} actions, not {len(self.actions)}"
        if self.entities is not None and len(self.entities.space) == len(self.observation):
            yield "entities and observation must differ in length, which says which of them is given"
        for name, maximum in self._maxima():
            if not 1 <= maximum <= MAX_FEATURE:
                yield f"the maximum of {name} must be from 1 to {MAX_FEATURE}, not {maximum}"

    def _maxima(self) -> Iterator[tuple[str, int]]:
        """The name and maximum of each field of the observation and of each feature of the entities."""
        yield from ((field.name, field.maximum) for field in self.observation.fields)
        for kind in () if self.entities is None else self.entities.space.kinds:
            yield from ((f"{kind.name} {feature.name}", feature.maximum) for feature in kind.features)

    @property
    def folder(self) -> Path:
        """The folder of the game's module."""
        return Path(str(sys.modules[self.module].__file__)).parent

    @property
    def sources(self) -> list[Path]:
        """The Python files of the game: those of its package, or its one module."""
        file = Path(str(sys.modules[self.module].__file__))
        return sorted(self.folder.rglob("*.py")) if file.name == "__init__.py" else [file]

    def action_texts(self, data: Mapping[str, Any]) -> Iterator[str]:
        """The text of every action in an edition with these data, in the order of the ids."""
        return self.actions.texts({} if self.editions is None else self.editions.action_names(data))

    def edition_tables(self, data: Mapping[str, Any]) -> np.ndarray:
        """The tables for an edition's data, which are without faults; read-only, shape (1,)."""
        tables = np.zeros(1, self.tables_dtype)
        if self.editions is not None:
            self.editions.fill_tables(data, tables[0])
        tables.flags.writeable = False
        return tables

    @property
    def entity_space(self) -> EntitySpace:
        """The space of its entity observations; raises `UserError` if it has none."""
        return self.entity_observation.space

    @property
    def entity_observation(self) -> EntityObservation:
        """Its entity observations; raises `UserError` if it has none."""
        if self.entities is None:
            raise UserError(f"{self.name} has no entity observations: use those of its features")
        return self.entities

    @property
    def has_resample(self) -> bool:
        """Whether the game can draw what a seat cannot know."""
        return self.resample is not no_resample

    def check_resample(self) -> None:
        """Raise `UserError` unless the game has a `resample`."""
        if not self.has_resample:
            raise UserError(f"{self.name} has no resample, which draws what a seat cannot know: its Game must name one")

    def __repr__(self) -> str:
        return f"Game({self.name})"

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        return _game_of_module, (self.module,)


def _game_of_module(module: str) -> Game:
    return import_module(module).GAME
