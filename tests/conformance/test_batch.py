"""Games of a batch are those that it plays one by one, whatever is called in between."""

import copy
import pickle
from random import Random

import numpy as np
import pytest
from support import every_game, every_setting, few_players, scripted

from africana_env import Batch, UserError

pytestmark = pytest.mark.threads
TURNS = 150


class Rows:
    """A batch on a random walk, and each of its games alone."""

    def __init__(self, setting, number, reward, autoreset):
        self.batch = setting.batch(number, reward=reward, max_rounds=2, autoreset=autoreset)
        self.games = [setting.batch(reward=reward, max_rounds=2) for _ in range(number)]
        self.rng, self.arrays = Random(1), np.random.default_rng(1)
        self.every, self.players = np.ones(number, np.bool_), setting.players
        self.expected = {name: getattr(self.batch, name).copy() for name in ("reward", "done", "outcome", "seeds")}
        self.seen = set()
        """The seeds of games that have begun."""
        self.filled = []
        """The arrays of `write_next` that were followed by others, each with its content."""
        self.turn = self.ended = 0
        self.reset(self.every)

    def check(self):
        for name, values in self.expected.items():
            np.testing.assert_array_equal(getattr(self.batch, name), values, name)
        for name in ("states", "observation", "action_mask", "current_player", "status"):
            alone = b"".join(getattr(game, name).tobytes() for game in self.games)
            assert getattr(self.batch, name).tobytes() == alone, name
        assert all((array == content).all() for array, content in self.filled)

    def begin(self, row, seed):
        self.games[row].reset_to(int(seed))
        self.expected["seeds"][row] = seed
        self.seen.add(int(seed))

    def reset(self, rows=None):
        """Begin games in some rows, from new seeds or once more from their own."""
        rows = self.arrays.random(len(self.games)) < 0.3 if rows is None else rows
        seeds = (
            self.arrays.integers(0, 1 << 63, len(rows), np.uint64) if self.rng.random() < 0.7 or rows.all() else None
        )
        self.batch.reset_rows(rows, seeds)
        for row in np.flatnonzero(rows):
            self.begin(row, self.expected["seeds"][row] if seeds is None else seeds[row])
        self.expected["reward"][rows] = self.expected["done"][rows] = 0

    def step(self):
        """Step all rows or some; whatever is passed for the others and for games that are over is ignored."""
        rows = self.every if self.rng.random() < 0.7 else self.arrays.random(len(self.games)) < 0.5
        legal = scripted(self.batch.action_mask, self.turn)
        actions = np.where(rows & self.batch.running, legal, -5)
        if rows.all() and self.rng.random() < 0.5:
            before, array = self.batch.observation, np.full_like(self.batch.observation, 99)
            self.filled = [*self.filled[-5:], (before, before.copy())]
            self.batch.write_next(array)
            self.batch.step(actions)
            assert self.batch.observation is array
        else:
            self.batch.step(actions, rows)
        self.expected["reward"][:] = 0
        for row, game in enumerate(self.games):
            self.expected["done"][row] = game.status[0]
            if rows[row] and game.running[0]:
                game.step(actions[row : row + 1])
                self.expected["done"][row], self.expected["reward"][row] = game.status[0], game.reward[0]
                if not game.running[0]:
                    self.end(row)
        self.turn += 1

    def end(self, row):
        self.ended += 1
        self.expected["outcome"][row] = self.games[row].returns()[0]
        if self.batch.autoreset:
            seed = self.batch.seeds[row]
            assert int(seed) not in self.seen
            self.begin(row, seed)

    def put_back(self):
        """Put the states back in another order."""
        order = self.arrays.permutation(len(self.games))
        self.batch.set_states(self.batch.states[order])
        self.games = [self.games[row] for row in order]
        self.expected["reward"][:] = 0
        for row, game in enumerate(self.games):
            self.expected["seeds"][row], self.expected["done"][row] = game.states["seed"][0], game.status[0]
            if not game.running[0]:
                self.expected["outcome"][row] = game.returns()[0]

    def redraw(self):
        seats = self.arrays.integers(0, self.players, len(self.games), np.int16)
        seeds = self.arrays.integers(0, 1 << 63, len(self.games), np.uint64)
        self.batch.resample(seats, seeds)
        for row, game in enumerate(self.games):
            game.resample(seats[row : row + 1], seeds[row : row + 1])
            self.expected["seeds"][row] = game.states["seed"][0]

    def copy(self):
        self.batch = copy.deepcopy(self.batch) if self.rng.random() < 0.5 else pickle.loads(pickle.dumps(self.batch))


@every_setting
@pytest.mark.parametrize(
    ("number", "reward", "autoreset"),
    [(6, "score", False), (6, "margin", False), (6, "lead", True), (70, "outcome", True)],
)
def test_each_row_is_a_game_alone_whatever_is_called_in_between(setting, number, reward, autoreset):
    rows = Rows(setting, number, reward, autoreset)
    for _ in range(TURNS):
        rows.check()
        rows.rng.choices([rows.step, rows.reset, rows.put_back, rows.redraw, rows.copy], [80, 4, 3, 3, 3])[0]()
        if not rows.batch.running.any():
            rows.check()
            rows.reset(rows.every)
    rows.check()
    assert rows.ended > 3


@every_setting
def test_batch_without_observations_plays_the_same_games(setting):
    seeing, blind = setting.batch(70, max_rounds=3), setting.batch(70, max_rounds=3, observe=False)
    assert blind.observation.shape == (70, 0)
    for batch in (seeing, blind):
        batch.reset(2)
    for turn in range(150):
        actions = scripted(seeing.action_mask, turn)
        for batch in (seeing, blind):
            batch.step(actions)
        assert blind.states.tobytes() == seeing.states.tobytes()
        assert (blind.action_mask == seeing.action_mask).all()
        assert (blind.reward == seeing.reward).all()


@every_game
def test_the_seed_of_a_game_redraws_it_as_any_other_seed_does(game):
    """It must not restore its own deal."""
    games = 40
    batch, equal = Batch(game, games, few_players(game)), []
    own = np.arange(games, dtype=np.uint64)
    for seeds in (own, own + np.uint64(1000)):
        batch.reset_rows(np.ones(games, np.bool_), own)
        before = batch.states.copy()
        seats = batch.current_player.astype(np.int16)
        batch.resample(seats, seeds)
        batch.resample(seats, batch.seeds.copy())
        after = batch.states
        names = [name for name in before.dtype.names if name not in ("seed", "draws")]
        equal.append(sum(all(np.array_equal(before[row][n], after[row][n]) for n in names) for row in range(games)))
    assert abs(equal[0] - equal[1]) < games / 4


@every_setting
def test_only_games_that_go_on_can_be_put_into_a_batch_with_autoreset(setting):
    batch, other = setting.batch(4, max_rounds=1), setting.batch(4, autoreset=True)
    batch.reset(2)
    other.reset(2)
    while batch.running.any():
        batch.step(batch.action_mask.argmax(axis=1))
    with pytest.raises(UserError, match="with autoreset all states must be of running games"):
        other.set_states(batch.states)
