"""How rule functions are compiled: for other compiled functions alone.

Numba makes of every function that it compiles machine code of its own and two wrappers, by which Python and C call it.
Rules are called by kernels, which have them inlined, so all of that is thrown away; it took a third of the time. Here a
rule ends as LLVM's intermediate code, which is optimised where it is inlined. If Python calls it, it is compiled once
more, as Numba does.
"""

from typing import Any

from numba import njit, types

from africana_env.engine.numba_parts import (
    CompilerBase,
    CPUDispatcher,
    DefaultPassBuilder,
    JITCodeLibrary,
    NativeLowering,
    register_pass,
)

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "forceinline": True}
"""Of rules: inlined where another rule calls them, which made a step a tenth faster."""


def widened(kind: types.Type) -> types.Type:
    """`int64` for a signed whole number of any size, else the type itself."""
    plain = types.unliteral(kind)
    return types.int64 if plain in types.signed_domain else kind


class IntermediateCode(JITCodeLibrary):
    """The code of a rule, with that of the rules that it calls; never made machine code."""

    def finalize(self) -> None:
        """Link it, once its last function is there."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._final_module.verify()
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):
    """Lowers a rule to intermediate code."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """See `NativeLowering`. What calls the rule finds it by an object that nobody can call."""
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.library = IntermediateCode(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        lowered, entry_point = state["cr"], object()
        state.targetctx.insert_user_function(entry_point, lowered.fndesc, [state.library])
        state["cr"] = type(lowered)(lowered.fndesc, lowered.call_helper, entry_point, lowered.env)
        return True


class RuleCompiler(CompilerBase):
    """Numba's passes, with this lowering at their end."""

    def define_pipelines(self) -> list[Any]:
        """The one pipeline."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = [(RuleLowering if step is NativeLowering else step, text) for step, text in pipeline.passes]
        pipeline.passes[:] = passes
        pipeline.finalize()
        return [pipeline]


class RuleDispatcher(CPUDispatcher):
    """A rule function, compiled for the types with which others call it."""

    def __init__(self, function: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(function, locals, targetoptions or {"nopython": True, **OPTIONS}, RuleCompiler)
        self._for_python: Any = None
        self._seen = 0
        """How much of what was compiled for Python can be called."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """See `CPUDispatcher`. Signed whole numbers become `int64`, so that a rule is compiled once for all of them.
        Arithmetic of whole numbers is `int64` in any case; `abs`, `min`, `max` and what is computed with `float32`
        follow the size elsewhere."""
        _, args = self.fold_argument_types(args, kws)
        return super().get_call_template(tuple(map(widened, args)), {})

    def add_overload(self, compiled: Any) -> None:
        """Note what was compiled for some types, unseen by Python."""
        self.overloads[tuple(compiled.signature.args)] = compiled

    def _compile_for_args(self, *arguments: Any, **keywords: Any) -> Any:
        """Python calls it with types that are new to it: compile what it can call."""
        if self._for_python is None:
            self._for_python = njit(**OPTIONS)(self.py_func)
        found = self._for_python._compile_for_args(*arguments, **keywords)
        for compiled in list(self._for_python.overloads.values())[self._seen :]:
            codes = [kind._code for kind in compiled.signature.args]
            self._insert(codes, compiled.entry_point, compiled.objectmode)  # type: ignore[attr-defined]
            self._seen += 1
        return found
