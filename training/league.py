"""Who the policy plays against in training besides itself: scripted opponents and past versions of itself."""

from copy import deepcopy

import numpy as np

from africana_env import Batch, Game, Opponent, make_opponent
from training.config import LeagueConfig
from training.network import PolicyValueNetwork
from training.policy import PolicyOpponent

PAST = "past"


class League:
    """Gives a share of the games to opponents: there the policy has one seat and an opponent all the others.

    The games of an opponent are a fixed range of rows; the policy's seat in them rotates by row.
    """

    def __init__(self, game: Game, config: LeagueConfig, num_games: int, num_players: int, seed: int) -> None:
        names = [*config.opponents, PAST] if config.snapshots > 0 else list(config.opponents)
        each = int(num_games * config.share) // len(names) if names else 0
        self.names = names if each else []
        self._limit = config.snapshots
        self._random = np.random.default_rng(seed)
        self._snapshots: list[PolicyValueNetwork] = []
        self.opponents: dict[str, Opponent] = {
            name: make_opponent(name, game, num_games, seed) for name in self.names if name != PAST
        }
        self.opponent_of = np.full(num_games, -1)
        """Index into `names` of the opponent in each game, -1 where the policy plays itself."""
        for index in range(len(self.names)):
            stop = num_games - index * each
            self.opponent_of[stop - each : stop] = index
        self.seat = np.arange(num_games) % num_players
        """The policy's seat in each game of an opponent."""
        self._earned = np.zeros((num_games, num_players))
        self.results: dict[str, list[float]] = {name: [] for name in self.names}
        """What the policy earned in games against each opponent that ended since `take_results`."""
        self.lengths: list[int] = []
        """Decisions of the games that ended since `take_results`."""
        self._length = np.zeros(num_games, np.int64)

    def snapshot(self, network: PolicyValueNetwork) -> None:
        """Keep the policy as it is, forgetting one at random if there are too many, and let a random one play."""
        if PAST not in self.names:
            return
        if len(self._snapshots) == self._limit:
            self._snapshots.pop(self._random.integers(self._limit))
        self._snapshots.append(deepcopy(network).eval())
        chosen = self._snapshots[self._random.integers(len(self._snapshots))]
        self.opponents[PAST] = PolicyOpponent(chosen, int(self._random.integers(1 << 62)))

    def decide(self, batch: Batch, actions: np.ndarray) -> np.ndarray:
        """Replace `actions` where an opponent is to move; returns where the policy decides (`bool`, (games,))."""
        foreign = (self.opponent_of >= 0) & (batch.player != self.seat)
        for index, name in enumerate(self.names):
            if name in self.opponents:
                rows = foreign & (self.opponent_of == index)
                if rows.any():
                    self.opponents[name].act(batch, rows, actions)
            else:
                foreign &= self.opponent_of != index
        return ~foreign

    def follow(self, batch: Batch) -> None:
        """Note what the last step of all games brought."""
        self._earned += batch.reward
        self._length += 1
        over = np.flatnonzero(batch.done)
        for row in over:
            if self.opponent_of[row] >= 0:
                own = self._earned[row, self.seat[row]]
                others = np.delete(self._earned[row], self.seat[row])
                self.results[self.names[self.opponent_of[row]]].append(float(own > others.max()))
            self.lengths.append(int(self._length[row]))
        self._earned[over] = 0
        self._length[over] = 0

    def take_results(self) -> dict[str, float]:
        """Share of games won against each opponent and mean length of a game since the last call."""
        summary = {f"league/{name}_win_rate": float(np.mean(won)) for name, won in self.results.items() if won}
        if self.lengths:
            summary["charts/decisions_per_game"] = float(np.mean(self.lengths))
        self.results = {name: [] for name in self.names}
        self.lengths = []
        return summary
