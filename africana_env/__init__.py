"""Board games about Africa as reinforcement-learning environments.

`africana_env.africana_v0` and its siblings offer each game in PettingZoo's AEC and parallel APIs (`env()`,
`parallel_env()`), in Gymnasium's for one learner and for many games (`gymnasium_env()`, `vector_env()`), and as a batch
of thousands of games (`batch()`). Importing the package registers the environments with Gymnasium and PettingZoo:
`gymnasium.make("africana_env/Africana-v0")`, `pettingzoo.make("aec", "africana_env/africana-v0")`.

What is exported here is all that a program needs to train, evaluate or search:

- games and editions: `game_names`, `load_game`, `Game`, `edition_names`, `load_edition`, `Edition`, `edition_features`,
  `NOTES`;
- playing: `Batch`, `REWARDS` and their type `RewardName`, the values of a state's `status` (`RUNNING`, `TERMINATED`,
  `CUT_OFF`), `win_shares`, `GameRecord`;
- bots: `make_bot`, `make_opponents`, `bot_names`, `Bot`, `BotKind`, `Seating`, `LEARNER`;
- arguments, files and seeds: `UserError`, `check_seed`, `check_int`, `atomic_write`, `derive_seed`;
- compiled loops of one's own over a game's rules: `bind_loop`, `game_functions`, `supplied_by_game`, `generator_dtype`,
  `NEXT_GAME_STREAM`, `random_action`.
"""

from africana_env.api.registration import game_names, load_game, register_games
from africana_env.bots import LEARNER, Bot, BotKind, Seating, bot_names, make_bot, make_opponents
from africana_env.bots.random import random as random_action
from africana_env.engine.batch import Batch
from africana_env.engine.checks import check_int, check_seed
from africana_env.engine.contract import REWARDS, Edition, Game, RewardName
from africana_env.engine.edition_features import edition_features
from africana_env.engine.editions import NOTES, edition_names, load_edition
from africana_env.engine.errors import UserError
from africana_env.engine.files import atomic_write
from africana_env.engine.game_record import GameRecord
from africana_env.engine.kernels import NEXT_GAME_STREAM, bind_loop, game_functions, supplied_by_game
from africana_env.engine.returns import win_shares
from africana_env.engine.rng import generator_dtype
from africana_env.engine.seeds import derive_seed
from africana_env.engine.state import CUT_OFF, RUNNING, TERMINATED

__version__ = "0.1.0"

__all__ = [
    "CUT_OFF",
    "LEARNER",
    "NEXT_GAME_STREAM",
    "NOTES",
    "REWARDS",
    "RUNNING",
    "TERMINATED",
    "Batch",
    "Bot",
    "BotKind",
    "Edition",
    "Game",
    "GameRecord",
    "RewardName",
    "Seating",
    "UserError",
    "atomic_write",
    "bind_loop",
    "bot_names",
    "check_int",
    "check_seed",
    "derive_seed",
    "edition_features",
    "edition_names",
    "game_functions",
    "game_names",
    "generator_dtype",
    "load_edition",
    "load_game",
    "make_bot",
    "make_opponents",
    "random_action",
    "supplied_by_game",
    "win_shares",
]

register_games()
