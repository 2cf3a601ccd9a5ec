import json
import threading
import time

import pytest
from play.rooms import until_turn
from play.sessions import play_bots, play_on, session_of
from support import every_game

from africana_env.play import analysis
from africana_env.play.room import Room
from africana_env.play.views import action_text, legal_actions, names_for
from africana_env.viewer import judge
from africana_env.viewer.judge import judgement_data, strongest_judge
from africana_env.viewer.trajectory import play_again


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch):
    monkeypatch.setattr(judge, "AGAIN", range(24, 40))


def summary_of(site, seat=0):
    """Return the finished analysis."""
    while "share" in (found := site.get("/analysis", seat).json()):
        assert found["problem"] is None
        time.sleep(0.05)
    return found


def play_badly(session):
    """Play to the end; the person always takes the last legal action."""
    play_bots(session)
    while not session.is_over:
        session.act(session.mover, legal_actions(session, session.mover)[-1]["id"])
        play_bots(session)


@every_game
def test_win_chances_and_what_mattered_most(tmp_path, site_of, game):
    session = session_of(tmp_path, game.name, (None, "greedy"), max_rounds=2)
    play_badly(session)
    site = site_of(session)
    found = summary_of(site)
    assert (found["judge"], found["player"]) == strongest_judge(game, session.edition)
    assert len(found["chances"]) == len(session.decisions) + 1
    assert {sum(shares) for shares in found["chances"]} <= {99, 100, 101}
    assert found == judgement_data(site.room.analysis().trajectory, names_for(session, 0))
    for one in found["key"]:
        number = one["decision"] - 1
        assert session.decisions[number].seat == one["seat"]
        assert one["taken"] == action_text(session, one["seat"], session.record.actions[number], 0) != one["better"]


def test_it_is_found_once_and_the_replay_shows_it(tmp_path, site_of, monkeypatch):
    session = session_of(tmp_path, max_rounds=1)
    play_on(session)
    site = site_of(session)
    summary_of(site)
    first = site.room.analysis()
    summary_of(site)
    assert site.room.analysis() is first
    shown = []
    monkeypatch.setattr("africana_env.play.server.replay_page", lambda game, names: shown.append(game) or "")
    site.get("/replay")
    assert shown[0] is first.trajectory


def test_it_is_given_up_when_its_end_is_taken_back(tmp_path, site_of, monkeypatch):
    session = session_of(tmp_path, max_rounds=1)
    play_on(session)
    may_begin = threading.Event()
    monkeypatch.setattr(analysis, "play_again", lambda *given: may_begin.wait(600) and play_again(*given))
    site = site_of(session)
    given_up = site.room.analysis()
    with site.tab() as tab:
        tab.send_text(json.dumps({"do": "undo", "seen": until_turn(tab)["version"]}))
        until_turn(tab)
    may_begin.set()
    while given_up.problem is None:
        assert given_up.trajectory is None
        time.sleep(0.01)
    assert "cancelled" in given_up.problem


def test_a_server_that_stops_gives_it_up(tmp_path):
    session = session_of(tmp_path, max_rounds=1)
    play_on(session)
    room = Room(session)
    given_up = room.analysis()
    room.close()
    while given_up.problem is None:
        assert given_up.trajectory is None
        time.sleep(0.01)
    assert "cancelled" in given_up.problem


def test_games_without_resample_have_none(tmp_path, site_of, monkeypatch):
    session = session_of(tmp_path, max_rounds=1)
    play_on(session)
    monkeypatch.setattr(type(session.game), "has_resample", False)
    assert site_of(session).get("/analysis").json() is None
