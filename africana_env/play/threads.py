"""Threads for slow work. The program does not wait for them when it exits."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from africana_env.engine.process.errors import UserError, error_message

Result = TypeVar("Result")
NAME = "africana-thinking"


def start(work: Callable[[], None]) -> None:
    """Run `work` in a thread."""
    threading.Thread(target=work, name=NAME, daemon=True).start()


def any_running() -> bool:
    """Return whether such a thread is still running."""
    return any(thread.name == NAME for thread in threading.enumerate())


async def in_thread(function: Callable[[], Result]) -> Result:
    """Run a function in a thread; return its result or raise its error as a `UserError`."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def finish(result: Any, error: BaseException | None) -> None:
        if not done.cancelled():
            done.set_result(result) if error is None else done.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = function()
        except BaseException as raised:  # a bot must not stop the server
            error = raised if isinstance(raised, UserError) else UserError(error_message(raised))
            error.__cause__ = None if error is raised else raised
        with suppress(RuntimeError):  # the loop is closed: the server has stopped
            loop.call_soon_threadsafe(finish, result, error)

    start(run)
    return await done
