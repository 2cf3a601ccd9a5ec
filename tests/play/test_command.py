import asyncio
import builtins
from dataclasses import replace

import pytest
from play.sessions import play_on, session_of

from africana_env import GameRecord, load_game
from africana_env.cli import main
from africana_env.drawing.text import without_codes
from africana_env.engine.process import extras
from africana_env.play import agent_seat, server, session_setup, terminal, views
from africana_env.play.agent_seat import AgentSeat
from africana_env.play.mcp_seat import as_text
from africana_env.play.room import Room
from africana_env.play.session_setup import begin_session, seat_all
from africana_env.play.terminal import CLEAR, who_won


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """`run(arguments, keys)`: `africana play afritoria_v0 ARGUMENTS`; returns exit status, output and error."""
    monkeypatch.chdir(tmp_path)

    def run_play(arguments="", keys=()):
        typed = iter(keys)

        def give(prompt):
            print(prompt, end="")
            return next(typed)

        monkeypatch.setattr(builtins, "input", give)
        status = main(["play", "afritoria_v0", *arguments.split()])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run_play


def test_a_game_in_the_terminal(run, tmp_path):
    keys = ["h", "h greedy", "h policy:x", "u", "1", "u", "0", "99", "fly", "s copy.json", "s", "?", "1", "q"]
    status, printed, _ = run("greedy --seed 5 --terminal --record game.json", keys)
    assert status == 0
    assert printed.count("hint from greedy: ") == 2
    assert "no hints from that bot: use greedy" in printed
    assert "nothing to undo" in printed
    assert printed.count("\ntype a number, h for a hint") == 0
    assert printed.count("type a number, h for a hint") == 4
    assert "cannot write" not in printed
    assert "\n 1 One card per player is turned up. These cards are the row.\n" in printed
    assert "u to undo" in printed
    assert "greedy: commit " in printed
    assert printed.endswith("to continue, run the same command with --record game.json\n")
    assert GameRecord.load("copy.json").actions == ()
    game = GameRecord.load("game.json")
    assert len(game.actions) > 1
    assert run("--terminal --record game.json", ["q"])[0] == 0
    assert GameRecord.load("game.json") == game


def test_who_has_no_torch_reads_what_to_play_against(run, monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda module: None if module == "torch" else module)
    _, _, error = run("--terminal --edition mini")
    missing = f"africana: the bot policy:generalist needs torch: pip install 'africana-env[train]'{extras.CPU_ONLY}"
    assert error == f"{missing}, or name a bot, such as greedy\n"
    assert run("--terminal", ["q"])[0] == 0  # on the game's own edition


def test_the_end_of_a_game_in_the_terminal(run, tmp_path):
    session = session_of(tmp_path, edition="mini")
    play_on(session)
    status, printed, _ = run(f"greedy --terminal --record {session.path}")
    assert status == 0
    assert printed.count("Scores") == 1
    assert "Won by" in printed
    page = session.path.with_suffix(".html")
    *_, last, kept = printed.splitlines()
    assert last in ("won by player 1", "won by greedy", "won by player 1 and greedy")
    assert kept == f"the game is saved in {session.path}: to watch it, run africana replay {session.path} --html {page}"


def test_a_tie_break_is_named_in_the_terminal_and_to_agents(tmp_path, monkeypatch):
    session = session_of(tmp_path, "africana_v0", max_rounds=1)
    play_on(session)
    tied = views.result_of(session) | {"winners": [0], "how": "the pages ran out", "tie_break": "on silver, 68 to 20"}
    for module in (terminal, agent_seat):
        monkeypatch.setattr(module, "result_of", lambda session: tied)
    assert who_won(session) == "won by player 1 on silver, 68 to 20"
    found = asyncio.run(AgentSeat(room := Room(session), next(iter(room.seats))).look(0))
    assert as_text(found).startswith(
        "The game is over. Won by player_0 on silver, 68 to 20. The pages ran out. Points: player_0: "
    )


def test_the_board_in_the_terminal_calls_people_by_their_names(run):
    _, printed, _ = run("--seat 0 1 --name Ann Bartholomew --terminal --edition mini", ["", "1", "", "q"])
    drawn = without_codes(printed)
    assert "hand of Ann: " in drawn
    assert "hand of Bartholomew: " in drawn
    assert "player 1" not in drawn


def test_people_at_one_terminal_take_turns_and_see_no_hand_of_another(run):
    _, printed, _ = run("--seat 0 1 --terminal --edition mini", ["", "1", "", "q"])
    assert "u to undo" not in printed
    start, *screens, end = printed.split(CLEAR)
    assert "hand of" not in start
    assert end.startswith("the game is saved in ")
    for screen, seat in zip(screens, (1, 2), strict=True):
        assert screen.startswith(f"player {seat}, press Enter when you are at the screen: ")
        assert f"player {seat}, a number" in screen
        assert f"hand of player {seat}: " in without_codes(screen)
        assert f"hand of player {3 - seat}: " not in without_codes(screen)


def test_nobody_alone_with_bots_is_asked_for(run):
    _, printed, _ = run("greedy --terminal --edition mini", ["1", "q"])
    assert CLEAR not in printed


@pytest.mark.parametrize(
    ("edition", "players", "bots"),
    [(None, None, ["greedy"]), (None, 4, ["greedy"] * 3), ("generated:3", 3, ["policy:generalist"] * 2)],
)
def test_who_names_nobody_plays_against_what_plays_there(tmp_path, monkeypatch, edition, players, bots):
    monkeypatch.chdir(tmp_path)
    session = begin_session(load_game("afritoria_v0"), [], players, edition=edition)
    assert session.players == (None, *bots)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("gredy", "unknown bot 'gredy': did you mean 'greedy'?"),
        ("greedy --hints gredy", "unknown bot 'gredy': did you mean 'greedy'?"),
        ("greedy --seat 2", "--seat must name different seats from 0 to 1, not 2"),
        ("greedy --seat 0 0", "--seat must name different seats from 0 to 2, not 0 0"),
        ("greedy random --num_players 4", "name one bot, or 3 in turn order, not 2"),
        ("greedy random --num_players 2", "name one bot, not 2"),
        ("greedy --seat 0 1 --num_players 2", "people hold all seats: leave out the bots"),
        ("greedy --num_players 5", "num_players must be a whole number from 2 to 4, not 5"),
        ("greedy --seed -1", "africana: seed must be a whole number"),
        ("greedy --edition none", "unknown edition 'none'"),
        ("greedy --host 2001:db8::1", "cannot listen on 2001:db8::1, port 0: "),
        ("greedy --allow_host https://hub.example/", "--allow_host needs a name such as hub.example or *."),
        ("greedy --num_players 0", "num_players must be a whole number from 2 to 4, not 0"),
        ("greedy --port 99999", "use a --port from 1 to 65535"),
        ("greedy --record none/x.json", "cannot write none/x.json: "),
        ("greedy --record begun.json --num_players 3", "the record is of a game with num_players 2, not 3"),
        ("greedy --record begun.json --seed 4", "the record is of a game with seed 3, not 4"),
        (
            "greedy --record begun.json --edition mini",
            "the record was made with edition 'reconstructed', not 'mini' ",
        ),
        ("greedy --record noise.json", "noise.json is not a record"),
    ],
)
def test_what_cannot_be_is_reported_in_one_line(run, tmp_path, monkeypatch, arguments, message):
    monkeypatch.setattr(server, "serve", lambda *arguments: None)
    session_of(tmp_path).path.rename(tmp_path / "begun.json")
    (tmp_path / "noise.json").write_text("noise")
    status, _, error = run(f"{arguments} --no_browser")
    assert status == 2
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_players": 10**9}, "the record cannot be played: num_players must be a whole number from 2 to 4, not 10"),
        ({"actions": (-1,)}, "the record's action 1 must be a whole number from 0 to "),
        ({"actions": (3, 3)}, "the record's action 2 cannot be played: action 3 ("),
        ({"game": "chess_v0"}, "the record is of 'chess_v0', not of afritoria_v0"),
    ],
)
def test_what_a_record_says_is_checked_before_it_sizes_anything(run, tmp_path, monkeypatch, changes, message):
    def seat_all_checked(num_players, *arguments):
        assert 2 <= num_players <= 4
        return seat_all(num_players, *arguments)

    monkeypatch.setattr(session_setup, "seat_all", seat_all_checked)
    replace(session_of(tmp_path).record, **changes).save("forged.json")
    status, _, error = run("greedy --terminal --record forged.json", ["q"])
    assert status == 2
    assert error.startswith(f"africana: {message}")
    assert error.count("\n") == 1


def test_what_is_missing_is_reported_in_one_line(run, monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "uvicorn" else name)
    status, _, error = run("greedy --no_browser")
    assert status == 2
    assert error == "africana: africana play needs uvicorn: pip install 'africana-env[play]', or use --terminal\n"
    assert run("greedy --terminal", ["q"])[0] == 0


@pytest.mark.parametrize("option", ["--terminal", "--edition mini", "--seat 0", "--seed 0", "--record game.json"])
def test_options_about_a_game_need_one(capsys, option):
    assert main(["play", *option.split()]) == 2
    assert capsys.readouterr().err.startswith(f"africana: {option.split()[0]} needs a game, such as africana play ")


def test_games_that_nobody_named_are_kept_apart(run, tmp_path):
    for _ in range(2):
        run("greedy --terminal", ["q"])
    assert len(list((tmp_path / "runs" / "play").glob("afritoria_v0-*.json"))) == 2


@pytest.mark.parametrize("arguments", ["gredy", "greedy --hints gredy", "greedy --seat 2"])
def test_a_game_that_is_refused_leaves_nothing(run, tmp_path, monkeypatch, arguments):
    monkeypatch.setattr(server, "serve", lambda *arguments: None)
    for where in ("--terminal", "--no_browser"):
        assert run(f"{arguments} {where}")[0] == 2
    assert list(tmp_path.iterdir()) == []


def test_where_no_folder_for_games_can_be_made_a_file_is_asked_for(run, tmp_path):
    (tmp_path / "runs").write_text("a file")
    status, _, error = run("greedy --terminal")
    assert status == 2
    assert error == "africana: cannot create runs/play, so name a file with --record: Not a directory\n"


def test_bots_sit_in_turn_order_after_the_first_person():
    assert seat_all(2, [0], ["a"]) == [None, "a"]
    assert seat_all(4, [2], ["a", "b", "c"]) == ["b", "c", None, "a"]
    assert seat_all(4, [1, 3], ["a"]) == ["a", None, "a", None]
    assert seat_all(3, [0, 1, 2], []) == [None, None, None]
