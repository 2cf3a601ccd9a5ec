"""Threads for what takes long. No one waits for them when the program ends."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from africana_env.engine.process.errors import UserError, error_message

Result = TypeVar("Result")
NAME = "africana-thinking"


def start(work: Callable[[], None]) -> None:
    """Do some work in a thread."""
    threading.Thread(target=work, name=NAME, daemon=True).start()


def any_at_work() -> bool:
    """Whether such a thread still works."""
    return any(thread.name == NAME for thread in threading.enumerate())


async def in_thread(function: Callable[[], Result]) -> Result:
    """What the function returns or raises, from a thread that nobody waits for when the program ends."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def finish(result: Any, error: BaseException | None) -> None:
        if not done.cancelled():
            done.set_result(result) if error is None else done.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = function()
        except BaseException as raised:  # nothing that a bot does may end the server
            error = raised if isinstance(raised, UserError) else UserError(error_message(raised))
            error.__cause__ = None if error is raised else raised
        with suppress(RuntimeError):  # the loop is closed: the server has ended meanwhile
            loop.call_soon_threadsafe(finish, result, error)

    start(run)
    return await done
