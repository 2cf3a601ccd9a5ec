"""Gymnasium's API for one learner against opponents."""

from copy import deepcopy
from dataclasses import replace
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from africana_env.api import saved_state
from africana_env.api.learner import ROTATE, LearnerGames, check_seat, learner_space
from africana_env.api.masks import after_the_end, legal_action
from africana_env.api.metadata import RENDERING, gymnasium_id
from africana_env.api.options import EDITION, LearnerOptions, check_options, draw_seed
from africana_env.api.rendering import NO_GAME, Frame, Rendered
from africana_env.bots.registry import as_list, spelling_of
from africana_env.engine.batch.floats import feature_scale, float_observation
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.checks import check_seed
from africana_env.engine.game.contract import Game
from africana_env.engine.game.state import CUT_OFF, RUNNING
from africana_env.engine.game.words import player_name
from africana_env.engine.process.errors import UserError


class LegalActions(spaces.Discrete):
    """The actions of a game. Without a mask, `sample()` draws a legal action of the environment.

    `seed(s)` during a game makes the next sample legal for the first decision after `reset(seed=s)`: Gymnasium's
    `check_env` seeds the space, samples an action, resets with the same seed, and then takes the action. If the game
    goes on first, the sample is legal in that game.
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
        # A copy is a plain `Discrete`: a copied environment makes its own space.
        return spaces.Discrete, (int(self.n), self._np_random)


class GymEnv(Rendered, gymnasium.Env[Any, Any]):
    """A game as a Gymnasium environment for one learner on one seat: a batch of one game.

    - Observation: `float32`, shape `(features,)`, in [0, 1]: everything that the learner may know. With
      `mask_in_observation` it is a dictionary of `observation` and `action_mask`.
    - Action: a whole number, `Discrete(actions)`. `action_masks()` (`bool`, shape `(actions,)`) marks the legal ones.
    - Reward: the sum of the learner's rewards since its last decision.
    - `terminated` when the game is over, also after a cut-off by `max_rounds`. Nothing truncates except Gymnasium's
      `TimeLimit` wrapper.
    - Info, always with the same keys: `seat`; `action_mask` (`int8`, shape `(actions,)`); `scores`, the learner's
      current points (`int32`, shape `(score parts,)`, see `game.score_parts`; the last is the total); `cut_off`,
      whether `max_rounds` ended the game. If editions are drawn from a set, it has the name of the `edition`. After the
      end the mask marks only the first action, since learners sample from every mask.

    `step` applies the learner's action and lets the opponents play until the learner decides again or the game is over.
    A wrong argument or an illegal action raises `UserError`, a `ValueError`, and changes nothing. A seed determines the
    episode, including the opponents' choices. `render` draws the game as the learner may know it.
    """

    metadata = RENDERING

    def __init__(self, game: Game, options: LearnerOptions) -> None:
        self.game = game
        self.render_mode = options.render_mode
        self.batch = options.batch(game)
        self._options = options
        self._fixed_seat = check_seat(options.seat, self.batch.num_players)
        self._games = LearnerGames(self.batch, options.opponents)
        self._seat = -1  # before the first reset
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
        every API; without one, a generator started by the last seed draws it. `options={"edition": NAME}` chooses an
        edition of a set."""
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
        if batch.running[0]:  # false if the opponents ended the game first
            reward += float(self._games.step([legal_action(batch, action)], self._row)[0])
        self._owed = 0.0
        self._playing, self.in_mid_game = bool(batch.running[0]), True
        self._drop_announced()
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, not self._playing, False, self._info()

    def _drop_announced(self) -> None:
        """Forget the announced mask after the game has changed: samples are legal in the current game."""
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
        """Return the legal actions, `bool` of shape `(actions,)`, in the form that sb3-contrib's MaskablePPO
        expects."""
        return self._mask().astype(np.bool_)

    def record(self) -> GameRecord:
        """Return the game so far, with the decisions of all seats."""
        self._check_started()
        return GameRecord.of(self.batch, self._games.taken.of(0))

    def get_state(self) -> bytes:
        """Return the game as bytes, for `set_state` of an environment with the same arguments. The same decisions then
        lead to the same game, including the opponents' play. Raises `UserError` for opponents that may remember more
        than random numbers, such as custom objects: use `copy.deepcopy` of the environment for these."""
        self._check_started()
        head = {
            **self._identity(),
            "drawn": int(self.batch.live.indices[0]),
            "learner": self._seat,
            "owed": self._owed,
            "actions": self._games.taken.of(0),
            "generators": self._games.get_generators(),
        }
        return saved_state.pack_state(head, self.batch.states.tobytes())

    def set_state(self, state: bytes) -> tuple[Any, dict[str, Any]]:
        """Continue from a state of `get_state`, and return observation and info. Raises `UserError` if the bytes are
        damaged, or from an environment with other arguments or of another version."""
        head, record = saved_state.unpack_state(state, self._identity())
        states = saved_state.read_states(head, record, self.batch)
        seat: Any = head.get("learner")
        status, mover = states[0]["status"], states[0]["current_player"]
        if (
            not saved_state.is_int(seat, self.batch.num_players - 1)
            or (status == RUNNING and mover != seat)
            or not saved_state.is_amount(head.get("owed"))
            or not saved_state.are_ints(head.get("actions"), len(self.game.actions) - 1)
        ):
            raise saved_state.no_state()
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
            **saved_state.identity_of(self.batch),
            "seat": seat,
            "opponents": [*map(spelling_of, as_list(self._options.opponents))],
        }

    def _check_started(self) -> None:
        if self._seat < 0:
            raise UserError(NO_GAME)

    def first_mask(self, seed: int) -> NDArray[np.int8]:
        """Return the `action_mask` of `reset(seed=seed)`, `int8` of shape `(actions,)`."""
        # Bots that exist already play here: their copies play there.
        options = replace(self._options, opponents=deepcopy(self._options.opponents), render_mode=None)
        return GymEnv(self.game, options).reset(seed=seed)[1]["action_mask"]

    def position_text(self) -> str:
        """Return the players, the edition, the round, the player to move and the learner, in one line."""
        learner = f", the learner is {player_name(self._seat)}" if self._seat >= 0 else ""
        return super().position_text() + learner

    def __str__(self) -> str:
        return repr(self)  # shown by Gymnasium's wrappers

    def render(self) -> Frame | None:
        """Return the game as the learner may know it: a text in the `render_mode` `ansi`, an image in `rgb_array`, else
        None."""
        self._check_started()
        return self._frames([self._seat], f'gymnasium.make("{gymnasium_id(self.game.name)}"')[0]

    def _viewer(self) -> int:
        return self._seat

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.action_space = LegalActions(self, self.action_space.np_random)
