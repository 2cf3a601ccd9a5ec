"""Signals that end a run: it ends after the update that it is at, so that what is saved can go on exactly."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from rich.console import Console

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Stop:
    """Whether the run was told to end."""

    def __init__(self, console: Console) -> None:
        self.asked = False
        self._console = console

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Take a signal; the second one ends the run at once."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        with suppress(OSError, SystemExit):  # a terminal that was closed, which is why the signal came, shows nothing
            self._console.out("ending after this update; a second time ends it at once, as it was saved last")


@contextmanager
def stopped_by_signals(console: Console) -> Iterator[Stop]:
    """Take the signals by which people and systems end programs, in the main thread, but those that whoever started
    this wants ignored, as `nohup` does."""
    stop = Stop(console)
    handlers: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        taken = [number for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
        handlers = {number: signal.signal(number, stop.ask) for number in taken}
    try:
        yield stop
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
