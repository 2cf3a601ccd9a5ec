"""Thousands of games of one kind, stepped together in compiled code."""

from functools import partial
from secrets import randbits
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.batch.binding import Kernel, entity_kernel, game_kernels
from africana_env.engine.batch.description import Described
from africana_env.engine.batch.live_editions import LiveEditions, OneOfSet, live_editions
from africana_env.engine.batch.state_check import check_states
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.editions.editions import EditionLike
from africana_env.engine.game.checks import (
    as_array,
    check_array,
    check_choice,
    check_flag,
    check_game,
    check_int,
    check_players,
    check_seed,
)
from africana_env.engine.game.contract import REWARDS, Edition, Game, RewardName
from africana_env.engine.game.entities import EntitySpace
from africana_env.engine.game.rng import generator_dtype, stream_seeds
from africana_env.engine.game.spaces import ObservationSpace
from africana_env.engine.game.state import MAX_ROUNDS, RUNNING, TERMINATED
from africana_env.engine.game.words import player_name
from africana_env.engine.process.errors import UserError

MAX_GAMES = 1 << 20
"""Games of a batch."""
NO_GAME = "no game has begun: call reset() first"
NOBODY_TO_MOVE = "a bot was asked for a game in which nobody is to move"


MADE_ANEW = (
    *("_kernels", "_shown_states", "_shown_mask", "_current_player", "_status"),
    *("_each_seat", "_stepped", "_step_game"),
)
"""The attributes of a batch that a copy makes anew."""


class Batch(Described):
    """`num_games` games in preallocated buffers, all with the same number of players.

    After `reset` and after every `step` the buffers (`observation`, `action_mask`, `current_player`, `status`,
    `reward`, `done`, `outcome`, `seeds`, `states`) show each game to the player who is to move there. The next call
    overwrites them: copy what must last.

    With `autoreset`, a game that ends is followed at once by the next, whose seed derives from its own; `reward` and
    `done` are then those of the step that ended it, the other buffers those of the new game. Without, a game that is
    over stays so, and its action is ignored.

    Row `i` depends on its seed and its actions only, not on the number of games, cores or processes: with a set of
    editions (`generated:0-99`) each game is of one that its seed chooses. Of a set of more than 256 only so many are
    live at a time. They are drawn from the seed of `reset` and replaced after some games, so which edition a game is of
    depends on the games before, too.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        num_players: int | None = None,
        edition: EditionLike | LiveEditions = "reconstructed",
        *,
        reward: RewardName = "outcome",
        max_rounds: int | None = None,
        autoreset: bool = False,
        observe: bool = True,
        entities: bool = False,
    ) -> None:
        self.game = check_game(game)
        rounds = game.default_rounds if max_rounds is None else max_rounds
        self.num_games = check_int("num_games", num_games, 1, MAX_GAMES)
        self.autoreset = check_flag("autoreset", autoreset)
        self._live = live_editions(game, edition, self.num_games, one_at_a_time=num_games == 1 and not autoreset)
        self.num_players = check_players(game, self._live.editions[0], num_players)
        self.max_rounds = min(check_int("max_rounds", rounds, 1, MAX_ROUNDS), self._live.editions[0].max_rounds)
        check_choice("reward", reward, REWARDS)
        self.reward_scheme: RewardName = reward
        check_flag("observe", observe)
        self.shows_entities = check_flag("entities", entities)
        """Whether `observation` has entity observations."""
        self._kernels = game_kernels(game)
        self._reward_index = REWARDS.index(reward)

        self._states: Any = np.zeros(num_games, game.state_dtype)
        self._seeds = np.zeros(num_games, np.uint64)
        self._observation = np.zeros((num_games, len(self.space) if observe else 0), np.uint8)
        self._scratch: np.ndarray | None = None
        """To observe entities in."""
        self._action_mask = np.zeros((num_games, len(game.actions)), np.int8)
        self._reward = np.zeros((num_games, self.num_players), np.float32)
        self._done = np.zeros(num_games, np.int8)
        self._outcome = np.zeros((num_games, self.num_players), np.float32)
        self._points = np.zeros((num_games, self.num_players), np.int32)
        self._scores = np.zeros((num_games, self.num_players, len(game.score_parts)), np.int32)
        self._actions = np.zeros(num_games, np.int64)
        self._every_row = np.ones(num_games, np.bool_)
        self._next_observation: np.ndarray | None = None
        self._all_begun = False
        self._make_views()

    def _make_views(self) -> None:
        self._shown_states, self._shown_mask = self._states.view(), self._action_mask.view()
        for shown in (self._shown_states, self._shown_mask):
            shown.flags.writeable = False
        self._current_player: np.ndarray = self._shown_states["current_player"]
        self._status: np.ndarray = self._shown_states["status"]
        self._each_seat = [np.array([seat], np.int16) for seat in range(self.num_players)]
        """For `observe_one`."""
        self._stepped: tuple[Any, Any] = (None, None)
        """The tables and observations that `_step_game` takes."""
        self._step_game: Any = None
        """The kernel of `step_one`, with its arguments: to gather them would take as long as the rules do."""

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key not in MADE_ANEW}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._kernels = game_kernels(self.game)
        self._make_views()

    # Buffers: their arrays are what compiled code reads and writes, so nobody puts others in their places.

    @property
    def observation(self) -> NDArray[np.uint8]:
        """Each game as its player to move may know it, `uint8` of shape `(num_games, features)`, see `space`."""
        return self._observation

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """The legal actions, `int8` of shape `(num_games, actions)`, zeros in a game that is over; read-only."""
        return self._shown_mask

    @property
    def current_player(self) -> NDArray[np.int16]:
        """The seat to move, `int16` of shape `(num_games,)`, read-only."""
        return self._current_player

    @property
    def status(self) -> NDArray[np.int16]:
        """0 where a game goes on, or how it ended, `int16` of shape `(num_games,)`, read-only."""
        return self._status

    @property
    def reward(self) -> NDArray[np.float32]:
        """What each seat gets for the last step, `float32` of shape `(num_games, num_players)`."""
        return self._reward

    @property
    def done(self) -> NDArray[np.int8]:
        """0 where a game goes on, or how it ended (1 by the rules, 2 cut off), `int8` of shape `(num_games,)`."""
        return self._done

    @property
    def outcome(self) -> NDArray[np.float32]:
        """The returns of the game that ended last in each row, `float32` of shape `(num_games, num_players)`."""
        return self._outcome

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """From which each game began, or was resampled, `uint64` of shape `(num_games,)`."""
        return self._seeds

    @property
    def states(self) -> Any:
        """The games, records of `game.state_dtype`, shape `(num_games,)`, read-only, but copying one copies a game, and
        `set_states` puts copies back."""
        return self._shown_states

    @property
    def editions(self) -> Edition | EditionSet:
        """The edition of all games, or the set from which each draws one."""
        return self._live.source

    @property
    def live(self) -> LiveEditions:
        """The editions that the games are of at present; a batch for copies of these games shares them."""
        return self._live

    @property
    def draws_editions(self) -> bool:
        """Whether each game is of an edition out of a set."""
        return isinstance(self._live.source, EditionSet)

    @property
    def edition(self) -> Edition:
        """The edition of the game in the first row."""
        return self._live.editions[self._states["edition"][0]]

    def edition_of(self, row: int) -> Edition:
        """The edition of the game in a row: with `autoreset`, after a step that ended a game, that of the next one.
        Raises `UserError` for a row that is not there."""
        row = check_int("row", row, 0, self.num_games - 1)
        return self._live.editions[self._states["edition"][row]]

    # Playing

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Start all games; game `i` begins from `derive_seed(seed, i)`, where `seed` is a whole number below 2**64, or
        from one drawn by the system. It draws anew which editions of a set of more than 256 are live, which may take
        seconds."""
        base = np.uint64(randbits(64) if seed is None else check_seed(seed))
        self._reset_all(stream_seeds(base, np.arange(self.num_games, dtype=np.uint64)))

    def reset_to(self, seed: SupportsIndex) -> None:
        """Start all games from the same `seed` (a whole number below 2**64)."""
        self._reset_all(np.full(self.num_games, check_seed(seed), np.uint64))

    def _reset_all(self, seeds: np.ndarray) -> None:
        self._live.restart()
        self.reset_rows(self._every_row, seeds)

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray | None = None) -> None:
        """Start a new game in the rows marked in `rows` (`bool`, shape `(num_games,)`), from `seeds` (`uint64`, same
        shape) or from those in `self.seeds`."""
        rows = check_array("rows", rows, np.bool_, (self.num_games,))
        if seeds is not None:
            check_array("seeds", seeds, np.uint64, (self.num_games,))
        new_seeds = self._seeds if seeds is None else np.where(rows, seeds, self._seeds)
        self._live.draw(rows, new_seeds)  # first: where an edition cannot be drawn, all stays as it was
        self._seeds[:] = new_seeds
        self._kernels.reset(
            int(np.count_nonzero(rows)),
            self._live.tables,
            self._live.drawn_from,
            self._states,
            self._seeds,
            rows,
            self.num_players,
            self.max_rounds,
            *self._buffers(),
        )
        self._live.renew(self._states, rows)
        self._show_entities(rows)

    def step(self, actions: Any, rows: np.ndarray | None = None) -> None:
        """Apply one action per game (whole numbers, shape `(num_games,)`), or only in the games marked in `rows`
        (`bool`, same shape): the others stay as they are, with reward 0.

        Raises `UserError` if an action is illegal; then no game has changed.
        """
        chosen = as_array(actions)
        if chosen.shape != (self.num_games,) or chosen.dtype.kind not in "iu":
            raise UserError(f"actions must be {self.num_games} whole numbers, not {chosen.dtype} {chosen.shape}")
        self._actions[:] = chosen
        rows = self._every_row if rows is None else check_array("rows", rows, np.bool_, (self.num_games,))
        if self._next_observation is not None and not rows.all():
            raise UserError("after write_next() a step must be of all games")
        row = self._kernels.first_illegal(self._states, rows, self._action_mask, self._actions)
        if row >= 0:
            if self._states["num_players"][row] == 0:
                raise UserError(NO_GAME)
            raise UserError(f"game {row}: {self.illegal(int(chosen[row]), row)}")
        self._step(rows)

    def step_one(self, action: int) -> NDArray[np.int32]:
        """`step` for a batch of one game and an action known to be legal; returns `scores(copy=False)`."""
        self._actions[0] = action
        if self._live.is_part or self.shows_entities or self._next_observation is not None:
            self._step(self._every_row, counting=True)
            return self._scores
        buffers = self._live.tables, self._observation
        if buffers[0] is not self._stepped[0] or buffers[1] is not self._stepped[1]:
            arguments = self._step_arguments(self._every_row, counting=True)
            self._stepped, self._step_game = buffers, partial(self._kernels.step.entry(*arguments), *arguments)
        self._step_game()
        return self._scores

    def write_next(self, observation: np.ndarray) -> None:
        """Let the next step fill this array (C-contiguous, shaped and typed as the present one) and make it the buffer.
        All games must take part in that step. So a learner gets what it keeps without a copy."""
        check_array("observation", observation, np.uint8, self._observation.shape, writeable=True)
        self._next_observation = observation

    def _step(self, rows: np.ndarray, counting: bool = False) -> None:
        if self._next_observation is not None:
            over = self._status != RUNNING
            if over.any():  # those games take no part
                self._next_observation[over] = self._observation[over]
            self._observation, self._next_observation = self._next_observation, None
        number = self.num_games if rows is self._every_row else int(np.count_nonzero(rows))
        self._kernels.step(number, *self._step_arguments(rows, counting))
        if self.autoreset and self._live.is_part and self._done.any():
            self._live.renew(self._states, self._done != RUNNING)
        self._show_entities(rows)

    def _step_arguments(self, rows: np.ndarray, counting: bool) -> tuple[Any, ...]:
        games = self._live.tables, self._live.drawn_from, self._states, rows, self._actions
        follow = self._seeds, self._outcome, self._reward_index, self.game.margin_scale, self.autoreset, counting
        return *games, *self._buffers(), *follow

    def _buffers(self) -> tuple[np.ndarray, ...]:
        """What a reset and a step fill, in the order in which kernels take it."""
        return self._action_mask, self._features, self._reward, self._points, self._scores, self._done

    @property
    def _features(self) -> np.ndarray:
        """The buffer that the rules fill: it has no room where entities are shown."""
        return self._observation[:, :0] if self.shows_entities else self._observation

    def _show_entities(self, rows: np.ndarray) -> None:
        if self.shows_entities and self._observation.shape[1] > 0:
            self.observe_entities(self._current_player, self._observation, rows)

    def illegal(self, action: int, row: int = 0) -> str:
        """The error message for an illegal action in a row."""
        actions = len(self.game.actions)
        if not 0 <= action < actions:
            return f"action {action} is out of range: use 0 to {actions - 1}"
        text = self.action_to_string(action, row)
        return f"action {action} ({text!r}) is illegal here: use one that the action mask marks with 1"

    def decide(self, kernel: Kernel, generators: np.ndarray, scratch: np.ndarray, rows: Any, actions: Any) -> None:
        """Let a compiled bot (`bot_kernel`) put an action into `actions` (`int64`, shape `(num_games,)`) for every game
        marked in `rows` (`bool`, same shape), with a generator and scratch memory for each game. Raises `UserError` if
        nobody is to move in one of them."""
        rows = check_decision(self, rows, actions)
        check_array("generators", generators, generator_dtype, (self.num_games,), writeable=True)
        check_array("scratch", scratch, as_array(scratch).dtype, (self.num_games,), writeable=True)
        number, tables = int(np.count_nonzero(rows)), self._live.tables
        if kernel(number, tables, self._states, self._action_mask, generators, scratch, rows, actions):
            raise UserError(NOBODY_TO_MOVE)

    def set_states(self, states: np.ndarray, editions: np.ndarray | None = None) -> None:
        """Go on from copies of `states` (records of `game.state_dtype`, shape `(num_games,)`), taken from a batch of
        the same game, players and edition, or changed since. `editions` is what `live.save()` gave then: it is needed
        for a set of more than 256, and for a batch of one game on a set if a game was redrawn or its edition was asked
        for. Raises `UserError`, and leaves all games as they were, if the rules cannot go on from them, or if their
        editions are unknown."""
        check_array("states", states, self.game.state_dtype, (self.num_games,))
        aligned = np.empty(self.num_games, self.game.state_dtype)  # as those read from a file are not
        aligned[:] = states
        if self.autoreset and (aligned["status"] != RUNNING).any():
            raise UserError("states must be of games that go on: with autoreset, none follows one that is over")
        before = self._live.save()
        if editions is not None:
            self._live.load(editions)
        else:
            self._live.put_back(aligned, self._states)
        try:
            check_states(self.game, self._live.tables, self.num_players, aligned)
        except UserError:
            self._live.load(before)
            raise
        self.put_states(aligned)

    def put_states(self, states: np.ndarray) -> None:
        """`set_states` without its checks, for states from a batch of the same game, edition and number of players."""
        self._reward[:] = 0
        self._states[:] = states
        self._seeds[:] = states["seed"]
        self._points[:] = self.scores()[:, :, -1]
        self._done[:] = self._status
        over = self._status != RUNNING
        if over.any():
            self._outcome[over] = self.returns()[over]
        self._view()

    def _view(self) -> None:
        """Fill masks and observations from the states."""
        tables = self._live.tables
        self._kernels.view(self.num_games, tables, self._states, self._action_mask, self._features)
        self._show_entities(self._every_row)

    def let_decide(self, seat: int) -> None:
        """Show the games to this seat, where all decide at the same time. Raises `UserError` if there is no such seat,
        or before the first `reset`."""
        check_int("seat", seat, 0, self.num_players - 1)
        self._check_begun()
        self._states["current_player"] = seat
        self._view()

    def end_games(self) -> None:
        """End the games as if by the rules, with outcomes of 0, until the next `reset`, with `autoreset`, too. States
        do not hold this: where they are put back, `outcome` is that of the positions. Raises `UserError` before the
        first `reset`."""
        self._check_begun()
        self._states["status"] = self._done[:] = TERMINATED
        self._outcome[:] = 0
        self._view()

    def _check_begun(self) -> None:
        if not self._all_begun:
            if not self._states["num_players"].all():
                raise UserError(NO_GAME)
            self._all_begun = True

    @property
    def space(self) -> ObservationSpace | EntitySpace:
        """The space of what `observation` shows."""
        return self.game.entity_space if self.shows_entities else self.game.observation

    def observe(self, players: np.ndarray, out: np.ndarray) -> None:
        """Fill `out` (`uint8`, shape `(num_games, features)`) with what `observation` shows, for the given seat in each
        game."""
        if self.shows_entities:
            self.observe_entities(players, out)
        else:
            self.observe_features(players, out)

    def observe_one(self, seat: int, out: np.ndarray) -> None:
        """`observe` for a batch of one game that has begun, and a seat that is there."""
        if self.shows_entities:
            self.observe_entities(self._each_seat[seat], out)
        else:
            self._kernels.observe.serial(self._live.tables, self._states, self._each_seat[seat], out)

    def observe_features(self, players: np.ndarray, out: np.ndarray) -> None:
        """Fill `out` with the features of `game.observation` for the given seat in each game."""
        self._check_begun()
        seats = self._seats(players)
        check_array("out", out, np.uint8, (self.num_games, len(self.game.observation)), writeable=True)
        self._kernels.observe(self.num_games, self._live.tables, self._states, seats, out)

    def observe_entities(self, players: np.ndarray, out: np.ndarray, rows: np.ndarray | None = None) -> None:
        """Fill `out` (`uint8`, shape `(num_games, features)`, see `game.entity_space`) with the entity observation of
        the given seat in each game, or only in the games marked in `rows` (`bool`, shape `(num_games,)`). Raises
        `UserError` if the game has none."""
        observation = self.game.entity_observation
        self._check_begun()
        seats = self._seats(players)
        rows = self._every_row if rows is None else check_array("rows", rows, np.bool_, (self.num_games,))
        check_array("out", out, np.uint8, (self.num_games, len(observation.space)), writeable=True)
        if self._scratch is None:
            self._scratch = np.zeros(self.num_games, observation.scratch_dtype)
        number, tables = int(np.count_nonzero(rows)), self._live.tables
        entity_kernel(self.game)(number, tables, self._states, seats, rows, self._scratch, out)

    def _seats(self, players: Any) -> NDArray[np.int16]:
        seats = as_array(players)
        inside = seats.shape == (self.num_games,) and seats.dtype.kind in "iu"
        if not inside or ((seats < 0) | (seats >= self.num_players)).any():
            raise UserError(f"players must be {self.num_games} seats from 0 to {self.num_players - 1}")
        return np.array(seats, np.int16)

    def scores(self, copy: bool = True) -> NDArray[np.int32]:
        """Points as they stand, `int32` of shape `(num_games, num_players, score parts)`, the total last. Without
        `copy` the array is the batch's own, which it fills anew as it goes on."""
        self._check_begun()
        self._kernels.scores(self.num_games, self._live.tables, self._states, self._scores)
        return self._scores.copy() if copy else self._scores

    def returns(self) -> NDArray[np.float32]:
        """Outcomes of the positions as they stand, `float32` of shape `(num_games, num_players)`."""
        self._check_begun()
        out = np.zeros_like(self._reward)
        self._kernels.returns(self.num_games, self._live.tables, self._states, out)
        return out

    def resample(self, players: np.ndarray, seeds: np.ndarray) -> None:
        """In each game, redraw in place what the given seat cannot know, from the given seed (`uint64`). Raises
        `UserError` if the game has no `resample`."""
        self.game.check_resample()
        self._check_begun()
        seats = self._seats(players)
        seeds = check_array("seeds", seeds, np.uint64, (self.num_games,))
        scratch = np.zeros(self.num_games, self.game.resample_scratch)
        self._kernels.resample(self.num_games, self._live.tables, self._states, seats, seeds, scratch)
        self._seeds[:] = self._states["seed"]
        self._view()

    @property
    def running(self) -> NDArray[np.bool_]:
        """Which games are not over, `bool` of shape `(num_games,)`."""
        return self.status == RUNNING

    # Descriptions

    def position_text(self) -> str:
        name = self.editions.name
        if isinstance(self._live, OneOfSet) and self._states["num_players"][0]:
            name = f"{self.edition.name} of {name}"
        game = f"{self.num_players} players, edition {name}"
        if self.num_games > 1:
            game = f"{self.num_games} games of {game}"
        return f"{game}, {self._progress()}"

    def _repr_svg_(self) -> str | None:
        """The board of the first game in a notebook, as the player to move may know it; None before the first `reset`
        and where the game draws none."""
        draw, state = self.game.presentation.render_svg, self._shown_states[0]
        return draw(self.edition, state, int(state["current_player"])) if draw and state["num_players"] else None

    def _progress(self) -> str:
        if not self._states["num_players"].all():
            return "not started"
        rounds = self._states["round_number"]
        if self.num_games == 1:
            if self.running[0]:
                return f"round {rounds[0]}, {player_name(self.current_player[0])} to move"
            return f"{'terminated' if self.status[0] == TERMINATED else 'cut off'} in round {rounds[0]}"
        movers = np.bincount(self.current_player[self.running], minlength=self.num_players).tolist()
        parts = [f"{player_name(seat)} to move in {count}" for seat, count in enumerate(movers) if count]
        over = self.num_games - sum(movers)
        return ", ".join([f"rounds {rounds.min()} to {rounds.max()}", *parts, *([f"{over} over"] if over else [])])


def check_decision(batch: Batch, rows: Any, actions: Any) -> np.ndarray:
    """`rows`, see `check_array`; raises `UserError` unless `rows` and `actions` are what a bot marks and fills, see
    `Batch.decide`."""
    check_array("actions", actions, np.int64, (batch.num_games,), writeable=True)
    return check_array("rows", rows, np.bool_, (batch.num_games,))
