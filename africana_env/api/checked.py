"""The AEC environment that `env()` returns, with the checks of PettingZoo's wrappers."""

from collections.abc import Collection, Iterable
from typing import Any, Literal, SupportsIndex, overload

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from africana_env.api.aec import ILLEGAL_REWARD, AgentObservation, BoardGameEnv, LastObservation, LastReward
from africana_env.api.render_modes import RenderMode
from africana_env.api.rendering import Frame
from africana_env.engine.batch import Batch
from africana_env.engine.contract import Edition
from africana_env.engine.description import Described
from africana_env.engine.errors import IllegalActionError
from africana_env.engine.game_record import GameRecord


class CheckedEnv(Described, OrderEnforcingWrapper[str, AgentObservation, SupportsIndex | None]):
    """A `BoardGameEnv` for callers who make mistakes, as PettingZoo's classic games give theirs.

    - An illegal action ends the game: all agents are terminated, the one that took it gets the reward -1, the others 0.
      What is not an action of the game at all raises `UserError` and leaves the game as it was.
    - Calls out of order are refused: everything before `reset`, and turns of `agent_iter` without a step.

    It does what PettingZoo's `TerminateIllegalWrapper`, `AssertOutOfBoundsWrapper` and `OrderEnforcingWrapper` do one
    around the other, at once, because in those every look at the environment passes through all three. Two things
    differ: an illegal action does not truncate as well, and what is no action raises `UserError`, not `AssertionError`.

    `unwrapped` is the `BoardGameEnv`, all of whose methods can be called here, too.
    """

    env: BoardGameEnv

    # Those of `env`, which PettingZoo's wrapper finds there.
    batch: Batch
    started: bool
    state_space: spaces.Box
    render_mode: RenderMode | None
    observation_spaces: dict[str, spaces.Dict]
    action_spaces: dict[str, spaces.Discrete]

    def __init__(self, env: BoardGameEnv) -> None:
        super().__init__(env)

    @property
    def unwrapped(self) -> BoardGameEnv:
        """The environment without the checks."""
        return self.env

    @property
    def edition(self) -> Edition:
        """The edition of the game."""
        return self.env.edition

    # PettingZoo's wrappers look the following up by name, at each use anew. An `AttributeError` in a property makes
    # Python ask `OrderEnforcingWrapper.__getattr__`, which says what is wrong.

    @property
    def _has_reset(self) -> bool:
        """Whether there is a game; PettingZoo's wrapper keeps a flag, which knows nothing of `set_state`."""
        return self.env.started

    @_has_reset.setter
    def _has_reset(self, _: bool) -> None:
        pass

    def _check_reset(self) -> None:
        if not self._has_reset:
            raise AttributeError

    @property
    def possible_agents(self) -> list[str]:
        """All agents, by seat."""
        return self.env.possible_agents

    @possible_agents.setter
    def possible_agents(self, players: Any) -> None:
        self.env.possible_agents = players

    @property
    def agents(self) -> list[str]:
        """The agents that have not left."""
        self._check_reset()
        return self.env.agents

    @property
    def agent_selection(self) -> str:
        """The agent to move."""
        self._check_reset()
        return self.env.agent_selection

    @property
    def rewards(self) -> dict[str, float]:
        """What each agent got for the last step."""
        self._check_reset()
        return self.env.rewards

    @property
    def terminations(self) -> dict[str, bool]:
        """Whether the game is over, for each agent."""
        self._check_reset()
        return self.env.terminations

    @property
    def truncations(self) -> dict[str, bool]:
        """False for each agent: what cuts a game off, if anything, is `max_rounds`, and the game has ended then."""
        self._check_reset()
        return self.env.truncations

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """`cut_off` and `scores` of each agent."""
        self._check_reset()
        return self.env.infos

    @overload
    def last(self, observe: Literal[True] = True) -> LastObservation: ...

    @overload
    def last(self, observe: bool) -> LastObservation | LastReward: ...

    def last(self, observe: bool = True) -> LastObservation | LastReward:
        """See `BoardGameEnv.last`."""
        return self.env.last(observe) if self.env.started else super().last(observe)

    def step(self, action: SupportsIndex | None) -> None:
        """Take `action`, a whole number of any type, for the agent to move; after the end, `None` for each agent in
        turn. An illegal action ends the game."""
        if not self.env.started:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.env.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        try:
            self.env.step(action)
        except IllegalActionError:
            EnvLogger.warn_on_illegal_move()
            self.env.forfeit()

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """See `BoardGameEnv.reset`."""
        self._has_updated = True
        self.env.reset(seed, options)

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterable[str]:
        """See `BoardGameEnv.agent_iter`."""
        self._has_updated = True
        return super().agent_iter(max_iter)

    def seat_of(self, agent: Any) -> int:
        """See `BoardGameEnv.seat_of`."""
        return self.env.seat_of(agent)

    def scores(self) -> dict[str, dict[str, int]]:
        """See `BoardGameEnv.scores`."""
        return self.env.scores()

    def record(self) -> GameRecord:
        """See `BoardGameEnv.record`."""
        return self.env.record()

    def past(self) -> tuple[list[Any], list[int]]:
        """See `BoardGameEnv.past`."""
        return self.env.past()

    def get_state(self) -> bytes:
        """See `BoardGameEnv.get_state`."""
        return self.env.get_state()

    def set_state(self, state: bytes) -> None:
        """See `BoardGameEnv.set_state`."""
        self.env.set_state(state)
        self._has_updated = True

    def undo(self) -> None:
        """See `BoardGameEnv.undo`."""
        self.env.undo()
        self._has_updated = True

    def resample(self, agent: str, seed: int) -> None:
        """See `BoardGameEnv.resample`."""
        self.env.resample(agent, seed)
        self._has_updated = True

    def forfeit(self, reward: float = ILLEGAL_REWARD, agents: Collection[str] | None = None) -> None:
        """See `BoardGameEnv.forfeit`."""
        self.env.forfeit(reward, agents)
        self._has_updated = True

    def observe(self, agent: str) -> AgentObservation:
        """What `agent` may know, right at any time."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.observe(agent)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        return self.env.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for every agent."""
        return self.env.action_space(agent)

    def state(self) -> NDArray[np.float32]:
        """The observations of all seats, one after the other, for centralised critics: `float32`, `state_space`."""
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return self.env.state()

    def render(self) -> Frame | None:
        """See `BoardGameEnv.render`."""
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return self.env.render()

    def _repr_svg_(self) -> str | None:
        return self.env._repr_svg_()

    def __str__(self) -> str:
        return str(self.env)

    def position_text(self) -> str:
        """The number of players, the edition, the round and who is to move, in one line."""
        return self.env.position_text()
