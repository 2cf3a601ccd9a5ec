"""Guarded bots: an error, an illegal action or a timeout forfeits one game and stops nothing else."""

import signal
import threading
from collections import Counter
from collections.abc import Callable
from copy import copy
from time import perf_counter, process_time
from types import FrameType

import numpy as np

from africana_env.bots import Bot
from africana_env.bots.decisions import NO_ACTION, illegal_rows, row_parts
from africana_env.bots.function import FunctionBot
from africana_env.bots.protocol import CountsCosts
from africana_env.bots.scripted import CompiledBot
from africana_env.engine.batch.batch import Batch
from africana_env.engine.process.errors import error_message, escape, raised_in
from africana_env.engine.process.process_state import process_state_restored

SECONDS, DECISIONS = "seconds", "decisions"
"""The costs that every bot has."""
Spent = dict[str, float]
"""Costs of a bot by name."""
MAX_COST = 1e12
"""The largest cost that a tournament's file accepts."""
GRACE_SECONDS = 0.1
"""Time for cleaning up after a time limit, before the next interrupt."""
REPEAT_SECONDS = 1e-4
"""Time between further interrupts: one of them arrives outside the bot's `except` blocks."""


class TimeLimitExceeded(BaseException):
    """Raised inside a bot that takes too long for a decision."""


class GuardedBot:
    """A bot whose errors are recorded instead of raised, and whose time is measured.

    When the bot fails, a legal action replaces its own, and `failures` keeps the reason by row until the caller clears
    it. Changes to its arguments affect its own decisions only. With a time limit the bot decides one game at a time, so
    that the limit is per decision. Compiled code, bots outside the main thread and bots on Windows cannot be
    interrupted; their time limit is checked afterwards.
    """

    def __init__(self, bot: Bot, time_limit: float | None = None) -> None:
        self.bot = bot
        self.reads_observations = bot.reads_observations
        self.time_limit = time_limit
        """Seconds for each decision."""
        self.failures: dict[int, str] = {}
        self._unprepared: dict[int, str] = {}
        """Why the bot could not begin the game, by row."""
        self._leaves_batches_alone = isinstance(bot, (CompiledBot, FunctionBot))
        self._seconds, self._decisions = 0.0, 0
        self._counted: Counter[str] = Counter()

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`. A failure counts as one of the bot's first decision in that game."""
        self._unprepared = {row: reason for row, reason in self._unprepared.items() if not rows[row]}
        self._unprepared |= self._faults(lambda some: self.bot.reset_rows(some.copy(), seeds.copy()), rows)

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`; the bot's errors are recorded, not raised."""
        shown = batch if self._leaves_batches_alone else detached(batch)  # not counted as the bot's time
        start = process_time()

        def decide(some: np.ndarray) -> None:
            chosen = np.full_like(actions, NO_ACTION)
            self.bot.act(shown, some.copy(), chosen)
            actions[some] = chosen[some]

        failed = {row: reason for row, reason in self._unprepared.items() if rows[row]}
        asked = rows.copy()
        asked[list(failed)] = False
        failed |= self._faults(decide, asked)
        for row in failed:
            actions[row] = batch.action_mask[row].argmax()
        self.failures |= failed
        self._check_legal(batch, rows, actions)
        self._seconds += process_time() - start
        self._decisions += int(rows.sum())

    def take_spent(self) -> Spent:
        """Return the costs since the last call: `seconds`, `decisions` and what the bot counts itself.

        `seconds` is processor time over all cores, for the decisions and their checks.
        """
        spent: Spent = {SECONDS: self._seconds, DECISIONS: self._decisions}
        self._seconds, self._decisions = 0.0, 0
        counted = counted_costs(self.bot)
        spent |= {name: number for name, number in (counted - self._counted).items() if name not in spent}
        self._counted = counted
        return spent

    def _faults(self, ask: Callable[[np.ndarray], None], rows: np.ndarray) -> dict[int, str]:
        """Ask the bot for the marked rows, and return its failures by row. After a failure, rows are asked singly."""
        if not rows.any() or (self.time_limit is None and rows.sum() > 1 and self._fault(ask, rows) is None):
            return {}
        faults = {int(one.argmax()): self._fault(ask, one) for one in row_parts(rows, 1)}
        return {row: reason for row, reason in faults.items() if reason is not None}

    def _fault(self, ask: Callable[[np.ndarray], None], rows: np.ndarray) -> str | None:
        try:
            with process_state_restored():
                call_within(self.time_limit, ask, rows)
        except TimeLimitExceeded:
            return f"it took more than {self.time_limit:g} s for a decision"
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return error_message(error) + raised_in(error)
        return None

    def _check_legal(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        for row in illegal_rows(batch, rows, actions):
            self.failures[row] = batch.illegal(int(actions[row]), row)
            actions[row] = batch.action_mask[row].argmax()


def counted_costs(bot: Bot) -> Counter[str]:
    """Return the valid costs that a bot has counted itself; see `CountsCosts`."""
    costs = bot.costs if isinstance(bot, CountsCosts) else None
    if not isinstance(costs, Counter):
        return Counter()
    return Counter({escape(str(name)): float(cost) for name, cost in costs.items() if is_cost(cost)})


def is_cost(value: object) -> bool:
    """Return whether a tournament's file can hold this cost."""
    return isinstance(value, (int, float, np.integer, np.floating)) and bool(0 <= value <= MAX_COST)


def add_costs(one: Spent, other: Spent) -> Spent:
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}


def detached(batch: Batch) -> Batch:
    """Return a copy of a batch that shares no arrays with it."""
    made = copy(batch)
    state = batch.__getstate__()
    made.__setstate__({key: value.copy() if isinstance(value, np.ndarray) else value for key, value in state.items()})
    return made


def call_within(seconds: float | None, call: Callable[[np.ndarray], None], rows: np.ndarray) -> None:
    """Call `call(rows)`; raise `TimeLimitExceeded` if it takes longer, inside the call where the system allows it."""
    if seconds is None:
        call(rows)
        return
    start = perf_counter()
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        call_interrupted(seconds, call, rows)
    else:
        call(rows)
    if perf_counter() - start > seconds:
        raise TimeLimitExceeded


def call_interrupted(seconds: float, call: Callable[[np.ndarray], None], rows: np.ndarray) -> None:
    """Call `call(rows)`, and raise `TimeLimitExceeded` inside it after `seconds` and again until it returns."""
    alarms = 0

    def on_alarm(number: int, frame: FrameType | None) -> None:
        nonlocal alarms
        alarms += 1
        if alarms == 2:
            signal.setitimer(signal.ITIMER_REAL, REPEAT_SECONDS, REPEAT_SECONDS)
        if frame is not None and frame.f_code not in own:
            raise TimeLimitExceeded

    own = (call_interrupted.__code__, on_alarm.__code__)  # never raise where the timer is stopped
    before = signal.signal(signal.SIGALRM, on_alarm)
    start, left, interval = perf_counter(), 0.0, 0.0
    try:
        left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, GRACE_SECONDS)
        call(rows)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:  # restart the caller's own timer
            signal.setitimer(signal.ITIMER_REAL, max(left - (perf_counter() - start), REPEAT_SECONDS), interval)
