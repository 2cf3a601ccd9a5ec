"""The programs in `examples/` run in short form, as a user would start them."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from africana_env.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples"
MODEL = "policy.onnx"
"""Stands for a file that is exported first."""
SHORT = ["--timesteps", "512", "--num_games", "8"]
SHORT_OF = {
    "cuda_rules.py": ["afritoria_v0", "--num_games", "100", "--decisions", "300"],
    "behaviour_cloning.py": ["--game", "afritoria_v0", "--num_games", "30"],
    "cleanrl_dqn.py": ["--game", "Afritoria-v0", "--timesteps", "2400", "--num_games", "8"],
    "cleanrl_ppo.py": ["--game", "Afritoria-v0", "--timesteps", "512", "--num_games", "8"],
    "decision_transformer.py": ["--num_games", "8", "--steps", "2"],
    "onnx_bot.py": [MODEL, "--game", "afritoria_v0", "--num_games", "8"],
    "own_bot.py": ["--num_games", "8"],
    "own_search.py": ["--num_games", "2", "--rollouts", "2"],
}
NEEDS = {
    "cleanrl_dqn.py": "torch",
    "cleanrl_ppo.py": "torch",
    "decision_transformer.py": "torch",
    "onnx_bot.py": "onnxruntime",
    "any_edition.py": "torch",
    "behaviour_cloning.py": "torch",
    "cuda_rules.py": "numba_cuda",
    "own_bot.py": "africana_env",
    "own_learner.py": "torch",
    "own_network.py": "torch",
    "own_search.py": "africana_env",
    "rllib_ppo.py": "ray.rllib",
    "sb3_maskable_ppo.py": "sb3_contrib",
    "tianshou_dqn.py": "tianshou",
    "torchrl_ppo.py": "torchrl",
}
SAYS = {"cuda_rules.py": "the same games on both", "own_bot.py": "win rate", "own_search.py": "win rate"}
SLOW = {
    "behaviour_cloning.py",
    "cleanrl_dqn.py",
    "cleanrl_ppo.py",
    "decision_transformer.py",
    "torchrl_ppo.py",
    "any_edition.py",
    "own_learner.py",
    "own_network.py",
    "sb3_maskable_ppo.py",
}


ELSEWHERE = {"africana_verifiers.py": "test_verifiers.py", "tool_agent.py": "test_tool_agent.py"}
"""Those that need more than arguments, and their test files."""


def installed(module):
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # its parent is missing
        return False


@pytest.fixture
def exported(tmp_path_factory):
    """Exports a shipped policy and gives the file."""

    def export():
        file = str(tmp_path_factory.mktemp("exported") / MODEL)
        assert main(["export-onnx", "afritoria_v0", "baseline", file]) == 0
        return file

    return export


def test_every_example_is_run():
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted([*NEEDS, *ELSEWHERE])
    assert all((Path(__file__).parent / file).exists() for file in ELSEWHERE.values())


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else []) for name in NEEDS])
def test_example_in_short_form(name, tmp_path, exported):
    if not installed(NEEDS[name]):
        pytest.skip(f"{NEEDS[name]} is not installed")
    arguments = [exported() if argument is MODEL else argument for argument in SHORT_OF.get(name, SHORT)]
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    if "no GPU is found here" in run.stderr:
        pytest.skip("no GPU is found here")
    assert run.returncode == 0, run.stderr
    assert SAYS.get(name, "games won against random") in run.stdout
    assert not list(tmp_path.iterdir())  # nothing is left behind


def test_a_win_of_two_among_four_counts_half(monkeypatch):
    pytest.importorskip("sb3_contrib")
    spec = importlib.util.spec_from_file_location("sb3_maskable_ppo", EXAMPLES / "sb3_maskable_ppo.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shown = {"action_mask": np.ones(1, np.int8)}
    game = SimpleNamespace(
        reset=lambda seed: (None, shown), step=lambda action: (None, (4 * 0.5 - 1) / 3, True, False, shown)
    )
    monkeypatch.setattr(module.gymnasium, "make", lambda *arguments, **options: game)
    assert module.win_rate(None, "Africana-v0", 4, 10) == pytest.approx(0.5)
