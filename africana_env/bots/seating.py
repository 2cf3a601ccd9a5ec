"""Seating: which bot decides in which seat of each game of a batch."""

from collections.abc import Sequence

import numpy as np

from africana_env.bots.protocol import Bot, name_of
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.state import RUNNING
from africana_env.engine.process.errors import UserError, error_message, format_value, raised_in

LEARNER = -1
"""The index of a seat that no bot holds: whoever made the seating decides there."""
BOT_STREAM = 0x4F50504F4E454E54
"""Separates the seed of a bot's generator from its game's."""
SEAT_SHIFT = np.uint64(56)
"""The first seat that a bot holds in a game is in the highest bits: in the lowest, it would make bots in games of
neighbouring seeds draw the same."""


class Seating:
    """The bots in the seats of `num_games` games with `num_players` each; at first none.

    `bots` are those that play, and `seats` (`int64`, shape `(num_games, num_players)`) says who holds each seat: a
    bot's index, or `LEARNER`. To seat bots, write rows of what `add` returns into it, between games.
    """

    def __init__(self, num_games: int, num_players: int) -> None:
        self.bots: list[Bot] = []
        self.seats = np.full((num_games, num_players), LEARNER, np.int64)
        self._games = np.arange(num_games)

    def add(self, lineup: Sequence[Bot | None]) -> np.ndarray:
        """Add the bots of a lineup, in turn order, with None for the learner. Returns the holders of the seats in each
        rotation (`int64`, shape `(num_players, num_players)`): in row `s` the first of the lineup holds seat `s`."""
        for bot in lineup:
            if bot is not None and not any(bot is other for other in self.bots):
                self.bots.append(bot)
        holders = [next((i for i, other in enumerate(self.bots) if other is bot), LEARNER) for bot in lineup]
        return np.array([np.roll(holders, seat) for seat in range(len(holders))])

    @property
    def read_observations(self) -> bool:
        """Whether one of the bots reads observations."""
        return any(bot.reads_observations for bot in self.bots)

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """Prepare the bots for new games in the rows marked in `rows` (`bool`, shape `(num_games,)`); `seeds`
        (`uint64`, same shape) are those of the games, from which each bot gets one of its own where it sits. It depends
        on its seat in that game, not on what other bots sit in other games. Raises `UserError` where a bot has no place
        for a row."""
        for index, bot in enumerate(self.bots):
            sits = self.seats == index
            own = rows & sits.any(1)
            if own.any():
                first_seats = sits.argmax(1).astype(np.uint64)
                try:
                    bot.reset_rows(own, seeds ^ np.uint64(BOT_STREAM) ^ (first_seats << SEAT_SHIFT))
                except IndexError as error:
                    raise UserError(
                        f"the bot {format_value(name_of(bot))} failed in a batch of {len(rows)} games: "
                        f"{error_message(error)}{raised_in(error)}: was it made for as many?"
                    ) from error

    def act(self, batch: Batch, actions: np.ndarray) -> np.ndarray:
        """Put an action into `actions` (`int64`, shape `(num_games,)`) for every game in which a bot is to move;
        returns which games these are (`bool`, same shape). A seat may also have an index past the last bot: somebody
        else puts actions for it, and its games are among those returned."""
        if batch.num_games == 1:
            return self._act_in_one(batch, actions)
        deciders = np.where(batch.status == RUNNING, self.seats[self._games, batch.current_player], LEARNER)
        for index, bot in enumerate(self.bots):
            rows = deciders == index
            if rows.any():
                bot.act(batch, rows, actions)
        return deciders != LEARNER

    def _act_in_one(self, batch: Batch, actions: np.ndarray) -> np.ndarray:
        """`act` for one game, where arrays would take most of the time."""
        running = batch.status.item() == RUNNING
        decider = self.seats[0, batch.current_player.item()] if running else LEARNER
        if decider == LEARNER:
            return np.zeros(1, np.bool_)
        if decider < len(self.bots):  # otherwise whoever holds that seat is asked elsewhere
            row = np.ones(1, np.bool_)  # a fresh array, that the bot may keep or write into
            self.bots[decider].act(batch, row, actions)
        return np.ones(1, np.bool_)
