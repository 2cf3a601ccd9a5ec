"""What compiled code is made of, as a digest: two functions have the same where one may run in the place of the other.

A function's place in a file does not tell that: a factory makes many functions of one piece of code, a constant may
come from outside, and a file may be saved again after it was imported.
"""

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from africana_env.engine.linking import LinkedFunction

PLAIN = bool | int | float | complex | str | bytes | type | np.dtype | None
"""Constants that are as their `repr` says."""


def code_digest(function: Callable[..., Any], *more: Any) -> str:
    """A digest of the code of `function` and of the rules that it calls, of the constants in their globals and
    closures, and of the symbols of the linked functions among them; and of `more`, plain values."""
    parts: list[Any] = [more]
    seen: list[Any] = [function]
    for plain in seen:  # it grows
        code = plain.__code__
        names = set(code.co_freevars).union(*(each.co_names for each in _codes(code)))
        cells = (cell.cell_contents for cell in plain.__closure__ or ())
        scope = {**plain.__globals__, **dict(zip(code.co_freevars, cells, strict=True))}
        parts.append((code.co_filename, code.co_firstlineno, _constant(code), _constant(plain.__defaults__)))
        for name, value in _named(names, scope):
            if isinstance(value, LinkedFunction):
                parts.append((name, value.symbol))
            elif hasattr(value, "py_func"):
                if value.py_func not in seen:
                    seen.append(value.py_func)
                parts.append((name, seen.index(value.py_func)))
            else:
                parts.append((name, _constant(value)))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and those of the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _named(names: Collection[str], scope: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What these names mean in a scope, those of modules and classes in it included, in a fixed order."""
    for name in sorted(scope.keys() & names):
        value = scope[name]
        yield name, value
        if isinstance(value, ModuleType | type):
            yield from ((f"{name}.{inner}", found) for inner, found in _named(set(names) - {name}, vars(value)))


def _constant(value: Any) -> Any:
    """A constant in a form whose `repr` is the same in all processes; of anything else, such as a function of NumPy,
    its name."""
    if isinstance(value, CodeType):
        return value.co_code, _constant(value.co_consts), value.co_names
    if isinstance(value, tuple):
        return tuple(_constant(each) for each in value)
    if isinstance(value, frozenset):
        return sorted(repr(_constant(each)) for each in value)
    if isinstance(value, np.ndarray | np.generic):
        return value.dtype, value.shape, value.tobytes()
    if isinstance(value, PLAIN):
        return value
    return [str(getattr(value, name, "")) for name in ("__module__", "__qualname__", "__name__")]
