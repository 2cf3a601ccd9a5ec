import numpy as np
import pytest
import torch
from africana_training.networks.registry import new_network
from africana_training.rollout.games import RolloutGames
from africana_training.rollout.league import MIN_GAMES, RESULTS_DECAY, League, LeagueConfig, loss_shares

from africana_env import LEARNER, Batch, load_game
from africana_env.bots.bot_errors import NamedBot

GAMES = 40


@pytest.fixture
def game():
    return load_game("africana_v0")


def league_of(**config):
    league = League(LeagueConfig(**config), torch.Generator().manual_seed(0))
    league.open = True
    return league


def table_of(game, league, players=2, **batch):
    table = RolloutGames(Batch(game, GAMES, players, autoreset=True, **batch), league, None)
    table.reset(3)
    return table


def play(table, steps):
    for _ in range(steps):
        actions = table.batch.action_mask.argmax(1)
        table.act(actions)
        table.batch.step(actions)
        table.record_step()


def test_each_other_seat_is_drawn_by_itself_and_one_is_the_policys(game):
    league = league_of(share=0.4, opponents=["greedy", "random"], snapshots=2)
    league.snapshot(new_network(game, [8]), 0)
    league.snapshot(new_network(game, [8]), 0)
    seats = league.draw_seats(20_000, 4)
    assert (seats == LEARNER).any(1).all()
    held = [(seats == holder).mean() for holder in range(4)]
    # Three of four seats, four tenths of them, a third for each bot and for the past version that plays.
    np.testing.assert_allclose(held, np.array([0.1, 0.1, 0.1, 0]), rtol=0.06)
    others = (seats != LEARNER).sum(1)
    chances = [0.6**3, 3 * 0.4 * 0.6**2, 3 * 0.4**2 * 0.6, 0.4**3]
    np.testing.assert_allclose([(others == number).mean() for number in range(4)], chances, atol=0.015)
    np.testing.assert_allclose((seats == LEARNER).mean(0), 0.7, atol=0.015)  # whichever seat
    assert (league_of(share=0.0).draw_seats(100, 3) == LEARNER).all()
    assert (league_of(share=1.0, opponents=[], snapshots=2).draw_seats(100, 3) == LEARNER).all()


@pytest.mark.parametrize("players", [2, 4])
def test_the_policy_decides_where_nobody_else_sits(game, players):
    table = table_of(game, league_of(share=0.7, opponents=["greedy"], snapshots=0), players, max_rounds=1)
    seen = np.zeros(2, np.int64)
    for _ in range(150):
        legal = table.batch.action_mask.argmax(1)
        actions = legal.copy()
        decided = table.act(actions)
        holders = table.seating.seats[np.arange(GAMES), table.batch.current_player]
        np.testing.assert_array_equal(decided, holders == LEARNER)
        np.testing.assert_array_equal(actions[decided], legal[decided])
        seen += decided.sum(), (~decided).sum()
        table.batch.step(actions)
        table.record_step()
    assert (seen > 100).all()


def test_results_are_kept_and_shown_once_there_are_enough(game):
    league = league_of(share=1.0, opponents=["greedy"], snapshots=0)
    table = table_of(game, league, max_rounds=15)
    assert league.metrics() == {}
    while league._bots[0, 2] < MIN_GAMES:
        play(table, 1)
    found = league.metrics()
    assert found["league/greedy_head_to_head"] < 0.2  # always taking the first legal action wins little
    assert found["charts/decisions_per_game"] > 10
    assert league.metrics().keys() == {"league/greedy_head_to_head"}


def test_a_share_of_a_win_counts_among_the_two_that_are_compared(game):
    league = league_of(share=1.0, opponents=["greedy", "random"], snapshots=0)
    seats = np.array([[LEARNER, 0, 1], [0, LEARNER, LEARNER], [1, LEARNER, 0], [0, 1, LEARNER]])
    # A single winner has 1, the others -0.5; two winners have 0.25 each, the third -0.5.
    outcomes = np.array([[1, -0.5, -0.5], [1, -0.5, -0.5], [0.25, 0.25, -0.5], [-0.5, 1, -0.5]], np.float32)
    league.record(seats, outcomes, np.array([10, 20, 30, 40]))
    # Against greedy: won, lost, shared with random, neither; against random: won, shared, lost.
    np.testing.assert_allclose(league._bots, [[1 + 0 + 0.5 + 0, 0 + 1 + 0 + 0, 4], [1 + 0.5 + 0, 0 + 0.5 + 1, 3]])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_opponent_who_plays_as_well_has_a_win_rate_of_a_half(game, players):
    league = league_of(share=0.4, opponents=["greedy", "greedy"], snapshots=0)
    drawn = np.random.default_rng(players)
    games = 60_000
    outcomes = np.full((games, players), -1 / (players - 1), np.float32)
    outcomes[np.arange(games), drawn.integers(players, size=games)] = 1  # every seat as likely as the others
    league.record(league.draw_seats(games, players), outcomes, np.full(games, 10))
    assert league.metrics()["league/greedy_head_to_head"] == pytest.approx(0.5, abs=0.015)


def test_an_opponent_that_is_named_twice_has_one_win_rate(game):
    league = league_of(share=1.0, opponents=["greedy", "greedy"], snapshots=0)
    seats, outcomes = np.array([[LEARNER, 0], [LEARNER, 1]]), np.array([[1, -1], [-1, 1]], np.float32)
    league.record(seats.repeat(50, 0), outcomes.repeat(50, 0), np.full(100, 10))
    assert league.metrics()["league/greedy_head_to_head"] == 0.5


def test_results_count_less_with_every_snapshot_taken_since(game):
    league = league_of(share=1.0, opponents=["greedy"], snapshots=4)
    league.snapshot(new_network(game, [8]), 0)
    seats = np.array([[LEARNER, 0], [LEARNER, 1]])  # the bot, and the past version
    outcomes = np.array([[1, -1], [-1, 1]], np.float32)
    league.record(seats.repeat(50, 0), outcomes.repeat(50, 0), np.full(100, 10))
    assert league.metrics()["league/greedy_head_to_head"] == 1
    for _ in range(2):
        league.snapshot(new_network(game, [8]), 0)
    aged = 50 * RESULTS_DECAY**2
    np.testing.assert_allclose(league._bots, [[aged, 0, aged]])
    np.testing.assert_allclose(league._past, [[0, aged, aged], [0, 0, 0], [0, 0, 0]])


def test_past_versions_that_win_are_drawn_more_often(game):
    league = league_of(share=1.0, opponents=[], snapshots=4)
    networks = [new_network(game, [8]) for _ in range(4)]
    drawn = np.zeros(4)
    for network in networks:
        league.snapshot(network, 0)
    for _ in range(300):
        league._past = np.array([[90.0, 10, 100], [90, 10, 100], [10, 90, 100], [50, 50, 100]])
        league._limit = 5
        league.snapshot(networks[0], 0)
        if league.playing < 4:
            drawn[league.playing] += 1
        league.playing = None
        league.snapshots.pop()
    shares = np.array([0.1, 0.1, 0.9, 0.5]) ** 2  # of games that the policy lost
    np.testing.assert_allclose(drawn / drawn.sum(), shares / shares.sum(), atol=0.09)


def test_against_whom_few_games_were_played_a_loss_is_about_as_likely_as_a_win():
    results = np.array([[0.0, 0, 0], [3, 1, 4], [0, 8, 8]])  # none; one of four lost; all of eight
    np.testing.assert_allclose(loss_shares(results), [1 / 2, 2 / 6, 9 / 10])


def test_a_past_version_plays_on_until_as_many_of_its_games_are_counted_as_it_sits_in(game):
    league = league_of(share=1.0, opponents=[], snapshots=3)
    assert league.snapshot(new_network(game, [8]), 0)
    first = league.past
    for number in range(10):  # others come and go meanwhile
        lost = np.array([[LEARNER, 0]]), np.array([[-1, 1]], np.float32), np.array([10])
        league.record(*lost)
        assert not league.snapshot(new_network(game, [8]), 11)
        assert league.past is first
        assert league._past[league.playing, 2] == pytest.approx(sum(RESULTS_DECAY**age for age in range(1, number + 2)))
    assert len(league.snapshots) == 3
    league.record(*lost)
    drawn = []
    while not drawn or not drawn[-1]:
        drawn.append(league.snapshot(new_network(game, [8]), 11))
        assert (league.past is not first) == drawn[-1]
    league.record(*lost)
    assert not league.snapshot(new_network(game, [8]), 2)


def test_the_only_past_version_that_is_kept_is_not_replaced_while_it_plays(game):
    league = league_of(share=1.0, opponents=[], snapshots=1)
    league.snapshot(new_network(game, [8]), 0)
    first = league.past
    assert not league.snapshot(new_network(game, [8]), 1)
    assert league.snapshots == [first]
    assert league.snapshot(new_network(game, [8]), 0)
    assert league.snapshots != [first]


def test_no_more_are_kept_than_asked_for_and_results_stay_with_their_own(game):
    league = league_of(share=1.0, opponents=[], snapshots=3)
    for number in range(10):
        league.snapshot(new_network(game, [8]), 0)
        assert len(league.snapshots) == len(league._past) == min(number + 1, 3)
        assert league._past[-1].tolist() == [0, 0, 0]  # nothing is known of the newest
        league._past[-1] = number + 1
    assert league_of(snapshots=0).snapshots == []


def test_the_state_of_many_snapshots_has_no_more_tensors_than_that_of_one(game):
    """A file with thousands of tensors would not be read."""
    numbers, league = [], league_of(snapshots=100)
    for _ in range(100):
        league.snapshot(new_network(game, [4]), 0)
        numbers.append(len(league.state_dict()))
    assert len(set(numbers)) == 1
    other = league_of(snapshots=100)
    other.load_state_dict(league.state_dict(), new_network(game, [4]))
    for one, same in zip(league.snapshots, other.snapshots, strict=True):
        assert all(torch.equal(value, same.state_dict()[name]) for name, value in one.state_dict().items())


def test_games_that_changed_their_players_tell_only_their_length(game):
    league = league_of(share=1.0, opponents=["random"], snapshots=0)
    table, recorded = table_of(game, league, max_rounds=1), []
    table.seat_all()
    league.record = lambda seats, outcomes, lengths: recorded.append((len(seats), len(outcomes), len(lengths)))
    while not recorded:
        play(table, 1)
    assert recorded == [(0, 0, (table.batch.done != 0).sum())]


def test_every_game_that_ends_is_shown_once_but_those_that_changed_their_players(game):
    league = league_of(share=1.0, opponents=[], snapshots=2)
    league.snapshot(new_network(game, [8]), 0)
    table, shown = table_of(game, league, max_rounds=1), []
    league.record = lambda seats, outcomes, lengths: shown.append(len(seats))
    ended = np.zeros(2, np.int64)
    for number in range(120):
        if number == 60:
            assert (table.seating.seats != LEARNER).any()
            table.change_snapshots()
        changed = table._changed.copy()
        play(table, 1)
        over = table.batch.done != 0
        assert sum(shown) == (over & ~changed).sum()
        ended += (over & changed).sum(), (over & ~changed).sum()
        shown.clear()
    assert (ended > 10).all()


def test_opponents_start_anew_with_every_game(game):
    """Its play depends on the game's seed, not on earlier games of the row."""
    league = league_of(share=1.0, opponents=["random"], snapshots=0)
    table = table_of(game, league, max_rounds=1)
    (bot,) = (named.bot for named in table.seating.bots)
    for _ in range(60):
        actions = table.batch.action_mask.argmax(1)
        table.act(actions)
        table.batch.step(actions)
        table.record_step()
        begun = table.batch.done != 0
        assert (bot.generators["draws"][begun] == 0).all()
    assert len(np.unique(bot.generators["seed"])) == GAMES


@pytest.mark.parametrize("holder", [-2, 3])
def test_a_state_with_a_seat_of_nobody_is_refused(game, holder):
    table = table_of(game, league_of(share=0.8, opponents=["random"], snapshots=2))
    state = table.state_dict()
    state["seats"][0, 0] = holder
    with pytest.raises(ValueError, match="an unknown holder of a seat"):
        table.load_state_dict(state)


def test_a_game_is_recorded_with_its_outcome_whatever_the_reward_and_with_its_length(game):
    league = league_of(share=1.0, opponents=["random"], snapshots=0)
    table, recorded, lengths = table_of(game, league, reward="lead", max_rounds=1), [], np.zeros(GAMES, np.int64)
    league.record = lambda seats, outcomes, lengths: recorded.append((outcomes.copy(), lengths.copy()))
    ended = 0
    for _ in range(150):
        play(table, 1)
        lengths += 1
        over = table.batch.done != 0
        if over.any():
            outcomes, found = recorded.pop()
            np.testing.assert_array_equal(outcomes, table.batch.outcome[over])
            np.testing.assert_array_equal(found, lengths[over])
            assert (table.batch.reward[over] != outcomes).any()
            ended += over.sum()
        lengths[over] = 0
    assert ended > 2 * GAMES


def test_the_expert_draws_apart_from_the_opponents_and_the_games(game, monkeypatch):
    given = []
    monkeypatch.setattr(NamedBot, "reset_rows", lambda bot, rows, seeds: given.append((bot, seeds.copy())))
    table = RolloutGames(Batch(game, GAMES, 2, autoreset=True), league_of(opponents=["greedy"]), "greedy")
    table.reset(3)
    table.seating.seats[:, 1] = 0
    table._reset_bots(table.every_row)
    (_, opponents), (expert, experts) = given[-2:]
    assert expert is table.expert
    assert not np.isin(experts, [opponents, table.batch.seeds]).any()
