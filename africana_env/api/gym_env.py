"""Gymnasium's API for one learner: it holds one seat, opponents hold the others."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from africana_env.api.aec import NO_GAME, RENDER_MODES, feature_scale, float_observation, legal_action
from africana_env.engine.batch import Batch, check_choice, check_seed
from africana_env.engine.contract import ENDED, RUNNING, TRUNCATED, Game, UserError
from africana_env.opponents import Opponent, make_opponent

ROTATE = "rotate"
OPPONENT_STREAM = 0x4F50504F4E454E54
"""What separates the seed of an opponent's generator from its game's; counted on for each opponent of a game."""

OpponentChoice = str | Opponent | Sequence[str | Opponent]
"""One opponent for all other seats, or one for each in turn order after the learner's seat."""


def check_seat(seat: Any, num_players: int) -> int | None:
    """The learner's seat, None if it rotates; raises `UserError` if there is no such seat."""
    if isinstance(seat, str) and seat == ROTATE:
        return None
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < num_players:
        raise UserError(f"seat must be {ROTATE!r} or a whole number from 0 to {num_players - 1}, not {seat!r}")
    return int(seat)


def take_seats(opponents: OpponentChoice, game: Game, num_players: int, num_games: int) -> list[Opponent]:
    """Who holds the other seats, in turn order after the learner's; opponents of one name are one object."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * (num_players - 1)
    if len(opponents) != num_players - 1:
        raise UserError(f"opponents must be one for all or {num_players - 1} in turn order, not {len(opponents)}")
    for opponent in opponents:
        if not isinstance(opponent, str) and not callable(getattr(opponent, "act", None)):
            raise UserError(f"an opponent must be a name or have a method act, unlike {opponent!r}")
    names = dict.fromkeys(opponent for opponent in opponents if isinstance(opponent, str))
    named = {name: make_opponent(name, game, num_games) for name in names}
    return [named[opponent] if isinstance(opponent, str) else opponent for opponent in opponents]


def distinct(opponents: list[Opponent]) -> list[Opponent]:
    """Every opponent once."""
    return list({id(opponent): opponent for opponent in opponents}.values())


def start_opponents(opponents: list[Opponent], rows: np.ndarray, seeds: np.ndarray) -> None:
    """Prepare opponents for new games, with `seeds` (`uint64`), in the rows marked in `rows` (`bool`), so that they
    repeat their choices when the seed is repeated. One of your own hears of it if it has `reset_rows(rows, seeds)`."""
    for number, opponent in enumerate(distinct(opponents)):
        own_seeds = seeds ^ np.uint64(OPPONENT_STREAM + number)
        if hasattr(opponent, "reset_rows"):
            opponent.reset_rows(rows, own_seeds)


def draw_seed(generator: np.random.Generator) -> np.uint64:
    """The seed of the next game."""
    return generator.integers(1 << 64, dtype=np.uint64)


class LegalActions(spaces.Discrete):
    """The actions of a game. Without a mask, `sample()` draws among those that are legal in an environment; the
    environment refuses all others.

    Seeding in mid-game announces the next game: until `reset`, samples are then for the first decision after
    `reset` with that seed. Gymnasium's `check_env` samples like this.
    """

    def __init__(self, env: "GymEnv", seed: np.random.Generator | None = None) -> None:
        super().__init__(len(env.game.actions), seed)
        self._env = env
        self.announced: np.ndarray | None = None

    def seed(self, seed: int | None = None) -> Any:
        """See `Space.seed`."""
        self.announced = self._env.first_mask(seed) if self._env.in_mid_game and seed is not None else None
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """See `Discrete.sample`."""
        if mask is None and probability is None:
            mask = self._env.action_masks().astype(np.int8) if self.announced is None else self.announced
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy stands alone; an environment that is copied gives its copy a space anew.
        return spaces.Discrete, (int(self.n), self._np_random)


class GymEnv(gymnasium.Env[np.ndarray, Any]):
    """A game as a Gymnasium environment for one learner: a batch of one.

    `opponents` is a name such as `"random"` for all other seats, or a sequence with one for each in turn order after
    the learner's seat; in place of a name stands any object with the method `act` of `opponents.Opponent`. `seat` is
    the learner's, from 0, or `"rotate"`: `reset(seed=s)` then gives it seat `s` modulo the players, and every `reset`
    without a seed the next one.

    - Observation: `float32`, shape `(features,)`, in [0, 1]: all that the learner may know.
    - Action: a whole number, `Discrete(actions)`. `action_masks()` (`bool`, shape `(actions,)`) marks the legal ones.
    - Reward: the sum of the learner's rewards since its last decision, under the scheme `reward`.
    - `terminated` by the rules, `truncated` after `max_rounds`.
    - Info: `action_mask` (`int8`, shape `(actions,)`, zeros after the end) and `seat`; at the end also `scores`, the
      learner's points by their parts, the last being `total`.

    `step` applies the learner's action and lets the opponents play until the learner decides again or the game is
    over. A wrong argument or an illegal action raises `UserError`, a `ValueError`, and leaves the game as it was.
    The same seed gives the same episode, the opponents' choices included.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game,
        num_players: int | None = None,
        edition: str = "reconstructed",
        reward: str = "outcome",
        max_rounds: int | None = None,
        render_mode: str | None = None,
        opponents: OpponentChoice = "random",
        seat: int | str = 0,
    ) -> None:
        check_choice("render_mode", render_mode, [None, *RENDER_MODES])
        self.game = game
        self.render_mode = render_mode
        self._batch = Batch(game, 1, num_players, edition, reward, max_rounds)
        self._fixed_seat = check_seat(seat, self._batch.num_players)
        self._opponents = take_seats(opponents, game, self._batch.num_players, 1)
        self._arguments = (num_players, edition, reward, max_rounds, None, opponents, seat)
        self._seat = -1  # none before the first reset
        self._playing = False
        self.in_mid_game = False
        self._owed = 0.0  # rewards before the learner's first decision
        self._row = np.ones(1, np.bool_)
        self._actions = np.zeros(1, np.int64)
        self._features = np.zeros_like(self._batch.observation)
        self._scale = feature_scale(game)
        self.observation_space = spaces.Box(0.0, 1.0, (len(game.observation),), np.float32)
        self.action_space: spaces.Discrete = LegalActions(self)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a new game and let the opponents before the learner play; `seed` is a whole number below 2**64."""
        if seed is not None:
            seed = check_seed(seed)
        super().reset(seed=seed)
        if self._fixed_seat is not None:
            self._seat = self._fixed_seat
        else:
            self._seat = (self._seat + 1 if seed is None else seed) % self._batch.num_players
        seeds = np.array([draw_seed(self.np_random)])
        self._batch.reset_rows(self._row, seeds)
        start_opponents(self._opponents, self._row, seeds)
        self._playing, self.in_mid_game = True, False
        if isinstance(self.action_space, LegalActions):
            self.action_space.announced = None
        self._owed = self._play_opponents()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take `action` for the learner."""
        batch = self._batch
        if not self._playing:
            raise UserError(NO_GAME)
        batch.step_one(legal_action(batch, action))
        reward = self._owed + float(batch.reward[0, self._seat]) + self._play_opponents()
        self._owed = 0.0
        status = batch.status[0]
        self._playing, self.in_mid_game = bool(status == RUNNING), True
        return self._observe(), reward, bool(status == ENDED), bool(status == TRUNCATED), self._info()

    def _play_opponents(self) -> float:
        """Let the opponents play until the learner is to move or the game is over; returns the learner's rewards."""
        batch, seat = self._batch, self._seat
        reward = 0.0
        while batch.status[0] == RUNNING and batch.player[0] != seat:
            opponent = self._opponents[(int(batch.player[0]) - seat) % batch.num_players - 1]
            opponent.act(batch, self._row, self._actions)
            batch.step(self._actions)
            reward += float(batch.reward[0, seat])
        return reward

    def _observe(self) -> np.ndarray:
        self._batch.observe(np.array([self._seat], np.int16), self._features)
        return float_observation(self._features[0], self._scale)

    def _info(self) -> dict[str, Any]:
        batch = self._batch
        info: dict[str, Any] = {"action_mask": batch.action_mask[0].copy(), "seat": self._seat}
        if batch.status[0] != RUNNING:
            info["scores"] = dict(zip(self.game.score_parts, batch.scores()[0, self._seat].tolist(), strict=True))
        return info

    def action_masks(self) -> np.ndarray:
        """The legal actions, `bool` of shape `(actions,)`, none after the end; as sb3-contrib's MaskablePPO asks."""
        return self._batch.action_mask[0].astype(np.bool_)

    def first_mask(self, seed: int) -> np.ndarray:
        """The `action_mask` that `reset(seed=seed)` would give, `int8` of shape `(actions,)`."""
        return GymEnv(self.game, *self._arguments).reset(seed=seed)[1]["action_mask"]

    def render(self) -> Any:
        """The board as text, with `render_mode="ansi"`."""
        if self._seat < 0:
            raise UserError(NO_GAME)
        if self.render_mode is None:
            return None
        return self.game.render(self._batch.edition, self._batch.states[0])

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.action_space = LegalActions(self, self.action_space.np_random)
