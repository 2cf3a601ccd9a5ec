"""Analysis of a finished game: what each move cost, computed in a thread."""

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
"""For each legal action. A game takes a few seconds, the longest half a minute."""
MAX_COSTLIEST = 3
"""Number of a player's costliest decisions to list."""
MIN_ERRORS = 2.0
"""A decision is costly if it lost more than this many standard errors."""


class Analysis:
    """The analysis of a finished game. The session must not change."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.record = session.record
        self.share = 0.0
        """The completed share."""
        self.trajectory: Trajectory | None = None
        """The game with its regrets, once complete."""
        self.problem: str | None = None
        """Why the analysis failed, or None."""
        self._is_cancelled = False
        threads.start(self._run)

    def cancel(self) -> None:
        """Stop soon."""
        self._is_cancelled = True

    def _run(self) -> None:
        game = self.session.game
        try:
            played = play_again(self.record, game, self.session.edition)
            self.trajectory = with_regrets(played, ROLLOUTS, strongest_bot(game), progress=self._progress)
        except Exception as error:  # a game of another package may raise anything
            self.problem = error_message(error)

    def _progress(self, done: int, total: int) -> None:
        if self._is_cancelled:
            raise UserError("the analysis was cancelled")
        self.share = done / total

    def summary(self, seat: int) -> dict[str, Any]:
        """Return the progress or the problem, for JSON. Once complete, return the points that each player's decisions
        lost, with standard errors, and this seat's costliest decisions."""
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
    """Return whether a decision clearly lost points."""
    return regret.points > MIN_ERRORS * regret.error


def total(regrets: list[Regret]) -> dict[str, float]:
    """Return the points that decisions lost together, the number of decisions and how many were costly."""
    points = sum(regret.points for regret in regrets)
    errors = np.array([regret.error for regret in regrets])
    numbers = {"decisions": len(regrets), "costly": sum(map(is_costly, regrets))}
    return {**rounded(max(points, 0.0), float(np.sqrt((errors**2).sum()))), **numbers}


def rounded(points: float, error: float) -> dict[str, float]:
    return {"points": round(points, 2), "error": round(error, 2)}
