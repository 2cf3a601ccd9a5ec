"""Digests of compiled code: functions with the same digest can replace each other.

A function's place in a file does not identify its code. A factory makes many functions from the same code, constants
may come from outside, and a file may change after its import.
"""

import dis
import hashlib
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from types import CodeType, EllipsisType, ModuleType, NoneType
from typing import Any

import numpy as np
from numba import types

PLAIN = (bool, int, float, complex, str, bytes, NoneType, EllipsisType)
"""Types of constants that their `repr` describes fully."""
LOADS = {"LOAD_GLOBAL": False, "LOAD_DEREF": True}
"""Opcodes that load outside names, and whether the name is in a closure."""
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")


class _UnknownError(Exception):
    """A value that cannot be identified in another process."""


def code_digest(function: Callable[..., Any], *more: Any) -> str | None:
    """Return a digest of `function`, of the rules that it calls, and of `more`, plain values. It covers code, the
    constants in globals, closures and defaults, and the symbols of linked functions. Other objects, such as Numba's
    intrinsics, count by module and name: their source files must identify them. None if a value cannot be
    identified."""
    try:
        return _sha256([*_Contents(function).parts, _constant(more)])
    except _UnknownError:
        return None


class _Contents:
    """The `parts` of a function and the rules that it calls, numbered in the order they are found."""

    def __init__(self, function: Any) -> None:
        self._found = [function]
        self.parts = [self._of(plain) for plain in self._found]  # the list grows

    def _of(self, plain: Any) -> Any:
        code, module = plain.__code__, sys.modules.get(plain.__module__)
        cells = dict(zip(code.co_freevars, plain.__closure__ or (), strict=True))
        named: list[Any] = []
        for closed, path in _paths(code):
            if closed and path[0] in cells:
                named.append((path, self._named(cells[path[0]].cell_contents, path, None)))
            elif not closed and path[0] in plain.__globals__:
                named.append((path, self._named(plain.__globals__[path[0]], path, module)))
        given = (plain.__defaults__ or (), *(plain.__kwdefaults__ or {}).items())
        return code.co_filename, code.co_firstlineno, _constant(code), self._value(given, None), named

    def _named(self, value: Any, path: tuple[str, ...], where: Any) -> Any:
        """Return what a dotted name means: attributes of modules and classes, starting at `value`."""
        name, *attributes = path
        for attribute in attributes:
            if not isinstance(value, ModuleType | type):
                break
            where, name, value = value, attribute, getattr(value, attribute, None)
        return self._value(value, (where, name))

    def _value(self, value: Any, place: tuple[Any, str] | None) -> Any:
        if isinstance(symbol := getattr(value, "kept_as", None), str):  # a linked function
            return symbol
        if hasattr(value, "py_func") and hasattr(value, "targetoptions"):
            if value.py_func not in self._found:
                self._found.append(value.py_func)
            return self._found.index(value.py_func), _constant(tuple(sorted(value.targetoptions.items())))
        if isinstance(value, tuple):
            return _kind(value), getattr(value, "_fields", None), [self._value(each, None) for each in value]
        return _constant(value, place)


@cache
def _paths(code: CodeType) -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """Return the dotted names of globals and closure variables, also of inner functions."""
    return tuple(dict.fromkeys(_loads(code)))


def _loads(code: CodeType) -> Iterator[tuple[bool, tuple[str, ...]]]:
    found: tuple[bool, tuple[str, ...]] | None = None
    for step in dis.get_instructions(code):
        if step.opname in LOADS:
            if found is not None:
                yield found
            found = LOADS[step.opname], (step.argval,)
        elif step.opname in ATTRIBUTES and found is not None:
            found = found[0], (*found[1], step.argval)
        elif found is not None and step.opname != "EXTENDED_ARG":
            yield found
            found = None
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _loads(constant)


def _constant(value: Any, place: tuple[Any, str] | None = None) -> Any:
    """Return a constant in a form with the same `repr` in all processes. For other objects return the name, or the name
    of their `place` in a module."""
    if isinstance(value, CodeType):
        names = value.co_names, value.co_varnames, value.co_freevars
        form = value.co_argcount, value.co_kwonlyargcount, value.co_flags
        return value.co_code, [_constant(each) for each in value.co_consts], names, form
    if type(value) in PLAIN:
        return value
    if isinstance(value, tuple):
        return _kind(value), getattr(value, "_fields", None), [_constant(each) for each in value]
    if isinstance(value, set | frozenset):
        return _kind(value), sorted(repr(_constant(each)) for each in value)
    if isinstance(value, slice | range):
        return _kind(value), _constant((value.start, value.stop, value.step))
    if isinstance(value, Enum):
        return _kind(value), value.name, _constant(value.value)
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        bits = repr(value.tolist()).encode() if value.dtype.names else np.ascontiguousarray(value).tobytes()
        return value.dtype, value.shape, value.flags.c_contiguous, value.flags.f_contiguous, _sha256(bits)
    if isinstance(value, np.dtype | types.Type):
        return _kind(value), str(value)
    return _name(value, place)


def _kind(value: Any) -> str:
    return type(value).__qualname__


def _name(value: Any, place: tuple[Any, str] | None) -> Any:
    """Return the importable name of an object, or of its place."""
    if isinstance(value, ModuleType):
        return value.__name__
    where, name = getattr(value, "__module__", None), str(getattr(value, "__qualname__", ""))
    for module, attribute in ((sys.modules.get(str(where)), name), place or (None, "")):
        if module is not None and getattr(module, attribute, None) is value:
            return getattr(module, "__module__", ""), module.__name__, attribute
    raise _UnknownError


def _sha256(parts: Any) -> str:
    return hashlib.sha256(parts if isinstance(parts, bytes) else repr(parts).encode()).hexdigest()[:16]
