"""Seeds derived from a seed."""

from typing import SupportsIndex

import numpy as np

from africana_env.engine.game.checks import check_int, check_seed
from africana_env.engine.game.rng import stream_seeds

MAX_STREAM = (1 << 32) - 1


def derive_seed(seed: SupportsIndex, stream: SupportsIndex) -> int:
    """Return the seed of stream number `stream` (below 2**32) under `seed` (below 2**64). Different seeds share no
    stream. Game `i` of `Batch.reset(seed)` begins from `derive_seed(seed, i)`. Raises `UserError` for other numbers."""
    number = check_int("stream", stream, 0, MAX_STREAM)
    return int(stream_seeds(np.uint64(check_seed(seed)), np.uint64(number)))
