"""The image: its steps name what is there, and what it compiles serves a user without a home.

Docker itself is not run. The steps run here for a small game, in a folder in place of the image's.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[1]
GAME = "leduc_v0"
STEPS = [
    (line.split()[0], line.partition(" ")[2])
    for line in (ROOT / "Dockerfile").read_text().replace("\\\n", "").splitlines()
    if line and not line.startswith("#")
]


def steps(name):
    return [argument for step, argument in STEPS if step == name]


def listed(name):
    """The words of an instruction in the form of a list."""
    (words,) = steps(name)
    return eval(words)


def index(step, beginning=""):
    return next(
        place for place, (name, argument) in enumerate(STEPS) if name == step and argument.startswith(beginning)
    )


def test_libraries_are_installed_before_the_source_is_copied(tmp_path):
    early, late = steps("COPY")
    *files, folder = early.split()
    assert (late, folder) == (". /src", "/src/")
    for file in files:
        shutil.copy(ROOT / file, tmp_path)
    listing, *installs = (command.replace("/src", str(tmp_path)) for command in steps("RUN")[:3])
    subprocess.run(listing, shell=True, check=True)
    libraries, project = map(shlex.split, installs)
    named = Path(libraries[libraries.index("--requirement") + 1]).read_text().splitlines()
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = declared["optional-dependencies"]
    assert named == [*declared["dependencies"], *extras["play"], *extras["train"]]
    assert Path(libraries[libraries.index("--constraint") + 1]).is_file()
    assert project[-2:] == ["--no-deps", str(tmp_path)]
    assert (
        index("RUN", "pip install --no-cache-dir --constraint")
        < index("COPY", ".")
        < index("RUN", "pip install --no-cache-dir --no-deps")
    )


def test_the_steps_name_a_tested_python():
    tested = re.search(r'python: \["([^\]]+)"\]', (ROOT / ".github/workflows/test.yml").read_text())[1].split('", "')
    assert steps("FROM")[0].removeprefix("python:").removesuffix("-slim") in tested


def test_rules_are_compiled_by_root_where_the_user_finds_them():
    assert index("ENV") < index("RUN", "africana compile") < index("USER")
    assert steps("USER") == ["1000"]
    (folder,) = steps("WORKDIR")
    assert f"mkdir --mode 1777 {folder}" in steps("RUN")


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    """What the steps make: the variables of the environment, with all folders in a temporary one."""
    root = tmp_path_factory.mktemp("image")
    variables = dict(setting.split("=", 1) for setting in " ".join(steps("ENV")).split())
    variables["NUMBA_CACHE_DIR"] = f"{root}{variables['NUMBA_CACHE_DIR']}"
    home = root / "home"
    home.mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    built = {**variables, "PATH": path, "HOME": str(home), "NUMBA_NUM_THREADS": "1"}
    subprocess.run(["africana", "compile", GAME], env=built, check=True, capture_output=True, timeout=600)
    (root / "games").mkdir()
    return root, built


def files_in(folder):
    return {path.relative_to(folder): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_a_container_compiles_nothing_and_writes_nothing_into_its_home(image):
    root, variables = image
    before = files_in(root)
    words = [*listed("ENTRYPOINT"), "evaluate", GAME, "random", "--against", "random", "--num_games", "20"]
    done = subprocess.run(words, env=variables, cwd=root / "games", capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert files_in(root) == before


def test_the_default_command_serves_a_game(image):
    root, variables = image
    command = listed("CMD")
    assert command[command.index("--port") + 1] == steps("EXPOSE")[0]
    command[command.index("--port") + 1] = "0"
    command[1] = GAME
    with subprocess.Popen(
        [*listed("ENTRYPOINT"), *command], env=variables, cwd=root / "games", stdout=subprocess.PIPE, text=True
    ) as serving:
        try:
            port, page = re.search(r"http://[^/ ]+:(\d+)(/\S*)", serving.stdout.readline()).groups()
            with closing(urlopen(f"http://localhost:{port}{page}", timeout=60)) as answer:
                assert answer.status == 200
        finally:
            serving.terminate()
    assert not [*(root / "home").iterdir()]
    assert [*(root / "games").rglob("*.json")]
