"""Errors that a user sees: one line that says what is wrong and what would be right."""

import os
import sysconfig
from pathlib import PurePath
from traceback import walk_tb
from typing import Any

OUR_PACKAGES = ("africana_env", "africana_training")
STANDARD_LIBRARY = sysconfig.get_paths()["stdlib"]
INSTALLED = {"site-packages", "dist-packages"}
"""The folders of code that is not the user's."""


class UserError(ValueError):
    """A wrong argument, file or action: the message is one line that says what is wrong and what would be right."""


class IllegalActionError(UserError):
    """An action of the game that the rules do not allow here."""


MAX_VALUE_LENGTH = 200


def format_name(path: object) -> str:
    """A path or word as it was given; quoted where it would not read as one line."""
    text = str(path)
    return text if text and text.isprintable() else repr(text)


def format_value(value: Any) -> str:
    """A value of any kind and size as Python writes it: in one line, and cut off where it is long."""
    try:
        text = repr(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # numbers of thousands of digits, lists nested deeply, objects of others
        return f"{type(value).__name__} that cannot be shown"
    return escape(" ".join(text.split()) if "\n" in text else text, MAX_VALUE_LENGTH)


def escape(text: str, max_length: int = 1000) -> str:
    """A text from outside as a part of a message: in one line, with codes for what cannot be printed, and cut off
    where it is long."""
    cut = text if len(text) <= max_length else f"{text[:max_length]}..."
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in cut)


def error_reason(error: BaseException) -> str:
    """The message of an error, in one line."""
    return escape(getattr(error, "strerror", None) or str(error))


def error_message(error: BaseException) -> str:
    """The type and, where it has one, the message of an error that other code raised, in one line."""
    name = escape(type(error).__name__, MAX_VALUE_LENGTH)
    try:
        reason = error_reason(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # its own code may do anything
        return name
    return f"{name}: {reason}" if reason else name


def raised_in(error: BaseException) -> str:
    """Where the code of a user raised an error, ` (my_bots.py, line 7)`, for the end of its message; empty if it was
    other code."""
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        file, package = frame.f_code.co_filename, str(frame.f_globals.get("__name__")).partition(".")[0]
        is_other = file.startswith(STANDARD_LIBRARY) or INSTALLED & {*PurePath(file).parts} or package in OUR_PACKAGES
        if os.path.isabs(file) and not is_other:  # compiled code names files that are not here
            return f" ({escape(os.path.basename(file))}, line {line})"
    return ""
