"""Entry points of the remote bots. They load without the extra `llm`."""

from functools import partial
from typing import Any

from africana_env.bots.protocol import Bot, BotKind, BotOption
from africana_env.engine.game.checks import read_number, read_whole
from africana_env.engine.game.contract import Game
from africana_env.engine.process.errors import UserError, format_value
from africana_env.engine.process.extras import check_extra


def read_illegal(name: str, text: str) -> str:
    if text not in ("lose", "random"):
        raise UserError(f"{name} must be lose or random, not {format_value(text)}")
    return text


def make_http(scheme: str, game: Game, num_games: int, argument: str, **options: Any) -> Bot:
    """See `http_agent.make_http_bot`."""
    from africana_env.remote.http_agent import make_http_bot

    return make_http_bot(scheme, game, num_games, argument, **options)


def make_llm(game: Game, num_games: int, argument: str, **options: Any) -> Bot:
    """See `chat_model.make_llm_bot`."""
    check_extra("llm", "the bot llm:MODEL")
    from africana_env.remote.chat_model import make_llm_bot

    return make_llm_bot(game, num_games, argument, **options)


OPTIONS = (
    BotOption("tries", "N", "is asked N times for a legal reply", partial(read_whole, minimum=1, maximum=100)),
    BotOption("timeout", "S", "has S seconds for a reply", partial(read_number, minimum=0.01, maximum=86_400)),
    BotOption("illegal", "lose|random", "loses without a legal reply, or plays any legal action", read_illegal),
)
HTTP = BotKind("//HOST:PORT/PATH", partial(make_http, "http"), OPTIONS)
HTTPS = BotKind("//HOST/PATH", partial(make_http, "https"), OPTIONS)
LLM = BotKind(
    "MODEL",
    make_llm,
    (
        BotOption("url", "BASE_URL", "is asked at this address"),
        BotOption("temperature", "T", "samples its reply at this temperature", partial(read_number, maximum=2)),
        *OPTIONS,
    ),
)
