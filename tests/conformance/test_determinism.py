"""The same seed gives the same game in every process, thread and batch, for every `PYTHONHASHSEED`."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conformance import determinism
from conformance.determinism import PARALLEL, fingerprints, rows_of, short_fingerprint
from support import every_setting

pytestmark = pytest.mark.threads
STEPS = 80


@pytest.fixture(scope="module")
def here():
    """Return the fingerprints computed in this process."""
    return fingerprints()


def start(*options, **environment):
    """Start the script in a new process."""
    command = [sys.executable, str(Path(determinism.__file__)), *options]
    return subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    ("threads", "environment"),
    [
        ("1", {"NUMBA_NUM_THREADS": "1", "PYTHONHASHSEED": "1"}),
        ("4", {"OMP_NUM_THREADS": "3", "PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo"}),
    ],
)
def test_processes_with_other_settings_and_threads_play_the_same_games(here, threads, environment):
    process = start("--threads", threads, **environment)
    output, _ = process.communicate(timeout=1800)
    assert process.returncode == 0
    assert json.loads(output) == here


def test_rules_play_the_same_games_without_compilation():
    process = start("--short", NUMBA_DISABLE_JIT="1")
    output, _ = process.communicate(timeout=1800)
    assert process.returncode == 0
    assert json.loads(output) == fingerprints(of=short_fingerprint)


@every_setting
def test_row_does_not_depend_on_the_batch_it_is_in(setting):
    whole = rows_of(setting, PARALLEL, STEPS)
    assert len(set(whole)) == PARALLEL
    assert rows_of(setting, 7, STEPS) == whole[:7]
    unended = rows_of(setting, PARALLEL, STEPS, autoreset=False)
    assert rows_of(setting, 7, STEPS, first=20, autoreset=False) == unended[20:27]
    assert rows_of(setting, 7, STEPS, first=90) == whole[90:97]
    for row in (0, 99):
        assert rows_of(setting, 1, STEPS, first=row) == [whole[row]]


@every_setting
def test_small_batches_in_threads_play_the_same_games(setting):
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda first: rows_of(setting, 7, STEPS, first), range(0, 56, 7)))
    assert [row for rows in together for row in rows] == rows_of(setting, 56, STEPS)


@every_setting
def test_other_seeds_give_other_games(setting):
    games = []
    for seed in [*range(40), 2**32, 2**32 + 1, 2**63, 2**64 - 1]:
        batch = setting.batch()
        batch.reset_to(seed)
        batch._states["seed"] = 0
        games.append(batch.states.tobytes())
    assert len(set(games)) > len(games) // 10  # a mini edition has few deals
    batch = setting.batch(3000, observe=False)
    batch.reset(0)
    assert len(set(batch.seeds.tolist())) == 3000


@every_setting
def test_reset_without_a_seed_draws_one_that_the_record_tells(setting):
    env = setting.env()
    seeds = set()
    for _ in range(5):
        env.reset()
        state = env.get_state()
        seeds.add(env.record().seed)
        env.reset(seed=env.record().seed)
        assert env.get_state() == state
    assert len(seeds) == 5


@every_setting
def test_a_batch_that_is_reset_without_a_seed_deals_other_games(setting):
    batch = setting.batch(num_games=2)
    seeds = set()
    for _ in range(5):
        batch.reset()
        seeds.update(batch.seeds.tolist())
    assert len(seeds) == 10
