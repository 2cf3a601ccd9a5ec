"""One process compiles a kernel while others wait, but not for ever."""

import errno
import os

import pytest

from africana_env.engine.compilation import turns
from africana_env.engine.compilation.turns import end_turn, take_turn

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files cannot be locked there")


@pytest.fixture(autouse=True)
def new_process(monkeypatch):
    monkeypatch.setattr(turns, "_waits", True)
    turns._say_once.cache_clear()


@pytest.fixture
def kernel(tmp_path):
    """The file of a kernel that another process compiles."""
    path = tmp_path / "a.kernel"
    handle = take_turn(path)
    yield path
    end_turn(path, handle)


def no_sleep(seconds):
    raise AssertionError("it waits")


def test_the_first_does_not_wait_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("time.sleep", no_sleep)
    for _ in range(2):
        end_turn(tmp_path / "a.kernel", take_turn(tmp_path / "a.kernel"))
    assert list(tmp_path.iterdir()) == []


def test_others_wait_until_the_kernel_is_there(kernel, monkeypatch, caplog):
    slept = []

    def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 3:
            kernel.write_text("")

    monkeypatch.setattr("time.sleep", sleep)
    end_turn(kernel, take_turn(kernel))
    assert len(slept) == 3
    assert len(caplog.messages) == 1
    kernel.unlink()
    end_turn(kernel, take_turn(kernel))  # the lock has its own file, so this is the first
    assert len(caplog.messages) == 1


def test_the_next_has_the_turn_if_nothing_was_kept(tmp_path, monkeypatch):
    kernel = tmp_path / "a.kernel"
    first = take_turn(kernel)
    monkeypatch.setattr("time.sleep", lambda _: os.close(first))
    second = take_turn(kernel)
    monkeypatch.setattr("time.sleep", no_sleep)
    end_turn(kernel, take_turn(kernel))  # it waited in vain once, and does not wait again
    end_turn(kernel, second)


def test_a_process_that_is_stopped_is_not_waited_for_again(kernel, monkeypatch):
    monkeypatch.setattr(turns, "MAX_WAIT", 0)
    end_turn(kernel, take_turn(kernel))
    kernel.with_suffix(".lock").touch()
    monkeypatch.setattr("time.sleep", no_sleep)
    end_turn(kernel, take_turn(kernel))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_process_that_is_killed_is_not_waited_for(tmp_path, monkeypatch):
    kernel = tmp_path / "a.kernel"
    if (child := os.fork()) == 0:
        take_turn(kernel)
        os._exit(9)
    os.waitpid(child, 0)
    assert kernel.with_suffix(".lock").exists()
    monkeypatch.setattr("time.sleep", no_sleep)
    end_turn(kernel, take_turn(kernel))
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_waited_for_where_nothing_can_be_written(tmp_path):
    assert take_turn(tmp_path / "missing" / "a.kernel") is None


def test_nothing_is_waited_for_where_files_cannot_be_locked(kernel, monkeypatch):
    def fail(handle, used):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(turns, "lock", fail)
    monkeypatch.setattr("time.sleep", no_sleep)
    end_turn(kernel, take_turn(kernel))


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "a.lock").symlink_to(tmp_path / "target")
    assert take_turn(tmp_path / "a.kernel") is None
    assert not (tmp_path / "target").exists()
