"""Africa (Reiner Knizia 2001) for 2 to 5 players; see `GameModule` for its functions."""

from africana_env.api.module import GameModule
from africana_env.games.africa import GAME

__all__ = ["GAME", "batch", "env", "gymnasium_env", "parallel_env", "raw_env", "raw_parallel_env", "vector_env"]

_module = GameModule(GAME)
env = _module.env
raw_env = _module.raw_env
parallel_env = _module.parallel_env
raw_parallel_env = _module.raw_parallel_env
gymnasium_env = _module.gymnasium_env
vector_env = _module.vector_env
batch = _module.batch
