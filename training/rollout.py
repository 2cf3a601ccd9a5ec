"""Playing many games at once with the current policy, into buffers the learner reads."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch

from africana_env import Batch, Bot, Game
from training.config import TrainConfig
from training.league import League
from training.network import PolicyValueNetwork, sample

EXPERT_STREAM = np.uint64(0x455850455254)
"""What separates the seeds of an expert's generators from those of the games."""


@dataclass
class RolloutBuffer:
    """`steps` decisions in each of `games` games; the first two axes of every array."""

    observations: np.ndarray
    """`uint8`, (steps + 1, games, features); the last shows what comes next."""
    masks: np.ndarray
    """`int8`, (steps + 1, games, actions)."""
    players: np.ndarray
    """Who decided, `int64`."""
    learner: np.ndarray
    """Whether the policy decided and not somebody of the league, `bool`."""
    actions: np.ndarray
    """`int64`."""
    expert_actions: np.ndarray
    """What an expert would have done, `int64`; written by `Rollout.collect_expert` alone."""
    logprobs: np.ndarray
    """Of the actions under the policy that took them, `float32`."""
    values: np.ndarray
    """Of the decider before the decision, `float32`."""
    rewards: np.ndarray
    """(steps, games, seats), `float32`."""
    done: np.ndarray
    """How the decision ended the game, 0 if it did not, `int8`."""


class Rollout:
    """Games that go on from one rollout to the next; the engine writes straight into the buffer."""

    def __init__(self, game: Game, config: TrainConfig, league: League) -> None:
        games, steps = config.ppo.num_games, config.ppo.num_steps
        self.batch = Batch(
            game, games, config.num_players, config.edition, config.reward, config.max_rounds, autoreset=True
        )
        self.league = league
        seats = self.batch.num_players
        self.buffer = RolloutBuffer(
            observations=np.zeros((steps + 1, games, len(game.observation)), np.uint8),
            masks=np.zeros((steps + 1, games, len(game.actions)), np.int8),
            players=np.zeros((steps, games), np.int64),
            learner=np.ones((steps, games), np.bool_),
            actions=np.zeros((steps, games), np.int64),
            expert_actions=np.zeros((steps, games), np.int64),
            logprobs=np.zeros((steps, games), np.float32),
            values=np.zeros((steps, games), np.float32),
            rewards=np.zeros((steps, games, seats), np.float32),
            done=np.zeros((steps, games), np.int8),
        )
        self.reset(config.seed)

    def reset(self, seed: int) -> None:
        """Start all games anew."""
        self.batch.reset(seed)
        self.league.reset(self.batch)
        self.buffer.observations[-1] = self.batch.observation
        self.buffer.masks[-1] = self.batch.action_mask

    def warm_up(self, bots: Iterable[Bot]) -> None:
        """Play one decision with all that is compiled, so that it is done before the clock runs; then `reset`."""
        actions = self.batch.action_mask.argmax(1)
        for bot in bots:
            bot.act(self.batch, np.ones(self.batch.num_games, np.bool_), actions)
        self.batch.step(actions)

    def collect(self, network: PolicyValueNetwork, generator: torch.Generator) -> RolloutBuffer:
        """Play on with the policy; the arrays of the rollout before are overwritten."""
        out, batch = self.buffer, self.batch
        self._begin()
        for step in range(len(out.actions)):
            self._choose(network, generator, step)
            out.learner[step] = self.league.act(batch, out.actions[step])
            self._step(step)
            self.league.record_step(batch)
        return out

    def collect_expert(
        self, network: PolicyValueNetwork, generator: torch.Generator, expert: Bot, learner_share: float
    ) -> RolloutBuffer:
        """Play on with `expert` in every seat, but for a share of the decisions that the policy takes."""
        out, batch = self.buffer, self.batch
        every_row = np.ones(batch.num_games, np.bool_)
        out.learner[:] = True
        self._begin()
        for step in range(len(out.actions)):
            self._choose(network, generator, step)
            expert.act(batch, every_row, out.expert_actions[step])
            by_expert = torch.rand(batch.num_games, generator=generator).numpy() >= learner_share
            np.copyto(out.actions[step], out.expert_actions[step], where=by_expert)
            self._step(step)
            expert.reset_rows(batch.done != 0, batch.seeds ^ EXPERT_STREAM)
        return out

    def _begin(self) -> None:
        """Move what comes next to the beginning of the buffers."""
        out = self.buffer
        out.observations[0], out.masks[0] = out.observations[-1], out.masks[-1]

    @torch.inference_mode()
    def _choose(self, network: PolicyValueNetwork, generator: torch.Generator, step: int) -> None:
        """Note what the policy does in every game."""
        out = self.buffer
        logits, values = network(torch.from_numpy(out.observations[step]), torch.from_numpy(out.masks[step]))
        actions, logprobs = sample(logits, generator)
        out.players[step] = self.batch.current_player
        out.actions[step] = actions.numpy()
        out.logprobs[step] = logprobs.numpy()
        out.values[step] = values.numpy()

    def _step(self, step: int) -> None:
        """Play the actions, into the next row of the buffers, and note what they brought."""
        out, batch = self.buffer, self.batch
        batch.write_next(out.observations[step + 1])
        batch.step(out.actions[step])
        out.masks[step + 1] = batch.action_mask
        out.done[step] = batch.done
        out.rewards[step] = batch.reward
