"""Regrets of decisions: exact without chance, unbiased, and independent of hidden information."""

import numpy as np
import pytest
from support import GAMES, Setting, every_game, few_players, mixed_record, page_data, resamples

from africana_env import Batch, UserError, load_game, make_bot
from africana_env.viewer.regret import lead, regret, regrets, roll_out
from africana_env.viewer.replay import replay, replay_page, with_regrets
from africana_env.viewer.trajectory import play_again

ROLLOUTS = 16


def played(game, players, seed, **options):
    """Return the states (without the last), the actions and the trajectory of a game."""
    record = mixed_record(game, players, seed, **options)
    trajectory = play_again(record, game, Batch(game, 1, players).edition)
    return np.array(trajectory.states[:-1], game.state_dtype), np.array(trajectory.actions), trajectory


def final_leads(game, edition, state):
    """Return the mover's lead after each legal action, and whether all of them end the game."""
    players = int(state["num_players"])
    batch = Batch(game, 1, players, edition)
    batch.put_states(np.array([state], game.state_dtype))
    legal, seat = np.flatnonzero(batch.action_mask[0]), int(batch.current_player[0])
    leads, ended = {}, True
    for action in legal:
        batch.put_states(np.array([state], game.state_dtype))
        batch.step([action])
        ended &= not batch.running[0]
        points = batch.scores()[0, :, -1]
        leads[int(action)] = points[seat] - (points.sum() - points[seat]) / (players - 1)
    return leads, ended


@pytest.mark.parametrize("game", GAMES[:2], ids=str)
def test_the_last_decision_gave_away_what_the_points_at_the_end_say(game):
    players, compared = few_players(game), 0
    for seed in range(60):
        states, actions, trajectory = played(game, players, seed, max_rounds=2)
        leads, ended = final_leads(game, trajectory.edition, states[-1])
        seat = int(states[-1]["current_player"])
        others = resamples(Setting(game, "reconstructed", players), trajectory.states[-2], seat, 50)
        is_sure = all(final_leads(game, trajectory.edition, other) == (leads, True) for other in others)
        if not ended or not is_sure or len(leads) < 2:
            continue
        (found,) = regrets(game, trajectory.edition, states[-1:], actions[-1:], ROLLOUTS, "random")
        assert found.points == pytest.approx(max(leads.values()) - leads[int(actions[-1])])
        assert found.error == 0
        assert leads[found.best] == max(leads.values())
        compared += 1
        if compared == 3:
            return
    raise AssertionError("too few games end with a choice whose results are sure")


@pytest.mark.parametrize("name", ["africana_v0", "afritoria_v0"])
def test_random_play_gives_away_more_than_that_of_the_strongest_bot(name):
    game, players = load_game(name), 2
    record = mixed_record(game, players, 3, decisions=30)
    trajectory = play_again(record, game, Batch(game, 1, players).edition)
    states = np.array(trajectory.states[:-1], game.state_dtype)
    bot, batch = make_bot("greedy", game, len(states)), Batch(game, len(states), players)
    batch.put_states(states)
    best, legal = np.zeros(len(states), np.int64), np.zeros(len(states), np.int64)
    bot.act(batch, np.ones(len(states), bool), best)
    make_bot("random", game, len(states)).act(batch, np.ones(len(states), bool), legal)
    means = [
        np.mean([one.points for one in regrets(game, trajectory.edition, states, actions, 32, "greedy") if one])
        for actions in (best, legal)
    ]
    assert means[0] < means[1]


def test_equal_actions_give_nothing_away_on_average():
    """The maximum of noisy means is biased; the other half's measurement is not."""
    random = np.random.default_rng(1)
    found = [regret(np.arange(8), random.normal(size=(8, 16)), 0).points for _ in range(2000)]
    assert abs(np.mean(found)) < 4 * np.std(found) / np.sqrt(len(found))


def test_a_worse_action_gives_away_the_difference():
    luck = np.random.default_rng(1).normal(0, 9, size=16)
    leads = np.array([luck, luck + 5, luck - 2])
    found = regret(np.array([3, 7, 9]), leads, 9)
    assert (found.best, found.points, found.error) == (7, pytest.approx(7), pytest.approx(0))


def test_the_error_is_that_of_the_mean_of_few():
    # The gains 1, 1, 3 and 3 have variance 4 / 3, their mean a fourth of it.
    found = regret(np.arange(2), np.array([[0, 0, 0, 0], [1, 1, 3, 3]]), 0)
    assert (found.points, found.error) == (2, pytest.approx(3**-0.5))


def test_a_lead_is_over_the_mean_of_the_others():
    assert lead(np.array([[6, 3, 0], [6, 3, 0]]), np.array([0, 2])).tolist() == [4.5, -4.5]


def test_all_actions_are_tried_in_the_same_determinizations():
    states, actions, _ = played(GAMES[0], 2, 1, decisions=8)
    bot, games = make_bot("random", GAMES[0], 64), Batch(GAMES[0], 64, 2)
    one, same = roll_out(bot, games, states, np.array([7, 7]), actions[[7, 7]], ROLLOUTS, lambda done, total: None)
    assert one.tolist() == same.tolist()
    assert len(set(one)) > 1


@every_game
def test_what_a_seat_gave_away_does_not_depend_on_what_it_could_not_know(game):
    players = few_players(game)
    states, actions, trajectory = played(game, players, 2, decisions=12)
    setting = Setting(game, "reconstructed", players)
    for seat in range(players):
        found = regrets(game, trajectory.edition, states, actions, ROLLOUTS, "greedy", seat)
        others = np.concatenate([np.asarray(resamples(setting, state, seat, 1)) for state in trajectory.states[:-1]])
        assert regrets(game, trajectory.edition, others, actions, ROLLOUTS, "greedy", seat) == found
        movers = states["current_player"]
        assert all(one is None for one, mover in zip(found, movers, strict=True) if mover != seat)


def test_it_does_not_depend_on_how_many_rollouts_are_played_at_once(monkeypatch):
    states, actions, trajectory = played(GAMES[0], 2, 2, decisions=6)
    found = []
    for games in (4096, 40):
        monkeypatch.setattr("africana_env.viewer.regret.BATCH", games)
        found.append(regrets(GAMES[0], trajectory.edition, states, actions, ROLLOUTS, "random"))
    assert found[0] == found[1]
    assert any(found[0])


def test_a_page_shows_them_and_those_of_one_seat_to_this_seat(tmp_path):
    game = GAMES[0]
    record = mixed_record(game, players=2, decisions=12)
    calls = []
    trajectory = replay(
        game, record, tmp_path / "game.html", regret=16, progress=lambda done, total: calls.append((done, total))
    )
    data = page_data((tmp_path / "game.html").read_text())
    assert calls[-1][0] == calls[-1][1]
    for shown, one in zip(data["regrets"], trajectory.regrets, strict=True):
        assert (shown is None) == (one is None)
        assert shown is None or shown[1:] == [round(one.points, 2), round(one.error, 2)]
    assert any(data["regrets"])
    assert data["regretBot"] == "greedy"
    of_one = page_data(replay_page(trajectory, seat=1))
    assert all(one is None for one, mover in zip(of_one["regrets"], data["movers"], strict=True) if mover != 1)
    assert page_data(replay_page(play_again(record, game, trajectory.edition)))["regrets"] == []


def test_the_bot_whose_thoughts_are_shown_plays_the_rollouts_if_it_is_a_policy(tmp_path):
    game = GAMES[0]
    record = mixed_record(game, players=2, decisions=3)
    for policy, played_by in (("random", "random"), ("search:2", "greedy")):
        assert replay(game, record, tmp_path / "game.html", policy=policy, regret=16).regret_bot == played_by


def test_what_cannot_be_is_refused():
    game = GAMES[0]
    _, _, trajectory = played(game, 2, 1, decisions=3)
    with pytest.raises(UserError, match="rollouts per action must be a whole number from 16 to 10000"):
        with_regrets(trajectory, 15, "random")
    empty = play_again(mixed_record(game, 2, 1, decisions=0), game, trajectory.edition)
    assert list(with_regrets(empty, 16, "random").regrets) == []
