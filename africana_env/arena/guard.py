"""Bots that fail lose their game and nothing else: errors, illegal actions and time limits."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, process_time
from types import FrameType

import numpy as np

from africana_env.bots import Bot
from africana_env.bots.protocol import are_legal
from africana_env.engine.batch import Batch
from africana_env.engine.files import reason_of


class TimeLimitExceeded(BaseException):
    """Raised inside a bot that thinks for too long."""


class GuardedBot:
    """A bot whose faults are noted instead of raised, and whose time is taken.

    Where it fails, any legal action is put in its place, and `failures` says why, by row, until it is emptied. Nothing
    interrupts compiled code, nor a bot outside the main thread or on Windows: there a time limit is noticed afterwards.
    """

    def __init__(self, bot: Bot, time_limit: float | None = None) -> None:
        self.bot = bot
        self.reads_observations = bot.reads_observations
        self.time_limit = time_limit
        """Seconds for each decision."""
        self.failures: dict[int, str] = {}
        self._seconds, self._decisions = 0.0, 0

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`."""
        self.bot.reset_rows(rows, seeds)

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`; raises nothing that the bot raises."""
        start = process_time()
        reason = self._try(batch, rows, actions)
        alone = [rows] if reason is None or rows.sum() == 1 else list(each(rows))
        for some in alone:
            if some is not rows:
                reason = self._try(batch, some, actions)
            if reason is not None:
                self.failures[int(some.argmax())] = reason
                actions[some] = batch.action_mask[some].argmax(1)
        self._check_legal(batch, rows, actions)
        self._seconds += process_time() - start
        self._decisions += int(rows.sum())

    def take_time(self) -> tuple[float, int]:
        """Processor time since the last call, in seconds and on all cores together, and the decisions taken in it."""
        taken = self._seconds, self._decisions
        self._seconds, self._decisions = 0.0, 0
        return taken

    def _try(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> str | None:
        """Let the bot decide; returns what went wrong."""
        limit = None if self.time_limit is None else self.time_limit * int(rows.sum())
        start = perf_counter()
        try:
            with interrupted_after(limit):
                self.bot.act(batch, rows, actions)
        except TimeLimitExceeded:
            return f"it took more than {self.time_limit:g} s for a decision"
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return told(error)
        if limit is not None and perf_counter() - start > limit:
            return f"it took more than {self.time_limit:g} s for a decision"
        return None

    def _check_legal(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        legal = are_legal(batch.action_mask[rows], actions[rows])
        for row in np.flatnonzero(rows)[~legal].tolist():
            self.failures[row] = batch.illegal(int(actions[row]))
            actions[row] = batch.action_mask[row].argmax()


def told(error: BaseException) -> str:
    """Which error a bot raised and, if that can be told, why."""
    name = type(error).__name__
    try:
        return f"{name}: {reason_of(error)}"
    except Exception:
        return name


def each(rows: np.ndarray) -> Iterator[np.ndarray]:
    """Masks of the marked rows one by one."""
    for row in np.flatnonzero(rows):
        yield np.arange(len(rows)) == row


@contextmanager
def interrupted_after(seconds: float | None) -> Iterator[None]:
    """Raise `TimeLimitExceeded` inside if it takes longer, where the system can."""
    if seconds is None or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeLimitExceeded

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
