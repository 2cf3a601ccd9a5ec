"""Gymnasium's vector API: many games stepped together, each with one learner."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from africana_env.api.learner import LearnerGames, check_seat, learner_space
from africana_env.api.masks import after_the_end
from africana_env.api.metadata import RENDERING, gymnasium_id
from africana_env.api.options import VectorOptions, check_options, draw_seed
from africana_env.api.rendering import NO_GAME, Frame, Rendered
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.batch.floats import feature_scale, float_observation
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.checks import check_choice, check_int, check_seed
from africana_env.engine.game.contract import Game
from africana_env.engine.game.state import CUT_OFF
from africana_env.engine.process.errors import UserError, format_value


def check_autoreset_mode(mode: Any) -> AutoresetMode:
    """Return the mode with this name or value. Raises `UserError` if there is none."""
    if isinstance(mode, AutoresetMode):
        return mode
    modes = {word: known for known in AutoresetMode for word in (known.name, known.value)}
    check_choice("autoreset_mode", mode, list(modes))
    return modes[mode]


class LegalActionRows(spaces.MultiDiscrete):
    """An action for every game. Without a mask, `sample()` draws legal actions."""

    def __init__(
        self,
        num_envs: int,
        num_actions: int,
        masks: Callable[[], np.ndarray],
        seed: np.random.Generator | None = None,
    ) -> None:
        super().__init__(np.full(num_envs, num_actions), seed=seed)
        self._masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray:
        """See `MultiDiscrete.sample`."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        masks = self._masks()
        return np.where(masks, self.np_random.random(masks.shape, np.float32), -1).argmax(axis=1)

    def __reduce__(self) -> tuple[Any, ...]:
        # As with `LegalActions`: a copy knows no games.
        return spaces.MultiDiscrete, (self.nvec, self.dtype, self._np_random)


class GymVectorEnv(Rendered, VectorEnv[Any, Any, NDArray[Any]]):
    """`num_envs` games as a Gymnasium vector environment, with compiled opponents.

    Arguments, rewards and infos are those of `GymEnv`, and row `i` gives exactly the results of a `GymEnv` with the
    same seed: this is a much faster `SyncVectorEnv`. (From a set of more than 256 editions a seed chooses only among
    live ones.) With `seat="rotate"` game `i` starts at seat `i` modulo the players and moves on at each reset; with a
    seed `s` it starts at `s` modulo the players.

    - Observations: `float32`, shape `(num_envs, features)`, in [0, 1].
    - Actions: whole numbers, shape `(num_envs,)`. `action_masks()` (`bool`, shape `(num_envs, actions)`) and
      `infos["action_mask"]` (`int8`) mark the legal ones.
    - Rewards: `float64`; terminations and truncations: `bool`; all of shape `(num_envs,)`. Nothing truncates.

    `metadata["autoreset_mode"]` says what follows the end of a game. `NEXT_STEP`: the next `step` starts a new game and
    ignores the action, so the mask of a finished game marks only the first action. `SAME_STEP`: a new game starts at
    once; `infos["final_obs"]` and `infos["final_info"]` keep the end of the last one. `DISABLED`: start it with
    `reset(options={"reset_mask": rows})`. Its infos cover only these rows, as in Gymnasium; `action_masks()` covers
    all.

    A wrong argument or an illegal action raises `UserError`, a `ValueError`, and changes no game.
    """

    metadata: dict[str, Any] = {**RENDERING, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game: Game, options: VectorOptions) -> None:
        self.game = game
        self.render_mode = options.render_mode
        self.num_envs = check_int("num_envs", options.num_envs, 1, MAX_GAMES)
        self.autoreset_mode = check_autoreset_mode(options.autoreset_mode)
        self.metadata = {**RENDERING, "autoreset_mode": self.autoreset_mode}
        self.batch = options.batch(game, self.num_envs)
        players = self.batch.num_players
        seats = check_seat(options.seat, players)
        self._rotating = seats is None
        self._games = np.arange(self.num_envs)
        self._learners = LearnerGames(self.batch, options.opponents)
        # A rotating seat starts one back: the first reset moves it on.
        self._learners.seats[:] = (self._games - 1) % players if seats is None else seats
        self._every_game = np.ones(self.num_envs, np.bool_)
        self._generators: dict[int, np.random.Generator] = {}
        self._first_seeds: dict[int, int] = {}
        """The seeds that started them."""
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._owed = np.zeros(self.num_envs)  # rewards before the learner's first decision
        self._scale = feature_scale(self.batch.space)
        self._with_mask = options.mask_in_observation
        self.single_observation_space = learner_space(self.batch, self._with_mask)
        self.single_action_space = spaces.Discrete(len(game.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = LegalActionRows(self.num_envs, len(game.actions), self.action_masks)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start all games, or those marked in `options["reset_mask"]` (`bool`, shape `(num_envs,)`).

        `seed` is one whole number (game `i` gets `seed + i`) or a sequence. A seed is a deal, the same in every API.
        """
        seeds = self._seed_of_each(seed)
        rows = self._rows_to_reset(options)
        if rows.all() and None not in seeds:
            self.batch.live.restart()
        self._owed[rows] = self._start(rows, seeds)[rows]
        self._ended[rows] = False
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._infos(rows)

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action for the learner of each game."""
        batch = self.batch
        restart = self._ended
        if not self._generators:
            raise UserError(NO_GAME)
        if self.autoreset_mode == AutoresetMode.DISABLED and restart.any():
            raise UserError(f"game {restart.argmax()} is over: call reset(options={{'reset_mask': rows}})")
        rewards = self._owed + self._learners.step(actions, batch.running & ~restart)
        if restart.any():
            rewards += self._start(restart)
        self._owed = np.where(restart, rewards, 0.0)
        rewards[restart] = 0.0

        terminations = ~(batch.running | restart)  # a game that ends before the learner decides ends at its first step
        truncations = np.zeros_like(terminations)
        ended = terminations.copy()
        observations = self._observe()
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            infos = self._final_infos(observations, ended)
            self._owed[ended] = self._start(ended)[ended]
            observations = self._observe()
            ended = np.zeros_like(ended)
        self._ended = ended
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos | self._infos(self._every_game)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, `bool` of shape `(num_envs, actions)`."""
        return self._masks().astype(np.bool_)

    def _masks(self) -> NDArray[np.int8]:
        masks, running = self.batch.action_mask, self.batch.running
        return masks if running.all() else np.where(running[:, None], masks, after_the_end(masks))

    @property
    def np_random_seed(self) -> Any:
        """The seeds of the games' generators, a tuple of `int` as in `SyncVectorEnv`; empty before the first reset."""
        return tuple(self._first_seeds[game] for game in sorted(self._first_seeds))

    @property  # type: ignore[misc]  # nobody may replace them
    def np_random(self) -> Any:
        """The generators of the games' seeds, a tuple as in `SyncVectorEnv`; empty before the first reset."""
        return tuple(self._generators[game] for game in sorted(self._generators))

    def render(self) -> tuple[Frame, ...] | None:
        """Return each game as its learner may know it, in the `render_mode`."""
        if not self._generators:
            raise UserError(NO_GAME)
        maker = f'gymnasium.make_vec("{gymnasium_id(self.game.name)}"'
        frames = self._frames(self._learners.seats.tolist(), maker)
        return tuple(frame for frame in frames if frame is not None) or None

    def _viewer(self) -> int:
        return int(self._learners.seats[0])

    # Methods of Gymnasium's vector environments

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Return a method's result or an attribute of `GymEnv` in each game, if it is in `ASKED` and takes no
        arguments. Raises `AttributeError` for others, and `UserError` as `GymEnv` does."""
        if name not in ASKED or args or kwargs:
            what = format_value(name) + " with arguments" * bool(args or kwargs)
            raise AttributeError(
                f"games stepped together have no {what}: "
                f"use {' or '.join(ASKED)}, or make them with vectorization_mode='sync'"
            )
        return tuple(ASKED[name](self))

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """See `call`."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Raise `AttributeError`: these games have no attributes of their own."""
        what = format_value(name)
        raise AttributeError(f"games stepped together have no {what} to set: make them with vectorization_mode='sync'")

    def records(self) -> list[GameRecord]:
        """Return each game so far, with the decisions of all seats."""
        if not self._generators:
            raise UserError(NO_GAME)
        return [GameRecord.of(self.batch, self._learners.taken.of(row), row) for row in range(self.num_envs)]

    def close_extras(self, **kwargs: Any) -> None:
        """Do nothing."""

    # Starting games

    def _seed_of_each(self, seed: Any) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if not isinstance(seed, Sequence) and np.ndim(seed) == 0:
            first = check_seed(seed)
            return [check_seed(first + game) for game in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise UserError(f"seed must be one whole number or {self.num_envs}, not {len(seed)}")
        return [None if own is None else check_seed(own) for own in seed]

    def _rows_to_reset(self, options: dict[str, Any] | None) -> np.ndarray:
        given = check_options(options, ["reset_mask"])
        if "reset_mask" not in given:
            return self._every_game
        rows = given["reset_mask"]
        if (
            not isinstance(rows, np.ndarray)
            or rows.shape != (self.num_envs,)
            or rows.dtype != np.bool_
            or not rows.any()
        ):
            raise UserError(f"options['reset_mask'] must be an array of {self.num_envs} bools, not all False")
        if not self._generators and not rows.all():
            raise UserError("the first reset must be of all games")
        return rows.copy()

    def _start(self, rows: np.ndarray, seeds: list[int | None] | None = None) -> np.ndarray:
        """Set up the next game in the marked `rows`; `seeds` restart their generators. Returns the rewards before the
        learners' first decisions."""
        seats, players = self._learners.seats.copy(), self.batch.num_players
        drawn = np.zeros(self.num_envs, np.uint64)
        for row in np.flatnonzero(rows).tolist():
            seed = None if seeds is None else seeds[row]
            if self._rotating:
                seats[row] = (seats[row] + 1 if seed is None else seed) % players
            if seed is not None or row not in self._generators:
                self._generators[row], self._first_seeds[row] = seeding.np_random(seed)
            drawn[row] = draw_seed(self._generators[row]) if seed is None else seed
        return self._learners.start(rows, seats, drawn)

    # Observations and infos

    def _observe(self) -> Any:
        features = float_observation(self._learners.observe(), self._scale)
        return {"observation": features, "action_mask": self._masks().copy()} if self._with_mask else features

    def _infos(self, rows: np.ndarray) -> dict[str, Any]:
        """Return the infos of the marked `rows`, zeros for others, merged as by Gymnasium's vector environments: `_key`
        marks the games that have `key`."""
        batch = self.batch
        values_of: dict[str, np.ndarray] = {
            "action_mask": self._masks(),
            "seat": self._learners.seats.astype(np.int64),
            "scores": batch.scores()[self._games, self._learners.seats],
            "cut_off": batch.status == CUT_OFF,
        }
        infos: dict[str, Any] = {}
        for key, values in values_of.items():
            infos[key] = values.copy()
            infos[key][~rows] = 0
            infos[f"_{key}"] = rows.copy()
        if batch.draws_editions:
            names = [self.edition_of(row).name if chosen else None for row, chosen in enumerate(rows)]
            infos["edition"], infos["_edition"] = np.array(names, object), rows.copy()
        return infos

    def _final_infos(self, observations: Any, ended: np.ndarray) -> dict[str, Any]:
        """Return `final_obs` and `final_info` of the games marked in `ended`."""
        final_obs = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(ended):
            final_obs[row] = (
                {key: part[row] for key, part in observations.items()} if self._with_mask else observations[row]
            )
        return {
            "final_obs": final_obs,
            "_final_obs": ended.copy(),
            "final_info": self._infos(ended),
            "_final_info": ended.copy(),
        }

    # Copies

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        generator = self.action_space.np_random
        self.action_space = LegalActionRows(self.num_envs, len(self.game.actions), self.action_masks, generator)


def alike(name: str) -> Callable[[GymVectorEnv], Iterable[Any]]:
    """Return an attribute of the vector environment that is the same in all games."""
    return lambda envs: [getattr(envs, name)] * envs.num_envs


ASKED: dict[str, Callable[[GymVectorEnv], Iterable[Any]]] = {
    "action_masks": GymVectorEnv.action_masks,
    "action_space": alike("single_action_space"),
    "edition": lambda envs: map(envs.edition_of, range(envs.num_envs)),
    "game": alike("game"),
    "metadata": alike("metadata"),
    "observation_space": alike("single_observation_space"),
    "record": GymVectorEnv.records,
    "render": lambda envs: envs.render() or [None] * envs.num_envs,
    "render_mode": alike("render_mode"),
    "spec": alike("spec"),
}
"""The attributes and methods that `GymVectorEnv.call` supports."""
