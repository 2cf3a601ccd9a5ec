"""A guarded bot's failures affect its own games only."""

import json
import re
import signal
import time
from collections import Counter
from contextlib import suppress

import numpy as np
import pytest
from support import FirstLegal

import africana_env.arena.matches.guard as guard_module
from africana_env import Batch, load_game
from africana_env.arena.matches.guard import GuardedBot

GAME = load_game("afritoria_v0")
ROWS = 6


@pytest.fixture
def batch():
    made = Batch(GAME, ROWS, 2)
    made.reset(1)
    return made


def asked(batch, bot, rows, limit=None):
    """The actions of a guarded bot in these rows, and its failures."""
    guard = GuardedBot(bot, limit)
    marked, actions = np.isin(np.arange(ROWS), rows), np.full(ROWS, 7)
    guard.reset_rows(np.ones(ROWS, np.bool_), np.arange(ROWS, dtype=np.uint64))
    guard.act(batch, marked, actions)
    assert marked.sum() == len(rows)
    return actions, guard.failures


def test_what_a_bot_does_to_its_arguments_changes_nothing_for_others(batch):
    class Scribbler(FirstLegal):
        def reset_rows(self, rows, seeds):
            rows[:], seeds[:] = False, 0

        def act(self, batch, rows, actions):
            actions[:] = batch.action_mask.argmax(1)
            batch.step(actions)
            batch.observation[:] = 0
            batch.seeds[:] = 0
            rows[:] = True

    before = {name: getattr(batch, name).copy() for name in ("states", "observation", "action_mask", "seeds")}
    actions, failures = asked(batch, Scribbler(), [1, 4])
    assert not failures
    assert actions.tolist() == [7, batch.action_mask[1].argmax(), 7, 7, batch.action_mask[4].argmax(), 7]
    for name, value in before.items():
        assert (getattr(batch, name) == value).all(), name


def test_a_bot_that_forgets_a_game_has_no_action_there(batch):
    class Forgetful(FirstLegal):
        def act(self, batch, rows, actions):
            actions[0] = batch.action_mask[0].argmax()

    _, failures = asked(batch, Forgetful(), [0, 3])
    assert list(failures) == [3]
    assert "action -1 is out of range" in failures[3]


def test_a_bot_that_cannot_begin_a_game_fails_in_that_one(batch):
    class Unprepared(FirstLegal):
        def reset_rows(self, rows, seeds):
            if 2 in seeds[rows]:
                raise KeyError("two")

        def act(self, batch, rows, actions):
            assert not rows[2]
            super().act(batch, rows, actions)

    assert asked(batch, Unprepared(), [1, 3])[1] == {}
    actions, failures = asked(batch, Unprepared(), [1, 2, 3])
    assert list(failures) == [2]
    assert re.fullmatch(r"KeyError: 'two' \(test_guard.py, line \d+\)", failures[2])
    assert (batch.action_mask[[1, 2, 3], actions[[1, 2, 3]]] == 1).all()


def test_a_time_limit_is_that_of_one_game_whatever_is_beside_it(batch):
    class SlowInOne(FirstLegal):
        def act(self, batch, rows, actions):
            super().act(batch, rows, actions)
            if rows[2]:
                signal.raise_signal(signal.SIGALRM)  # a timeout

    for rows in ([2], [1, 2], range(ROWS)):
        assert asked(batch, SlowInOne(), rows, 60)[1] == {2: "it took more than 60 s for a decision"}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timer that interrupts")
def test_a_bot_that_catches_whatever_interrupts_it_is_interrupted_all_the_same(batch):
    class Stubborn(FirstLegal):
        def act(self, batch, rows, actions):
            while True:
                with suppress(BaseException):
                    time.sleep(0.01)

    handler = signal.getsignal(signal.SIGALRM)
    assert asked(batch, Stubborn(), [0], 0.5)[1] == {0: "it took more than 0.5 s for a decision"}
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is handler


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timer that interrupts")
def test_a_clock_of_the_program_around_a_time_limit_goes_on(batch, monkeypatch):
    class WaitsUntilThatClockRings(FirstLegal):
        def act(self, batch, rows, actions):
            super().act(batch, rows, actions)
            monkeypatch.setattr(guard_module, "perf_counter", lambda: before + 1000)

    rung, before = [], guard_module.perf_counter()
    handler = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, 1000, 500)
        assert asked(batch, FirstLegal(), [0], 60)[1] == {}
        left, interval = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < left < 1000
        assert interval == 500
        assert not rung
        asked(batch, WaitsUntilThatClockRings(), [0], 2000)
        while not rung:
            time.sleep(0.01)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def test_what_a_bot_counts_is_kept_as_numbers_under_names_that_can_be_printed(batch):
    class Counts(FirstLegal):
        def __init__(self):
            self.costs = Counter()

        def act(self, batch, rows, actions):
            self.costs["to\tkens"] += batch.action_mask[rows].sum()  # NumPy's
            self.costs |= Counter({"no number": np.inf, "nor this": np.nan})
            super().act(batch, rows, actions)

    guard = GuardedBot(Counts())
    guard.act(batch, np.ones(ROWS, np.bool_), np.zeros(ROWS, np.int64))
    spent = guard.take_spent()
    assert {*spent} == {"seconds", "decisions", "to\\tkens"}
    assert spent["to\\tkens"] == batch.action_mask.sum()
    assert json.loads(json.dumps(spent)) == spent
    assert "to\\tkens" not in guard.take_spent()


def test_every_game_of_a_batch_is_a_decision(batch):
    guard = GuardedBot(FirstLegal())
    for number in (4, 3):
        guard.act(batch, np.arange(ROWS) < number, np.zeros(ROWS, np.int64))
    assert guard.take_spent()["decisions"] == 7
    assert guard.take_spent()["decisions"] == 0


def test_a_bot_may_have_costs_of_its_own(batch):
    class HasCosts(FirstLegal):
        costs = {"search": 3}  # noqa: RUF012

    assert {*GuardedBot(HasCosts()).take_spent()} == {"seconds", "decisions"}


def test_what_is_copied_for_a_bot_is_not_on_its_account(batch, monkeypatch):
    now = 0

    def takes(seconds, what):
        nonlocal now
        now += seconds
        return what

    class Thinks(FirstLegal):
        def act(self, batch, rows, actions):
            super().act(batch, rows, takes(3, actions))

    monkeypatch.setattr(guard_module, "process_time", lambda: now)
    monkeypatch.setattr(guard_module, "detached", lambda batch: takes(5, batch))
    guard = GuardedBot(Thinks())
    guard.act(batch, np.ones(ROWS, np.bool_), np.zeros(ROWS, np.int64))
    assert now == 8
    assert guard.take_spent()["seconds"] == 3
