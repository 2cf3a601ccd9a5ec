"""Without Numba's private parts everything works the same, only slower at first, and one line says so."""

import ast
import json
import os
import re
import subprocess
import sys
from collections import namedtuple
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import njit, types
from support import compiled_only

from africana_env.engine.game.rule import rule

numba_private = pytest.importorskip("africana_env.engine.compilation.numba_private")
pytestmark = compiled_only
SOURCE = Path(numba_private.__file__)
ROOT = SOURCE.parents[3]
IMPORTED = [
    (import_module(node.module), alias.name)
    for node in ast.walk(ast.parse(SOURCE.read_text()))
    if isinstance(node, ast.ImportFrom) and node.module.startswith("numba.core")
    for alias in node.names
]
USED = [(owner, name) for owner, names in numba_private.PARTS.items() for name in names]


def holder(owner, name):
    """Return the object, or the class above it, that has an attribute."""
    kinds = owner.__mro__ if isinstance(owner, type) else (owner, *type(owner).__mro__)
    return next(kind for kind in kinds if name in vars(kind))


def load_again():
    spec = spec_from_file_location("loaded_again", SOURCE)
    spec.loader.exec_module(module_from_spec(spec))


@pytest.mark.parametrize(("owner", "name"), [*IMPORTED, *USED], ids=lambda part: part if isinstance(part, str) else "")
def test_a_part_that_is_missing_is_named(monkeypatch, owner, name):
    if name == "_cache":  # each function has its own
        monkeypatch.setattr(numba_private.CPUDispatcher, "__init__", lambda *_: None)
    else:
        monkeypatch.delattr(holder(owner, name), name)
    with pytest.raises(ImportError, match=name):
        load_again()


@pytest.mark.parametrize("version", [(0, 62), (0, 69), (1, 0), (None, None)])
def test_other_versions_are_not_trusted(monkeypatch, version):
    monkeypatch.setattr(numba, "version_info", namedtuple("Version", "short")(version))
    with pytest.raises(ImportError, match="it is untested"):
        load_again()


PLAY = """
import json, logging, sys
import numba
import numpy as np

said = []
handler = logging.Handler()
handler.emit = lambda record: said.append(record.getMessage())
logging.getLogger("africana_env").addHandler(handler)
if sys.argv[1:]:
    numba.version_info = numba.version_info._replace(short=(99, 0))

from africana_env import Batch, make_bot
from africana_env.engine.batch.binding import game_kernels
from leduc_poker import GAME

found = []
for size in (4, 64):
    batch, bot = Batch(GAME, size, autoreset=True), make_bot("greedy", GAME, size, seed=1)
    batch.reset(1)
    actions = np.zeros(size, np.int64)
    for _ in range(20):
        bot.act(batch, batch.running, actions)
        batch.step(actions)
    batch.resample(np.zeros(size, np.int16), batch.seeds)
    found.append(batch.states.tobytes().hex())
step = game_kernels(GAME).step.serial
print(json.dumps({"found": found, "said": said, "loaded": len(step.stats.cache_hits)}))
"""


def play(*arguments):
    command = [sys.executable, "-c", PLAY, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "examples" / "leduc_poker")}
    return json.loads(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)


def test_games_are_the_same_without_private_parts_and_what_is_compiled_is_kept():
    expected = play()
    for _ in range(2):
        found = play("later")
    assert found["found"] == expected["found"]
    assert found["loaded"] == 1
    (line,) = found["said"]
    assert re.fullmatch(r"Numba [\d.]+ is not supported \(it is untested\): all works, but the first use .*", line)


def test_no_other_module_uses_such_parts():
    for root in (ROOT / "africana_env", ROOT / "training"):
        users = [file for file in root.rglob("*.py") if re.search(r"numba\.(core|np)\b", file.read_text())]
        assert users in ([SOURCE], [])


def test_the_versions_are_those_of_the_requirements():
    lowest, highest = (".".join(map(str, version)) for version in (numba_private.LOWEST, numba_private.HIGHEST))
    assert f'"numba>={lowest}"' in (ROOT / "pyproject.toml").read_text()
    assert f"\nnumba=={highest}." in (ROOT / "constraints.txt").read_text()
    assert f"tested with {lowest} to {highest}" in SOURCE.with_name("compiled.py").read_text()


def make_rules():
    """Return two rules that are not compiled yet; the second calls the first."""

    @rule
    def doubled(number):
        return number + number

    @rule
    def add_doubled(numbers, number):
        for place in range(len(numbers)):
            numbers[place] += doubled(number)
        return numbers[0]

    return doubled, add_doubled


def test_python_and_kernels_get_the_same():
    _, add_doubled = make_rules()
    kernel = njit(lambda numbers, number: add_doubled(numbers, number))
    for number in (3, 2.5, np.float32(0.5)):
        by_kernel, by_python, plain = np.ones(4), np.ones(4), np.ones(4)
        assert kernel(by_kernel, number) == add_doubled(by_python, number) == add_doubled.py_func(plain, number)
        np.testing.assert_array_equal(by_kernel, plain)
        np.testing.assert_array_equal(by_python, plain)


def test_no_machine_code_is_made_of_what_only_kernels_call():
    doubled, add_doubled = make_rules()
    kernel = njit(lambda numbers, number: add_doubled(numbers, number))
    for number in (3, 4, 4.5):
        kernel(np.ones(4), number)
    assert len(doubled.overloads) == 2
    for function in (doubled, add_doubled):
        assert not any(callable(compiled.entry_point) for compiled in function.overloads.values())


def test_signed_whole_numbers_are_one_type():
    doubled, _ = make_rules()
    kernel = njit(lambda small, short, whole: doubled(small) + doubled(short) + doubled(whole) + doubled(-3))
    assert kernel(np.int8(100), np.int16(20_000), 3) == 200 + 40_000 + 6 - 6
    assert list(doubled.overloads) == [(types.int64,)]
    byte = njit(lambda byte: doubled(byte))
    assert byte(np.uint8(200)) == 400
    assert len(doubled.overloads) == 2
