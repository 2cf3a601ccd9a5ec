"""Board games about Africa as reinforcement-learning environments.

`africana_env.africana_v0` and its siblings offer each game in several APIs: PettingZoo's AEC and parallel APIs
(`env()`, `parallel_env()`), Gymnasium's APIs for one learner and for many games (`gymnasium_env()`, `vector_env()`),
and a batch of thousands of games (`batch()`). Importing the package registers the environments with Gymnasium and
PettingZoo: `gymnasium.make("africana_env/Africana-v0")`, `pettingzoo.make("aec", "africana_env/africana-v0")`.

`africana_env.arena.evaluate` rates bots, and the package `africana_training` trains policies. The exports here serve
programs that play, search or plug in bots:

- games and editions: `game_names`, `load_game`, `Game`, `edition_names`, `load_edition`, `Edition`, `edition_features`,
  `NOTES`;
- playing: `Batch`, `REWARDS` and their type `RewardName`, `ObservationName`, the values of a state's `status`
  (`RUNNING`, `TERMINATED`, `CUT_OFF`), `win_shares`, `GameRecord`;
- bots: `make_bot`, `choose_action`, `evaluate_position`, `make_opponents`, `bot_names`, `Bot`, `BotKind`, `Seating`,
  `LEARNER`;
- arguments, files and seeds: `UserError`, `check_seed`, `check_int`, `atomic_write`, `derive_seed`;
- compiled loops over a game's rules: `bind_loop`, `game_functions`, `supplied_by_game`, `generator_dtype`,
  `NEXT_GAME_STREAM`, `random_action`.
"""

import os

import lazy_loader

from africana_env.api.registration import register_games

__version__ = "0.1.0"

# GNU OpenMP reads this when it is loaded. By default its threads spin long while they wait for each other. On a busy
# machine an analysis took more than twenty times its usual CPU time, with this less than three times.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", "10000")

# `__init__.pyi` lists the exports. They are imported at first use: most need Numba, which is slow to import.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

register_games()
