"""Compiled kernels are kept on disk, and no edited source ever runs stale."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.compiler_lock import global_compiler_lock
from support import compiled_only

import africana_env
from africana_env.engine.compilation.kernel_cache import cache_root, kernel_cache, source_digest

pytestmark = compiled_only

PACKAGE = Path(africana_env.__file__).parent
PROBE = Path(__file__).with_name("cache_probe.py")


class Copy:
    """An editable copy of the package with its own cache folder."""

    def __init__(self, folder):
        self.folder = folder
        self.cache = folder / "cache"
        shutil.copytree(PACKAGE, folder / "africana_env", ignore=shutil.ignore_patterns("__pycache__"))

    def edit(self, file, old, new):
        path = self.folder / "africana_env" / file
        text = path.read_text()
        assert text.count(old) == 1, f"{file} has {old!r} {text.count(old)} times"
        path.write_text(text.replace(old, new))

    def start(self, **environment):
        """Start the probe in its own process."""
        settings = {"PYTHONPATH": str(self.folder), "NUMBA_CACHE_DIR": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        environment = {**os.environ, **settings, **environment}
        command = [sys.executable, str(PROBE)]
        return subprocess.Popen(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, text=True)

    def result(self, process):
        output, _ = process.communicate(timeout=1800)
        assert process.returncode == 0
        found = json.loads(output)
        assert found["package"] == str(self.folder)
        return found

    def run(self, **environment):
        return self.result(self.start(**environment))


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """A copy that two processes ran at the same time, and their results."""
    package = Copy(tmp_path_factory.mktemp("package"))
    processes = [package.start(), package.start()]
    return package, [package.result(process) for process in processes]


def played(result):
    """Return the game of a result, without its kernels."""
    return {key: value for key, value in result.items() if key not in ("loaded", "compiled", "announced")}


def test_processes_that_compile_at_the_same_time_do_not_disturb_each_other(used):
    _, results = used
    assert played(results[0]) == played(results[1])


def test_it_is_said_once_that_kernels_are_compiled(used):
    _, results = used
    compiling = [result for result in results if any(result["compiled"])]
    assert compiling
    for result in compiling:
        assert len([line for line in result["announced"] if line.startswith("compiling rules for their")]) == 1


def test_kernels_are_loaded_from_disk_when_nothing_changed(used):
    package, results = used
    again = package.run()
    assert again["loaded"] == [1, 1]
    assert again["compiled"] == [0, 0]
    assert again["announced"] == []
    assert played(again) == played(results[0])


def test_edited_rule_is_compiled_anew_and_the_old_kernels_serve_again_afterwards(used):
    package, results = used
    assert all(text.startswith("commit") for text in results[0]["legal"])
    file, line, wrong = (
        "games/afritoria/rules/step.py",
        "mark_hand(state, ACTION.commit, mask)",
        "mark_hand(state, 0 + ACTION.put_under, mask)",
    )
    package.edit(file, line, wrong)
    edited = package.run()
    assert all(text.startswith("put") for text in edited["legal"])
    package.edit(file, wrong, line)
    back = package.run()
    assert back["compiled"] == [0, 0]
    assert played(back) == played(results[0])


def test_edited_bot_is_compiled_anew(used):
    package, results = used
    legal = results[0]["legal"]
    other = legal[0] if results[0]["choice"] != legal[0] else legal[-1]
    file, line = "bots/random.py", "left = np.uint64(random_below(generator, legal))"
    package.edit(file, line, f"left = np.uint64({legal.index(other)})")
    edited = package.run()
    package.edit(file, f"left = np.uint64({legal.index(other)})", line)
    assert edited["choice"] == other


def test_digest_depends_on_every_source_and_on_nothing_else(tmp_path, monkeypatch):
    (tmp_path / "inner").mkdir()
    files = [tmp_path / "one.py", tmp_path / "inner" / "__init__.py", tmp_path / "inner" / "two.py"]
    for file in files:
        file.write_text("x = 1\n")

    def digest():
        source_digest.cache_clear()
        return source_digest((tmp_path,))

    seen = [digest()]
    for file in files:
        file.write_text("x = 2\n")
        seen.append(digest())
    files[0].rename(tmp_path / "three.py")
    seen.append(digest())
    (tmp_path / "four.py").write_text("")
    seen.append(digest())
    assert len(set(seen)) == len(seen)
    (tmp_path / "notes.md").write_text("x")
    os.utime(files[1], (0, 0))
    for environment in (tmp_path / ".tox", tmp_path / "env"):
        (environment / "lib").mkdir(parents=True)
        (environment / "lib" / "module.py").write_text("")
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    (tmp_path / ".#game.py").symlink_to("user@host.1")  # Emacs's lock of a file
    assert digest() == seen[-1]
    source_digest.cache_clear()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    assert kernel_cache([tmp_path]) is not None


def test_cache_that_was_not_used_for_long_is_dropped(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    old, young, other = (tmp_path / "africana_env" / name for name in ("0" * 16, "1" * 16, "a folder of the user"))
    for folder in (old, young, other):
        folder.mkdir(parents=True)
        (folder / "kernel.nbc").write_text("")
    for folder in (old, other):
        os.utime(folder, (0, 0))
    path = kernel_cache((PACKAGE / "engine",))
    assert path.parent == tmp_path / "africana_env"
    assert not old.exists()
    assert (young / "kernel.nbc").exists()
    assert (other / "kernel.nbc").exists()
    os.utime(path, (0, 0))
    assert kernel_cache((PACKAGE / "engine",)) == path
    assert path.stat().st_mtime > 0, "a cache that is used stays young"
    assert cache_root() == tmp_path / "africana_env"


def test_ctrl_c_waits_until_a_function_is_compiled_but_not_a_second_time():
    before, reached = signal.getsignal(signal.SIGINT), []

    @global_compiler_lock
    def compile_all(nested, times):
        if nested:
            compile_all(nested - 1, times)
        else:
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)
        reached.append(nested)

    for times in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            compile_all(1, times)
        assert signal.getsignal(signal.SIGINT) is before
    assert reached == [0, 1]
