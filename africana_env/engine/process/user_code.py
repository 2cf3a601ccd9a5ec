"""Imports and runs user code, and reports its failures in one line."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from africana_env.engine.process.errors import UserError, error_message, format_name, format_value, raised_in
from africana_env.engine.process.process_state import process_state_restored


@contextmanager
def working(name: str, what: str) -> Iterator[None]:
    """Raise `UserError` if code inside fails: the `what` with this name does not work. Ctrl-C and `MemoryError` pass.
    See also `process_state_restored`."""
    try:
        with process_state_restored():
            yield
    except (UserError, KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # such as SystemExit at import
        message = f"the {what} {format_value(name)} does not work: {error_message(error)}{raised_in(error)}"
        raise UserError(message) from error


def import_function(name: str, what: str) -> Callable[..., Any]:
    """Return the function or class called `package.module:function`, which makes a `what` or is one. Raises `UserError`
    if there is none."""
    module_name, _, function_name = name.partition(":")
    if module_name.endswith(".py"):
        *folders, stem = os.path.relpath(module_name.removesuffix(".py")).split(os.sep)
        where = "" if os.pardir not in folders else f" in {format_name(os.path.dirname(module_name))}"
        meant = stem if where else ".".join([*folders, stem])
        raise UserError(
            f"{what} {format_value(name)}: {format_value(module_name)} is a file: name its module{where}, "
            f"{meant}:{function_name}"
        )
    if not all(part.isidentifier() for part in module_name.split(".")):
        raise UserError(f"{what} {format_value(name)}: {format_value(module_name)} is not a module name")
    with working(name, what):
        try:
            module = import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
                raise
            raise UserError(f"{what} {format_value(name)}: there is no module {error.name} to import") from None
    function = getattr(module, function_name, None)
    if not callable(function):
        missing = format_value(function_name)
        raise UserError(f"{what} {format_value(name)}: module {module_name} has no {what} {missing}")
    return function
