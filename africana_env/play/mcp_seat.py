"""A seat as a server of the Model Context Protocol, by streamable HTTP: tools to read the rules, to look and to act."""

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from africana_env.engine.errors import UserError
from africana_env.play.agent_seat import AgentSeat

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
        return await seen(seat)

    async def act(action: str) -> str:
        """Take one of your legal actions, by its text. Answers with the position at your next turn, or after 30
        seconds."""
        try:
            await seat.reply(action)
        except UserError as error:
            raise ToolError(str(error)) from None
        return await seen(seat)

    for tool in (rules, look, act):
        server.add_tool(tool, structured_output=False)
    return server.streamable_http_app(
        streamable_http_path=path, json_response=True, stateless_http=True, transport_security=HOSTS_ARE_CHECKED
    )


async def seen(seat: AgentSeat) -> str:
    """The position when it is a seat's turn, or after some seconds; after the end the result first."""
    found = await seat.look(SECONDS)
    if found["error"] is not None:
        raise ToolError(f"{found['error']}; when you look again it is asked again")
    result = found["result"]
    if result is None:
        return found["prompt"]
    players = found["view"]["players"]
    winners = " and ".join(players[winner] for winner in result["winners"])
    points = ", ".join(f"{name}: {row[-1]}" for name, row in zip(players, result["points"], strict=True))
    return f"The game is over. Won by {winners}. Points: {points}\n\n{found['prompt']}"
