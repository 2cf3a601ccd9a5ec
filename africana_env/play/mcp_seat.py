"""A seat as a server of the Model Context Protocol, by streamable HTTP: tools to read the rules, to look and to act."""

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
"""By the server, for all pages; what MCP's own package allows are the loopback's names alone."""
INSTRUCTIONS = "Read the rules once. Then look at the position, and act, until the game is over."


def mcp_app(seat: AgentSeat, path: str) -> Starlette:
    """The application for a seat, for requests to `path`."""
    server = MCPServer(name=f"africana-env seat {seat.seat}", instructions=INSTRUCTIONS, log_level="ERROR")

    async def rules() -> str:
        """The rules in short, the components of this edition, and how to name actions."""
        return seat.system

    async def look() -> str:
        """The position as you may know it, what was decided since your last decision, and your legal actions. Waits up
        to 30 seconds for your turn."""
        found = await seat.look(SECONDS)
        if found["error"] is not None:
            raise ToolError(bot_problem(found))
        return as_text(found)

    async def act(action: str, version: int | None = None) -> str:
        """Take one of your legal actions, by its text; with the version of the position for which it is meant, only
        there. Answers with the position at your next turn, or after 30 seconds."""
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
            route.app = once_whole(route.app)
    app.router.routes.insert(0, Route(path, no_stream, methods=["GET"]))
    return app


def once_whole(app: ASGIApp) -> ASGIApp:
    """Pass requests on when they are there as a whole: MCP's own package prints a traceback of one that never is."""

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
    """The protocol's answer to who would listen for messages that are no answers: there are none. A stream without
    any would be open until the server ends."""
    return Response(status_code=405, headers={"allow": "POST"})


def bot_problem(found: Mapping[str, Any]) -> str:
    """Why the game does not go on, in what `AgentSeat.look` gave."""
    return f"{found['error']}; when you look again it is asked again"


def as_text(found: Mapping[str, Any]) -> str:
    """What `AgentSeat.look` gave, after the end the result first."""
    result = found["result"]
    if result is None:
        return f"Version {found['version']}\n\n{found['prompt']}"
    players = found["view"]["players"]
    points = ", ".join(f"{name}: {row[-1]}" for name, row in zip(players, result["points"], strict=True))
    won = won_by([players[winner] for winner in result["winners"]], result["tie_break"])
    sentences = filter(None, ["The game is over", capital(won), capital(result["how"]), f"Points: {points}"])
    return f"{'. '.join(sentences)}\n\n{found['prompt']}"
