"""Bots decide in their seats, with independent seeds."""

import numpy as np
import pytest
from support import FirstLegal, every_game, few_players

from africana_env import LEARNER, Batch, Seating, load_game

GAME = load_game("africana_v0")


class Watcher(FirstLegal):
    """Records the rows and seats in which it decides, and its seeds."""

    def __init__(self):
        self.asked = []
        self.seeds = None

    def reset_rows(self, rows, seeds):
        self.seeds = seeds.copy()

    def act(self, batch, rows, actions):
        self.asked += list(zip(np.flatnonzero(rows).tolist(), batch.current_player[rows].tolist(), strict=True))
        super().act(batch, rows, actions)


def test_the_table_says_who_sits_where_for_every_seat_of_the_first():
    seating = Seating(6, 3)
    one, other = Watcher(), Watcher()
    np.testing.assert_array_equal(seating.add([None, one, other]), [[-1, 0, 1], [1, -1, 0], [0, 1, -1]])
    np.testing.assert_array_equal(seating.add([other, other, one]), [[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    assert seating.bots == [one, other]
    assert (seating.seats == LEARNER).all()


@every_game
def test_every_bot_decides_in_its_seats_and_the_learner_in_its_own(game):
    games, players = 12, few_players(game)
    seating = Seating(games, players)
    bots = [Watcher() for _ in range(players - 1)]
    learner = np.arange(games) % players
    seating.seats[:] = seating.add([None, *bots])[learner]
    batch = Batch(game, games, players, max_rounds=3)
    batch.reset(0)
    while batch.running.any():
        actions = batch.action_mask.argmax(1)
        running, movers = batch.running, batch.current_player.copy()
        decided = seating.act(batch, actions)
        np.testing.assert_array_equal(decided, running & (movers != learner))
        batch.step(actions)
    for distance, bot in enumerate(bots, 1):
        assert bot.asked
        assert all(seat == (learner[row] + distance) % players for row, seat in bot.asked)


@pytest.mark.parametrize("games", [1, 2])
def test_a_seat_of_somebody_else_is_left_to_them(games):
    """Past versions of a learning policy hold seats without being bots of the seating."""
    seating = Seating(games, 2)
    seating.add([FirstLegal()])
    seating.seats[:] = 1
    batch = Batch(GAME, games, 2)
    batch.reset(0)
    actions = np.full(games, -7)
    assert seating.act(batch, actions).all()
    assert (actions == -7).all()


@pytest.mark.parametrize("games", [1, 2])
def test_a_bot_may_write_into_the_rows_that_it_is_given(games):
    class Careless(FirstLegal):
        def act(self, batch, rows, actions):
            super().act(batch, rows, actions)
            rows[:] = False

    seating, batch = Seating(games, 2), Batch(GAME, games, 2)
    seating.seats[:] = seating.add([Careless(), Careless()])[0]
    batch.reset(0)
    assert seating.act(batch, np.zeros(games, np.int64)).all()


def seeds_of(around, seat, number=4):
    """The seeds of bots around a table, with the first one in `seat`."""
    seating = Seating(number, len(around))
    seating.seats[:] = seating.add(around)[seat]
    seating.reset_rows(np.ones(number, np.bool_), np.arange(number, dtype=np.uint64))
    return [bot.seeds for bot in around if bot is not None]


def test_each_bot_gets_seeds_of_its_own():
    one, other = seeds_of([None, Watcher(), Watcher()], seat=0)
    assert one.dtype == other.dtype == np.uint64
    for seeds in zip(range(4), one.tolist(), other.tolist(), strict=True):
        assert len(set(seeds)) == 3


@pytest.mark.parametrize("players", [2, 4])
def test_bots_in_games_of_neighbouring_seeds_draw_other_numbers_wherever_they_sit(players):
    seating, bot = Seating(64, players), Watcher()
    seating.seats[:] = seating.add([None, *[bot] * (players - 1)])[np.arange(64) % players]
    seating.reset_rows(np.ones(64, np.bool_), np.arange(100, 164, dtype=np.uint64))
    assert len(set(bot.seeds.tolist())) == 64


def test_seeds_depend_on_the_seat_and_not_on_who_else_plays():
    bot = Watcher()
    for seat in range(3):
        (alone,) = seeds_of([bot, None, None], seat)
        (_, with_others, _) = seeds_of([Watcher(), bot, Watcher()], (seat - 1) % 3)
        np.testing.assert_array_equal(alone, with_others)
    assert not np.array_equal(seeds_of([bot, None, None], 0), seeds_of([bot, None, None], 1))


def test_bots_begin_the_games_in_which_they_sit():
    seating, bots = Seating(6, 2), [Watcher() for _ in range(3)]
    begun = []
    for number, bot in enumerate(bots):
        bot.reset_rows = lambda rows, seeds, number=number: begun.append((number, np.flatnonzero(rows).tolist()))
    seating.add(bots)
    seating.seats[:] = [[0, 1], [0, LEARNER], [1, 1], [LEARNER, LEARNER], [0, 2], [1, 0]]
    seating.reset_rows(np.arange(6) < 4, np.arange(6, dtype=np.uint64))
    assert begun == [(0, [0, 1]), (1, [0, 2])]
