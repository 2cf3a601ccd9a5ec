"""Files are written whole or not at all. Failures are reported in one line."""

import os
import sys
from pathlib import Path
from threading import Thread

import pytest
from support import error_of

from africana_env.engine.process import files
from africana_env.engine.process.errors import error_message, escape, format_name, format_value
from africana_env.engine.process.files import atomic_write, check_target, lock, read_file, remove_drafts_of

MAX_BYTES = 1000


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_was_written_is_read(tmp_path):
    path = tmp_path / "file"
    for kind in (Path, str):
        for data in (b"first\r\n\x00\xff", b""):
            atomic_write(kind(path), data)
            assert read_file("file", kind(path), MAX_BYTES) == data
    assert names(tmp_path) == ["file"]


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["fchmod", "fsync", "replace"])
def test_failure_leaves_the_old_file_and_no_draft(failure, step, tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(*_):
        assert len(names(tmp_path)) == 2
        raise failure

    monkeypatch.setattr(os, step, fail)
    if isinstance(failure, OSError):
        assert error_of(atomic_write, path, b"new") == f"cannot write {path}: No space left on device"
    else:
        with pytest.raises(KeyboardInterrupt):
            atomic_write(path, b"new")
    assert names(tmp_path) == ["file"]
    assert path.read_bytes() == b"old"


def test_all_is_on_the_disk_before_the_file_appears_and_then_its_name(tmp_path, monkeypatch):
    """The kernel may write a new name to disk before the data: after a power cut the file would be empty."""
    done = []
    fsync, replace = os.fsync, os.replace

    def note_fsync(handle):
        done.append(Path(f"/proc/self/fd/{handle}").resolve() if sys.platform == "linux" else None)
        fsync(handle)

    def note_replace(draft, target):
        assert Path(draft).read_bytes() == b"new"
        done.append("replaced")
        replace(draft, target)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(os, "replace", note_replace)
    atomic_write(tmp_path / "file", b"new")
    assert done[1] == "replaced"
    assert len(done) == 3
    if sys.platform == "linux":
        assert done[0].parent == done[2] == tmp_path


def test_draft_cannot_be_foreseen_and_is_none_that_is_there(tmp_path, monkeypatch):
    drafts = []

    def note(draft, target):
        drafts.append(Path(draft).name)
        os.rename(draft, target)

    monkeypatch.setattr(os, "replace", note)
    for _ in range(2):
        atomic_write(tmp_path / "file", b"")
    assert len({*drafts}) == 2
    monkeypatch.setattr("secrets.token_hex", lambda size: "foreseen")
    (tmp_path / "elsewhere").write_bytes(b"kept")
    (tmp_path / f"{drafts[0][:9]}foreseen").symlink_to("elsewhere")
    assert error_of(atomic_write, tmp_path / "file", b"new").endswith("File exists")
    assert (tmp_path / "elsewhere").read_bytes() == b"kept"


def test_what_a_kill_has_left_of_a_file_is_removed_and_nothing_else(tmp_path, monkeypatch):
    """Drafts of other files, drafts being written, and user files stay."""
    drafts = []
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", lambda draft, target: drafts.append(Path(draft).name))
        patched.setattr(Path, "unlink", lambda *arguments, **options: None)  # like a kill: no cleanup
        for name in ("file", "file", "other"):
            atomic_write(tmp_path / name, b"new")
    (tmp_path / ".0123456789abcdef").write_text("")
    (tmp_path / drafts[0].replace(drafts[0][-1], "g")).write_text("")
    kept = sorted({*names(tmp_path)} - {*drafts[:2]})
    if sys.platform != "win32":
        live = (tmp_path / f"{drafts[0][:9]}01234567").open("xb")
        lock(live.fileno(), "")
        remove_drafts_of(tmp_path / "file")
        assert sorted(names(tmp_path)) == sorted([*kept, Path(live.name).name])
        live.close()
    remove_drafts_of(tmp_path / "file")
    assert sorted(names(tmp_path)) == kept
    check_target(tmp_path / "other")
    assert drafts[2] not in names(tmp_path)
    for path in (tmp_path / "nowhere" / "file", "a\0b", None):
        remove_drafts_of(path)


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such modes")
def test_new_file_has_the_usual_mode_and_a_replaced_one_its_own(tmp_path):
    path = tmp_path / "file"
    before = os.umask(0o027)
    try:
        atomic_write(path, b"first")
        assert path.stat().st_mode & 0o7777 == 0o640
        for mode in (0o600, 0o664):
            path.chmod(mode)
            atomic_write(path, b"again")
            assert path.stat().st_mode & 0o7777 == mode
    finally:
        os.umask(before)


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


@pytest.mark.parametrize("path", ["", "no/such/file", "a\0b", "x" * 5000, None, "."])
def test_impossible_paths_are_one_line_errors(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert error_of(read_file, "record", path, MAX_BYTES).startswith("cannot read record ")
    for write in (lambda path: atomic_write(path, b""), check_target):
        assert error_of(write, path).startswith("cannot write ")
    assert names(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert error_of(read_file, "edition", tmp_path / "pipe", MAX_BYTES).endswith("pipe: not a regular file")
    assert error_of(atomic_write, tmp_path / "pipe", b"").startswith(f"cannot write {tmp_path / 'pipe'}: ")


def test_a_pipe_that_is_read_takes_all(tmp_path):
    reading, writing = os.pipe()
    data = bytes(range(256)) * 1000  # more than a pipe holds
    got = []
    thread = Thread(target=lambda: got.extend(iter(lambda: os.read(reading, 1 << 16), b"")))
    thread.start()
    try:
        atomic_write(f"/dev/fd/{writing}", data)
    finally:
        os.close(writing)
        thread.join()
        os.close(reading)
    assert b"".join(got) == data


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    (tmp_path / "file").write_bytes(b"x" * MAX_BYTES)
    assert len(read_file("file", tmp_path / "file", MAX_BYTES)) == MAX_BYTES
    assert error_of(read_file, "file", tmp_path / "file", 999).endswith("file: it has more than 999 bytes")


def test_a_target_that_is_read_is_reported_before(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("all that there is")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    check_target("other", "file", "nowhere")
    check_target("file", "other")
    for one, other in (("file", tmp_path / "file"), ("link", "file"), ("file", "link")):
        assert error_of(check_target, one, "nowhere", other).endswith("it is the input file; name another one")


def test_a_target_that_may_not_be_written_is_reported_before(tmp_path, monkeypatch):
    """Links included. A device needs no writable folder, and a read-only file is not replaced in a writable folder."""
    (tmp_path / "open").mkdir()
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "there").write_text("")
    (tmp_path / "open" / "link").symlink_to(tmp_path / "closed" / "there")
    closed = [tmp_path / "closed"]
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) not in closed)
    check_target(tmp_path / "open" / "file")
    for path in ("closed/file", "closed/there", "open/link"):
        assert error_of(check_target, tmp_path / path).endswith(f"{path}: Permission denied")
    (tmp_path / "open" / "dangling").symlink_to(tmp_path / "nowhere" / "file")
    assert error_of(check_target, tmp_path / "open" / "dangling").endswith("name a file in a folder that exists")
    closed[:] = [tmp_path / "open" / "kept"]
    closed[0].write_text("kept")
    for refuses in (check_target, lambda path: atomic_write(path, b"new")):
        assert error_of(refuses, closed[0]).endswith("kept: Permission denied")
    assert closed[0].read_text() == "kept"
    closed[:] = [Path("/dev")]
    check_target("/dev/null")


def test_an_error_that_gives_no_reason_is_reported_by_its_name():
    assert error_message(MemoryError()) == "MemoryError"
    assert error_message(KeyError("x")) == "KeyError: 'x'"


def test_what_messages_repeat_is_printable_and_short():
    assert format_name("a b") == "a b"
    assert format_name("a\nb\x1b") == "'a\\nb\\x1b'"
    assert escape("it's\na \x1b") == "it's\\na \\x1b"
    assert format_value(["a\n", 1]) == "['a\\n', 1]"
    nested = []
    for _ in range(100_000):
        nested = [nested]
    for value in (10**5000, nested, "x" * 10**6, [1] * 10**6, "\ud800", "\u202e"):
        assert format_value(value).isprintable()
        assert len(format_value(value)) < 300


class Ends:
    """An object that exits when it is shown."""

    def __repr__(self):
        raise SystemExit(7)


class EndsToo(BaseException):
    def __str__(self):
        raise SystemExit(9)


def test_what_ends_the_program_when_it_is_shown_is_reported_by_its_type():
    assert format_value(Ends()) == "Ends that cannot be shown"
    assert error_message(EndsToo()) == "EndsToo"


def test_a_draft_that_is_taken_for_a_leftover_before_it_is_locked_is_written_anew(tmp_path, monkeypatch):
    """Another process may be removing drafts just then."""
    taken = []

    def lock_late(handle, used):
        drafts = [path for path in tmp_path.iterdir() if path.name != "file"]
        if len(taken) < 3:
            taken.append(drafts[0])
            drafts[0].unlink()
        return lock(handle, used)

    monkeypatch.setattr(files, "lock", lock_late)
    atomic_write(tmp_path / "file", b"whole")
    assert (tmp_path / "file").read_bytes() == b"whole"
    assert len(taken) == 3
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]
