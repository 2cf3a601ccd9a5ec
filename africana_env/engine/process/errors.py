"""Errors for users: one line that says what is wrong and how to correct it."""

import os
import sysconfig
from pathlib import PurePath
from traceback import walk_tb
from typing import Any

OUR_PACKAGES = ("africana_env", "africana_training")
STANDARD_LIBRARY = sysconfig.get_paths()["stdlib"]
INSTALLED = {"site-packages", "dist-packages"}
"""Folders of installed code, which is not the user's."""


class UserError(ValueError):
    """A wrong argument, file or action: the message is one line that says what is wrong and how to correct it."""


class IllegalActionError(UserError):
    """An action of the game that is illegal in this position."""


MAX_VALUE_LENGTH = 200


def format_name(path: object) -> str:
    """Return a path or word, quoted if it is not printable in one line."""
    text = str(path)
    return text if text and text.isprintable() else repr(text)


def format_value(value: Any) -> str:
    """Return any value as Python writes it, in one line, shortened if long."""
    try:
        text = repr(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # huge numbers, deeply nested lists, objects with failing code
        return f"{type(value).__name__} that cannot be shown"
    return escape(" ".join(text.split()) if "\n" in text else text, MAX_VALUE_LENGTH)


def escape(text: str, max_length: int = 1000) -> str:
    """Return text from outside for use in a message: one line, escaped, shortened if long."""
    cut = text if len(text) <= max_length else f"{text[:max_length]}..."
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in cut)


def error_reason(error: BaseException) -> str:
    """Return the message of an error in one line."""
    return escape(getattr(error, "strerror", None) or str(error))


def error_message(error: BaseException) -> str:
    """Return the type and message of another library's error in one line."""
    name = escape(type(error).__name__, MAX_VALUE_LENGTH)
    try:
        reason = error_reason(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # its own code may do anything
        return name
    return f"{name}: {reason}" if reason else name


def raised_in(error: BaseException) -> str:
    """Return where user code raised an error, ` (my_bots.py, line 7)`, as the end of a message; empty for other
    code."""
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        file, package = frame.f_code.co_filename, str(frame.f_globals.get("__name__")).partition(".")[0]
        is_other = file.startswith(STANDARD_LIBRARY) or INSTALLED & {*PurePath(file).parts} or package in OUR_PACKAGES
        if os.path.isabs(file) and not is_other:  # compiled code may name missing files
            return f" ({escape(os.path.basename(file))}, line {line})"
    return ""
