import copy
import json
import re
import zlib

import numpy as np
import pytest
from play.sessions import play_bots, play_on, session_of
from support import every_game, few_players

from africana_env import GameRecord, UserError
from africana_env.play.game_session import GameSession
from africana_env.play.views import legal_actions, page_view, result_of, seat_decisions, since


def plain(session, seat=0):
    """Return a seat's view without the version."""
    return json.dumps({**page_view(session, seat), "version": 0})


@every_game
def test_the_record_holds_every_decision_and_the_game_goes_on_from_it(game, tmp_path):
    session = session_of(tmp_path, game.name, max_rounds=3)
    while not session.is_over:
        saved = GameRecord.load(session.path)
        assert saved.actions == tuple(decision.action for decision in session.decisions)
        again = GameSession(game, session.edition, session.players, saved, tmp_path / "again.json", session.hints)
        assert plain(again) == plain(session)
        if session.bot_to_move is None:
            session.act(0, session.hint(session.position(), "greedy"))
        else:
            action = session.think(session.position())
            assert again.think(again.position()) == action
            session.play(action)
    *_, end = GameRecord.load(session.path).replay(game)
    assert (end.states == session.batch.states).all()
    assert result_of(session)["points"] == end.scores()[0].tolist()


@every_game
def test_what_is_taken_back_is_as_it_was_and_goes_the_same_way(game, tmp_path):
    players = ("greedy", None, *["greedy"] * (few_players(game) - 2))
    session = session_of(tmp_path, game.name, players=players, max_rounds=3)
    play_bots(session)
    with pytest.raises(UserError, match="nothing to undo"):
        session.undo(1)
    before, shown = [], []
    while not session.is_over:
        before.append(plain(session, 1))
        play_on(session, 1)
        shown.append(plain(session, 1))
    while before:
        assert plain(session, 1) == shown.pop()
        session.undo(1)
        assert plain(session, 1) == before[-1]
        play_on(session, 1)
        session.undo(1)
        assert plain(session, 1) == before.pop()
        assert GameRecord.load(session.path) == session.record
    assert not session.can_undo(1)


def test_what_a_killed_table_has_left_beside_its_record_is_removed_by_the_next(tmp_path):
    session = session_of(tmp_path)
    for number, name in enumerate((session.path.name, "other.json")):
        (tmp_path / f".{zlib.crc32(name.encode()):08x}0000000{number}").write_text("{")
    session_of(tmp_path)
    assert [path.name[-1] for path in tmp_path.glob(".*")] == ["1"]


def test_what_cannot_be_done_is_reported_and_leaves_the_game_as_it_was(tmp_path):
    session = session_of(tmp_path)
    states, version = session.batch.states.copy(), session.version
    legal = legal_actions(session, 0)[0]["id"]
    illegal = int(np.flatnonzero(session.batch.action_mask[0] == 0)[0])
    for seat, action, shown in (
        (1, legal, "not your turn"),
        (0, illegal, "is illegal here"),
        (0, 10**6, "out of range"),
    ):
        with pytest.raises(UserError, match=shown):
            session.act(seat, action)
    with pytest.raises(UserError, match="finish this game before"):
        session.restart(1, tmp_path / "new.json")
    with pytest.raises(UserError, match="no hints from that bot: use greedy"):
        session.hint(session.position(), "math:floor")
    assert (session.batch.states == states).all()
    assert session.version == version
    assert GameRecord.load(session.path).actions == ()


def test_a_decision_that_cannot_be_written_down_is_not_made(tmp_path):
    (tmp_path / "games").mkdir()
    session = session_of(tmp_path / "games")
    session.path.unlink()
    (tmp_path / "games").rmdir()
    states = session.batch.states.copy()
    with pytest.raises(UserError, match="cannot write"):
        session.act(0, legal_actions(session, 0)[0]["id"])
    assert (session.batch.states == states).all()
    assert session.decisions == []


def test_what_all_decide_at_the_same_time_is_shown_when_all_have(tmp_path):
    session = session_of(tmp_path, players=(None, None, None))
    assert session.game.simultaneous(session.batch.states[0])
    for seat in range(3):
        assert [seat_decisions(session, other) for other in range(3) if other > seat - 1] == [[]] * (3 - seat)
        session.act(seat, legal_actions(session, seat)[0]["id"])
        if seat < 2:
            assert [entry["seat"] for entry in seat_decisions(session, seat)] == [seat]
    for seat in range(3):
        assert [entry["seat"] for entry in seat_decisions(session, seat)] == [0, 1, 2]
        assert all(entry["text"].startswith("commit ") for entry in seat_decisions(session, seat))
        for entry in seat_decisions(session, seat):  # only the owner knows a card's place in the hand
            assert any("hand" in part for part in entry["parts"]) == (entry["seat"] == seat)


def test_the_only_move_is_made_at_once_and_taken_back_with_the_choice_before(tmp_path):
    session = session_of(tmp_path, players=(None, "greedy"))
    met = 0
    while not session.is_over:
        count, before = len(session.decisions), plain(session)
        session.act(0, session.hint(session.position(), "greedy"))
        play_bots(session)
        assert session.is_over or session.batch.action_mask[0].sum() > 1
        shown = seat_decisions(session, 0)[count:]
        forced = [entry for entry in shown[1:] if entry["seat"] == 0]
        assert all(entry["forced"] for entry in forced)
        assert not shown[0]["forced"]
        assert GameRecord.load(session.path).actions == tuple(decision.action for decision in session.decisions)
        if forced:
            met += 1
            session.undo(0)
            assert plain(session) == before
            play_on(session, 1)
    assert met > 3


def test_among_people_nothing_is_decided_for_anybody(tmp_path):
    session = session_of(tmp_path, players=(None, None), max_rounds=3)
    forced = 0
    while not session.is_over:
        forced += session.batch.action_mask[0].sum() == 1
        session.act(session.mover, session.hint(session.position(), "greedy"))
    assert forced
    assert not any(entry["forced"] for entry in seat_decisions(session, 0))


def test_since_is_where_the_last_decisions_of_others_begin():
    assert since([], 0) == 0
    assert since([0, 0], 0) == 0
    assert since([0, 1, 2, 1], 0) == 1
    assert since([1, 0, 1, 2, 0, 0], 0) == 2


def test_a_file_that_another_table_writes_to_is_left_alone(tmp_path):
    one, other = session_of(tmp_path), session_of(tmp_path)
    play_on(one, 2)
    written = one.path.read_bytes()
    before = plain(other)
    with pytest.raises(UserError, match="was changed by another program: give each game its own --record"):
        other.act(0, legal_actions(other, 0)[0]["id"])
    assert one.path.read_bytes() == written
    assert plain(other) == before


@pytest.mark.parametrize("raised", ["SystemExit(3)", "KeyError(3)", "GeneratorExit()"])
def test_whatever_a_bot_raises_is_reported(tmp_path, importable, raised):
    importable({"table_bots.py": f"def fails(*_):\n    raise {raised}\n"})
    session = session_of(tmp_path, players=("table_bots:fails", None))
    with pytest.raises(UserError, match=re.escape(raised[:-3])):
        session.think(session.position())


def test_a_new_game_that_cannot_be_written_leaves_the_table_as_it_was(tmp_path):
    session = session_of(tmp_path, max_rounds=1)
    play_on(session)
    path, record = session.path, session.record
    with pytest.raises(UserError, match="cannot write"):
        session.restart(5, tmp_path / "nowhere" / "x" / "next.json")
    assert (session.path, session.record) == (path, record)


def unless_asked(session, seat):
    """Return a seat's view without the version and the seats that must decide."""
    return json.dumps({**page_view(session, seat), "version": 0, "asked": [], "mover": 0})


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_where_all_decide_at_the_same_time_people_choose_in_any_order(tmp_path, num_players):
    """The game is the same as with choices in seat order, and no one sees a choice too early."""
    rng = np.random.default_rng(num_players)
    session = session_of(tmp_path, players=(None,) * num_players, max_rounds=12)
    held = 0
    while not session.is_over:
        asked = session.asked
        for seat in rng.permutation(asked).tolist():
            others = [other for other in session.asked if other != seat]
            shown = [unless_asked(session, other) for other in others]
            choices = [action["id"] for action in legal_actions(session, seat)]
            before, is_last = len(session.decisions), session.asked == [seat]
            session.act(seat, choices[rng.integers(len(choices))])
            held += len(session.decisions) == before
            if not is_last:
                assert [unless_asked(session, other) for other in others] == shown
                with pytest.raises(UserError, match="it is not your turn"):
                    session.act(seat, choices[0])
    assert held > 1
    again = list(session.record.replay(session.game, session.edition))[-1]
    assert again.states[0].tobytes() == session.batch.states[0].tobytes()


def test_what_is_hidden_until_all_have_decided_is_shown_to_who_chose_it(tmp_path):
    session = session_of(tmp_path, players=(None,) * 3)
    for seat in (1, 0, 2):
        chosen = legal_actions(session, seat)[0]
        session.act(seat, chosen["id"])
        if seat != 2:
            assert page_view(session, seat)["held"] == chosen["text"]
            assert page_view(session, 2)["held"] is None
    assert [page_view(session, seat)["held"] for seat in range(3)] == [None] * 3


def test_legal_actions_do_not_depend_on_what_the_others_choose_at_the_same_time(tmp_path):
    """So a session may ask all people at once."""
    session = session_of(tmp_path, players=(None,) * 3)
    rng, met = np.random.default_rng(0), 0
    while met < 12:
        if len(session.asked) == 3:
            met += 1
            offered = [[action["id"] for action in legal_actions(session, seat)] for seat in range(3)]
            for first in offered[0]:
                batch = copy.deepcopy(session.batch)
                batch.step([first])
                assert np.flatnonzero(batch.action_mask[0]).tolist() == offered[1]
                batch.step([offered[1][rng.integers(len(offered[1]))]])
                assert np.flatnonzero(batch.action_mask[0]).tolist() == offered[2]
        choices = [action["id"] for action in legal_actions(session, session.mover)]
        session.act(session.mover, rng.choice(choices).item())
