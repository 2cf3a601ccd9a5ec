"""How work that takes long reports its progress."""

from collections.abc import Callable

OnProgress = Callable[[int, int], None]
"""`progress(done, total)`: how much has been done, and how much there is to do."""


def no_progress(done: int, total: int) -> None:
    """Ignore progress."""
