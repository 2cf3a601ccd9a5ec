"""A Numba that lacks a part is refused in one line, which names those that have all."""

import ast
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from africana_env import UserError
from africana_env.engine import numba_parts

SOURCE = Path(numba_parts.__file__)
PARTS = [
    (node.module, alias.name)
    for node in ast.walk(ast.parse(SOURCE.read_text()))
    if isinstance(node, ast.ImportFrom) and node.module.startswith("numba.")
    for alias in node.names
]


@pytest.mark.parametrize(("module", "name"), PARTS, ids=lambda part: part)
def test_each_part_that_is_missing_is_named(monkeypatch, module, name):
    monkeypatch.delattr(import_module(module), name)
    spec = spec_from_file_location("reloaded", SOURCE)
    with pytest.raises(UserError, match=rf"^Numba .* does not fit \(.*{name}.*\): install one of .*$"):
        spec.loader.exec_module(module_from_spec(spec))


def test_no_other_module_imports_such_parts():
    for root in (SOURCE.parents[1], SOURCE.parents[2] / "training"):
        users = [file for file in root.rglob("*.py") if re.search(r"numba\.(core|np)\b", file.read_text())]
        assert users in ([SOURCE], [])


def test_a_command_says_it_in_one_line():
    lacking = "import sys, numba.core.caching as module; del module.NullCache\n"
    run = "from africana_env.cli import main; sys.exit(main(['compile', 'afritoria_v0']))"
    found = subprocess.run([sys.executable, "-c", lacking + run], capture_output=True, text=True)
    assert found.returncode == 2
    assert re.fullmatch(r"africana: Numba .* does not fit \(.*NullCache.*\): install one of .*\n", found.stderr)


def test_the_versions_are_those_of_the_requirements():
    root = SOURCE.parents[2]
    lowest, highest = numba_parts.WORKING_NUMBA.split(" to ")
    assert f'"numba>={lowest}"' in (root / "pyproject.toml").read_text()
    assert f"\nnumba=={highest}." in (root / "constraints.txt").read_text()
