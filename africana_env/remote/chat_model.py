"""The bot `llm:MODEL`: a language model behind OpenAI's chat API, which most model servers support.

The `openai` package takes address and key from the environment variables `OPENAI_BASE_URL` and `OPENAI_API_KEY`; the
option `url` overrides the address. A refused reply and the reason are part of the next request.
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
"""Headers that no longer hold once the content is decoded."""
MAX_TOKENS = 1_000_000_000
"""Largest believable token count of a request."""
NO_KEY = "none"
"""A placeholder: the client needs a key, local servers do not."""


class BoundedClient(openai.DefaultHttpxClient):
    """An HTTP client that limits the size (`MAX_REPLY`) and the total time of a response; httpx limits the time of each
    part only. It follows no redirects: a server could use them to read what only this machine can reach."""

    def __init__(self, seconds: float) -> None:
        super().__init__(follow_redirects=False)
        self._seconds = seconds

    def send(self, request: Any, *, stream: bool = False, **options: Any) -> Any:
        """See `httpx.Client.send`; the response is read completely, even if a stream is asked for."""
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
    """Return the bot of the model `argument`."""
    settings = Settings(**options)
    client = openai.OpenAI(
        base_url=url,
        api_key=os.environ.get("OPENAI_API_KEY") or NO_KEY,
        timeout=settings.timeout,
        max_retries=0,  # the bot counts its tries
        http_client=BoundedClient(settings.timeout),
    )
    more = {} if temperature is None else {"temperature": temperature}

    def ask(question: Question) -> Answer:
        return chat(client, argument, question, more)

    return WritingBot(game, num_games, f"llm:{argument}", ask, settings)


def chat(client: openai.OpenAI, model: str, question: Question, more: Mapping[str, Any]) -> Answer:
    """Return the model's reply to a question; raises `NoReply`."""
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
        beyond = error if isinstance(error, NoReply) else error.__cause__  # some versions of the client wrap it
        if isinstance(beyond, NoReply):
            raise NoReply(f"the model {model} {beyond}") from None
        reason = error_reason(error).replace(client.api_key, "(the key)")  # some servers repeat it
        after = error.response.headers.get("retry-after") if isinstance(error, openai.APIStatusError) else None
        raise NoReply(f"the model {model} does not answer: {reason}", after) from None
    except UnicodeError as error:
        raise NoReply(f"the model {model} cannot be asked: {error_reason(error)}") from None
    except Exception:  # the client does not validate responses
        raise NoReply(f"the model {model} does not answer with a chat completion") from None
    return Answer(text, *tokens)
