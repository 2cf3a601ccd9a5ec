"""Work in daemon threads: the program does not wait for them when it exits or is interrupted."""

from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar

Result = TypeVar("Result")
Attempt = tuple[Any, BaseException | None]
"""A function's result, and its error or None."""


def run_with_timeout(function: Callable[[], Result], seconds: float) -> Result:
    """Return the result of a function. Raises `TimeoutError` after `seconds`; the function then continues in its
    thread."""
    done: SimpleQueue[Attempt] = SimpleQueue()
    Thread(target=lambda: done.put(attempt(function)), daemon=True).start()
    try:
        result, error = done.get(timeout=seconds)
    except Empty:
        raise TimeoutError(f"timed out after {seconds:g} s") from None
    if error is not None:
        raise error
    return result


def run_parallel(functions: Sequence[Callable[[], Result]], number: int) -> list[Result]:
    """Return the results of functions, running `number` of them at a time. After an error, which is raised, or an
    interrupt, no further function starts."""
    waiting: SimpleQueue[tuple[int, Callable[[], Result]]] = SimpleQueue()
    for place, function in enumerate(functions):
        waiting.put((place, function))
    done: SimpleQueue[tuple[int, Attempt]] = SimpleQueue()
    stopped = Event()

    def work() -> None:
        while not stopped.is_set():
            try:
                place, function = waiting.get_nowait()
            except Empty:
                return
            done.put((place, attempt(function)))

    for _ in range(min(number, len(functions))):
        Thread(target=work, daemon=True).start()
    results: dict[int, Result] = {}
    try:
        while len(results) < len(functions):
            place, (result, error) = done.get()
            if error is not None:
                raise error
            results[place] = result
    finally:
        stopped.set()
    return [results[place] for place in range(len(functions))]


def attempt(function: Callable[[], Result]) -> Attempt:
    """Return a function's result or its error."""
    try:
        return function(), None
    except BaseException as error:
        return None, error
