"""Where the time goes."""

from time import perf_counter


class Stopwatch:
    """Adds up the seconds of each part of something that is done again and again; none is counted twice or left out."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        """By part, since the start."""
        self._before = 0.0

    def start(self) -> None:
        """Begin at 0."""
        self.seconds = {}
        self._before = perf_counter()

    def lap(self, part: str) -> None:
        """What was done since the last lap, or the start, was this part."""
        now = perf_counter()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self._before
        self._before = now
