"""PettingZoo's parallel API, for games in which all players decide at the same time."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from africana_env.api.aec import NO_GAME, RENDER_MODES, BoardGameEnv, whole_action
from africana_env.engine.contract import UserError


class ParallelBoardGameEnv(ParallelEnv):
    """A game as a parallel environment.

    Agents, observations, rewards and the end of an episode are those of `aec`, which plays the game. In a step, all
    players decide where the rules have them decide at the same time (`Game.simultaneous`); elsewhere only the player to
    move does. An agent without a decision has a mask of zeros, and whatever it passes is ignored; it may pass nothing.

    A wrong argument or an illegal action raises `UserError`, a `ValueError`, and leaves the game as it was.
    """

    def __init__(self, aec: BoardGameEnv) -> None:
        self.aec = aec
        self.metadata = {"name": aec.game.name, "render_modes": RENDER_MODES}
        self.render_mode = aec.render_mode
        self.possible_agents = self.aec.possible_agents
        self.agents: list[str] = []
        self.observation_spaces = self.aec.observation_spaces
        self.action_spaces = self.aec.action_spaces
        self.state_space = self.aec.state_space
        self._masks: dict[str, np.ndarray] = {}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for every agent."""
        return self.aec.action_space(agent)

    def reset(self, seed: int | None = None, options: dict | None = None) -> tuple[dict[str, Any], dict[str, dict]]:
        """Start a new game; the same seed (below 2**64) gives the same game."""
        self.aec.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[Any, ...]:
        """Take the actions of all agents that have a decision, at once. Returns observations, rewards, terminations,
        truncations and infos."""
        if not self.agents:
            raise UserError(NO_GAME)
        if not isinstance(actions, Mapping):
            raise UserError(f"actions must be a dictionary by agent, not {type(actions).__name__}")
        for agent in actions:
            if agent not in self.agents:
                raise UserError(f"unknown agent {agent!r}: use {' or '.join(self.agents)}")
        chosen = [self._chosen(agent, actions) for agent in self.agents if self._masks[agent].any()]
        rewards = dict.fromkeys(self.agents, 0.0)
        for action in chosen:  # the seats decide in their order, and nothing is revealed in between
            self.aec.step(action)
            for agent, reward in self.aec.rewards.items():
                rewards[agent] += reward
        terminations, truncations = dict(self.aec.terminations), dict(self.aec.truncations)
        infos: dict[str, dict] = {agent: {} for agent in self.agents}
        observations = self._observe()
        if any(terminations.values()) or any(truncations.values()):
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _chosen(self, agent: str, actions: Mapping[str, Any]) -> int:
        if actions.get(agent) is None:
            raise UserError(f"{agent} has a decision: pass an action that its action mask marks with 1")
        try:
            action = whole_action(actions[agent])
        except UserError as error:
            raise UserError(f"{agent}: {error}") from None
        if not 0 <= action < len(self._masks[agent]) or not self._masks[agent][action]:
            raise UserError(f"action {action} of {agent} is illegal here: use one that its action mask marks with 1")
        return action

    def _observe(self) -> dict[str, dict[str, np.ndarray]]:
        """What every agent sees, and the masks of those who have a decision."""
        batch = self.aec._batch
        observations = {agent: self.aec.observe(agent) for agent in self.agents}
        if batch.running[0] and self.aec.game.simultaneous(batch.states[0]):
            for seat, agent in enumerate(self.agents):
                batch.player[0] = seat
                batch.refresh()
                observations[agent] = self.aec.observe(agent)
            batch.player[0] = 0
            batch.refresh()
        self._masks = {agent: observation["action_mask"] for agent, observation in observations.items()}
        return observations

    def state(self) -> np.ndarray:
        """The observations of all seats, one after the other, for centralised critics: `float32`, `state_space`."""
        return self.aec.state()

    def render(self) -> str | None:
        """The board as text, with `render_mode="ansi"`; the hand in it is that of the player to move, or the first
        player's where all decide at the same time."""
        return self.aec.render()

    def close(self) -> None:
        """Nothing to release."""
