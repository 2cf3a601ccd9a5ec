"""Threads may call kernels at the same time, with any threading layer of Numba."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest
from support import compiled_only

from africana_env.engine.batch import binding
from africana_env.engine.batch.binding import FEW_GAMES, Kernel

pytestmark = pytest.mark.threads

THREADS = """
from concurrent.futures import ThreadPoolExecutor
import numba, numpy as np
from numba import prange
from africana_env.engine.compilation.compiled import bind_kernel
from africana_env.engine.batch.binding import Kernel

def count(numbers):
    for row in prange(len(numbers)):
        for _ in range(1000):
            numbers[row] += row

def bind(loop, parallel):
    return bind_kernel(count, {"prange": loop}, "test", None, parallel)

kernel = Kernel(bind(range, False), bind(prange, True))

def run(_):
    numbers = np.zeros(1000, np.int64)
    for _ in range(100):
        kernel(1000, numbers)
    return (numbers == 100_000 * np.arange(1000)).all()

with ThreadPoolExecutor(4) as pool:
    assert all(pool.map(run, range(8)))
assert numba.threading_layer() == "workqueue"
print("done")
"""


@compiled_only
def test_threads_do_not_end_the_process_with_the_threads_of_numba():
    environment = {**os.environ, "NUMBA_THREADING_LAYER": "workqueue"}
    command = [sys.executable, "-c", THREADS]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert run.stdout == "done\n", run.stderr


@pytest.mark.parametrize(("collide", "second"), [(True, "serial"), (False, "parallel")])
def test_second_thread_takes_the_serial_kernel_where_only_one_may_take_the_parallel_one(monkeypatch, collide, second):
    monkeypatch.setattr(binding, "threads_collide", lambda: collide)
    inside, leave = Event(), Event()

    def parallel(wait):
        if wait:
            inside.set()
            leave.wait(600)
        return "parallel"

    kernel = Kernel(lambda wait: "serial", parallel)
    first = Thread(target=kernel, args=(FEW_GAMES, True))
    first.start()
    inside.wait(600)
    assert kernel(FEW_GAMES, False) == second
    leave.set()
    first.join()
    assert kernel(FEW_GAMES, False) == "parallel"
    assert kernel(FEW_GAMES - 1, False) == "serial"


def test_error_in_a_parallel_kernel_leaves_it_to_the_next_thread(monkeypatch):
    monkeypatch.setattr(binding, "threads_collide", lambda: True)

    def fail():
        raise ZeroDivisionError

    kernel = Kernel(lambda: "serial", fail)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            kernel(FEW_GAMES)
