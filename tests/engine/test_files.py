"""Files are written whole or not at all; what cannot be read or written is told in one line."""

import os
from pathlib import Path

import pytest

from africana_env import UserError
from africana_env.engine.files import atomic_write, read_file


def refused(call, *arguments):
    """The one-line message with which a call is refused."""
    with pytest.raises(UserError) as error:
        call(*arguments)
    assert "\n" not in str(error.value)
    return str(error.value)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_was_written_is_read(tmp_path):
    path = tmp_path / "file"
    for kind in (Path, str):
        for data in (b"first\r\n\x00\xff", b""):
            atomic_write(kind(path), data)
            assert read_file("file", kind(path)) == data
    assert names(tmp_path) == ["file"]


def test_path_without_a_folder_is_in_the_current_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    atomic_write("file", b"here")
    assert (tmp_path / "file").read_bytes() == b"here"


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_failure_leaves_the_old_file_and_no_draft(failure, step, tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(draft, *_):
        draft.open("wb").write(b"ne")
        raise failure

    monkeypatch.setattr(Path, step, fail)
    if isinstance(failure, OSError):
        assert refused(atomic_write, path, b"new") == f"cannot write {path}: No space left on device"
    else:
        with pytest.raises(KeyboardInterrupt):
            atomic_write(path, b"new")
    assert names(tmp_path) == ["file"]
    assert path.open("rb").read() == b"old"


def test_link_stays_a_link(tmp_path):
    (tmp_path / "link").symlink_to("file")
    for data in (b"first", b"second"):
        atomic_write(tmp_path / "link", data)
        assert (tmp_path / "file").read_bytes() == data
    assert (tmp_path / "link").is_symlink()


def test_device_is_written_to_and_not_replaced(tmp_path):
    reading, writing = os.openpty()
    try:
        atomic_write(os.ttyname(writing), b"shown")
        assert os.read(reading, 100) == b"shown"
    finally:
        os.close(reading)
        os.close(writing)


@pytest.mark.parametrize("path", ["", "no/such/file", "a\0b", "a\nb/c", "x" * 5000, None, 3, [], "."])
def test_impossible_paths_are_one_line_errors(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refused(read_file, "record", path).startswith("cannot read record ")
    assert refused(atomic_write, path, b"").startswith("cannot write ")
    assert names(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert refused(read_file, "edition", tmp_path / "pipe").endswith("pipe: not a regular file")
