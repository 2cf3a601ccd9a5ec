"""Progress of a run, counted in decisions, so that it is the same run on any machine."""

from collections.abc import Callable
from dataclasses import dataclass

from africana_training.fields import Count, Minutes, NotNegative, Settings, Share


@dataclass
class Progress(Settings):
    """Progress of a run, and the decisions between which its schedules fall."""

    timesteps: Count = 0
    """Decisions played."""
    updates: Count = 0
    seconds: NotNegative = 0.0
    """Spent on playing and learning."""
    end: Count = 0
    """The run stops after this many decisions."""
    start: Count = 0
    """Decisions played when `end` was set."""
    start_share: Share = 0.0
    """Share of the run that was done then."""
    minutes: Minutes | None = None
    """The budget in the config when `end` was set."""
    total_timesteps: Count = 0
    """The same budget in decisions."""

    def share_done(self) -> float:
        """Share of the run that is done, from 0 to 1."""
        share = (self.timesteps - self.start) / max(1, self.end - self.start)
        return min(1.0, self.start_share + (1 - self.start_share) * share)

    def plan(self, end: int) -> None:
        """Set the end of the run to `end` decisions. Schedules continue from their current values; those of a finished
        run restart."""
        done = self.share_done() if self.end > 0 else 0.0
        self.start, self.start_share, self.end = self.timesteps, done % 1.0, max(end, self.timesteps)

    def add(self, decisions: int, seconds: float) -> None:
        """Count an update."""
        self.timesteps += decisions
        self.updates += 1
        self.seconds += seconds

    @property
    def bound_by_minutes(self) -> bool:
        """Whether `end` is what `minutes` allowed, and not `total_timesteps`."""
        return self.end < self.total_timesteps

    def is_planned_anew(self, minutes: float | None, total_timesteps: int) -> bool:
        """Whether this budget calls for another `end`. A finished run needs more of what bound it (minutes or
        decisions): the rest left by an estimate would only restart the schedules for a moment."""
        if not self.finished:
            return (self.minutes, self.total_timesteps) != (minutes, total_timesteps)
        if self.bound_by_minutes and self.minutes is not None:
            return minutes is None or minutes > self.minutes
        return total_timesteps > self.total_timesteps

    @property
    def finished(self) -> bool:
        """Whether the run has reached its end."""
        return self.timesteps >= self.end


OnUpdate = Callable[[Progress, dict[str, float]], None]
"""Called after every update of the training, with its metrics."""
