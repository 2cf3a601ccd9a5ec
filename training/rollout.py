"""Playing many games at once with the current policy, into buffers the learner reads."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch

from africana_env import Batch, Game, Opponent
from training.config import TrainConfig
from training.league import League
from training.network import PolicyValueNetwork, sample


@dataclass
class Stretch:
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
    taught: np.ndarray
    """What a teacher would have done, `int64`; written by `Rollout.show` alone."""
    log_probabilities: np.ndarray
    """Of the actions under the policy that took them, `float32`."""
    values: np.ndarray
    """Of the decider before the decision, `float32`."""
    rewards: np.ndarray
    """(steps, games, seats), `float32`."""
    done: np.ndarray
    """How the decision ended the game, 0 if it did not, `int8`."""


class Rollout:
    """Games that go on from one stretch to the next; the engine writes straight into the stretch's buffers."""

    def __init__(self, game: Game, config: TrainConfig, league: League) -> None:
        games, steps = config.ppo.num_games, config.ppo.steps
        scheme = "score" if config.reward == "lead" else config.reward
        self._lead_scale = game.margin_scale if config.reward == "lead" else None
        self.batch = Batch(game, games, config.num_players, config.edition, scheme, config.max_rounds, autoreset=True)
        self.league = league
        seats = config.num_players
        self.stretch = Stretch(
            observations=np.zeros((steps + 1, games, len(game.observation)), np.uint8),
            masks=np.zeros((steps + 1, games, len(game.actions)), np.int8),
            players=np.zeros((steps, games), np.int64),
            learner=np.ones((steps, games), np.bool_),
            actions=np.zeros((steps, games), np.int64),
            taught=np.zeros((steps, games), np.int64),
            log_probabilities=np.zeros((steps, games), np.float32),
            values=np.zeros((steps, games), np.float32),
            rewards=np.zeros((steps, games, seats), np.float32),
            done=np.zeros((steps, games), np.int8),
        )
        self.reset(config.seed)

    def reset(self, seed: int) -> None:
        """Start all games anew."""
        self.batch.reset(seed)
        self.stretch.observations[-1] = self.batch.observation
        self.stretch.masks[-1] = self.batch.action_mask

    def rehearse(self, opponents: Iterable[Opponent]) -> None:
        """Play one decision, so that all rules are compiled before the clock runs; then `reset`."""
        actions = self.batch.action_mask.argmax(1)
        for opponent in opponents:
            opponent.act(self.batch, np.ones(self.batch.num_games, np.bool_), actions)
        self.batch.step(actions)

    def play(self, network: PolicyValueNetwork, generator: torch.Generator) -> Stretch:
        """The next stretch; the arrays of the one before are overwritten."""
        out, batch = self.stretch, self.batch
        self._begin()
        for step in range(len(out.actions)):
            self._choose(network, generator, step)
            out.learner[step] = self.league.decide(batch, out.actions[step])
            self._step(step)
            self.league.follow(batch)
        return out

    def show(
        self, network: PolicyValueNetwork, generator: torch.Generator, teacher: Opponent, pupil_share: float
    ) -> Stretch:
        """The next stretch, played by `teacher` in every seat but for a share of the decisions."""
        out, batch = self.stretch, self.batch
        every_row = np.ones(batch.num_games, np.bool_)
        self._begin()
        for step in range(len(out.actions)):
            self._choose(network, generator, step)
            teacher.act(batch, every_row, out.taught[step])
            by_teacher = torch.rand(batch.num_games, generator=generator).numpy() >= pupil_share
            np.copyto(out.actions[step], out.taught[step], where=by_teacher)
            self._step(step)
        return out

    def _begin(self) -> None:
        """Move what comes next to the beginning of the buffers."""
        out, batch = self.stretch, self.batch
        out.observations[0], out.masks[0] = out.observations[-1], out.masks[-1]
        batch.observation, batch.action_mask = out.observations[0], out.masks[0]

    @torch.inference_mode()
    def _choose(self, network: PolicyValueNetwork, generator: torch.Generator, step: int) -> None:
        """Note what the policy does in every game."""
        out = self.stretch
        logits, values = network(torch.from_numpy(out.observations[step]), torch.from_numpy(out.masks[step]))
        actions, log_probabilities = sample(logits, generator)
        out.players[step] = self.batch.player
        out.actions[step] = actions.numpy()
        out.log_probabilities[step] = log_probabilities.numpy()
        out.values[step] = values.numpy()

    def _step(self, step: int) -> None:
        """Play the actions, into the next row of the buffers, and note what they brought."""
        out, batch = self.stretch, self.batch
        batch.write_next(out.observations[step + 1], out.masks[step + 1])
        batch.step(out.actions[step])
        out.done[step] = batch.done
        out.rewards[step] = self._rewards(batch.reward)

    def _rewards(self, rewards: np.ndarray) -> np.ndarray:
        if self._lead_scale is None:
            return rewards
        others = (rewards.sum(1, keepdims=True) - rewards) / (rewards.shape[1] - 1)
        return self._lead_scale * (rewards - others)
