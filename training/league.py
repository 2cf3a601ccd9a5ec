"""Who the policy plays against in training besides itself: other bots and past versions of itself."""

from collections.abc import Sequence
from copy import deepcopy

import numpy as np

from africana_env import Batch, Bot, Game, Seating, UserError, make_opponents, win_shares
from training.config import LeagueConfig
from training.network import PolicyValueNetwork
from training.policy_bot import PolicyBot

PAST = "past"
SELF = -1


class League:
    """Gives a share of the games to opponents: there the policy has one seat and they have the others.

    The games against the same opponents are a fixed range of rows; the policy's seat in them rotates by row. Those of
    past versions are self-play until there is one.
    """

    def __init__(self, game: Game, config: LeagueConfig, num_games: int, num_players: int, seed: int) -> None:
        self._game = game
        self._limit = config.snapshots
        self._random = np.random.default_rng(seed)
        self._snapshots: list[PolicyValueNetwork] = []
        self._past: PolicyBot | None = None
        spelled = {", ".join([each] if isinstance(each, str) else each): each for each in config.opponents}
        self.names = [*spelled, *([PAST] if config.snapshots > 0 else [])]
        if config.share == 0:
            self.names = []
        each = int(num_games * config.share) // max(1, len(self.names))
        if self.names and each == 0:
            raise UserError(
                f"league.share {config.share} of {num_games} games is none for each of {', '.join(self.names)}: "
                "raise it or ppo.num_games, or make it 0 for self-play alone"
            )
        self.opponent_of = np.full(num_games, SELF)
        """Index into `names` of the opponents in each game, `SELF` where the policy plays itself."""
        self.seat = np.arange(num_games) % num_players
        """The policy's seat in each game against opponents."""
        self.seating = Seating(num_games, num_players)
        self._rows = {
            name: slice(num_games - (index + 1) * each, num_games - index * each)
            for index, name in enumerate(self.names)
        }
        for name in self.names:
            if name != PAST:
                self._seat(name, make_opponents(spelled[name], game, num_players, num_games))
        self._length = np.zeros(num_games, np.int64)
        self.results: dict[str, list[float]] = {name: [] for name in self.names}
        """The policy's share of the win in games against each opponent that ended since `take_results`."""
        self.lengths: list[int] = []
        """Decisions of the games that ended since `take_results`."""

    def _seat(self, name: str, opponents: Sequence[Bot]) -> None:
        rows = self._rows[name]
        self.opponent_of[rows] = self.names.index(name)
        self.seating.seats[rows] = self.seating.add([None, *opponents])[self.seat[rows]]

    def snapshot(self, network: PolicyValueNetwork) -> None:
        """Keep the policy as it is, forgetting one at random if there are too many, and let a random one play."""
        if PAST not in self.names:
            return
        if len(self._snapshots) == self._limit:
            self._snapshots.pop(self._random.integers(self._limit))
        self._snapshots.append(deepcopy(network).eval())
        chosen = self._snapshots[self._random.integers(len(self._snapshots))]
        num_games, num_players = self.seating.seats.shape
        if self._past is None:
            self._past = PolicyBot(self._game, chosen, num_games)
            seeds = self._random.integers(1 << 64, size=num_games, dtype=np.uint64)
            self._past.reset_rows(np.ones(num_games, np.bool_), seeds)
            self._seat(PAST, [self._past] * (num_players - 1))
        self._past.network = chosen

    def reset(self, batch: Batch) -> None:
        """Prepare the opponents for new games in all rows."""
        self._length[:] = 0
        self.seating.reset_rows(np.ones(batch.num_games, np.bool_), batch.seeds)

    def act(self, batch: Batch, actions: np.ndarray) -> np.ndarray:
        """Replace `actions` where opponents are to move; returns where the policy decides (`bool`, (games,))."""
        return ~self.seating.act(batch, actions)

    def record_step(self, batch: Batch) -> None:
        """Note what the last step of all games brought, and prepare the opponents for the games that have begun."""
        self._length += 1
        over = batch.done != 0
        if not over.any():
            return
        self.seating.reset_rows(over, batch.seeds)
        shares = win_shares(batch.outcome)
        for row in np.flatnonzero(over):
            if self.opponent_of[row] != SELF:
                self.results[self.names[self.opponent_of[row]]].append(float(shares[row, self.seat[row]]))
            self.lengths.append(int(self._length[row]))
        self._length[over] = 0

    def take_results(self) -> dict[str, float]:
        """Share of the wins against each opponent and mean length of a game since the last call."""
        summary = {f"league/{name}_win_rate": float(np.mean(won)) for name, won in self.results.items() if won}
        if self.lengths:
            summary["charts/decisions_per_game"] = float(np.mean(self.lengths))
        self.results = {name: [] for name in self.names}
        self.lengths = []
        return summary
