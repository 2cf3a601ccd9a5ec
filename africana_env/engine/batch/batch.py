"""Thousands of games of one kind, stepped together in compiled code."""

from functools import partial
from secrets import randbits
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.batch.binding import Kernel, entity_kernel, fact_kernel, game_kernels
from africana_env.engine.batch.buffers import VIEWS, Buffers
from africana_env.engine.batch.description import Described
from africana_env.engine.batch.live_editions import LiveEditions, OneOfSet, live_editions
from africana_env.engine.batch.state_check import check_states
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.editions.editions import EditionLike
from africana_env.engine.game import checks
from africana_env.engine.game.contract import OBSERVATIONS, REWARDS, Edition, Game, ObservationName, RewardName
from africana_env.engine.game.facts import FactSpace, board_of
from africana_env.engine.game.rng import generator_dtype, stream_seeds
from africana_env.engine.game.spaces import ObservationSpace
from africana_env.engine.game.state import MAX_ROUNDS, RUNNING, TERMINATED
from africana_env.engine.game.words import player_name
from africana_env.engine.process.errors import UserError

MAX_GAMES = 1 << 20
"""Most games of a batch."""
NO_GAME = "no game has begun: call reset() first"
NOBODY_TO_MOVE = "a bot was asked to move in a game without a player to move"


MADE_AGAIN = ("_kernels", "_each_seat", "_stepped", "_step_game")
"""Attributes that a copy makes again."""


class Batch(Buffers, Described):
    """`num_games` games in preallocated buffers, all with the same number of players.

    After `reset` and after every `step` the buffers (`observation`, `action_mask`, `current_player`, `status`,
    `reward`, `done`, `outcome`, `seeds`, `states`) show each game to its player to move. The next call overwrites them:
    copy what you keep.

    With `autoreset` a new game follows at once when one ends, with a seed derived from the last one. Then `reward` and
    `done` belong to the step that ended the game, the other buffers to the new game. Without `autoreset` a game that is
    over stays, and its actions are ignored.

    With `skip_forced` a step plays on through decisions with a single legal action: only the first decision of a game
    may be forced. `reward` adds up what the seats earn on the way.

    A row depends only on its seed and its actions, not on the number of games, cores or processes. With a set of
    editions (`generated:0-99`) the seed also chooses the edition. Of more than 256 editions only some are live at a
    time. They are drawn from the seed of `reset` and replaced as games begin, so the edition of a game then also
    depends on earlier games.
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
        skip_forced: bool = False,
        observe: bool = True,
        observation: ObservationName = "features",
    ) -> None:
        self.game = checks.check_game(game)
        rounds = game.default_rounds if max_rounds is None else max_rounds
        self.num_games = checks.check_int("num_games", num_games, 1, MAX_GAMES)
        self.autoreset = checks.check_flag("autoreset", autoreset)
        self.skip_forced = checks.check_flag("skip_forced", skip_forced)
        self._live = live_editions(game, edition, self.num_games, one_at_a_time=num_games == 1 and not autoreset)
        self.num_players = checks.check_players(game, self._live.editions[0], num_players)
        self.max_rounds = min(checks.check_int("max_rounds", rounds, 1, MAX_ROUNDS), self._live.editions[0].max_rounds)
        checks.check_choice("reward", reward, REWARDS)
        self.reward_scheme: RewardName = reward
        checks.check_flag("observe", observe)
        checks.check_choice("observation", observation, OBSERVATIONS)
        self.shows: ObservationName = observation
        """What `observation` shows."""
        self.space: ObservationSpace[Any] = game.space_of(observation)
        """The space of `observation`."""
        self._kernels = game_kernels(game)
        self._reward_index = REWARDS.index(reward)

        features = len(self.space) if observe else 0
        super().__init__(game, self.num_games, self.num_players, features)
        self._every_row = np.ones(num_games, np.bool_)
        self._next_observation: np.ndarray | None = None
        self._scratch: dict[str, np.ndarray] = {}
        """To observe entities and facts in."""
        self._boards: tuple[Any, Any] = (None, None)
        """The tables of the live editions, and their boards for fact observations."""
        self._all_begun = False
        self._prepare_single()

    def _prepare_single(self) -> None:
        self._each_seat = [np.array([seat], np.int16) for seat in range(self.num_players)]
        """For `observe_one`."""
        self._stepped: tuple[Any, Any] = (None, None)
        """The tables and observations that `_step_game` takes."""
        self._step_game: Any = None
        """The kernel of `step_one` with its arguments. Gathering them takes as long as the rules."""

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key not in (*VIEWS, *MADE_AGAIN)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._kernels = game_kernels(self.game)
        self._make_views()
        self._prepare_single()

    @property
    def editions(self) -> Edition | EditionSet:
        """The edition of all games, or the set from which each game draws one."""
        return self._live.source

    @property
    def live(self) -> LiveEditions:
        """The editions that are loaded. A batch for copies of these games shares them."""
        return self._live

    @property
    def draws_editions(self) -> bool:
        """Whether each game draws its edition from a set."""
        return isinstance(self._live.source, EditionSet)

    @property
    def edition(self) -> Edition:
        """The edition of the game in the first row."""
        return self._live.editions[self._states["edition"][0]]

    def edition_of(self, row: int) -> Edition:
        """Return the edition of the game in a row; with `autoreset`, of the new game after a step that ended one.
        Raises `UserError` if there is no such row."""
        row = checks.check_int("row", row, 0, self.num_games - 1)
        return self._live.editions[self._states["edition"][row]]

    # Playing

    def reset(self, seed: SupportsIndex | None = None) -> None:
        """Start all games. Game `i` begins from `derive_seed(seed, i)`; without a `seed`, a whole number below 2**64,
        the system draws one. Of a set of more than 256 editions new ones are loaded, which may take seconds."""
        base = np.uint64(randbits(64) if seed is None else checks.check_seed(seed))
        self._reset_all(stream_seeds(base, np.arange(self.num_games, dtype=np.uint64)))

    def reset_to(self, seed: SupportsIndex) -> None:
        """Start all games from the same `seed` (a whole number below 2**64)."""
        self._reset_all(np.full(self.num_games, checks.check_seed(seed), np.uint64))

    def _reset_all(self, seeds: np.ndarray) -> None:
        self._live.restart()
        self.reset_rows(self._every_row, seeds)

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray | None = None) -> None:
        """Start a new game in the marked `rows` (`bool`, shape `(num_games,)`), from `seeds` (`uint64`, same shape) or
        again from `self.seeds`."""
        rows = checks.check_array("rows", rows, np.bool_, (self.num_games,))
        if seeds is not None:
            checks.check_array("seeds", seeds, np.uint64, (self.num_games,))
        new_seeds = self._seeds if seeds is None else np.where(rows, seeds, self._seeds)
        self._live.draw(rows, new_seeds)  # first: if it fails, nothing has changed
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
        self._show(rows)

    def step(self, actions: Any, rows: np.ndarray | None = None) -> None:
        """Apply one action per game (whole numbers, shape `(num_games,)`), or only in the marked `rows` (`bool`, same
        shape). Other games do not change and get reward 0. Raises `UserError` if an action is illegal; then no game has
        changed."""
        chosen = checks.as_array(actions)
        if chosen.shape != (self.num_games,) or chosen.dtype.kind not in "iu":
            raise UserError(f"actions must be {self.num_games} whole numbers, not {chosen.dtype} {chosen.shape}")
        self._actions[:] = chosen
        rows = self._every_row if rows is None else checks.check_array("rows", rows, np.bool_, (self.num_games,))
        if self._next_observation is not None and not rows.all():
            raise UserError("after write_next() a step must be of all games")
        row = self._kernels.first_illegal(self._states, rows, self._action_mask, self._actions)
        if row >= 0:
            if self._states["num_players"][row] == 0:
                raise UserError(NO_GAME)
            raise UserError(f"game {row}: {self.illegal(int(chosen[row]), row)}")
        self._step(rows)

    def step_one(self, action: int) -> NDArray[np.int32]:
        """Step a batch of one game by an action known to be legal, and return `scores(copy=False)`."""
        self._actions[0] = action
        if self._live.is_part or self.shows != "features" or self._next_observation is not None:
            self._step(self._every_row, counting=True)
            return self._scores
        buffers = self._live.tables, self._observation
        if buffers[0] is not self._stepped[0] or buffers[1] is not self._stepped[1]:
            arguments = self._step_arguments(self._every_row, counting=True)
            self._stepped, self._step_game = buffers, partial(self._kernels.step.entry(*arguments), *arguments)
        self._step_game()
        return self._scores

    def write_next(self, observation: np.ndarray) -> None:
        """Let the next step write its observations into this C-contiguous array, which becomes the buffer. It must have
        the shape and dtype of `observation`, and the step must be of all games. It saves a learner a copy."""
        checks.check_array("observation", observation, np.uint8, self._observation.shape, writeable=True)
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
        self._show(rows)

    def _step_arguments(self, rows: np.ndarray, counting: bool) -> tuple[Any, ...]:
        games = self._live.tables, self._live.drawn_from, self._states, rows, self._actions
        follow = self._seeds, self._outcome, self._reward_index, self.game.margin_scale
        return *games, *self._buffers(), *follow, self.autoreset, self.skip_forced, counting

    def _buffers(self) -> tuple[np.ndarray, ...]:
        """Return the arrays that a reset or step fills, in the order that kernels take them."""
        return self._action_mask, self._features, self._reward, self._points, self._scores, self._done

    @property
    def _features(self) -> np.ndarray:
        """The buffer that the rules fill, without columns if something else than features is shown."""
        return self._observation if self.shows == "features" else self._observation[:, :0]

    def _show(self, rows: np.ndarray) -> None:
        """Fill observations that the rules do not."""
        if self.shows != "features" and self._observation.shape[1] > 0:
            self.observe_as(self.shows, self._current_player, self._observation, rows)

    def illegal(self, action: int, row: int = 0) -> str:
        """Return the error message for an illegal action in a row."""
        actions = len(self.game.actions)
        if not 0 <= action < actions:
            return f"action {action} is out of range: use 0 to {actions - 1}"
        text = self.action_to_string(action, row)
        return f"action {action} ({text!r}) is illegal here: use one that the action mask marks with 1"

    def decide(self, kernel: Kernel, generators: np.ndarray, scratch: np.ndarray, rows: Any, actions: Any) -> None:
        """Let a compiled bot (`bot_kernel`) choose `actions` (`int64`, shape `(num_games,)`) in the marked `rows`
        (`bool`, same shape), with a generator and scratch memory for each game. Raises `UserError` if one of these
        games has no player to move."""
        rows = check_decision(self, rows, actions)
        checks.check_array("generators", generators, generator_dtype, (self.num_games,), writeable=True)
        checks.check_array("scratch", scratch, checks.as_array(scratch).dtype, (self.num_games,), writeable=True)
        number, tables = int(np.count_nonzero(rows)), self._live.tables
        if kernel(number, tables, self._states, self._action_mask, generators, scratch, rows, actions):
            raise UserError(NOBODY_TO_MOVE)

    def set_states(self, states: np.ndarray, editions: np.ndarray | None = None) -> None:
        """Continue from copies of `states` (records of `game.state_dtype`, shape `(num_games,)`) of a batch with the
        same game, players and edition. They may have been edited. `editions` is the `live.save()` of that batch. It is
        needed for a set of more than 256, and for one game of a set that was resampled or whose edition was asked for.
        Raises `UserError` if the rules cannot go on from the states or their editions are unknown; then no game has
        changed."""
        checks.check_array("states", states, self.game.state_dtype, (self.num_games,))
        aligned = np.empty(self.num_games, self.game.state_dtype)  # states read from a file are not
        aligned[:] = states
        if self.autoreset and (aligned["status"] != RUNNING).any():
            raise UserError("with autoreset all states must be of running games")
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
        """`set_states` without checks, for states of a batch with the same game, edition and number of players."""
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
        self._show(self._every_row)

    def let_decide(self, seat: int) -> None:
        """Show the games to this seat, while all players decide at the same time. Raises `UserError` if there is no
        such seat, or before the first `reset`."""
        checks.check_int("seat", seat, 0, self.num_players - 1)
        self._check_begun()
        self._states["current_player"] = seat
        self._view()

    def end_games(self) -> None:
        """End all games with outcome 0, also with `autoreset`, until the next `reset`. States do not record this: after
        `set_states`, `outcome` follows the positions. Raises `UserError` before the first `reset`."""
        self._check_begun()
        self._states["status"] = self._done[:] = TERMINATED
        self._outcome[:] = 0
        self._view()

    def _check_begun(self) -> None:
        if not self._all_begun:
            if not self._states["num_players"].all():
                raise UserError(NO_GAME)
            self._all_begun = True

    def observe(self, players: np.ndarray, out: np.ndarray) -> None:
        """Fill `out` (`uint8`, shape `(num_games, features)`) with the observation of the given seat in each game."""
        self.observe_as(self.shows, players, out)

    def observe_one(self, seat: int, out: np.ndarray) -> None:
        """`observe` without checks, for a batch of one game that has begun."""
        if self.shows == "features":
            self._kernels.observe.serial(self._live.tables, self._states, self._each_seat[seat], out)
        else:
            self.observe_as(self.shows, self._each_seat[seat], out)

    def observe_as(
        self, observation: ObservationName, players: np.ndarray, out: np.ndarray, rows: np.ndarray | None = None
    ) -> None:
        """Fill `out` (`uint8`, shape `(num_games, features)`) with this observation of the given seat in each game, or
        at least in the marked `rows` (`bool`, shape `(num_games,)`). Raises `UserError` if the game has none of this
        name."""
        space = self.game.space_of(observation)
        self._check_begun()
        seats = self._seats(players)
        rows = self._every_row if rows is None else checks.check_array("rows", rows, np.bool_, (self.num_games,))
        checks.check_array("out", out, np.uint8, (self.num_games, len(space)), writeable=True)
        number, tables, states = int(np.count_nonzero(rows)), self._live.tables, self._states
        if observation == "features":
            self._kernels.observe(self.num_games, tables, states, seats, out)
        elif isinstance(space, FactSpace):
            features = self._scratch_for(observation, np.dtype((np.uint8, len(self.game.observation))))
            board = self._live_boards(space), space.board_start
            fact_kernel(self.game)(number, tables, *board, states, seats, rows, space.copied, features, out)
        elif self.game.entities is not None:
            scratch = self._scratch_for(observation, self.game.entities.scratch_dtype)
            entity_kernel(self.game)(number, tables, states, seats, rows, scratch, out)

    def _scratch_for(self, observation: str, dtype: np.dtype) -> np.ndarray:
        if observation not in self._scratch:
            self._scratch[observation] = np.zeros(self.num_games, dtype)
        return self._scratch[observation]

    def _live_boards(self, space: FactSpace) -> np.ndarray:
        """Return the boards of the live editions, see `board_of`."""
        if self._boards[0] is not self._live.tables:
            boards = [board_of(space, edition, self.num_players) for edition in self._live.editions]
            self._boards = self._live.tables, np.stack(boards)
        return self._boards[1]

    def _seats(self, players: Any) -> NDArray[np.int16]:
        seats = checks.as_array(players)
        inside = seats.shape == (self.num_games,) and seats.dtype.kind in "iu"
        if not inside or ((seats < 0) | (seats >= self.num_players)).any():
            raise UserError(f"players must be {self.num_games} seats from 0 to {self.num_players - 1}")
        return np.array(seats, np.int16)

    def scores(self, copy: bool = True) -> NDArray[np.int32]:
        """Return the current points, `int32` of shape `(num_games, num_players, score parts)`, the total last. Without
        `copy` it is the batch's buffer, which later calls overwrite."""
        self._check_begun()
        self._kernels.scores(self.num_games, self._live.tables, self._states, self._scores)
        return self._scores.copy() if copy else self._scores

    def returns(self) -> NDArray[np.float32]:
        """Return the outcomes of the current positions, `float32` of shape `(num_games, num_players)`."""
        self._check_begun()
        out = np.zeros_like(self._reward)
        self._kernels.returns(self.num_games, self._live.tables, self._states, out)
        return out

    def resample(self, players: np.ndarray, seeds: np.ndarray) -> None:
        """Redraw in place everything that the given seat of each game cannot know, from the given seeds (`uint64`).
        Raises `UserError` if the game has no `resample`."""
        self.game.check_resample()
        self._check_begun()
        seats = self._seats(players)
        seeds = checks.check_array("seeds", seeds, np.uint64, (self.num_games,))
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
        """Return the board of the first game for a notebook, as its player to move may know it. None before the first
        `reset` and for a game without drawings."""
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
    """Return `rows`. Raises `UserError` unless `rows` and `actions` are as for `Batch.decide`."""
    checks.check_array("actions", actions, np.int64, (batch.num_games,), writeable=True)
    return checks.check_array("rows", rows, np.bool_, (batch.num_games,))
