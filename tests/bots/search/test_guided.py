"""The guided search: its candidates, its rollouts, and its strength."""

import pickle

import numpy as np
import pytest
from support import FirstLegal, policy_file

from africana_env import Batch, UserError, load_edition, load_game, make_bot
from africana_env.arena.evaluate import match_result, play_match
from africana_env.bots.search import guided, policy_rollouts
from africana_env.bots.search.guided import (
    FIRST_ROLLOUTS,
    MIN_DETERMINIZATIONS,
    MIN_PRIOR,
    GuidedSearchBot,
    SearchBudget,
    best_candidate,
    candidates,
)
from africana_env.bots.search.policy_rollouts import ROLLOUT_BATCHES, PolicyRollouts

GAME = load_game("afritoria_v0")


class Knows(FirstLegal):
    """A guide with uniform probabilities and value 0, which takes the legal action with the lowest id."""

    def __init__(self, reward="score"):
        self.reward = reward
        self.expects = 0.0
        self.valued = []
        self.seeds = []

    def reset_rows(self, rows, seeds):
        self.seeds += seeds[rows].tolist()

    def probabilities(self, batch, rows):
        masks = batch.action_mask[rows].astype(np.float64)
        return masks / masks.sum(1, keepdims=True)

    def values(self, batch, rows):
        self.valued.append((batch.current_player[rows].copy(), batch.status[rows].copy()))
        return np.full(np.count_nonzero(rows), self.expects)


def test_a_candidate_is_taken_where_its_gain_outweighs_how_much_less_likely_it_is():
    alike, unlikely = np.array([0.5, 0.5]), np.array([0.88, 0.12])  # a factor of 7.3 asks for one standard error
    usual = [1.0, 2, 3, 4]
    for other, taken_alike, taken_unlikely in (
        ([2, 3, 4, 5], 1, 1),  # always by one
        ([9, 2, 3, 0], 1, 0),  # by one, with an error of 2.4
        ([4, 3, 3, 4], 1, 1),  # by one, with an error of 0.71
        ([4, 3, 3, 2.5], 1, 0),  # by 0.625, with an error of 0.94
        ([1, 2, 3, 4], 0, 0),
        ([9, 2, 0, -2], 0, 0),
    ):
        gained = np.array([usual, other])
        assert best_candidate(alike, gained) == taken_alike, other
        assert best_candidate(unlikely, gained) == taken_unlikely, other
    three = np.array([usual, [9, 2, 3, 4], [2, 3, 4, 4]])
    assert best_candidate(np.array([0.88, 0.06, 0.06]), three) == 2  # the other gains more, but by luck
    assert best_candidate(np.array([0.4, 0.3, 0.3]), three) == 1


def test_what_is_likely_is_tried_the_likeliest_first_and_no_more_than_there_are_rollouts_for():
    likely = np.array([0.3, 0.04, 0.06, 0.6, 0.0])
    assert MIN_PRIOR == 0.05
    for rollouts, tried in ((200, [3, 0, 2]), (24, [3, 0, 2]), (23, [3, 0]), (16, [3, 0])):
        assert candidates(likely, rollouts).tolist() == tried


def test_a_rollout_counts_what_is_got_and_what_is_expected_at_a_decision_of_its_own(monkeypatch):
    """Compared with games played step by step, with a deterministic guide."""
    monkeypatch.setattr(policy_rollouts, "ROLLOUT_BATCHES", (2, 8))
    monkeypatch.setattr(policy_rollouts, "ROLLOUT_DECISIONS", 2)
    guide = Knows()
    guide.expects = 1000.0
    rollouts = PolicyRollouts(GAME, lambda games: guide)
    batch = Batch(GAME, 3, 3)
    batch.reset(5)
    rows, seeds = np.repeat(np.arange(3), 4), np.arange(12, dtype=np.uint64)
    actions = batch.action_mask.argmax(1)[rows]
    got = rollouts.play(batch, rows, actions, seeds)
    for number, row in enumerate(rows):
        alone = Batch(GAME, 1, 3, reward="score", skip_forced=True)
        alone.set_states(batch.states[row : row + 1])
        seat, decided, gained = int(alone.current_player[0]), 0, 0.0
        alone.resample(np.array([seat]), seeds[number : number + 1])
        action = actions[number]
        while alone.running[0]:
            alone.step(np.array([action]))
            gained += alone.reward[0, seat]
            if alone.running[0] and alone.current_player[0] == seat:
                if decided == 2:
                    gained += 1000.0
                    break
                decided += 1
            action = alone.action_mask[0].argmax()
        assert got[number] == pytest.approx(gained)
    for players, status in guide.valued:
        assert (status == 0).all()
        assert (players == batch.current_player[0]).all()
    assert not set(guide.seeds) & set(seeds.tolist())  # the guide must not draw the numbers behind the hidden cards


def test_a_game_that_ends_with_the_last_decision_of_a_rollout_is_worth_what_was_got(monkeypatch):
    guide = Knows("outcome")
    guide.expects = 1000.0
    batch, found = Batch(GAME, 1, 2, max_rounds=2), set()
    batch.reset(5)
    rows, actions, seeds = (
        np.zeros(40, np.int64),
        batch.action_mask.argmax(1).repeat(40),
        np.arange(40, dtype=np.uint64),
    )
    for decisions in range(8):
        monkeypatch.setattr(policy_rollouts, "ROLLOUT_DECISIONS", decisions)
        found |= {*PolicyRollouts(GAME, lambda games: guide).play(batch, rows, actions, seeds)}
    assert 1000.0 in found
    assert {-1.0, 1.0} & found
    assert found <= {-1.0, 0.0, 1.0, 1000.0}


def test_decisions_do_not_depend_on_how_many_rollouts_are_played_at_once(monkeypatch):
    batch, found = Batch(GAME, 12, 2), []
    batch.reset(1)
    rows = np.arange(12) != 5
    for pool in ((64, 256, 1024), (100,), (3, 7)):
        monkeypatch.setattr(policy_rollouts, "ROLLOUT_BATCHES", pool)
        actions = np.full(12, -1)
        make_bot(f"search:40,policy={policy_file(GAME)}", GAME, 12).act(batch, rows, actions)
        found.append(actions.tolist())
    assert found[0] == found[1] == found[2]
    assert found[0][5] == -1
    assert len(set(found[0])) > 2


def test_it_takes_what_its_guide_finds_likely(tmp_path):
    games = 64
    guide, searching = (
        make_bot(f"{kind}{policy_file(GAME)}", GAME, games) for kind in ("policy:", "search:40,policy=")
    )
    assert searching.reads_observations
    batch = Batch(GAME, games, 3)
    batch.reset(1)
    rows, actions, usual = np.ones(games, np.bool_), np.zeros(games, np.int64), []
    for _ in range(10):
        probabilities = guide.probabilities(batch, rows)
        searching.act(batch, rows, actions)
        taken = probabilities[np.arange(games), actions]
        usual.append(taken == probabilities.max(1))
        assert (usual[-1] | (taken >= MIN_PRIOR)).all()
        batch.step(actions)
    assert 0.3 < np.mean(usual) < 1


def test_what_fails_takes_nothing_from_the_generators_and_many_games_are_planned_a_few_at_a_time(monkeypatch):
    class Fails(Knows):
        def values(self, batch, rows):
            raise UserError("no idea")

    batch, actions = Batch(GAME, 6, 2), np.zeros(6, np.int64)
    batch.reset(1)
    bot = GuidedSearchBot(
        GAME, SearchBudget(rollouts=16), 6, lambda games: Fails() if games in ROLLOUT_BATCHES else Knows()
    )
    with pytest.raises(UserError, match="no idea"):
        bot.act(batch, np.ones(6, np.bool_), actions)
    assert not bot.generators["draws"].any()
    found = []
    for most in (1 << 18, 32, 1):
        monkeypatch.setattr(guided, "MAX_PLANNED_ROLLOUTS", most)
        make_bot(f"search:40,policy={policy_file(GAME)}", GAME, 6).act(batch, np.ones(6, np.bool_), actions)
        found.append(actions.tolist())
    assert found[0] == found[1] == found[2]


def test_it_goes_on_in_other_batches_as_one_made_for_them_and_as_a_copy():
    spelled, games = f"search:40,policy={policy_file(GAME)}", 24
    bot, every = make_bot(spelled, GAME, games), np.ones(games, np.bool_)
    for players, edition, max_rounds in (
        (2, "reconstructed", 30),
        (2, "mini", 30),
        (2, "mini", 1),
        (4, "reconstructed", 30),
    ):
        batch = Batch(GAME, games, players, edition, max_rounds=max_rounds)
        batch.reset(players)
        new, found = make_bot(spelled, GAME, games), []
        for one in (bot, pickle.loads(pickle.dumps(bot)), new):
            one.reset_rows(every, np.arange(games, dtype=np.uint64))
            actions = np.zeros(games, np.int64)
            one.act(batch, every, actions)
            found.append(actions.tolist())
        assert found[0] == found[1] == found[2]


class Clock:
    """A clock that advances with every rollout only."""

    def __init__(self, monkeypatch, milliseconds_each):
        self.now, self.each, self.rounds = 0.0, milliseconds_each / 1000, []
        play = PolicyRollouts.play

        def timed(rollouts, batch, rows, actions, seeds):
            self.now += len(rows) * self.each
            self.rounds.append(len(rows))
            return play(rollouts, batch, rows, actions, seeds)

        monkeypatch.setattr(PolicyRollouts, "play", timed)
        monkeypatch.setattr(guided, "perf_counter", lambda: self.now)


def test_the_time_of_decisions_without_a_choice_is_not_given_to_the_others(monkeypatch):
    class Sure(Knows):
        def probabilities(self, batch, rows):
            found = super().probabilities(batch, rows)
            found[:4] = np.eye(found.shape[1])[found[:4].argmax(1)]
            return found

    counted = []
    monkeypatch.setattr(guided, "best_candidate", lambda prior, gained: counted.append(gained.size) or 0)
    clock, batch = Clock(monkeypatch, milliseconds_each=1), Batch(GAME, 6, 2)
    batch.reset(1)
    bot = GuidedSearchBot(GAME, SearchBudget(milliseconds=400), 6, lambda games: Sure())
    bot.act(batch, np.ones(6, np.bool_), np.zeros(6, np.int64))
    assert 0.9 < clock.now * 1000 / (2 * 400) < 1.05
    assert len(clock.rounds) > 1
    assert sum(counted) == sum(clock.rounds)  # all rounds count


@pytest.mark.parametrize("milliseconds", [100, 400])
def test_by_time_it_plays_as_many_rollouts_as_there_is_time_for(monkeypatch, milliseconds):
    batch, actions, rows = Batch(GAME, 6, 2), np.zeros(6, np.int64), np.ones(6, np.bool_)
    batch.reset(1)
    clock = Clock(monkeypatch, milliseconds_each=1)
    make_bot(f"search:{milliseconds}ms,policy={policy_file(GAME)}", GAME, 6).act(batch, rows, actions)
    assert 0.9 < clock.now * 1000 / (6 * milliseconds) < 1.05  # candidates share rollouts in whole numbers
    assert len(clock.rounds) <= 4
    monkeypatch.setattr(guided, "MAX_TIMED_DECISIONS", 2)
    clock.now, before = 0.0, actions.copy()
    make_bot(f"search:{milliseconds}ms,policy={policy_file(GAME)}", GAME, 6).act(batch, rows, actions)
    assert clock.now * 1000 < 1.05 * 6 * milliseconds
    assert (actions == before).mean() > 0.5


def test_without_time_each_candidate_is_tried_in_as_many_determinizations_as_it_takes(monkeypatch):
    batch, actions = Batch(GAME, 1, 2), np.zeros(1, np.int64)
    batch.reset(1)
    clock = Clock(monkeypatch, milliseconds_each=1000)
    make_bot(f"search:1ms,policy={policy_file(GAME)}", GAME, 1).act(batch, np.ones(1, np.bool_), actions)
    assert len(clock.rounds) == 1
    assert clock.rounds[0] % MIN_DETERMINIZATIONS == 0
    assert clock.rounds[0] <= FIRST_ROLLOUTS


@pytest.mark.slow
def test_a_policy_wins_more_when_it_searches():
    game, games = load_game("africana_v0"), 120
    search, alone = make_bot("search:64,policy=baseline", game, games), make_bot("policy:baseline", game, games)
    results = play_match(game, [search, alone], load_edition(game, "reconstructed"), games // 2, seed=3, rows=games)
    assert match_result("policy", results).win_rate > 0.55  # some 65 % in many games


def test_a_policy_that_expects_a_reward_that_there_is_not_is_reported():
    bot = GuidedSearchBot(GAME, SearchBudget(rollouts=16), 1, lambda games: Knows("luck"))
    batch = Batch(GAME, 1, 2)
    batch.reset(1)
    with pytest.raises(UserError, match=r"unknown reward .luck.: use outcome or margin"):
        bot.act(batch, np.ones(1, np.bool_), np.zeros(1, np.int64))


def test_candidates_are_tried_alike_and_every_decision_and_game_otherwise():
    """All candidates of a decision share determinizations; other decisions, rounds and games have different ones."""
    batch, asked = Batch(GAME, 3, 2), []
    batch.reset(1)
    bot = GuidedSearchBot(GAME, SearchBudget(rollouts=200), 3, lambda games: Knows())

    def play(batch, rows, actions, seeds):
        asked.append((rows, actions, seeds))
        return np.zeros(len(rows))

    bot._rollouts.play = play
    every = np.ones(3, np.bool_)
    for seeds in ([1, 2, 3], [4, 5, 6]):
        bot.reset_rows(every, np.array(seeds, np.uint64))
        for _ in range(2):
            bot.act(batch, every, np.zeros(3, np.int64))
    drawn = []
    for rows, actions, seeds in asked:
        for row in range(3):
            of_row = rows == row
            by_action = {action: seeds[of_row & (actions == action)].tolist() for action in set(actions[of_row])}
            first, *others = by_action.values()
            assert others
            assert all(other == first for other in others)
            drawn += first
    assert len(drawn) == len(set(drawn))
