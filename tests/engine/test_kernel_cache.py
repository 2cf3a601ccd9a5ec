"""Kernels on disk are loaded only from root or this user, and no failure there is fatal."""

import errno
import logging
import os
import re
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError
from support import compiled_only, every_game

from africana_env.engine.compilation import kernel_cache as cached
from africana_env.engine.compilation import turns
from africana_env.engine.compilation.compiled import bind_kernel
from africana_env.engine.compilation.kernel_cache import cache_for, check_kept, kernel_cache
from africana_env.engine.game import kernels
from africana_env.engine.process.errors import UserError

SOURCES = (Path(__file__).parent,)
OTHER_USER = 65534

has_owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
can_give_away = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")


def double(numbers):
    for index in range(len(numbers)):
        numbers[index] *= 2


def triple(numbers):
    for index in range(len(numbers)):
        numbers[index] *= 3


def loaded(folder, kernel=double, dtype=np.int64):
    """Return whether a new process would load the kernel from `folder`. The kernel must work in any case."""
    bound = bind_kernel(kernel, {}, "test", folder, parallel=False)
    numbers, expected = np.arange(3, dtype=dtype), np.arange(3, dtype=dtype)
    bound(numbers)
    kernel(expected)
    assert (numbers == expected).all()
    return sum(bound.stats.cache_hits.values()) == 1


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def mode(path):
    return path.stat().st_mode & 0o7777


@pytest.fixture(autouse=True)
def nothing_reported(monkeypatch):
    """As in a new process."""
    monkeypatch.setattr("africana_env.engine.compilation.kernel_cache._faults", [])
    monkeypatch.setattr("africana_env.engine.compilation.turns._waits", True)
    for said in (cached._say_once, turns._say_once):
        said.cache_clear()


@pytest.fixture
def root(tmp_path, monkeypatch):
    """The package's part of the user's cache folder, which does not exist yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "set"))
    return tmp_path / "set" / "africana_env"


@pytest.fixture
def no_umask():
    previous = os.umask(0)
    yield
    os.umask(previous)


# Folders


@compiled_only
@has_owners
def test_only_their_user_may_write_to_folders_and_files(root, no_umask):
    folder = kernel_cache(SOURCES)
    assert not loaded(folder)
    assert loaded(folder)
    assert folder.parent == root
    assert [mode(path) for path in (root.parent, root, folder)] == [0o755] * 3
    assert [mode(path) for path in files(folder)] == [0o644]


@compiled_only
def test_kernels_are_loaded_by_name_and_types(root):
    folder = kernel_cache(SOURCES)
    for kernel, dtype in ((double, np.int64), (triple, np.int64), (double, np.float32)):
        assert not loaded(folder, kernel, dtype)
        assert loaded(folder, kernel, dtype)
    assert len(files(folder)) == 3


def opened_root(root, folder):
    root.chmod(0o770)


def opened_folder(root, folder):
    folder.chmod(0o707)


def link_to_an_open_folder(root, folder):
    folder.rmdir()
    target = root.parent / "elsewhere"
    target.mkdir()
    target.chmod(0o777)
    folder.symlink_to(target)


def root_of_another_user(root, folder):
    os.chown(root, OTHER_USER, -1)


def folder_of_another_user(root, folder):
    os.chown(folder, OTHER_USER, -1)


def link_of_another_user(root, folder):
    link_to_our_own(root, folder)
    os.chown(root, OTHER_USER, -1, follow_symlinks=False)


def link_to_a_folder_of_another_user(root, folder):
    link_to_our_own(root, folder)
    os.chown(root, OTHER_USER, -1)


def link_of_another_user_further_up(root, folder):
    root.parents[1].chmod(0o1777)
    root.parent.rename(root.parents[1] / "target")
    root.parent.symlink_to("target")
    os.chown(root.parent, OTHER_USER, -1, follow_symlinks=False)


def link_to_our_own(root, folder):
    """Link to another folder of this user, such as a download."""
    root.rename(root.parent.parent / "ours")
    root.symlink_to(root.parent.parent / "ours")


def link_to_our_own_where_others_may_write(root, folder):
    root.parent.chmod(0o777)
    link_to_our_own(root, folder)


def link_further_up(root, folder):
    root.parent.chmod(0o777)
    root.rename(root.parent / "africana_env.old")
    (root.parent / "link").symlink_to(root.parent)
    root.symlink_to("link/africana_env.old")


OPENED = [opened_root, opened_folder, link_to_an_open_folder]
GIVEN_AWAY = [root_of_another_user, folder_of_another_user, link_of_another_user, link_to_a_folder_of_another_user]
GIVEN_AWAY.append(link_of_another_user_further_up)
EXCHANGED = [link_to_our_own_where_others_may_write, link_further_up]


@pytest.mark.parametrize(
    ("expose", "words"),
    [
        *(pytest.param(expose, "others may write to .* .chmod go-w.", marks=has_owners) for expose in OPENED),
        *(pytest.param(expose, "belongs to another user", marks=can_give_away) for expose in GIVEN_AWAY),
        *(pytest.param(expose, "no link is followed below", marks=has_owners) for expose in EXCHANGED),
    ],
)
def test_a_folder_that_others_may_have_changed_is_refused_in_one_line(root, caplog, expose, words):
    expose(root, kernel_cache(SOURCES))
    for _ in range(2):
        assert kernel_cache(SOURCES) is None
    (line,) = caplog.messages
    assert re.search(f"{words}.*NUMBA_CACHE_DIR", line)


@compiled_only
@pytest.mark.parametrize(
    "expose",
    [
        *(pytest.param(expose, marks=has_owners) for expose in (opened_folder, *EXCHANGED)),
        pytest.param(folder_of_another_user, marks=can_give_away),
    ],
)
def test_nothing_is_loaded_from_it_where_it_was_in_use(root, expose):
    folder = kernel_cache(SOURCES)
    loaded(folder)
    expose(root, folder)
    assert not loaded(folder)


@compiled_only
@has_owners
@pytest.mark.parametrize("allowed", [0o777, 0o1777, 0o775])
def test_folder_below_one_for_everybody_is_used(root, caplog, allowed):
    root.parent.mkdir()
    for above in root.parents[:2]:
        above.chmod(allowed)
    folder = kernel_cache(SOURCES)
    assert folder.parent == root
    assert not loaded(folder)
    assert loaded(folder)
    assert caplog.messages == []


@compiled_only
@can_give_away
def test_what_root_has_kept_is_loaded_by_others(root, monkeypatch, caplog):
    folder = kernel_cache(SOURCES)
    loaded(folder)
    folder.chmod(0o555)
    monkeypatch.setattr(os, "geteuid", lambda: OTHER_USER)
    assert kernel_cache(SOURCES) == folder
    assert loaded(folder)
    assert caplog.messages == []


def test_user_without_a_home_has_no_cache(monkeypatch, caplog):
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "USERPROFILE", "HOMEPATH"):
        monkeypatch.delenv(name, raising=False)
    if hasattr(os, "geteuid"):
        monkeypatch.setattr("pwd.getpwuid", lambda _: {}["no such user"])
    assert kernel_cache(SOURCES) is None
    assert caplog.messages == [
        "compiled rules are not kept: this user has no home; NUMBA_CACHE_DIR sets another folder"
    ]


def test_working_folder_does_not_move_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", "relative")
    monkeypatch.chdir(tmp_path)
    assert kernel_cache(SOURCES).is_relative_to(tmp_path)


@compiled_only
def test_folder_that_cannot_be_made_is_reported_once_something_is_compiled(root, caplog):
    root.parent.write_text("a file")
    folder = kernel_cache(SOURCES)
    assert caplog.messages == []
    with pytest.raises(UserError, match=r"^compiled rules are not kept: cannot write "):
        check_kept()
    for _ in range(2):
        assert not loaded(folder)
    (line,) = caplog.messages
    assert line.startswith(f"compiled rules are not kept: cannot write {str(root)!r} (")
    assert line.endswith("; NUMBA_CACHE_DIR sets another folder")


def test_kernels_with_functions_of_a_notebook_are_not_kept(root):
    names = {}
    exec(compile("def act(): return 0", "<cell 1>", "exec"), names)
    assert cache_for(double) is not None
    assert cache_for(double, names["act"]) is None


@every_game
def test_kernels_depend_on_the_whole_folder_of_their_game(root, game):
    whole = kernel_cache(sorted({Path(kernels.__file__).parents[1], game.folder}))
    functions = (game.reset, game.observe, game.scores)
    own = [each for each in functions if Path(each.__code__.co_filename).is_relative_to(game.folder)]
    assert len(own) >= 2  # scores may be the engine's
    assert all(cache_for(function) == whole for function in own)


# Files


def emptied(path):
    path.write_bytes(b"")


def one_bit_other(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def pickle_that_fails(path):
    path.write_bytes(b"cno_such_module\nname\n.")


def another_kernel(path):
    loaded(path.parent, triple)
    (other,) = set(files(path.parent)) - {path}
    other.replace(path)


def folder(path):
    path.unlink()
    (path / "inner").mkdir(parents=True)
    (path / "inner" / "file").write_text("")


def link_to_the_same(path):
    path.rename(path.parents[1] / "moved")
    path.symlink_to(path.parents[1] / "moved")


def pipe(path):
    path.unlink()
    os.mkfifo(path)


def open_to_others(path):
    path.chmod(0o666)


def owned_by_another(path):
    os.chown(path, OTHER_USER, -1)


ANYWHERE = [emptied, one_bit_other, pickle_that_fails, another_kernel, folder]
WITH_OWNERS = [link_to_the_same, pipe, open_to_others]
DAMAGES = [
    *ANYWHERE,
    *(pytest.param(damage, marks=has_owners) for damage in WITH_OWNERS),
    pytest.param(owned_by_another, marks=can_give_away),
]


@compiled_only
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damaged_file_is_compiled_anew_and_replaced(tmp_path, caplog, damage):
    caplog.set_level(logging.INFO)
    assert not loaded(tmp_path)
    (path,) = files(tmp_path)
    damage(path)
    assert not loaded(tmp_path)
    assert len(caplog.messages) <= 1
    assert loaded(tmp_path)
    assert path.is_file()
    assert not path.is_symlink()


def fails_with(number):
    def fail(*arguments, **options):
        raise OSError(number, os.strerror(number))

    return fail


@compiled_only
@pytest.mark.parametrize("place", ["os.open", "os.replace"])
def test_kernel_that_cannot_be_written_works_and_is_reported_once(tmp_path, monkeypatch, caplog, place):
    with monkeypatch.context() as patch:
        patch.setattr(place, fails_with(errno.ENOSPC))
        assert not loaded(tmp_path)
        assert not loaded(tmp_path)
    (line,) = caplog.messages
    assert "No space left on device" in line
    assert list(tmp_path.iterdir()) == []
    assert not loaded(tmp_path)
    assert loaded(tmp_path)


@compiled_only
@has_owners
def test_kernel_that_another_process_compiles_is_waited_for(tmp_path, monkeypatch, caplog):
    loaded(tmp_path)
    (path,) = files(tmp_path)
    kept = path.rename(tmp_path / "kept")
    turn = turns.take_turn(path)
    monkeypatch.setattr("time.sleep", lambda _: kept.replace(path))
    assert loaded(tmp_path)
    turns.end_turn(path, turn)
    assert caplog.messages == ["another process is compiling the rules; waiting for it"]
    assert files(tmp_path) == [path]


@compiled_only
def test_kernel_that_cannot_be_compiled_is_left_to_others(tmp_path):
    def faulty(numbers):
        numbers.no_such_method()

    with pytest.raises(TypingError):
        loaded(tmp_path, faulty)
    assert files(tmp_path) == []


@compiled_only
def test_what_cannot_be_packed_works_and_is_reported_once(tmp_path, monkeypatch, caplog):
    def fail(data):
        raise TypeError("cannot pickle")

    with monkeypatch.context() as patch:
        patch.setattr("africana_env.engine.compilation.numba_private.dumps", fail)
        for _ in range(2):
            assert not loaded(tmp_path)
    assert caplog.messages == [
        "compiled rules are not kept: TypeError: cannot pickle; NUMBA_CACHE_DIR sets another folder"
    ]
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UserError, match=r"^compiled rules are not kept: "):
        check_kept()
