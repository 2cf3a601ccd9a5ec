"""Copies of whole records."""

from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from africana_env.engine.numba_parts import raw_memcpy


def copy_record(target: Any, source: Any) -> None:
    """Make a record equal to another of the same dtype, in rule code as well. An assignment does so, too, but of a
    thousand single bytes, which took LLVM seconds to compile."""
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
        size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(target)))
        target_record, source_record = records
        raw_memcpy(builder, target_record, source_record, size, 1)
        return context.get_dummy_value()

    return types.void(target, source), copy
