"""Compiled code runs in the place of other code only where both are the same, whatever file and line they stand in."""

from types import SimpleNamespace

import numpy as np
import pytest
from support import compiled_only

from africana_env.engine import kernel_cache as cached
from africana_env.engine.code_digest import code_digest
from africana_env.engine.compiler import bind_kernel, rule
from africana_env.engine.kernel_cache import kernel_cache, source_digest

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


COMPILED = [closed_number, closed_array, default, in_a_rule, in_an_inner_function, saved_again]


def filled(function, folder, names=(), **options):
    """What a kernel fills in, and whether it was loaded from the folder."""
    kernel = bind_kernel(function, dict(names), "test", folder, parallel=False, **options)
    out = np.zeros(1)
    kernel(out)
    return out[0], sum(kernel.stats.cache_hits.values()) == 1


@compiled_only
@pytest.mark.parametrize("make", COMPILED, ids=lambda make: make.__name__)
def test_functions_from_one_place_differ(tmp_path, make):
    for _ in range(2):
        assert [filled(make(number), tmp_path)[0] for number in (1.0, 2.0)] == [1, 2]
    assert filled(make(2.0), tmp_path) == (2, True)


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


def test_folders_beside_a_module_that_are_no_packages_are_not_read(tmp_path, monkeypatch):
    def digest():
        source_digest.cache_clear()
        return source_digest((tmp_path,))

    (tmp_path / "game.py").write_text("")
    before = digest()
    environment = tmp_path / ".venv" / "lib"
    environment.mkdir(parents=True)
    (environment / "module.py").write_text("")
    (tmp_path / ".#game.py").symlink_to("user@host.1")  # as Emacs locks a file
    assert digest() == before
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("")
    assert digest() != before
    source_digest.cache_clear()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    assert kernel_cache([tmp_path]) is not None
