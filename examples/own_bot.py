"""Custom bots: a function that reads observations by field name, and an object that plays any game.

    python examples/own_bot.py --num_games 1000

With this file in the working directory, every command takes the bot as `own_bot:hasty`:

    africana evaluate africana_v0 own_bot:hasty --against random greedy --num_players 2

In 1000 two-player games of Africana, `hasty` won all against random and none against greedy. `KindFirst`, which works
for every game, won 40 % against random.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from africana_env import Batch, africana_v0
from africana_env.arena.evaluate import evaluate

GAME = africana_v0.GAME
IDS = {group.name: ids for group, ids in GAME.actions}  # the action ids of each group, a range


def hasty(observations: np.ndarray, masks: np.ndarray, rng: Any) -> np.ndarray:
    """Finish and join as soon as possible, and walk towards targets.

    `observations` is `uint8` of shape `(games, features)`, `masks` `int8` of shape `(games, actions)`. Returns a legal
    action for each game.
    """
    fields = GAME.observation.unpack(observations)
    weights = np.full(masks.shape, 0.01)
    weights[:, IDS["finish_expedition"]] = 1e6
    weights[:, IDS["finish_adventure"]] = 1e6
    weights[:, IDS["join_expedition"]] = 1e4
    weights[:, IDS["draw"]] = 10 * (fields["hand"].sum(axis=1, keepdims=True) < 4)
    nearer = fields["nearer_targets"] + 0.1 * fields["nearer_starts"]  # by location, (games, 22)
    cards = len(IDS["step"]) // nearer.shape[1]  # a step names a location, then a card
    weights[:, IDS["step"]] = 100 * np.repeat(nearer, cards, axis=1) + 1e-6
    return rng.choice(masks * weights)


class KindFirst:
    """Plays any game: picks a random kind of action, then a random legal action of that kind.

    Any object with `reads_observations`, `reset_rows` and `act` is a bot. It keeps memory and random generators per
    game.
    """

    reads_observations = False

    def __init__(self, num_games: int) -> None:
        self.generators = [np.random.default_rng(0) for _ in range(num_games)]

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """Prepare for new games in the rows marked in `rows` (`bool`), with `seeds` (`uint64`)."""
        for row in np.flatnonzero(rows):
            self.generators[row] = np.random.default_rng(int(seeds[row]))

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """Write a legal action into `actions` (`int64`) for each game marked in `rows` (`bool`)."""
        for row in np.flatnonzero(rows):
            mask = batch.action_mask[row]
            kinds = [ids.start + np.flatnonzero(mask[ids]) for _, ids in batch.game.actions if mask[ids].any()]
            kind = kinds[self.generators[row].integers(len(kinds))]
            actions[row] = kind[self.generators[row].integers(len(kind))]


def main(arguments: Sequence[str] | None = None) -> None:
    """Rate both bots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--num_players", type=int, default=2)
    parser.add_argument("--num_games", type=int, default=1000, help="games against each opponent")
    options = parser.parse_args(arguments)
    for bot, against in ((f"{__name__}:hasty", ["random", "greedy"]), (KindFirst(options.num_games), ["random"])):
        found = evaluate(GAME, bot, against, num_players=options.num_players, num_games=options.num_games)
        for result in found.results:
            print(f"{found.bot} against {result.against}: win rate {result.win_rate:.1%}")


if __name__ == "__main__":
    main()
