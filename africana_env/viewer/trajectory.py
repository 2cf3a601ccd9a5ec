"""The trajectory of a game: positions, evaluations by a bot, and regrets."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from africana_env.bots import Bot, GivesProbabilities
from africana_env.bots.bot_errors import bot_errors
from africana_env.bots.protocol import GivesValues
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.contract import Edition, Game
from africana_env.viewer.regret import Regret

EVERY_ROW = np.ones(1, np.bool_)


@dataclass(frozen=True)
class Evaluation:
    """A bot's evaluation of a position."""

    probabilities: dict[int, float]
    """Probabilities by action, without zeros."""
    value: float | None
    """The expected return, for a bot that `GivesValues`."""


@dataclass(frozen=True)
class Trajectory:
    """A game from its start."""

    game: Game
    edition: Edition
    states: Sequence[Any]
    """Records of `game.state_dtype`, one more than `actions`."""
    actions: Sequence[int]
    evaluations: Sequence[Evaluation | None]
    """The evaluation of the position before each decision."""
    regrets: Sequence[Regret | None] = ()
    """The regret of each decision, if computed."""
    regret_bot: str = ""
    """The bot that played the rollouts of the regrets."""

    @property
    def movers(self) -> list[int]:
        """The seat that made each decision."""
        return [int(state["current_player"]) for state in self.states[:-1]]


def play_again(
    record: GameRecord, game: Game, edition: Edition, bot: Bot | None = None, seat: int | None = None
) -> Trajectory:
    """Return the trajectory of a recorded game. `bot` evaluates all decisions, or those of one `seat`.

    Raises `UserError` for a record that cannot be played, and for any error in the bot.
    """
    states: list[Any] = []
    evaluations: list[Evaluation | None] = []
    for number, batch in enumerate(record.replay(game, edition)):
        states.append(batch.states[0].copy())
        if number < len(record.actions):
            is_asked = bot is not None and batch.running[0] and seat in (None, batch.current_player[0])
            with bot_errors("the bot failed: "):
                evaluations.append(evaluate(bot, batch) if bot is not None and is_asked else None)
    return Trajectory(game, edition, states, record.actions, evaluations)


def evaluate(bot: Bot, batch: Batch) -> Evaluation:
    """Evaluate the position of a batch of one. A bot without probabilities gets 1 for its action."""
    if isinstance(bot, GivesProbabilities):
        likely = bot.probabilities(batch, EVERY_ROW)[0]
    else:
        actions = np.zeros(1, np.int64)
        bot.act(batch, EVERY_ROW, actions)
        likely = np.eye(len(batch.game.actions))[actions[0]]
    value = float(bot.values(batch, EVERY_ROW)[0]) if isinstance(bot, GivesValues) else None
    chosen = {int(action): float(likely[action]) for action in np.flatnonzero(likely)}
    return Evaluation(chosen, value if value is not None and isfinite(value) else None)
