"""Threads for what takes long. No one waits for them when the program ends."""

import threading
from collections.abc import Callable

NAME = "africana-thinking"


def start(work: Callable[[], None]) -> None:
    """Do some work in a thread."""
    threading.Thread(target=work, name=NAME, daemon=True).start()


def any_at_work() -> bool:
    """Whether such a thread still works."""
    return any(thread.name == NAME for thread in threading.enumerate())
