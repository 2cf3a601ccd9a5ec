"""Functions shared by kernels are compiled once, kept on disk, and loaded before their callers."""

import numpy as np
import pytest
from numba import int64
from numba.core.cpu import CPUContext
from numba.core.errors import TypingError
from numba.core.event import Listener, install_listener
from support import compiled_only, every_game

from africana_env.engine.batch.binding import game_kernels
from africana_env.engine.compilation.compiled import bind_kernel, link_function
from africana_env.engine.compilation.kernel_cache import kernel_cache
from africana_env.engine.compilation.numba_private import linked_functions
from africana_env.engine.game.kernels import return_games, score_games, supplied_by_game
from africana_env.engine.game.points import kept_kernel
from africana_env.engine.game.rule import rule

pytestmark = compiled_only
ARGUMENTS = int64[::1], int64
change = supplied_by_game


@rule
def add(numbers, addend):
    for index in range(len(numbers)):
        numbers[index] += addend


@rule
def subtract(numbers, addend):
    for index in range(len(numbers)):
        numbers[index] -= addend


def change_once(numbers, addend):
    change(numbers, addend)


def change_twice(numbers, addend):
    change(numbers, addend)
    change(numbers, addend)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache, with no linked functions, as in a new process."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kept = dict(linked_functions)
    linked_functions.clear()
    yield kernel_cache([tmp_path])
    linked_functions.clear()
    linked_functions.update(kept)


class Compiled(Listener):
    """The names of the compiled functions, in order."""

    def __init__(self):
        self.names = []

    def on_start(self, event):
        self.names.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event):
        pass


@pytest.fixture
def compiled():
    with install_listener("numba:compile", Compiled()) as listener:
        yield listener.names


def bound(function, kernel, folder):
    linked = link_function(function, ARGUMENTS, "test", folder)
    return bind_kernel(kernel, {"change": linked}, "test", folder, parallel=False)


def result(kernel, addend=1):
    numbers = np.arange(3)
    kernel(numbers, addend)
    return numbers.tolist()


def hits(kernel):
    return sum(kernel.stats.cache_hits.values())


def test_kernels_share_what_is_compiled_once(folder, compiled):
    once, twice = bound(add, change_once, folder), bound(add, change_twice, folder)
    assert compiled == []  # until the first call
    assert (result(once), result(twice)) == ([1, 2, 3], [2, 3, 4])
    assert compiled == ["change_once", "add", "change_twice"]


def outer(folder):
    """Return a rule that calls a linked function."""
    inner = link_function(add, ARGUMENTS, "test", folder)

    @rule
    def call_inner(numbers, addend):
        inner(numbers, addend)

    return call_inner


def test_functions_may_call_linked_ones_themselves(folder, compiled):
    for _ in range(2):
        kernel = bound(outer(folder), change_twice, folder)
        assert result(kernel) == [2, 3, 4]
        linked_functions.clear()  # as in a new process
    assert compiled == ["change_twice", "call_inner", "add"]
    assert hits(kernel) == 1


def test_a_kernel_is_loaded_only_with_what_it_was_compiled_with(folder):
    assert result(bound(add, change_once, folder)) == [1, 2, 3]
    other = bound(subtract, change_once, folder)
    assert result(other) == [-1, 0, 1]
    assert hits(other) == 0


def test_a_kernel_whose_linked_function_is_unknown_is_compiled_anew(folder):
    """Loading it would crash the process: its symbol is unknown."""
    result(bound(add, change_once, folder))
    kernel = bound(add, change_once, folder)
    linked_functions.clear()
    assert result(kernel) == [1, 2, 3]
    assert hits(kernel) == 0


def test_nothing_is_shared_where_nothing_is_kept():
    first, second = (link_function(add, ARGUMENTS, "test", None) for _ in range(2))
    assert first.symbol != second.symbol
    assert result(bind_kernel(change_once, {"change": second}, "test", None, parallel=False)) == [1, 2, 3]


@pytest.mark.parametrize("known", [True, False])
def test_all_of_numba_is_loaded_only_for_symbols_that_are_unknown(folder, monkeypatch, known):
    result(bound(add, change_once, folder))
    linked_functions.clear()  # as in a new process
    kernel, refreshed = bound(add, change_once, folder), []
    monkeypatch.setattr(CPUContext, "refresh", lambda context: refreshed.append(context))
    if not known:
        monkeypatch.setattr("africana_env.engine.compilation.numba_private.address_of_symbol", lambda symbol: None)
    assert result(kernel) == [1, 2, 3]
    assert hits(kernel) == 1
    assert bool(refreshed) != known


def test_numbers_are_converted_and_arrays_of_another_layout_refused(folder):
    kernel = bound(add, change_once, folder)
    assert result(kernel, np.int16(2)) == [2, 3, 4]
    with pytest.raises(TypingError, match="array"):
        kernel(np.zeros(6, np.int64)[::2], 1)


@every_game
def test_a_drawing_runs_the_kernels_of_a_batch(game):
    dtypes = game.tables_dtype, game.state_dtype
    kernels = game_kernels(game)
    for loop, name, rule_of, kept in (
        (score_games, "game_scores", game.scores, kernels.scores),
        (return_games, "game_returns", game.returns, kernels.returns),
    ):
        drawn = kept_kernel(loop, name, rule_of, game.name, *dtypes)
        assert drawn.py_func.__qualname__ == kept.serial.py_func.__qualname__
        assert drawn._cache.kept.folder == kept.serial._cache.kept.folder
