"""The games' ids in Gymnasium's registry. Nothing of a game is imported before its environment is made."""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gymnasium.envs.registration import register

if TYPE_CHECKING:
    from africana_env.api.gym_env import GymEnv
    from africana_env.api.vector_env import GymVectorEnv


def gymnasium_id(name: str) -> str:
    """The id of the game called `name`: `africana_env/Africana-v0` for `africana_v0`."""
    title, version = name.rsplit("_", 1)
    return f"africana_env/{title.title().replace('_', '')}-{version}"


def register_games(names: Iterable[str]) -> None:
    """Register the games for `gymnasium.make` and `gymnasium.make_vec`."""
    for name in names:
        register(
            gymnasium_id(name),
            entry_point=f"{__name__}:make_env",
            vector_entry_point=f"{__name__}:make_vector_env",
            kwargs={"game": name},
        )


def make_env(game: str, **options: Any) -> "GymEnv":
    """The environment of the game called `game`; `options` as for `GymEnv`."""
    from africana_env.api.gym_env import GymEnv

    return GymEnv(import_module(f"africana_env.{game}").GAME, **options)


def make_vector_env(game: str, **options: Any) -> "GymVectorEnv":
    """The vector environment of the game called `game`; `options` as for `GymVectorEnv`."""
    from africana_env.api.vector_env import GymVectorEnv

    return GymVectorEnv(import_module(f"africana_env.{game}").GAME, **options)
