"""Errors that name the extra to install where a module is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from africana_env import UserError

NEEDED = ("torch", "tensorboard", "safetensors", "pydantic", "yaml")
"""The modules that the extra `train` installs."""


@contextmanager
def needing(what: str) -> Iterator[None]:
    """Raise `UserError` where an import finds that the extra `train` is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in NEEDED:
            raise
        raise UserError(f"{what} needs {error.name}: pip install 'africana-env[train]'") from None


def needs_matplotlib(what: str) -> None:
    """Raise `UserError` where Matplotlib is not installed."""
    if not find_spec("matplotlib"):
        raise UserError(f"{what} needs matplotlib: pip install 'africana-env[arena]'")
