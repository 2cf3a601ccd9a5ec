"""Uses of Numba's private parts. They only make the first use of a kernel faster.

- Rules are compiled only for compiled callers. Numba also makes machine code and wrappers for Python and C of each
  function, which took a third of the time although kernels inline their rules. Here a rule stays LLVM's intermediate
  code, and is compiled normally if Python calls it.
- Linked functions are compiled once, for fixed types, and kernels refer to their symbol. Numba would compile the rules
  of a game again in both forms of each kernel.
- Compiled code is kept in checked files, see `kernel_cache`.

Importing this module raises `ImportError` if Numba has an untested version or lacks a part. Then `compiled` uses
Numba's public interface.
"""

import gc
import logging
import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from types import FrameType
from typing import Any

import numba
from llvmlite import ir
from llvmlite.binding import add_symbol, address_of_symbol
from numba import jit, types
from numba.core.caching import NullCache
from numba.core.codegen import CPUCodegen, JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.cpu import CPUContext
from numba.core.event import Event, Listener, register
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.typed_passes import NativeLowering
from numba.core.typing.templates import make_concrete_template
from numba.extending import lower_builtin, lower_cast, typeof_impl

from africana_env.engine.compilation.kernel_cache import KeptKernel

LOWEST, HIGHEST = (0, 63), (0, 68)
"""The versions with which the tests passed."""
version = numba.version_info.short
if None in version or not LOWEST <= version <= HIGHEST:
    raise ImportError("it is untested")

PARTS: dict[Any, tuple[str, ...]] = {
    CPUDispatcher(lambda: None): ("_cache", "_compile_for_args", "add_overload", "fold_argument_types"),
    CPUContext: ("insert_user_function", "refresh"),
    CPUCodegen: ("magic_tuple",),
    JITCodeLibrary: (
        *("_finalize_dynamic_globals", "_finalize_final_module", "_finalized", "_optimize_final_module"),
        *("get_pointer_to_function", "has_dynamic_globals"),
    ),
    CompileResult: ("_rebuild", "_reduce", "reload_init"),
    DefaultPassBuilder: ("define_nopython_pipeline",),
    rtsys: ("initialize",),
}
"""The private parts that are used."""

for owner, names in PARTS.items():
    for name in names:
        if not hasattr(owner, name):
            raise ImportError(f"it has no {name}")


# Rules


class IntermediateCode(JITCodeLibrary):
    """The code of a rule and the rules that it calls. It is optimised when it is inlined, and never becomes machine
    code."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):
    """Lowers a rule to intermediate code."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """See `NativeLowering`. Callers find the rule by a placeholder that cannot be called."""
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.library = IntermediateCode(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        lowered, entry_point = state["cr"], object()
        state.targetctx.insert_user_function(entry_point, lowered.fndesc, [state.library])
        state["cr"] = type(lowered)(lowered.fndesc, lowered.call_helper, entry_point, lowered.env)
        return True


class RuleCompiler(CompilerBase):
    """Numba's passes, ending with `RuleLowering`."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = [(RuleLowering if step is NativeLowering else step, text) for step, text in pipeline.passes]
        pipeline.passes[:] = passes
        pipeline.finalize()
        return [pipeline]


class RuleDispatcher(CPUDispatcher):
    """A rule function, compiled for the types of its compiled callers."""

    def __init__(self, function: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(function, locals, targetoptions, RuleCompiler)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """See `CPUDispatcher`. Signed whole numbers become `int64`, so that one compilation serves all of them. Integer
        arithmetic is `int64` anyway; elsewhere `abs`, `min`, `max` and results with `float32` depend on the size."""
        _, args = self.fold_argument_types(args, kws)
        widened = [types.int64 if types.unliteral(kind) in types.signed_domain else kind for kind in args]
        return super().get_call_template(tuple(widened), {})

    def add_overload(self, compiled: Any) -> None:
        """Note what was compiled for some types. Python cannot call it."""
        self.overloads[tuple(compiled.signature.args)] = compiled

    @cached_property
    def _for_python(self) -> Any:
        return jit(**self.targetoptions)(self.py_func)

    def _compile_for_args(self, *arguments: Any, **keywords: Any) -> Any:
        """Compile the rule for a call from Python."""
        return self._for_python


# Linked functions

PREFIX = "africana_env:"
"""The prefix of the symbols of linked functions."""


class LinkedFunction:
    """A rule function (`py_func`) with fixed argument types, under a symbol; `compiled` comes from `njit`. It is
    compiled, or loaded from disk, before a kernel that calls it."""

    def __init__(self, compiled: Any, arguments: Sequence[types.Type], is_kept: bool) -> None:
        self.py_func = compiled.py_func
        self.symbol = PREFIX + self.py_func.__qualname__
        self.kept_as = self.symbol if is_kept else None
        """The symbol, if it identifies the function in other processes."""
        self._arguments = tuple(arguments)
        self._compiled = compiled
        lower_builtin(self.symbol, *arguments)(self._call)

    def link(self) -> types.Function:
        """Compile it or load it from disk, once per process. Returns its type."""
        self._compiled.compile(self._arguments)
        result = self._compiled.overloads[self._arguments]
        add_symbol(self.symbol, result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
        return types.Function(make_concrete_template(self.symbol, self.symbol, [result.signature]))

    def _call(self, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Emit a call in LLVM's intermediate code. Rules do not raise, so there is no error check, which would make
        Numba count array references and slow batches by a twentieth."""
        result, parameters, convention = signature.return_type, signature.args, context.call_conv
        module = builder.module
        kind = convention.get_function_type(result, parameters)
        callee = module.globals.get(self.symbol) or ir.Function(module, kind, self.symbol)
        _, value = convention.call_function(builder, callee, result, parameters, arguments)
        return value


linked_functions: dict[str, LinkedFunction] = {}
"""By symbol. They stay until the process ends, as all compiled code does."""


@typeof_impl.register(LinkedFunction)
def _type_of(function: LinkedFunction, context: Any) -> types.Function:
    """Return the type, which Numba asks for when it compiles a caller. Linking resolves the symbol."""
    return function.link()


@lower_cast(types.NestedArray, types.Array)
def _as_array(context: Any, builder: Any, nested: types.NestedArray, array: types.Array, value: Any) -> Any:
    """Cast an array in a record to an array. Numba allows this cast but lacks the code."""
    return value


def link_symbols(symbols: Iterable[str]) -> bool:
    """Load linked functions, and return whether all symbols are known. Raises `KeyError` for an unknown linked
    function."""
    for symbol in symbols:
        if symbol.startswith(PREFIX):
            linked_functions[symbol].link()
    return all(address_of_symbol(symbol) for symbol in symbols)


def undefined_symbols(library: Any) -> list[str]:
    """Return the symbols that a compiled library needs from outside: linked functions, Numba, Python and the system."""
    module = library._final_module
    names = [each.name for each in (*module.functions, *module.global_variables) if each.is_declaration]
    return [name for name in names if not name.startswith("llvm.")]


# Kept kernels


class KernelCache(NullCache):
    """The files of one kernel, behind Numba's cache interface."""

    def __init__(self, kept: KeptKernel) -> None:
        self.kept = kept

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code kept for these types; None to compile it."""
        rtsys.initialize(target_context)
        return self.kept.load((sig, target_context.codegen().magic_tuple()), partial(_rebuilt, target_context))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code compiled for these types, if possible."""
        self.kept.save((sig, data.codegen.magic_tuple()), partial(_pickled, data))


def _pickled(data: Any) -> bytes | None:
    if data.library.has_dynamic_globals:  # addresses of this process
        return None
    return dumps((undefined_symbols(data.library), data.reload_init, data._reduce()))


def _rebuilt(target_context: Any, content: Any) -> Any:
    symbols, reload_init, reduced = content
    for prepare in reload_init:  # symbols of the thread pool
        prepare()
    if not link_symbols(symbols):  # or loading it would crash the process
        target_context.refresh()  # all of Numba, most of a second
    return CompileResult._rebuild(target_context, *reduced)


def keep(compiled: Any, kept: KeptKernel) -> None:
    """Keep the code of a function made by `njit` in these files."""
    compiled._cache = KernelCache(kept)


# While Numba compiles


class _Compiling(Listener):
    """Announces the first compilation, lets other processes compile kernels that failed here, and pauses garbage
    collection. Numba's objects live until a function is compiled, and collecting took a sixth of the time. Events of
    all threads are serial, since the compiler's lock is held."""

    def __init__(self) -> None:
        self._depth = 0
        self._collects = False
        self._announced = False

    def on_start(self, event: Event) -> None:
        if not self._announced and event.data["dispatcher"].py_func.__module__.endswith(".kernels"):
            self._announced = True
            logging.getLogger(__name__).warning(
                "compiling rules for their first use: half a minute, up to two for large batches"
                " (africana compile does all at once)"
            )
        if self._depth == 0:
            self._collects = gc.isenabled()
            gc.disable()
        self._depth += 1

    def on_end(self, event: Event) -> None:
        self._depth -= 1
        if self._depth == 0 and self._collects:
            gc.enable()
        dispatcher = event.data["dispatcher"]
        if isinstance(dispatcher._cache, KernelCache) and event.data["args"] not in dispatcher.overloads:
            dispatcher._cache.kept.release()


class _Patience(Listener):
    """Delays signals such as Ctrl-C in the main thread until Numba has compiled the current function: LLVM's callbacks
    print and drop exceptions. A second signal is not delayed."""

    signals = (signal.SIGINT, signal.SIGTERM)

    def __init__(self) -> None:
        self._depth = 0
        """Nested compilations of called functions."""
        self._handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}
        self._waiting: list[int] = []

    def on_start(self, event: Event) -> None:
        if threading.current_thread() is threading.main_thread():
            self._depth += 1
            if self._depth == 1:
                handlers = {number: signal.getsignal(number) for number in self.signals}
                self._handlers = {number: handler for number, handler in handlers.items() if callable(handler)}
                for number in self._handlers:
                    signal.signal(number, self._wait)

    def _wait(self, number: int, frame: FrameType | None) -> None:
        if number in self._waiting:
            self._handlers[number](number, frame)
        else:
            self._waiting.append(number)
            logging.getLogger(__name__).warning("stopping after this compilation; repeat to stop at once")

    def on_end(self, event: Event) -> None:
        if threading.current_thread() is threading.main_thread():
            self._depth -= 1
            if self._depth == 0:
                for number, handler in self._handlers.items():
                    signal.signal(number, handler)
                waiting, self._waiting = self._waiting, []
                for number in waiting:
                    signal.raise_signal(number)


register("numba:compile", _Compiling())
register("numba:compiler_lock", _Patience())
