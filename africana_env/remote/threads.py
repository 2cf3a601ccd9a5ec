"""Work in threads that nobody waits for when the program ends, or is interrupted."""

from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar

Result = TypeVar("Result")
Outcome = tuple[Any, BaseException | None]
"""What a function returned, and what it raised."""


def in_time(function: Callable[[], Result], seconds: float) -> Result:
    """What a function returns or raises; `TimeoutError` if it takes longer, and then it goes on by itself."""
    done: SimpleQueue[Outcome] = SimpleQueue()
    Thread(target=lambda: done.put(outcome(function)), daemon=True).start()
    try:
        result, error = done.get(timeout=seconds)
    except Empty:
        raise TimeoutError(f"timed out after {seconds:g} s") from None
    if error is not None:
        raise error
    return result


def at_once(functions: Sequence[Callable[[], Result]], number: int) -> list[Result]:
    """What the functions return, so `number` of them at a time. Raises what one of them raises; then, or when
    interrupted, those that have not begun do not begin any more."""
    waiting: SimpleQueue[tuple[int, Callable[[], Result]]] = SimpleQueue()
    for place, function in enumerate(functions):
        waiting.put((place, function))
    done: SimpleQueue[tuple[int, Outcome]] = SimpleQueue()
    stopped = Event()

    def work() -> None:
        while not stopped.is_set():
            try:
                place, function = waiting.get_nowait()
            except Empty:
                return
            done.put((place, outcome(function)))

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


def outcome(function: Callable[[], Result]) -> Outcome:
    """What a function returns, or what it raises."""
    try:
        return function(), None
    except BaseException as error:
        return None, error
