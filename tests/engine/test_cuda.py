"""The rules compile for CUDA from the same source. `examples/cuda_rules.py` plays them on a device."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import compiled_only

from africana_env import game_names


@compiled_only
@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="the extra cuda is not installed")
def test_every_rule_function_compiles_to_ptx():
    script = Path(__file__).with_name("ptx.py")
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "0"}
    run = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, timeout=1800)
    assert run.returncode == 0, run.stderr[-3000:]
    sizes = json.loads(run.stdout)
    assert sorted(sizes) == game_names()
    assert all(size > 500 for game in sizes.values() for size in game.values())
