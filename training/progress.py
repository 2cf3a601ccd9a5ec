"""How far a run is: by decisions alone, so that it is the same run on any machine."""

from dataclasses import dataclass

from training.fields import Count, Minutes, NotNegative, Settings, Share


@dataclass
class Progress(Settings):
    """What a run has done, and between which decisions its learning rate falls."""

    timesteps: Count = 0
    """Decisions learned from or passed over."""
    updates: Count = 0
    seconds: NotNegative = 0.0
    """Spent on playing and learning."""
    end: Count = 0
    """The run stops after this many decisions."""
    start: Count = 0
    """When `end` was decided on."""
    start_share: Share = 0.0
    """The share of the run that was done then."""
    minutes: Minutes | None = None
    """The budget that `end` was made of, as the config had it."""
    total_timesteps: Count = 0
    """The same, in decisions."""

    def share_done(self) -> float:
        """How much of the run is done, from 0 to 1."""
        share = (self.timesteps - self.start) / max(1, self.end - self.start)
        return min(1.0, self.start_share + (1 - self.start_share) * share)

    def plan(self, end: int) -> None:
        """Stop after `end` decisions instead. What falls with the share done goes on from where it is; in a run that
        was over it begins anew."""
        done = self.share_done() if self.end > 0 else 0.0
        self.start, self.start_share, self.end = self.timesteps, done % 1.0, max(end, self.timesteps)

    @property
    def bound_by_minutes(self) -> bool:
        """Whether `end` is what `minutes` allowed, and not `total_timesteps`."""
        return self.end < self.total_timesteps

    def is_planned_anew(self, minutes: float | None, total_timesteps: int) -> bool:
        """Whether this budget calls for another `end`. Where a run is over, only if there is more of what it was bound
        by: by what an estimate has left over it would learn as fast as at its beginning, for a moment."""
        if not self.finished:
            return (self.minutes, self.total_timesteps) != (minutes, total_timesteps)
        if self.bound_by_minutes and self.minutes is not None:
            return minutes is None or minutes > self.minutes
        return total_timesteps > self.total_timesteps

    @property
    def finished(self) -> bool:
        """Whether the run is over."""
        return self.timesteps >= self.end
