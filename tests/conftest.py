"""Fixtures of all tests."""

import os
import signal

import pytest

# Before torch is imported, and for the processes that tests start. The tests run side by side, and threads that wait
# for one another on the same cores made those of training take eight times as long.
os.environ.setdefault("OMP_NUM_THREADS", "1")


@pytest.fixture(autouse=True, scope="session")
def interruptible():
    """Ctrl-C raises, in the processes of the tests and those that they start, even where a shell started the tests in
    the background and ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
