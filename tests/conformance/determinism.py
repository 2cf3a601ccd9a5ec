"""Fingerprints of played games, to compare processes, threads and batch sizes.

    python tests/conformance/determinism.py [--threads N]

prints the fingerprint of every setting as JSON, each computed in a thread of its own if there are several.
"""

import argparse
import hashlib
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from support import SETTINGS, Mix, Setting, scripted

BUFFERS = ("states", "observation", "action_mask", "reward", "done", "seeds")
PARALLEL = 100  # games: enough for the kernels that use all cores


def rows_of(setting: Setting, num_games: int, steps: int, first: int = 0, autoreset: bool = True) -> list[str]:
    """The fingerprint of every row of a batch of games number `first` and on, after each step of a script."""
    batch = setting.batch(num_games, reward="score", max_rounds=3, autoreset=autoreset)
    whole = setting.batch(first + num_games)
    whole.reset(99)
    batch.reset_rows(np.ones(num_games, np.bool_), whole.seeds[first:])
    digests = [hashlib.sha256() for _ in range(num_games)]
    for turn in range(steps):
        for row, digest in enumerate(digests):
            for name in BUFFERS:
                digest.update(getattr(batch, name)[row].tobytes())
        # the script must see the number that a row has in the whole batch
        masks = np.concatenate([np.zeros((first, batch.action_mask.shape[1]), np.int8), batch.action_mask])
        batch.step(scripted(masks, turn)[first:])
    return [digest.hexdigest() for digest in digests]


def fingerprint(setting: Setting) -> str:
    """Of a mixed game, its opponents included, and of a batch large enough for all cores."""
    digest = hashlib.sha256()
    batch = setting.batch(reward="score", max_rounds=15)
    batch.reset(2024)
    mix = Mix(setting.game, 2024)
    while batch.running[0]:
        action = mix.choose(batch)
        digest.update(str(action).encode())
        batch.step([action])
        for name in BUFFERS:
            digest.update(getattr(batch, name).tobytes())
    digest.update("".join(rows_of(setting, PARALLEL, 40)).encode())
    return digest.hexdigest()


def fingerprints(threads: int) -> dict[str, str]:
    """Of every setting."""
    with ThreadPoolExecutor(threads) as pool:
        return dict(zip(map(str, SETTINGS), pool.map(fingerprint, SETTINGS), strict=True))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Print the fingerprint of played games of every setting.")
    parser.add_argument("--threads", type=int, default=1)
    print(json.dumps(fingerprints(parser.parse_args().threads)))
