"""Copies of records, and prefetching into the processor's cache, which Numba lacks."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

LINE = 64
"""Bytes of a cache line."""
TO_WRITE, KEEP, DATA = 1, 3, 1
"""The arguments of LLVM's `prefetch`."""
BYTE, NUMBER, SIZE, FLAG = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64), ir.IntType(1)


def copy_record(target: Any, source: Any) -> None:
    """Copy a record into another of the same dtype, also in rule code. An assignment copies byte by byte, which takes
    LLVM seconds to compile."""
    for name in source.dtype.names:
        target[name] = source[name]


@overload(copy_record)
def _compiled_copy(target, source):
    if target != source:
        return None

    def copy(target, source):
        _copy_bytes(target, source)

    return copy


@intrinsic
def _copy_bytes(context: Any, target: types.Record, source: types.Record) -> Any:
    def copy(context: Any, builder: Any, signature: Any, records: Any) -> Any:
        memcpy = builder.module.declare_intrinsic("llvm.memcpy", [BYTE, BYTE, SIZE])
        places = [builder.bitcast(record, BYTE) for record in records]
        builder.call(memcpy, [*places, SIZE(source.size), FLAG(0)])
        return context.get_dummy_value()

    return types.void(target, source), copy


def prefetch(array: Any, row: int) -> None:
    """Prefetch a row of an array for reading and writing: tens of thousands of games exceed a core's cache. The row
    need not exist: nothing is read."""


@overload(prefetch)
def _compiled_prefetch(array, row):
    def ask(array, row):
        size = array.strides[0]
        start = np.intp(row) * size
        for place in range(start, start + size, LINE):
            _ask_for_line(array, place)

    return ask


@intrinsic
def _ask_for_line(context: Any, array: types.Array, place: types.Integer) -> Any:
    def ask(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(array)(context, builder, arguments[0]).data
        start = builder.gep(builder.bitcast(data, BYTE), [arguments[1]])
        kind = ir.FunctionType(ir.VoidType(), [BYTE, NUMBER, NUMBER, NUMBER])
        function = builder.module.declare_intrinsic("llvm.prefetch.p0", fnty=kind)
        builder.call(function, [start, NUMBER(TO_WRITE), NUMBER(KEEP), NUMBER(DATA)])
        return context.get_dummy_value()

    return types.void(array, place), ask
