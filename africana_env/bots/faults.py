"""Somebody else's code goes wrong: what it raises becomes one line."""

from collections.abc import Iterator
from contextlib import contextmanager

from africana_env.engine.contract import UserError
from africana_env.engine.files import told


@contextmanager
def faults_told(whose: str = "") -> Iterator[None]:
    """Raises `UserError` with whatever is raised inside, after `whose`; Ctrl-C and `MemoryError` stay what they are."""
    try:
        yield
    except (UserError, KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        raise UserError(f"{whose}{told(error)}") from error
