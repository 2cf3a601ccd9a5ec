"""Board games about Africa as reinforcement-learning environments.

`africana_env.africana_v0` and its siblings offer each game in PettingZoo's AEC and parallel APIs (`env()`,
`parallel_env()`), in Gymnasium's for one learner and for many games (`gymnasium_env()`, `vector_env()`), and as a batch
of thousands of games (`batch()`). Importing the package registers the environments with Gymnasium and PettingZoo:
`gymnasium.make("africana_env/Africana-v0")`, `pettingzoo.make("aec", "africana_env/africana-v0")`.

What is exported here is what a program needs to play, to search and to plug in bots of its own;
`africana_env.arena.evaluate` rates bots, and the package `africana_training` trains policies:

- games and editions: `game_names`, `load_game`, `Game`, `edition_names`, `load_edition`, `Edition`, `edition_features`,
  `NOTES`;
- playing: `Batch`, `REWARDS` and their type `RewardName`, the values of a state's `status` (`RUNNING`, `TERMINATED`,
  `CUT_OFF`), `win_shares`, `GameRecord`;
- bots: `make_bot`, `choose_action`, `evaluate_position`, `make_opponents`, `bot_names`, `Bot`, `BotKind`, `Seating`,
  `LEARNER`;
- arguments, files and seeds: `UserError`, `check_seed`, `check_int`, `atomic_write`, `derive_seed`;
- compiled loops of one's own over a game's rules: `bind_loop`, `game_functions`, `supplied_by_game`, `generator_dtype`,
  `NEXT_GAME_STREAM`, `random_action`.
"""

import lazy_loader

from africana_env.api.registration import register_games

__version__ = "0.1.0"

# What is exported stands in `__init__.pyi`, and is imported when it is first used: most of it needs Numba, whose import
# takes longer than all else that many a command does.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

register_games()
