"""A shuffle buffer for the decisions of a dataset."""

from collections.abc import Iterable, Iterator

import numpy as np

from africana_env.data.dataset import Decisions
from africana_env.engine.game.checks import check_int, check_seed

BUFFER = 1 << 16
"""Decisions shuffled together. With 256 games at a time, this is 256 decisions per game: all or most of it."""


def shuffled(batches: Iterable[Decisions], batch_size: int = 1024, *, seed: int = 0) -> Iterator[Decisions]:
    """Yield the decisions of `Dataset.batches` shuffled, in minibatches of `batch_size` (the last may be smaller).

    About `BUFFER` decisions are shuffled at a time; with `num_games=256` they cover all phases of the games. Raises
    `UserError` for a wrong argument.
    """
    batch_size = check_int("batch_size", batch_size, 1, BUFFER)
    return in_random_order(batches, batch_size, np.random.default_rng(check_seed(seed)))


def in_random_order(batches: Iterable[Decisions], batch_size: int, rng: np.random.Generator) -> Iterator[Decisions]:
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
    """Yield the decisions in these random places of the buffer, in minibatches."""
    ordered = np.sort(places)
    for start in range(0, len(ordered), batch_size):
        yield Decisions(*(held.take(ordered[start : start + batch_size], 0) for held in kept))
