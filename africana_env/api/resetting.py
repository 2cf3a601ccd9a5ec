"""Checks of the arguments of `reset`, for every API."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from africana_env.engine.errors import UserError, format_value

EDITION = "edition"
"""The option that says of which edition of a set the next game is."""


def draw_seed(generator: np.random.Generator) -> np.uint64:
    """The seed of the next game."""
    return generator.integers(1 << 64, dtype=np.uint64)


def check_options(options: Any, known: Collection[str]) -> Mapping[str, Any]:
    """`options` of `reset`, empty for None; raises `UserError` if they are no dictionary or have other keys than those
    `known`."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise UserError(f"options must be a dictionary, not {format_value(options)}")
    for name in options:
        if name not in known:
            raise UserError(f"unknown option {format_value(name)}: use {' or '.join(known)}")
    return options
