"""The games of a rollout, and the holders of their seats."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from africana_env import LEARNER, Batch, Game, ObservationName, RewardName, Seating, make_bot
from africana_env.bots.bot_errors import NamedBot
from africana_env.bots.protocol import keeps_generators
from africana_env.bots.registry import strongest_bot
from africana_training.rollout.league import League
from africana_training.tensors import as_bytes, from_bytes, put

EXPERT_STREAM = np.uint64(0x455850455254)
"""Separates the seeds of the expert and of the games."""


def make_batches(
    game: Game,
    num_games: int,
    player_counts: Sequence[int],
    edition: str,
    reward: RewardName,
    max_rounds: int | None = None,
    observation: ObservationName = "features",
) -> list[Batch]:
    """Return batches for `Rollout`, one for each number of players. `num_games` games are split evenly over the entries
    of `player_counts`."""
    shares = np.array_split(np.arange(num_games), len(player_counts))
    batches = []
    for number in dict.fromkeys(player_counts):
        rows = sum(len(share) for share, other in zip(shares, player_counts, strict=True) if other == number)
        batch = Batch(
            game,
            rows,
            number,
            edition,
            reward=reward,
            max_rounds=max_rounds,
            autoreset=True,
            skip_forced=True,
            observation=observation,
        )
        batches.append(batch)
    return batches


class RolloutGames:
    """Games of one number of players, the holders of their seats, and an expert to imitate, if any."""

    def __init__(self, batch: Batch, league: League, expert: str | None) -> None:
        self.batch, self.league = batch, league
        games, players = batch.num_games, batch.num_players
        self.every_row = np.ones(games, np.bool_)
        self._rows = np.arange(games)
        self.expert = None if expert is None else NamedBot(make_bot(expert, batch.game, games))
        self.lengths = np.zeros(games, np.int64)
        """Decisions so far in each game."""
        self.seating = Seating(games, players)
        self._bots = [NamedBot(make_bot(spelling, batch.game, games)) for spelling in league.opponents]
        self.seating.bots = [*self._bots]
        self._changed = np.zeros(games, np.bool_)
        """Games whose holders have changed since the start: their results are not counted."""

    @property
    def all_bots(self) -> list[NamedBot]:
        """Return the bots that may hold seats, and the expert."""
        return [*self._bots, *([] if self.expert is None else [self.expert])]

    def with_past(self) -> np.ndarray:
        """Return in which games a past version of the policy holds a seat, `bool` (games,)."""
        held = self.seating.seats >= len(self.seating.bots)
        return np.logical_or.reduce(held, 1)

    def change_snapshots(self) -> None:
        """Mark the games whose seats pass from one snapshot to another."""
        self._changed |= self.with_past()

    def reset(self, seed: int) -> None:
        """Restart all games, with the policy in all seats."""
        self.batch.reset(seed)
        self.lengths[:] = 0
        self._changed[:] = False
        self.seating.seats[:] = LEARNER
        self._reset_bots(self.every_row)

    def seat_all(self) -> None:
        """Draw the holders of all seats, also in the middle of games."""
        self.seating.seats[:] = self.league.draw_seats(self.batch.num_games, self.batch.num_players)
        self._changed[:] = True
        self._reset_bots(self.every_row)

    def deciders(self) -> np.ndarray:
        """Return the holder of each game's seat to move, `int64` (games,), see `League.draw_seats`."""
        return self.seating.seats[self._rows, self.batch.current_player]

    def act(self, actions: np.ndarray) -> np.ndarray:
        """Replace `actions` where bots are to move. Returns in which games the policy decides, `bool` (games,)."""
        return ~self.seating.act(self.batch, actions)

    def ask_expert(self, actions: np.ndarray) -> None:
        """Write the expert's choices into `actions`, `int64` (games,)."""
        assert self.expert is not None
        self.expert.act(self.batch, self.every_row, actions)

    def record_step(self) -> None:
        """Record the games that the last step ended, and draw the holders of new games."""
        self.lengths += 1
        over = self.batch.done != 0
        if not over.any():
            return
        counted = over & ~self._changed
        self.league.record(self.seating.seats[counted], self.batch.outcome[counted], self.lengths[over])
        self.lengths[over] = 0
        self._changed[over] = False
        self.seating.seats[over] = self.league.draw_seats(int(over.sum()), self.batch.num_players)
        self._reset_bots(over)

    def _reset_bots(self, rows: np.ndarray) -> None:
        self.seating.reset_rows(rows, self.batch.seeds)
        if self.expert is not None:
            self.expert.reset_rows(rows, self.batch.seeds ^ EXPERT_STREAM)

    # Saving

    def state_dict(self) -> dict[str, Tensor]:
        """Return the state for `load_state_dict`, with the random generators of bots."""
        state = {
            "states": as_bytes(self.batch.states),
            "editions": torch.from_numpy(self.batch.live.save()),
            "seats": torch.from_numpy(self.seating.seats.copy()),
            "lengths": torch.from_numpy(self.lengths.copy()),
            "changed": torch.from_numpy(self._changed.copy()),
        }
        for index, bot in enumerate(self.all_bots):
            if keeps_generators(bot.bot):
                state[f"generators.{index}"] = as_bytes(bot.bot.generators)
        return state

    def load_state_dict(self, state: dict[str, Tensor]) -> None:
        """Restore a state. Raises `UserError` or `ValueError` if it is not valid."""
        self.batch.set_states(from_bytes(state["states"], self.batch.states.dtype), state["editions"].numpy())
        for name, array in (("seats", self.seating.seats), ("lengths", self.lengths), ("changed", self._changed)):
            put(state[name].numpy(), array)
        if not ((self.seating.seats >= LEARNER) & (self.seating.seats < self.league.holders)).all():
            raise ValueError("an unknown holder of a seat")
        self._reset_bots(self.every_row)
        for index, bot in enumerate(self.all_bots):
            if keeps_generators(bot.bot):
                put(from_bytes(state[f"generators.{index}"], bot.bot.generators.dtype), bot.bot.generators)


def stagger(group: RolloutGames) -> None:
    """Advance every game to a random moment, drawn uniformly, with the strongest scripted bot in all seats."""
    batch = group.batch
    bot = NamedBot(make_bot(strongest_bot(batch.game), batch.game, batch.num_games))
    actions, lengths = np.zeros(batch.num_games, np.int64), np.zeros(batch.num_games, np.int64)
    states, editions = batch.states.copy(), batch.live.save()
    while (ahead := lengths == 0).any():
        bot.act(batch, group.every_row, actions)
        batch.step(actions)
        group.lengths += 1
        ended = ahead & (batch.done != 0)
        lengths[ended] = group.lengths[ended]
    batch.live.load(editions)
    batch.put_states(states)  # the batch's own, so no check is needed
    shares = np.random.default_rng(batch.seeds).random(batch.num_games)
    group.lengths[:] = shares * lengths
    for number in range(group.lengths.max()):
        rows = group.lengths > number
        bot.act(batch, rows, actions)
        batch.step(actions, rows)
