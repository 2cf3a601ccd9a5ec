"""Playing many games at once with the current policy, into buffers the learner reads."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from africana_env import Batch, Game, make_bot
from africana_env.bots.registry import bot_names
from training.config.settings import TrainConfig
from training.networks.divergence import check_logits, diverged
from training.networks.mlp import device_of, logprobs_of, sample
from training.rollout.games import Table
from training.rollout.league import League
from training.rollout.stopwatch import Stopwatch
from training.tensors import part, put

NOBODY = -1
EVERY = slice(None)


@dataclass
class RolloutBuffer:
    """Decisions in each of `games` games; the first two axes of every array.

    First come `seats` decisions carried over from the rollout before, one for each seat: its last one there, of which
    the outcome was open. Then the `steps` decisions of this rollout.
    """

    observations: np.ndarray
    """`uint8`, (seats + steps + 1, games, features); the last shows what comes next."""
    masks: np.ndarray
    """`int8`, (seats + steps + 1, games, actions)."""
    players: np.ndarray
    """Who decided, `int64`; `NOBODY` where nothing was played yet."""
    learner: np.ndarray
    """Whether the policy decided and not somebody of the league, `bool`; false where nothing was carried over."""
    actions: np.ndarray
    """`int64`."""
    expert_actions: np.ndarray
    """What an expert would have done, `int64`; written by `Rollout.collect_expert` alone."""
    logprobs: np.ndarray
    """Of the actions under the policy that took them, `float32`."""
    values: np.ndarray
    """Of the decider before the decision, `float32`."""
    rewards: np.ndarray
    """(seats + steps, games, seats), `float32`; of a decision carried over, what its seat has got since."""
    done: np.ndarray
    """How the decision ended the game, 0 if it did not, `int8`."""


COPIED = ("observations", "masks", "actions", "expert_actions", "logprobs", "values")
CARRIED = (*COPIED, "learner", "rewards")
"""What is kept of decisions that are carried over; their seats are those of their rows, and their games go on."""


def make_buffer(steps: int, games: int, seats: int, features: int, actions: int) -> RolloutBuffer:
    """A buffer without decisions."""
    rows = seats + steps
    buffer = RolloutBuffer(
        observations=np.zeros((rows + 1, games, features), np.uint8),
        masks=np.zeros((rows + 1, games, actions), np.int8),
        players=np.zeros((rows, games), np.int64),
        learner=np.zeros((rows, games), np.bool_),
        actions=np.zeros((rows, games), np.int64),
        expert_actions=np.zeros((rows, games), np.int64),
        logprobs=np.zeros((rows, games), np.float32),
        values=np.zeros((rows, games), np.float32),
        rewards=np.zeros((rows, games, seats), np.float32),
        done=np.zeros((rows, games), np.int8),
    )
    buffer.players[:seats] = np.arange(seats)[:, None]
    return buffer


def carry_over(buffer: RolloutBuffer) -> None:
    """Move each seat's last decision to the beginning of the buffer if its outcome is open: its game goes on, and the
    seat has not decided since. The rest of the buffer is empty then.

    Dropping them would leave out what takes long to show more often than what does not, and bias the values.
    """
    rows, games, seats = buffer.rewards.shape
    game = np.arange(games)
    last_end = np.where(buffer.done != 0, np.arange(rows)[:, None], -1).max(0)
    earned = buffer.rewards[::-1].cumsum(0)[::-1]
    open_rows = np.zeros((seats, games), np.int64)
    is_open = np.zeros((seats, games), np.bool_)
    for seat in range(seats):
        decided = buffer.players == seat
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
    buffer.players[seats:] = NOBODY
    buffer.learner[:seats], buffer.rewards[:seats] = is_open, rewards


class Rollout:
    """Games that go on from one rollout to the next; the engine writes straight into the buffer.

    `tables` share the games out to numbers of players; each has neighbouring columns of the buffer. `watch` tells what
    the last rollout took: `forward`, the network's; `league`, all others who decide and who sits where;
    `environment`, the games and their buffers.
    """

    def __init__(self, game: Game, config: TrainConfig, league: League) -> None:
        games, steps = config.ppo.num_games, config.ppo.num_steps
        numbers = config.num_players if isinstance(config.num_players, list) else [config.num_players]
        shares = np.array_split(np.arange(games), len(numbers))
        self.league = league
        self.watch = Stopwatch()
        self.tables: list[Table] = []
        self.columns: list[slice] = []
        for number in dict.fromkeys(numbers):
            rows = sum(len(share) for share, other in zip(shares, numbers, strict=True) if other == number)
            batch = Batch(game, rows, number, config.edition, config.reward, config.max_rounds, autoreset=True)
            start = self.columns[-1].stop if self.columns else 0
            self.tables.append(Table(batch, league, config.imitation.teacher))
            self.columns.append(slice(start, start + rows))
        self.seats = max(table.batch.num_players for table in self.tables)
        self.buffer = make_buffer(steps, games, self.seats, len(game.observation), len(game.actions))

    def reset(self, seed: int) -> None:
        """Start all games anew, and play each on to a moment of its own: otherwise all would be at their beginning at
        the same time, and at their end at the same time for long."""
        for number, table in enumerate(self.tables):
            table.reset(seed + number)
            stagger(table)
        self.buffer.learner[:] = False
        self._show_next()

    def _show_next(self) -> None:
        for table, column in zip(self.tables, self.columns, strict=True):
            self.buffer.observations[-1, column] = table.batch.observation
            self.buffer.masks[-1, column] = table.batch.action_mask

    def keep_past(self, network: nn.Module) -> None:
        """Keep the policy as a past version, and draw which of them plays from now on."""
        if self.league.snapshot(network, sum(int(table.with_past().sum()) for table in self.tables)):
            for table in self.tables:
                table.change_snapshots()

    def warm_up(self) -> None:
        """Play one decision with all that is compiled, so that it is done before the clock runs; then `reset`."""
        for table in self.tables:
            table.reset(0)
            actions = table.batch.action_mask.argmax(1)
            for bot in table.all_bots:
                bot.act(table.batch, table.every_row, actions)
            table.batch.step(actions)

    def collect(self, network: nn.Module, generator: torch.Generator) -> RolloutBuffer:
        """Play on with the policy, drawing its actions by `generator`, which is of the network's device; the arrays of
        the rollout before are overwritten."""
        out = self.buffer
        out.expert_actions[:] = 0
        for step in self._steps():
            self._choose(network, generator, step, self.league.past)
            for table, column in zip(self.tables, self.columns, strict=True):
                out.learner[step, column] = table.act(out.actions[step, column])
            self.watch.lap("league")
            self._step(step)
        return out

    def collect_expert(self, network: nn.Module, generator: torch.Generator, learner_share: float) -> RolloutBuffer:
        """Play on with the league's teacher in every seat, but for a share of the decisions that the policy takes."""
        out = self.buffer
        for step in self._steps():
            logits = self._choose(network, generator, step)
            out.learner[step] = True
            for table, column in zip(self.tables, self.columns, strict=True):
                table.teach(out.expert_actions[step, column])
            by_expert = torch.rand(out.actions.shape[1], generator=self.league.generator).numpy() >= learner_share
            np.copyto(out.actions[step], out.expert_actions[step], where=by_expert)
            # The last ones are learned from in self-play: their ratio is that of what was played.
            played = torch.from_numpy(out.actions[step]).to(logits.device)
            out.logprobs[step] = logprobs_of(torch.log_softmax(logits, -1), played).cpu().numpy()
            self.watch.lap("league")
            self._step(step)
        return out

    def _steps(self) -> range:
        """Begin another rollout in the buffer; the rows of its decisions."""
        self.watch.start()
        out = self.buffer
        carry_over(out)
        out.observations[self.seats], out.masks[self.seats] = out.observations[-1], out.masks[-1]
        self.watch.lap("environment")
        return range(self.seats, len(out.actions))

    @torch.inference_mode()
    def _choose(
        self, network: nn.Module, generator: torch.Generator, step: int, past: nn.Module | None = None
    ) -> Tensor:
        """Note what the policy does in every game, or `past` where that is to move; returns their logits."""
        out = self.buffer
        logits, values = self._judge(network, step)
        self.watch.lap("forward")
        if past is not None:
            deciders = np.concatenate([table.deciders() for table in self.tables])
            games = np.flatnonzero(deciders == len(self.league.opponents))
            if len(games) > 0:
                logits.index_copy_(0, torch.from_numpy(games).to(logits.device), self._judge(past, step, games)[0])
            self.watch.lap("league")
        actions, logprobs = sample(logits, generator)
        out.actions[step] = actions.cpu().numpy()
        out.logprobs[step] = logprobs.cpu().numpy()
        out.values[step] = values.cpu().numpy()
        if not np.take_along_axis(out.masks[step], out.actions[step][:, None], 1).all():
            raise diverged("an illegal action was drawn")
        self.watch.lap("forward")
        return logits

    def _judge(self, network: nn.Module, step: int, games: np.ndarray | slice = EVERY) -> tuple[Tensor, Tensor]:
        """What the network says of games as they are shown in a row of the buffer."""
        device = device_of(network)
        observations, masks = self.buffer.observations[step][games], self.buffer.masks[step][games]
        return network(torch.from_numpy(observations).to(device), torch.from_numpy(masks).to(device))

    @torch.inference_mode()
    def check(self, network: nn.Module) -> None:
        """Raise `UserError` unless the network can play on."""
        logits, _ = self._judge(network, -1)
        check_logits(logits, torch.from_numpy(self.buffer.masks[-1]).to(logits.device))

    def _step(self, step: int) -> None:
        """Play the actions, into the next row of the buffers, and note what they brought."""
        out = self.buffer
        for table, column in zip(self.tables, self.columns, strict=True):
            batch = table.batch
            out.players[step, column] = batch.current_player
            batch.write_next(out.observations[step + 1, column])
            batch.step(out.actions[step, column])
            out.masks[step + 1, column] = batch.action_mask
            out.done[step, column] = batch.done
            out.rewards[step, column, : batch.num_players] = batch.reward
            self.watch.lap("environment")
            table.record_step()
            self.watch.lap("league")

    # Saving

    def state_dict(self) -> dict[str, Tensor]:
        """All that changes, for `load_state_dict`."""
        carry_over(self.buffer)
        state = {
            f"carried.{name}": torch.from_numpy(getattr(self.buffer, name)[: self.seats].copy()) for name in CARRIED
        }
        for number, table in enumerate(self.tables):
            state |= {f"tables.{number}.{name}": value for name, value in table.state_dict().items()}
        return state

    def load_state_dict(self, state: dict[str, Tensor]) -> None:
        """Go on from `state`; raises `UserError` if the games in it cannot go on, `ValueError` for decisions that none
        has taken."""
        for number, table in enumerate(self.tables):
            table.load_state_dict(part(state, f"tables.{number}."))
        carry_over(self.buffer)
        for name in CARRIED:
            put(state[f"carried.{name}"].numpy(), getattr(self.buffer, name)[: self.seats])
        check_carried(self.buffer, self.seats)
        self._show_next()


def check_carried(buffer: RolloutBuffer, seats: int) -> None:
    """Raise `ValueError` for decisions carried over that none has taken: a learner would fail on them."""
    masks, actions, learner = buffer.masks[:seats], buffer.actions[:seats], buffer.learner[:seats]
    for taken in (actions, buffer.expert_actions[:seats]):
        if not ((taken >= 0) & (taken < masks.shape[2])).all():
            raise ValueError("an action that there is not")
    legal = np.take_along_axis(masks, actions[..., None], 2)[..., 0] == 1
    if not (legal | ~learner).all() or not ((masks == 0) | (masks == 1)).all():
        raise ValueError("an action that was illegal")
    if not all(np.isfinite(numbers[:seats]).all() for numbers in (buffer.logprobs, buffer.values, buffer.rewards)):
        raise ValueError("a number that is none")


def stagger(table: Table) -> None:
    """Play every game on to a moment as likely as any other of it, with the strongest scripted bot in all seats."""
    batch = table.batch
    bot = make_bot(bot_names(batch.game)[-1], batch.game, batch.num_games)
    actions, lengths = np.zeros(batch.num_games, np.int64), np.zeros(batch.num_games, np.int64)
    states = batch.states.copy()
    while (ahead := lengths == 0).any():
        bot.act(batch, table.every_row, actions)
        batch.step(actions)
        table.lengths += 1
        ended = ahead & (batch.done != 0)
        lengths[ended] = table.lengths[ended]
    batch.set_states(states)
    shares = np.random.default_rng(batch.seeds).random(batch.num_games)
    table.lengths[:] = shares * lengths
    for number in range(table.lengths.max()):
        rows = table.lengths > number
        bot.act(batch, rows, actions)
        batch.step(actions, rows)
