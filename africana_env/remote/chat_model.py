"""A language model behind the chat API of OpenAI, which most servers of models speak: the bot `llm:MODEL`.

The address and the key are those of the `openai` package: the environment variables `OPENAI_BASE_URL` and
`OPENAI_API_KEY`; the option `url` overrules the first. A refused reply and the reason are part of the next request.
"""

import json
import os
from collections.abc import Iterable, Mapping
from time import monotonic
from typing import Any

import openai

from africana_env.engine.contract import Game
from africana_env.engine.errors import error_reason
from africana_env.remote.writing_bot import Answer, NoReply, Question, WritingBot, read_number, take_settings

MAX_TOKENS = 1_000_000_000
"""Of a request; more is a mistake of the server."""
MAX_BODY = 1 << 20
"""Bytes of an answer."""
NO_KEY = "none"
"""Servers on one's own machine want no key, but the client wants to send one."""


def make_llm_bot(game: Game, num_games: int, argument: str, options: Mapping[str, str]) -> WritingBot:
    """The bot of the model called `argument`. Raises `UserError` for wrong options."""
    settings = take_settings(f"llm:{argument}", options, {"url": None, "temperature": None})
    client = openai.OpenAI(
        base_url=options.get("url"),
        api_key=os.environ.get("OPENAI_API_KEY") or NO_KEY,
        timeout=settings.timeout,
        max_retries=0,  # tries are counted here
    )
    more: dict[str, Any] = {}
    if "temperature" in options:
        more["temperature"] = read_number("temperature", options["temperature"], 0, 2)

    def ask(question: Question) -> Answer:
        return chat(client, argument, settings.timeout, question, more)

    return WritingBot(game, num_games, f"llm:{argument}", ask, settings)


def body_of(model: str, parts: Iterable[bytes], ends: float) -> bytes:
    """What the server of a model sends; raises `NoReply` where that is more, or takes longer, than it may."""
    body = bytearray()
    for part in parts:
        body += part
        if len(body) > MAX_BODY:
            raise NoReply(f"the model {model} answers with more than {MAX_BODY} bytes")
        if monotonic() > ends:
            raise NoReply(f"the model {model} does not answer in time")
    return bytes(body)


def chat(client: openai.OpenAI, model: str, timeout: float, question: Question, more: Mapping[str, Any]) -> Answer:
    """The reply of a model to a question; raises `NoReply`, also where it takes longer than so many seconds."""
    ends = monotonic() + timeout
    messages: list[Any] = [
        {"role": "system", "content": question.system},
        {"role": "user", "content": question.prompt},
    ]
    for reply, reason in question.refused:
        messages += [
            {"role": "assistant", "content": reply},
            {"role": "user", "content": f"{reason}. Answer again."},
        ]
    try:
        ask = client.chat.completions.with_streaming_response.create
        with ask(model=model, messages=messages, **more) as response:
            completion = json.loads(body_of(model, response.iter_bytes(), ends))
        text, usage = completion["choices"][0]["message"].get("content") or "", completion.get("usage")
        tokens = (0, 0) if usage is None else (int(usage["prompt_tokens"]), int(usage["completion_tokens"]))
        if not (isinstance(text, str) and all(0 <= number <= MAX_TOKENS for number in tokens)):
            raise ValueError
    except NoReply:
        raise
    except openai.OpenAIError as error:
        reason = error_reason(error).replace(client.api_key, "(the key)")  # which some servers repeat
        raise NoReply(f"the model {model} does not answer: {reason}") from None
    except UnicodeError as error:
        raise NoReply(f"the model {model} cannot be asked: {error_reason(error)}") from None
    except Exception:  # a server sends anything
        raise NoReply(f"the model {model} answers with something else than a chat completion") from None
    return Answer(text, *tokens)
