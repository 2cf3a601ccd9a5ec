"""Reads and writes whole files that users name. Raises `UserError`, one line, if that fails."""

import errno
import json
import os
import re
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any, BinaryIO

from africana_env.engine.process.errors import UserError, error_reason, format_name

StrPath = str | os.PathLike[str]
DRAFT = re.compile(r"\.[0-9a-f]{16}")
"""Names of unfinished files: half identifies the target, half is random."""


@contextmanager
def file_errors(what: str) -> Iterator[None]:
    """Raise `UserError` for an `OSError` inside, with the reason."""
    try:
        yield
    except UserError:
        raise
    except (OSError, ValueError, TypeError, RuntimeError) as error:  # the last for circular links
        raise UserError(f"{what}: {error_reason(error)}") from None


def read_file(what: str, path: StrPath, max_bytes: int) -> bytes:
    """Return the content of a file. Raises `UserError` if it cannot be read or has more than `max_bytes`."""
    with file_errors(f"cannot read {what} {format_name(path)}"):
        check_regular(path)
        with Path(path).open("rb") as file:
            data = file.read(max_bytes + 1)
        if len(data) > max_bytes:
            raise OSError(errno.EFBIG, f"it has more than {max_bytes:,} bytes")
        return data


def check_regular(path: StrPath) -> None:
    """Raise `OSError` for an endless or blocking file, such as a pipe or a device."""
    if Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir():
        raise OSError(errno.EINVAL, "not a regular file")


def atomic_write(path: StrPath, data: bytes) -> None:
    """Write a file atomically, safe against power cuts. Raises `UserError` if it cannot be written, for example if it
    is read-only. An existing file keeps its mode, and a link stays a link."""
    with file_errors(f"cannot write {format_name(path)}"):
        target = Path(path)
        mode = _mode(target)
        if mode is None or S_ISREG(mode):
            _replace(target.resolve(), data, mode)
        else:
            _write_into(target, data)


def remove_drafts(folder: Path) -> None:
    """Remove the drafts that killed calls of `atomic_write` left in a folder. Drafts that another process is writing
    stay, if the system can lock files."""
    for path in folder.iterdir():
        if DRAFT.fullmatch(path.name):
            _remove_left(path)


def remove_drafts_of(path: StrPath) -> None:
    """Remove the drafts that killed calls of `atomic_write` left of one file, if possible, as `remove_drafts` does."""
    with suppress(OSError, ValueError, TypeError, RuntimeError):
        target = Path(path).resolve()
        for draft in target.parent.iterdir():
            if DRAFT.fullmatch(draft.name) and draft.name.startswith(_draft_of(target)):
                _remove_left(draft)


def _remove_left(draft: Path) -> None:
    """Remove a draft unless a process is writing it."""
    if draft.is_file():
        with suppress(OSError), draft.open("rb") as file:
            lock(file.fileno(), "it is being written")
            draft.unlink()


def _draft_of(target: Path) -> str:
    """Return how the names of a file's drafts begin."""
    return f".{zlib.crc32(os.fsencode(target.name)):08x}"


def _mode(path: Path) -> int | None:
    """Return the mode of a file, or None if there is none."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    if mode is not None and not os.access(target, os.W_OK):  # read-only by choice, though its folder is writable
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    draft, opened = _open_draft(target)
    try:
        with opened as file:
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), mode & 0o777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if os.name != "nt":  # while locked, so that `remove_drafts` spares it
                draft.replace(target)
        if os.name == "nt":  # Windows cannot rename open files
            draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    with suppress(OSError):  # some systems cannot open folders
        _sync(target.parent)


def _open_draft(target: Path) -> tuple[Path, BinaryIO]:
    """Return a new draft of a file, locked while it is open."""
    while True:
        # An unpredictable name, different for each thread.
        draft = target.with_name(_draft_of(target) + secrets.token_hex(4))
        file = draft.open("xb")  # "x" never opens an existing file or follows a link
        try:
            lock(file.fileno(), "somebody removes it")
            kept = draft.exists()
        except OSError as error:  # some file systems cannot lock
            kept = error.errno != errno.EWOULDBLOCK
        if kept:
            return draft, file
        file.close()  # another process removed it before it was locked


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_into(target: Path, data: bytes) -> None:
    """Write to a device or a pipe. A pipe without a reader is refused instead of blocking."""
    nonblocking = getattr(os, "O_NONBLOCK", 0)
    with open(os.open(target, os.O_WRONLY | nonblocking), "wb") as file:
        if nonblocking:
            os.set_blocking(file.fileno(), True)
        file.write(data)


def write_json(path: StrPath, content: Any) -> None:
    """Write JSON. Raises `UserError` if that is not possible."""
    atomic_write(path, (json.dumps(content, indent=2) + "\n").encode())


def check_target(path: StrPath, *read: StrPath | None) -> None:
    """Raise `UserError` before long work if a file cannot be written, or is one of the files that are `read` (names of
    other things and None are allowed). Removes drafts that killed calls left."""
    try:
        target = Path(path).absolute()
        with suppress(FileNotFoundError):
            target.stat()  # raises for a name that is too long, unlike `is_dir` in Python 3.14
        usable = not target.is_dir() and target.parent.is_dir()
        # A regular file is replaced in its folder, see `atomic_write`; a device or a pipe stays.
        written = target.resolve().parent if target.is_file() or not target.exists() else target
        usable = usable and written.exists()
        allowed = usable and os.access(written, os.W_OK) and (not target.exists() or os.access(target, os.W_OK))
    except (OSError, ValueError, TypeError, RuntimeError):
        usable = allowed = False
    if not usable:
        raise UserError(f"cannot write {format_name(path)}: name a file in a folder that exists")
    if not allowed:
        raise UserError(f"cannot write {format_name(path)}: {os.strerror(errno.EACCES)}")
    if any(other is not None and is_same_file(path, other) for other in read):
        raise UserError(f"cannot write {format_name(path)}: it is the input file; name another one")
    remove_drafts_of(path)


def is_same_file(one: StrPath, other: StrPath) -> bool:
    """Return whether two paths lead to one existing file."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def lock_folder(folder: Path, used: str) -> int | None:
    """Lock a folder against other processes until the returned handle is closed; None if the system cannot open
    folders. Raises `OSError`, with the reason `used`, if another process has locked it."""
    if os.name == "nt":
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        lock(handle, used)
    except OSError:
        os.close(handle)
        raise
    return handle


def lock(handle: int, used: str) -> None:
    """Lock a file or folder against other processes, if the system can. Raises `OSError`, with the reason `used`, if
    another process has locked it."""
    with suppress(ImportError):  # Windows
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EWOULDBLOCK, used) from None
