"""Everything compiled before it is needed, such as for an image of a machine or ahead of many processes."""

import logging
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import numpy as np

from africana_env import Batch, game_names, load_game, make_bot
from africana_env.bots import bot_names
from africana_env.engine.kernels import FEW_GAMES


def compile_ahead(games: Sequence[str] | None = None) -> None:
    """Compile the rules and bots of the games called so (None: of all), a process for each core, and keep them on disk.
    Raises `UserError` if there is no such game."""
    names = [load_game(name).name for name in games or game_names()]
    forms = [(name, num_games) for num_games in (FEW_GAMES, 1) for name in names]
    with ProcessPoolExecutor(min(len(forms), os.cpu_count() or 1), get_context("spawn")) as pool:
        for done in as_completed([pool.submit(compile_game, *form) for form in forms]):
            name, num_games = done.result()
            print(f"{name} is compiled for {'one game' if num_games == 1 else 'many games'}", flush=True)


def compile_game(name: str, num_games: int) -> tuple[str, int]:
    """Compile the rules and bots of a game in the form for so many games; returns the arguments."""
    logging.getLogger("africana_env").setLevel(logging.ERROR)  # that it compiles need not be told
    game = load_game(name)
    batch = Batch(game, num_games)
    batch.reset()
    rows, actions = np.ones(num_games, np.bool_), np.zeros(num_games, np.int64)
    for bot in bot_names(game):
        make_bot(bot, game, num_games).act(batch, rows, actions)
    batch.step(actions)
    seats = np.zeros(num_games, np.int16)
    batch.observe(seats, np.zeros_like(batch.observation))
    batch.returns()
    batch.set_states(batch.states.copy())
    batch.resample(seats, batch.seeds)
    return name, num_games
