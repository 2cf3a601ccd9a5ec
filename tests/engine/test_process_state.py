"""User code may do anything to shared streams and the working folder."""

import io
import os
import sys
import threading
from contextlib import redirect_stdout

import pytest

from africana_env.engine.process.process_state import process_state_restored


class Broken:
    def __getattr__(self, name):
        raise RuntimeError("broken")


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_a_stream_is_as_it_was(name, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, name, stream)
    for harm in (
        lambda: stream.close(),
        lambda: stream.__exit__(None, None, None),
        lambda: setattr(sys, name, None),
        lambda: setattr(sys, name, 3),
        lambda: setattr(sys, name, Broken()),
    ):
        with process_state_restored():
            with process_state_restored():
                harm()
            harm()
        assert getattr(sys, name) is stream
        assert not stream.closed
        assert not vars(stream)
    stream.close()
    assert stream.closed


def test_a_stream_that_another_thread_has_put_there_stays():
    inside, redirected = threading.Event(), threading.Event()

    def think():
        with process_state_restored():
            inside.set()
            redirected.wait()

    thread = threading.Thread(target=think)
    thread.start()
    inside.wait()
    with redirect_stdout(io.StringIO()) as stream:
        redirected.set()
        thread.join()
        assert sys.stdout is stream


@pytest.mark.parametrize("harm", [lambda: setattr(sys, "stdout", None), lambda: sys.stdout.detach()])
def test_a_thread_cannot_take_a_stream_away(harm, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))

    def think():
        with process_state_restored():
            harm()

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert not sys.stdout.closed


@pytest.mark.parametrize("harm", [lambda stream: stream.buffer.close(), lambda stream: stream.detach()])
def test_a_stream_that_cannot_be_saved_is_opened_again(harm, monkeypatch, capfd):
    stream = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", stream)
    with process_state_restored():
        harm(stream)
    print("still printed", flush=True)
    monkeypatch.undo()
    assert capfd.readouterr().out == "still printed\n"


def test_the_working_folder_is_put_back_where_it_is_still_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with process_state_restored():
        os.chdir("/")
    assert os.getcwd() == str(tmp_path)
    (tmp_path / "gone").mkdir()
    os.chdir("gone")
    with process_state_restored():
        os.rmdir(tmp_path / "gone")
        os.chdir("/")
    with process_state_restored():
        os.chdir(tmp_path)
    assert os.getcwd() == str(tmp_path) or os.getcwd() == "/"


def test_what_is_raised_passes_through():
    def harm():
        sys.stdout = None
        raise KeyError

    stream = sys.stdout
    with pytest.raises(KeyError), process_state_restored():
        harm()
    assert sys.stdout is stream
