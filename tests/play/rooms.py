"""Test rooms, and tabs without a browser."""

import asyncio
import json

from starlette.testclient import TestClient

from africana_env.play.room import Room
from africana_env.play.server import make_app
from africana_env.play.tables import Tables

HOST = "127.0.0.1"
HERE = {"origin": f"http://{HOST}"}
SECONDS = 120
"""Longest wait for a message."""


class Site:
    """A room behind a test client."""

    def __init__(self, session, host=HOST, allowed=()):
        self.room = Room(session)
        self.tables = Tables(self.room)
        app = make_app(self.tables, host, allowed=allowed, is_private=not allowed and host == HOST)
        self.client = TestClient(app, base_url=f"http://{HOST}")

    def __enter__(self):
        self.client.__enter__()  # share one event loop between all tabs
        return self

    def __exit__(self, *error):
        self.client.__exit__(*error)

    def secret(self, seat=0):
        return next(secret for secret, other in self.room.seats.items() if other == seat)

    def get(self, rest="", seat=0, **options):
        return self.client.get(f"/{self.secret(seat)}{rest}", **options)

    def tab(self, seat=0):
        return self.knock(f"/{self.secret(seat)}/tab", HERE)

    def knock(self, path, headers):
        tab = self.client.websocket_connect(f"ws://{HOST}{path}", headers=headers)
        tab.receive = lambda: tab.portal.call(next_message, tab)
        return tab


async def next_message(tab):
    """Return the next message to a tab; fail where none comes."""
    async with asyncio.timeout(SECONDS):
        return await tab._send_rx.receive()


def until_turn(tab):
    """Return the next view in which it is the seat's turn or the game is over."""
    while True:
        message = json.loads(tab.receive_text())
        view = message["view"]
        if view["result"] is not None or view["mover"] == view["seat"]:
            return view


def act(tab, view, number=0):
    tab.send_text(json.dumps({"do": "act", "action": view["actions"][number]["id"], "seen": view["version"]}))
