"""Fixtures of all tests."""

import os
import signal
import sys
from pathlib import Path

import pytest

# Set before torch is imported and for processes that tests start. Tests run side by side, and threads that wait for
# each other on the same cores made training tests eight times slower.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Show values in failed assertions of helpers, too.
TESTS = Path(__file__).parent
pytest.register_assert_rewrite(
    *(
        ".".join(path.relative_to(TESTS).with_suffix("").parts)
        for path in TESTS.rglob("*.py")
        if path.stem != "conftest"
    )
)


def pytest_addoption(parser):
    parser.addoption("--smallest", action="store_true", help="of each game only its smallest setting")
    parser.addoption("--game", help="only the tests of this game: its own, and those of all games with it")


SLOWEST = (
    "training/networks/test_any_edition.py::test_the_sparse_layers_are_those_of_dense_products[africa_v0-entities]",
    "training/networks/test_any_edition.py::test_the_sparse_layers_are_those_of_dense_products[africa_v0-relational]",
    "training/networks/test_any_edition.py::test_the_sparse_layers_are_those_of_dense_products[africana_v0-entities]",
    "training/networks/test_any_edition.py::test_the_sparse_layers_are_those_of_dense_products[africana_v0-relational]",
    "training/networks/test_mlp.py::test_logits_and_values_are_the_same_alone_and_in_training[africa_v0-entities]",
    "training/networks/test_mlp.py::test_logits_and_values_are_the_same_alone_and_in_training[africana_v0-entities]",
    "training/networks/test_sparse.py::test_the_two_forms_of_a_loop_are_kept_apart_on_disk",
    "training/policies/test_shipped.py::test_it_beats_random_play_everywhere_and_greedy_more_often_than_not[2-generalist-africa_v0]",
    "training/policies/test_shipped.py::test_it_beats_random_play_everywhere_and_greedy_more_often_than_not[2-generalist-africana_v0]",
    "training/runs/test_editions.py::test_a_run_on_more_editions_than_are_live_goes_on_as_if_never_stopped",
    "engine/test_compiler.py::test_processes_that_compile_at_the_same_time_do_not_disturb_each_other",
    "afritoria/hidden/test_observation.py::test_every_seat_sees_what_the_referee_and_its_memory_have[shipped-4]",
    "africana/test_ways.py::test_search_of_a_move_finds_what_trying_every_way_finds[4]",
    "conformance/test_state_check.py::test_the_rules_go_on_from_every_accepted_state[africa_v0]",
    "conformance/test_state_check.py::test_the_rules_go_on_from_every_accepted_state[africana_v0]",
    "browser/test_play.py::test_a_game_is_played_by_clicking[africa_v0-5-2]",
)
"""The slowest single cases, marked `slow`; their siblings stay quick."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """With `--game`, deselect tests of other games; with `--smallest`, tests of other settings."""
    for item in items:
        if item.nodeid.removeprefix("tests/") in SLOWEST:
            item.add_marker(pytest.mark.slow)
    if game := config.getoption("--game"):
        own = f"tests/{game.rpartition('_v')[0]}/"
        items[:] = [item for item in items if game in item.nodeid or item.nodeid.startswith(own)]
    if config.getoption("--smallest"):
        from support import SMALLEST  # late: it imports Numba, which reads the number of threads above

        params = [getattr(item, "callspec", None) and item.callspec.params.get("setting") for item in items]
        items[:] = [item for item, setting in zip(items, params, strict=True) if setting in (None, *SMALLEST)]


def pytest_terminal_summary(terminalreporter, config):
    """Print the order of the tests at the end, also with `-q`."""
    if config.pluginmanager.hasplugin("randomly"):
        terminalreporter.write_line(f"the same order: --randomly-seed={config.getoption('randomly_seed')}")


@pytest.fixture
def importable(tmp_path, monkeypatch):
    """`importable({"own/bots.py": text})` writes files into the test's folder or another one. Modules can be imported
    from there until the test ends."""
    written = set()

    def write(files, folder=tmp_path):
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            written.add(Path(name).parts[0].removesuffix(".py"))
        monkeypatch.syspath_prepend(folder)

    yield write
    for name in [name for name in sys.modules if name.partition(".")[0] in written]:
        del sys.modules[name]


@pytest.fixture(autouse=True)
def leaves_the_process_as_it_was(one_thread):
    """No test changes the process for others, in any order."""
    from left_behind import left_behind, process_state

    before = process_state()
    yield
    assert left_behind(before, process_state()) == {}


@pytest.fixture(autouse=True)
def one_thread(request):
    """Run Numba's parallel loops in one thread, except in tests marked `threads`. Test processes share the cores, and a
    loop that waits for its own thread takes milliseconds instead of microseconds."""
    import numba

    several = request.node.get_closest_marker("threads")
    numba.set_num_threads(numba.config.NUMBA_NUM_THREADS if several else 1)


@pytest.fixture(autouse=True, scope="session")
def interruptible():
    """Let signals end the tests and their processes, even if a shell started them in the background or `nohup` ignores
    signals. A test that sends a signal waits for its effect."""
    handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    if hasattr(signal, "SIGHUP"):
        handlers[signal.SIGHUP] = signal.SIG_DFL
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
