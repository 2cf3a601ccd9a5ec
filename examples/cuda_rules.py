"""The rules on a GPU: random legal play in tens of thousands of games at once, one thread per game.

    pip install '.[cuda]'
    python examples/cuda_rules.py africana_v0 --num_games 65536 --decisions 200

Plays the same games on CPU and GPU, prints the speeds, and compares the results byte for byte. Rules are Numba
functions of an edition's tables, a state and plain arrays, so both use the same source.
"""

import argparse
import time

import numpy as np
from numba import cuda, from_dtype, int8, njit, prange

from africana_env import Batch, Game, game_names, load_game
from africana_env.engine.game.kernels import NEXT_GAME_STREAM
from africana_env.engine.game.rng import philox, stream_seed

PLAYERS = 2
THREADS = 64
"""Threads per block. Sizes from 32 to 256 were equally fast with states in global memory."""


def rules_of(game: Game, max_rounds: int):
    """The functions of one game: `begin(tables, state, seed, mask)`, `play(row, number, tables, state, seeds, mask)`
    for one decision, and `look(tables, state, observation)`."""
    reset, legal_action_mask, step, observe = game.reset, game.legal_action_mask, game.step, game.observe
    actions = len(game.actions)

    @njit
    def begin(tables, state, seed, mask):
        reset(tables[0], state, PLAYERS, seed)
        state.max_rounds = max_rounds
        legal_action_mask(tables[0], state, mask)

    @njit
    def play(row, number, tables, state, seeds, mask):
        legal = 0
        for action in range(actions):
            legal += mask[action]
        bits = philox(np.uint64(number), np.uint64(row), np.uint64(0))[0]
        skipped = np.int64((bits * np.uint64(legal)) >> np.uint64(32))
        action = -1
        while skipped >= 0:
            action += 1
            if mask[action] != 0:
                skipped -= 1
        step(tables[0], state, action)
        if state.status != 0:
            seeds[row] = stream_seed(seeds[row], NEXT_GAME_STREAM)
            begin(tables, state, seeds[row], mask)
        else:
            legal_action_mask(tables[0], state, mask)

    @njit
    def look(tables, state, observation):
        observe(tables[0], state, state.current_player, observation)

    return begin, play, look


def on_cpu(begin, play, look):
    """The loops over all games, on all cores."""

    @njit(parallel=True)
    def begin_all(tables, states, seeds, masks):
        for row in prange(len(states)):
            begin(tables, states[row], seeds[row], masks[row])

    @njit(parallel=True)
    def play_all(first, decisions, tables, states, seeds, masks):
        for row in prange(len(states)):
            for number in range(first, first + decisions):
                play(row, number, tables, states[row], seeds, masks[row])

    @njit(parallel=True)
    def play_and_look(first, decisions, tables, states, seeds, masks, observations):
        for row in prange(len(states)):
            for number in range(first, first + decisions):
                play(row, number, tables, states[row], seeds, masks[row])
                look(tables, states[row], observations[row])

    return begin_all, play_all, play_and_look


def on_gpu(begin, play, look, game: Game, games: int):
    """The loops over all games, one thread per game.

    A thread copies its state and mask to local memory, plays there, and copies them back. Local memory is interleaved,
    so simultaneous accesses of neighbouring threads are adjacent; records in an array are a whole state apart.
    """
    shape = -(-games // THREADS), THREADS
    record, actions = from_dtype(game.state_dtype), len(game.actions)

    @cuda.jit
    def begin_all(tables, states, seeds, masks):
        row = cuda.grid(1)
        if row < states.shape[0]:
            begin(tables, states[row], seeds[row], masks[row])

    @cuda.jit
    def play_all(first, decisions, tables, states, seeds, masks):
        row = cuda.grid(1)
        if row < states.shape[0]:
            state, mask = cuda.local.array(1, record), cuda.local.array(actions, int8)
            state[0] = states[row]
            copy(masks[row], mask)
            for number in range(first, first + decisions):
                play(row, number, tables, state[0], seeds, mask)
            states[row] = state[0]
            copy(mask, masks[row])

    @cuda.jit
    def play_and_look(first, decisions, tables, states, seeds, masks, observations):
        row = cuda.grid(1)
        if row < states.shape[0]:
            state, mask = cuda.local.array(1, record), cuda.local.array(actions, int8)
            state[0] = states[row]
            copy(masks[row], mask)
            for number in range(first, first + decisions):
                play(row, number, tables, state[0], seeds, mask)
                look(tables, state[0], observations[row])
            states[row] = state[0]
            copy(mask, masks[row])

    return begin_all[shape], play_all[shape], play_and_look[shape]


@njit
def copy(source, target):
    for index in range(len(source)):
        target[index] = source[index]


def measure(name: str, loops, arrays, decisions: int, wait=lambda: None) -> None:
    """Compile, play on `arrays`, and print the speed."""
    begin_all, play_all, play_and_look = loops
    *game, observations = arrays
    begin_all(*game)
    for number, (loop, given, what) in enumerate(
        [(play_all, game, "with masks"), (play_and_look, [*game, observations], "with masks and observations")]
    ):
        loop(0, 0, *given)
        wait()
        start = time.perf_counter()
        loop(number * decisions, decisions, *given)
        wait()
        rate = len(observations) * decisions / (time.perf_counter() - start)
        print(f"{name}: {rate / 1e6:.1f} million decisions/s {what}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--num_games", type=int, default=65_536)
    parser.add_argument("--decisions", type=int, default=200)
    options = parser.parse_args()
    if not cuda.is_available():
        parser.error("no GPU found")

    game = load_game(options.game)
    batch = Batch(game, options.num_games, PLAYERS)
    batch.reset(seed=1)
    rules = rules_of(game, batch.max_rounds)
    arrays = [
        batch.live.tables.copy(),
        np.zeros(options.num_games, game.state_dtype),
        batch.seeds.copy(),
        np.zeros((options.num_games, len(game.actions)), np.int8),
        np.zeros((options.num_games, len(batch.space)), np.uint8),
    ]
    on_device = [cuda.to_device(array) for array in arrays]
    measure("CPU", on_cpu(*rules), arrays, options.decisions)
    measure("GPU", on_gpu(*rules, game, options.num_games), on_device, options.decisions, cuda.synchronize)
    pairs = zip(arrays, on_device, strict=True)
    same = all(here.tobytes() == there.copy_to_host().tobytes() for here, there in pairs)
    print("the same games on both" if same else "the games differ")


if __name__ == "__main__":
    main()
