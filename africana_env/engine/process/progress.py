"""Progress reports of long work."""

from collections.abc import Callable

OnProgress = Callable[[int, int], None]
"""`progress(done, total)`."""


def no_progress(done: int, total: int) -> None:
    """Ignore progress."""
