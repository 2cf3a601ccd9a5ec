"""PettingZoo's AEC API."""

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cached_property
from typing import Any, Literal, SupportsIndex, TypedDict, overload

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from africana_env.api.masks import after_the_end, legal_action, masked_space
from africana_env.api.metadata import RENDERING
from africana_env.api.options import EDITION, EnvOptions, draw_seed
from africana_env.api.rendering import NO_GAME, Frame, Rendered
from africana_env.api.saved_state import MAX_REWARD, check_head, identity_of, pack_state, read_states, unpack_state
from africana_env.engine.batch.floats import feature_scale, float_entry
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.checks import check_seed, is_number
from africana_env.engine.game.contract import Game
from africana_env.engine.game.state import CUT_OFF, RUNNING
from africana_env.engine.game.words import player_name
from africana_env.engine.process.errors import IllegalActionError, UserError, format_value

FROM_PETTINGZOO = "options"
"""The option that PettingZoo's environment test passes to `reset`."""
VIEWS = ("_states", "_status", "_current_player", "_mask", "_features", "_earned", "_to_floats")
"""Attributes that a copy makes again, because they are views of its own batch."""
ILLEGAL_REWARD = -1.0
"""The reward of an agent whose illegal action ends the game."""
KEPT_EVERY = 32
"""Decisions between two stored positions. Positions in between are replayed when needed."""


class AgentObservation(TypedDict):
    """The observation of an agent in PettingZoo's APIs."""

    observation: NDArray[np.float32]
    """Everything that the agent may know, shape `(features,)`, in [0, 1]."""
    action_mask: NDArray[np.int8]
    """1 for each legal action, shape `(actions,)`."""


LastObservation = tuple[AgentObservation, float, bool, bool, dict[str, Any]]
"""Observation, cumulative reward, termination, truncation and info of the agent to move."""
LastReward = tuple[None, float, bool, bool, dict[str, Any]]
"""The same without the observation."""


class BoardGameEnv(Rendered, AECEnv[str, AgentObservation, SupportsIndex | None]):
    """A game as an AEC environment: a batch of one game, one agent acting at a time.

    Agents are `player_0`, `player_1`, ... by seat. An observation is a dictionary of `observation`, `float32` of shape
    `(features,)` in [0, 1], and `action_mask`, `int8` of shape `(actions,)`. The mask has the legal actions of the
    agent to move, and zeros for other agents. `africana describe GAME` lists the features. After the end agents step
    with `None`, and each mask marks only the first action, since libraries sample from masks without asking.

    `infos[agent]` is right for every agent at any time. It has the agent's current `scores` (`int32`, shape `(score
    parts,)`, see `game.score_parts`; the last is the total), and `cut_off`, whether `max_rounds` ended the game. If
    editions are drawn from a set, it has the `edition`. All agents of a finished game are terminated, also after a
    cut-off; nothing is truncated. `render` draws the game as the agent to move may know it.

    With `illegal_ends` an illegal action ends the game: all agents are terminated, the mover gets the reward -1, the
    others 0. Otherwise it raises `UserError`, a `ValueError`. So do anything that is not an action, wrong arguments,
    calls before `reset`, and turns of `agent_iter` without a step. These leave the game unchanged.
    """

    def __init__(self, game: Game, options: EnvOptions, *, illegal_ends: bool = False) -> None:
        super().__init__()
        self.metadata = {"name": game.name, "is_parallelizable": False, **deepcopy(RENDERING)}
        self.render_mode = options.render_mode
        self.illegal_ends = illegal_ends
        self.game = game
        self.batch = options.batch(game)
        self._make_views()
        self._no_actions = np.zeros_like(self._mask)
        self._after_the_end = after_the_end(self._no_actions)
        self._shown_scores: bytes | None = None
        """The scores in the infos of a running game."""
        self._scale = feature_scale(self.batch.space)
        players, features = self.batch.num_players, len(self.batch.space)
        self._players = tuple(map(player_name, range(players)))
        self._seats = {agent: seat for seat, agent in enumerate(self._players)}
        self._no_rewards = [0.0] * players
        self.agents: list[str] = []
        self.observation_spaces = {agent: masked_space(features, len(game.actions)) for agent in self._players}
        self.action_spaces = {agent: spaces.Discrete(len(game.actions)) for agent in self._players}
        self.state_space = spaces.Box(0.0, 1.0, (players * features,), np.float32)
        self._begin_history()
        self._first_seed: int | None = None
        """The last seed that was passed; it starts the generator."""
        self._generator: np.random.Generator | None = None
        """The generator of later seeds, made when first needed."""
        self.started = False
        """Whether `reset` was called."""
        self._forfeited = False
        self._went_on = False
        """Whether the game has changed since the last turn of `agent_iter`."""

    @property
    def possible_agents(self) -> list[str]:
        """All agents, by seat; a copy."""
        return list(self._players)

    def observation_space(self, agent: str) -> spaces.Dict:
        self.seat_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        self.seat_of(agent)
        return self.action_spaces[agent]

    def seat_of(self, agent: Any) -> int:
        """Return the seat of an agent. Raises `UserError` if there is no such agent."""
        seat = self._seats.get(agent) if isinstance(agent, str) else None
        if seat is None:
            raise UserError(f"unknown agent {format_value(agent)}: use {' or '.join(self._players)}")
        return seat

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. A seed (below 2**64) is a deal, the same in every API. Without one, a generator started by
        the last seed draws it, so one seed determines all later games. `options={"edition": NAME}` chooses an edition
        of a set; other options are ignored with a warning."""
        deal = None if seed is None else check_seed(seed)
        if not isinstance(options, Mapping | None):
            raise UserError(f"options must be a dictionary, not {format_value(options)}")
        options = options or {}
        for name in options:
            if name not in (EDITION, FROM_PETTINGZOO):
                logger.warn(f"reset ignores the unknown option {format_value(name)}: use {EDITION}")
        if EDITION in options:
            self.batch.live.ask_for(options[EDITION])
        if deal is None:
            self._generator = self._generator or np.random.default_rng(self._first_seed)
            self.batch.reset_to(int(draw_seed(self._generator)))
        else:
            self.batch.reset_to(deal)
            self._first_seed, self._generator = deal, None
        self.started = True
        self._begin_history()
        self.rewards = dict.fromkeys(self._players, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._players, 0.0)
        self._follow_anew()
        if self.render_mode == "human":
            self.render()

    def check_started(self) -> None:
        if not self.started:
            raise UserError(NO_GAME)

    @overload
    def last(self, observe: Literal[True] = True) -> LastObservation: ...

    @overload
    def last(self, observe: bool) -> LastObservation | LastReward: ...

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation (None unless `observe`), cumulative reward, termination, truncation and info of the agent
        to move."""
        if not self.agents:
            raise UserError(NO_GAME)
        agent = self.agent_selection
        return (
            self._observation_of(self._seats[agent]) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        """Yield the agent to move until all agents have left, or `max_iter` times. Step in between."""
        self.check_started()
        self._went_on = True
        return self._turns(max_iter)

    def _turns(self, max_iter: int) -> Iterator[str]:
        for _ in range(max_iter):
            if not self.agents:
                return
            if not self._went_on:
                raise UserError("need to call step() or reset() in a loop over agent_iter()")
            self._went_on = False
            yield self.agent_selection

    def step(self, action: SupportsIndex | None) -> None:
        """Take `action`, a whole number of any type, for the agent to move. After the end, step with `None` for each
        agent in turn."""
        if not self.agents:
            raise UserError(NO_GAME)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise UserError("the game is over: step only with None, or reset()")
            self._was_dead_step(action)
            self._went_on = True
            return
        if type(action) is not int or not 0 <= action < len(self._mask) or not self._mask.item(action):
            try:
                action = legal_action(self.batch, action)
            except IllegalActionError:
                if not self.illegal_ends:
                    raise
                EnvLogger.warn_on_illegal_move()
                self.forfeit()
                return
        self._keep_position()
        scores = self.batch.step_one(action)
        self._actions.append(action)
        self._reward(agent, self._earned.tolist())
        self._follow_state(scores)
        if self.render_mode == "human":
            self.render()

    def forfeit(self, reward: float = ILLEGAL_REWARD, agents: Collection[str] | None = None) -> None:
        """End the game because `agents` (None: the agent to move) gave up or broke the rules. They get `reward`, the
        others 0.

        All agents are terminated. `undo` reverts this; `record` does not store it. Raises `UserError` if no game is in
        progress or an argument is wrong.
        """
        if not self.agents or self.batch.status[0] != RUNNING:
            raise UserError(NO_GAME)
        mover = self.agent_selection
        try:
            names: list[Any] = [mover] if agents is None else [] if isinstance(agents, str) else list(agents)
        except TypeError:
            names = []
        if not names:
            raise UserError(f"agents must be a list of at least one agent, not {format_value(agents)}")
        losers = {self.seat_of(agent) for agent in names}
        if not is_number(reward) or not abs(reward) <= MAX_REWARD:
            raise UserError(
                f"reward must be a number from {-MAX_REWARD:.0e} to {MAX_REWARD:.0e}, not {format_value(reward)}"
            )
        self._keep_position()
        self._forfeited = True
        self.batch.end_games()
        self._reward(mover, [float(reward) if seat in losers else 0.0 for seat in range(len(self._players))])
        self._follow_state()

    def _begin_history(self, actions: Iterable[int] = (), redrawn: bool = False) -> None:
        """Start a history of decisions that can be undone. `actions` are earlier ones."""
        self._actions, self._redrawn = array("i", actions), redrawn
        self._num_before = len(self._actions)
        self._kept: list[tuple[bytes, tuple[float, ...], tuple[float, ...]]] = []
        """Every `KEPT_EVERY`-th position, with the rewards and cumulative rewards by seat."""

    def _keep_position(self) -> None:
        """Store the position before a decision, if it is one to keep."""
        number, between = divmod(len(self._actions) - self._num_before, KEPT_EVERY)
        if not between:
            rewards, cumulative = tuple(self.rewards.values()), tuple(self._cumulative_rewards.values())
            self._kept[number:] = [(self._states.tobytes(), rewards, cumulative)]

    def _reward(self, mover: str, rewards: list[float]) -> None:
        """Give the agents their rewards, by seat. `mover` has seen its earlier ones."""
        self._cumulative_rewards = cumulative = self._cumulative_rewards.copy()
        cumulative[mover] = 0.0
        if rewards == self._no_rewards:  # true of most decisions
            self.rewards = dict.fromkeys(self._players, 0.0)
            return
        self.rewards = dict(zip(self._players, rewards, strict=True))
        for agent, reward in self.rewards.items():
            cumulative[agent] += reward

    def _follow_state(self, scores: np.ndarray | None = None) -> None:
        """Update agent to move, infos and end of the game from the state. `scores` are the batch's, if known."""
        if self._status.item() != RUNNING:
            self.terminations = dict.fromkeys(self.agents, True)
        self._went_on = True
        self.agent_selection = self._players[self._current_player.item()]
        self._update_infos(self.batch.scores(copy=False) if scores is None else scores)

    def _update_infos(self, scores: np.ndarray) -> None:
        """Update the infos from the scores and the status."""
        status = self._status.item()
        shown = scores.tobytes() if status == RUNNING else None
        if shown is not None and shown == self._shown_scores:  # most decisions change no points, and this is a hot path
            return
        self._shown_scores = shown
        cut_off, rows = bool(status == CUT_OFF), zip(self._players, scores[0].copy(), strict=True)
        more = {"edition": self.edition.name} if self.batch.draws_editions else {}
        self.infos = {agent: {"cut_off": cut_off, "scores": own, **more} for agent, own in rows if agent in self.agents}

    def _follow_anew(self) -> None:
        """Update everything after the whole game has changed, with all agents."""
        self.agents = list(self._players)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._forfeited = False
        self._shown_scores = None
        self._follow_state()

    def observe(self, agent: str) -> AgentObservation:
        """Return what `agent` may know, at any time."""
        self.check_started()
        return self._observation_of(self.seat_of(agent))

    @cached_property
    def _to_floats(self) -> Callable[..., Any]:
        return float_entry(self._features, self._scale)

    def _observation_of(self, seat: int) -> AgentObservation:
        features, mask = self._features, self._mask
        if seat != self._current_player.item():
            features, mask = np.empty_like(features), self._no_actions
            self.batch.observe_one(seat, features)
        if self._status.item() != RUNNING:
            mask = self._after_the_end
        floats = np.empty(features.shape, np.float32)
        self._to_floats(features, self._scale, floats)
        return {"observation": floats[0], "action_mask": mask.copy()}

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all seats, concatenated, for centralised critics: `float32`, `state_space`."""
        return np.concatenate([self.observe(agent)["observation"] for agent in self._players])

    def render(self) -> Frame | None:
        """Return the game as the agent to move may know it, in the `render_mode`."""
        self.check_started()
        return self._frames([self._viewer()], f"{self.game.name}.env(...")[0]

    def close(self) -> None:
        """Do nothing. PettingZoo's test asks for it next to `render`."""

    def scores(self) -> dict[str, dict[str, int]]:
        """Return the current points of each agent by part; the last is `total`."""
        self.check_started()
        rows = self.batch.scores()[0].tolist()
        parts = self.game.score_parts
        return {agent: dict(zip(parts, row, strict=True)) for agent, row in zip(self._players, rows, strict=True)}

    def record(self) -> GameRecord:
        """Return the game so far. Raises `UserError` after `resample`: the game no longer follows from its seed."""
        self.check_started()
        if self._redrawn:
            raise UserError("a resampled game has no record: it does not follow from its seed")
        return GameRecord.of(self.batch, self._actions)

    def past(self) -> tuple[list[Any], list[int]]:
        """Return the positions (records of `game.state_dtype`) before each decision since `reset`, `set_state` or
        `resample`, with the current position last, and the actions."""
        self.check_started()
        actions, states = self._actions[self._num_before :].tolist(), []
        if actions:
            batch = deepcopy(self.batch)
            batch.put_states(np.frombuffer(self._kept[0][0], self.game.state_dtype))
            for action in actions:
                states.append(batch.states.tobytes())
                batch.step_one(action)
        states.append(self._states.tobytes())
        return [*np.frombuffer(b"".join(states), self.game.state_dtype)], actions

    def undo(self) -> None:
        """Take back the last decision. Raises `UserError` if there is none."""
        self.check_started()
        count = len(self._actions) - (not self._forfeited)
        number, between = divmod(count - self._num_before, KEPT_EVERY)
        if number < 0 or not self._kept:
            raise UserError("there is no decision to undo")
        state, rewards, cumulative = self._kept[number]
        del self._actions[count:]
        self.batch.put_states(np.frombuffer(state, self.game.state_dtype))
        self.rewards = dict(zip(self._players, rewards, strict=True))
        self._cumulative_rewards = dict(zip(self._players, cumulative, strict=True))
        for action in self._actions[count - between :]:
            mover = self._players[self._current_player.item()]
            self.batch.step_one(action)
            self._reward(mover, self._earned.tolist())
        self._follow_anew()

    def resample(self, agent: str, seed: int) -> None:
        """Redraw in place what `agent` cannot know, consistent with everything that it has seen. Earlier decisions can
        no longer be undone."""
        self.check_started()
        seat = self.seat_of(agent)
        check_seed(seed)
        self.batch.resample(np.array([seat], np.int16), np.array([seed], np.uint64))
        self._begin_history(redrawn=True)
        self._went_on = True
        # Keep no trace of the earlier seed: it determines everything hidden.
        self._first_seed = int(self.batch.seeds[0])
        self._generator = None
        if self.agents:
            self._update_infos(self.batch.scores(copy=False))

    def get_state(self) -> bytes:
        """Return the game as bytes, for `set_state` of an environment with the same arguments."""
        self.check_started()
        head = {
            **identity_of(self.batch),
            "drawn": int(self.batch.live.indices[0]),
            "actions": None if self._redrawn else self._actions.tolist(),
            "rewards": self.rewards,
            "cumulative": self._cumulative_rewards,
            "agents": self.agents,
            "selection": self.agent_selection,
            "skipped": getattr(self, "_skip_agent_selection", None),
        }
        return pack_state(head, self.batch.states.tobytes())

    def set_state(self, state: bytes) -> None:
        """Continue from a state of `get_state`. Earlier decisions can no longer be undone.

        Raises `UserError` if the bytes are damaged or of another game, edition, version or number of players.
        """
        head, record = unpack_state(state, identity_of(self.batch))
        states = read_states(head, record, self.batch)
        check_head(head, self._players, len(self.game.actions), states[0])
        self._begin_history(head["actions"] or (), redrawn=head["actions"] is None)
        self.rewards, self._cumulative_rewards = head["rewards"], head["cumulative"]
        self.batch.live.choose(head["drawn"])
        self.batch.put_states(np.frombuffer(record, self.game.state_dtype))
        self.started = True
        self._follow_anew()
        for agent in set(self.agents) - set(head["agents"]):  # agents that left after the end
            for by_agent in (self.terminations, self.truncations, self.infos):
                del by_agent[agent]
        self.agents = head["agents"]
        self.agent_selection, self._skip_agent_selection = head["selection"], head["skipped"]

    def __getstate__(self) -> dict[str, Any]:
        # Leave out views: a copy makes views of its own batch.
        return {key: value for key, value in vars(self).items() if key not in VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_views()

    def _make_views(self) -> None:
        """Store what each decision looks at, for fast access."""
        batch = self.batch
        self._states, self._status, self._current_player = batch.states, batch.status, batch.current_player
        self._mask, self._features, self._earned = batch.action_mask[0], batch.observation, batch.reward[0]
