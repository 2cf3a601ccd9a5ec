"""How fast each game is on this machine: decisions per second, seconds to start, bytes per game."""

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numba
import numpy as np
from numba import prange
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from africana_env import game_names, load_game
from africana_env.api.module import GameModule
from africana_env.bots import make_bot
from africana_env.bots.scripted import RANDOM
from africana_env.engine.batch import Batch
from africana_env.engine.contract import Game
from africana_env.engine.files import atomic_write, check_target
from africana_env.engine.kernels import NEXT_GAME_STREAM, bind_loop, game_functions, supplied_by_game
from africana_env.engine.rng import generator_dtype, stream_seed
from africana_env.engine.state import RUNNING
from africana_env.tools.rates import NUM_GAMES, REPEATS, Play, aec_player, median_rate

DECISIONS = 50_000
"""Decisions of the rules alone between two looks at the clock."""

FIRST_STEP = """
import logging
import numpy as np
logging.disable(logging.WARNING)
from africana_env import {name}
env = {name}.env()
env.reset(seed=0)
observation, *_ = env.last()
env.step(np.flatnonzero(observation["action_mask"])[0])
"""


def bench(games: list[str] | None = None, peers: bool = False, json_file: str | None = None) -> dict[str, Any]:
    """Measure games (all, if none are named) and, with `peers`, other libraries; print tables, and write JSON.

    The result is `{"games": {name: figures}, "peers": [figures]}`, rates in decisions per second; `measure_game` and
    `peers.Peer` name the figures. The file is written at the end, complete. Raises `UserError` if there is no
    such game, or no folder for the file.
    """
    chosen = [load_game(name) for name in games or game_names()]
    if json_file is not None:
        check_target(json_file)
    with telling() as tell:
        results: dict[str, Any] = {"games": {game.name: measure_game(game, tell) for game in chosen}, "peers": []}
        skipped: list[tuple[str, str]] = []
        if peers:
            from africana_env.tools.peers import measure_peers

            results["peers"], skipped = measure_peers(tell)
    print_results(results, skipped)
    write_json(json_file, results)
    return results


@contextmanager
def telling() -> Iterator[Callable[[str], None]]:
    """Shows what is being measured: what is given here."""
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task("starting", total=None)
        yield lambda what: progress.update(task, description=what)


def write_json(file: str | None, results: dict[str, Any]) -> None:
    """Write results, if there is a file for them."""
    if file is not None:
        atomic_write(file, (json.dumps(results, indent=2) + "\n").encode())


def measure_game(game: Game, tell: Callable[[str], None] = print) -> dict[str, Any]:
    """The figures of a game with its default number of players; `tell` hears what is being measured.

    - `batch`: decisions per second of a `Batch` with observation and mask, on all cores; the bot `random` chooses
      among the legal actions at random, in the time measured;
    - `rules_one_core`: the same of the rules alone, mask and random choice included, on one core;
    - `aec`: the same of `last()` and `step()` on `env()`, random choice included;
    - `cold_start_seconds`, `warm_start_seconds`: a whole process up to its first AEC step, with nothing compiled and
      with everything on disk;
    - `state_bytes`, `buffer_bytes`: a state, and what a batch fills at a step, per game;
    - `fill`, `fill_share`: games per second whose buffers can be filled with a constant, which is the limit for any
      batch, and the share of it that `batch` reaches;
    - `num_players`, `num_games`: in a game, and in the batch.
    """
    figures: dict[str, Any] = {"num_players": game.default_players, "num_games": NUM_GAMES}
    tell(f"{game.name}: batch of {NUM_GAMES}")
    batch = Batch(game, NUM_GAMES, autoreset=True)
    figures["batch"] = median_rate(batch_player(batch))
    figures["fill"] = median_rate(buffer_filler(batch))
    figures["fill_share"] = figures["batch"] / figures["fill"]
    tell(f"{game.name}: rules on one core")
    figures["rules_one_core"] = median_rate(rules_player(game))
    tell(f"{game.name}: AEC")
    figures["aec"] = median_rate(aec_player(GameModule(game).env()))
    tell(f"{game.name}: start of a process")
    figures["cold_start_seconds"], figures["warm_start_seconds"] = start_seconds(game)
    figures["state_bytes"] = game.state_dtype.itemsize
    figures["buffer_bytes"] = sum(buffer.nbytes for buffer in buffers_of(batch)) // NUM_GAMES
    return figures


# Batch


def batch_player(batch: Batch) -> Play:
    """Plays a step of a batch, which must start its games anew by itself."""
    bot = make_bot("random", batch.game, batch.num_games)
    rows = np.ones(batch.num_games, np.bool_)
    actions = np.zeros(batch.num_games, np.int64)
    batch.reset(0)

    def play() -> int:
        bot.act(batch, rows, actions)
        batch.step(actions)
        return batch.num_games

    return play


def buffers_of(batch: Batch) -> list[np.ndarray]:
    """What a step of a batch fills."""
    return [batch.observation, batch.action_mask, batch.reward, batch.current_player, batch.done]


def fill_rows(value, observations, masks, rewards, players, done):
    """Fill the buffers of a batch with a value, and do nothing else."""
    for row in prange(len(observations)):
        observations[row, :] = value
        masks[row, :] = value
        rewards[row, :] = value
        players[row] = value
        done[row] = value


def buffer_filler(batch: Batch) -> Play:
    """Fills buffers like those of a batch as fast as this machine can."""
    fill = bind_loop(fill_rows, {}, batch.game.name)
    buffers = [np.zeros_like(buffer) for buffer in buffers_of(batch)]
    values = count()

    def play() -> int:
        fill(batch.num_games, next(values) & 1, *buffers)
        return batch.num_games

    return play


# Rules alone

legal_action_mask = step = reset = act = supplied_by_game


def play_on(tables, state, mask, generator, scratch, num_players, max_rounds, decisions):
    """Random decisions of one game and of those that follow it; all arrays have one row."""
    for _ in range(decisions):
        legal_action_mask(tables[0], state[0], mask[0])
        step(tables[0], state[0], act(tables[0], state[0], mask[0], generator[0], scratch[0]))
        if state[0].status != RUNNING:
            reset(tables[0], state[0], num_players, stream_seed(state[0].seed, NEXT_GAME_STREAM))
            state[0].max_rounds = max_rounds


def rules_loop(game: Game) -> Callable[..., None]:
    """`play_on` for a game."""
    return bind_loop(play_on, {**game_functions(game), "act": RANDOM.act}, game.name).serial


def rules_player(game: Game) -> Play:
    """Plays one game after the other in compiled code, on one core, without observations."""
    batch = Batch(game, 1, observe=False)
    batch.reset(0)
    loop = rules_loop(game)
    generator = np.zeros(1, generator_dtype)
    scratch = np.zeros(1, RANDOM.scratch_dtype)
    arrays = batch.edition.tables, batch.states.copy(), batch.action_mask.copy(), generator, scratch

    def play() -> int:
        loop(*arrays, batch.num_players, batch.max_rounds, DECISIONS)
        return DECISIONS

    return play


# Start


def start_seconds(game: Game) -> tuple[float, float]:
    """Seconds that a process takes up to its first AEC step: with nothing compiled, and with everything on disk."""
    with tempfile.TemporaryDirectory() as cache:
        cold = first_step_seconds(game.name, cache)
        return cold, median(first_step_seconds(game.name, cache) for _ in range(REPEATS))


def first_step_seconds(name: str, cache: str) -> float:
    """Seconds of one process that keeps what it compiles in the folder `cache`."""
    start = perf_counter()
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", FIRST_STEP.format(name=name)], env=environment, check=True)
    return perf_counter() - start


# Results


def machine_facts() -> str:
    """What the figures depend on beside the code."""
    names = [line.partition(":")[2].strip() for line in cpu_lines() if line.startswith("model name")]
    cpu = names[0] if names else platform.processor() or platform.machine()
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    return f"{numba.get_num_threads()} threads on {os.cpu_count()} cores, {cpu}; {versions}"


def cpu_lines() -> list[str]:
    """What Linux says of the processor; elsewhere nothing."""
    file = Path("/proc/cpuinfo")
    return file.read_text().splitlines() if file.is_file() else []


def shown(rate: float) -> str:
    """A rate in few digits: `8.31 M`, `52.4 k`, `870`."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.0f}"


ROWS: dict[str, Callable[[dict[str, Any]], str]] = {
    "players": lambda figures: f"{figures['num_players']}",
    "batch of games": lambda figures: f"{figures['num_games']}",
    "batch, decisions/s": lambda figures: shown(figures["batch"]),
    "share of the limit": lambda figures: f"{figures['fill_share']:.0%}",
    "rules on one core, decisions/s": lambda figures: shown(figures["rules_one_core"]),
    "AEC, decisions/s": lambda figures: shown(figures["aec"]),
    "cold start, s": lambda figures: f"{figures['cold_start_seconds']:.2f}",
    "warm start, s": lambda figures: f"{figures['warm_start_seconds']:.2f}",
    "state, bytes": lambda figures: f"{figures['state_bytes']}",
    "buffers, bytes per game": lambda figures: f"{figures['buffer_bytes']}",
}
"""What the table of games shows."""


def print_results(results: dict[str, Any], skipped: list[tuple[str, str]]) -> None:
    """The tables of games and of peers."""
    console = Console()
    console.print(machine_facts(), highlight=False)
    table = Table("", *results["games"])
    for column in table.columns[1:]:
        column.justify = "right"
    for heading, cell in ROWS.items():
        table.add_row(heading, *(cell(figures) for figures in results["games"].values()))
    console.print(table)
    if results["peers"] or skipped:
        print_peers(console, results["peers"], skipped)


def print_peers(console: Console, peers: list[dict[str, Any]], skipped: list[tuple[str, str]]) -> None:
    """The table of other libraries, with those that could not be measured."""
    table = Table(title="other libraries, decisions per second")
    for heading in ("library", "game", "decisions", "note"):
        table.add_column(heading, justify="right" if heading == "decisions" else "left")
    for peer in peers:
        table.add_row(peer["name"], peer["games"], shown(peer["decisions_per_second"]), peer["note"])
    for name, reason in skipped:
        table.add_row(name, "", "", reason)
    console.print(table)
