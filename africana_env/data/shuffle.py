"""Shuffles the decisions of a dataset while they are read."""

from collections.abc import Iterable, Iterator

import numpy as np

from africana_env.data.dataset import Decisions
from africana_env.engine.game.checks import check_int, check_seed

BUFFER = 1 << 16
"""Decisions that are shuffled together. Read from 256 games at a time they are 256 decisions of each: a whole game, or
most of one."""


def shuffled(batches: Iterable[Decisions], batch_size: int = 1024, *, seed: int = 0) -> Iterator[Decisions]:
    """The decisions of `Dataset.batches` in minibatches of `batch_size`, of which the last alone may be smaller, in an
    order that `seed` decides. About `BUFFER` decisions at a time are read and shuffled; of `num_games=256` these, but
    for the last, are of all phases of the game. Raises `UserError` for a wrong argument."""
    batch_size = check_int("batch_size", batch_size, 1, BUFFER)
    return in_random_order(batches, batch_size, np.random.default_rng(check_seed(seed)))


def in_random_order(batches: Iterable[Decisions], batch_size: int, rng: np.random.Generator) -> Iterator[Decisions]:
    """See `shuffled`."""
    size = -(-BUFFER // batch_size) * batch_size
    kept: list[np.ndarray] = []
    places, filled = rng.permutation(size), 0
    for batch in batches:
        read = list(vars(batch).values())
        kept = kept or [np.empty((size, *values.shape[1:]), values.dtype) for values in read]
        while len(read[0]):
            here = places[filled : filled + len(read[0])]
            for values, held in zip(read, kept, strict=True):
                held[here] = values[: len(here)]
            read = [values[len(here) :] for values in read]
            filled += len(here)
            if filled == size:
                yield from minibatches(kept, places, batch_size)
                places, filled = rng.permutation(size), 0
    yield from minibatches(kept, places[:filled], batch_size)


def minibatches(kept: list[np.ndarray], places: np.ndarray, batch_size: int) -> Iterator[Decisions]:
    """What is kept in these places, in minibatches, in the order of the places, which were drawn at random."""
    ordered = np.sort(places)
    for start in range(0, len(ordered), batch_size):
        yield Decisions(*(held.take(ordered[start : start + batch_size], 0) for held in kept))
