"""The trajectory of a game: positions, evaluations by a bot, and regrets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from africana_env.bots import Bot
from africana_env.bots.asking import Evaluation, evaluate_position
from africana_env.bots.bot_errors import bot_errors
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.contract import Edition, Game
from africana_env.viewer.regret import Regret


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
                evaluations.append(evaluate_position(bot, batch) if bot is not None and is_asked else None)
    return Trajectory(game, edition, states, record.actions, evaluations)
