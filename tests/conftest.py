"""Fixtures of all tests."""

import os
import signal

import pytest

# Before torch is imported, and for the processes that tests start. The tests run side by side, and threads that wait
# for one another on the same cores made those of training take eight times as long.
os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_addoption(parser):
    parser.addoption("--smallest", action="store_true", help="of each game only its smallest setting")
    parser.addoption("--game", help="only the tests of this game: its own, and those of all games with it")


def pytest_collection_modifyitems(config, items):
    """With `--game`, leave out what is not of this game, with `--smallest` the tests of all other settings."""
    if game := config.getoption("--game"):
        own = f"tests/{game.rpartition('_v')[0]}/"
        items[:] = [item for item in items if game in item.nodeid or item.nodeid.startswith(own)]
    if config.getoption("--smallest"):
        from support import SMALLEST  # only now: it imports Numba, which reads the number of threads above

        params = [getattr(item, "callspec", None) and item.callspec.params.get("setting") for item in items]
        items[:] = [item for item, setting in zip(items, params, strict=True) if setting in (None, *SMALLEST)]


@pytest.fixture(autouse=True)
def one_thread(request):
    """Tests run Numba's parallel loops in one thread, but for those marked `threads`: several test processes share the
    cores, and a loop that waits for a thread of its own takes milliseconds instead of microseconds."""
    import numba

    several = request.node.get_closest_marker("threads")
    numba.set_num_threads(numba.config.NUMBA_NUM_THREADS if several else 1)


@pytest.fixture(autouse=True, scope="session")
def interruptible():
    """Signals end the tests, and the processes that they start, even where a shell started the tests in the
    background, or `nohup` did, and ignores them: a test that sends one waits for what it does."""
    handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    if hasattr(signal, "SIGHUP"):
        handlers[signal.SIGHUP] = signal.SIG_DFL
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
