"""The bot `http://HOST:PORT/PATH`: an agent behind an address.

Each decision is a POST request with a JSON object: `version` (of the prompts), `system` and `prompt` (texts), `view`
(data) and `error` (why the last reply was refused, or null). The body of the response is the reply: JSON with `action`,
or the text of an action.
"""

import json
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from socket import SHUT_RDWR, socket
from threading import Event, Timer
from typing import Any
from urllib.parse import SplitResult, urlsplit

from africana_env.api.prompts import PROMPT_VERSION
from africana_env.engine.game.contract import Game
from africana_env.engine.process.errors import UserError, error_reason, format_value
from africana_env.remote.writing_bot import MAX_REPLY, Answer, NoReply, Question, Settings, WritingBot


def make_http_bot(scheme: str, game: Game, num_games: int, argument: str, **options: Any) -> WritingBot:
    """Return the bot of the agent at `scheme:argument`; raises `UserError` for a malformed address."""
    url = f"{scheme}:{argument}"
    try:
        parts = urlsplit(url)
        is_address = bool(parts.hostname) and (parts.port is None or parts.port > 0) and "@" not in parts.netloc
    except ValueError:
        is_address = False
    if not is_address or not url.isprintable() or " " in url:
        raise UserError(f"an agent's address looks like {scheme}://127.0.0.1:8000/act, not {format_value(url)}")
    settings = Settings(**options)
    return WritingBot(game, num_games, url, partial(post, parts, settings.timeout), settings)


def post(address: SplitResult, timeout: float, question: Question) -> Answer:
    """Return an agent's reply to a question; raises `NoReply`. Uses no proxy and follows no redirects, which
    could lead to servers that only this machine can reach."""
    url = address.geturl()
    content = {
        "version": PROMPT_VERSION,
        "system": question.system,
        "prompt": question.prompt,
        "view": question.view,
        "error": question.refused[-1][1] if question.refused else None,
    }
    connect = HTTPSConnection if address.scheme == "https" else HTTPConnection
    connection = connect(str(address.hostname), address.port, timeout=timeout)
    deadline, late = None, Event()
    path = (address.path or "/") + (f"?{address.query}" if address.query else "")
    try:
        connection.connect()
        deadline = Timer(timeout, end, [connection.sock, late])  # the timeout above limits single reads
        deadline.start()
        connection.request("POST", path, json.dumps(content).encode(), {"content-type": "application/json"})
        with connection.getresponse() as response:  # may be closed before its end
            body = response.read(MAX_REPLY + 1)
    except (OSError, HTTPException, ValueError) as error:
        reason = "timed out" if late.is_set() else error_reason(error)
        raise NoReply(f"{url} does not answer: {reason}") from None
    finally:
        connection.close()
        if deadline is not None:
            deadline.cancel()
    if late.is_set():  # the body is incomplete
        raise NoReply(f"{url} does not answer: timed out")
    if not 200 <= response.status < 300:
        raise NoReply(f"{url} answers with status {response.status}", response.getheader("retry-after"))
    if len(body) > MAX_REPLY:
        raise NoReply(f"{url} answers with more than {MAX_REPLY} bytes")
    return Answer(body.decode(errors="replace"))


def end(connected: socket, late: Event) -> None:
    """Shut a connection down, so that pending reads return, and set `late`."""
    late.set()
    with suppress(OSError):  # closed already
        connected.shutdown(SHUT_RDWR)
