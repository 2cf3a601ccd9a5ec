"""The rules compile for CUDA from the same source."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import compiled_only

from africana_env import game_names


def cuda_home(folder):
    """A folder laid out as Numba looks for NVVM, made of what is installed; None without NVVM."""
    roots = [Path(os.environ["CUDA_HOME"])] if os.environ.get("CUDA_HOME") else sorted(Path("/usr/local").glob("cuda*"))
    for root in roots:
        compiler = next(root.rglob("libnvvm.so*"), None)
        device_code = next(root.rglob("libdevice*.bc"), None)
        if compiler and device_code:
            (folder / "nvvm" / "lib64").mkdir(parents=True)
            (folder / "nvvm" / "lib64" / "libnvvm.so").symlink_to(compiler.resolve())
            (folder / "nvvm" / "libdevice").symlink_to(device_code.parent.resolve())
            return folder
    return None


@compiled_only
@pytest.mark.slow
def test_every_rule_function_compiles_to_ptx(tmp_path):
    home = cuda_home(tmp_path)
    if home is None:
        pytest.skip("no libnvvm here")
    script = Path(__file__).with_name("ptx.py")
    environment = {**os.environ, "CUDA_HOME": str(home), "NUMBA_ENABLE_CUDASIM": "0"}
    run = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr[-3000:]
    sizes = json.loads(run.stdout)
    assert sorted(sizes) == game_names()
    assert all(size > 500 for game in sizes.values() for size in game.values())
