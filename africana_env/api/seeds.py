"""Seeds of games one after the other."""

import numpy as np


def draw_seed(generator: np.random.Generator) -> np.uint64:
    """The seed of the next game."""
    return generator.integers(1 << 64, dtype=np.uint64)
