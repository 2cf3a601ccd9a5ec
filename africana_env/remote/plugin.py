"""The entry points of this folder: kinds of bots. They load without what the extra `llm` installs."""

from collections.abc import Mapping
from functools import partial

from africana_env.bots.protocol import Bot, BotKind
from africana_env.engine.contract import Game
from africana_env.engine.extras import check_extra


def make_http(scheme: str, game: Game, num_games: int, argument: str, options: Mapping[str, str]) -> Bot:
    """See `http_agent.make_http_bot`."""
    from africana_env.remote.http_agent import make_http_bot

    return make_http_bot(scheme, game, num_games, argument, options)


def make_llm(game: Game, num_games: int, argument: str, options: Mapping[str, str]) -> Bot:
    """See `chat_model.make_llm_bot`."""
    check_extra("llm", "the bot llm:MODEL")
    from africana_env.remote.chat_model import make_llm_bot

    return make_llm_bot(game, num_games, argument, options)


HTTP = BotKind("http://HOST:PORT/PATH", partial(make_http, "http"))
HTTPS = BotKind("https://HOST/PATH", partial(make_http, "https"))
LLM = BotKind("llm:MODEL[,url=BASE_URL]", make_llm)
