"""Agents over HTTP and MCP: their views, their rights, and the same play as in process."""

import asyncio
import json
import re
import socket
import threading
from contextlib import ExitStack, suppress
from time import monotonic, sleep
from unittest.mock import Mock
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import numpy as np
import pytest
from mcp.client import Client
from play.running import Running
from play.sessions import session_of
from starlette.testclient import TestClient
from support import FirstLegal, every_game, few_players

from africana_env import Batch, UserError, make_bot
from africana_env.engine.game.seeds import derive_seed
from africana_env.play.game_session import DECISION_STREAM
from africana_env.play.room import Room
from africana_env.play.server import make_app
from africana_env.play.tables import Tables
from africana_env.play.views import legal_actions, result_of

PLAYERS = (None, "greedy", None)


@pytest.fixture
def table_of():
    """`table_of(session)`: a client of the served session, and the paths of its seats."""
    clients = []

    def served(session):
        room = Room(session)
        client = TestClient(make_app(Tables(room), "127.0.0.1", for_agents=True), base_url="http://127.0.0.1")
        client.__enter__()
        clients.append(client)
        return client, {seat: f"/{secret}" for secret, seat in room.seats.items()}

    yield served
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture
def waits(monkeypatch):
    """The started waits with a time limit, each with its `expired`."""
    begun, timeout = [], asyncio.timeout
    monkeypatch.setattr(asyncio, "timeout", lambda seconds: begun.append(timeout(seconds)) or begun[-1])
    return begun


def expected_actions(game, seed, max_rounds):
    """Return the actions of a game of `FirstLegal` and `greedy`, with the session's seeds."""
    batch, first, greedy = (
        Batch(game, 1, few_players(game), max_rounds=max_rounds),
        FirstLegal(),
        make_bot("greedy", game),
    )
    batch.reset_to(seed)
    chosen, row, played = np.zeros(1, np.int64), np.ones(1, np.bool_), []
    while batch.running[0]:
        bot = greedy if batch.current_player[0] == 1 else first
        bot.reset_rows(row, np.array([derive_seed(seed ^ DECISION_STREAM, len(played))], np.uint64))
        bot.act(batch, row, chosen)
        played.append(int(chosen[0]))
        batch.step(chosen)
    return played


@every_game
def test_agents_play_by_http_as_they_would_in_process(game, tmp_path, table_of):
    session = session_of(tmp_path, game.name, PLAYERS[: few_players(game)], edition_name(game), max_rounds=3)
    client, seats = table_of(session)
    while not session.is_over:
        for path in seats.values():
            seen = client.get(f"{path}/view", params={"wait": 0.2}).json()
            if seen["your_turn"]:
                action = seen["view"]["legal_actions"][0]["action"]
                assert action in seen["prompt"]
                answer = client.post(f"{path}/reply", content=action, params={"version": seen["version"]})
                assert seen["version"] < answer.json()["version"] <= session.version
    assert list(session.record.actions) == expected_actions(game, 3, 3)
    ends = [client.get(f"{path}/view").json() for path in seats.values()]
    assert all(end["result"] == result_of(session) and not end["view"]["legal_actions"] for end in ends)


def edition_name(game):
    return "reconstructed" if game.editions is not None else "standard"


@every_game
def test_agents_play_by_mcp_as_they_would_in_process(game, tmp_path):
    session = session_of(tmp_path, game.name, PLAYERS[: few_players(game)], edition_name(game), max_rounds=2)
    with Running(room := Room(session), for_agents=True) as running:
        asyncio.run(play_by_mcp([f"http://127.0.0.1:{running.port}/{secret}/mcp" for secret in room.seats]))
    assert session.is_over
    assert list(session.record.actions) == expected_actions(game, 3, 2)


async def play_by_mcp(addresses):
    """Play the first legal action in these seats to the end of the game."""

    async def play(address):
        async with Client(address) as client:
            tools = await client.list_tools()
            assert [tool.name for tool in tools.tools] == ["rules", "look", "act"]
            rules = await client.call_tool("rules")
            assert "# How to play" in rules.content[0].text
            seen = (await client.call_tool("look")).content[0].text
            refused = await client.call_tool("act", {"action": "nonsense"})
            assert refused.is_error
            assert re.search(r"no legal action is called 'nonsense'|not your turn", refused.content[0].text)
            version = -1
            while not seen.startswith("The game is over. Won by player_"):
                first = re.search(r'# Your legal actions\n\n- ("(?:[^"\\]|\\.)*")', seen)
                assert first, seen
                action, before = json.loads(first[1]), version
                version = int(re.match(r"Version (\d+)\n", seen)[1])
                late = await client.call_tool("act", {"action": action, "version": before})
                assert late.is_error
                seen = (await client.call_tool("act", {"action": action, "version": version})).content[0].text

    await asyncio.gather(*map(play, addresses))


def test_a_server_that_ends_lets_nobody_wait(tmp_path, capfd, waits):
    room = Room(session_of(tmp_path, "africa_v0", players=(None, None)))
    running = Running(room, for_agents=True)
    last = list(room.seats)[1]
    answers = []

    def wait():
        with urlopen(f"http://127.0.0.1:{running.port}/{last}/view?wait=60") as answer:
            answers.append(json.load(answer))

    async def look():
        async with Client(f"http://127.0.0.1:{running.port}/{last}/mcp") as client:
            answers.append((await client.call_tool("look")).content[0].text)

    def ask():
        with suppress(Exception):  # the client fails when the server stops
            asyncio.run(look())

    waiting = [threading.Thread(target=wait), threading.Thread(target=ask)]
    for thread in waiting:
        thread.start()
    began = monotonic()
    while len(room._waiting) < 2 and monotonic() - began < 600:
        sleep(0.01)
    assert len(room._waiting) == 2
    running.stop()
    for thread in waiting:
        thread.join(600)
        assert not thread.is_alive()
    assert len(waits) == 2
    assert not any(wait.expired() for wait in waits)
    seen = next(answer for answer in answers if isinstance(answer, dict))
    assert not seen["your_turn"]
    assert "Traceback" not in "".join(capfd.readouterr())


def test_who_would_listen_to_mcp_gets_the_answer_that_there_is_no_stream(tmp_path):
    with Running(Room(session_of(tmp_path)), for_agents=True) as running, pytest.raises(HTTPError) as answer:
        urlopen(Request(f"{running.link}/mcp", headers={"accept": "text/event-stream"}), timeout=600)
    assert (answer.value.code, answer.value.headers["allow"]) == (405, "POST")


def test_what_cannot_be_done_is_refused_in_one_line_and_changes_nothing(tmp_path, table_of):
    session = session_of(tmp_path, "africa_v0", players=(None, None))
    client, seats = table_of(session)
    version = session.version
    for path, status, error in [
        (f"{seats[1]}/reply", 409, "it is not your turn"),
        (f"{seats[0]}/reply", 409, "no legal action is called 'nonsense': use '"),
        (f"{seats[0]}/reply?version=99", 409, "the game has moved on: this is version"),
        (f"{seats[0]}/reply?version=x", 400, "version must be a whole number from 0 to 18446744073709551615, not 'x'"),
        (f"{seats[0]}/reply?version=1.9", 400, "version must be a whole number from 0 to 18446744073709551615, not"),
        ("/nobody/reply", 404, "there is no such seat"),
    ]:
        answer = client.post(path, content="nonsense")
        assert answer.status_code == status
        assert answer.json()["error"].startswith(error)
        assert "\n" not in answer.json()["error"]
    assert client.post(f"{seats[0]}/reply", content=b"x" * 200_000).json() == {
        "error": "a reply may have at most 100000 bytes"
    }
    assert client.post(f"{seats[0]}/reply", content=b"\xff\xfe").status_code == 409
    assert client.get("/nobody/view").status_code == 404
    assert client.get(f"{seats[0]}/view?wait=-1").json() == {"error": "wait must be a number of at least 0, not '-1'"}
    assert client.get(f"{seats[0]}/view", headers={"host": "elsewhere"}).status_code == 400
    assert session.version == version


def test_the_page_of_play_alone_has_no_seats_for_agents(tmp_path):
    room = Room(session_of(tmp_path))
    with TestClient(make_app(Tables(room), "127.0.0.1"), base_url="http://127.0.0.1") as client:
        for rest in ("view", "reply", "mcp"):
            assert client.post(f"/{next(iter(room.seats))}/{rest}").status_code == 404


def test_a_seat_does_not_read_what_another_has_committed(tmp_path, table_of):
    session = session_of(tmp_path, players=(None, None))
    client, seats = table_of(session)
    before = client.get(f"{seats[1]}/view").json()["view"]
    action = client.get(f"{seats[0]}/view").json()["view"]["legal_actions"][1]["action"]
    client.post(f"{seats[0]}/reply", content=json.dumps({"action": action}))
    after = client.get(f"{seats[1]}/view").json()["view"]
    assert after["legal_actions"]
    assert after == before


def test_who_waits_is_not_kept_waiting_by_a_bot_that_cannot_play_on(tmp_path, table_of, monkeypatch, waits):
    session = session_of(tmp_path, players=(None, "greedy"))
    client, seats = table_of(session)

    def fail(_):
        while not waits:
            sleep(0.01)
        raise UserError("oops")

    monkeypatch.setattr(session, "think", fail)
    action = client.get(f"{seats[0]}/view").json()["view"]["legal_actions"][0]["action"]
    waits.clear()
    client.post(f"{seats[0]}/reply", content=action)
    assert not client.get(f"{seats[0]}/view", params={"wait": 50}).json()["your_turn"]
    assert not waits[-1].expired()


@pytest.mark.parametrize(("name", "status"), [("localhost:9000", 200), ("hub.example", 200), ("evil.example", 400)])
def test_agents_ask_by_the_names_by_which_pages_are_asked_for(tmp_path, name, status):
    room = Room(session_of(tmp_path, players=(None, None)))
    link, app = (
        f"/{next(iter(room.seats))}",
        make_app(Tables(room), "0.0.0.0", for_agents=True, allowed=["hub.example"]),
    )
    hello = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    headers = {"accept": "application/json, text/event-stream", "host": name}
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert client.post(f"{link}/mcp", json=hello, headers=headers).status_code == status
        assert client.get(f"{link}/view", headers=headers).status_code == status
        assert client.post(f"{link}/reply", content="x", headers=headers).status_code == (409 if status == 200 else 400)


@pytest.mark.parametrize("at_once", [False, True])
def test_a_server_that_ends_prints_nothing_of_requests_that_are_not_there_as_a_whole(tmp_path, capfd, caplog, at_once):
    room = Room(session_of(tmp_path, "africa_v0", players=(None, None)))
    running = Running(room, for_agents=True)
    with ExitStack() as stack:
        for rest in ("reply", "mcp"):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", running.port), 60))
            client.sendall(half_of_a_request(f"/{next(iter(room.seats))}/{rest}"))
        running.until_answering(2)
        running.stop(at_once)
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []
    assert room.session.version == 1


def test_who_hangs_up_in_the_middle_of_a_request_leaves_no_trace(tmp_path, capfd, caplog):
    room = Room(session_of(tmp_path, "africa_v0", players=(None, None)))
    with Running(room, for_agents=True) as running:
        for rest in ("reply", "mcp"):
            with socket.create_connection(("127.0.0.1", running.port), 60) as client:
                client.sendall(half_of_a_request(f"/{next(iter(room.seats))}/{rest}"))
                running.until_answering(1)
            running.until_answering(0)
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def half_of_a_request(path):
    types = "Content-Type: application/json\r\nAccept: application/json, text/event-stream"
    return f'POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n{types}\r\n\r\n{{"act'.encode()


def test_mcp_takes_no_more_than_a_reply_may_have(tmp_path, table_of):
    client, seats = table_of(session_of(tmp_path))
    answer = client.post(f"{seats[0]}/mcp", content=b"x" * 200_000)
    assert answer.status_code == 400
    assert answer.json() == {"error": "a reply may have at most 100000 bytes"}


def test_who_looks_again_and_again_without_waiting_reads_that_a_bot_cannot_play_on(tmp_path, table_of, monkeypatch):
    session, think = session_of(tmp_path, players=(None, "greedy")), Mock(side_effect=UserError("oops"))
    monkeypatch.setattr(session, "think", think)
    client, seats = table_of(session)
    action = client.get(f"{seats[0]}/view").json()["view"]["legal_actions"][0]["action"]
    client.post(f"{seats[0]}/reply", content=action)
    errors, ends = [], monotonic() + 600
    while not any(errors) and monotonic() < ends:
        errors.append(client.get(f"{seats[0]}/view").json()["error"])
    assert errors[-1] == "greedy failed: oops"
    assert think.call_count == 1


def test_an_action_that_was_taken_is_no_error_where_another_player_cannot_play_on(tmp_path, monkeypatch):
    session = session_of(tmp_path, players=(None, "greedy"))
    monkeypatch.setattr(session, "think", Mock(side_effect=UserError("oops")))

    async def act(link):
        async with Client(f"{link}/mcp") as client:
            action = legal_actions(session, 0)[0]["text"]
            return await client.call_tool("act", {"action": action}), await client.call_tool("look")

    with Running(Room(session), for_agents=True) as running:
        acted, looked = asyncio.run(act(running.link))
    assert not acted.is_error
    assert acted.content[0].text.startswith("Your action was taken. But greedy failed: oops; ")
    assert looked.is_error
    assert len(session.decisions) == 1
