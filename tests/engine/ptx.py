"""Compiles every rule function of every game for CUDA, on a machine without a device.

    pip install '.[cuda]'
    python tests/engine/ptx.py

prints the characters of each function's PTX for sm_90 as JSON.
"""

import json

import numba
import numba.cuda.dispatcher
from numba import cuda, types

from africana_env import game_names, load_game
from africana_env.bots.scripted import scripted_bots
from africana_env.engine.game.rng import generator_dtype

SM_90 = (9, 0)


class Device:
    """Stands for the device that Numba asks for its architecture when a kernel calls compiled functions."""

    compute_capability = SM_90


numba.cuda.dispatcher.get_current_device = lambda: Device


def of_seats(function):
    def kernel(tables, states, out):
        row = cuda.grid(1)
        function(tables[0], states[row], out[row])

    return kernel


def with_numbers(function):
    def kernel(tables, states, numbers, seeds):
        row = cuda.grid(1)
        function(tables[0], states[row], numbers[row], seeds[row])

    return kernel


def stepping(function):
    def kernel(tables, states, actions):
        row = cuda.grid(1)
        function(tables[0], states[row], actions[row])

    return kernel


def observing(function):
    def kernel(tables, states, features):
        row = cuda.grid(1)
        function(tables[0], states[row], states[row].current_player, features[row])

    return kernel


def deciding(function):
    def kernel(tables, states, masks, generators, scratch, actions):
        row = cuda.grid(1)
        actions[row] = function(tables[0], states[row], masks[row], generators[row], scratch[row])

    return kernel


def ptx(kernel, *arguments):
    """The PTX of a kernel over arrays of these element types, or array types as they are."""
    signature = tuple(kind if isinstance(kind, types.Array) else kind[::1] for kind in arguments)
    code, _ = cuda.compile_ptx(kernel, signature, cc=SM_90, opt=False)
    assert ".target sm_90" in code
    return len(code)


def compiled(game):
    """The size of the PTX of every function of a game."""
    tables = types.Array(numba.from_dtype(game.tables_dtype), 1, "C", readonly=True)
    state, generator = numba.from_dtype(game.state_dtype), numba.from_dtype(generator_dtype)
    given = (tables, state)
    masks, features = types.int8[:, ::1], types.uint8[:, ::1]
    sizes = {
        "reset": ptx(with_numbers(game.reset), *given, types.int64, types.uint64),
        "legal_action_mask": ptx(of_seats(game.legal_action_mask), *given, masks),
        "step": ptx(stepping(game.step), *given, types.int64),
        "observe": ptx(observing(game.observe), *given, features),
        "returns": ptx(of_seats(game.returns), *given, types.float32[:, ::1]),
        "scores": ptx(of_seats(game.scores), *given, types.int32[:, :, ::1]),
        "resample": ptx(with_numbers(game.resample), *given, types.int16, types.uint64),
    }
    for name, bot in scripted_bots(game).items():
        scratch = numba.from_dtype(bot.scratch_dtype)
        sizes[name] = ptx(deciding(bot.act), *given, masks, generator, scratch, types.int64)
    return sizes


if __name__ == "__main__":
    print(json.dumps({name: compiled(load_game(name)) for name in game_names()}))
