"""An agent that plays by calling tools: a language model holds a seat of `africana serve`, by MCP.

    pip install --constraint constraints.txt '.[serve,llm]'   # in a copy of the repository
    africana serve afritoria_v0 greedy                        # prints the link of a seat
    OPENAI_BASE_URL=http://127.0.0.1:8000/v1 python examples/tool_agent.py LINK --model qwen3

The tools `look` and `act` of the seat are offered to the model by the chat API of OpenAI, which most servers of models
speak; what the tool `rules` says is read first. The model calls them until the game is over. Of what was said only the
last turns are sent again: one position holds all that a seat may know.
"""

import argparse
import asyncio
import json
import os
from collections.abc import Sequence
from typing import Any

from mcp.client import Client
from openai import AsyncOpenAI

BEGIN = "Call `look` to see the position, then `act` again and again until the game is over. You want to win."
REMINDER = "Go on: call a tool."
OVER = "The game is over."
KEPT_TURNS, MAX_IDLE_TURNS = 4, 3


async def play(link: str, model: str, client: AsyncOpenAI) -> str:
    """Play to the end of the game; returns what the seat reads there. Raises `RuntimeError` for a model that calls no
    tool though it is asked to."""
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
        turns: list[list[Any]] = []  # each: what the model said, and what it reads next
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
    """What a tool answers to a model that calls it with these arguments, JSON; or why it does not."""
    try:
        result = await seat.call_tool(tool, json.loads(arguments))
    except Exception as error:  # of the model: arguments that are no JSON, a tool that does not exist
        return f"error: {error}"
    return "".join(part.text for part in result.content)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play one game, then print its end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("link", metavar="LINK", help="the link of a seat that `africana serve` printed")
    parser.add_argument("--model", required=True)
    options = parser.parse_args(arguments)
    client = AsyncOpenAI(api_key=os.environ.get("OPENAI_API_KEY") or "none")  # servers of one's own want no key
    print(asyncio.run(play(options.link, options.model, client)).partition("\n")[0])


if __name__ == "__main__":
    main()
