"""Board games about Africa as reinforcement-learning environments.

`africana_env.africana_v0` and its siblings offer each game in PettingZoo's AEC API (`env()`, `raw_env()`) and as a
batch of thousands of games (`batch()`). Importing the package registers the Gymnasium environments, such as
`gymnasium.make("africana_env/Africana-v0")`.

What is exported here is all that training needs, of this project or another:

- games and editions: `game_names`, `load_game`, `Game`, `edition_names`, `load_edition`, `Edition`, `NOTES`;
- playing: `Batch`, `REWARDS`, the values of a state's `status` (`RUNNING`, `ENDED`, `TRUNCATED`), `Record`;
- opponents: `opponent_names`, `make_opponent`, `Opponent`;
- arguments, files and seeds: `UserError`, `check_seed`, `check_whole`, `write_whole`, `derive_seed`;
- compiled loops of one's own over a game's rules: `bind_loop`, `game_functions`, `of_game`, `generator_dtype`,
  `NEXT_GAME`, `random_action`.
"""

from importlib import import_module
from pathlib import Path

from africana_env.api.registration import register_games
from africana_env.engine.batch import Batch, check_seed, check_whole
from africana_env.engine.contract import ENDED, REWARDS, RUNNING, TRUNCATED, Edition, Game, UserError
from africana_env.engine.editions import NOTES, edition_names, load_edition
from africana_env.engine.files import write_whole
from africana_env.engine.kernels import NEXT_GAME, bind_loop, game_functions, of_game
from africana_env.engine.random import derive_seed, generator_dtype
from africana_env.engine.records import Record
from africana_env.opponents import Opponent, make_opponent, opponent_names
from africana_env.opponents.random import random as random_action

__version__ = "0.1.0"

__all__ = [
    "ENDED",
    "NEXT_GAME",
    "NOTES",
    "REWARDS",
    "RUNNING",
    "TRUNCATED",
    "Batch",
    "Edition",
    "Game",
    "Opponent",
    "Record",
    "UserError",
    "bind_loop",
    "check_seed",
    "check_whole",
    "derive_seed",
    "edition_names",
    "game_functions",
    "game_names",
    "generator_dtype",
    "load_edition",
    "load_game",
    "make_opponent",
    "of_game",
    "opponent_names",
    "random_action",
    "write_whole",
]


def game_names() -> list[str]:
    """The names of all games, such as `africana_v0`."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*_v[0-9].py"))


def load_game(name: str) -> Game:
    """The game called `name`; raises `UserError` if there is none."""
    if name not in game_names():
        raise UserError(f"unknown game {name!r}: use {' or '.join(game_names())}")
    return import_module(f"africana_env.{name}").GAME


register_games(game_names())
