"""A language model plays by calling tools: it holds a seat of `africana serve` over MCP.

    pip install --constraint constraints.txt '.[serve,llm]'   # in a copy of the repository
    africana serve afritoria_v0 greedy                        # prints the link of a seat
    OPENAI_BASE_URL=http://127.0.0.1:8000/v1 python examples/tool_agent.py LINK --model qwen3

The model gets the seat's tools `look` and `act` through the OpenAI chat API, which most model servers support, and the
output of `rules` as the system prompt. It calls tools until the game is over. Only the last turns of the conversation
are sent again, because a position contains everything that a seat may know.
"""

import argparse
import asyncio
import json
import os
from collections.abc import Sequence
from typing import Any

from mcp.client import Client
from openai import AsyncOpenAI

BEGIN = "Call `look` to see the position, then `act` repeatedly until the game is over. Try to win."
REMINDER = "Continue: call a tool."
OVER = "The game is over."
KEPT_TURNS, MAX_IDLE_TURNS = 4, 3


async def play(link: str, model: str, client: AsyncOpenAI) -> str:
    """Play to the end of the game, and return the last tool result. Raises `RuntimeError` for a model that does not
    call tools."""
    async with Client(f"{link.rstrip('/')}/mcp") as seat:
        tools: list[Any] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": tool.input_schema},
            }
            for tool in (await seat.list_tools()).tools
            if tool.name != "rules"
        ]
        rules = await result_of(seat, "rules", "{}")
        start: list[Any] = [{"role": "system", "content": rules}, {"role": "user", "content": BEGIN}]
        turns: list[list[Any]] = []  # each has the model's message and its results
        idle = 0
        while idle < MAX_IDLE_TURNS:
            messages = start + [message for turn in turns[-KEPT_TURNS:] for message in turn]
            response = await client.chat.completions.create(model=model, messages=messages, tools=tools)
            said = response.choices[0].message
            turn: list[Any] = [said.model_dump(exclude_none=True)]
            calls: list[Any] = said.tool_calls or []
            for call in calls:
                seen = await result_of(seat, call.function.name, call.function.arguments)
                if seen.startswith(OVER):
                    return seen
                turn.append({"role": "tool", "tool_call_id": call.id, "content": seen})
            idle = 0 if calls else idle + 1
            turns.append(turn if calls else [*turn, {"role": "user", "content": REMINDER}])
    raise RuntimeError(f"the model {model} called no tool {idle} times in a row")


async def result_of(seat: Client, tool: str, arguments: str) -> str:
    """Return the result of a tool call with JSON arguments, or its error."""
    try:
        result = await seat.call_tool(tool, json.loads(arguments))
    except Exception as error:  # the model's error: invalid JSON or an unknown tool
        return f"error: {error}"
    return "".join(part.text for part in result.content)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play one game, then print its end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("link", metavar="LINK", help="the link of a seat that `africana serve` printed")
    parser.add_argument("--model", required=True)
    options = parser.parse_args(arguments)
    client = AsyncOpenAI(api_key=os.environ.get("OPENAI_API_KEY") or "none")  # local servers need no key
    print(asyncio.run(play(options.link, options.model, client)).partition("\n")[0])


if __name__ == "__main__":
    main()
