"""Fingerprints of played games, to compare processes, threads and batch sizes.

    python tests/conformance/determinism.py [--threads N] [--short]

prints the fingerprint of every setting as JSON. Several threads compute one setting each. The short fingerprints also
work without compilation (`NUMBA_DISABLE_JIT=1`).
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from support import SETTINGS, Setting, scripted, shown_as

from africana_env.bots import bot_names, make_bot

BUFFERS = ("states", "observation", "action_mask", "reward", "done", "seeds")
PARALLEL = 100  # games: enough for the kernels that use all cores


def rows_of(setting: Setting, num_games: int, steps: int, first: int = 0, autoreset: bool = True) -> list[str]:
    """Return a fingerprint of every row of a batch of games from number `first` on, over the steps of a script."""
    batch = setting.batch(num_games, reward="score", max_rounds=3, autoreset=autoreset)
    whole = setting.batch(first + num_games)
    whole.reset(99)
    batch.reset_rows(np.ones(num_games, np.bool_), whole.seeds[first:])
    digests = [hashlib.sha256() for _ in range(num_games)]
    for turn in range(steps):
        for row, digest in enumerate(digests):
            for name in BUFFERS:
                digest.update(getattr(batch, name)[row].tobytes())
        # the script must see the number of a row in the whole batch
        masks = np.concatenate([np.zeros((first, batch.action_mask.shape[1]), np.int8), batch.action_mask])
        batch.step(scripted(masks, turn)[first:])
    return [digest.hexdigest() for digest in digests]


def short_fingerprint(setting: Setting) -> str:
    """Return a fingerprint of a few decisions, with scores, outcomes, observations and a resampled state."""
    digest = hashlib.sha256()
    batch = setting.batch(2, reward="score", max_rounds=2, autoreset=True)
    batch.reset(7)
    opponents = [make_bot(name, setting.game, 2, seed=7) for name in bot_names(setting.game)]
    actions = np.zeros(2, np.int64)
    for turn in range(24):
        if turn % 3 == 0:
            actions = scripted(batch.action_mask, turn)
        else:
            opponents[turn % len(opponents)].act(batch, np.ones(2, np.bool_), actions)
        batch.step(actions)
        for name in BUFFERS:
            digest.update(getattr(batch, name).tobytes())
        for seat in range(setting.players):
            for name in setting.game.spaces:
                digest.update(shown_as(batch, name, seat).tobytes())
        digest.update(batch.scores().tobytes() + batch.returns().tobytes())
    batch.resample(np.array([0, 1], np.int16), np.array([1, 2], np.uint64))
    digest.update(batch.states.tobytes())
    return digest.hexdigest()


def fingerprint(setting: Setting) -> str:
    """Return the short fingerprint with that of a batch large enough for all cores."""
    return short_fingerprint(setting) + "".join(rows_of(setting, PARALLEL, 20))


def fingerprints(threads: int = 1, of: Callable[[Setting], str] = fingerprint) -> dict[str, str]:
    """Return fingerprints of every setting; short ones, which take long without compilation, of every other."""
    settings = SETTINGS[::2] if of is short_fingerprint else SETTINGS
    with ThreadPoolExecutor(threads) as pool:
        return dict(zip(map(str, settings), pool.map(of, settings), strict=True))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Print the fingerprint of played games of every setting.")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--short", action="store_true")
    arguments = parser.parse_args()
    print(json.dumps(fingerprints(arguments.threads, short_fingerprint if arguments.short else fingerprint)))
