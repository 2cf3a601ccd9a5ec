"""PettingZoo's parallel API."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from africana_env.api.aec import AgentObservation, BoardGameEnv
from africana_env.api.masks import masked_space, whole_action
from africana_env.api.metadata import RENDERING
from africana_env.api.options import EnvOptions
from africana_env.api.rendering import NO_GAME, Frame, Rendered
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.contract import Game
from africana_env.engine.process.errors import UserError, format_value

PASS = "pass"

StepResult = tuple[
    dict[str, AgentObservation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]
"""Observations, rewards, terminations, truncations and infos, by agent."""


class ParallelBoardGameEnv(Rendered, ParallelEnv[str, AgentObservation, SupportsIndex | None]):
    """A game as a parallel environment.

    A `BoardGameEnv`, `aec`, plays the game: agents, features, rewards and the end of an episode are the same. In a step
    all players decide if the rules are simultaneous (`Game.simultaneous`); otherwise only the player to move does.

    The action space is `Discrete(actions + 1)`: the actions of the game, and last a pass. The pass is the only legal
    action of an agent without a decision, also at the end, so every mask has a 1. An agent with a decision may not
    pass. Agents without a decision may be left out of `actions`; their actions are ignored. Observations have the
    `action_mask`, `int8` of shape `(actions + 1,)`; infos have `scores` and `cut_off`, as in `aec`.

    With `illegal_ends` an illegal action ends the game: all agents are terminated, agents with an illegal action get
    the reward -1, the others 0. Otherwise it raises `UserError`, a `ValueError`. So do wrong arguments, a missing
    decision, and anything that is not an action. These leave the game unchanged.
    """

    _more_actions = (PASS,)

    def __init__(self, game: Game, options: EnvOptions, *, illegal_ends: bool = False) -> None:
        self.aec = BoardGameEnv(game, replace(options, render_mode=None))
        self.illegal_ends = illegal_ends
        self.game = game
        self.batch = self.aec.batch
        self.metadata = {"name": game.name, **deepcopy(RENDERING)}
        self.render_mode = options.render_mode
        self.agents: list[str] = []
        features, actions = len(self.batch.space), len(game.actions) + 1
        self.observation_spaces = {agent: masked_space(features, actions) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = self.aec.state_space
        self._masks: dict[str, NDArray[np.int8]] = {}

    @property
    def possible_agents(self) -> list[str]:
        return self.aec.possible_agents

    def observation_space(self, agent: str) -> spaces.Dict:
        self.aec.seat_of(agent)  # refuses an unknown agent
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        self.aec.seat_of(agent)  # refuses an unknown agent
        return self.action_spaces[agent]

    def reset(
        self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, AgentObservation], dict[str, dict[str, Any]]]:
        """Start a new game; a seed (below 2**64) determines it. `options={"edition": NAME}` chooses an edition of a
        set. Returns observations and infos."""
        self.aec.reset(seed, options)
        self.agents = list(self.possible_agents)
        observations = self._observe()
        if self.render_mode == "human":
            self.render()
        return observations, self._infos()

    def step(self, actions: Mapping[str, SupportsIndex | None]) -> StepResult:
        """Take the actions of all agents with a decision at once. Returns observations, rewards, terminations,
        truncations and infos."""
        self._check_actions(actions)
        chosen = {agent: self._chosen(agent, actions) for agent in self._deciding()}
        illegal = [agent for agent, action in chosen.items() if not self._masks[agent][action]]
        if illegal:
            self._end_by(illegal, chosen)
            rewards = dict(self.aec.rewards)
        else:
            rewards = self._play(chosen.values())
        terminations, truncations = dict(self.aec.terminations), dict(self.aec.truncations)
        observations, infos = self._observe(), self._infos()
        if any(terminations.values()):
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _play(self, actions: Iterable[int]) -> dict[str, float]:
        """Take the actions and return the agents' total rewards."""
        rewards = dict.fromkeys(self.agents, 0.0)
        for action in actions:  # in order of seats; nothing is revealed in between
            self.aec.step(action)
            for agent, reward in self.aec.rewards.items():
                rewards[agent] += reward
        return rewards

    def _end_by(self, agents: list[str], chosen: Mapping[str, int]) -> None:
        """End the game because of illegal actions of `agents`, or raise `UserError`."""
        if not self.illegal_ends:
            agent = agents[0]
            text = self.action_to_string(chosen[agent])
            raise UserError(
                f"action {chosen[agent]} of {agent} ({text!r}) is illegal here: use one that its mask marks with 1"
            )
        EnvLogger.warn_on_illegal_move()
        self.aec.forfeit(agents=agents)

    def _check_actions(self, actions: Any) -> None:
        if not self.agents:
            raise UserError(NO_GAME)
        if not isinstance(actions, Mapping):
            raise UserError(f"actions must be a dictionary by agent, not {type(actions).__name__}")
        for agent in actions:
            if agent not in self.agents:
                raise UserError(f"unknown agent {format_value(agent)}: use {' or '.join(self.agents)}")

    def _deciding(self) -> list[str]:
        """Return the agents with a decision, by seat."""
        return [agent for agent in self.possible_agents if agent in self.agents and not self._masks[agent][-1]]

    def _chosen(self, agent: str, actions: Mapping[str, Any]) -> int:
        """Return the action of an agent with a decision, which may be illegal."""
        if actions.get(agent) is None:
            raise UserError(f"{agent} has a decision: pass an action that its action mask marks with 1")
        try:
            action = whole_action(actions[agent])
        except UserError as error:
            raise UserError(f"{agent}: {error}") from None
        if not 0 <= action < len(self._masks[agent]):
            raise UserError(f"action {action} of {agent} is out of range: use 0 to {len(self._masks[agent]) - 1}")
        return action

    def _observe(self) -> dict[str, AgentObservation]:
        """Return the observations of all agents, with the pass in their masks."""
        batch = self.batch
        observations = {agent: self.aec.observe(agent) for agent in self.agents}
        if batch.running[0] and self.game.simultaneous(batch.states[0]):
            for seat, agent in enumerate(self.agents):
                batch.let_decide(seat)
                observations[agent] = self.aec.observe(agent)
            batch.let_decide(0)
        over = not batch.running[0]
        for agent, seen in observations.items():
            mask = np.zeros(len(self.game.actions) + 1, np.int8)
            if not over:
                mask[:-1] = seen["action_mask"]
            mask[-1] = not mask.any()
            self._masks[agent], seen["action_mask"] = mask, mask.copy()
        return observations

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: dict(self.aec.infos[agent]) for agent in self.agents}

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all seats, concatenated, for centralised critics: `float32`, `state_space`."""
        return self.aec.state()

    def position_text(self) -> str:
        together = ", the others at the same time" if len(self._deciding()) > 1 else ""
        return super().position_text() + together

    def scores(self) -> dict[str, dict[str, int]]:
        """Return the current points of each agent by part; the last is `total`."""
        return self.aec.scores()

    def record(self) -> GameRecord:
        """Return the game so far, with the decisions of all agents in sequence."""
        return self.aec.record()

    def render(self) -> Frame | None:
        """Return the game in the `render_mode`, as the player to move may know it, or the first player in a
        simultaneous decision."""
        self.aec.check_started()
        return self._frames([self._viewer()], f"{self.game.name}.parallel_env(...")[0]
