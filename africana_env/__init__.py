"""Board games about Africa as reinforcement-learning environments.

`africana_env.africana_v0` and its siblings offer each game in PettingZoo's AEC API (`env()`, `raw_env()`) and as a
batch of thousands of games (`batch()`). Importing the package registers the Gymnasium environments, such as
`gymnasium.make("africana_env/Africana-v0")`.
"""

from importlib import import_module
from pathlib import Path

from africana_env.api.registration import register_games
from africana_env.engine.batch import Batch
from africana_env.engine.contract import Edition, Game, UserError
from africana_env.engine.records import Record

__version__ = "0.1.0"

__all__ = ["Batch", "Edition", "Game", "Record", "UserError", "game_names", "load_game"]


def game_names() -> list[str]:
    """The names of all games, such as `africana_v0`."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*_v[0-9].py"))


def load_game(name: str) -> Game:
    """The game called `name`; raises `UserError` if there is none."""
    if name not in game_names():
        raise UserError(f"unknown game {name!r}: use {' or '.join(game_names())}")
    return import_module(f"africana_env.{name}").GAME


register_games(game_names())
