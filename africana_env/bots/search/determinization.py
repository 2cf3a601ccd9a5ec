"""Seeds of determinizations: states in which a random draw, consistent with all that a seat has seen, replaces what it
cannot know (`Game.resample`)."""

import numpy as np

from africana_env.engine.compiler import rule
from africana_env.engine.rng import random_bits, stream_seeds

HALF = np.uint64(32)
PLAYER_STREAM = np.uint64(0x504C4159)
"""Separates the random numbers of who plays a rollout from those that drew its determinization."""


@rule
def random_seed(generator):
    """64 random bits."""
    return (random_bits(generator) << HALF) | random_bits(generator)


def determinization_seeds(generators: np.ndarray, row: int, number: int) -> np.ndarray:
    """`number` seeds from the generator of the game in a row, which counts as one draw; `uint64` of shape
    `(number,)`."""
    generator = generators[row]
    first = stream_seeds(generator["seed"], generator["draws"])
    generator["draws"] += np.uint64(1)
    return first + np.arange(number, dtype=np.uint64)
