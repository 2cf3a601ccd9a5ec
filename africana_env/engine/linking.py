"""Rule functions that are compiled once and linked into all kernels that call them.

Numba compiles what a function calls into the function itself: each kernel of a game would have the rules in it,
compiled anew, in both of its forms. A linked function is compiled alone, for fixed types, and kernels have its symbol
only. It is kept on disk like a kernel, and comes into memory before a kernel that calls it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from llvmlite.binding import add_symbol, address_of_symbol
from numba import njit, types
from numba.extending import lower_builtin, lower_cast, typeof_impl

from africana_env.engine.numba_parts import Signature, get_or_insert_function, make_concrete_template

PREFIX = "africana_env:"
"""With which the symbols of linked functions begin."""


class LinkedFunction:
    """A rule function (`py_func`) that takes arguments of these types, under a symbol. What is compiled is kept in
    `cache`, one as Numba has them, or not at all."""

    def __init__(self, function: Callable[..., Any], arguments: Sequence[types.Type], cache: Any) -> None:
        self.py_func = function
        self.symbol = PREFIX + function.__qualname__
        self.is_kept = cache is not None
        """Whether another process may have the same under its symbol."""
        self._arguments = tuple(arguments)
        compiled: Any = njit(nogil=True, error_model="numpy")(function)
        if cache is not None:
            compiled._cache = cache
        self._compiled = compiled
        lower_builtin(self.symbol, *arguments)(self._call)

    def link(self) -> types.Function:
        """Compile it, or load it from disk, if that was not done in this process; returns its type."""
        self._compiled.compile(self._arguments)
        result = self._compiled.overloads[self._arguments]
        add_symbol(self.symbol, result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
        return types.Function(make_concrete_template(self.symbol, self.symbol, [result.signature]))

    def _call(self, context: Any, builder: Any, signature: Signature, arguments: Any) -> Any:
        """A call, in LLVM's intermediate code. Rules do not raise; to look for errors made batches a twentieth slower,
        since Numba then counts references to arrays."""
        result, parameters, convention = signature.return_type, signature.args, context.call_conv
        function_type = convention.get_function_type(result, parameters)
        callee = get_or_insert_function(builder.module, function_type, self.symbol)
        _, value = convention.call_function(builder, callee, result, parameters, arguments)
        return value


@typeof_impl.register(LinkedFunction)
def _type_of(function: LinkedFunction, context: Any) -> types.Function:
    """Numba asks for the type when it compiles a function that calls this one, and looks for the symbol at the end."""
    return function.link()


@lower_cast(types.NestedArray, types.Array)
def _as_array(context: Any, builder: Any, nested: types.NestedArray, array: types.Array, value: Any) -> Any:
    """An array in a record as an array like others; Numba sees that it can be, and has no code for it."""
    return value


linked_functions: dict[str, LinkedFunction] = {}
"""By symbol. They stay until the process ends, as all that is compiled does."""


def link_symbols(symbols: Iterable[str]) -> bool:
    """Bring linked functions into memory. Whether all of these symbols are known then. Raises `KeyError` for a linked
    function that is unknown here."""
    for symbol in symbols:
        if symbol.startswith(PREFIX):
            linked_functions[symbol].link()
    return all(address_of_symbol(symbol) for symbol in symbols)


def undefined_symbols(library: Any) -> list[str]:
    """What a compiled library uses and does not have: linked functions, and what is of Numba, Python or the system."""
    module = library._final_module
    names = [each.name for each in (*module.functions, *module.global_variables) if each.is_declaration]
    return [name for name in names if not name.startswith("llvm.")]
