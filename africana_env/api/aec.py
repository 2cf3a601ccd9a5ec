"""PettingZoo's AEC API."""

import hashlib
import json
import operator
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from africana_env.engine.batch import Batch, check_choice, check_seed, check_whole
from africana_env.engine.contract import RUNNING, TRUNCATED, Game, UserError
from africana_env.engine.records import Record

STATE_FORMAT = 1
CHECKSUM_BYTES = hashlib.sha256().digest_size
RENDER_MODES = ["ansi"]
NO_GAME = "no game is in progress: call reset() first"


def wrapped(raw_env: "BoardGameEnv") -> AECEnv:
    """`raw_env` with PettingZoo's checks of the order of calls."""
    return OrderedEnv(raw_env)


class OrderedEnv(OrderEnforcingWrapper):
    """PettingZoo's wrapper, with a shorter way to `last`: the inherited one looks up every attribute of the wrapped
    environment by name."""

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """See `AECEnv.last`."""
        if not self._has_reset:
            return super().last(observe)
        return self.env.last(observe)


def float_observation(features: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """`uint8` features as fresh `float32` in [0, 1]."""
    return np.multiply(features, scale, dtype=np.float32)


def feature_scale(game: Game) -> np.ndarray:
    """What to multiply each feature with, so that its maximum becomes 1; `float32`."""
    return (1.0 / game.observation.maxima()).astype(np.float32)


def whole_action(action: Any) -> int:
    """`action`, a whole number or an array of no dimensions, as an int; raises `UserError` if it is something else."""
    try:
        if not isinstance(action, bool):
            return operator.index(action)
    except TypeError:
        pass
    raise UserError(f"an action must be a whole number, not {' '.join(repr(action).split())}")


def legal_action(batch: Batch, action: Any) -> int:
    """`action` as an int; raises `UserError` unless it is legal in a batch of one game."""
    chosen = whole_action(action)
    if not 0 <= chosen < batch.action_mask.shape[1] or not batch.action_mask[0, chosen]:
        raise UserError(batch.illegal(chosen))
    return chosen


class BoardGameEnv(AECEnv):
    """A game as an AEC environment: a batch of one.

    `num_players` take part (None: the game's default, or as many as the edition is for); `edition` is the name of one,
    or the path of a file of one's own; a game is cut off after `max_rounds` (1 to 255; None: the game's default);
    `render` returns the board as text with `render_mode="ansi"`, nothing with None.

    Agents are `player_0`, `player_1`, ... by seat. An observation is a dictionary of `observation`, `float32` of shape
    `(features,)` in [0, 1] (`africana describe GAME` lists the fields), and `action_mask`, `int8` of shape
    `(actions,)`: the legal actions of the agent to move, zeros for the others and after the end. Rewards follow the
    scheme `reward`: `outcome` (at the end, in [-1, 1]), `margin` (at the end, the lead in points, scaled) or `score`
    (points as they are made). The episode terminates by the rules and is truncated after `max_rounds`.

    A wrong argument or an illegal action raises `UserError`, a `ValueError`, and leaves the game as it was.
    """

    def __init__(
        self,
        game: Game,
        num_players: int | None,
        edition: str,
        reward: str,
        max_rounds: int | None,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        check_choice("render_mode", render_mode, [None, *RENDER_MODES])
        self.metadata = {"name": game.name, "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.render_mode = render_mode
        self.game = game
        self._batch = Batch(game, 1, num_players, edition, reward, max_rounds)
        self._mask = self._batch.action_mask[0]
        self._features = self._batch.observation[0]
        self._scale = feature_scale(game)
        players = self._batch.num_players
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(game.actions)) for agent in self.possible_agents}
        size = players * len(game.observation)
        self.state_space = spaces.Box(0.0, 1.0, (size,), np.float32)
        self._history: list[tuple[Any, ...]] = []
        self._actions: list[int] | None = []
        self._seed = 0
        self._started = False

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (len(self.game.observation),), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.game.actions),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for every agent."""
        self._seat(agent)
        return self.action_spaces[agent]

    def _seat(self, agent: Any) -> int:
        seat = self._seats.get(agent) if isinstance(agent, str) else None
        if seat is None:
            raise UserError(f"unknown agent {agent!r}: use {' or '.join(self.possible_agents)}")
        return seat

    # The game

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Start a new game; the same seed (below 2**64) gives the same game. Without one, a random seed is drawn."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self._seed = check_seed(seed)
        self._batch.reset_to(self._seed)
        self._started = True
        self._actions = []
        self._history = []
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._batch.player[0]]

    def _check_started(self) -> None:
        if not self._started:
            raise UserError(NO_GAME)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """See `AECEnv.last`."""
        if not self.agents:
            raise UserError(NO_GAME)
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 1 << 63) -> Any:
        """See `AECEnv.agent_iter`."""
        self._check_started()
        return super().agent_iter(max_iter)

    def step(self, action: Any) -> None:
        """Take `action` for the agent to move; after the end, `None` for each agent in turn."""
        if not self.agents:
            raise UserError(NO_GAME)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise UserError("the game is over: step only with None, or reset()")
            self._was_dead_step(action)
            return
        batch = self._batch
        action = legal_action(batch, action)
        self._history.append((batch.states.tobytes(), self.rewards, self._cumulative_rewards))
        batch.step_one(action)
        if self._actions is not None:
            self._actions.append(action)
        rewards = dict(zip(self.possible_agents, batch.reward[0].tolist(), strict=True))
        cumulative = self._cumulative_rewards
        self.rewards = rewards
        self._cumulative_rewards = {
            other: (0.0 if other == agent else cumulative[other]) + reward for other, reward in rewards.items()
        }
        self._follow_state()

    def _follow_state(self) -> None:
        """Agent to move and end of the game as the state has them."""
        status = self._batch.status[0]
        if status != RUNNING:
            ended = dict.fromkeys(self.agents, True)
            if status == TRUNCATED:
                self.truncations = ended
            else:
                self.terminations = ended
        self.agent_selection = self.possible_agents[self._batch.player[0]]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What `agent` may know, right at any time."""
        self._check_started()
        seat = self._seat(agent)
        if seat == self._batch.player[0]:
            return {"observation": float_observation(self._features, self._scale), "action_mask": self._mask.copy()}
        features = np.empty_like(self._batch.observation)
        self._batch.observe(np.array([seat], np.int16), features)
        return {
            "observation": float_observation(features[0], self._scale),
            "action_mask": np.zeros_like(self._mask),
        }

    def state(self) -> np.ndarray:
        """The observations of all seats, one after the other, for centralised critics: `float32`, `state_space`."""
        return np.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    def render(self) -> str | None:
        """The board as text, with `render_mode="ansi"`."""
        self._check_started()
        if self.render_mode is None:
            return None
        return self.game.render(self._batch.edition, self._batch.states[0])

    def close(self) -> None:
        """Nothing to release."""

    # Beyond PettingZoo

    @cached_property
    def _texts(self) -> list[str]:
        return list(self.game.action_texts(self._batch.edition.data))

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {text: action for action, text in enumerate(self._texts)}

    def action_to_string(self, action: int) -> str:
        """The text of an action in this edition."""
        return self._texts[check_whole("action", action, 0, len(self._texts) - 1)]

    def string_to_action(self, text: str) -> int:
        """The action of a text, the reverse of `action_to_string`."""
        if not isinstance(text, str) or text not in self._ids:
            raise UserError(f"no action is called {text!r}: use a text such as {self._texts[0]!r}")
        return self._ids[text]

    def scores(self) -> dict[str, dict[str, int]]:
        """The points of each agent as they stand, by their parts; the last is `total`."""
        self._check_started()
        rows = self._batch.scores()[0].tolist()
        parts = self.game.score_parts
        return {
            agent: dict(zip(parts, row, strict=True)) for agent, row in zip(self.possible_agents, rows, strict=True)
        }

    def record(self) -> Record:
        """The game so far. Raises `UserError` after `resample`: such a game did not come from its seed."""
        self._check_started()
        if self._actions is None:
            raise UserError("a game that was resampled has no record: it did not come from its seed")
        batch = self._batch
        edition = batch.edition
        players, rounds = batch.num_players, batch.max_rounds
        actions = tuple(self._actions)
        return Record(self.game.name, edition.name, edition.digest, players, rounds, self._seed, actions)

    def undo(self) -> None:
        """Take back the last decision. Raises `UserError` if there is none."""
        self._check_started()
        if not self._history:
            raise UserError("there is no decision to take back")
        state, self.rewards, self._cumulative_rewards = self._history.pop()
        if self._actions is not None:
            self._actions.pop()
        self._restore(state)

    def resample(self, agent: str, seed: int) -> None:
        """Redraw in place what `agent` cannot know, consistent with all that this agent has seen. Decisions made
        before cannot be taken back afterwards."""
        self._check_started()
        seat = self._seat(agent)
        check_seed(seed)
        self._batch.resample(np.array([seat], np.int16), np.array([seed], np.uint64))
        self._actions = None
        self._history = []

    def get_state(self) -> bytes:
        """The game as bytes for `set_state` of an environment with the same arguments."""
        self._check_started()
        head = {
            **self._identity(),
            "seed": self._seed,
            "actions": self._actions,
            "rewards": self.rewards,
            "cumulative": self._cumulative_rewards,
            "agents": self.agents,
            "selection": self.agent_selection,
            "skipped": getattr(self, "_skip_agent_selection", None),
        }
        body = json.dumps(head).encode() + b"\n" + self._batch.states.tobytes()
        return hashlib.sha256(body).digest() + body

    def set_state(self, state: bytes) -> None:
        """Go back, or on, to a state from `get_state`. Decisions made before cannot be taken back afterwards.

        Raises `UserError` if the bytes are damaged or of another game, edition, version or number of players.
        """
        try:
            checksum, body = state[:CHECKSUM_BYTES], state[CHECKSUM_BYTES:]
            if hashlib.sha256(body).digest() != checksum:
                raise ValueError
            line, _, content = body.partition(b"\n")
            head = json.loads(line)
            identity = {key: head[key] for key in self._identity()}
            seed, actions = head["seed"], head["actions"]
            rewards, cumulative = head["rewards"], head["cumulative"]
            agents, selection, skipped = head["agents"], head["selection"], head["skipped"]
        except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
            raise UserError("not a state: it must be bytes from get_state()") from None
        for key, here in self._identity().items():
            if identity[key] != here:
                raise UserError(f"not a state of this environment: its {key} is {identity[key]}, here it is {here}")
        if len(content) != self.game.state_dtype.itemsize:
            raise UserError("not a state: it must be bytes from get_state()")
        self._seed, self._actions = seed, actions
        self.rewards, self._cumulative_rewards = rewards, cumulative
        self._history = []
        self._restore(content)
        for agent in set(self.agents) - set(agents):  # those that have left after the end
            for told in (self.terminations, self.truncations, self.infos):
                del told[agent]
        self.agents, self.agent_selection, self._skip_agent_selection = agents, selection, skipped

    def _identity(self) -> dict[str, Any]:
        batch = self._batch
        return {
            "format": STATE_FORMAT,
            "game": self.game.name,
            "state size": self.game.state_dtype.itemsize,
            "edition": batch.edition.digest,
            "players": batch.num_players,
            "max_rounds": batch.max_rounds,
            "reward": batch.reward_scheme,
        }

    def _restore(self, state: bytes) -> None:
        self._batch.set_states(np.frombuffer(state, self.game.state_dtype))
        self._started = True
        self.agents = list(self.possible_agents)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._follow_state()

    def __getstate__(self) -> dict[str, Any]:
        # Views into the batch's buffers are made anew, so that a copy follows its own batch.
        return {key: value for key, value in vars(self).items() if key not in ("_mask", "_features")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._mask = self._batch.action_mask[0]
        self._features = self._batch.observation[0]
