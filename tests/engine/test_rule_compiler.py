"""Rules are compiled for kernels alone, and once more where Python calls them."""

import numpy as np
import pytest
from numba import config, njit, types

from africana_env.engine.compiler import rule
from africana_env.engine.rule_compiler import RuleDispatcher

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")


def make_rules():
    """Two rules, the second calls the first: compiled for nobody yet."""

    @rule
    def doubled(number):
        return number + number

    @rule
    def add_doubled(numbers, number):
        for place in range(len(numbers)):
            numbers[place] += doubled(number)
        return numbers[0]

    return doubled, add_doubled


def test_python_and_kernels_get_the_same():
    _, add_doubled = make_rules()
    kernel = njit(lambda numbers, number: add_doubled(numbers, number))
    for number in (3, 2.5, np.float32(0.5)):
        by_kernel, by_python, plain = np.ones(4), np.ones(4), np.ones(4)
        assert kernel(by_kernel, number) == add_doubled(by_python, number) == add_doubled.py_func(plain, number)
        np.testing.assert_array_equal(by_kernel, plain)
        np.testing.assert_array_equal(by_python, plain)


def test_no_machine_code_is_made_of_what_only_kernels_call():
    doubled, add_doubled = make_rules()
    kernel = njit(lambda numbers, number: add_doubled(numbers, number))
    kernel(np.ones(4), 3)
    for function in (doubled, add_doubled):
        (compiled,) = function.overloads.values()
        assert not callable(compiled.entry_point)
    kernel(np.ones(4), 4)
    kernel(np.ones(4), 4.5)
    assert len(doubled.overloads) == 2


def test_signed_whole_numbers_are_one_type():
    doubled, _ = make_rules()
    kernel = njit(lambda small, short, whole: doubled(small) + doubled(short) + doubled(whole) + doubled(-3))
    assert kernel(np.int8(100), np.int16(20_000), 3) == 200 + 40_000 + 6 - 6
    assert list(doubled.overloads) == [(types.int64,)]
    byte = njit(lambda byte: doubled(byte))
    assert byte(np.uint8(200)) == 400
    assert len(doubled.overloads) == 2


def test_python_compiles_for_each_type_once(monkeypatch):
    doubled, _ = make_rules()
    asked = []
    compiles = RuleDispatcher._compile_for_args

    def noted(self, *arguments):
        asked.append(arguments)
        return compiles(self, *arguments)

    monkeypatch.setattr(RuleDispatcher, "_compile_for_args", noted)
    for _ in range(3):
        assert [doubled(3), doubled(2.5), doubled(7)] == [6, 5.0, 14]
    assert asked == [(3,), (2.5,)]
