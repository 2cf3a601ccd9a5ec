"""The tabs that show a game session, and their requests: everything about the server but its protocol."""

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
from africana_env.play.game_session import GameSession, new_path
from africana_env.play.session_setup import drawn_seed
from africana_env.play.threads import in_thread
from africana_env.play.views import page_view

Send = Callable[[dict[str, Any]], Awaitable[None]]
Result = TypeVar("Result")
SECONDS_FOR_A_HINT = 60.0
MAX_MESSAGE = 1000
"""The largest number of characters of a message."""
MESSAGES: dict[str, dict[str, type]] = {
    "act": {"seen": int, "action": int},
    "undo": {"seen": int},
    "hint": {"seen": int, "bot": str},
    "new": {"seen": int, "turn": bool},
    "name": {"seen": int, "name": str},
}
"""What a page asks (`do`), with the types of the other entries. `seen` is the version that the person has seen: what
was meant for another position is not done."""


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, and the seats that people held in it by the secrets in their links."""

    session: GameSession
    seats: Mapping[str, int]


class Room:
    """A game session, the links to its seats and the tabs that look at it. Bots think in threads; all else happens in
    one event loop."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        people = [seat for seat, bot in enumerate(session.players) if bot is None]
        self.seats = {secrets.token_urlsafe(16): seat for seat in people}
        """The seats of people by the secret in their links."""
        self._tabs: dict[Send, int] = {}
        self._waiting: list[asyncio.Event] = []
        """Set with every change that is shown: agents wait for their turn without a board."""
        self.problem: str | None = None
        """Why a bot cannot play on, or None."""
        self._shown_problem: set[int] = set()
        """The seats that were shown it: they may let the bot be asked again."""
        self._last: FinishedGame | None = None
        """The game before this one, for those who still read its result."""
        self._analysis: Analysis | None = None
        self._bot_task: asyncio.Task[None] | None = None
        self._hint_task: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    async def enter(self, send: Send, seat: int) -> None:
        """Show the session to a tab, now and after every change."""
        self._tabs[send] = seat
        await self._show(send)
        self._let_bots_play()

    def leave(self, send: Send) -> None:
        """Forget a tab that was closed."""
        self._tabs.pop(send, None)

    async def receive(self, send: Send, text: str) -> None:
        """Do what a tab asks. What cannot be done is an error message there, and changes nothing."""
        if send not in self._tabs:
            return
        try:
            message = read_message(text)
            if not self.session.is_current(message["seen"]):
                await self._show(send)
                raise UserError("the game has gone on meanwhile")
            if message["do"] == "hint":
                self._ask(send, message["bot"])
                return
            self._do(self._tabs[send], message)
        except UserError as error:
            await send({"error": str(error)})
            return
        self._let_bots_play()  # first, for a tab that takes nothing is let go where this waits for it
        await self.show_all()

    async def act(self, seat: int, action: int) -> None:
        """Take an action for a seat that no tab holds; raises `UserError` as `GameSession.act`."""
        self.session.act(seat, action)
        self._let_bots_play()
        await self.show_all()

    async def until_turn(self, seat: int, seconds: float) -> None:
        """Wait until a seat is to move, the game is over, a bot cannot play on, the room is closed, or so many seconds
        have passed. A bot that cannot is asked again by a seat that has been shown its problem."""
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
                self.session.seat_bots()  # before anything changes, for it may fail
            self.session.undo(seat)
            self._give_up()
            self._forget_analysis()
        elif message["do"] == "name":
            self.session.call(seat, message["name"])
        else:
            last = FinishedGame(as_it_is(self.session), dict(self.seats))
            self.session.restart(drawn_seed(), new_path(self.session.game), message["turn"])
            self._last = last
            if message["turn"]:
                self._turn()

    def _turn(self) -> None:
        """Whoever has a link or looks by one sits one seat on."""
        number = len(self.session.players)
        self.seats.update({secret: (seat + 1) % number for secret, seat in self.seats.items()})
        self._tabs.update({send: (seat + 1) % number for send, seat in self._tabs.items()})

    def close(self) -> None:
        """Let nobody wait any longer, for the server ends."""
        self._closing.set()
        self._wake()

    async def while_open(self, work: Coroutine[Any, Any, Result]) -> Result | None:
        """The result of some work; None if the room is closed before."""
        task, closed = asyncio.create_task(work), asyncio.create_task(self._closing.wait())
        await asyncio.wait({task, closed}, return_when=asyncio.FIRST_COMPLETED)
        closed.cancel()
        if task.done():
            return task.result()
        task.cancel()
        return None

    # After the end

    def finished(self) -> FinishedGame | None:
        """The game if it is over, or else the one before it; None if there was none."""
        return FinishedGame(self.session, self.seats) if self.session.is_over else self._last

    def analysis(self) -> Analysis | None:
        """The analysis of the finished game, which begins when it is first asked for; None for games that cannot be
        analysed, and before the end of the first."""
        finished = self.finished()
        if finished is None or not finished.session.game.has_resample:
            return None
        if self._analysis is None or self._analysis.record is not finished.session.record:
            self._forget_analysis()
            self._analysis = Analysis(as_it_is(finished.session))
        return self._analysis

    def _forget_analysis(self) -> None:
        """Give up an analysis that nobody can ask for any more."""
        if self._analysis is not None:
            self._analysis.give_up()
            self._analysis = None

    # Showing

    async def _show(self, send: Send) -> None:
        if send in self._tabs:  # it may be gone since
            await send({"view": page_view(self.session, self._tabs[send])})

    async def show_all(self) -> None:
        """Show the session to all tabs, and wake who waits."""
        self._wake()
        await asyncio.gather(*(self._show(send) for send in tuple(self._tabs)))

    def _wake(self) -> None:
        for changed in self._waiting:
            changed.set()

    # Bots

    def _let_bots_play(self) -> None:
        """Let bots decide as long as it is their turn."""
        if not self._is_thinking:
            self.problem = None
            self._bot_task = asyncio.create_task(self._play_bots())

    @property
    def _is_thinking(self) -> bool:
        return self._bot_task is not None and not self._bot_task.done()

    def _give_up(self) -> None:
        """Stop waiting for a bot that thinks about a position that was taken back."""
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
                if session.is_current(version):  # otherwise somebody took back what it thought about
                    session.play(action)
            except Exception as error:
                self.problem = f"{bot} cannot play on: {error_reason(error).removeprefix(f'{bot} ')}"
                print(self.problem, file=sys.stderr, flush=True)  # for whoever started the server
                self._shown_problem.clear()
                self._wake()
                await self._tell_all({"error": self.problem, "stopped": True})
                return
            await self.show_all()  # after every decision: a page shows one after the other, at a pace of its own

    def _ask(self, send: Send, bot: str) -> None:
        """Let a bot think about what the person at a tab could do."""
        session, seat = self.session, self._tabs[send]
        if seat not in session.asked:
            raise UserError("hints are for whoever is to move")
        if bot not in session.hints:
            raise UserError(f"no hints of that bot: use {' or '.join(session.hints) or 'none'}")
        if self._hint_task is not None and not self._hint_task.done():
            raise UserError("one hint after the other")
        # The position of now: once the seat has decided, the next one would be another seat's.
        thinking = partial(session.hint, session.position(seat), bot)
        self._hint_task = asyncio.create_task(self._hint(send, seat, bot, thinking, session.version))

    async def _hint(self, send: Send, seat: int, bot: str, thinking: Callable[[], int], version: int) -> None:
        try:
            try:
                action = await asyncio.wait_for(in_thread(thinking), SECONDS_FOR_A_HINT)
            except TimeoutError:
                self.session.seat_bots()
                raise UserError(f"{bot} has thought for {SECONDS_FOR_A_HINT:g} s") from None
        except Exception as error:
            await send({"error": f"no hint: {error_reason(error)}"})
            return
        if self.session.is_current(version) and seat in self.session.asked:
            await send({"hint": {"action": action, "bot": bot, "version": self.session.version}})

    async def _tell_all(self, message: dict[str, Any]) -> None:
        await asyncio.gather(*(send(message) for send in tuple(self._tabs)))


def as_it_is(session: GameSession) -> GameSession:
    """A session to look at as it is now, whatever becomes of the other."""
    same = copy.copy(session)
    same.names = list(session.names)
    return same


def read_message(text: str) -> dict[str, Any]:
    """A message of a page; raises `UserError` for what no page sends."""
    with suppress(ValueError, RecursionError, AttributeError, KeyError, TypeError):
        message: dict[str, Any] = json.loads(text[: MAX_MESSAGE + 1])
        types = {name: type(value) for name, value in message.items()}
        if len(text) <= MAX_MESSAGE and types == {"do": str, **MESSAGES[message["do"]]}:
            return message
    raise UserError("this is no message of the page: load it again")
