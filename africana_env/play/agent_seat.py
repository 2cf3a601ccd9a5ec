"""Seats for agents over HTTP. SECRET is the secret of the seat's link.

- `GET /SECRET/view` returns `version` (of the position), `your_turn`, `result` (null until the end), `error` (null, or
  why a bot failed), `view`, and the texts `prompt` and `system`. With `?wait=SECONDS` (60 at most) it waits for the
  seat's turn.

- `POST /SECRET/reply` takes a reply, JSON with `action` or the text of an action, and returns `version`. Out of turn or
  without a legal action, it answers status 409 and a one-line `error`. With `?version=N` it refuses the reply if the
  position has changed.
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
    """A seat of a room, for an agent."""

    def __init__(self, room: Room, secret: str) -> None:
        self.room = room
        self._secret = secret

    @property
    def seat(self) -> int:
        return self.room.seats[self._secret]

    @property
    def system(self) -> str:
        """The system prompt."""
        session = self.room.session
        return system_prompt(session.game, session.edition, len(session.players))

    async def look(self, seconds: float) -> dict[str, Any]:
        """Return the seat's view once it is the seat's turn, or after `seconds`."""
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
        """Take the action of a reply and return the new version. Raises `UserError` out of turn, for an illegal action
        or an old `version`."""
        session = self.room.session
        if self.seat not in session.asked:
            raise UserError("the game is over" if session.is_over else "it is not your turn")
        if version is not None and not session.is_current(version):
            raise UserError(f"the game has moved on: this is version {session.version}, not {version}")
        await self.room.act(self.seat, parse_reply(legal_texts(session.position(self.seat), 0), text))
        return session.version


def agent_routes(room: Room) -> list[Route]:
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
    """Return the body of a request. Raises `UserError` if it is too long, `ClientDisconnect` if it is incomplete."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_REPLY:
            raise UserError(f"a reply may have at most {MAX_REPLY} bytes")
    return bytes(body)
