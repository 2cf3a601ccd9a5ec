"""The games by name, and their ids in the registries of Gymnasium and PettingZoo. Games are imported at first use."""

from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pettingzoo
from gymnasium.envs.registration import register

from africana_env.api.metadata import RENDERING, gymnasium_id, pettingzoo_id
from africana_env.engine.process.errors import UserError, format_value
from africana_env.engine.process.plugins import load_plugin, plugins

if TYPE_CHECKING:
    from africana_env.api.aec import BoardGameEnv
    from africana_env.api.gymnasium import GymEnv
    from africana_env.api.gymnasium_vector import GymVectorEnv
    from africana_env.api.module import GameModule
    from africana_env.api.parallel import ParallelBoardGameEnv
    from africana_env.engine.game.contract import Game

ENTRY_POINTS = "africana_env.games"
"""The entry points of other packages with games: a `Game` under its name."""


def game_names() -> list[str]:
    """Return the names of all games, such as `africana_v0`: the package's own first, then those of other packages."""
    own = own_names()
    return [*own, *sorted(name for name in plugins(ENTRY_POINTS) if name not in own)]


def own_names() -> list[str]:
    """Return the names of the package's own games, from its modules. The ladder, the benchmark and the README cover
    these."""
    return sorted(path.stem for path in Path(__file__).parents[1].glob("*_v[0-9].py"))


def load_game(name: str) -> "Game":
    """Return the game called `name`. Raises `UserError` if there is none, or if another package's game does not
    work."""
    if name in own_names():  # first: scanning all packages takes time
        return import_module(f"africana_env.{name}").GAME
    if name not in game_names():
        near = get_close_matches(str(name), game_names(), n=1)
        raise UserError(f"unknown game {format_value(name)}: use {' or '.join(near or game_names())}")
    from africana_env.engine.game.contract import Game

    return load_plugin(plugins(ENTRY_POINTS)[name], lambda game: isinstance(game, Game) and game.name == name)


def register_games() -> None:
    """Register all games for `gymnasium.make`, `gymnasium.make_vec` and, from PettingZoo 1.27, `pettingzoo.make`."""
    for name in game_names():
        register(
            gymnasium_id(name),
            entry_point=f"{__name__}:make_env",
            vector_entry_point=f"{__name__}:make_vector_env",
            order_enforce=False,  # the environment does it; wrappers would hide its methods
            disable_env_checker=True,  # the tests do it
            kwargs={"game": name},
        )
        for kind in ("aec", "parallel") if hasattr(pettingzoo, "register") else ():
            entry_point = f"{__name__}:make_{kind}_env"
            pettingzoo.register(kind, pettingzoo_id(name), entry_point=entry_point, kwargs={"game": name})


def named_module(game: str) -> "GameModule":
    """Return the functions of the game called `game`."""
    from africana_env.api.module import GameModule

    return GameModule(load_game(game))


def make_aec_env(game: str, **options: Any) -> "BoardGameEnv":
    return named_module(game).env(**options)


def make_parallel_env(game: str, **options: Any) -> "ParallelBoardGameEnv":
    return named_module(game).parallel_env(**options)


def make_env(game: str, **options: Any) -> "GymEnv":
    return named_module(game).gymnasium_env(**options)


# Gymnasium reads the render modes from the entry point, and turns "rgb_array_list" into "rgb_array".
make_env.metadata = RENDERING  # type: ignore[attr-defined]


def make_vector_env(game: str, **options: Any) -> "GymVectorEnv":
    """Make Gymnasium's vector environment of the game called `game`. Raises `UserError` for `max_episode_steps`, which
    Gymnasium passes on."""
    if "max_episode_steps" in options:
        raise UserError("games stepped together have no max_episode_steps: use max_rounds")
    return named_module(game).vector_env(**options)
