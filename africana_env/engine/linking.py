"""Rule functions that are compiled once and linked into all kernels that call them.

Numba compiles what a function calls into the function itself: each kernel of a game would have the rules in it,
compiled anew, in both of its forms. A linked function is compiled alone, for fixed types, and kernels have its symbol
only. It is kept on disk like a kernel, and comes into memory before a kernel that calls it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from llvmlite.binding import add_symbol
from llvmlite.ir import FunctionType
from numba import types
from numba.core.ccallback import CFunc
from numba.core.cgutils import get_or_insert_function
from numba.core.typing import Signature
from numba.core.typing.templates import make_concrete_template
from numba.extending import lower_builtin, lower_cast, typeof_impl

PREFIX = "africana_env:"
"""With which the symbols of linked functions begin."""


class LinkedFunction:
    """A rule function (`py_func`) under a symbol, its qualified name."""

    def __init__(self, function: Callable[..., Any], signature: Signature) -> None:
        self.py_func = function
        self.symbol = PREFIX + function.__qualname__
        self.type = types.Function(make_concrete_template(function.__qualname__, self.symbol, [signature]))
        self._compiled: Any = CFunc(function, (signature.args, signature.return_type), {}, {"error_model": "numpy"})
        self._in_memory = False
        lower_builtin(self.symbol, *signature.args)(self._call)

    def _call(self, context: Any, builder: Any, signature: Signature, arguments: Any) -> Any:
        """The call, in LLVM's intermediate code."""
        result, *parameters = map(context.get_value_type, (signature.return_type, *signature.args))
        callee = get_or_insert_function(builder.module, FunctionType(result, parameters), self.symbol)
        return builder.call(callee, arguments)

    def keep_in(self, cache: Any) -> None:
        """Keep what is compiled in a cache, as Numba has them."""
        self._compiled._cache = cache

    def link(self) -> None:
        """Compile it, or load it from disk, if that was not done in this process."""
        if not self._in_memory:
            self._compiled.compile()
            add_symbol(self.symbol, self._compiled.address)
            self._in_memory = True


@typeof_impl.register(LinkedFunction)
def _type_of(function: LinkedFunction, context: Any) -> types.Function:
    """Numba asks for the type when it compiles a function that calls this one, and looks for the symbol at the end."""
    function.link()
    return function.type


@lower_cast(types.NestedArray, types.Array)
def _as_array(context: Any, builder: Any, nested: types.NestedArray, array: types.Array, value: Any) -> Any:
    """An array in a record as an array like others; Numba sees that it can be, and has no code for it."""
    return value


linked_functions: dict[str, LinkedFunction] = {}
"""By symbol. They stay until the process ends, as all that is compiled does."""


def link_symbols(symbols: Iterable[str]) -> None:
    """Bring linked functions into memory. Raises `KeyError` for one that is unknown here."""
    for symbol in symbols:
        linked_functions[symbol].link()


def called_symbols(function: Callable[..., Any]) -> list[str]:
    """The linked functions that a function calls by its globals or from its closure, sorted."""
    plain: Any = function
    called = [plain.__globals__.get(name) for name in plain.__code__.co_names]
    called += [cell.cell_contents for cell in plain.__closure__ or ()]
    return sorted({each.symbol for each in called if isinstance(each, LinkedFunction)})


def undefined_symbols(library: Any) -> list[str]:
    """The linked functions that a compiled library calls."""
    functions = library._final_module.functions
    return [each.name for each in functions if each.is_declaration and each.name.startswith(PREFIX)]
