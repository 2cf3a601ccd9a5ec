"""The programs in `examples/` run in short form."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from clients.example_modules import EXAMPLES, example

from africana_env.cli import main

MODEL = "policy.onnx"
"""Placeholder for an exported file."""
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
    "onnx_bot.py": "onnxruntime",
    "cuda_rules.py": "numba_cuda",
    "own_bot.py": "africana_env",
    "own_search.py": "africana_env",
    "rllib_ppo.py": "ray.rllib",
    "tianshou_dqn.py": "tianshou",
}
SLOW_NEEDS = {
    "any_edition.py": "torch",
    "behaviour_cloning.py": "torch",
    "cleanrl_dqn.py": "torch",
    "cleanrl_ppo.py": "torch",
    "decision_transformer.py": "torch",
    "own_learner.py": "torch",
    "own_network.py": "torch",
    "sb3_maskable_ppo.py": "sb3_contrib",
    "torchrl_ppo.py": "torchrl",
}
SAYS = {"cuda_rules.py": "the same games on both", "own_bot.py": "win rate", "own_search.py": "win rate"}
ELSEWHERE = {"africana_verifiers.py": "test_verifiers.py", "tool_agent.py": "test_tool_agent.py"}
"""Examples that need more than arguments, and their test files."""


def installed(module):
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # of the parent
        return False


@pytest.fixture
def exported(tmp_path_factory):
    """A function that exports a shipped policy to a file."""

    def export():
        file = str(tmp_path_factory.mktemp("exported") / MODEL)
        assert main(["export-onnx", "afritoria_v0", "baseline", file]) == 0
        return file

    return export


def test_every_example_is_run():
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted([*NEEDS, *SLOW_NEEDS, *ELSEWHERE])
    assert all((Path(__file__).parent / file).exists() for file in ELSEWHERE.values())


@pytest.mark.parametrize(
    ("name", "needed"), [*NEEDS.items(), *(pytest.param(*pair, marks=pytest.mark.slow) for pair in SLOW_NEEDS.items())]
)
def test_example_in_short_form(name, needed, tmp_path, exported):
    if not installed(needed):
        pytest.skip(f"{needed} is not installed")
    arguments = [exported() if argument is MODEL else argument for argument in SHORT_OF.get(name, SHORT)]
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    if "no GPU found" in run.stderr:
        pytest.skip("no GPU found")
    assert run.returncode == 0, run.stderr
    assert SAYS.get(name, "games won against random") in run.stdout
    assert not list(tmp_path.iterdir())  # nothing is left behind


def test_a_win_of_two_among_four_counts_half(monkeypatch):
    pytest.importorskip("sb3_contrib")
    module = example("sb3_maskable_ppo")
    shown = {"action_mask": np.ones(1, np.int8)}
    game = SimpleNamespace(
        reset=lambda seed: (None, shown), step=lambda action: (None, (4 * 0.5 - 1) / 3, True, False, shown)
    )
    monkeypatch.setattr(module.gymnasium, "make", lambda *arguments, **options: game)
    assert module.win_rate(None, "Africana-v0", 4, 10) == pytest.approx(0.5)
