"""The start page: choose a game, or continue one."""

import json
from collections.abc import Sequence

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from africana_env.engine.process.errors import UserError
from africana_env.play.addresses import is_from_site
from africana_env.play.agent_seat import body_of
from africana_env.play.choices import offered, read_choice
from africana_env.play.room import Room
from africana_env.play.tables import Tables, unfinished
from africana_env.play.threads import in_thread


def start_routes(tables: Tables, html: bytes, allowed: Sequence[str], is_private: bool) -> list[Route]:
    """Return the routes of the start page. Only a private server lists recorded games, since anyone who opens the page
    could play on in them."""

    async def page(request: Request) -> Response:
        return HTMLResponse(html)

    async def choices(request: Request) -> Response:
        listed = await in_thread(unfinished) if is_private else []
        return JSONResponse({"games": await in_thread(offered), "unfinished": listed})

    async def room_asked_for(request: Request) -> Room:
        message = json.loads(await body_of(request))
        record = message.get("record") if isinstance(message, dict) else None
        if is_private and isinstance(record, str):
            return await tables.go_on(record)
        return await tables.begin(read_choice(message))

    async def begin(request: Request) -> Response:
        if not is_from_site(request.headers, allowed):
            return JSONResponse({"error": "only the start page begins games"}, 403)
        try:
            room = await room_asked_for(request)
        except UserError as error:
            return JSONResponse({"error": str(error)}, 409)
        except (ValueError, RecursionError, ClientDisconnect):
            return JSONResponse({"error": "unknown request: reload the page"}, 400)
        return JSONResponse([[room.session.names[seat], secret] for secret, seat in room.seats.items()])

    return [Route("/", page), Route("/choices", choices), Route("/games", begin, methods=["POST"])]
