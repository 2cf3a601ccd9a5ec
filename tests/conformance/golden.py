"""Golden games: one for each game, edition and player count. For each decision they have digests of everything that it
shows, of its entities and of its redraws, and the action of `greedy`.

    python tests/conformance/golden.py --write [GAME ...]

replays the golden games, of all games or some, and writes `tests/golden/`. Run it after an intended change of rules,
observations, texts, editions, `resample` or `greedy`.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from support import ALL_SETTINGS, Mix, Setting, observed, shown_as

from africana_env import make_bot
from africana_env.api.registration import own_names
from africana_env.engine.editions.editions import load_edition

SETTINGS = [setting for setting in ALL_SETTINGS if setting.game.name in own_names()]
"""Settings of the games of this package."""
FOLDER = Path(__file__).parents[1] / "golden"
CANDIDATES = 60
MAX_ROUNDS = 40
DIGEST_LENGTH = 12


def path_of(setting: Setting) -> Path:
    return FOLDER / f"{setting}.json"


PINNED_REWARDS = ("outcome", "margin", "score")
"""`lead` follows from `score`, see `test_rewards.py`."""


class GoldenGame:
    """A game under every reward scheme at once, and the digests of its decisions."""

    def __init__(self, setting: Setting, seed: int, max_rounds: int) -> None:
        self.batches = [setting.batch(reward=reward, max_rounds=max_rounds) for reward in PINNED_REWARDS]
        for batch in self.batches:
            batch.reset_to(seed)
        self.players = setting.players
        self.texts = list(setting.game.action_texts(self.batches[0].edition.data))
        self._greedy, self._other = make_bot("greedy", setting.game), setting.batch(observe=False)

    @property
    def running(self) -> bool:
        return bool(self.batches[0].running[0])

    def entities(self) -> str:
        """Return a digest of what all seats see of the entities."""
        digest = hashlib.sha256()
        for seat in range(self.players):
            digest.update(shown_as(self.batches[0], "entities", seat).tobytes())
        return digest.hexdigest()[:DIGEST_LENGTH]

    def redraws(self) -> str:
        """Return a digest of the states after `resample` for each seat."""
        digest = hashlib.sha256()
        for seat in range(self.players):
            self._other.put_states(self.batches[0].states)
            self._other.resample(np.array([seat]), np.ones(1, np.uint64))
            digest.update(self._other.states.tobytes())
        return digest.hexdigest()[:DIGEST_LENGTH]

    def greedy(self) -> int:
        """Return the action of `greedy`."""
        action = np.zeros(1, np.int64)
        self._greedy.act(self.batches[0], np.ones(1, np.bool_), action)
        return int(action[0])

    def step(self, action: int) -> str:
        """Take an action. Return a digest of mask and observations before it, its text, rewards and scores."""
        batch = self.batches[0]
        digest = hashlib.sha256(batch.action_mask.tobytes())
        for seat in range(self.players):
            digest.update(observed(batch, seat).tobytes())
        digest.update(self.texts[action].encode())
        for other in self.batches:
            other.step([action])
            digest.update(other.reward.tobytes())
        digest.update(batch.scores().tobytes())
        return digest.hexdigest()[:DIGEST_LENGTH]


def play(setting: Setting, seed: int) -> list[int]:
    """Return the actions of a game of bots with some random actions."""
    game, mix = GoldenGame(setting, seed, MAX_ROUNDS), Mix(setting.game, seed)
    actions = []
    while game.running:
        actions.append(mix.choose(game.batches[0], share_of_opponents=0.8))
        game.step(actions[-1])
    return actions


def kinds(setting: Setting, actions: list[int]) -> set[str]:
    """Return the names of the groups of the actions."""
    return {group.name for group, ids in setting.game.actions for action in actions if action in ids}


def write(setting: Setting) -> None:
    """Write the file of a setting, with the candidate game that has most kinds of actions, then most actions."""
    games = {seed: play(setting, seed) for seed in range(CANDIDATES)}
    seed = max(games, key=lambda seed: (len(kinds(setting, games[seed])), len(set(games[seed]))))
    game, actions = GoldenGame(setting, seed, MAX_ROUNDS), games[seed]
    decisions = [(game.entities(), game.redraws(), game.greedy(), game.step(action)) for action in actions]
    entities, redraws, greedy, digests = zip(*decisions, strict=True)
    content = {
        "game": setting.game.name,
        "edition": setting.edition,
        "edition_digest": load_edition(setting.game, setting.edition).digest,
        "players": setting.players,
        "max_rounds": MAX_ROUNDS,
        "seed": seed,
        "actions": actions,
        "digests": digests,
        "entities": entities,
        "redraws": redraws,
        "greedy": greedy,
    }
    path_of(setting).write_text(json.dumps(content) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Play the golden games.")
    names = own_names()
    parser.add_argument(
        "--write",
        nargs="*",
        choices=names,
        help="write the files of these games, or of all; without it, only list them",
    )
    arguments = parser.parse_args()
    written = names if arguments.write == [] else arguments.write or []
    for setting in SETTINGS:
        if setting.game.name in written:
            FOLDER.mkdir(exist_ok=True)
            write(setting)
        path = path_of(setting)
        print(path, f"{path.stat().st_size} bytes" if path.exists() else "missing")
    for path in sorted(set(FOLDER.glob("*.json")) - {path_of(setting) for setting in SETTINGS}):
        print(path, "belongs to no game")


if __name__ == "__main__":
    main()
