"""The web server: the start page, a secret link for each seat, and a websocket for each tab."""

import asyncio
import json
import socket
import webbrowser
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose, WebSocketDisconnect

from africana_env import viewer
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.process_state import only_errors_logged
from africana_env.play.addresses import address_of, canonical_host, is_allowed_host, is_from_site
from africana_env.play.agent_seat import AgentSeat, agent_routes
from africana_env.play.game_session import FOLDER, GameSession
from africana_env.play.room import MAX_MESSAGE, Room
from africana_env.play.rules_page import rules_page
from africana_env.play.start_page import start_routes
from africana_env.play.tables import Tables, warmed_up
from africana_env.play.threads import in_thread
from africana_env.viewer.replay import replay_page
from africana_env.viewer.trajectory import Trajectory, play_again

PAGE = Path(__file__).parent / "page"
SHARED = Path(viewer.__file__).parent / "pages"
ASSETS = [*sorted(PAGE.glob("*.*s")), SHARED / "board.js", SHARED / "chart.js"]
TYPES = {".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".html": "text/html"}
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Headers of every response: other pages may not use it, caches may not store it."""
NO_SEAT = "There is no such seat: use the link that africana play printed.\n"
NO_SUCH_NAME = "This host name is not allowed: start the server with --allow_host and the name.\n"
SECONDS_TO_SEND = 2.0
"""Time limit for a tab to receive a message; a slower tab is closed."""
SECONDS_TO_END = 0.5
"""Time limit for open responses when the server stops."""


def make_app(
    tables: Tables, host: str, for_agents: bool = False, allowed: Sequence[str] = (), is_private: bool = True
) -> Starlette:
    """Return the application for some tables. It accepts the host names `host`, `localhost`, the names `allowed` and
    all addresses. With `for_agents` it serves agents at the first table over HTTP and MCP, else the start page;
    `is_private` says that only this machine reaches it."""
    index = (PAGE / "index.html").read_bytes()
    assets = {path.name: path.read_bytes() for path in ASSETS}

    async def room_of(request: Request) -> Room:
        room = await tables.room(request.path_params["secret"])
        if room is None:
            raise HTTPException(404, NO_SEAT)
        return room

    async def page(request: Request) -> Response:
        await room_of(request)
        return HTMLResponse(index)

    async def asset(request: Request) -> Response:
        name = request.url.path[1:]
        return Response(assets[name], media_type=TYPES[Path(name).suffix])

    async def legend(request: Request) -> Response:
        session = (await room_of(request)).session
        return JSONResponse(session.game.presentation.legend(session.edition))

    async def guide(request: Request) -> Response:
        game = (await room_of(request)).session.game
        first = game.presentation.first_game
        notes = {name.replace("_", " "): words for name, words in first.notes.items()}
        return JSONResponse({"game": game.name, "goal": first.goal, "notes": notes, "words": first.words})

    async def rules(request: Request) -> Response:
        session = (await room_of(request)).session
        return HTMLResponse(rules_page(session.game, session.edition, len(session.players)))

    async def finished(request: Request) -> tuple[Room, GameSession, int]:
        """Return the room of the request's link, its last finished game and the link's seat in it. The game remains
        available while the next one is played."""
        room = await room_of(request)
        game = room.finished()
        seat = None if game is None else game.seats.get(request.path_params["secret"])
        if game is None or seat is None:
            raise HTTPException(404, "This is available after the end of the game.\n")
        return room, game.session, seat

    async def analysis(request: Request) -> Response:
        room, _, seat = await finished(request)
        found = room.analysis()
        return JSONResponse(found and found.summary(seat))

    async def record(request: Request) -> Response:
        _, session, _ = await finished(request)
        name = f"attachment; filename*=UTF-8''{quote(session.path.name, errors='replace')}"
        return Response(session.record.to_bytes(), 200, {"content-disposition": name}, "application/json")

    async def replay(request: Request) -> Response:
        room, session, _ = await finished(request)
        made = partial(replay_of, session, analysed(room) or session.record, list(session.names))
        page = await room.while_open(in_thread(made))
        if page is None:
            raise HTTPException(503, "The server has stopped.\n")
        return HTMLResponse(page, headers={"content-security-policy": "frame-ancestors 'none'"})  # its script is inline

    async def tab(websocket: WebSocket) -> None:
        secret = websocket.path_params["secret"]
        room = await tables.room(secret) if is_from_site(websocket.headers, allowed) else None
        if room is None:
            await websocket.close(1008)
            return
        await websocket.accept()
        await talk(room, room.seats[secret], websocket)

    more, lifespan = ([], None) if not for_agents else for_agents_of(tables.rooms[0])
    routes = [
        *([] if for_agents else start_routes(tables, (PAGE / "start.html").read_bytes(), allowed, is_private)),
        *(Route(f"/{name}", asset) for name in assets),
        Route("/{secret}", page),
        Route("/{secret}/legend.json", legend),
        Route("/{secret}/guide.json", guide),
        Route("/{secret}/rules.html", rules),
        Route("/{secret}/record", record),
        Route("/{secret}/replay", replay),
        Route("/{secret}/analysis", analysis),
        WebSocketRoute("/{secret}/tab", tab),
    ]
    known = Middleware(guarded, names=[host, *allowed])
    app = Starlette(routes=[*routes, *more], middleware=[known], lifespan=lifespan)
    app.router.redirect_slashes = False  # behind a proxy the redirect would lack the prefix
    return app


def for_agents_of(room: Room) -> tuple[list[Any], Any]:
    """Return the routes for agents and the lifespan of their MCP servers."""
    from africana_env.play.mcp_seat import mcp_app

    apps = [mcp_app(AgentSeat(room, secret), f"/{secret}/mcp") for secret in room.seats]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for app in apps:
                await stack.enter_async_context(app.router.lifespan_context(app))
            yield

    return [*agent_routes(room), *(route for app in apps for route in app.routes)], lifespan


def guarded(app: ASGIApp, names: Sequence[str]) -> ASGIApp:
    """Add `HEADERS`, and refuse foreign host names (`is_allowed_host`). A refused websocket is closed, which browsers
    see as status 403; uvicorn would log an error for any other answer."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] == "lifespan" or is_allowed_host(Headers(scope=scope).get("host", ""), names):
            await app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await WebSocketClose(1008)(scope, receive, send)
        else:
            await PlainTextResponse(NO_SUCH_NAME, 400)(scope, receive, send_with_headers)

    return call


def analysed(room: Room) -> Trajectory | None:
    """Return the finished game with its judgement, or None before the analysis is complete."""
    analysis = room.analysis()
    return None if analysis is None else analysis.trajectory


def replay_of(session: GameSession, game: GameRecord | Trajectory, names: Sequence[str]) -> str:
    """Return the replay page of a finished game. Runs in a thread; `game` and `names` are arguments because the session
    may have started its next game by then."""
    trajectory = play_again(game, session.game, session.edition) if isinstance(game, GameRecord) else game
    return replay_page(trajectory, names=names)


async def talk(room: Room, seat: int, websocket: WebSocket) -> None:
    """Serve a tab until it closes: send it the session, and handle its requests."""
    me, is_slow = asyncio.current_task(), False

    async def send(message: dict[str, Any]) -> None:
        nonlocal is_slow
        try:
            await asyncio.wait_for(websocket.send_text(json.dumps(message)), SECONDS_TO_SEND)
        except TimeoutError:
            room.leave(send)
            is_slow = True
            if me is not None:
                me.cancel()
        except (WebSocketDisconnect, RuntimeError):
            room.leave(send)

    try:
        await room.enter(send, seat)
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            await room.receive(send, text if text is not None else "")
    except asyncio.CancelledError:
        if not is_slow:
            raise
    finally:
        room.leave(send)


class Server(uvicorn.Server):
    """A server that stops quickly and without error messages."""

    def __init__(self, config: uvicorn.Config, tables: Tables) -> None:
        super().__init__(config)
        self._tables = tables

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """See `uvicorn.Server.shutdown`."""
        self._tables.close()
        asyncio.get_running_loop().call_later(SECONDS_TO_END, self._hang_up)
        await super().shutdown(sockets)
        if self.force_exit:  # Ctrl-C was pressed again
            self._hang_up()
            if self.server_state.tasks:
                await asyncio.wait(self.server_state.tasks, timeout=SECONDS_TO_END)
            await self.lifespan.shutdown()

    def _hang_up(self) -> None:
        """Abort unfinished connections: uvicorn would cancel their tasks and print a traceback for each."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def make_server(
    tables: Tables, host: str, for_agents: bool = False, allowed: Sequence[str] = (), is_private: bool = True
) -> Server:
    """Return a server for some tables, see `make_app`."""
    config = uvicorn.Config(
        make_app(tables, host, for_agents, allowed, is_private),
        log_config=None,  # it would change all loggers of the process
        lifespan="on" if for_agents else "off",
        ws_max_size=4 * MAX_MESSAGE,
        timeout_graceful_shutdown=10,  # in case `_hang_up` does not suffice
    )
    return Server(config, tables)


def serve(
    session: GameSession | None,
    host: str,
    listening: socket.socket,
    open_browser: bool,
    for_agents: bool,
    allowed: Sequence[str] = (),
) -> None:
    """Serve a session, or only the start page, until Ctrl-C, see `make_app`."""
    host = canonical_host(host)
    tables = Tables() if session is None else Tables(Room(warmed_up(session)))
    site = f"http://{address_of(host, listening)}/"
    warning = who_can_play(listening, allowed, for_agents)
    with suppress(KeyboardInterrupt):
        links = [f"{site}{secret}" for room in tables.rooms for secret in room.seats] or [site]
        print("\n".join(invitations(tables, site, for_agents)), flush=True)
        if warning:
            print(warning, flush=True)
        saved = "games are saved in" if session is None else "the game is saved in"
        where = FOLDER if session is None else session.path
        print(f"{saved} {format_name(where)}; press Ctrl-C to stop", flush=True)
        if open_browser:
            webbrowser.open(links[0])
        with only_errors_logged("uvicorn"):
            make_server(tables, host, for_agents, allowed, is_private=warning is None).run(sockets=[listening])
    if session is None:
        print(f"\ngames are saved in {format_name(FOLDER)}: to continue, run the same command")
        return
    print(f"\nthe game is saved in {session.how_to_continue()}")
    if session.held:
        who = " and ".join(session.names[seat] for seat in sorted(session.held))
        print(f"the hidden choice of {who} is not saved and must be made again")


def invitations(tables: Tables, site: str, for_agents: bool) -> Iterator[str]:
    """Yield lines with the links to the seats of people, or to the start page."""
    if not tables.rooms:
        yield f"choose a game at {site}"
        return
    room = tables.rooms[0]
    for secret, seat in room.seats.items():
        link = f"{site}{secret}"
        yield f"{room.session.names[seat]}: {link}" if for_agents or len(room.seats) > 1 else f"play at {link}"
        if for_agents:
            yield f"  agents: {link}/view and {link}/reply, or by MCP {link}/mcp"


def who_can_play(listening: socket.socket, allowed: Sequence[str], for_agents: bool) -> str | None:
    """Return a warning if other machines can reach the server."""
    at = ip_address(listening.getsockname()[0])
    if at.is_loopback and not allowed:
        return None
    elsewhere = "; on other machines, replace localhost by this machine's address" if at.is_unspecified else ""
    can = "and has a link can play" if for_agents else "can begin games, and play where they have a link"
    return f"anyone who can reach this machine {can}{elsewhere}"
