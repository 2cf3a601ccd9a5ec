"""Checks of arguments. Each raises `UserError` with a one-line message."""

import operator
from math import inf, isinf, nan
from types import ModuleType
from typing import Any

import numpy as np

from africana_env.engine.game.contract import Game
from africana_env.engine.process.errors import UserError, format_value

MAX_SEED = (1 << 64) - 1


def check_choice(what: str, value: Any, choices: Any) -> None:
    """Raise `UserError` unless `value` is one of `choices`."""
    try:
        known = value in set(choices)  # arrays have no hash and cannot be compared with a word
    except (TypeError, ValueError):
        known = False
    if not known:
        raise UserError(f"unknown {what} {format_value(value)}: use {' or '.join(map(str, choices))}")


def as_whole(value: Any) -> int | None:
    """Return `value` as an int, or None unless it is a whole number of any type, also a 0-d array, but not a bool."""
    try:
        return None if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        return None


def is_number(value: Any) -> bool:
    """Return whether `value` is a whole number or a float of Python or NumPy."""
    return as_whole(value) is not None or isinstance(value, (float, np.floating))


def check_flag(what: str, value: Any) -> bool:
    """Return `value` as a bool. Raises `UserError` unless it is True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise UserError(f"{what} must be True or False, not {format_value(value)}")
    return bool(value)


def check_int(what: str, value: Any, minimum: int, maximum: int) -> int:
    """Return `value` as an int. Raises `UserError` unless it is a whole number in the range."""
    number = as_whole(value)
    if number is None or not minimum <= number <= maximum:
        raise UserError(f"{what} must be a whole number from {minimum} to {maximum}, not {format_value(value)}")
    return number


def read_number(what: str, text: str, minimum: float = 0, maximum: float = inf) -> float:
    """Return the number in a text. Raises `UserError` unless it is finite and in the range."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not minimum <= value <= maximum or isinf(value):
        of = f"of at least {minimum:g}" if maximum == inf else f"from {minimum:g} to {maximum:g}"
        raise UserError(f"{what} must be a number {of}, not {format_value(text)}")
    return value


def read_whole(what: str, text: str, minimum: int = 0, maximum: int = MAX_SEED) -> int:
    """Return the whole number in a text. Raises `UserError` unless it is in the range."""
    try:
        value: Any = int(text)
    except ValueError:
        value = text
    return check_int(what, value, minimum, maximum)


def check_game(game: Any) -> Game:
    """Return `game`. Raises `UserError` unless it is a `Game`."""
    if isinstance(game, Game):
        return game
    if isinstance(game, ModuleType) and isinstance(getattr(game, "GAME", None), Game):
        name = game.__name__.rpartition(".")[2]
        raise UserError(f"{name} is the module of a game: pass {name}.GAME")
    raise UserError(f"a game must be a Game from load_game, not {format_value(game)}")


def check_players(game: Game, edition: Any, num_players: Any) -> int:
    """Return `num_players` as an int, for None the default. Raises `UserError` unless the edition or set allows it."""
    counts = edition.player_counts(game)
    if num_players is None:
        return game.default_players if game.default_players in counts else counts[-1]
    players = check_int("num_players", num_players, game.players[0], game.players[-1])
    if players not in counts:
        raise UserError(f"the edition {edition.name} is for {' or '.join(map(str, counts))} players, not {players}")
    return players


def as_array(values: Any) -> np.ndarray:
    """Return `values` as an array, or `array(None)` if they are ragged."""
    try:
        return np.asarray(values)
    except (ValueError, TypeError, RuntimeError):
        return np.array(None)


def check_array(what: str, array: Any, dtype: Any, shape: tuple[int, ...], writeable: bool = False) -> np.ndarray:
    """Return `array`, or a copy if it is read-only and need not be written: kernels are compiled for writeable arrays.
    Raises `UserError` unless compiled code can read it, and write it if `writeable`."""
    if (
        not isinstance(array, np.ndarray)
        or array.dtype != dtype
        or array.shape != shape
        or not array.flags.c_contiguous
        or not array.flags.aligned
    ):
        raise UserError(f"{what} must be a C-contiguous array of {np.dtype(dtype).name} and shape {shape}")
    if array.flags.writeable:
        return array
    if writeable:
        raise UserError(f"{what} must be a writeable array")
    return array.copy()


def check_seed(seed: Any) -> int:
    """Return `seed` as an int. Raises `UserError` unless it is a whole number below 2**64."""
    return check_int("seed", seed, 0, MAX_SEED)
