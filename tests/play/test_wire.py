"""What a seat may not know never leaves the server, and nothing that comes in changes the game but legal actions."""

import asyncio
import json
from random import Random

import numpy as np
import pytest
from play.rooms import act, until_turn
from play.tables import table_of
from support import every_game, few_players

from africana_env.play.room import Room

MESSAGES = 10_000


def resampled(table, seat, seed):
    """The position with everything redrawn that a seat cannot know."""
    other = table.position()
    other.resample(np.array([seat], np.int16), np.array([seed], np.uint64))
    return other


@every_game
def test_what_a_seat_is_shown_does_not_depend_on_what_it_cannot_know(game, tmp_path):
    players = ("random", "greedy", None)[-few_players(game) :]
    table = table_of(tmp_path, game.name, players=players, max_rounds=4)
    while True:
        true = table.batch
        for seat in range(len(players)):
            shown = json.dumps(table.view(seat))
            table.batch = resampled(table, seat, 10**6 + table.version)
            assert table.is_over or (table.batch.states["seed"] != true.states["seed"]).all()
            assert json.dumps(table.view(seat)) == shown
            table.batch = true
        if table.is_over:
            break
        bot = table.thinker
        table.play(table.hint(table.position(), "greedy") if bot is None else table.think(table.position()))


@every_game
def test_what_is_told_of_a_decision_does_not_depend_on_what_a_seat_cannot_know(game, tmp_path):
    """Of the same action in all positions that may be the true one."""
    table = table_of(tmp_path, game.name, players=("random", "greedy"), max_rounds=4)
    compared = 0
    while not table.is_over:
        action, viewer = table.think(table.position()), 1 - table.mover
        told = table.tell(table._decision(table.batch, action), viewer)
        for seed in range(5):
            other = resampled(table, viewer, 10**6 + seed)
            if other.action_mask[0, action]:
                assert table.tell(table._decision(other, action), viewer) == told
                compared += 1
        table.play(action)
    assert compared


@every_game
@pytest.mark.parametrize("seat", [0, 1])
def test_no_response_depends_on_what_a_seat_cannot_know(game, seat, tmp_path, site_of):
    """All bytes that a browser gets in a game: the view, the hint, an error, the files."""
    players = (None, "greedy") if seat == 0 else ("greedy", None)
    table = table_of(tmp_path, game.name, players=players, max_rounds=4)
    site, rng = site_of(table), Random(1)

    def responses():
        """From now on, with nothing changed."""
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
        for rest in ("", "/record", "/replay"):
            response = site.get(rest, seat)
            got.append((response.status_code, response.content, dict(response.headers)))
        return got

    with site.tab(seat) as tab:
        while (view := until_turn(tab))["result"] is None:
            true = table.batch
            before = responses()
            table.batch = resampled(table, seat, 10**6 + view["version"])
            assert responses() == before
            table.batch = true
            act(tab, view, rng.randrange(len(view["actions"])))
    assert site.get("/record", seat).status_code == 200


def noise(rng, message):
    """A message that asks for nothing that can be done, however much it looks so."""
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
    table = table_of(tmp_path, edition="mini", players=(None, None))
    room, rng, told = Room(table), Random(5), []

    async def send(message):
        told.append(message)

    async def flood():
        await room.enter(send, 0)
        table.act(0, table.actions(0)[0]["id"])  # from now on valid actions are refused, too
        states, version, file = table.batch.states.copy(), table.version, table.path.read_bytes()
        legal = [action["id"] for action in table.actions(1)]
        for _ in range(MESSAGES):
            message = rng.choice(
                [
                    {"do": "act", "action": rng.choice(legal), "seen": version},
                    {"do": "undo", "seen": version},
                    {"do": "new", "seen": version},
                    {"do": "hint", "bot": rng.choice(["greedy", "math:floor", ""]), "seen": version},
                ]
            )
            count = len(told)
            await room.receive(send, noise(rng, message) if rng.random() < 0.9 else json.dumps(message))
            assert all("error" in message or "view" in message for message in told[count:])
            assert "error" in told[-1]
            assert len(told[-1]["error"]) < 500
            assert "\n" not in told[-1]["error"]
        assert (table.batch.states == states).all()
        assert (table.version, table.path.read_bytes()) == (version, file)

    asyncio.run(flood())
