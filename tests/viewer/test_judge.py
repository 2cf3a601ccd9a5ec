"""The judge of a game: exact without chance, unbiased, and independent of hidden information."""

from dataclasses import replace

import numpy as np
import pytest
from support import GAMES, Setting, every_game, few_players, mixed_record, page_data, resamples

from africana_env import Batch, GameRecord, load_edition, load_game, make_bot
from africana_env.bots.scripted import scripted_bots
from africana_env.cli.command_line import main
from africana_env.engine.game.returns import win_shares
from africana_env.viewer import judge
from africana_env.viewer.judge import Playouts, curve, judged, judgement_data, key_decisions, strongest_judge
from africana_env.viewer.replay import replay, replay_page
from africana_env.viewer.trajectory import Trajectory, play_again

DRAWS = range(16)


@pytest.fixture
def without_torch(monkeypatch):
    monkeypatch.setattr(judge, "is_installed", lambda extra: False)


def played(game, players, seed, **options):
    """Return the trajectory of a mixed game."""
    return play_again(mixed_record(game, players, seed, **options), game, Batch(game, 1, players).edition)


def positions_of(trajectory):
    states = np.array(trajectory.states, trajectory.game.state_dtype)
    positions = Batch(trajectory.game, len(states), int(states["num_players"][0]), trajectory.edition)
    positions.put_states(states)
    return positions


def play(game, bots, seed):
    """Return the record of a game between bots, by seat, and its edition."""
    batch, made, actions = Batch(game, 1, len(bots)), [make_bot(bot, game) for bot in bots], []
    batch.reset_to(seed)
    while batch.running[0]:
        action = np.zeros(1, np.int64)
        made[batch.current_player[0]].act(batch, np.ones(1, np.bool_), action)
        actions.append(int(action[0]))
        batch.step(action)
    edition = batch.edition
    played = len(bots), batch.max_rounds, seed, tuple(actions)
    return GameRecord(game.name, edition.name, edition.digest, *played), edition


# The judge


def test_the_judge_is_the_strongest_search_that_is_installed(monkeypatch):
    game = load_game("africana_v0")
    judges = [strongest_judge(game, load_edition(game, edition)) for edition in ("reconstructed", "mini")]
    assert judges == [(f"search:100,policy={name}", f"policy:{name}") for name in ("baseline", "generalist")]
    monkeypatch.setattr(judge, "own_names", lambda: [])
    assert strongest_judge(game, load_edition(game, "mini")) == ("search:100", list(scripted_bots(game))[-1])


def test_without_torch_greedy_plays_games_out(without_torch):
    game = load_game("africana_v0")
    assert strongest_judge(game, load_edition(game, "mini")) == ("search:100", "greedy")


# Win chances


def test_the_last_decision_wins_what_the_game_pays():
    game, players = load_game("africana_v0"), 3
    trajectory = played(game, players, 3, max_rounds=2)
    positions = positions_of(trajectory)
    result = win_shares(positions.returns()[-1])
    last, playouts = np.array([len(trajectory.actions) - 1]), Playouts(positions, "random")
    shares = playouts.shares(last, np.array(trajectory.actions)[last], DRAWS)
    assert shares.shape == (1, len(DRAWS), players)
    assert shares.sum(axis=2) == pytest.approx(1)
    assert (shares == result).all()
    assert judged(trajectory).judgement.chances[-1].tolist() == result.tolist()


def test_win_chances_are_averaged_kept_while_nobody_chooses_and_end_with_the_result():
    asked = np.array([False, True, True, False, True, False])
    chances = np.array([[0, 0], [0.1, 0.9], [0.2, 0.8], [0, 0], [0.6, 0.4], [0, 0]])
    points = curve(chances, asked, np.array([1.0, 0.0]))[:, 0]
    assert points == pytest.approx([0.3, 0.3, 0.3, 0.3, 0.3, 1])
    assert curve(chances, asked, None)[-1, 0] == pytest.approx(0.3)
    assert curve(chances[:1], asked[:1], None).tolist() == [[0.5, 0.5]]


def test_moves_are_compared_in_the_same_determinizations():
    trajectory = played(GAMES[0], 2, 1, decisions=8)
    playouts, moves = Playouts(positions_of(trajectory), "random"), np.array(trajectory.actions)[[7]]
    shares = playouts.shares(np.array([7]), moves, DRAWS)
    assert len(np.unique(shares)) > 1
    assert not playouts.losses(np.array([7]), playouts.shares(np.array([7]), moves, DRAWS), shares).any()


# The decisions that mattered most


def test_a_planted_blunder_is_found(without_torch):
    game = load_game("afritoria_v0")
    record, edition = play(game, ("greedy", "greedy"), 1)
    positions, taken = positions_of(play_again(record, game, edition)), np.array([*record.actions, 0])
    numbers, actions = np.argwhere(positions.action_mask[:-1]).T
    playouts = Playouts(positions, "greedy")
    instead, after = (playouts.shares(numbers, moves, range(100)) for moves in (taken[numbers], actions))
    lost = playouts.losses(numbers, instead, after).mean(axis=1)
    assert lost.max() > 0.9
    number, blunder = int(numbers[lost.argmax()]), int(actions[lost.argmax()])
    ruined = replace(record, actions=(*record.actions[:number], blunder))
    found = judged(play_again(ruined, game, edition)).judgement
    assert number in [key.decision for key in found.key_decisions]


def test_what_mattered_were_the_moves_of_the_weaker_player(without_torch):
    game = load_game("afritoria_v0")
    record, edition = play(game, ("random", "search:200"), 4)
    trajectory, lost = judged(play_again(record, game, edition)), [0.0, 0.0]
    for key in trajectory.judgement.key_decisions:
        lost[trajectory.movers[key.decision]] += key.lost
    assert lost[0] > 2 * lost[1]


def test_only_clear_losses_count_and_the_worst_come_first():
    losses = np.array([[0.1] * 4, [1, 1, 0, 1], [1, 0, 0, 0], [0] * 4, [0.3] * 4, [0.2] * 4])
    found = key_decisions(np.arange(10, 16), np.arange(20) + 30, losses)
    assert [(key.decision, key.better) for key in found] == [(11, 41), (14, 44), (15, 45)]
    assert (found[0].lost, found[0].error) == (0.75, 0.25)
    assert key_decisions(np.arange(0), np.arange(0), np.zeros((0, 4))) == []


@every_game
def test_a_seat_s_judgement_does_not_depend_on_what_it_could_not_know(game):
    players = few_players(game)
    trajectory = played(game, players, 2, decisions=12)
    setting = Setting(game, "reconstructed", players)
    for seat in range(players):
        states = [resamples(setting, state, seat, 1)[0] for state in trajectory.states]
        other = Trajectory(game, trajectory.edition, states, trajectory.actions, trajectory.evaluations)
        found, same = (judged(one, seat).judgement for one in (trajectory, other))
        assert found.chances.tolist() == same.chances.tolist()
        assert found.key_decisions == same.key_decisions
        assert all(trajectory.movers[key.decision] == seat for key in found.key_decisions)


def test_it_does_not_depend_on_how_many_games_are_played_out_at_once(monkeypatch, without_torch):
    trajectory, found = played(GAMES[0], 2, 2, decisions=6), []
    for games, together in ((1024, 64), (40, 2)):
        monkeypatch.setattr(judge, "BATCH", games)
        monkeypatch.setattr(judge, "TOGETHER", together)
        found.append(judged(trajectory).judgement)
    assert found[0].chances.tolist() == found[1].chances.tolist()
    assert found[0].key_decisions == found[1].key_decisions


# Pages and commands


def test_a_page_shows_it(tmp_path):
    game, calls = GAMES[0], []
    record = mixed_record(game, players=2, decisions=12)
    trajectory = replay(
        game, record, tmp_path / "game.html", analysis=True, progress=lambda *shown: calls.append(shown)
    )
    assert calls[-1][0] == calls[-1][1]
    data = page_data((tmp_path / "game.html").read_text())["analysis"]
    assert data == judgement_data(trajectory)
    assert data["judge"] == "search:100,policy=baseline"
    assert len(data["chances"]) == 13
    assert page_data(replay_page(play_again(record, game, trajectory.edition)))["analysis"] is None


def test_the_command_prints_what_mattered(tmp_path, capsys, monkeypatch):
    game = GAMES[0]
    record = mixed_record(game, players=2, decisions=12)
    record.save(tmp_path / "game.json")
    monkeypatch.setattr(judge, "MIN_ERRORS", -99)
    assert main(["replay", str(tmp_path / "game.json"), "--html", str(tmp_path / "game.html"), "--analysis"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[1] == "judged by search:100,policy=baseline"
    key = page_data((tmp_path / "game.html").read_text())["analysis"]["key"]
    assert [f"move {one['decision']}, player {one['seat'] + 1}: {one['taken']}" for one in key] == [
        line.partition(";")[0] for line in said[2:]
    ]


def test_a_game_without_decisions_is_even():
    found = judged(played(GAMES[0], 2, 1, decisions=0)).judgement
    assert (found.chances.tolist(), found.key_decisions) == ([[0.5, 0.5]], [])
