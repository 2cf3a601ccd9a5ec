"""The server never sends hidden information, and only legal actions change the game."""

import asyncio
import json
from random import Random

import numpy as np
import pytest
from play.rooms import act, until_turn
from play.sessions import session_of
from support import every_game, few_players

from africana_env.play import game_session
from africana_env.play.room import Room
from africana_env.play.views import legal_actions, page_view, seat_decision

MESSAGES = 10_000


def resampled(session, seat, seed):
    """Return the position with the seat's hidden information redrawn."""
    other = session.position()
    other.resample(np.array([seat], np.int16), np.array([seed], np.uint64))
    return other


@every_game
def test_what_a_seat_is_shown_does_not_depend_on_what_it_cannot_know(game, tmp_path):
    players = ("random", "greedy", None)[-few_players(game) :]
    session = session_of(tmp_path, game.name, players=players, max_rounds=4)
    while True:
        true = session.batch
        for seat in range(len(players)):
            shown = json.dumps(page_view(session, seat))
            session.batch = resampled(session, seat, 10**6 + session.version)
            assert session.is_over or (session.batch.states["seed"] != true.states["seed"]).all()
            assert json.dumps(page_view(session, seat)) == shown
            session.batch = true
        if session.is_over:
            break
        bot = session.bot_to_move
        session.play(session.hint(session.position(), "greedy") if bot is None else session.think(session.position()))


@every_game
def test_what_is_shown_of_a_decision_does_not_depend_on_what_a_seat_cannot_know(game, tmp_path):
    """Compares the same action in several positions that the seat cannot tell apart."""
    session = session_of(tmp_path, game.name, players=("random", "greedy"), max_rounds=4)
    compared = 0
    while not session.is_over:
        action, viewer = session.think(session.position()), 1 - session.mover
        shown = seat_decision(session, session.batch.states[0], action, viewer)
        for seed in range(5):
            other = resampled(session, viewer, 10**6 + seed)
            if other.action_mask[0, action]:
                assert seat_decision(session, other.states[0], action, viewer) == shown
                compared += 1
        session.play(action)
    assert compared


@every_game
@pytest.mark.parametrize("seat", [0, 1])
def test_no_response_depends_on_what_a_seat_cannot_know(game, seat, tmp_path, monkeypatch, site_of):
    """Compares all bytes that a browser receives: views, hints, errors, files and the start page."""
    monkeypatch.setattr(game_session, "FOLDER", tmp_path)  # its games are listed
    players = (None, "greedy") if seat == 0 else ("greedy", None)
    session = session_of(tmp_path, game.name, players=players, max_rounds=4)
    site, rng = site_of(session), Random(1)

    def responses():
        """Return the responses to requests that change nothing."""
        got = []
        with site.tab(seat) as tab:
            got.append(tab.receive_text())
            version = json.loads(got[0])["view"]["version"]
            for message in (
                {"do": "hint", "bot": "greedy", "seen": version},
                {"do": "act", "action": 10**6, "seen": version},
                {"do": "undo", "seen": version - 1},
            ):
                tab.send_text(json.dumps(message))
                got.append(tab.receive_text())
            got.append(tab.receive_text())
        for rest in ("", "/legend.json", "/guide.json", "/rules.html", "/record", "/replay"):
            response = site.get(rest, seat)
            got.append((response.status_code, response.content, dict(response.headers)))
        got += [site.client.get(path).content for path in ("/", "/choices")]
        return got

    with site.tab(seat) as tab:
        while (view := until_turn(tab))["result"] is None:
            true = session.batch
            before = responses()
            session.batch = resampled(session, seat, 10**6 + view["version"])
            assert responses() == before
            session.batch = true
            act(tab, view, rng.randrange(len(view["actions"])))
    assert site.get("/record", seat).status_code == 200


def noise(rng, message):
    """Return a malformed message that resembles a valid one."""
    text = json.dumps(message)
    kind = rng.randrange(8)
    if kind == 0:
        return text[: rng.randrange(len(text))]
    if kind == 1:
        place = rng.randrange(len(text))
        return text[:place] + rng.choice('\x00"{}[],:9-eé\ud800'.encode("utf-8", "replace").decode()) + text[place:]
    if kind == 2:
        return json.dumps({**message, "seen": rng.choice([-1, 0, 10**9, None, True, "1", 1.0, [], {}])})
    if kind == 3:
        return json.dumps(
            {**message, rng.choice(["action", "do", "more", ""]): rng.choice([None, -1, 10**30, "x", []])}
        )
    if kind == 4:
        return json.dumps({key: value for key, value in message.items() if key != rng.choice(list(message))})
    if kind == 5:
        return json.dumps(rng.choice([None, 1, [], [message], "act", {"do": {}}, {"do": ["act"]}, 1e400]))
    if kind == 6:
        return rng.choice(["[" * 900, "{" * 500, '"' * 3, " " * 2000, "9" * 999, text * 50, "NaN", "-", ""])
    return "".join(chr(rng.randrange(1, 0xD800)) for _ in range(rng.randrange(60)))


def test_ten_thousand_messages_of_noise_leave_the_game_as_it_was(tmp_path):
    session = session_of(tmp_path, edition="mini", players=(None, None))
    room, rng, sent = Room(session), Random(5), []

    async def send(message):
        sent.append(message)

    async def flood():
        await room.enter(send, 0)
        session.act(0, legal_actions(session, 0)[0]["id"])  # now valid actions are refused as well
        states, version, file = session.batch.states.copy(), session.version, session.path.read_bytes()
        legal = [action["id"] for action in legal_actions(session, 1)]
        for _ in range(MESSAGES):
            message = rng.choice(
                [
                    {"do": "act", "action": rng.choice(legal), "seen": version},
                    {"do": "undo", "seen": version},
                    {"do": "new", "seen": version},
                    {"do": "hint", "bot": rng.choice(["greedy", "math:floor", ""]), "seen": version},
                ]
            )
            count = len(sent)
            await room.receive(send, noise(rng, message) if rng.random() < 0.9 else json.dumps(message))
            assert all("error" in message or "view" in message for message in sent[count:])
            assert "error" in sent[-1]
            assert len(sent[-1]["error"]) < 500
            assert "\n" not in sent[-1]["error"]
        assert (session.batch.states == states).all()
        assert (session.version, session.path.read_bytes()) == (version, file)

    asyncio.run(flood())
