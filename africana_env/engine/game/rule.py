"""Rule functions: plain functions over NumPy records, compiled when a kernel first needs them."""

from typing import Any

from africana_env.engine.compilation.compiled import COMPILES, compile_rule


def rule(function: Any) -> Any:
    """Compile a rule function. Rule code must not allocate, raise, print or use strings, lists, dicts or sets; then it
    also compiles for CUDA. It must not call itself: Numba crashes when it loads such code from its disk cache (numba
    issue 6061). Compiled callers pass signed whole numbers as `int64`, and constants not as constants: `literally` does
    not work, nor does indexing a tuple of several types."""
    return compile_rule(function) if COMPILES else function


@rule
def natural(number):
    """Return `number`, known not to be negative. This spares the check for a negative index, which dominates where a
    function only moves numbers: observations are filled twice as fast. As an `int`, since uncompiled sums of a state's
    small numbers may overflow."""
    return int(max(number, 0))
