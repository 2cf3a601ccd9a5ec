"""Games with a learner on one seat and bots on the others, used by both Gymnasium APIs."""

from array import array
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from africana_env.api.masks import masked_space
from africana_env.api.saved_state import are_ints, no_state
from africana_env.bots import Opponents, Seating, make_opponents
from africana_env.bots.protocol import keeps_generators
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.checks import MAX_SEED, as_whole
from africana_env.engine.game.state import RUNNING
from africana_env.engine.process.errors import UserError, format_value

ROTATE: Literal["rotate"] = "rotate"
NONE = -1
"""In place of a decision, if a game took no part in a step."""


def check_seat(seat: Any, num_players: int) -> int | None:
    """Return the learner's seat, None if it rotates. Raises `UserError` if there is no such seat."""
    if isinstance(seat, str) and seat == ROTATE:
        return None
    number = as_whole(seat)
    if number is None or not 0 <= number < num_players:
        raise UserError(
            f"seat must be {ROTATE!r} or a whole number from 0 to {num_players - 1}, not {format_value(seat)}"
        )
    return number


def learner_space(batch: Batch, with_mask: bool) -> spaces.Space[Any]:
    """Return the observation space of a learner."""
    masked = masked_space(len(batch.space), len(batch.game.actions))
    return masked if with_mask else masked["observation"]


def is_one_legal(batch: Batch, actions: Any, rows: np.ndarray) -> bool:
    """Return whether this is a batch of one running game that takes part, and `actions` a list of one legal `int`."""
    if batch.num_games > 1 or not isinstance(actions, list) or len(actions) != 1 or type(actions[0]) is not int:
        return False
    action, mask = actions[0], batch.action_mask
    takes_part = rows[0] and batch.status.item() == RUNNING
    return bool(takes_part) and 0 <= action < mask.shape[1] and bool(mask[0, action])


class Taken:
    """The decisions of all seats in each game since it began."""

    def __init__(self, num_games: int) -> None:
        self._log = array("i")
        """Step after step, an entry for each game."""
        self._starts = np.zeros(num_games, np.int64)
        """The first step of each game."""

    def put(self, actions: Iterable[int]) -> None:
        """Set the decisions so far in a batch of one game."""
        self._log, self._starts[0] = array("i", actions), 0

    def restart(self, rows: np.ndarray) -> None:
        """Forget the decisions of the marked `rows` (`bool`, shape `(num_games,)`), where games begin."""
        steps = len(self._log) // len(self._starts)
        self._starts[rows] = steps
        unused = int(self._starts.min())
        if 2 * unused >= steps:
            del self._log[: unused * len(self._starts)]
            self._starts -= unused

    def add(self, actions: Any, rows: np.ndarray) -> None:
        """Add a decision (whole numbers, shape `(num_games,)`) in each of the marked `rows`."""
        if len(self._starts) > 1:
            self._log.frombytes(np.where(rows, np.asarray(actions, np.intc), NONE).astype(np.intc).tobytes())
        elif rows[0]:  # faster than NumPy
            self._log.append(int(actions[0]))

    def of(self, row: int) -> list[int]:
        """Return the decisions in a game."""
        steps = np.array(self._log, np.intc).reshape(-1, len(self._starts))[self._starts[row] :, row]
        return steps[steps != NONE].tolist()


class LearnerGames:
    """The games of `batch` with a learner in each, on `seats` (`int16`, shape `(num_games,)`)."""

    def __init__(self, batch: Batch, opponents: Opponents) -> None:
        self.batch = batch
        self.seats = np.zeros(batch.num_games, np.int16)
        others = make_opponents(opponents, batch.game, num_players=batch.num_players, num_games=batch.num_games)
        self.seating = Seating(batch.num_games, batch.num_players)
        self._holders = self.seating.add([None, *others])
        self._games = np.arange(batch.num_games)
        self._actions = np.zeros(batch.num_games, np.int64)
        self._observations = np.zeros_like(batch.observation)
        self._interrupted = False
        self.taken = Taken(batch.num_games)

    def start(self, rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Start new games in the marked `rows` (`bool`), with `seats` and `seeds` (`uint64`, all of shape
        `(num_games,)`), and let the bots before the learners play. Returns as `step`."""
        if not rows.all():
            self._check_whole()
        self.batch.reset_rows(rows, seeds)  # first: if it fails, nothing has changed
        self.taken.restart(rows)
        self.seats[rows] = seats[rows]
        self.seating.seats[rows] = self._holders[self.seats[rows]]
        self.seating.reset_rows(rows, seeds)
        return self._play_bots()

    def step(self, actions: Any, rows: np.ndarray) -> np.ndarray:
        """Take the learners' actions in the marked `rows`, all running, and let the bots play until every game waits
        for its learner or is over. Returns the learners' rewards, `float64` of shape `(num_games,)`."""
        self._check_whole()
        self._take(actions, rows)
        rewards = self.batch.reward[self._games, self.seats].astype(np.float64)
        rewards += self._play_bots()
        return rewards

    def _take(self, actions: Any, rows: np.ndarray) -> None:
        if is_one_legal(self.batch, actions, rows):
            self.batch.step_one(actions[0])
        else:  # it explains what is wrong
            self.batch.step(actions, rows)
        self.taken.add(actions, rows)

    def get_generators(self) -> list[tuple[int, int]]:
        """Return the bots' generators in a batch of one game, for `put_game`. Raises `UserError` if a bot may remember
        more than that."""
        self._check_whole()
        return [generators[0].item() for generators in self._generators()]

    def put_game(self, states: np.ndarray, seat: int, generators: Any) -> None:
        """Continue in a batch of one game from its `states`, with the learner on `seat` and `generators` of
        `get_generators`. Raises `UserError` for other generators."""
        here = self._generators()
        pairs: list[Any] = generators if isinstance(generators, list) else [None]
        if not all(are_ints(pair, MAX_SEED) and len(pair) == 2 for pair in pairs):
            raise no_state()
        if len(pairs) != len(here):
            raise UserError(f"not a state of this environment: it has {len(pairs)} bots, here there are {len(here)}")
        for own, pair in zip(here, pairs, strict=True):
            own[0] = tuple(pair)
        self.seats[:] = seat
        self.seating.seats[:] = self._holders[self.seats]
        self.batch.put_states(states)
        self._interrupted = False

    def _generators(self) -> list[np.ndarray]:
        """Return the generators of all bots. Raises `UserError` if a bot has none and may remember other things."""
        generators = []
        for bot in self.seating.bots:
            if not keeps_generators(bot):
                raise UserError(f"{type(bot).__name__} may remember more than random numbers: use copy.deepcopy")
            generators.append(bot.generators)
        return generators

    def _check_whole(self) -> None:
        """Raise `UserError` if a bot raised an error or was interrupted: the learner must not decide in its place."""
        if self._interrupted:
            raise UserError("the bots were interrupted during their play: call reset()")

    def _play_bots(self) -> np.ndarray:
        batch = self.batch
        self._interrupted = True
        rewards = np.zeros(batch.num_games)
        while (rows := self.seating.act(batch, self._actions)).any():
            self._take(self._actions.tolist() if batch.num_games == 1 else self._actions, rows)
            rewards += batch.reward[self._games, self.seats]
        self._interrupted = False
        return rewards

    def observe(self) -> np.ndarray:
        """Fill and return the learners' observations, `uint8` of shape `(num_games, features)`. The next call
        overwrites them."""
        if self.batch.num_games == 1:
            self.batch.observe_one(int(self.seats[0]), self._observations)
        else:
            self.batch.observe(self.seats, self._observations)
        return self._observations
