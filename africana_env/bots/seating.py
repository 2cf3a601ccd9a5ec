"""Seating: which bot holds which seat in each game of a batch."""

from collections.abc import Sequence

import numpy as np

from africana_env.bots.protocol import Bot, name_of
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.state import RUNNING
from africana_env.engine.process.errors import UserError, error_message, format_value, raised_in

LEARNER = -1
"""The index of a seat without a bot: the caller decides there."""
BOT_STREAM = 0x4F50504F4E454E54
"""Separates the seed of a bot's generator from the game's."""
SEAT_SHIFT = np.uint64(56)
"""A bot's first seat goes into the highest bits of its seed. In the lowest bits, bots in games with neighbouring seeds
would draw the same numbers."""


class Seating:
    """The bots in the seats of `num_games` games with `num_players` each; initially none.

    `seats` (`int64`, shape `(num_games, num_players)`) has an index into `bots` per seat, or `LEARNER`. To seat bots,
    copy rows of the result of `add` into it, between games.
    """

    def __init__(self, num_games: int, num_players: int) -> None:
        self.bots: list[Bot] = []
        self.seats = np.full((num_games, num_players), LEARNER, np.int64)
        self._games = np.arange(num_games)

    def add(self, lineup: Sequence[Bot | None]) -> np.ndarray:
        """Add the bots of a lineup, in turn order, with None for the learner.

        Returns the indices by seat for each rotation (`int64`, shape `(num_players, num_players)`): in row `s` the
        first of the lineup holds seat `s`.
        """
        for bot in lineup:
            if bot is not None and not any(bot is other for other in self.bots):
                self.bots.append(bot)
        holders = [next((i for i, other in enumerate(self.bots) if other is bot), LEARNER) for bot in lineup]
        return np.array([np.roll(holders, seat) for seat in range(len(holders))])

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """Prepare the bots for new games in the rows marked in `rows` (`bool`, shape `(num_games,)`).

        Each bot's seed follows from the game's seed in `seeds` (`uint64`, same shape) and the bot's seat. Raises
        `UserError` for a bot made for fewer games.
        """
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
                        f"{error_message(error)}{raised_in(error)}: was it made for that many?"
                    ) from error

    def act(self, batch: Batch, actions: np.ndarray) -> np.ndarray:
        """Write an action into `actions` (`int64`, shape `(num_games,)`) for every game with a bot to move, and return
        these games (`bool`, same shape). For indices past the last bot, the caller writes the actions; their games are
        returned, too."""
        if batch.num_games == 1:
            return self._act_in_one(batch, actions)
        deciders = np.where(batch.status == RUNNING, self.seats[self._games, batch.current_player], LEARNER)
        for index, bot in enumerate(self.bots):
            rows = deciders == index
            if rows.any():
                bot.act(batch, rows, actions)
        return deciders != LEARNER

    def _act_in_one(self, batch: Batch, actions: np.ndarray) -> np.ndarray:
        """`act` for one game, faster without arrays."""
        running = batch.status.item() == RUNNING
        decider = self.seats[0, batch.current_player.item()] if running else LEARNER
        if decider == LEARNER:
            return np.zeros(1, np.bool_)
        if decider < len(self.bots):  # otherwise the caller decides
            row = np.ones(1, np.bool_)  # a fresh array, which the bot may keep or change
            self.bots[decider].act(batch, row, actions)
        return np.ones(1, np.bool_)
