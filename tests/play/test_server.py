import asyncio
import json
import re
import signal
import socket
import threading
from html import escape
from unittest.mock import Mock

import numpy as np
import pytest
from play.rooms import HERE, act, until_turn
from play.running import Running, start
from play.sessions import play_on, session_of
from starlette.websockets import WebSocketDisconnect
from support import every_game
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from africana_env import GameRecord, UserError, load_edition
from africana_env.api.prompts import HOW_TO_PLAY
from africana_env.play import server
from africana_env.play.addresses import listen
from africana_env.play.room import Room
from africana_env.play.server import replay_of, serve
from africana_env.play.session_setup import random_seed
from africana_env.play.views import legal_actions

MAX_PAGE = 150_000
needs_ipv6 = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6 here")
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n"
)


def test_the_page_is_small_and_needs_nothing_from_elsewhere(tmp_path, site_of):
    site = site_of(session_of(tmp_path, "africa_v0"))
    page = site.get()
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert page.headers["referrer-policy"] == "no-referrer"
    assets = re.findall('(?:src|href)="([^"]+[.](?:js|css))"', page.text)
    assert sorted(assets) == ["play.css", "play.js"]
    assets += sorted(set(re.findall('from "[.]/([^"]+)"', "".join(site.client.get(name).text for name in assets))))
    assert "board.js" in assets
    with site.tab() as tab:
        sizes = [len(tab.receive_text()), len(page.content), *(len(site.client.get(name).content) for name in assets)]
    assert sum(sizes) < MAX_PAGE
    for name in ("", *assets):
        text = site.client.get(name).text if name else page.text
        assert not re.search("https?://(?!www.w3.org/)", text)


@pytest.mark.parametrize(
    "rest",
    ["/nobody", "/nobody/record", "/nobody/replay", "/nobody/legend.json", "/../command.py", "/play.py", "/x/y/z"],
)
def test_without_the_secret_nothing_is_shown(tmp_path, rest, site_of):
    assert site_of(session_of(tmp_path)).client.get(rest).status_code == 404


def test_a_tab_needs_the_secret_and_this_origin(tmp_path, site_of):
    site = site_of(session_of(tmp_path))
    own = f"/{site.secret()}/tab"
    foreign = ({"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1:81"}, {})
    for path, headers in [("/nobody/tab", HERE), *((own, headers) for headers in foreign)]:
        with pytest.raises(WebSocketDisconnect), site.knock(path, headers):
            pass


@pytest.mark.parametrize("allowed", [(), ("hub.example", "*.apps.example")])
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "192.0.2.2"])
def test_who_listens_elsewhere_or_by_other_names_refuses_foreign_ones(tmp_path, site_of, host, allowed):
    site = site_of(session_of(tmp_path), host, allowed)
    page, tab = f"/{site.secret()}", f"/{site.secret()}/tab"
    foreign = ("evil.example", "hub.example.evil.example", "evilhub.example", "apps.example", "localhost.evil.example")
    for name in (*foreign, "", "*"):
        assert site.client.get(page, headers={"host": name}).status_code == 400
        with pytest.raises(WebSocketDisconnect), site.knock(tab, {"host": name, "origin": f"http://{name}"}):
            pass
    for name in (*foreign, "localhost:1", "192.0.2.2:1", ""):
        with pytest.raises(WebSocketDisconnect), site.knock(tab, {"host": "localhost", "origin": f"https://{name}"}):
            pass
    for name in ("hub.example", "a.apps.example", "a.b.apps.example"):
        assert site.client.get(page, headers={"host": name}).status_code == (200 if allowed else 400)


@pytest.mark.parametrize(
    ("asked", "origin"),
    [
        ("localhost:9000", "http://localhost:9000"),  # a forwarded port
        ("192.0.2.2:9000", "http://192.0.2.2:9000"),
        ("[2001:db8::1]:9000", "http://[2001:db8::1]:9000"),
        ("localhost", "https://localhost"),
        ("hub.example", "https://hub.example"),
        ("a.apps.example", "https://a.apps.example"),
        ("localhost:8000", "https://hub.example"),  # a proxy that renames the host
        ("localhost:8000", "https://hub.example:8443"),
    ],
)
def test_a_page_is_reached_by_a_forwarded_port_or_a_proxy(tmp_path, site_of, asked, origin):
    site = site_of(session_of(tmp_path), "0.0.0.0", ("hub.example", "*.apps.example"))
    assert site.get(headers={"host": asked}).status_code == 200
    with site.knock(f"/{site.secret()}/tab", {"host": asked, "origin": origin}) as tab:
        assert until_turn(tab)["actions"]


def test_who_is_refused_a_websocket_brings_about_no_error(tmp_path, caplog):
    room, answers = Room(session_of(tmp_path)), []
    own = f"/{next(iter(room.seats))}/tab"
    with Running(room) as running:
        here = f"127.0.0.1:{running.port}"
        for path, host, origin in (
            (own, here, here),
            (own, "evil.example", "evil.example"),
            (own, here, "evil.example"),
            ("/nobody/tab", here, here),
        ):
            request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{origin}\r\n{UPGRADE}\r\n"
            for stays in (True, False):
                with socket.create_connection(("127.0.0.1", running.port), 60) as client:
                    client.sendall(request.encode())
                    answers += [client.recv(12).decode()] if stays else []
    assert answers == ["HTTP/1.1 101", *["HTTP/1.1 403"] * 3]
    assert caplog.records == []


def test_every_seat_has_a_secret_of_its_own_and_sees_its_own_view(tmp_path, site_of):
    site = site_of(session_of(tmp_path, "africa_v0", players=(None, "greedy", None)))
    assert site.secret(0) != site.secret(2)
    assert sorted(site.room.seats.values()) == [0, 2]
    with site.tab(0) as one, site.tab(2) as other:
        views = [json.loads(tab.receive_text())["view"] for tab in (one, other)]
        assert [view["seat"] for view in views] == [0, 2]
        assert views[0]["board"] != views[1]["board"]
        assert not views[1]["actions"]
        act(other, {**views[1], "actions": views[0]["actions"]})
        assert json.loads(other.receive_text())["error"] == "it is not your turn"
        act(one, views[0])
        assert until_turn(other)["actions"]


def test_two_tabs_stay_in_step_and_a_reload_shows_the_same(tmp_path, site_of):
    site = site_of(session_of(tmp_path, max_rounds=4))
    with site.tab() as one, site.tab() as other:
        view = until_turn(one)
        assert until_turn(other) == view
        stale = view
        for number in range(4):
            act(one if number % 2 else other, view)
            view = until_turn(one)
            while until_turn(other)["version"] != view["version"]:
                pass
            with site.tab() as third:
                assert json.loads(third.receive_text())["view"] == view
        act(other, stale)  # a click on an outdated page
        messages = [json.loads(other.receive_text()) for _ in range(2)]
        assert messages[0]["view"] == view
        assert messages[1] == {"error": "the game has moved on"}


def test_hints_and_taking_back(tmp_path, site_of):
    site = site_of(session_of(tmp_path))
    with site.tab() as tab:
        view = until_turn(tab)
        tab.send_text(json.dumps({"do": "hint", "bot": "greedy", "seen": view["version"]}))
        hint = json.loads(tab.receive_text())["hint"]
        assert hint["action"] in [action["id"] for action in view["actions"]]
        for bot in ("math:floor", "policy:/etc/passwd"):
            tab.send_text(json.dumps({"do": "hint", "bot": bot, "seen": view["version"]}))
            assert json.loads(tab.receive_text())["error"] == "no hints from that bot: use greedy"
        act(tab, view)
        after = until_turn(tab)
        tab.send_text(json.dumps({"do": "undo", "seen": after["version"]}))
        assert {**until_turn(tab), "version": 0} == {**view, "version": 0}


def test_hints_are_for_whoever_is_to_move(tmp_path, site_of):
    site = site_of(session_of(tmp_path, "africa_v0", players=(None, None)))
    with site.tab(1) as tab:
        view = json.loads(tab.receive_text())["view"]
        tab.send_text(json.dumps({"do": "hint", "bot": "greedy", "seen": view["version"]}))
        tab.send_text("")  # which is answered in any case
        assert json.loads(tab.receive_text()) == {"error": "you can ask for a hint only on your turn"}


def test_after_the_end_there_are_the_record_the_replay_and_a_new_game(tmp_path, site_of):
    session = session_of(tmp_path, max_rounds=1)
    site = site_of(session)
    rests = ("/record", "/replay", "/analysis")
    assert [site.get(rest).status_code for rest in rests] == [404] * 3
    play_on(session)
    assert [site.client.get(f"/nobody{rest}").status_code for rest in rests] == [404] * 3
    (tmp_path / "saved.json").write_bytes(site.get("/record").content)
    assert GameRecord.load(tmp_path / "saved.json") == session.record
    assert site.get("/replay").text == replay_of(session, session.record, session.names)
    with site.tab() as tab:
        view = until_turn(tab)
        assert view["result"]["parts"][-1] == "total"
        tab.send_text(json.dumps({"do": "new", "rotate": False, "seen": view["version"]}))
        assert until_turn(tab)["result"] is None
    assert session.path == tmp_path / "record-2.json"  # next to the first one
    assert site.get("/record").content == (tmp_path / "saved.json").read_bytes()  # for who still reads the result


def test_who_reads_the_result_keeps_it_and_its_seat_when_the_others_begin_the_next_game(tmp_path, monkeypatch, site_of):
    session = session_of(tmp_path, max_rounds=1, players=(None, None))
    session.call(1, "Ada")
    play_on(session)
    site, record = site_of(session), session.record
    secret, expected = site.secret(1), replay_of(session, record, ["player 1", "Ada"])
    with site.tab(0) as tab:
        tab.send_text(json.dumps({"do": "new", "rotate": True, "seen": until_turn(tab)["version"]}))
        assert json.loads(tab.receive_text())["view"]["result"] is None
    assert session.names == ["Ada", "player 2"]
    assert session.how_to_continue().endswith(" --seat 0 1")
    session.call(1, "Bea")
    assert site.client.get(f"/{secret}/record").content == record.to_bytes()
    assert site.room.finished().seats[secret] == 1
    assert site.room.seats[secret] == 0
    while "chances" not in (found := site.client.get(f"/{secret}/analysis").json()):
        assert found["problem"] is None
    monkeypatch.setattr(server, "analysed", lambda room: None)
    assert site.client.get(f"/{secret}/replay").text == expected


def test_everybody_sits_one_seat_on_in_the_next_game(tmp_path, site_of):
    session = session_of(tmp_path, max_rounds=1, players=(None,) * 3)
    play_on(session)
    site = site_of(session)
    before = dict(site.room.seats)
    with site.tab(0) as tab:
        tab.send_text(json.dumps({"do": "new", "rotate": True, "seen": until_turn(tab)["version"]}))
        assert json.loads(tab.receive_text())["view"]["seat"] == 1
    assert site.room.seats == {secret: (seat + 1) % 3 for secret, seat in before.items()}


def test_a_game_that_was_taken_back_from_its_end_is_not_shown(tmp_path, site_of):
    session = session_of(tmp_path, max_rounds=1)
    play_on(session)
    site = site_of(session)
    with site.tab() as tab:
        tab.send_text(json.dumps({"do": "undo", "seen": until_turn(tab)["version"]}))
        assert until_turn(tab)["result"] is None
    assert [site.get(rest).status_code for rest in ("/record", "/replay", "/analysis")] == [404] * 3


@pytest.mark.parametrize(
    ("raised", "reason"),
    [
        (SystemExit(3), "SystemExit: 3"),
        (UserError("greedy gave action 7, illegal there"), "gave action 7, illegal there"),
    ],
)
def test_a_bot_that_fails_is_reported_and_the_game_is_kept(tmp_path, monkeypatch, site_of, capsys, raised, reason):
    session = session_of(tmp_path)
    monkeypatch.setattr(session, "think", Mock(side_effect=raised))
    with site_of(session).tab() as tab:
        act(tab, until_turn(tab))
        messages = [json.loads(tab.receive_text()) for _ in range(2)]
        assert messages[-1] == {"error": f"greedy failed: {reason}", "stopped": True}
        assert capsys.readouterr().err == f"greedy failed: {reason}\n"
        assert len(GameRecord.load(session.path).actions) == 1
        monkeypatch.undo()
        tab.send_text(json.dumps({"do": "undo", "seen": messages[0]["view"]["version"]}))
        act(tab, until_turn(tab), 1)  # it tries again
        assert until_turn(tab)["decisions"]


def test_a_bot_that_never_answers_is_given_up_by_taking_back(tmp_path, monkeypatch, site_of):
    session, let_go = session_of(tmp_path), threading.Event()
    with monkeypatch.context() as patched, site_of(session).tab() as tab:
        patched.setattr(session, "think", lambda position: let_go.wait() and 0)
        act(tab, until_turn(tab))
        shown = json.loads(tab.receive_text())["view"]
        assert shown["thinking"]
        patched.undo()
        tab.send_text(json.dumps({"do": "undo", "seen": shown["version"]}))
        act(tab, until_turn(tab))
        assert until_turn(tab)["decisions"]
    let_go.set()


def test_a_hint_is_for_the_seat_that_asked_however_soon_it_decides(tmp_path, monkeypatch):
    """Two people commit at the same time: a hint for the first must not look at the second one's hand."""
    session, thought, sent = session_of(tmp_path, players=(None, None)), [], []
    hint = session.hint

    def noted(position, bot):
        thought.append(int(position.current_player[0]))
        return hint(position, bot)

    async def scene():
        room = Room(session)

        async def send(message):
            sent.append(message)

        await room.enter(send, 0)
        view = sent[0]["view"]
        asks = json.dumps({"do": "hint", "bot": "greedy", "seen": view["version"]})
        acts = json.dumps({"do": "act", "action": view["actions"][0]["id"], "seen": view["version"]})
        for message in (asks, asks, acts):
            await room.receive(send, message)
        await room._hint_task

    monkeypatch.setattr(session, "hint", noted)
    asyncio.run(scene())
    assert session.asked == [1]
    assert thought == [0]
    assert {"error": "a hint is still being computed"} in sent
    assert not any("hint" in message for message in sent)


def test_a_hint_that_is_illegal_is_reported(tmp_path, monkeypatch):
    session = session_of(tmp_path)
    position = session.position()
    illegal = int(np.flatnonzero(position.action_mask[0] == 0)[0])
    for action in (illegal, -1, len(session.game.actions)):
        monkeypatch.setattr(session, "_bot_action", lambda bot, position, action=action: action)
        with pytest.raises(UserError, match=r"illegal|out of range"):
            session.hint(position, "greedy")


def test_the_seed_of_a_game_cannot_be_found_by_trying_all():
    assert max(random_seed() for _ in range(20)) >> 60


def test_a_tab_that_takes_nothing_is_let_go(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "SECONDS_TO_SEND", 0.05)
    room, closed = Room(session_of(tmp_path)), []

    class Stuck:
        """A websocket whose browser reads nothing."""

        async def send_text(self, text):
            await asyncio.sleep(100)

        async def receive(self):
            await asyncio.sleep(100)

    async def visit():
        await server.talk(room, 0, Stuck())
        closed.append(True)

    asyncio.run(asyncio.wait_for(visit(), 5))
    assert closed
    assert not room._tabs


@pytest.fixture
def served(monkeypatch, capsys):
    """`served(session, host, allowed)`: start and stop a server; returns its host and the printed text."""

    def serve_briefly(session, host="127.0.0.1", allowed=()):
        hosts = []
        monkeypatch.setattr(server.Server, "run", lambda *arguments, **options: None)
        monkeypatch.setattr(server, "make_app", lambda room, host, *_: hosts.append(host))
        with listen(host, 0) as listening:
            serve(session, host, listening, open_browser=False, for_agents=False, allowed=allowed)
        return hosts[0], capsys.readouterr().out

    return serve_briefly


@pytest.mark.parametrize(
    ("host", "canonical"), [("127.1", "127.0.0.1"), ("0x7f.0.0.1", "127.0.0.1"), ("LocalHost", "localhost")]
)
def test_a_link_has_the_host_that_browsers_ask_for(tmp_path, served, host, canonical):
    asked, printed = served(session_of(tmp_path), host)
    assert asked == canonical
    assert f"play at http://{canonical}:" in printed
    assert "anyone" not in printed


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "", pytest.param("::", marks=needs_ipv6)])
def test_who_listens_at_all_addresses_reads_what_to_open_and_who_can_play(tmp_path, served, host):
    link, warning, _ = served(session_of(tmp_path), host)[1].split("\n", 2)
    assert link.startswith("play at http://localhost:")
    assert warning == (
        "anyone who can reach this machine can begin games, and play where they have a link; "
        "on other machines, replace localhost by this machine's address"
    )


def test_who_lets_a_proxy_in_reads_who_can_play(tmp_path, served):
    printed = served(session_of(tmp_path), allowed=["hub.example"])[1]
    assert "\nanyone who can reach this machine can begin games, and play where they have a link\n" in printed


@needs_ipv6
def test_a_link_to_an_ipv6_address_has_brackets(tmp_path, served):
    assert "play at http://[::1]:" in served(session_of(tmp_path), "0::1")[1]


def test_hidden_choices_that_are_not_kept_are_named_at_the_end(tmp_path, served):
    session = session_of(tmp_path, players=(None, None, None))
    assert "made again" not in served(session)[1]
    session.act(2, legal_actions(session, 2)[0]["id"])
    assert "the hidden choice of player 3 is not saved and must be made again" in served(session)[1]


PLAY = ("play", "afritoria_v0", "greedy", "--no_browser", "--record")


def test_a_killed_server_loses_no_decision_and_ctrl_c_ends_it(tmp_path):
    record = tmp_path / "record.json"
    process, link = start(*PLAY, record, "--seed", "3")
    try:
        origin = link.rpartition("/")[0]
        with connect(f"{link.replace('http', 'ws')}/tab", origin=origin) as tab:
            view = json.loads(tab.recv())["view"]
            tab.send(json.dumps({"do": "act", "action": view["actions"][0]["id"], "seen": view["version"]}))
            view = json.loads(tab.recv())["view"]
            with connect(f"{link.replace('http', 'ws')}/tab", origin=origin) as second:
                second.send("x" * 100_000)  # too long to be read
                with pytest.raises(ConnectionClosed, match="1009"):
                    list(iter(second.recv, None))
    finally:
        process.kill()
        process.communicate()
    kept = GameRecord.load(record).actions
    assert len(kept) >= 1
    process, link = start(*PLAY, record)
    try:
        with connect(f"{link.replace('http', 'ws')}/tab", origin=link.rpartition("/")[0]) as tab:
            messages = json.loads(tab.recv())["view"]["decisions"]
            assert len(messages) >= 1
            assert messages[0] == view["decisions"][0]
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=600)
    finally:
        process.kill()
    assert process.returncode == 0
    to_continue = f"to continue, run the same command with --record {record}"
    assert output.splitlines()[-1] == f"the game is saved in {record}: {to_continue}"


@every_game
def test_the_legend_and_the_rules_are_there_for_all(game, tmp_path, site_of):
    site = site_of(session_of(tmp_path, game.name))
    signs = site.get("/legend.json").json()
    assert len(signs) == len(game.presentation.legend(load_edition(game, "reconstructed")))
    for sign, meaning in signs:
        assert sign.startswith("<svg ")
        assert meaning
    rules = site.get("/rules.html")
    assert rules.headers["content-type"].startswith("text/html")
    titles = re.findall(r"<h1[^>]*>(.*)</h1>", rules.text)
    title = escape(game.title, quote=False)
    has_both = (game.folder / HOW_TO_PLAY).exists()
    assert titles == [f"How to play {title}" if has_both else title]
    short, _, full = rules.text.partition("<details")
    assert bool(full) == has_both
    assert ("<figure><svg" in short) == has_both
    assert ("assumed at least in part: not the printed game" in short) == has_both


def test_bots_play_on_though_the_tab_that_acted_takes_nothing(tmp_path, monkeypatch):
    async def scene():
        room = Room(session_of(tmp_path))
        me, taken = asyncio.current_task(), []

        async def send(message):
            taken.append(message)
            if len(taken) == 2:  # as `talk` drops a tab
                room.leave(send)
                me.cancel()
                await asyncio.sleep(10)

        await room.enter(send, 0)
        while (view := taken[-1].get("view")) is None or view["mover"] != 0:
            await asyncio.sleep(0.01)
        taken[:] = taken[:1]
        message = json.dumps({"do": "act", "action": view["actions"][0]["id"], "seen": view["version"]})
        with pytest.raises(asyncio.CancelledError):
            await room.receive(send, message)
        me.uncancel()
        await room.receive(send, message)  # a message that was still on its way
        assert len(taken) == 2
        async with asyncio.timeout(600):  # unless the bots have stopped
            while room.session.bot_to_move is not None:
                await asyncio.sleep(0.01)
        return room.session.version

    assert asyncio.run(scene()) > 0


@every_game
def test_notes_of_a_first_game_are_about_its_actions(game, tmp_path, site_of):
    guide = site_of(session_of(tmp_path, game.name)).get("/guide.json").json()
    assert {*guide["notes"]} <= {group.name.replace("_", " ") for group in game.actions.groups}
    assert len(guide["notes"]) <= 4
    assert bool(guide["goal"]) == bool(guide["notes"]) == bool(guide["words"])
