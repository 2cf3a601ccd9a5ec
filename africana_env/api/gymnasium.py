"""Gymnasium's API for one learner: it holds one seat, opponents hold the others."""

from copy import deepcopy
from dataclasses import replace
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from africana_env.api.learner import ROTATE, LearnerGames, check_seat, learner_space
from africana_env.api.masks import after_the_end, legal_action
from africana_env.api.metadata import RENDERING, gymnasium_id
from africana_env.api.options import EDITION, LearnerOptions, check_options, draw_seed
from africana_env.api.rendering import NO_GAME, Frame, Rendered
from africana_env.api.saved_state import (
    are_ints,
    identity_of,
    is_amount,
    is_int,
    no_state,
    pack_state,
    read_states,
    unpack_state,
)
from africana_env.bots.registry import as_list, spelling_of
from africana_env.engine.batch.floats import feature_scale, float_observation
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.checks import check_seed
from africana_env.engine.game.contract import Game
from africana_env.engine.game.state import CUT_OFF, RUNNING
from africana_env.engine.game.words import player_name
from africana_env.engine.process.errors import UserError


class LegalActions(spaces.Discrete):
    """The actions of a game. Without a mask, `sample()` draws among those that are legal in an environment; the
    environment refuses all others.

    `seed(s)` in the middle of a game makes the next sample one that is legal for the first decision after
    `reset(seed=s)`: Gymnasium's `check_env` seeds the space, draws an action, resets with the same seed, and only then
    takes it. If the game goes on before that sample, it is one that is legal in the game.
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
            self.announced = None
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy is a plain `Discrete`, without the environment: an environment that is copied makes its own anew.
        return spaces.Discrete, (int(self.n), self._np_random)


class GymEnv(Rendered, gymnasium.Env[Any, Any]):
    """A game as a Gymnasium environment for one learner, who holds a seat: a batch of one.

    - Observation: `float32`, shape `(features,)`, in [0, 1]: all that the learner may know. With `mask_in_observation`
      it is a dictionary of this `observation` and the `action_mask`.
    - Action: a whole number, `Discrete(actions)`. `action_masks()` (`bool`, shape `(actions,)`) marks the legal ones.
    - Reward: the sum of the learner's rewards since its last decision.
    - `terminated` when the game is over; a game that `max_rounds` cuts off has ended, too. Nothing here truncates:
      Gymnasium's `TimeLimit` around it does.
    - Info, with the same keys always: `action_mask` (`int8`, shape `(actions,)`; after the end it marks the first
      action alone, because learners draw from masks that nothing comes of), `seat`, `scores` (`int32`, shape
      `(score parts,)`: the learner's points as they stand, by `game.score_parts`, the last being the total),
      `cut_off` (whether `max_rounds` has ended the game) and, where each game draws its edition from a set, `edition`,
      its name.

    `step` applies the learner's action and lets the opponents play until the learner decides again or the game is
    over. A wrong argument or an illegal action raises `UserError`, a `ValueError`, and leaves the game as it was.
    The same seed gives the same episode, the opponents' choices included. `render` draws the game as the learner may
    know it.
    """

    metadata = RENDERING

    def __init__(self, game: Game, options: LearnerOptions) -> None:
        self.game = game
        self.render_mode = options.render_mode
        self.batch = options.batch(game)
        self._options = options
        self._fixed_seat = check_seat(options.seat, self.batch.num_players)
        self._games = LearnerGames(self.batch, options.opponents)
        self._seat = -1  # none before the first reset
        self._playing = False
        self.in_mid_game = False
        self._owed = 0.0  # rewards before the learner's first decision
        self._row = np.ones(1, np.bool_)
        self._scale = feature_scale(self.batch.space)
        self.observation_space = learner_space(self.batch, options.mask_in_observation)
        self.action_space: spaces.Discrete = LegalActions(self)

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game and let the opponents before the learner play. `seed` (below 2**64) is a deal, the same in
        every API; without one it is drawn by a generator that the last one has started. `options={"edition": NAME}`
        chooses the edition out of a set."""
        given = check_options(options, [EDITION])
        deal = None if seed is None else check_seed(seed)
        if EDITION in given:
            self.batch.live.ask_for(given[EDITION])
        super().reset(seed=deal)
        seat = (self._seat + 1 if deal is None else deal) % self.batch.num_players
        seat = seat if self._fixed_seat is None else self._fixed_seat
        drawn = draw_seed(self.np_random) if deal is None else deal
        self._owed = float(self._games.start(self._row, np.array([seat]), np.array([drawn], np.uint64))[0])
        self._seat = seat
        self._playing, self.in_mid_game = True, False
        self._drop_announced()
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take `action`, a whole number of any type, for the learner."""
        batch = self.batch
        if not self._playing:
            raise UserError(NO_GAME)
        reward = self._owed
        if batch.running[0]:  # unless the others have ended the game before the learner decided
            reward += float(self._games.step([legal_action(batch, action)], self._row)[0])
        self._owed = 0.0
        self._playing, self.in_mid_game = bool(batch.running[0]), True
        self._drop_announced()
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, not self._playing, False, self._info()

    def _drop_announced(self) -> None:
        """The game has gone on, or another one is here: samples are of what is legal now."""
        if isinstance(self.action_space, LegalActions):
            self.action_space.announced = None

    def _observe(self) -> Any:
        features = float_observation(self._games.observe(), self._scale)[0]
        return (
            {"observation": features, "action_mask": self._mask().copy()}
            if self._options.mask_in_observation
            else features
        )

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "action_mask": self._mask().copy(),
            "seat": self._seat,
            "scores": batch.scores()[0, self._seat],
            "cut_off": bool(batch.status[0] == CUT_OFF),
            **({"edition": batch.edition.name} if batch.draws_editions else {}),
        }

    def _mask(self) -> NDArray[np.int8]:
        mask = self.batch.action_mask[0]
        return mask if self.batch.running[0] else after_the_end(mask)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, `bool` of shape `(actions,)`, as sb3-contrib's MaskablePPO asks for them."""
        return self._mask().astype(np.bool_)

    def record(self) -> GameRecord:
        """The game so far, with the decisions of all seats."""
        self._check_started()
        return GameRecord.of(self.batch, self._games.taken.of(0))

    def get_state(self) -> bytes:
        """The game as bytes for `set_state` of an environment with the same arguments: the rest of the game is then the
        same for the same decisions, what the opponents do included. Raises `UserError` for opponents that may remember
        more than random numbers, such as objects of one's own: `copy.deepcopy` of the environment copies them, too."""
        self._check_started()
        head = {
            **self._identity(),
            "drawn": int(self.batch.live.indices[0]),
            "learner": self._seat,
            "owed": self._owed,
            "actions": self._games.taken.of(0),
            "generators": self._games.get_generators(),
        }
        return pack_state(head, self.batch.states.tobytes())

    def set_state(self, state: bytes) -> tuple[Any, dict[str, Any]]:
        """Go back, or on, to a state from `get_state`; returns the observation and the info there. Raises `UserError`
        if the bytes are damaged, or of an environment with other arguments or of another version."""
        head, record = unpack_state(state, self._identity())
        states = read_states(head, record, self.batch)
        seat: Any = head.get("learner")
        status, mover = states[0]["status"], states[0]["current_player"]
        if (
            not is_int(seat, self.batch.num_players - 1)
            or (status == RUNNING and mover != seat)
            or not is_amount(head.get("owed"))
            or not are_ints(head.get("actions"), len(self.game.actions) - 1)
        ):
            raise no_state()
        before = int(self.batch.live.indices[0])
        self.batch.live.choose(head["drawn"])
        try:
            self._games.put_game(states, seat, head.get("generators"))
        except UserError:
            self.batch.live.choose(before)
            raise
        self._games.taken.put(head["actions"])
        self._seat, self._owed = seat, float(head["owed"])
        self._playing, self.in_mid_game = bool(status == RUNNING), True
        self._drop_announced()
        return self._observe(), self._info()

    def _identity(self) -> dict[str, Any]:
        seat = ROTATE if self._fixed_seat is None else self._fixed_seat
        return {
            **identity_of(self.batch),
            "seat": seat,
            "opponents": [*map(spelling_of, as_list(self._options.opponents))],
        }

    def _check_started(self) -> None:
        if self._seat < 0:
            raise UserError(NO_GAME)

    def first_mask(self, seed: int) -> NDArray[np.int8]:
        """The `action_mask` that `reset(seed=seed)` would give, `int8` of shape `(actions,)`."""
        # Bots that were made already are playing here: a copy of them plays there.
        options = replace(self._options, opponents=deepcopy(self._options.opponents), render_mode=None)
        return GymEnv(self.game, options).reset(seed=seed)[1]["action_mask"]

    def position_text(self) -> str:
        """The number of players, the edition, the round, who is to move and where the learner sits, in one line."""
        learner = f", the learner is {player_name(self._seat)}" if self._seat >= 0 else ""
        return super().position_text() + learner

    def __str__(self) -> str:
        return repr(self)  # Gymnasium's wrappers show this

    def render(self) -> Frame | None:
        """The game as the learner may know it, in the `render_mode`: a text with `ansi`, an image with `rgb_array`,
        else None."""
        self._check_started()
        return self._frames([self._seat], f'gymnasium.make("{gymnasium_id(self.game.name)}"')[0]

    def _viewer(self) -> int:
        return self._seat

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.action_space = LegalActions(self, self.action_space.np_random)
