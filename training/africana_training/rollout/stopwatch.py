"""Time spent on each part of a repeated task."""

from time import perf_counter


class Stopwatch:
    """Adds up the seconds of each part; every moment counts for exactly one part."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        """By part, since the start."""
        self._before = 0.0

    def start(self) -> None:
        """Reset all parts to 0."""
        self.seconds = {}
        self._before = perf_counter()

    def lap(self, part: str) -> None:
        """Add the time since the last lap, or the start, to `part`."""
        now = perf_counter()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self._before
        self._before = now
