"""Games of one number of players that are trained on, and who sits there."""

import numpy as np
import torch
from torch import Tensor

from africana_env import LEARNER, Batch, Seating, make_bot
from africana_env.bots.faults import NamedBot
from africana_env.bots.protocol import keeps_generators
from training.rollout.league import League
from training.tensors import as_bytes, from_bytes, put

EXPERT_STREAM = np.uint64(0x455850455254)
"""What separates the seeds of a teacher's generators from those of the games."""


class Table:
    """Games of one number of players, who holds their seats, and perhaps a teacher who says what it would do."""

    def __init__(self, batch: Batch, league: League, teacher: str | None) -> None:
        self.batch, self.league = batch, league
        games, players = batch.num_games, batch.num_players
        self.every_row = np.ones(games, np.bool_)
        self._rows = np.arange(games)
        self.teacher = None if teacher is None else NamedBot(make_bot(teacher, batch.game, games))
        self.lengths = np.zeros(games, np.int64)
        """Decisions so far."""
        self.seating = Seating(games, players)
        self._bots = [NamedBot(make_bot(spelling, batch.game, games)) for spelling in league.opponents]
        self.seating.bots = [*self._bots]
        self._changed = np.zeros(games, np.bool_)
        """Where the holders of seats were others when the game began: it tells nothing of those of now."""

    @property
    def all_bots(self) -> list[NamedBot]:
        """Those who hold seats, and the teacher."""
        return [*self._bots, *([] if self.teacher is None else [self.teacher])]

    def with_past(self) -> np.ndarray:
        """In which games a past version of the policy sits (`bool`, (games,))."""
        held = self.seating.seats >= len(self.seating.bots)
        return np.logical_or.reduce(held, 1)

    def change_snapshots(self) -> None:
        """Note that from now on another past version holds the seats of the one that played so far."""
        self._changed |= self.with_past()

    def reset(self, seed: int) -> None:
        """Begin all games anew, with the policy in all seats."""
        self.batch.reset(seed)
        self.lengths[:] = 0
        self._changed[:] = False
        self.seating.seats[:] = LEARNER
        self._reset_bots(self.every_row)

    def deciders(self) -> np.ndarray:
        """Who is to move in each game, `LEARNER` or the index of a holder, see `League.draw_seats`."""
        return self.seating.seats[self._rows, self.batch.current_player]

    def act(self, actions: np.ndarray) -> np.ndarray:
        """Replace `actions` where bots are to move; returns where the policy decides and nobody else (`bool`,
        (games,))."""
        return ~self.seating.act(self.batch, actions)

    def teach(self, actions: np.ndarray) -> None:
        """Put into `actions` what the teacher would do."""
        assert self.teacher is not None
        self.teacher.act(self.batch, self.every_row, actions)

    def record_step(self) -> None:
        """Note what the last step of all games brought, and draw who holds the seats of those that have begun."""
        self.lengths += 1
        over = self.batch.done != 0
        if not over.any():
            return
        told = over & ~self._changed
        self.league.record(self.seating.seats[told], self.batch.outcome[told], self.lengths[told])
        self.lengths[over] = 0
        self._changed[over] = False
        self.seating.seats[over] = self.league.draw_seats(int(over.sum()), self.batch.num_players)
        self._reset_bots(over)

    def _reset_bots(self, rows: np.ndarray) -> None:
        self.seating.reset_rows(rows, self.batch.seeds)
        if self.teacher is not None:
            self.teacher.reset_rows(rows, self.batch.seeds ^ EXPERT_STREAM)

    # Saving

    def state_dict(self) -> dict[str, Tensor]:
        """All that changes, for `load_state_dict`. Of bots their random numbers: others keep nothing."""
        state = {
            "states": as_bytes(self.batch.states),
            "seats": torch.from_numpy(self.seating.seats.copy()),
            "lengths": torch.from_numpy(self.lengths.copy()),
            "changed": torch.from_numpy(self._changed.copy()),
        }
        for index, bot in enumerate(self.all_bots):
            if keeps_generators(bot.bot):
                state[f"generators.{index}"] = as_bytes(bot.bot.generators)
        return state

    def load_state_dict(self, state: dict[str, Tensor]) -> None:
        """Go on from `state`; raises `UserError` if the games in it cannot go on."""
        self.batch.set_states(from_bytes(state["states"], self.batch.states.dtype))
        for name, array in (("seats", self.seating.seats), ("lengths", self.lengths), ("changed", self._changed)):
            put(state[name].numpy(), array)
        if not ((self.seating.seats >= LEARNER) & (self.seating.seats < self.league.holders)).all():
            raise ValueError("somebody unknown holds a seat")
        self._reset_bots(self.every_row)
        for index, bot in enumerate(self.all_bots):
            if keeps_generators(bot.bot):
                put(from_bytes(state[f"generators.{index}"], bot.bot.generators.dtype), bot.bot.generators)
