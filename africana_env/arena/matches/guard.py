"""Guards bots against their errors, illegal actions and time limits: a bot that fails loses that game only."""

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
"""What every bot spends."""
Spent = dict[str, float]
"""What a bot has spent, by what it is."""
MAX_COST = 1e12
"""The most that a file keeps as spent."""
GRACE_SECONDS = 0.1
"""Seconds after a time limit in which a bot may clean up; then it is interrupted again."""
REPEAT_SECONDS = 1e-4
"""Seconds between further interrupts: one of them comes while the bot catches nothing."""


class TimeLimitExceeded(BaseException):
    """Raised inside a bot that takes too long for a decision."""


class GuardedBot:
    """A bot whose errors are recorded instead of raised, and whose time is measured.

    Where it fails, any legal action is put in its place, and `failures` says why, by row, until it is emptied. What it
    does to its arguments changes its own decisions alone. With a time limit it is asked for one game at a time, so that
    the limit does not depend on what is played beside it. Nothing interrupts compiled code, nor a bot outside the main
    thread or on Windows: there a time limit is noticed afterwards.
    """

    def __init__(self, bot: Bot, time_limit: float | None = None) -> None:
        self.bot = bot
        self.reads_observations = bot.reads_observations
        self.time_limit = time_limit
        """Seconds for each decision."""
        self.failures: dict[int, str] = {}
        self._unprepared: dict[int, str] = {}
        """Why it could not begin the game, by row."""
        self._leaves_batches_alone = isinstance(bot, (CompiledBot, FunctionBot))
        self._seconds, self._decisions = 0.0, 0
        self._counted: Counter[str] = Counter()

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`; where it fails, its first decision in that game is a failure."""
        self._unprepared = {row: reason for row, reason in self._unprepared.items() if not rows[row]}
        self._unprepared |= self._faults(lambda some: self.bot.reset_rows(some.copy(), seeds.copy()), rows)

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`; raises nothing that the bot raises."""
        shown = batch if self._leaves_batches_alone else apart(batch)  # not on the bot's account
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
        """What the bot has spent since the last call: `seconds` of processor time, on all cores together, for its
        decisions and the checks of them, `decisions`, and what it counts itself."""
        spent: Spent = {SECONDS: self._seconds, DECISIONS: self._decisions}
        self._seconds, self._decisions = 0.0, 0
        counted = counted_costs(self.bot)
        spent |= {name: number for name, number in (counted - self._counted).items() if name not in spent}
        self._counted = counted
        return spent

    def _faults(self, ask: Callable[[np.ndarray], None], rows: np.ndarray) -> dict[int, str]:
        """Ask the bot for the marked rows, at once if that goes well; what went wrong, by row."""
        if not rows.any() or (self.time_limit is None and rows.sum() > 1 and self._fault(ask, rows) is None):
            return {}
        faults = {int(one.argmax()): self._fault(ask, one) for one in row_parts(rows, 1)}
        return {row: reason for row, reason in faults.items() if reason is not None}

    def _fault(self, ask: Callable[[np.ndarray], None], rows: np.ndarray) -> str | None:
        try:
            with process_state_restored():
                within(self.time_limit, ask, rows)
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
    """What a bot has counted itself, see `CountsCosts`, as far as that can be: empty if it counts nothing."""
    costs = bot.costs if isinstance(bot, CountsCosts) else None
    if not isinstance(costs, Counter):
        return Counter()
    return Counter({escape(str(name)): float(cost) for name, cost in costs.items() if is_cost(cost)})


def is_cost(value: object) -> bool:
    """Whether a tournament's file can hold this as what a bot has spent."""
    return isinstance(value, (int, float, np.integer, np.floating)) and bool(0 <= value <= MAX_COST)


def summed(one: Spent, other: Spent) -> Spent:
    """What a bot has spent in all."""
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}


def apart(batch: Batch) -> Batch:
    """A copy of a batch: whatever is done to it leaves the batch alone."""
    made = copy(batch)
    state = batch.__getstate__()
    made.__setstate__({key: value.copy() if isinstance(value, np.ndarray) else value for key, value in state.items()})
    return made


def within(seconds: float | None, call: Callable[[np.ndarray], None], rows: np.ndarray) -> None:
    """`call(rows)`; raises `TimeLimitExceeded`, where the system can already inside, if that takes longer."""
    if seconds is None:
        call(rows)
        return
    start = perf_counter()
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        interrupted_after(seconds, call, rows)
    else:
        call(rows)
    if perf_counter() - start > seconds:
        raise TimeLimitExceeded


def interrupted_after(seconds: float, call: Callable[[np.ndarray], None], rows: np.ndarray) -> None:
    """`call(rows)`, with `TimeLimitExceeded` raised inside after so many seconds, and again as long as it goes on."""
    rung = 0

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal rung
        rung += 1
        if rung == 2:
            signal.setitimer(signal.ITIMER_REAL, REPEAT_SECONDS, REPEAT_SECONDS)
        if frame is not None and frame.f_code not in own:
            raise TimeLimitExceeded

    own = (interrupted_after.__code__, ring.__code__)  # nothing may be raised where the clock is stopped
    before = signal.signal(signal.SIGALRM, ring)
    start, left, interval = perf_counter(), 0.0, 0.0
    try:
        left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, GRACE_SECONDS)
        call(rows)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:  # a clock of the program around us goes on
            signal.setitimer(signal.ITIMER_REAL, max(left - (perf_counter() - start), REPEAT_SECONDS), interval)
