"""Compiled code replaces other code only if both are the same, in whatever file and line."""

from collections import namedtuple
from enum import Enum
from types import SimpleNamespace

import numpy as np
import pytest
from numba import float64, int8, int64, njit
from numba.extending import intrinsic
from support import compiled_only

from africana_env.engine.compilation import kernel_cache as cached
from africana_env.engine.compilation.code_digest import code_digest
from africana_env.engine.compilation.compiled import bind_kernel, link_function
from africana_env.engine.game.rule import rule

NUMBER = 1.0


def global_number(out):
    out[0] = NUMBER


def global_of_a_module(out):
    out[0] = constants.NUMBER


constants = SimpleNamespace()


def closed_number(number):
    def fill(out):
        out[0] = number

    return fill


def closed_value(value):
    def fill(out):
        out[0] = value.large

    return fill


def closed_array(number):
    array = np.array([0, number])

    def fill(out):
        out[0] = array[1]

    return fill


def default(number):
    def fill(out, wanted=number):
        out[0] = wanted

    return fill


def in_a_rule(number):
    @rule
    def wanted():
        return number

    def fill(out):
        out[0] = wanted()

    return fill


def default_of_a_rule(number):
    @rule
    def given(out, wanted=number):
        out[0] = wanted

    def fill(out):
        given(out)

    return fill


def in_an_inner_function(number):
    def fill(out):
        def wanted():
            return number

        out[0] = wanted()

    return fill


def saved_again(number):
    names = {"__name__": __name__}
    exec(compile(f"def fill(out):\n    out[0] = {number}", "rules.py", "exec"), names)
    return names["fill"]


def of_a_class(number):
    class Numbers:
        NUMBER = number

    def fill(out):
        out[0] = Numbers.NUMBER

    return fill


def named_tuple(number):
    order = ("one", "two") if number == 1 else ("two", "one")
    numbers = namedtuple("Numbers", order)(1.0, 2.0)

    def fill(out):
        out[0] = numbers.one

    return fill


def rule_in_a_tuple(number):
    @rule
    def wanted():
        return number

    rules = (wanted, wanted)

    def fill(out):
        out[0] = rules[0]()

    return fill


def enumerated(number):
    class Numbers(Enum):
        WANTED = number

    def fill(out):
        out[0] = Numbers.WANTED.value

    return fill


def type_of_numba(number):
    kind = int64 if number == 2 else int8

    def fill(out):
        out[0] = (kind(len(out) + 256) > 1) + 1

    return fill


def options_of_a_function(number):
    @njit(error_model="numpy" if number == 1 else "python")
    def divided(one, other):
        return one // other

    def fill(out):
        out[0] = 1
        try:
            divided(1, 0)
        except Exception:
            out[0] = 2

    return fill


COMPILED = [
    *(closed_number, closed_array, default, in_a_rule, default_of_a_rule, in_an_inner_function, saved_again),
    *(named_tuple, rule_in_a_tuple, enumerated, type_of_numba, options_of_a_function),
]


def filled(function, folder, names=(), **options):
    """Return what a kernel fills in, and whether it was loaded from the folder."""
    kernel = bind_kernel(function, dict(names), "test", folder, parallel=False, **options)
    out = np.zeros(1)
    kernel(out)
    return out[0], sum(kernel.stats.cache_hits.values()) == 1


@compiled_only
@pytest.mark.filterwarnings("ignore::numba.core.errors.NumbaExperimentalFeatureWarning")
@pytest.mark.parametrize("make", COMPILED, ids=lambda make: make.__name__)
def test_functions_from_one_place_differ(tmp_path, make):
    for _ in range(2):
        assert [filled(make(number), tmp_path)[0] for number in (1.0, 2.0)] == [1, 2]
    assert filled(make(2.0), tmp_path) == (2, True)


def code_of_its_own(number):
    @intrinsic
    def wanted(typing_context):
        return float64(), lambda context, builder, *_: context.get_constant(float64, number)

    def fill(out):
        out[0] = wanted()

    return fill


@compiled_only
def test_what_cannot_be_compared_is_not_kept(tmp_path):
    for number in (1.0, 2.0, 1.0):
        assert filled(code_of_its_own(number), tmp_path) == (number, False)
    assert list(tmp_path.iterdir()) == []


@compiled_only
def test_a_linked_function_is_one_for_its_types(tmp_path):
    @rule
    def length(numbers):
        return len(numbers)

    linked = [link_function(length, (kind[::1],), "test", tmp_path) for kind in (int64, int8)]
    assert len({each.symbol for each in linked}) == 2


status = 1


def test_attributes_are_not_taken_for_globals_of_their_name(monkeypatch):
    def over(state):
        return state.status

    before = code_digest(over)
    monkeypatch.setitem(globals(), "status", 2)
    assert code_digest(over) == before


def test_bytes_between_fields_are_no_part_of_a_constant():
    dtype = np.dtype([("small", np.int8), ("large", np.int64)], align=True)
    records = [np.frombuffer(bytes([filler]) * dtype.itemsize, dtype).copy() for filler in (0, 1)]
    for record in records:
        record["small"], record["large"] = 1, 2
    assert len({code_digest(closed_value(record)) for record in records}) == 1


@compiled_only
def test_constants_given_to_a_kernel_are_part_of_it(tmp_path):
    for number in (1.0, 2.0):
        assert filled(global_number, tmp_path, {"NUMBER": number}) == (number, False)
        assert filled(global_number, tmp_path, {"NUMBER": number}) == (number, True)


def test_constants_of_classes_and_modules_are_part_of_what_names_them(monkeypatch):
    assert code_digest(of_a_class(1)) == code_digest(of_a_class(1))
    assert code_digest(of_a_class(1)) != code_digest(of_a_class(2))
    monkeypatch.setitem(globals(), "constants", cached)
    digests = set()
    for number in (1, 2, 1):
        monkeypatch.setattr(cached, "NUMBER", number, raising=False)
        digests.add(code_digest(global_of_a_module))
    assert len(digests) == 2


@compiled_only
def test_liberties_with_sums_are_part_of_a_kernel(tmp_path):
    def is_nan(out):
        ratio = out[0] / out[0]
        out[0] = 1 if ratio != ratio else 0

    assert [filled(is_nan, tmp_path, fastmath=liberties)[0] for liberties in ({"nnan"}, ())] == [0, 1]


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int8, np.bool_, float, bool])
def test_types_of_constants_are_part_of_a_function(kind):
    assert code_digest(closed_number(kind(1))) != code_digest(closed_number(1))
