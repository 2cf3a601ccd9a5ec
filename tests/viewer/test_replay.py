"""Replays: files show the boards of the game, and for one seat only its knowledge."""

import numpy as np
import pytest
from support import GAMES, Setting, every_game, few_players, mixed_record, page_data, policy_file, resamples

from africana_env import Batch, GameRecord, UserError, load_game
from africana_env.api.decisions import decision_texts
from africana_env.api.drawings import render_svg
from africana_env.cli import main
from africana_env.viewer.replay import replay, replay_data, replay_page
from africana_env.viewer.trajectory import Trajectory, play_again

AFRITORIA = load_game("afritoria_v0")
MAX_BYTES = 1_500_000


def trajectory_of(game, players=None, seed=1, bot=None, **options):
    record = mixed_record(game, players, seed, **options)
    batch = Batch(game, 1, record.num_players)
    return play_again(record, game, batch.edition, bot, None)


def boards_in(data, view):
    """Return the boards of a view, assembled like in the page."""
    boards, numbers = [], []
    for change in view["boards"]:
        if isinstance(change, list):
            numbers = change
        else:
            numbers = list(numbers)
            for place, number in change.items():
                numbers[int(place)] = number
        boards.append(data["joint"].join(data["pieces"][number] for number in numbers))
    return boards


@every_game
def test_every_board_of_every_view_is_in_the_file_byte_for_byte(game):
    trajectory = trajectory_of(game)
    page = replay_page(trajectory)
    assert len(page.encode()) < MAX_BYTES
    data = page_data(page)
    assert [view["seat"] for view in data["views"]] == [None, *range(game.default_players)]
    for view in data["views"]:
        boards = boards_in(data, view)
        assert len(boards) == len(trajectory.actions) + 1
        for state, board in zip(trajectory.states, boards, strict=True):
            assert board == render_svg(game, trajectory.edition, state, view["seat"])


@every_game
def test_the_file_of_a_seat_does_not_depend_on_what_it_cannot_know(game):
    players = few_players(game)
    trajectory = trajectory_of(game, players, seed=2, max_rounds=5)
    setting = Setting(game, "reconstructed", players)
    for seat in range(players):
        others = [resamples(setting, state, seat, 1).view(np.recarray)[0] for state in trajectory.states]
        other = Trajectory(game, trajectory.edition, others, trajectory.actions, trajectory.evaluations)
        assert replay_page(other, seat=seat) == replay_page(trajectory, seat=seat)


def test_the_file_of_a_seat_does_not_depend_on_what_others_put_under_the_pile():
    put_under = next(ids for group, ids in AFRITORIA.actions if group.name == "put_under")
    for seed in range(100):
        trajectory = trajectory_of(AFRITORIA, players=2, seed=seed, max_rounds=30)
        puts = [(n, trajectory.movers[n]) for n, action in enumerate(trajectory.actions) if action in put_under]
        if puts:
            break
    number, mover = puts[0]
    actions = list(trajectory.actions)
    actions[number] = put_under[0] + (actions[number] - put_under[0] + 1) % len(put_under)
    other = Trajectory(AFRITORIA, trajectory.edition, trajectory.states, actions, trajectory.evaluations)
    assert replay_page(other, seat=1 - mover) == replay_page(trajectory, seat=1 - mover)
    assert replay_page(other, seat=mover) != replay_page(trajectory, seat=mover)


def test_cards_are_shown_when_all_have_committed():
    early, late = (trajectory_of(AFRITORIA, players=2, decisions=decisions) for decisions in (1, 2))
    assert texts_for(early, 0)[0].startswith("commit ")
    assert texts_for(early, 1)[0] == "decide, hidden until all have"
    assert texts_for(late, 1)[0] == texts_for(early, 0)[0]


def texts_for(trajectory, seat):
    """Return the decisions of a two-player game as a seat may know them."""
    return decision_texts(
        trajectory.game, trajectory.edition, trajectory.states, trajectory.actions, seat, ("player 0", "player 1")
    )


@every_game
def test_a_seat_is_not_shown_what_a_bot_thinks_of_the_decisions_of_others(game, tmp_path):
    record = mixed_record(game, players=2, max_rounds=3)
    whole = replay(game, record, tmp_path / "all.html", policy="random")
    replay(game, record, tmp_path / "one.html", policy="random", seat=1)
    everything, one = (page_data((tmp_path / name).read_text()) for name in ("all.html", "one.html"))
    assert all(everything["evaluations"])
    assert [evaluated is not None for evaluated in one["evaluations"]] == [mover == 1 for mover in one["movers"]]
    assert one["views"][0]["seat"] == 1
    assert len(one["views"]) == 1
    assert page_data(replay_page(whole, seat=1, bot="random"))["evaluations"] == one["evaluations"]


@pytest.mark.parametrize("bot", ["random", "policy", "support:any_legal"])
def test_the_thoughts_of_a_bot_are_on_the_page(tmp_path, bot):
    game = GAMES[0]
    spelling = f"policy:{policy_file(game)}" if bot == "policy" else bot
    record = mixed_record(game, players=2, decisions=20)
    replay(game, record, tmp_path / "game.html", policy=spelling)
    data = page_data((tmp_path / "game.html").read_text())
    assert data["bot"] == spelling
    for evaluated in data["evaluations"]:
        assert sum(share for _, share in evaluated["likely"]) == pytest.approx(10_000, abs=40)
        assert (evaluated["value"] is not None) == (bot == "policy")
        assert evaluated["likely"] == sorted(evaluated["likely"], key=lambda pair: -pair[1])


def refused(capsys, *arguments):
    """Return the one-line error of the command."""
    assert main(["replay", *map(str, arguments)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_what_cannot_be_replayed_is_reported_in_one_line(capsys, tmp_path):
    record = mixed_record(GAMES[0], players=2, decisions=5)
    path, page = tmp_path / "game.json", tmp_path / "game.html"
    record.save(path)
    assert "cannot read record" in refused(capsys, tmp_path / "none.json", "--html", page)
    assert "unknown bot" in refused(capsys, path, "--html", page, "--policy", "gredy")
    assert "seat must be" in refused(capsys, path, "--html", page, "--seat", 2)
    assert "cannot write" in refused(capsys, path, "--html", tmp_path / "none" / "game.html")
    assert "made with edition 'reconstructed', not 'young_players' " in refused(
        capsys, path, "--html", page, "--edition", "young_players"
    )
    before = path.read_bytes()
    assert "it is the input file; name another one" in refused(capsys, path, "--html", path)
    assert path.read_bytes() == before
    path.write_text(path.read_text().replace("reconstructed", "deconstructed"))
    assert "was altered" in refused(capsys, path, "--html", page)
    path.write_text("{}")
    assert "is not a record" in refused(capsys, path, "--html", page)
    wrong = GameRecord("chess", "", "", 2, 5, 1, ())
    wrong.save(path)
    assert "chess" in refused(capsys, path, "--html", page)
    GameRecord(*(record.game, record.edition, record.edition_digest, 2, 5, 1, (-1,))).save(path)
    assert "action 1 must be a whole number from 0 to" in refused(capsys, path, "--html", page)
    assert not page.exists()


def test_the_command_writes_a_page(capsys, tmp_path):
    mixed_record(GAMES[0], players=2, decisions=5).save(tmp_path / "game.json")
    assert main(["replay", str(tmp_path / "game.json"), "--html", str(tmp_path / "game.html")]) == 0
    assert "5 decisions" in capsys.readouterr().out
    with pytest.raises(UserError, match="folder that exists"):
        replay(GAMES[0], mixed_record(GAMES[0], decisions=1), tmp_path / "none" / "game.html")


def test_points_and_rounds_are_those_of_the_game():
    trajectory = trajectory_of(GAMES[0])
    data = replay_data(trajectory)
    assert len(data["points"]) == len(data["rounds"]) == len(trajectory.actions) + 1
    assert data["rounds"] == sorted(data["rounds"])
    assert any(max(points) > 0 for points in data["points"])
