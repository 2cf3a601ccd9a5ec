"""Rule functions: plain functions over NumPy records, compiled when a kernel first needs them."""

from typing import Any

from africana_env.engine.compilation.compiled import COMPILES, compile_rule


def rule(function: Any) -> Any:
    """Compiles a rule function. Rule code must not allocate, raise, print or use strings, lists, dicts or sets:
    then the same source also compiles for CUDA. It must not call itself either: Numba crashes when it loads such code
    from its disk cache (numba issue 6061). Signed whole numbers that compiled code gives it are `int64`, and constants
    among them no constants: so `literally` does not work, nor choosing from a tuple of several types by one."""
    return compile_rule(function) if COMPILES else function


@rule
def natural(number):
    """`number`, which is not negative. Saying so spares the check for a negative index, which costs more than all else
    where a function does little but move numbers (an observation was filled in half the time). As an `int`, for the
    uncompiled code: what is added to one of a state's small numbers may not fit into its type."""
    return int(max(number, 0))
