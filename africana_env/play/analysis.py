"""Analysis of a finished game, computed in a thread."""

from typing import Any

from africana_env.engine.process.errors import UserError, error_message
from africana_env.play import threads
from africana_env.play.game_session import GameSession
from africana_env.play.views import names_for
from africana_env.viewer.judge import judged, judgement_data
from africana_env.viewer.trajectory import Trajectory, play_again


class Analysis:
    """The analysis of a finished game. The session must not change."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.record = session.record
        self.share = 0.0
        """The completed share."""
        self.trajectory: Trajectory | None = None
        """The game with its judgement, once complete."""
        self.problem: str | None = None
        """Why the analysis failed, or None."""
        self._is_cancelled = False
        threads.start(self._run)

    def cancel(self) -> None:
        """Stop soon."""
        self._is_cancelled = True

    def _run(self) -> None:
        try:
            played = play_again(self.record, self.session.game, self.session.edition)
            self.trajectory = judged(played, progress=self._progress)
        except Exception as error:  # a game of another package may raise anything
            self.problem = error_message(error)

    def _progress(self, done: int, total: int) -> None:
        if self._is_cancelled:
            raise UserError("the analysis was cancelled")
        self.share = done / total

    def summary(self, seat: int) -> dict[str, Any]:
        """Return the progress or the problem, for JSON; once complete, the judgement with the names that `seat`
        sees."""
        if self.trajectory is None:
            return {"share": self.share, "problem": self.problem}
        return judgement_data(self.trajectory, names_for(self.session, seat))
