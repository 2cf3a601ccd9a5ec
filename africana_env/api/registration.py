"""The games by name, and their ids in Gymnasium's and PettingZoo's registries. Nothing of a game is imported before it
is asked for."""

from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pettingzoo
from gymnasium.envs.registration import register

from africana_env.api.ids import gymnasium_id, pettingzoo_id
from africana_env.api.render_modes import RENDER_FPS, RENDER_MODES
from africana_env.engine.contract import Game
from africana_env.engine.errors import UserError, format_value

if TYPE_CHECKING:
    from africana_env.api.gymnasium import GymEnv
    from africana_env.api.gymnasium_vector import GymVectorEnv


def game_names() -> list[str]:
    """The names of all games, such as `africana_v0`: the modules of the package that are called so."""
    return sorted(path.stem for path in Path(__file__).parents[1].glob("*_v[0-9].py"))


def load_game(name: str) -> Game:
    """The game called `name`; raises `UserError` if there is none."""
    if name not in game_names():
        near = get_close_matches(str(name), game_names(), n=1)
        raise UserError(f"unknown game {format_value(name)}: use {' or '.join(near or game_names())}")
    return import_module(f"africana_env.{name}").GAME


def register_games() -> None:
    """Register all games for `gymnasium.make`, `gymnasium.make_vec` and `pettingzoo.make`."""
    for name in game_names():
        register(
            gymnasium_id(name),
            entry_point=f"{__name__}:make_env",
            vector_entry_point=f"{__name__}:make_vector_env",
            kwargs={"game": name},
        )
        pettingzoo.register("aec", pettingzoo_id(name), entry_point=f"africana_env.{name}:env")
        pettingzoo.register("parallel", pettingzoo_id(name), entry_point=f"africana_env.{name}:parallel_env")


def make_env(game: str, **options: Any) -> "GymEnv":
    """The environment of the game called `game`; `options` as for `GymEnv`."""
    from africana_env.api.gymnasium import GymEnv

    return GymEnv(import_module(f"africana_env.{game}").GAME, **options)


# Gymnasium looks for the render modes at what makes an environment, and turns "rgb_array_list" into "rgb_array".
make_env.metadata = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # type: ignore[attr-defined]


def make_vector_env(game: str, **options: Any) -> "GymVectorEnv":
    """The vector environment of the game called `game`; `options` as for `GymVectorEnv`."""
    from africana_env.api.gymnasium_vector import GymVectorEnv

    return GymVectorEnv(import_module(f"africana_env.{game}").GAME, **options)
