"""Fixtures of all tests."""

import signal

import pytest


@pytest.fixture(autouse=True, scope="session")
def interruptible():
    """Ctrl-C raises, in the processes of the tests and those that they start, even where a shell started the tests in
    the background and ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
