"""The generator: Philox 2x32-10 as published, numbers in range and evenly spread, streams apart."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from numba import njit

from africana_env import UserError, derive_seed
from africana_env.engine.game.rng import generator_dtype, philox, random_below, random_bits, shuffle, stream_seed

KNOWN_ANSWERS = [  # Random123's kat_vectors: counter, key, result
    ((0x00000000, 0x00000000), 0x00000000, (0xFF1DAE59, 0x6CD10DF2)),
    ((0xFFFFFFFF, 0xFFFFFFFF), 0xFFFFFFFF, (0x2C3F628B, 0xAB4FD7AD)),
    ((0x243F6A88, 0x85A308D3), 0x13198A2E, (0xDD7CE038, 0xF62A4C12)),
]


@njit
def draw_below(records, bound, out):
    for index in range(len(out)):
        out[index] = random_below(records[0], bound)


@njit
def shuffle_often(records, start, stop, out):
    for row in range(len(out)):
        for index in range(out.shape[1]):
            out[row, index] = index
        shuffle(records[0], out[row], start, stop)


def generator(seed):
    record = np.zeros(1, generator_dtype)
    record["seed"] = seed
    return record


def numbers(seed, bound, count):
    out = np.zeros(count, np.int64)
    draw_below(generator(seed), bound, out)
    return out


def chi_square(found, kinds):
    expected = sum(found.values()) / len(kinds)
    return sum((found[kind] - expected) ** 2 / expected for kind in kinds)


@pytest.mark.parametrize("function", [philox, getattr(philox, "py_func", philox)], ids=["compiled", "uncompiled"])
@pytest.mark.parametrize(("counter", "key", "result"), KNOWN_ANSWERS)
def test_philox_gives_the_published_answers(function, counter, key, result):
    low, high = function(np.uint64(counter[0]), np.uint64(counter[1]), np.uint64(key))
    assert (int(low), int(high)) == result


def test_draw_is_the_block_of_its_number_under_the_seed():
    seed = 0x0123456789ABCDEF
    record = generator(seed)
    drawn = [int(random_bits(record[0])) for _ in range(5)]
    expected = [
        philox(np.uint64(number), np.uint64(seed >> 32), np.uint64(seed & 0xFFFFFFFF))[0] for number in range(5)
    ]
    assert drawn == [int(word) for word in expected]
    assert record[0].draws == 5


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 60, 1000, 2**31 - 1])
def test_numbers_are_below_their_bound(bound):
    drawn = numbers(5, bound, 20_000)
    assert drawn.min() >= 0
    assert drawn.max() < bound
    if bound <= 1000:
        assert set(drawn.tolist()) == set(range(bound))


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 60])
@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**64 - 1])
def test_numbers_are_evenly_spread(bound, seed):
    found = Counter(numbers(seed, bound, 60_000).tolist())
    assert chi_square(found, range(bound)) < bound + 6 * (2 * bound) ** 0.5


def test_every_order_of_a_shuffle_is_as_likely():
    out = np.zeros((48_000, 4), np.int8)
    shuffle_often(generator(3), 0, 4, out)
    orders = list(permutations(range(4)))
    assert chi_square(Counter(map(tuple, out.tolist())), orders) < 24 + 6 * 48**0.5


def test_shuffle_leaves_the_rest_in_place():
    out = np.zeros((500, 12), np.int8)
    shuffle_often(generator(5), 3, 9, out)
    assert (out[:, :3] == [0, 1, 2]).all()
    assert (out[:, 9:] == [9, 10, 11]).all()
    assert (np.sort(out[:, 3:9], axis=1) == range(3, 9)).all()
    assert len({tuple(row) for row in out.tolist()}) > 300


@pytest.mark.parametrize(("start", "stop"), [(0, 0), (5, 5), (7, 8), (12, 12), (5, 4)])
def test_shuffle_of_nothing_or_one_card_draws_nothing(start, stop):
    record, out = generator(6), np.zeros((1, 12), np.int8)
    shuffle_often(record, start, stop, out)
    assert out[0].tolist() == list(range(12))
    assert record[0].draws == 0


def test_derived_seeds_are_those_of_the_compiled_rule_whatever_numbers_are_given():
    for seed, stream in ((0, 0), (5, 3), (2**64 - 1, 2**32 - 1), (2**63, 7)):
        expected = int(stream_seed(np.uint64(seed), np.uint64(stream)))
        assert derive_seed(seed, stream) == derive_seed(np.uint64(seed), np.uint32(stream)) == expected
        assert derive_seed(np.array(seed, np.uint64), np.array(stream)) == expected
        assert type(derive_seed(seed, stream)) is int


@pytest.mark.parametrize(("counter", "key", "result"), KNOWN_ANSWERS)
def test_derived_seeds_are_the_published_blocks(counter, key, result):
    """The same in every version: the documented seeds of `reset(seed)` of a batch."""
    assert derive_seed(counter[1] << 32 | counter[0], key) == result[0] << 32 | result[1]


@pytest.mark.parametrize(("seed", "stream"), [(-1, 0), (2**64, 0), ("1", 0), (1.0, 0), (1, -1), (1, 2**32), (1, True)])
def test_what_is_no_seed_or_stream_is_refused(seed, stream):
    with pytest.raises(UserError, match="must be a whole number from 0 to"):
        derive_seed(seed, stream)
