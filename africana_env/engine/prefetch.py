"""Brings the data of the next game into the cache while the rules of this one run.

What tens of thousands of games take does not fit into a core's cache, and a game's record is read here and there, in an
order that the processor does not foresee: without observations, half the time of a step went by waiting for it.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from africana_env.engine.numba_parts import for_range, get_or_insert_function

LINE = 64
"""Bytes of a line of the cache."""
TO_WRITE, KEEP, DATA = 1, 3, 1
"""The arguments of LLVM's `prefetch`."""


def prefetch(array: Any, row: int) -> None:
    """Ask for a row of an array, for reading and writing. There need be none: nothing is read."""


@overload(prefetch)
def _compiled_prefetch(array, row):
    def ask(array, row):
        _ask_for_row(array, row)

    return ask


@intrinsic
def _ask_for_row(context: Any, array: types.Array, row: types.Integer) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind, of_row = signature.args
        rows = context.make_array(kind)(context, builder, arguments[0])
        row = context.cast(builder, arguments[1], of_row, types.intp)
        size = builder.extract_value(rows.strides, 0)
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        start = builder.gep(builder.bitcast(rows.data, byte), [builder.mul(row, size)])
        ask = get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), [byte, number, number, number]), "llvm.prefetch.p0"
        )
        lines = builder.sdiv(builder.add(size, size.type(LINE - 1)), size.type(LINE))
        with for_range(builder, lines) as loop:
            line = builder.gep(start, [builder.mul(loop.index, loop.index.type(LINE))])
            builder.call(ask, [line, number(TO_WRITE), number(KEEP), number(DATA)])
        return context.get_dummy_value()

    return types.void(array, row), generate
