"""The parts of Numba that it keeps to itself and this package uses; another version may lack some."""

import numba

from africana_env.engine.errors import UserError

__all__ = [
    "WORKING_NUMBA",
    "CPUDispatcher",
    "CompileResult",
    "CompilerBase",
    "DefaultPassBuilder",
    "Event",
    "JITCodeLibrary",
    "Listener",
    "NativeLowering",
    "NullCache",
    "Signature",
    "dumps",
    "for_range",
    "get_or_insert_function",
    "make_concrete_template",
    "raw_memcpy",
    "register",
    "register_pass",
    "rtsys",
]

WORKING_NUMBA = "0.63 to 0.68"
"""The versions with which the tests passed."""

try:
    from numba.core.caching import NullCache
    from numba.core.cgutils import for_range, get_or_insert_function, raw_memcpy
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
    from numba.core.compiler_machinery import register_pass
    from numba.core.event import Event, Listener, register
    from numba.core.registry import CPUDispatcher
    from numba.core.runtime import rtsys
    from numba.core.serialize import dumps
    from numba.core.typed_passes import NativeLowering
    from numba.core.typing import Signature
    from numba.core.typing.templates import make_concrete_template
except ImportError as error:
    raise UserError(f"Numba {numba.__version__} does not fit ({error.msg}): install one of {WORKING_NUMBA}") from None
