"""The bots of a tournament: which can play, and compiling them before they are timed."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

import numpy as np

from africana_env.arena.tournament.conditions import Conditions
from africana_env.bots import Bot, EditionBound, GivesProbabilities, make_bot
from africana_env.bots.scripted import CompiledBot
from africana_env.bots.search.guided import GuidedSearchBot
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.binding import FEW_GAMES
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.game.checks import check_int
from africana_env.engine.game.contract import Edition
from africana_env.engine.process.errors import UserError, format_value

MAX_BOTS = 100
WITH_COMPILED_PARTS = (CompiledBot, GuidedSearchBot, GivesProbabilities)
"""The last are policies, and whatever else decides without cost."""


def check_names(bots: Sequence[str], least: int = 2) -> None:
    """Raise `UserError` unless these are the names of at least so many different bots."""
    if not isinstance(bots, (list, tuple)) or not all(isinstance(bot, str) for bot in bots):
        raise UserError("bots must be a list of texts: a function or a class is named as package.module:NAME")
    check_int("the number of bots", len(bots), least, MAX_BOTS)
    for number, bot in enumerate(bots):
        if bot in bots[:number]:
            raise UserError(f"the bot {format_value(bot)} is named twice: name it once")
        if not bot.isprintable():  # terminals obey some characters, and files cannot have all
            raise UserError(f"the name of the bot {format_value(bot)} cannot be printed: rename its file")


def make_bots(conditions: Conditions, bots: Iterable[str], num_games: int) -> dict[str, Bot]:
    """The bots of these names for batches of `num_games` games. Raises `UserError` unless each can play the edition, or
    every edition of the set."""
    made = {bot: make_bot(bot, conditions.game, num_games) for bot in bots}
    for name, bot in made.items():
        if isinstance(bot, EditionBound) and (difference := edition_difference(bot, conditions.edition)):
            raise UserError(
                f"{name} was trained {difference}: leave it out, play that edition, or take policy:generalist, "
                "which plays any"
            )
    return made


def edition_difference(bot: EditionBound, edition: Edition | EditionSet) -> str | None:
    """What `EditionBound.edition_difference` says of an edition, or of the first of a set of which it says anything."""
    editions = [edition] if isinstance(edition, Edition) else edition
    return next(filter(None, map(bot.edition_difference, editions)), None)


def warm_up(batch: Batch, bots: Iterable[Bot]) -> None:
    """Let bots with compiled parts decide once in each compiled form, so that their times do not include compiling."""
    batch.reset(0)
    compiled = [bot for bot in bots if isinstance(bot, WITH_COMPILED_PARTS)]
    for number in (FEW_GAMES, 1):
        for bot in compiled:
            with suppress(UserError):  # it fails in its games then
                bot.act(batch, np.arange(batch.num_games) < number, np.zeros(batch.num_games, np.int64))
