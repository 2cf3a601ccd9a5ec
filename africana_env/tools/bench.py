"""Benchmarks of games on this machine: decisions per second, start-up time and memory per game."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from statistics import median
from time import perf_counter

import numpy as np
from numba import prange

from africana_env import load_game
from africana_env.api.module import GameModule
from africana_env.api.registration import own_names
from africana_env.bots import make_bot
from africana_env.bots.scripted import RANDOM
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.binding import bind_loop, game_functions
from africana_env.engine.game.contract import Game
from africana_env.engine.game.kernels import NEXT_GAME_STREAM, supplied_by_game
from africana_env.engine.game.rng import generator_dtype, stream_seed
from africana_env.engine.game.state import RUNNING
from africana_env.tools.peers import PeerSpeed, measure_peers
from africana_env.tools.rates import NUM_GAMES, REPEATS, OnMeasurement, Play, aec_player, median_rate, no_report

DECISIONS = 50_000
"""Decisions of the rules alone between two readings of the clock."""

FIRST_STEP = """
import logging
import numpy as np
logging.disable(logging.WARNING)
from africana_env import load_game
from africana_env.api.module import GameModule
env = GameModule(load_game("{name}")).env()
env.reset(seed=0)
observation, *_ = env.last()
env.step(np.flatnonzero(observation["action_mask"])[0])
"""


@dataclass(frozen=True)
class GameSpeed:
    """Speed of a game with its default number of players; rates are in decisions per second."""

    num_players: int
    num_games: int
    """Games in the batch."""
    batch: float
    """A `Batch` with observation, mask and random choice, on all cores."""
    fill: float
    """Filling the batch's buffers with a constant: the upper limit of `batch`."""
    fill_share: float
    """`batch` as a share of `fill`."""
    rules_one_core: float
    """The rules with mask and random choice, on one core."""
    aec: float
    """`last()` and `step()` on `env()`, with random choice."""
    cold_start_seconds: float
    """A process up to its first AEC step, with nothing compiled."""
    warm_start_seconds: float
    """The same with compiled code on disk."""
    state_bytes: int
    buffer_bytes: int
    """Bytes per game that a step of the batch writes."""


@dataclass(frozen=True)
class Benchmark:
    """Speeds of games, and of other libraries' games."""

    games: dict[str, GameSpeed]
    peers: list[PeerSpeed]


def bench(games: Sequence[str] = (), *, peers: bool = False, progress: OnMeasurement = no_report) -> Benchmark:
    """Measure games (default: the package's own) and, with `peers`, other libraries. Raises `UserError` for an unknown
    game."""
    chosen = [load_game(name) for name in games or own_names()]
    speeds = {game.name: measure_game(game, progress) for game in chosen}
    return Benchmark(speeds, measure_peers(progress) if peers else [])


def measure_game(game: Game, progress: OnMeasurement = no_report) -> GameSpeed:
    progress(f"{game.name}: batch of {NUM_GAMES}")
    batch = Batch(game, NUM_GAMES, autoreset=True)
    batch_rate, fill_rate = median_rate(batch_player(batch)), median_rate(buffer_filler(batch))
    progress(f"{game.name}: rules on one core")
    rules_rate = median_rate(rules_player(game))
    progress(f"{game.name}: AEC")
    aec_rate = median_rate(aec_player(GameModule(game).env()))
    progress(f"{game.name}: start of a process")
    cold, warm = start_seconds(game)
    return GameSpeed(
        num_players=game.default_players,
        num_games=NUM_GAMES,
        batch=batch_rate,
        fill=fill_rate,
        fill_share=batch_rate / fill_rate,
        rules_one_core=rules_rate,
        aec=aec_rate,
        cold_start_seconds=cold,
        warm_start_seconds=warm,
        state_bytes=game.state_dtype.itemsize,
        buffer_bytes=sum(buffer.nbytes for buffer in buffers_of(batch)) // NUM_GAMES,
    )


# Batch


def batch_player(batch: Batch) -> Play:
    """Return a function that plays a step of a batch with autoreset."""
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
    return [batch.observation, batch.action_mask, batch.reward, batch.current_player, batch.done]


def fill_rows(value, observations, masks, rewards, players, done):
    """Fill the buffers of a batch with a value."""
    for row in prange(len(observations)):
        observations[row, :] = value
        masks[row, :] = value
        rewards[row, :] = value
        players[row] = value
        done[row] = value


def buffer_filler(batch: Batch) -> Play:
    """Return a function that fills a batch's buffers as fast as this machine can."""
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
    """Play random decisions in one game after another; all arrays have one row."""
    for _ in range(decisions):
        legal_action_mask(tables[0], state[0], mask[0])
        step(tables[0], state[0], act(tables[0], state[0], mask[0], generator[0], scratch[0]))
        if state[0].status != RUNNING:
            reset(tables[0], state[0], num_players, stream_seed(state[0].seed, NEXT_GAME_STREAM))
            state[0].max_rounds = max_rounds


def rules_loop(game: Game) -> Callable[..., None]:
    return bind_loop(play_on, {**game_functions(game), "act": RANDOM.act}, game.name).serial


def rules_player(game: Game) -> Play:
    """Return a function that plays games in compiled code, on one core, without observations."""
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
    """Return the seconds of a process up to its first AEC step: with nothing compiled, and with a full cache."""
    with tempfile.TemporaryDirectory() as cache:
        cold = first_step_seconds(game.name, cache)
        return cold, median(first_step_seconds(game.name, cache) for _ in range(REPEATS))


def first_step_seconds(name: str, cache: str) -> float:
    """Return the seconds of one process that uses the kernel cache in folder `cache`."""
    start = perf_counter()
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", FIRST_STEP.format(name=name)], env=environment, check=True)
    return perf_counter() - start
