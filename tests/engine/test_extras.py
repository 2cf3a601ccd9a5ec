"""The extras install the modules that they list, and the error without one."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path

import pytest

from africana_env import UserError
from africana_env.engine.process import extras
from africana_env.engine.process.extras import EXTRAS, check_extra

DECLARED = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]["optional-dependencies"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_installs_what_needs_it_imports(extra):
    declared = {re.match(r"[\w-]+", entry)[0].lower() for entry in DECLARED[extra]}
    distributions = packages_distributions()
    for module in EXTRAS[extra]:
        if module in distributions:
            assert {name.lower() for name in distributions[module]} & declared, module


def test_the_first_module_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda module: None if module in ("uvicorn", "websockets") else module)
    check_extra("arena", "a page")
    with pytest.raises(UserError, match=r"^a table needs uvicorn: pip install 'africana-env\[play\]'$"):
        check_extra("play", "a table")
    with pytest.raises(UserError, match=r"^a table needs uvicorn: pip install 'africana-env\[play\]', or stand$"):
        check_extra("play", "a table", "stand")


def test_without_torch_a_way_without_cuda_is_named(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda module: None)
    with pytest.raises(UserError) as error:
        check_extra("train", "africana train", "wait")
    assert str(error.value) == (
        "africana train needs torch: pip install 'africana-env[train]', "
        "with --extra-index-url https://download.pytorch.org/whl/cpu for the CPU alone, or wait"
    )


@pytest.mark.skipif(find_spec("pip") is None, reason="pip is not installed")
def test_pip_finds_the_package_where_it_is_installed_without_an_index():
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--dry-run", "africana-env[train]"]
    assert subprocess.run(command, capture_output=True).returncode == 0
