"""A room: a game session, the browser tabs that show it, and their requests, without the server's protocol."""

import asyncio
import copy
import json
import secrets
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from africana_env.engine.process.errors import UserError, error_reason
from africana_env.play.analysis import Analysis
from africana_env.play.game_session import GameSession, next_path
from africana_env.play.session_setup import random_seed
from africana_env.play.table_file import Table, load_table, save_table
from africana_env.play.threads import in_thread
from africana_env.play.views import page_view

Send = Callable[[dict[str, Any]], Awaitable[None]]
Result = TypeVar("Result")
SECONDS_FOR_A_HINT = 60.0
MAX_MESSAGE = 1000
"""Longest message, in characters."""
MESSAGES: dict[str, dict[str, type]] = {
    "act": {"seen": int, "action": int},
    "undo": {"seen": int},
    "hint": {"seen": int, "bot": str},
    "new": {"seen": int, "rotate": bool},
    "name": {"seen": int, "name": str},
}
"""Requests of a page: the value of `do`, and the types of the other entries. `seen` is the version that the person saw;
a request for an outdated position is refused."""


@dataclass(frozen=True)
class FinishedGame:
    """A finished game and the seats of its people, by the secrets in their links."""

    session: GameSession
    seats: Mapping[str, int]


class Room:
    """A game session, the links to its seats and the tabs that show it. Bots think in threads; everything else runs in
    one event loop."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.seats = seats_of(session)
        """The seats of people by the secrets in their links."""
        self._keep_table()
        self._tabs: dict[Send, int] = {}
        self._been_here: set[int] = set()
        """Seats that a tab has shown."""
        self._telling: asyncio.Task[None] | None = None
        self._waiting: list[asyncio.Event] = []
        """Set at every change, for agents that wait for their turn."""
        self.problem: str | None = None
        """Why a bot failed, or None."""
        self._shown_problem: set[int] = set()
        """Seats that saw the problem: their next request lets the bot try again."""
        self._last: FinishedGame | None = None
        """The previous game, for people who still read its result."""
        self._analysis: Analysis | None = None
        self._bot_task: asyncio.Task[None] | None = None
        self._hint_task: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    def _keep_table(self) -> None:
        """Save who plays, and the links."""
        session = self.session
        save_table(session.path, Table(session.players, session.names, session.hints, self.seats))

    async def enter(self, send: Send, seat: int) -> None:
        """Add a tab: it sees the session now and after every change."""
        was_away = self.away
        self._tabs[send] = seat
        self._been_here.add(seat)
        await self._show(send)
        if was_away:
            await self._send_all({"away": self.away})
        self._let_bots_play()

    def leave(self, send: Send) -> None:
        """Remove a closed tab; the others see who has left."""
        was_away = self.away
        self._tabs.pop(send, None)
        if self.away != was_away and not self._closing.is_set():
            self._telling = asyncio.create_task(self._send_all({"away": self.away}))

    @property
    def away(self) -> list[int]:
        """The seats of people who have left the game."""
        return sorted(self._been_here - set(self._tabs.values()))

    async def receive(self, send: Send, text: str) -> None:
        """Handle a request of a tab. An invalid one is answered by an error and changes nothing."""
        if send not in self._tabs:
            return
        try:
            message = read_message(text)
            if not self.session.is_current(message["seen"]):
                await self._show(send)
                raise UserError("the game has moved on")
            if message["do"] == "hint":
                self._ask(send, message["bot"])
                return
            self._do(self._tabs[send], message)
        except UserError as error:
            await send({"error": str(error)})
            return
        self._let_bots_play()  # before the wait, which a stuck tab cancels
        await self.show_all()

    async def act(self, seat: int, action: int) -> None:
        """Take an action for an agent's seat; raises `UserError` like `GameSession.act`."""
        self.session.act(seat, action)
        self._let_bots_play()
        await self.show_all()

    async def until_turn(self, seat: int, seconds: float) -> None:
        """Wait at most `seconds` for a seat's turn, the end of the game, a bot's failure or the end of the room. A bot
        that failed tries again if this seat has seen the failure."""
        if self.problem is None or seat in self._shown_problem:
            self._let_bots_play()
        changed = asyncio.Event()
        self._waiting.append(changed)
        try:
            async with asyncio.timeout(seconds):
                while not (self.problem or self._closing.is_set() or self.session.is_over):
                    if seat in self.session.asked:
                        return
                    changed.clear()
                    await changed.wait()
        except TimeoutError:
            pass
        finally:
            self._waiting.remove(changed)
            if self.problem is not None:
                self._shown_problem.add(seat)

    def _do(self, seat: int, message: dict[str, Any]) -> None:
        if message["do"] == "act":
            self.session.act(seat, message["action"])
        elif message["do"] == "undo":
            if self._is_thinking and self.session.can_undo(seat):
                self.session.seat_bots()  # first, because it may fail
            self.session.undo(seat)
            self._cancel_bot()
            self._forget_analysis()
        elif message["do"] == "name":
            self.session.call(seat, message["name"])
            self._keep_table()
        else:
            last, before = FinishedGame(snapshot(self.session), dict(self.seats)), self.session.path
            self.session.restart(random_seed(), next_path(self.session.game, before), message["rotate"])
            self._last = last
            if message["rotate"]:
                self._rotate()
            self._keep_table()
            save_table(before, Table(last.session.players, last.session.names, last.session.hints, {}))

    def _rotate(self) -> None:
        """Move all links and tabs to the next seat."""
        number = len(self.session.players)
        self.seats.update({secret: (seat + 1) % number for secret, seat in self.seats.items()})
        self._tabs.update({send: (seat + 1) % number for send, seat in self._tabs.items()})
        self._been_here = {(seat + 1) % number for seat in self._been_here}

    def close(self) -> None:
        """End all waits and the analysis: the server is stopping."""
        self._closing.set()
        self._forget_analysis()
        self._wake()

    async def while_open(self, work: Coroutine[Any, Any, Result]) -> Result | None:
        """Return the result of `work`, or None if the room closes first."""
        task, closed = asyncio.create_task(work), asyncio.create_task(self._closing.wait())
        await asyncio.wait({task, closed}, return_when=asyncio.FIRST_COMPLETED)
        closed.cancel()
        if task.done():
            return task.result()
        task.cancel()
        return None

    # After the end

    def finished(self) -> FinishedGame | None:
        """Return the current game if it is over, else the previous one or None."""
        return FinishedGame(self.session, self.seats) if self.session.is_over else self._last

    def analysis(self) -> Analysis | None:
        """Return the analysis of the finished game, started by the first call. None without a finished game, and for
        games without `resample`."""
        finished = self.finished()
        if finished is None or not finished.session.game.has_resample:
            return None
        if self._analysis is None or self._analysis.record is not finished.session.record:
            self._forget_analysis()
            self._analysis = Analysis(snapshot(finished.session))
        return self._analysis

    def _forget_analysis(self) -> None:
        if self._analysis is not None:
            self._analysis.cancel()
            self._analysis = None

    # Showing

    async def _show(self, send: Send) -> None:
        if send in self._tabs:  # unless it has left
            await send({"view": page_view(self.session, self._tabs[send])})

    async def show_all(self) -> None:
        """Show the session to all tabs and wake waiting agents."""
        self._wake()
        await asyncio.gather(*(self._show(send) for send in tuple(self._tabs)))

    def _wake(self) -> None:
        for changed in self._waiting:
            changed.set()

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at the game or waits in it."""
        return not (self._tabs or self._waiting or self._is_thinking)

    # Bots

    def _let_bots_play(self) -> None:
        """Let bots play until it is a person's turn."""
        if not self._is_thinking:
            self.problem = None
            self._bot_task = asyncio.create_task(self._play_bots())

    @property
    def _is_thinking(self) -> bool:
        return self._bot_task is not None and not self._bot_task.done()

    def _cancel_bot(self) -> None:
        """Stop waiting for a bot after undo."""
        if self._bot_task is not None:
            self._bot_task.cancel()
            self._bot_task = None

    async def _play_bots(self) -> None:
        session = self.session
        while session.bot_to_move is not None:
            version, bot = session.version, session.bot_to_move
            position = session.position()
            try:
                action = await in_thread(partial(session.think, position))
                if session.is_current(version):  # not after undo
                    session.play(action)
            except Exception as error:
                self.problem = f"{bot} failed: {error_reason(error).removeprefix(f'{bot} ')}"
                print(self.problem, file=sys.stderr, flush=True)
                self._shown_problem.clear()
                self._wake()
                await self._send_all({"error": self.problem, "stopped": True})
                return
            await self.show_all()  # after every decision: pages show them one by one, at their own pace

    def _ask(self, send: Send, bot: str) -> None:
        """Start computing a hint for the person at a tab."""
        session, seat = self.session, self._tabs[send]
        if seat not in session.asked:
            raise UserError("you can ask for a hint only on your turn")
        session.check_hint(bot)
        if self._hint_task is not None and not self._hint_task.done():
            raise UserError("a hint is still being computed")
        # Copy the position now: after this seat's decision it would be another seat's.
        thinking = partial(session.hint, session.position(seat), bot)
        self._hint_task = asyncio.create_task(self._hint(send, seat, bot, thinking, session.version))

    async def _hint(self, send: Send, seat: int, bot: str, thinking: Callable[[], int], version: int) -> None:
        try:
            try:
                action = await asyncio.wait_for(in_thread(thinking), SECONDS_FOR_A_HINT)
            except TimeoutError:
                self.session.seat_bots()
                raise UserError(f"{bot} took longer than {SECONDS_FOR_A_HINT:g} s") from None
        except Exception as error:
            await send({"error": f"no hint: {error_reason(error)}"})
            return
        if self.session.is_current(version) and seat in self.session.asked:
            await send({"hint": {"action": action, "bot": bot, "version": self.session.version}})

    async def _send_all(self, message: dict[str, Any]) -> None:
        await asyncio.gather(*(send(message) for send in tuple(self._tabs)))


def seats_of(session: GameSession) -> dict[str, int]:
    """Return the seats of people by the secrets in their links: those of the record's table, or new ones."""
    people = [seat for seat, bot in enumerate(session.players) if bot is None]
    table = load_table(session.path)
    if table is not None and sorted(table.links.values()) == people:
        return dict(table.links)
    return {secrets.token_urlsafe(16): seat for seat in people}


def snapshot(session: GameSession) -> GameSession:
    """Return a snapshot of a session."""
    same = copy.copy(session)
    same.names = list(session.names)
    return same


def read_message(text: str) -> dict[str, Any]:
    """Parse a message of a page; raises `UserError` if it is malformed."""
    with suppress(ValueError, RecursionError, AttributeError, KeyError, TypeError):
        message: dict[str, Any] = json.loads(text[: MAX_MESSAGE + 1])
        types = {name: type(value) for name, value in message.items()}
        if len(text) <= MAX_MESSAGE and types == {"do": str, **MESSAGES[message["do"]]}:
            return message
    raise UserError("unknown request: reload the page")
