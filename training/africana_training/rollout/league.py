"""The league: the policy's opponents in training, bots and past versions of the policy."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import torch
from pydantic import Field
from torch import Tensor, nn

from africana_env import LEARNER, win_shares
from africana_training.distributed import average, world_size
from africana_training.fields import Settings, Share, Whole
from africana_training.tensors import part, put

RESULTS_DECAY = 0.95
"""The factor by which older results count less after each snapshot."""
MIN_GAMES = 30
"""Fewest games of a win rate that is shown."""
PAST = "past"


@dataclass
class LeagueConfig(Settings):
    """The policy's opponents besides itself."""

    share: Share = 0.15
    """The probability that an opponent holds a seat; the policy always holds one seat of a game."""
    opponents: list[str] = field(default_factory=lambda: ["greedy"])
    """Bots that may hold such a seat. All are equally likely, and so is a past version of the policy."""
    snapshots: Annotated[Whole, Field(ge=0, le=1000)] = 8
    """Past versions of the policy to keep."""


class League:
    """Bots and past versions of the policy that may hold seats, and the policy's results against each.

    One of the past versions (`snapshots`) plays at a time, since each costs a pass through a network for every
    decision. It is drawn by prioritised fictitious self-play (Vinyals et al. 2019): the more games the policy loses
    against a version, the likelier it is.
    """

    def __init__(self, config: LeagueConfig, generator: torch.Generator) -> None:
        self.share = config.share
        self.opponents = list(config.opponents)
        self.snapshots: list[nn.Module] = []
        self.playing: int | None = None
        """The index of the snapshot that plays."""
        self.open = False
        """Whether opponents get seats in new games."""
        self.generator = generator
        self._limit = config.snapshots
        self._bots = np.zeros((len(self.opponents), 3))
        """A row for each opponent: wins per seat of the policy, wins per seat of the opponent, and games. Older results
        count less."""
        self._past = np.zeros((0, 3))
        """The same for each snapshot."""
        self._counted = np.zeros(1, np.int64)
        """Games in which the current snapshot has held a seat from beginning to end."""
        self._lengths = np.zeros(2)
        """Decisions and games since the last metrics."""

    @property
    def holders(self) -> int:
        """Return how many may hold a seat: `opponents`, and the snapshot that plays, if any."""
        return len(self.opponents) + (self.playing is not None)

    @property
    def past(self) -> nn.Module | None:
        """Return the snapshot that plays, if any."""
        return None if self.playing is None else self.snapshots[self.playing]

    @property
    def lacks_past(self) -> bool:
        """Whether past versions are wanted and there is none yet."""
        return self._limit > 0 and not self.snapshots

    def snapshot(self, network: nn.Module, seated: int) -> bool:
        """Add a snapshot of the policy, drop a random one if there are too many, and draw which one plays. Returns
        whether another one plays than before.

        The current snapshot holds a seat in `seated` games. Until that many of its games are counted it plays on:
        otherwise only short games would be counted.
        """
        self._bots *= RESULTS_DECAY
        if self._limit == 0:
            return False
        before = self.past
        stays = before is not None and self._counted[0] < seated
        if len(self.snapshots) == self._limit:
            others = [index for index in range(self._limit) if not (stays and index == self.playing)]
            if not others:
                return False
            forgotten = others[int(torch.randint(len(others), (), generator=self.generator))]
            self.snapshots.pop(forgotten)
            self._past = np.delete(self._past, forgotten, 0)
        self._past = np.vstack((RESULTS_DECAY * self._past, np.zeros((1, 3))))
        self.snapshots.append(deepcopy(network).eval())
        if stays:
            self.playing = next(index for index, each in enumerate(self.snapshots) if each is before)
            return False
        weights = torch.from_numpy(loss_shares(self._past) ** 2)
        self.playing = int(torch.multinomial(weights, 1, generator=self.generator))
        if self.past is before:
            return False
        self._counted[:] = 0
        return True

    def draw_seats(self, games: int, players: int) -> np.ndarray:
        """Return the holders of the seats of new games (games, players): `LEARNER`, an index of `opponents`, or their
        number for the snapshot. The policy holds one seat of every game; the others are drawn independently."""
        seats = np.full((games, players), LEARNER, np.int64)
        if not self.open or self.share == 0 or self.holders == 0:
            return seats
        drawn = torch.rand(3, games, players, generator=self.generator, dtype=torch.float64).numpy()
        others = drawn[0] < self.share
        others[np.arange(games), drawn[1].argmax(1)] = False
        return np.where(others, (drawn[2] * self.holders).astype(np.int64), seats)

    def record(self, seats: np.ndarray, outcomes: np.ndarray, lengths: np.ndarray) -> None:
        """Record finished games: the holders of their seats and the returns, both (games, players). `lengths` are the
        decisions of all finished games, also of those whose results do not count. A result against one opponent leaves
        out the wins of other opponents."""
        self._lengths += lengths.sum(), len(lengths)
        shares = win_shares(outcomes)
        learner = seats == LEARNER
        mine = (shares * learner).sum(1) / learner.sum(1)
        for holder in range(self.holders):
            held = seats == holder
            games = held.any(1)
            theirs = (shares * held)[games].sum(1) / held[games].sum(1)
            if holder < len(self.opponents):
                results = self._bots[holder]
            else:
                results = self._past[self.playing]
                self._counted += games.sum()
            results += mine[games].sum(), theirs.sum(), games.sum()

    def metrics(self) -> dict[str, float]:
        """Return win rates per seat against opponents with enough games, and the mean length of a game, over all
        processes."""
        results = world_size() * average(torch.from_numpy(np.vstack((self._bots, self._past.sum(0))))).numpy()
        decisions, games = (world_size() * average(torch.from_numpy(self._lengths))).tolist()
        names = np.array([*self.opponents, PAST])
        totals = {name: results[names == name].sum(0) for name in names.tolist()}
        found = {f"league/{name}_head_to_head": win_rate(each) for name, each in totals.items() if each[2] >= MIN_GAMES}
        if games > 0:
            found["charts/decisions_per_game"] = decisions / games
        self._lengths[:] = 0
        return found

    # Saving

    def state_dict(self) -> dict[str, Tensor]:
        """Return the state for `load_state_dict`."""
        state = {
            "bots": torch.from_numpy(self._bots.copy()),
            "past": torch.from_numpy(self._past.copy()),
            "counted": torch.from_numpy(self._counted.copy()),
            "lengths": torch.from_numpy(self._lengths.copy()),
            "open": torch.tensor(self.open),
            "playing": torch.tensor([] if self.playing is None else [self.playing], dtype=torch.int64),
        }
        weights = [network.state_dict() for network in self.snapshots]
        for name in weights[0] if weights else ():
            state[f"snapshots.{name}"] = torch.stack([each[name] for each in weights])
        return state

    def load_state_dict(self, state: dict[str, Tensor], network: nn.Module) -> None:
        """Restore a state; snapshots have the architecture of `network`. Raises `ValueError` for impossible ones."""
        put(state["bots"].numpy(), self._bots)
        put(state["counted"].numpy(), self._counted)
        put(state["lengths"].numpy(), self._lengths)
        self._past = np.zeros((min(len(state["past"]), self._limit), 3))
        put(state["past"].numpy(), self._past)
        mine, theirs, games = np.vstack((self._bots, self._past)).T
        possible = (mine >= 0) & (theirs >= 0) & (mine + theirs <= games * (1 + 1e-6)) & np.isfinite(games)
        if not (possible.all() and np.isfinite(self._lengths).all()):
            raise ValueError("impossible results of games")
        self.open = bool(state["open"])
        self.playing = next((range(len(self._past))[index] for index in state["playing"].tolist()), None)
        if (self.playing is None) != (len(self._past) == 0):
            raise ValueError("no snapshot plays, although there are some")
        weights = part(state, "snapshots.")
        self.snapshots = []
        for index in range(len(self._past)):
            self.snapshots.append(deepcopy(network).eval())
            self.snapshots[-1].load_state_dict({name: value[index] for name, value in weights.items()})


def win_rate(results: np.ndarray) -> float:
    """Return how often the policy wins rather than the opponent, from a row of results (3,)."""
    mine, theirs, _ = results
    return float(mine / (mine + theirs)) if mine + theirs > 0 else 0.5


def loss_shares(results: np.ndarray) -> np.ndarray:
    """Return how often the policy loses against each opponent, from results (opponents, 3), with two games added."""
    lost = np.array([1 - win_rate(each) for each in results])
    return (lost * results[:, 2] + 1) / (results[:, 2] + 2)
