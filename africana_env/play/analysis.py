"""What the decisions of a game that is over gave away, found in a thread while people look at its end."""

from typing import Any

import numpy as np

from africana_env.bots.registry import strongest_bot
from africana_env.engine.process.errors import UserError, error_message
from africana_env.play import threads
from africana_env.play.game_session import GameSession
from africana_env.play.views import action_text
from africana_env.viewer.regret import Regret
from africana_env.viewer.replay import with_regrets
from africana_env.viewer.trajectory import Trajectory, play_again

ROLLOUTS = 32
"""Of each legal action: a few seconds for a whole game, up to half a minute for the longest."""
MAX_COSTLIEST = 3
"""Decisions of a player that are named, at most."""
MIN_ERRORS = 2.0
"""Standard errors that a decision must have given away to be named and counted as costly."""


class Analysis:
    """The analysis of a game that is over, in a session that stays as it is."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.record = session.record
        self.share = 0.0
        """How much of it is done."""
        self.trajectory: Trajectory | None = None
        """The game with what each decision gave away, when that is known."""
        self.problem: str | None = None
        """Why it came to nothing, or None."""
        self._is_given_up = False
        threads.start(self._run)

    def give_up(self) -> None:
        """Let it end soon."""
        self._is_given_up = True

    def _run(self) -> None:
        game = self.session.game
        try:
            played = play_again(self.record, game, self.session.edition)
            self.trajectory = with_regrets(played, ROLLOUTS, strongest_bot(game), progress=self._progress)
        except Exception as error:  # a game of another package may do anything
            self.problem = error_message(error)

    def _progress(self, done: int, total: int) -> None:
        if self._is_given_up:
            raise UserError("the analysis was given up")
        self.share = done / total

    def summary(self, seat: int) -> dict[str, Any]:
        """For JSON: how much is done or why it came to nothing, and at the end what the decisions of each player gave
        away in all, in points with a standard error, and which decisions cost this seat most."""
        if self.trajectory is None:
            return {"share": self.share, "problem": self.problem}
        found = list(zip(self.trajectory.movers, self.trajectory.regrets, strict=True))
        players = range(len(self.session.players))
        own = [(number, regret) for number, (mover, regret) in enumerate(found) if regret and mover == seat]
        costly = [(number, regret) for number, regret in own if is_costly(regret)]
        costliest = sorted(costly, key=lambda pair: -pair[1].points)[:MAX_COSTLIEST]
        return {
            "bot": self.trajectory.regret_bot,
            "rollouts": ROLLOUTS,
            "given_away": [total([regret for mover, regret in found if regret and mover == one]) for one in players],
            "costliest": [self._named(number, regret, seat) for number, regret in costliest],
        }

    def _named(self, number: int, regret: Regret, seat: int) -> dict[str, Any]:
        chosen = (self.record.actions[number], regret.best)
        taken, better = (action_text(self.session, seat, action, seat) for action in chosen)
        return {"decision": number + 1, "taken": taken, "better": better, **rounded(regret.points, regret.error)}


def is_costly(regret: Regret) -> bool:
    """Whether a decision gave something away beyond doubt."""
    return regret.points > MIN_ERRORS * regret.error


def total(regrets: list[Regret]) -> dict[str, float]:
    """What several decisions gave away together, how many they are, and how many of them were costly."""
    points = sum(regret.points for regret in regrets)
    errors = np.array([regret.error for regret in regrets])
    numbers = {"decisions": len(regrets), "costly": sum(map(is_costly, regrets))}
    return {**rounded(max(points, 0.0), float(np.sqrt((errors**2).sum()))), **numbers}


def rounded(points: float, error: float) -> dict[str, float]:
    """Points and their standard error, as they are shown."""
    return {"points": round(points, 2), "error": round(error, 2)}
