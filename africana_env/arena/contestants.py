"""The bots of a tournament: which ones they are, and made ready to play."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from africana_env import __version__
from africana_env.bots import Bot, EditionBound, make_bot
from africana_env.bots.function import FunctionBot
from africana_env.bots.registry import parse_spelling
from africana_env.bots.scripted import CompiledBot
from africana_env.engine.batch import Batch
from africana_env.engine.checks import check_int
from africana_env.engine.contract import Edition, Game, UserError
from africana_env.engine.files import brief
from africana_env.engine.kernels import FEW_GAMES

MAX_BOTS = 100


def identities(game: Game, edition: Edition, bots: Sequence[str]) -> dict[str, str]:
    """What identifies each bot beside its spelling, see `identity`. Raises `UserError` unless these are two or more
    different bots that can play this edition."""
    if not isinstance(bots, (list, tuple)) or not all(isinstance(bot, str) for bot in bots):
        raise UserError("the bots of a tournament must be a list of texts, see make_bot")
    check_int("the number of bots", len(bots), 2, MAX_BOTS)
    found: dict[str, str] = {}
    for bot in bots:
        if bot in found:
            raise UserError(f"the bot {brief(bot)} is named twice: name it once")
        if not bot.isprintable():  # terminals obey some characters, and files cannot have all
            raise UserError(f"the name of the bot {brief(bot)} cannot be printed: rename its file")
        made = make_bot(bot, game)
        difference = made.edition_difference(edition) if isinstance(made, EditionBound) else None
        if difference:
            raise UserError(f"{bot} was trained {difference}: leave it out, or play that edition")
        found[bot] = identity(bot, made)
    return found


def identity(bot: str, made: Bot) -> str:
    """A digest of the bot's file, or of its module's; our version if it has none."""
    file = own_file(bot, made)
    return f"version {__version__}" if file is None else hashlib.sha256(Path(file).read_bytes()).hexdigest()


def own_file(bot: str, made: Bot) -> str | None:
    """The file that a bot is read from, or in which its function stands."""
    _, argument, options = parse_spelling(bot)
    files = [made.source_file()] if isinstance(made, FunctionBot) else [argument, *options.values()]
    return next((file for file in files if file is not None and os.path.isfile(file)), None)


def warm_up(game: Game, edition: Edition, num_players: int, bots: Iterable[str]) -> None:
    """Let compiled bots decide once in each form, so that their times are without compiling."""
    for num_games in (FEW_GAMES, 1):
        compiled = [made for bot in bots if isinstance(made := make_bot(bot, game, num_games), CompiledBot)]
        observe = any(bot.reads_observations for bot in compiled)
        batch = Batch(game, num_games, num_players, edition, observe=observe)
        batch.reset()
        for bot in compiled:
            bot.act(batch, np.ones(num_games, np.bool_), np.zeros(num_games, np.int64))
