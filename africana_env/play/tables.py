"""The tables of a server: the games that are open, and those that wait in records."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from africana_env.api.registration import load_game
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.process.errors import UserError
from africana_env.play import game_session
from africana_env.play.choices import Choice
from africana_env.play.game_session import GameSession
from africana_env.play.room import Room
from africana_env.play.session_setup import begin_session, continue_session
from africana_env.play.table_file import Table, recorded_tables
from africana_env.play.threads import in_thread
from africana_env.play.views import page_view

MAX_OPEN = 50
"""Games kept in memory. Beyond it a game without open pages is closed; its links open it again."""
MAX_LISTED = 8


class Tables:
    """The rooms of a server. Games that wait in the records of `FOLDER`, and next to the first record, open when
    someone follows their link."""

    def __init__(self, *rooms: Room) -> None:
        self.rooms = list(rooms)
        self._folders = {game_session.FOLDER, *(room.session.path.parent for room in rooms)}
        self._opening = asyncio.Lock()

    def open_room(self, secret: str) -> Room | None:
        """Return the open room with this secret."""
        return next((room for room in self.rooms if secret in room.seats), None)

    async def room(self, secret: str) -> Room | None:
        """Return the room with this secret, opened from its record if need be."""
        if (room := self.open_room(secret)) is not None:
            return room  # without a wait for a game that is being set up
        async with self._opening:
            if (room := self.open_room(secret)) is not None:
                return room
            for folder in self._folders:
                for record, table in recorded_tables(folder).items():
                    if secret in table.links and self._room_of(record) is None:
                        try:
                            return await self._open(record, table)
                        except UserError:  # such as an edition that is not here
                            return None
        return None

    def _room_of(self, record: Path) -> Room | None:
        """Return the open room of a record."""
        return next((room for room in self.rooms if room.session.path.resolve() == record.resolve()), None)

    async def _open(self, record: Path, table: Table) -> Room:
        return self._add(await in_thread(lambda: warmed_up(continue_session(record, table))))

    def _add(self, session: GameSession) -> Room:
        idle = [room for room in self.rooms if room.is_idle]
        if len(self.rooms) >= MAX_OPEN and idle:
            self.rooms.remove(idle[0])
        self.rooms.append(room := Room(session))
        return room

    async def begin(self, choice: Choice) -> Room:
        """Begin a game; raises `UserError` if it cannot be."""
        people = [0, *(seat for seat, bot in enumerate(choice.opponents, 1) if bot is None)]
        bots = [bot for bot in choice.opponents if bot is not None]

        def make() -> GameSession:
            num_players = 1 + len(choice.opponents)
            made = begin_session(choice.game, bots, num_players, people=people, edition=choice.edition)
            return warmed_up(made)

        async with self._opening:
            return self._add(await in_thread(make))

    async def go_on(self, name: str) -> Room:
        """Return the room of a listed record; raises `UserError` if it is not listed."""
        async with self._opening:
            record = game_session.FOLDER / name
            table = lone_tables().get(record)
            if table is None:
                raise UserError("this game is not there any more: reload the page")
            return self._room_of(record) or await self._open(record, table)

    def close(self) -> None:
        """End all waits: the server is stopping."""
        for room in self.rooms:
            room.close()


def warmed_up(session: GameSession) -> GameSession:
    """Compile a session's functions before its first view."""
    page_view(session, 0)
    session.warm_up()
    return session


def lone_tables() -> dict[Path, Table]:
    """Return the recorded games of one person against bots. Listing them reveals no other person's cards."""
    found = recorded_tables(game_session.FOLDER)
    return {record: table for record, table in found.items() if table.players.count(None) == 1}


def unfinished() -> list[dict[str, Any]]:
    """Return the newest unfinished games of one person, for JSON."""
    listed: list[dict[str, Any]] = []
    for record, table in lone_tables().items():
        if len(listed) < MAX_LISTED and (entry := entry_of(record, table.players)) is not None:
            listed.append(entry)
    return listed


def entry_of(path: Path, players: Sequence[str | None]) -> dict[str, Any] | None:
    """Return the list's entry of a record; None if its game is over or cannot be played."""
    try:
        record = GameRecord.load(path)
        game = load_game(record.game)
        *_, batch = record.replay(game)
    except UserError:
        return None
    if not batch.running[0]:
        return None
    return {
        "record": path.name,
        "title": game.title,
        "opponents": [bot for bot in players if bot is not None],
        "edition": record.edition,
        "round": int(batch.states["round_number"][0]),
        "saved": path.stat().st_mtime,
    }
