"""Files that people name: read and written whole, and what is wrong with them told in one line."""

import errno
import os
from pathlib import Path

from africana_env.engine.contract import UserError


def read_file(what: str, path: str | os.PathLike) -> bytes:
    """The content of a file; raises `UserError` if it cannot be read."""
    try:
        check_regular(path)
        return Path(path).read_bytes()
    except (OSError, ValueError, TypeError) as error:
        raise UserError(f"cannot read {what} {shown(path)}: {_reason(error)}") from None


def check_regular(path: str | os.PathLike) -> None:
    """Raise `OSError` for what never ends or waits for ever, such as a pipe or a device."""
    if Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir():
        raise OSError(errno.EINVAL, "not a regular file")


def atomic_write(path: str | os.PathLike, data: bytes) -> None:
    """Write a file that appears complete or not at all; raises `UserError` if it cannot be written."""
    try:
        target = Path(path)
        if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
            target.write_bytes(data)
            return
        target = target.resolve()
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            draft.write_bytes(data)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, ValueError, TypeError) as error:
        raise UserError(f"cannot write {shown(path)}: {_reason(error)}") from None


def check_target(path: str | os.PathLike) -> None:
    """Raise `UserError` if there is no place to write a file to, before the work for it is done."""
    if Path(path).is_dir() or not Path(path).absolute().parent.is_dir():
        raise UserError(f"cannot write {shown(path)}: name a file in a folder that exists")


def shown(path: object) -> str:
    """A path or word as it was given; quoted where it would not read as one line."""
    text = str(path)
    return text if text and text.isprintable() else repr(text)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
