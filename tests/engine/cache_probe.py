"""Starts a game of the package in the working directory. Prints its state and the use of the kernel cache as JSON."""

import json
import logging
from pathlib import Path

import numpy as np

import africana_env
from africana_env import Batch, load_game
from africana_env.bots import make_bot
from africana_env.engine.batch.binding import game_kernels

announced: list[str] = []
handler = logging.Handler()
handler.emit = lambda record: announced.append(record.getMessage())  # type: ignore[method-assign]
logging.getLogger("africana_env").addHandler(handler)
game = load_game("afritoria_v0")  # the rules that compile fastest
batch = Batch(game, 1, game.players[0], observe=False)  # the kernel that takes longest to compile
batch.reset(0)
opponent, actions = make_bot("random", game, 1), np.zeros(1, np.int64)
opponent.act(batch, np.ones(1, np.bool_), actions)
stats = game_kernels(game).reset.serial.stats, opponent._kernel.serial.stats
texts = list(game.action_texts(batch.edition.data))
result = {
    "package": str(Path(africana_env.__file__).parents[1]),
    "legal": [texts[action] for action in np.flatnonzero(batch.action_mask[0])],
    "states": batch.states.tobytes().hex(),
    "choice": texts[actions[0]],
    "loaded": [sum(kernel.cache_hits.values()) for kernel in stats],
    "announced": announced,
    "compiled": [sum(kernel.cache_misses.values()) for kernel in stats],
}
print(json.dumps(result))
