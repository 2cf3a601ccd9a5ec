"""Rollouts: many games at once, which the current policy plays into a buffer to learn from."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
import torch
from torch import Tensor, nn

from africana_env import LEARNER, Batch, derive_seed
from africana_training.networks.mlp import device_of, logprobs_of
from africana_training.networks.registry import check_logits, diverged, logits_of
from africana_training.networks.sampling import NOT_FINITE, sample_actions
from africana_training.rollout.games import RolloutGames, stagger
from africana_training.rollout.league import League
from africana_training.tensors import part, put

NOBODY = -1
EVERY = slice(None)


@dataclass(eq=False)
class RolloutBuffer:
    """Decisions (rows) in each of `games` games: the first two axes of every array.

    The first `seats` rows carry over each seat's last decision of the previous rollout if its outcome was still open.
    The `steps` decisions of this rollout follow.
    """

    observations: np.ndarray
    """`uint8`, (seats + steps + 1, games, features); the last row is for the next decision."""
    masks: np.ndarray
    """`int8`, (seats + steps + 1, games, actions)."""
    seats: np.ndarray
    """The seat that decided, `int64`; `NOBODY` in rows not played yet."""
    learner: np.ndarray
    """Whether the policy decided and not an opponent, `bool`; false if nothing was carried over."""
    actions: np.ndarray
    """`int64`."""
    expert_actions: np.ndarray
    """The expert's choices, `int64`, written by `Rollout.collect_expert`."""
    logprobs: np.ndarray
    """Log-probabilities of the actions under the policy that took them, `float32`."""
    values: np.ndarray
    """Values of the decider before the decision, `float32`."""
    rewards: np.ndarray
    """(seats + steps, games, seats), `float32`; for decisions carried over, the seat's rewards since then."""
    done: np.ndarray
    """How the decision ended the game, `int8`, 0 if it did not."""
    columns: Sequence[slice]
    """The games of each number of players."""


COPIED = ("observations", "masks", "actions", "expert_actions", "logprobs", "values")
CARRIED = (*COPIED, "learner", "rewards")
"""Arrays whose first rows are saved. Their `seats` are the row numbers, and their `done` is 0."""


def make_buffer(steps: int, sizes: Sequence[int], seats: int, features: int, actions: int) -> RolloutBuffer:
    """Return an empty buffer. `sizes` are the games of each number of players."""
    rows, games = seats + steps, sum(sizes)
    buffer = RolloutBuffer(
        observations=np.zeros((rows + 1, games, features), np.uint8),
        masks=np.zeros((rows + 1, games, actions), np.int8),
        seats=np.zeros((rows, games), np.int64),
        learner=np.zeros((rows, games), np.bool_),
        actions=np.zeros((rows, games), np.int64),
        expert_actions=np.zeros((rows, games), np.int64),
        logprobs=np.zeros((rows, games), np.float32),
        values=np.zeros((rows, games), np.float32),
        rewards=np.zeros((rows, games, seats), np.float32),
        done=np.zeros((rows, games), np.int8),
        columns=[slice(end - size, end) for end, size in zip(np.cumsum(sizes).tolist(), sizes, strict=True)],
    )
    buffer.seats[:seats] = np.arange(seats)[:, None]
    return buffer


def carry_over(buffer: RolloutBuffer) -> None:
    """Move each seat's last decision to the first rows if its game goes on, so that its outcome is open. Clears the
    rest of the buffer.

    Dropping these decisions would bias the values, since more long intervals than short ones would be missing.
    """
    rows, games, seats = buffer.rewards.shape
    game = np.arange(games)
    last_end = np.where(buffer.done != 0, np.arange(rows)[:, None], -1).max(0)
    earned = buffer.rewards[::-1].cumsum(0)[::-1]
    open_rows = np.zeros((seats, games), np.int64)
    is_open = np.zeros((seats, games), np.bool_)
    for seat in range(seats):
        decided = buffer.seats == seat
        decided[:seats] &= buffer.learner[:seats]
        open_rows[seat] = rows - 1 - decided[::-1].argmax(0)
        is_open[seat] = decided.any(0) & (open_rows[seat] > last_end) & buffer.learner[open_rows[seat], game]
    rewards = np.zeros((seats, games, seats), np.float32)
    rewards[range(seats), :, range(seats)] = [earned[open_rows[seat], game, seat] for seat in range(seats)]
    for name in COPIED:
        array = getattr(buffer, name)
        array[:seats] = array[open_rows, game]
    for array in (buffer.learner, buffer.rewards, buffer.done):
        array[:] = 0
    buffer.seats[seats:] = NOBODY
    buffer.learner[:seats], buffer.rewards[:seats] = is_open, rewards


class Stopwatch:
    """Adds up the seconds of each part of a rollout."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        """Seconds by part since the start."""
        self._before = 0.0

    def start(self) -> None:
        self.seconds = {}
        self._before = perf_counter()

    def lap(self, part: str) -> None:
        """Add the time since the last lap, or the start, to `part`."""
        now = perf_counter()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self._before
        self._before = now


class Rollout:
    """Games that continue from one rollout to the next. The engine writes straight into the buffer.

    `groups` are the games by number of players, each with adjacent columns of the buffer. `watch` holds the seconds of
    the last rollout: `forward` for the network, `league` for opponents and seats, `environment` for the games and the
    buffer.
    """

    def __init__(self, batches: Sequence[Batch], num_steps: int, league: League, expert: str | None = None) -> None:
        """`batches` reset themselves, see `make_batches`; `expert` is a bot to imitate."""
        self.league = league
        self.watch = Stopwatch()
        self.groups = [RolloutGames(batch, league, expert) for batch in batches]
        self.seats = max(batch.num_players for batch in batches)
        sizes, features = [batch.num_games for batch in batches], batches[0].observation.shape[1]
        self.buffer = make_buffer(num_steps, sizes, self.seats, features, len(batches[0].game.actions))

    def reset(self, seed: int) -> None:
        """Restart all games, staggered: otherwise they would long stay in the same phase."""
        for number, group in enumerate(self.groups):
            group.reset(derive_seed(seed, number))
            stagger(group)
        self.buffer.learner[:] = False
        self._show_next()

    def _show_next(self) -> None:
        for group, column in zip(self.groups, self.buffer.columns, strict=True):
            self.buffer.observations[-1, column] = group.batch.observation
            self.buffer.masks[-1, column] = group.batch.action_mask

    def keep_past(self, network: nn.Module) -> None:
        """Add the policy to the league's past versions, and draw the version that plays next."""
        if self.league.snapshot(network, sum(int(group.with_past().sum()) for group in self.groups)):
            for group in self.groups:
                group.change_snapshots()

    def seat_all(self) -> None:
        """Let the league take seats in running games. The policy's decisions for these seats are not learned from."""
        for group, column in zip(self.groups, self.buffer.columns, strict=True):
            group.seat_all()
            deciders, learner = self.buffer.seats[:, column], self.buffer.learner[:, column]
            for seat, holders in enumerate(group.seating.seats.T):
                learner[(deciders == seat) & (holders != LEARNER)] = False

    def warm_up(self, seed: int) -> None:
        """Play one decision with every bot, so that everything is compiled before time is measured. Call `reset` with
        the same seed afterwards: a batch draws the editions of a large set from its first seed."""
        for number, group in enumerate(self.groups):
            group.reset(derive_seed(seed, number))
            actions = group.batch.action_mask.argmax(1)
            for bot in group.all_bots:
                bot.act(group.batch, group.every_row, actions)
            group.batch.step(actions)

    def collect(self, network: nn.Module) -> RolloutBuffer:
        """Play on with the policy and its opponents. Overwrites the previous rollout."""
        out = self.buffer
        out.expert_actions[:] = 0
        for step in self._steps():
            self._choose(network, step, self.league.past)
            for group, column in zip(self.groups, self.buffer.columns, strict=True):
                out.learner[step, column] = group.act(out.actions[step, column])
            self.watch.lap("league")
            self._step(step)
        return out

    def collect_expert(self, network: nn.Module, learner_share: float) -> RolloutBuffer:
        """Play on with the expert in all seats. The policy's choice is played in a share of the decisions,
        `learner_share`."""
        out = self.buffer
        for step in self._steps():
            logits = self._choose(network, step)
            out.learner[step] = True
            for group, column in zip(self.groups, self.buffer.columns, strict=True):
                group.ask_expert(out.expert_actions[step, column])
            by_expert = torch.rand(out.actions.shape[1], generator=self.league.generator).numpy() >= learner_share
            np.copyto(out.actions[step], out.expert_actions[step], where=by_expert)
            # Self-play learns from the last decisions, by the ratio of the action that was played.
            played = torch.from_numpy(out.actions[step]).to(logits.device)
            out.logprobs[step] = logprobs_of(torch.log_softmax(logits, -1), played).cpu().numpy()
            self.watch.lap("league")
            self._step(step)
        return out

    def _steps(self) -> range:
        """Prepare the buffer for another rollout. Returns the rows of its decisions."""
        self.watch.start()
        out = self.buffer
        carry_over(out)
        out.observations[self.seats], out.masks[self.seats] = out.observations[-1], out.masks[-1]
        self.watch.lap("environment")
        return range(self.seats, len(out.actions))

    @torch.inference_mode()
    def _choose(self, network: nn.Module, step: int, past: nn.Module | None = None) -> Tensor:
        """Record the policy's actions in every game, or the actions of `past` where it is to move. Returns their logits
        (games, actions)."""
        out = self.buffer
        logits, values = network(*self._shown(network, step))
        self.watch.lap("forward")
        if past is not None:
            deciders = np.concatenate([group.deciders() for group in self.groups])
            games = np.flatnonzero(deciders == len(self.league.opponents))
            if len(games) > 0:
                logits.index_copy_(
                    0, torch.from_numpy(games).to(logits.device), logits_of(past, *self._shown(past, step, games))
                )
            self.watch.lap("league")
        drawn = torch.rand(len(logits), generator=self.league.generator, dtype=torch.float64).numpy()
        out.actions[step], out.logprobs[step] = sample_actions(logits.cpu().numpy(), out.masks[step], 1.0, drawn)
        out.values[step] = values.cpu().numpy()
        if out.actions[step].min() == NOT_FINITE:
            raise diverged("a logit is not a number")
        self.watch.lap("forward")
        return logits

    def _shown(self, network: nn.Module, step: int, games: np.ndarray | slice = EVERY) -> tuple[Tensor, Tensor]:
        """Observations (games, features) and masks (games, actions) of a row of the buffer, on the network's device."""
        device = device_of(network)
        shown = self.buffer.observations[step][games], self.buffer.masks[step][games]
        observations, masks = (torch.from_numpy(array).to(device) for array in shown)
        return observations, masks

    @torch.inference_mode()
    def check(self, network: nn.Module) -> None:
        """Raise `UserError` unless actions can be drawn from the network's logits."""
        observations, masks = self._shown(network, -1)
        check_logits(logits_of(network, observations, masks), masks)

    def _step(self, step: int) -> None:
        """Play the actions. Record rewards, ends of games and the next observations."""
        out = self.buffer
        for group, column in zip(self.groups, self.buffer.columns, strict=True):
            batch = group.batch
            out.seats[step, column] = batch.current_player
            batch.write_next(out.observations[step + 1, column])
            batch.step(out.actions[step, column])
            out.masks[step + 1, column] = batch.action_mask
            out.done[step, column] = batch.done
            out.rewards[step, column, : batch.num_players] = batch.reward
            self.watch.lap("environment")
            group.record_step()
            self.watch.lap("league")

    # Saving

    def state_dict(self) -> dict[str, Tensor]:
        """Return the state for `load_state_dict`."""
        carry_over(self.buffer)
        state = {
            f"carried.{name}": torch.from_numpy(getattr(self.buffer, name)[: self.seats].copy()) for name in CARRIED
        }
        for number, group in enumerate(self.groups):
            state |= {f"groups.{number}.{name}": value for name, value in group.state_dict().items()}
        return state

    def load_state_dict(self, state: dict[str, Tensor]) -> None:
        """Restore a state. Raises `UserError` or `ValueError` if it is not valid."""
        for number, group in enumerate(self.groups):
            group.load_state_dict(part(state, f"groups.{number}."))
        carry_over(self.buffer)
        for name in CARRIED:
            put(state[f"carried.{name}"].numpy(), getattr(self.buffer, name)[: self.seats])
        check_carried(self.buffer, self.seats)
        self._show_next()


def check_carried(buffer: RolloutBuffer, seats: int) -> None:
    """Raise `ValueError` for impossible decisions carried over: an update would fail on them."""
    masks, actions, learner = buffer.masks[:seats], buffer.actions[:seats], buffer.learner[:seats]
    for taken in (actions, buffer.expert_actions[:seats]):
        if not ((taken >= 0) & (taken < masks.shape[2])).all():
            raise ValueError("an unknown action")
    legal = np.take_along_axis(masks, actions[..., None], 2)[..., 0] == 1
    if not (legal | ~learner).all() or not ((masks == 0) | (masks == 1)).all():
        raise ValueError("an illegal action")
    if not all(np.isfinite(numbers[:seats]).all() for numbers in (buffer.logprobs, buffer.values, buffer.rewards)):
        raise ValueError("not a number")
