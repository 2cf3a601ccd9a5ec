"""Signals that stop a run: it stops after the current update, so that the saved run resumes exactly."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from rich.console import Console

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Stop:
    """Whether a signal asked the run to stop."""

    def __init__(self, console: Console) -> None:
        self.asked = False
        self._console = console

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal; the second one stops the run at once."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        with suppress(OSError, SystemExit):  # a terminal that was closed, which is why the signal came, shows nothing
            self._console.out("ending after this update; a second time ends it at once, as it was saved last")


@contextmanager
def stopped_by_signals(console: Console) -> Iterator[Stop]:
    """Handle stop signals in the main thread, except those that are ignored already, as under `nohup`, and those that
    something else than Python handles."""
    stop = Stop(console)
    handlers: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        taken = [number for number in SIGNALS if signal.getsignal(number) not in (signal.SIG_IGN, None)]
        handlers = {number: signal.signal(number, stop.ask) for number in taken}
    try:
        yield stop
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
