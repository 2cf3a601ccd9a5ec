"""A tournament's folder: foreign files are not touched, and no result is lost silently."""

import json
import os
import shutil
import signal
import time
from contextlib import closing

import pytest
from support import error_of

from africana_env import GameRecord, load_game
from africana_env.arena.matches.deals import DealResult, Failure, GameResult
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.tournament.lines import read_game
from africana_env.arena.tournament.store import FORMAT, Store, lines_of

GAME = load_game("afritoria_v0")
ABOUT = {"num_players": 2, "seed": 1, "time_limit": None}
RECORD = GameRecord(GAME.name, "reconstructed", "digest", 2, 10, 1, ())


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "t", GAME, ABOUT)
    yield opened
    opened.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_a_child_does_not_keep_the_folder(store):
    begun, begins = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(begins, b"x")
        time.sleep(60)
        os._exit(0)
    try:
        os.read(begun, 1)
        assert "a tournament is being played there" in error_of(Store, store.folder, GAME, ABOUT)
        store.close()
        Store(store.folder, GAME, ABOUT).close()
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(begun)
        os.close(begins)


def test_a_full_disk_is_reported_in_one_line_and_what_was_written_before_is_kept(store):
    resource = pytest.importorskip("resource")
    store.add_bots({"random": "version"})
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (store.path.stat().st_size + 20, limits[1]))
    try:
        message = error_of(store.add_bots, {"greedy": "version"})
        store.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert message == f"cannot write {store.path}: File too large"
    again = Store(store.folder, GAME, ABOUT)
    assert again.bots == {"random": "version"}
    again.close()


@pytest.mark.parametrize("change", ["deleted", "replaced"])
def test_a_file_that_is_no_longer_there_is_noticed(store, change):
    shutil.rmtree(store.folder)
    if change == "replaced":
        store.folder.mkdir()
        store.path.write_text("")
    assert error_of(store.add_bots, {"random": "version"}).startswith(f"cannot write {store.path}: ")


def test_a_record_that_cannot_be_kept_is_reported(store):
    (store.folder / "failed").write_text("")
    assert error_of(store.keep, Deal(("random", "greedy"), 0), 0, RECORD).startswith("cannot write ")


def test_records_are_found_where_the_folder_is_now(store, tmp_path):
    deal = Deal(("random", "greedy"), 0)
    failure = Failure(0, "oops", store.keep(deal, 0, RECORD))
    scores, decisions = [[0] * len(GAME.score_parts)] * 2, [[0] * len(GAME.actions.groups)] * 2
    store.add([DealResult(deal, [GameResult([1], scores, decisions, 1, 0, failure)] * 2)], {})
    store.close()
    store.folder.rename(tmp_path / "moved")
    with closing(Store(tmp_path / "moved", GAME, ABOUT)) as moved:
        for game in moved.results[deal].games:
            assert game.failure.record.startswith(str(tmp_path / "moved"))
            assert GameRecord.load(game.failure.record) == RECORD


GAME_LOST = {
    "winners": [1],
    "scores": [[0] * len(GAME.score_parts)] * 2,
    "decisions": [[0] * len(GAME.actions.groups)] * 2,
    "rounds": 1,
    "status": 0,
    "failure": {"seat": 0, "reason": "oops", "record": "t/failed/0123abcd-0-1.json"},
}
GAME_WON = {**GAME_LOST, "status": 1, "failure": None}
DEAL = {"lineup": ["random", "greedy"], "deal": 0, "games": [GAME_LOST, GAME_WON]}
BOT = {"bot": "greedy", "identity": "version"}
SPENT = {"spent": {"greedy": {"seconds": 0.5, "decisions": 3, "tokens": 7}}}
NO_COUNT = [None, True, 1.0, -1, 10**400, float("nan"), "1", "", [], {}, [1]]
NO_POINTS = [None, True, 1.0, 10**400, float("nan"), "1", [], {}, [1]]
NO_COST = [None, True, -1, 10**400, float("nan"), "1", [], {}]
NO_TEXT = [None, True, 1, 1.0, [], {}, ["greedy"]]
NO_NAME = [*NO_TEXT, "\x1b[31m", "two\nlines"]
NO_LIST = [None, True, 1, "ab", {}, [], [[], []]]
WRONG = [
    (DEAL, "lineup", [*NO_LIST, ["random"], ["random"] * 3]),
    (DEAL, "lineup.0", NO_NAME),
    (DEAL, "deal", NO_COUNT),
    (DEAL, "games", [*NO_LIST, [GAME_WON], [GAME_WON] * 3]),
    (DEAL, "games.0", [*NO_LIST, DEAL, {**GAME_WON, "more": 1}]),
    (DEAL, "games.0.winners", [*NO_LIST, [0], [0, 1], [1, 1], [2]]),
    (DEAL, "games.1.winners", [*NO_LIST, [1, 0], [1, 1], [2]]),
    (DEAL, "games.0.winners.0", NO_COUNT),
    (DEAL, "games.0.scores", NO_LIST),
    (DEAL, "games.0.scores.0", NO_LIST),
    (DEAL, "games.0.scores.0.0", NO_POINTS),
    (DEAL, "games.0.decisions", NO_LIST),
    (DEAL, "games.0.decisions.0", NO_LIST),
    (DEAL, "games.0.decisions.0.0", NO_COUNT),
    (DEAL, "games.0.rounds", [*NO_COUNT, 256]),
    (DEAL, "games.0.status", [*NO_COUNT, 3]),
    (DEAL, "games.1.status", [*NO_COUNT, 0]),
    (DEAL, "games.0.failure", [*NO_LIST, {}]),
    (DEAL, "games.0.failure.seat", [*NO_COUNT, 1, 2]),
    (DEAL, "games.0.failure.reason", NO_TEXT),
    (DEAL, "games.0.failure.record", [*NO_TEXT[1:], "", "..", "x.json", "\x1b[31m", "0123abcd-0-1.json/"]),
    (BOT, "bot", NO_NAME),
    (BOT, "identity", NO_TEXT),
    (SPENT, "spent", NO_LIST[:4]),
    (SPENT, "spent.greedy", [*NO_LIST[:4], [], {}, {"seconds": 1}]),
    (SPENT, "spent.greedy.seconds", NO_COST),
    (SPENT, "spent.greedy.decisions", NO_COST),
    (SPENT, "spent.greedy.tokens", NO_COST),
]


def replaced(content, place, value):
    """A copy of a line with one value replaced."""
    copy = inner = json.loads(json.dumps(content))
    *way, last = (int(part) if part.isdigit() else part for part in place.split("."))
    for key in way:
        inner = inner[key]
    inner[last] = value
    return copy


def test_every_value_of_a_line_is_checked(store):
    store.close()
    head = store.path.read_bytes()
    store.path.write_bytes(head + lines_of([DEAL, BOT, SPENT]))
    with closing(Store(store.folder, GAME, ABOUT)) as again:
        assert again.spent == SPENT["spent"]
        assert again.bots == {"greedy": "version"}
        assert list(again.results) == [Deal(("random", "greedy"), 0)]
    forged = [replaced(content, place, value) for content, place, values in WRONG for value in values]
    forged += [{**content, "more": 1} for content in (DEAL, BOT, SPENT)]
    forged += [
        {key: kept for key, kept in content.items() if key != left} for content in (DEAL, BOT) for left in content
    ]
    message = f"line 2 of {store.path} is damaged: delete that line, or name another folder"
    for content in forged:
        store.path.write_bytes(head + lines_of([content]))
        assert error_of(Store, store.folder, GAME, ABOUT) == message, content


def test_what_a_line_says_of_a_failure_is_shown_in_one_line_that_can_be_printed(store):
    store.close()
    reason = "\x1b[31mred\n\u202e\ud800" + "x" * 10_000
    with store.path.open("ab") as file:
        file.write(lines_of([replaced(DEAL, "games.0.failure.reason", reason)]))
    with closing(Store(store.folder, GAME, ABOUT)) as again:
        failure = again.results[Deal(("random", "greedy"), 0)].games[0].failure
    assert failure.reason.startswith(r"\x1b[31mred\n\u202e\ud800xxx")
    assert failure.reason.isprintable()
    assert len(failure.reason) < 5000
    assert failure.record == str(store.folder / "failed" / "0123abcd-0-1.json")


@pytest.mark.parametrize("depth", range(900, 1000, 25))
def test_a_line_nested_almost_too_deeply_to_be_read_is_damaged(store, depth):
    store.close()
    with store.path.open("ab") as file:
        file.write(b'{"spent": ' + b"[" * depth + b"]" * depth + b', "crc32": 1}\n')
    assert "line 2 of" in error_of(Store, store.folder, GAME, ABOUT)


def test_a_first_line_with_more_than_a_tournament_has_in_common_is_of_something_else(store):
    store.close()
    store.path.write_bytes(lines_of([{"format": FORMAT, "game": GAME.name, **ABOUT, "more": 1}]))
    assert "is not, or no longer, the file of a tournament" in error_of(Store, store.folder, GAME, ABOUT)


def test_what_a_kill_has_left_of_a_record_is_removed(store):
    path = store.folder / "failed" / ".0123456789abcdef"
    store.keep(Deal(("random", "greedy"), 0), 0, RECORD)
    store.close()
    path.write_text("{")
    Store(store.folder, GAME, ABOUT).close()
    assert len(list(path.parent.iterdir())) == 1
    assert not path.exists()


@pytest.mark.parametrize("content", [b"my notes", b"my notes\n", b'{"format": 7', b"\0", b"x" * 5000])
def test_a_foreign_file_is_left_alone(tmp_path, monkeypatch, content):
    monkeypatch.setattr("africana_env.arena.tournament.store.MAX_LINE", 4096)
    (tmp_path / "deals.jsonl").write_bytes(content)
    message = error_of(Store, tmp_path, GAME, ABOUT)
    assert message.endswith("is not, or no longer, the file of a tournament: name another folder")
    assert (tmp_path / "deals.jsonl").read_bytes() == content


def test_a_beginning_that_was_cut_off_is_begun_anew(store):
    store.close()
    whole = store.path.read_bytes()
    for cut in range(0, len(whole), 17):
        store.path.write_bytes(whole[:cut])
        Store(store.folder, GAME, ABOUT).close()
        assert store.path.read_bytes() == whole


def test_other_settings_are_reported_as_the_command_line_has_them(store):
    store.close()
    for change, words in (
        ({"num_players": 3}, "--num_players 2, not --num_players 3"),
        ({"time_limit": 0.5}, "no --time_limit, not --time_limit 0.5"),
        ({"max_rounds": 9}, "no --max_rounds, not --max_rounds 9"),
    ):
        message = error_of(Store, store.folder, GAME, {**ABOUT, **change})
        assert message == f"{store.folder} has a tournament with {words}: name another folder"
    Store(store.folder / "short", GAME, {**ABOUT, "max_rounds": 9}).close()
    message = error_of(Store, store.folder / "short", GAME, ABOUT)
    assert "has a tournament with --max_rounds 9, not no --max_rounds: name another folder" in message


@pytest.mark.parametrize("winners", [[1], [2], [0, 1, 2]])
def test_all_others_win_where_a_bot_fails(winners):
    lost = {**GAME_LOST, "scores": GAME_LOST["scores"] * 2, "decisions": GAME_LOST["decisions"] * 2}
    lost = {key: value[:3] if isinstance(value, list) else value for key, value in lost.items()}
    sizes = 3, len(GAME.score_parts), len(GAME.actions.groups)
    assert read_game({**lost, "winners": [1, 2]}, *sizes).winners == [1, 2]
    with pytest.raises(ValueError):  # noqa: PT011 the store says which line is damaged
        read_game({**lost, "winners": winners}, *sizes)
