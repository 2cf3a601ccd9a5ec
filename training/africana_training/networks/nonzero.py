"""Finds the nonzero values in rows of small numbers, eight at a time."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

WORD = 8
"""Bytes that are read together. The lowest comes first: all processors that Numba supports are little-endian."""


@njit(inline="always")
def find_nonzero(values, found):
    """Write the indices of nonzero `values` into `found`, which has room for all. Returns their number.

    `values` must be contiguous and of one byte each, or this does not compile. Most are 0, and a word of zeros takes
    as long as a single value.
    """
    number, words = 0, len(values) // WORD
    for word in range(words):
        rest = _load_word(values, word)
        while rest != 0:
            byte = _trailing_zeros(rest) >> np.uint64(3)
            found[number] = WORD * word + np.int64(byte)
            number += 1
            rest &= ~(np.uint64(255) << (byte << np.uint64(3)))
    for place in range(WORD * words, len(values)):
        if values[place] != 0:
            found[number] = place
            number += 1
    return number


@intrinsic
def _load_word(context: Any, values: types.Array, word: types.Integer) -> Any:
    if values.layout != "C" or getattr(values.dtype, "bitwidth", 8) != 8:  # booleans have none
        return None

    def load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        number = ir.IntType(8 * WORD)
        place = builder.gep(builder.bitcast(array.data, number.as_pointer()), [arguments[1]])
        return builder.load(place, align=1)

    return types.uint64(values, types.int64), load


@intrinsic
def _trailing_zeros(context: Any, word: types.Integer) -> Any:
    def count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))  # a word of zeros is not counted

    return types.uint64(types.uint64), count
