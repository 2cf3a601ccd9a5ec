"""A language model behind the chat API of OpenAI, which most servers of models speak: the bot `llm:MODEL`.

The address and the key are those of the `openai` package: the environment variables `OPENAI_BASE_URL` and
`OPENAI_API_KEY`; the option `url` overrules the first. A refused reply and the reason are part of the next request.
"""

import os
from collections.abc import Mapping
from time import monotonic
from typing import Any

import openai

from africana_env.engine.game.contract import Game
from africana_env.engine.process.errors import error_reason
from africana_env.remote.writing_bot import MAX_REPLY, Answer, NoReply, Question, Settings, WritingBot

UNPACKED = ("content-encoding", "content-length", "transfer-encoding")
"""Headers of an answer that say how its content was sent."""
MAX_TOKENS = 1_000_000_000
"""Of a request; more is a mistake of the server."""
NO_KEY = "none"
"""Servers on one's own machine want no key, but the client wants to send one."""


class BoundedClient(openai.DefaultHttpxClient):
    """An HTTP client that reads no answer, nor error, beyond `MAX_REPLY` bytes and so many seconds: its own time limit
    is that of each part. It follows no redirects, which would let a server read what only this machine can reach."""

    def __init__(self, seconds: float) -> None:
        super().__init__(follow_redirects=False)
        self._seconds = seconds

    def send(self, request: Any, *, stream: bool = False, **options: Any) -> Any:
        """See `httpx.Client`; the answer has been read, also where it asks for a stream."""
        ends, body = monotonic() + self._seconds, bytearray()
        response = super().send(request, stream=True, **options)
        try:
            for part in response.iter_bytes():
                body += part
                if len(body) > MAX_REPLY:
                    raise NoReply(f"answers with more than {MAX_REPLY} bytes")
                if monotonic() > ends:
                    raise NoReply("does not answer in time")
        finally:
            response.close()
        headers = [(name, value) for name, value in response.headers.items() if name not in UNPACKED]
        return type(response)(response.status_code, headers=headers, content=bytes(body), request=request)


def make_llm_bot(
    game: Game,
    num_games: int,
    argument: str,
    *,
    url: str | None = None,
    temperature: float | None = None,
    **options: Any,
) -> WritingBot:
    """The bot of the model called `argument`."""
    settings = Settings(**options)
    client = openai.OpenAI(
        base_url=url,
        api_key=os.environ.get("OPENAI_API_KEY") or NO_KEY,
        timeout=settings.timeout,
        max_retries=0,  # tries are counted here
        http_client=BoundedClient(settings.timeout),
    )
    more = {} if temperature is None else {"temperature": temperature}

    def ask(question: Question) -> Answer:
        return chat(client, argument, question, more)

    return WritingBot(game, num_games, f"llm:{argument}", ask, settings)


def chat(client: openai.OpenAI, model: str, question: Question, more: Mapping[str, Any]) -> Answer:
    """The reply of a model to a question; raises `NoReply`."""
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
        response = client.chat.completions.create(model=model, messages=messages, **more)
        text, usage = response.choices[0].message.content or "", response.usage
        tokens = (0, 0) if usage is None else (int(usage.prompt_tokens), int(usage.completion_tokens))
        if not (isinstance(text, str) and all(0 <= number <= MAX_TOKENS for number in tokens)):
            raise ValueError
    except (NoReply, openai.OpenAIError) as error:
        beyond = error if isinstance(error, NoReply) else error.__cause__  # some versions make it one of their own
        if isinstance(beyond, NoReply):
            raise NoReply(f"the model {model} {beyond}") from None
        reason = error_reason(error).replace(client.api_key, "(the key)")  # which some servers repeat
        after = error.response.headers.get("retry-after") if isinstance(error, openai.APIStatusError) else None
        raise NoReply(f"the model {model} does not answer: {reason}", after) from None
    except UnicodeError as error:
        raise NoReply(f"the model {model} cannot be asked: {error_reason(error)}") from None
    except Exception:  # a server sends anything, and the client turns it into objects without a check
        raise NoReply(f"the model {model} answers with something else than a chat completion") from None
    return Answer(text, *tokens)
