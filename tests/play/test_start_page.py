"""The start page begins and continues games, and gives away nothing."""

import json

import pytest
from play.rooms import HERE, Site
from play.sessions import play_on, session_of
from starlette.testclient import TestClient
from support import every_game
from test_docs import ROOT

from africana_env import load_game
from africana_env.bots import bot_names, make_bot
from africana_env.play import choices, game_session
from africana_env.play.choices import offered
from africana_env.play.room import Room
from africana_env.play.server import make_app
from africana_env.play.table_file import SUFFIX
from africana_env.play.tables import Tables
from africana_env.play.views import page_view

NOBODY = "There is no such seat"


@pytest.fixture
def site(tmp_path, monkeypatch, site_of):
    """A site whose games without a name are saved in `tmp_path / "play"`."""
    monkeypatch.setattr(game_session, "FOLDER", tmp_path / "play")
    (tmp_path / "play").mkdir()
    (tmp_path / "first").mkdir()
    return site_of(session_of(tmp_path / "first"))


def begin(site, **choice):
    return site.client.post("/games", json=choice, headers=HERE)


def new_game(site, opponents=("greedy",), game="afritoria_v0", edition="reconstructed"):
    return begin(site, game=game, opponents=opponents, edition=edition)


@every_game
def test_what_is_offered_can_be_played(game, site):
    offer = next(offer for offer in site.client.get("/choices").json()["games"] if offer["game"] == game.name)
    assert offer["default"] in bot_names(game)
    assert {bot["bot"] for bot in offer["bots"]} >= {*bot_names(game)}
    for bot in offer["bots"]:
        assert bot["about"] or bot["bot"] not in ("random", "greedy")
        make_bot(bot["bot"], game)
    edition = offer["editions"][0]
    (link,) = new_game(site, [offer["default"]] * (edition["players"][0] - 1), game.name, edition["name"]).json()
    assert site.client.get(f"/{link[1]}").status_code == 200
    assert len(list(game_session.FOLDER.glob(f"{game.name}-*.json"))) == 1


def test_africana_comes_first():
    assert [offer["title"] for offer in offered()][:3] == ["Africana", "Africa", "Afritoria"]


def test_ratings_are_of_the_ladder():
    for offer in offered():
        rated = [bot for bot in offer["bots"] if "2p" in bot["ratings"]]
        assert [bot["ratings"]["2p"] for bot in rated] == sorted(bot["ratings"]["2p"] for bot in rated)
        text = (ROOT / "docs" / "ladder.md").read_text().partition(f"## {offer['title']}\n")[2].partition("\n## ")[0]
        for bot in rated:
            assert f"| `{bot['bot']}` | {bot['ratings']['2p']} (" in text
            assert bot["about"]


def test_other_boards_and_several_people(site):
    links = new_game(site, [None, "policy:generalist"], edition="generated:7").json()
    assert [name for name, _ in links] == ["player 1", "player 2"]
    assert len({secret for _, secret in links}) == 2
    room = site.tables.open_room(links[1][1])
    assert room.session.edition.name == "generated:7"
    assert room.session.players == (None, None, "policy:generalist")


@pytest.mark.parametrize(
    "change",
    [
        {"opponents": ["math:floor"]},
        {"opponents": ["policy:/etc/passwd"]},
        {"opponents": ["llm:model"]},
        {"opponents": []},
        {"opponents": ["greedy"] * 9},
        {"opponents": "greedy"},
        {"opponents": [{}]},
        {"edition": "/etc/passwd"},
        {"edition": "generated:1-5"},
        {"edition": None},
        {"edition": "mini", "opponents": ["policy:baseline"]},
        {"game": "chess_v0"},
        {"game": []},
        {"more": 1},
        {"record": "../first/record.json"},
        {"record": "/etc/passwd"},
    ],
)
def test_what_is_not_offered_is_refused(site, change):
    chosen = {} if "record" in change else {"game": "afritoria_v0", "opponents": ["greedy"], "edition": "reconstructed"}
    answer = begin(site, **chosen, **change) if not {*change} & {*chosen} else begin(site, **{**chosen, **change})
    assert answer.status_code == 409
    assert answer.json()["error"].endswith("reload the page")
    assert list(game_session.FOLDER.iterdir()) == []


@pytest.mark.parametrize("noise", [b"", b"[", b"\xff", b"[" * 90_000, b"7", b'"x"'])
def test_noise_is_refused(site, noise):
    assert site.client.post("/games", content=noise, headers=HERE).status_code in (400, 409)


@pytest.mark.parametrize("headers", [{}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_other_pages_begin_nothing(site, headers):
    chosen = {"game": "afritoria_v0", "opponents": ["greedy"], "edition": "reconstructed"}
    assert site.client.post("/games", json=chosen, headers=headers).status_code == 403
    assert list(game_session.FOLDER.iterdir()) == []


def test_unfinished_games_of_one_person_are_listed_and_continued(site):
    secrets = [link[1] for opponents in (["greedy"], [None], ["greedy"]) for link in new_game(site, opponents).json()]
    listed = site.client.get("/choices").json()["unfinished"]
    rooms = [site.tables.open_room(secret) for secret in secrets]
    assert {entry["record"] for entry in listed} == {rooms[0].session.path.name, rooms[3].session.path.name}
    assert listed[0]["opponents"] == ["greedy"]
    play_on(rooms[0].session)
    listed = site.client.get("/choices").json()["unfinished"]
    assert [entry["record"] for entry in listed] == [rooms[3].session.path.name]
    assert begin(site, record=listed[0]["record"]).json() == [["player 1", secrets[3]]]
    assert begin(site, record=rooms[1].session.path.name).status_code == 409  # others' cards are at stake


def test_a_server_that_others_reach_lists_no_games(tmp_path, site, site_of):
    new_game(site)
    (record,) = (path.name for path in game_session.FOLDER.glob("*.json"))
    (tmp_path / "open").mkdir()
    other = site_of(session_of(tmp_path / "open"), "0.0.0.0")
    assert other.client.get("/choices").json()["unfinished"] == []
    assert begin(other, record=record).status_code == 409
    assert new_game(other).status_code == 200


def test_links_live_on_with_names_and_seats(tmp_path, site):
    secrets = [secret for _, secret in new_game(site, [None, "random"]).json()]
    room = site.tables.open_room(secrets[1])
    room._do(1, {"do": "name", "name": "Ada"})
    with Site(session_of(tmp_path)) as restarted:
        assert restarted.client.get(f"/{secrets[1]}").status_code == 200
        again = restarted.tables.open_room(secrets[1])
        assert again.seats == room.seats
        assert again.session.names == ["player 1", "Ada", "random"]
        assert again.session.path == room.session.path


def test_a_link_moves_on_to_the_next_game(tmp_path, site):
    session = session_of(tmp_path, max_rounds=1, players=(None, None))
    play_on(session)
    room = Room(session)
    before = dict(room.seats)
    room._do(0, {"do": "new", "rotate": True})
    assert session.path == tmp_path / "record-2.json"
    assert Room(session).seats == {secret: 1 - seat for secret, seat in before.items()}
    session.path = tmp_path / "record.json"
    assert not {*Room(session).seats} & {*before}


DAMAGED = [
    "",
    "{}",
    "[]",
    '{"players": [null], "names": [], "hints": [], "links": {}}',
    '{"players": "ab", "names": "ab", "hints": [], "links": {}}',
    '{"players": [null, "greedy"], "names": [1, 2], "hints": [], "links": {"SECRET": 0}}',
    '{"players": [null, "greedy"], "names": ["Ada", "greedy"], "hints": 5, "links": {"SECRET": 0}}',
    '{"players": [null, "greedy"], "names": ["Ada", "greedy"], "hints": [5], "links": {"SECRET": 0}}',
    '{"players": [null, 5], "names": ["Ada", "greedy"], "hints": [], "links": {"SECRET": 0}}',
]


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_table_ends_its_links_and_nothing_else(site, damage):
    ((_, secret),) = new_game(site).json()
    path = site.tables.open_room(secret).session.path
    path.with_name(path.name + SUFFIX).write_text(damage.replace("SECRET", secret))
    assert site.client.get(f"/{secret}").status_code == 200  # open
    site.tables.rooms.pop()
    assert site.client.get(f"/{secret}").text.startswith(NOBODY)
    assert site.client.get("/choices").json()["unfinished"] == []


def test_games_that_nobody_looks_at_make_room(site, monkeypatch):
    monkeypatch.setattr("africana_env.play.tables.MAX_OPEN", 2)
    secrets = [new_game(site).json()[0][1] for _ in range(3)]
    assert len(site.tables.rooms) == 2
    with site.client.websocket_connect(f"ws://127.0.0.1/{secrets[0]}/tab", headers=HERE) as tab:
        view = json.loads(tab.receive_text())["view"]
    assert view["board"] == page_view(site.tables.open_room(secrets[0]).session, 0)["board"]


def test_without_the_extra_for_policies_none_is_offered(monkeypatch):
    monkeypatch.setattr("africana_env.engine.process.extras.find_spec", lambda name: None if name == "torch" else name)
    bots = [bot["bot"] for bot in choices.offered_of(load_game("africana_v0"))["bots"]]
    assert bots == ["random", "greedy", "search:50", "search:200"]


def test_agents_have_no_start_page(tmp_path):
    app = make_app(Tables(Room(session_of(tmp_path))), "127.0.0.1", for_agents=True)
    assert TestClient(app, base_url="http://127.0.0.1").get("/").status_code == 404
