"""A seat as a Model Context Protocol server over streamable HTTP: tools to read the rules, to look and to act."""

from collections.abc import Mapping
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from africana_env.drawing.panels import won_by
from africana_env.drawing.text import capital
from africana_env.engine.process.errors import UserError
from africana_env.play.agent_seat import AgentSeat, body_of

SECONDS = 30.0
"""How long a tool waits for the seat's turn."""
HOSTS_ARE_CHECKED = TransportSecuritySettings(enable_dns_rebinding_protection=False)
"""Our server checks host names; MCP's own check accepts loopback names only."""
INSTRUCTIONS = "Read the rules once. Then look at the position and act, until the game is over."


def mcp_app(seat: AgentSeat, path: str) -> Starlette:
    """Return the application for a seat, served at `path`."""
    server = MCPServer(name=f"africana-env seat {seat.seat}", instructions=INSTRUCTIONS, log_level="ERROR")

    async def rules() -> str:
        """The short rules, the components of this edition, and how to name actions."""
        return seat.system

    async def look() -> str:
        """The position as you may know it, the decisions since your last one, and your legal actions. Waits up to 30
        seconds for your turn."""
        found = await seat.look(SECONDS)
        if found["error"] is not None:
            raise ToolError(bot_problem(found))
        return as_text(found)

    async def act(action: str, version: int | None = None) -> str:
        """Take one of your legal actions, given as its text. If you give a version, the action is taken only in that
        version of the position. Answers with the position at your next turn, or after 30 seconds."""
        try:
            await seat.reply(action, version)
        except UserError as error:
            raise ToolError(str(error)) from None
        found = await seat.look(SECONDS)
        return as_text(found) if found["error"] is None else f"Your action was taken. But {bot_problem(found)}"

    for tool in (rules, look, act):
        server.add_tool(tool, structured_output=False)
    app = server.streamable_http_app(
        streamable_http_path=path, json_response=True, stateless_http=True, transport_security=HOSTS_ARE_CHECKED
    )
    for route in app.router.routes:
        if isinstance(route, Route):
            route.app = complete_requests(route.app)
    app.router.routes.insert(0, Route(path, no_stream, methods=["GET"]))
    return app


def complete_requests(app: ASGIApp) -> ASGIApp:
    """Forward complete requests only: the MCP package prints a traceback for an incomplete one."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await body_of(Request(scope, receive))
        except ClientDisconnect:
            return
        except UserError as error:
            await JSONResponse({"error": str(error)}, 400)(scope, receive, send)
            return
        unread: list[Message] = [{"type": "http.request", "body": body}]

        async def read() -> Message:
            return unread.pop() if unread else await receive()

        await app(scope, read, send)

    return call


async def no_stream(request: Request) -> Response:
    """Refuse the protocol's event stream, which would stay open and empty: we send no messages unasked."""
    return Response(status_code=405, headers={"allow": "POST"})


def bot_problem(found: Mapping[str, Any]) -> str:
    return f"{found['error']}; look again to let it try again"


def as_text(found: Mapping[str, Any]) -> str:
    """Return the result of `AgentSeat.look` as text; after the end the result comes first."""
    result = found["result"]
    if result is None:
        return f"Version {found['version']}\n\n{found['prompt']}"
    players = found["view"]["players"]
    points = ", ".join(f"{name}: {row[-1]}" for name, row in zip(players, result["points"], strict=True))
    won = won_by([players[winner] for winner in result["winners"]], result["tie_break"])
    sentences = filter(None, ["The game is over", capital(won), capital(result["how"]), f"Points: {points}"])
    return f"{'. '.join(sentences)}\n\n{found['prompt']}"
