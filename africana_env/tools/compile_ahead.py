"""Compilation of rules and bots ahead of their first use, for images or before many processes start."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import get_context

import numpy as np

from africana_env import Batch, UserError, game_names, load_game, make_bot
from africana_env.bots import bot_names
from africana_env.bots.search.guided import MIN_ROLLOUTS
from africana_env.engine.batch.binding import FEW_GAMES
from africana_env.engine.batch.floats import feature_scale, float_observation
from africana_env.engine.compilation.kernel_cache import check_kept
from africana_env.engine.process.process_state import only_errors_logged, usable_cores

FORMS = FEW_GAMES, 1
"""Numbers of games that select each form of the compiled loops."""


def compile_ahead(games: Sequence[str] | None = None) -> Iterator[str]:
    """Compile the rules and bots of the named games (None: all) to disk, one game per core, and yield finished names.

    Raises `UserError` for an unknown game, or if the cache cannot be written.
    """
    names = [load_game(name).name for name in games or game_names()]
    with ProcessPoolExecutor(min(len(names), usable_cores()), get_context("spawn")) as pool:
        for done in as_completed([pool.submit(compile_forms, name) for name in names]):
            yield done.result()


def compile_forms(name: str) -> str:
    """Compile a game in both forms, and return its name."""
    for num_games in FORMS:
        compile_game(name, num_games)
    return name


@only_errors_logged("africana_env")  # without the note that it compiles
def compile_game(name: str, num_games: int) -> None:
    """Compile the rules and bots of a game, with search, in the form for `num_games` games. Raises `UserError` if the
    cache cannot be written, in most cases before anything is compiled."""
    game = load_game(name)
    batch = Batch(game, num_games)
    check_kept()
    batch.reset(0)
    rows, actions = np.ones(num_games, np.bool_), np.zeros(num_games, np.int64)
    for bot in [*bot_names(game), *(["search:1"] if game.has_resample else [])]:
        make_bot(bot, game, num_games).act(batch, rows, actions)
    with suppress(UserError):  # policies need the extra `train`, and not all games have one
        make_bot(f"search:{MIN_ROLLOUTS},policy=baseline", game, num_games).act(batch, rows, actions)
    batch.step(actions)
    seats = np.zeros(num_games, np.int16)
    float_observation(batch.observation, feature_scale(batch.space))
    for observation, space in game.spaces.items():
        batch.observe_as(observation, seats, np.zeros((num_games, len(space)), np.uint8))
    batch.returns()
    batch.set_states(batch.states.copy())
    if game.has_resample:
        batch.resample(seats, batch.seeds)
    check_kept()
