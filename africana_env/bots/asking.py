"""Asks a bot for one decision."""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from africana_env.bots.decisions import NO_ACTION, illegal_rows
from africana_env.bots.protocol import Bot, GivesProbabilities, GivesValues, name_of
from africana_env.engine.batch.batch import Batch
from africana_env.engine.process.errors import UserError


@dataclass(frozen=True)
class Evaluation:
    """A bot's action probabilities and value of a position."""

    probabilities: dict[int, float]
    """The probability of each action that it may take."""
    value: float | None
    """The expected return, if it has one, see `GivesValues`."""


def choose_action(bot: Bot, batch: Batch, row: int = 0) -> int:
    """Return the action that a bot takes for the player to move in a game of a batch. The bot must be made for the
    batch's number of games: 1 for the `batch` of an environment.

    Raises `UserError` if the bot takes no legal action.
    """
    rows, actions = np.arange(batch.num_games) == row, np.full(batch.num_games, NO_ACTION, np.int64)
    bot.act(batch, rows, actions)
    if illegal_rows(batch, rows, actions):
        raise UserError(f"the bot {name_of(bot)} took no legal action")
    return int(actions[row])


def evaluate_position(bot: Bot, batch: Batch, row: int = 0) -> Evaluation:
    """Return a bot's action probabilities and value for the player to move in a game of a batch. A bot without
    probabilities gives 1 to the action that it takes. The bot must be made for the batch's number of games."""
    rows = np.arange(batch.num_games) == row
    value = float(bot.values(batch, rows)[0]) if isinstance(bot, GivesValues) else None
    if isinstance(bot, GivesProbabilities):
        likely = bot.probabilities(batch, rows)[0]
        probabilities = {int(action): float(likely[action]) for action in np.flatnonzero(likely)}
    else:
        probabilities = {choose_action(bot, batch, row): 1.0}
    return Evaluation(probabilities, value if value is not None and isfinite(value) else None)
