"""Seats for agents that read and write, by HTTP: with the secret of a seat's link

- `GET /SECRET/view` gives `version` (of the position), `your_turn`, `result` (null until the end), `error` (why a bot
  cannot play on, or null), `view`, and the texts `prompt` and `system`. With `?wait=SECONDS` (60 at most) it answers
  when it is the seat's turn, or then.
- `POST /SECRET/reply` takes a reply, JSON with `action` or the text of an action, and answers with `version`; or with
  status 409 and `error`, one line, if it is not the seat's turn or no legal action. With `?version=N` a reply that was
  meant for another position is refused.
"""

from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from africana_env.api.prompts import system_prompt, turn_prompt
from africana_env.api.replies import parse_reply
from africana_env.api.view import legal_texts
from africana_env.engine.game.checks import read_number, read_whole
from africana_env.engine.process.errors import UserError
from africana_env.play.room import Room
from africana_env.play.views import result_of, text_view

MAX_WAIT = 60.0
"""Seconds."""
MAX_REPLY = 100_000
"""Bytes."""
NO_SEAT = "there is no such seat: use an address that africana serve printed"


class AgentSeat:
    """A seat of a room as agents see it."""

    def __init__(self, room: Room, secret: str) -> None:
        self.room = room
        self._secret = secret

    @property
    def seat(self) -> int:
        """Where the agent sits now."""
        return self.room.seats[self._secret]

    @property
    def system(self) -> str:
        """What an agent reads once."""
        session = self.room.session
        return system_prompt(session.game, session.edition, len(session.players))

    async def look(self, seconds: float) -> dict[str, Any]:
        """What the seat may know when it is its turn, or after so many seconds."""
        await self.room.until_turn(self.seat, seconds)
        session = self.room.session
        view = text_view(session, self.seat)
        return {
            "version": session.version,
            "your_turn": self.seat in session.asked,
            "result": result_of(session),
            "error": self.room.problem,
            "view": view,
            "prompt": turn_prompt(view),
            "system": self.system,
        }

    async def reply(self, text: str, version: int | None = None) -> int:
        """Do what a reply says; the version of the position after it. Raises `UserError` if that cannot be."""
        session = self.room.session
        if self.seat not in session.asked:
            raise UserError("the game is over" if session.is_over else "it is not your turn")
        if version is not None and not session.is_current(version):
            raise UserError(f"the game has gone on meanwhile: this is version {session.version}, not {version}")
        await self.room.act(self.seat, parse_reply(legal_texts(session.position(self.seat), 0), text))
        return session.version


def agent_routes(room: Room) -> list[Route]:
    """The routes of all seats of a room."""
    seats = {secret: AgentSeat(room, secret) for secret in room.seats}

    async def view(request: Request) -> Response:
        seat = seats.get(request.path_params["secret"])
        if seat is None:
            return JSONResponse({"error": NO_SEAT}, 404)
        try:
            seconds = read_number("wait", request.query_params.get("wait", "0"))
        except UserError as error:
            return JSONResponse({"error": str(error)}, 400)
        return JSONResponse(await seat.look(min(MAX_WAIT, seconds)))

    async def reply(request: Request) -> Response:
        seat = seats.get(request.path_params["secret"])
        if seat is None:
            return JSONResponse({"error": NO_SEAT}, 404)
        try:
            seen = request.query_params.get("version")
            version = None if seen is None else read_whole("version", seen)
            text = (await body_of(request)).decode(errors="replace")
        except ClientDisconnect:
            return JSONResponse({}, 400)
        except UserError as error:
            return JSONResponse({"error": str(error)}, 400)
        try:
            return JSONResponse({"version": await seat.reply(text, version)})
        except UserError as error:
            return JSONResponse({"error": str(error)}, 409)

    return [Route("/{secret}/view", view), Route("/{secret}/reply", reply, methods=["POST"])]


async def body_of(request: Request) -> bytes:
    """The body of a request; raises `UserError` if it is too long, and `ClientDisconnect` if it never comes whole."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_REPLY:
            raise UserError(f"a reply may have at most {MAX_REPLY} bytes")
    return bytes(body)
