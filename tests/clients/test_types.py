"""A user's program passes strict type checkers, and its mistakes do not."""

import importlib.util
import subprocess
import sys

import pytest

RIGHT = """
from africana_env import africana_v0, afritoria_v0

env = africana_v0.env(num_players=3, reward="score", render_mode="ansi")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    mask = observation["action_mask"]
    env.step(None if termination or truncation else int(mask.argmax()))
    env.action_space(agent).sample(mask)

parallel = afritoria_v0.parallel_env(num_players=2)
observations, infos = parallel.reset(seed=1)
while parallel.agents:
    actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    observations, rewards, terminations, truncations, infos = parallel.step(actions)

raw = africana_v0.raw_env()
raw.reset(seed=2)
text: str = raw.action_to_string(0)
saved: bytes = raw.get_state()
features: float = float(raw.observe("player_0")["observation"].mean())
"""

WRONG = {
    "reward": 'africana_v0.env(reward="points")',
    "render_mode": 'africana_v0.env(render_mode="ascii")',
    "players": 'africana_v0.env(num_players="3")',
    "mask": 'africana_v0.raw_env().observe("player_0")["mask"]',
}


def check(command, folder, program):
    (folder / "program.py").write_text(program)
    return subprocess.run([*command, "program.py"], cwd=folder, capture_output=True, text=True, timeout=1800)


@pytest.fixture(scope="module")
def checker(tmp_path_factory):
    """The command of pyright and its folder; mypy is in `tests/api/test_typing.py`."""
    if importlib.util.find_spec("pyright") is None:
        pytest.skip("pyright is not installed")
    folder = tmp_path_factory.mktemp("pyright")
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    return [sys.executable, "-m", "pyright", "--pythonpath", sys.executable], folder


def test_a_right_program(checker):
    run = check(*checker, RIGHT)
    assert run.returncode == 0, run.stdout + run.stderr


def test_wrong_programs(checker):
    """All mistakes in one program, one a line: the checker complains of each."""
    program = "\n".join(["from africana_env import africana_v0", *WRONG.values(), ""])
    run = check(*checker, program)
    assert run.returncode == 1, run.stdout + run.stderr
    for line, mistake in enumerate(WRONG, 2):
        assert f"program.py:{line}:" in run.stdout, (mistake, run.stdout)
