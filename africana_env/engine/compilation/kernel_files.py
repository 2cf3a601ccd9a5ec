"""Reads and writes the files of compiled kernels. They are executed, so only root or this user may have written them.

Owners are checked after opening. If all users may write to a folder above, as in a Kubernetes `emptyDir` (mode 0777, no
sticky bit), others can replace what a path leads to. Their own files have another owner and are refused. They could
still link to a file of this user with content of their choice, such as a download, since the checksum is no secret. So
no link is followed below such a folder.
"""

import errno
import hashlib
import os
import pickle
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from africana_env.engine.process.errors import UserError

HAS_OWNERS = hasattr(os, "geteuid")
"""False on Windows, where user folders are private."""


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents, writable by this user only."""
    if not folder.parent.exists():
        make_folder(folder.parent)
    folder.mkdir(mode=0o755, exist_ok=True)


def check_folder(folder: Path) -> None:
    """Raise `UserError` if others may have written to `folder`, with the remedy."""
    if HAS_OWNERS:
        with _opened(folder):
            pass


def read_kernel(path: Path, key: bytes) -> Any:
    """Return what `write_kernel` wrote. Raises `OSError` or `ValueError` for anything else."""
    if not HAS_OWNERS:
        return _unpacked(path.read_bytes(), key)
    with _opened(path.parent) as folder, open(path.name, "rb", opener=_opener(folder)) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or _owner_fault(status):
            raise PermissionError("others may write to it")
        return _unpacked(file.read(), key)


def write_kernel(path: Path, key: bytes, pickled: bytes) -> None:
    """Write a file atomically that only this user can change."""
    draft = path.with_name(secrets.token_hex(8))
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, 0o644)) as file:
            file.write(hashlib.sha256(key + pickled).digest() + pickled)
        os.replace(draft, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft)


def remove_kernel(path: Path) -> None:
    """Remove whatever is in the place of a kernel, if possible."""
    try:
        path.unlink()
    except OSError:
        shutil.rmtree(path, ignore_errors=True)  # a folder


def _unpacked(data: bytes, key: bytes) -> Any:
    size = hashlib.sha256().digest_size
    checksum, pickled = data[:size], data[size:]
    if checksum != hashlib.sha256(key + pickled).digest():
        raise ValueError("damaged")
    return pickle.loads(pickled)


def _opener(folder: int) -> Any:
    """Return an opener for files in a folder that follows no links and does not wait for pipes."""
    return lambda name, flags: os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """Open a folder as a descriptor. Raises as `check_folder`."""
    above, parts = _way(folder)
    flags = os.O_DIRECTORY | os.O_NOFOLLOW | getattr(os, "O_PATH", 0)  # needs no read permission
    descriptor = os.open(above, flags)
    try:
        for part in parts:
            try:
                inner = os.open(part, flags, dir_fd=descriptor)
            except OSError as error:
                if error.errno not in (errno.ELOOP, errno.ENOTDIR):
                    raise
                raise UserError(f"no link is followed below {str(above)!r}, where others may write") from None
            os.close(descriptor)
            descriptor = inner
        if fault := _owner_fault(os.fstat(descriptor)):
            raise UserError(fault.format(repr(str(folder))))
        yield descriptor
    finally:
        os.close(descriptor)


def _way(folder: Path) -> tuple[Path, list[str]]:
    """Return the first folder on the way to `folder` where others may replace entries, without links, and the names
    below it; without such a folder, `folder` itself. Raises `UserError` for a link of another user."""
    folder.stat()  # raises for circular links
    above, parts = Path(folder.anchor), list(folder.parts[1:])
    while parts and not _is_exposed(above.lstat()):
        step = above / parts.pop(0)
        if not step.is_symlink():
            above = step
        elif step.lstat().st_uid in _trusted():
            parts[:0] = Path(os.readlink(step)).parts  # an absolute link starts again at the root
        else:
            raise UserError(f"{str(step)!r} belongs to another user")
    return above, parts


def _is_exposed(status: os.stat_result) -> bool:
    """Return whether others may replace entries in a folder."""
    open_to_all = status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX
    return bool(open_to_all) or status.st_uid not in _trusted()


def _owner_fault(status: os.stat_result) -> str:
    """Return who else may have changed a file or folder, with a place for its name; else an empty text."""
    if status.st_uid not in _trusted():
        return "{} belongs to another user"
    return "others may write to {} (chmod go-w)" if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) else ""


def _trusted() -> set[int]:
    return {0, os.geteuid()}
