"""The trajectory of a game: positions, evaluations by a bot, and the judgement."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from africana_env.bots import Bot
from africana_env.bots.asking import Evaluation, evaluate_position
from africana_env.bots.bot_errors import bot_errors
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.contract import Edition, Game


@dataclass(frozen=True)
class KeyDecision:
    """A decision that mattered, and the judge's move."""

    decision: int
    """Its index in the game."""
    better: int
    """The action that the judge would have taken."""
    lost: float
    """The share of the win that its player lost on average."""
    error: float
    """The standard error of `lost`."""


@dataclass(frozen=True)
class Judgement:
    """What the judge found in a game."""

    judge: str
    """The spelling of the judge."""
    player: str
    """The spelling of the bot that played the games to the end."""
    chances: np.ndarray
    """Each seat's share of the win at the start and after every decision, shape `(decisions + 1, seats)`."""
    key_decisions: Sequence[KeyDecision]
    """The decisions that lost most, the worst first."""


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
    judgement: Judgement | None = None
    """See `viewer.judge`."""

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
                evaluations.append(evaluate_position(bot, batch) if bot is not None and is_asked else None)
    return Trajectory(game, edition, states, record.actions, evaluations)
