"""Worker processes can be forked from a process that has played large batches."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support import compiled_only

ROOT = Path(__file__).parents[2]

WORKERS_PROGRAM = """
import multiprocessing, sys
from africana_env import load_game, Batch

def play(games):
    batch = Batch(load_game(sys.argv[1]), games)
    batch.reset(seed=1)
    for _ in range(5):
        batch.step(batch.action_mask.argmax(1))
    return batch.states.tobytes()

expected = [play(games) for games in (64, 256, 1)]
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(play, (64, 256, 1)) == expected
assert play(64) == expected[0]
print("played")
"""

POLICY = """
import multiprocessing, sys
import numpy as np
sys.path.append("tests")
from support import policy_file
from africana_env import load_game, Batch, make_bot

game = load_game(sys.argv[1])
bot = make_bot(f"policy:{policy_file(game)}", game, 600)

def play(_=None):
    batch, actions, rows = Batch(game, 600), np.zeros(600, np.int64), np.ones(600, np.bool_)
    batch.reset(seed=1)
    bot.reset_rows(rows, batch.seeds)
    for _ in range(3):
        bot.act(batch, rows, actions)
        batch.step(actions)
    return batch.states.tobytes()

expected = play()
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(play, range(2)) == [expected] * 2
assert play() == expected
print("played")
"""

VECTOR = """
import sys
import gymnasium, africana_env
from africana_env.api.metadata import gymnasium_id

id = gymnasium_id(sys.argv[1])
envs = gymnasium.make_vec(id, num_envs=128)
envs.reset(seed=1)
workers = gymnasium.vector.AsyncVectorEnv([lambda: gymnasium.make(id)] * 2, context="fork")
_, infos = workers.reset(seed=1)
for _ in range(5):
    *_, infos = workers.step(infos["action_mask"].argmax(1))
workers.close()
print("played")
"""


CASES = [
    pytest.param(WORKERS_PROGRAM, "africana_v0", id="pool"),
    pytest.param(VECTOR, "afritoria_v0", id="gymnasium"),
    pytest.param(POLICY, "africana_v0", id="policy"),
]


@compiled_only
@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
@pytest.mark.parametrize(("program", "game"), CASES)
def test_forked_workers_play(program, game):
    # A separate process group, to end a hanging process with its workers.
    run = subprocess.Popen(
        [sys.executable, "-c", program, game],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        output, errors = run.communicate(timeout=1800)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        pytest.fail("the workers hang")
    assert run.returncode == 0, errors
    assert output.strip().endswith("played")
