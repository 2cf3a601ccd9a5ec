"""The tool-calling example plays a game on a server, with a fake model."""

import asyncio
import json
import re

import numpy as np
import pytest
from clients.example_modules import example
from openai import AsyncOpenAI
from play.running import Running
from play.sessions import session_of
from remote.elsewhere import elsewhere

from africana_env import Batch
from africana_env.play.room import Room

MODEL = "m"


class FirstByTools:
    """A model that takes first legal actions by tool calls, after some mistakes."""

    def __init__(self):
        self.asked = 0
        self.refused = []

    def __call__(self, content):
        assert [tool["function"]["name"] for tool in content["tools"]] == ["look", "act"]
        system, _, *turns = content["messages"]
        assert "# How to play" in system["content"]
        self.asked += 1
        mistakes = {1: ("act", '{"action": "nonsense"}'), 2: ("act", "no JSON"), 3: ("think", "{}"), 4: None}
        if self.asked in mistakes:
            return completion(mistakes[self.asked])
        if self.asked == 5:
            self.refused = [turn["content"] for turn in turns if turn["role"] != "assistant"]
        first = re.search(r'# Your legal actions\n\n- ("(?:[^"\\]|\\.)*")', turns[-1]["content"])
        return completion(("act", json.dumps({"action": json.loads(first[1])})) if first else ("look", "{}"))


def completion(call):
    """A reply with a tool call, or with text."""
    message = {"role": "assistant", "content": "I think." if call is None else None}
    if call is not None:
        function = {"name": call[0], "arguments": call[1]}
        message["tool_calls"] = [{"id": "1", "type": "function", "function": function}]
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    return json.dumps({"id": "1", "object": "chat.completion", "created": 1, "model": MODEL, "choices": [choice]})


def run(room, reply):
    """Let a model hold a seat of a room; return the agent's result."""
    running = Running(room, for_agents=True)
    try:
        with elsewhere(reply) as server:
            client = AsyncOpenAI(base_url=server.address, api_key="none", max_retries=0)
            return asyncio.run(example("tool_agent").play(running.link, MODEL, client))
    finally:
        running.stop()


def test_it_plays_a_game_to_the_end_whatever_goes_wrong_on_the_way(tmp_path):
    session = session_of(tmp_path, max_rounds=2)
    model = FirstByTools()
    end = run(Room(session), model)
    assert end.startswith("The game is over. Won by player_")
    assert session.is_over
    refused, no_json, no_tool, reminder = model.refused[:4]
    assert "no legal action is called 'nonsense'" in refused
    assert no_json.startswith("error: Expecting value")
    assert "think" in no_tool
    assert reminder == "Continue: call a tool."
    batch = Batch(session.game, 1, 2, max_rounds=2)
    batch.reset_to(3)
    for action in session.record.actions:
        assert batch.current_player[0] == 1 or action == batch.action_mask[0].argmax()
        batch.step(np.array([action]))
    assert not batch.running[0]


def test_a_model_that_calls_no_tool_is_given_up(tmp_path):
    with pytest.raises(RuntimeError, match="the model m called no tool 3 times in a row"):
        run(Room(session_of(tmp_path)), lambda content: completion(None))
