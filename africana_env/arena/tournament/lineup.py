"""The bots of a tournament: their identities, and compiling them before they are timed."""

from collections.abc import Iterable, Sequence

import numpy as np

from africana_env.arena.tournament.bot_files import identity
from africana_env.arena.tournament.conditions import Conditions
from africana_env.bots import EditionBound, GivesProbabilities, make_bot
from africana_env.bots.scripted import CompiledBot
from africana_env.bots.search.guided import GuidedSearchBot
from africana_env.engine.batch import Batch
from africana_env.engine.binding import FEW_GAMES
from africana_env.engine.checks import check_int
from africana_env.engine.contract import Edition, Game
from africana_env.engine.edition_sets import EditionSet
from africana_env.engine.errors import UserError, format_value

MAX_BOTS = 100
WITH_COMPILED_PARTS = (CompiledBot, GuidedSearchBot, GivesProbabilities)
"""The last are policies, and whatever else decides without cost."""


def identities(game: Game, edition: Edition | EditionSet, bots: Sequence[str], least: int = 2) -> dict[str, str]:
    """The identity of each bot, see `identity`. Raises `UserError` unless these are at least so many different bots
    that can play this edition, or every edition of this set."""
    if not isinstance(bots, (list, tuple)) or not all(isinstance(bot, str) for bot in bots):
        raise UserError("bots must be a list of texts: a function or a class is named as package.module:NAME")
    check_int("the number of bots", len(bots), least, MAX_BOTS)
    found: dict[str, str] = {}
    for bot in bots:
        if bot in found:
            raise UserError(f"the bot {format_value(bot)} is named twice: name it once")
        if not bot.isprintable():  # terminals obey some characters, and files cannot have all
            raise UserError(f"the name of the bot {format_value(bot)} cannot be printed: rename its file")
        made = make_bot(bot, game)
        if isinstance(made, EditionBound) and (difference := edition_difference(made, edition)):
            raise UserError(
                f"{bot} was trained {difference}: leave it out, play that edition, or take policy:generalist, "
                "which plays any"
            )
        found[bot] = identity(game, bot, made)
    return found


def edition_difference(bot: EditionBound, edition: Edition | EditionSet) -> str | None:
    """What `EditionBound.edition_difference` says of an edition, or of the first of a set of which it says anything."""
    editions = [edition] if isinstance(edition, Edition) else edition
    return next(filter(None, map(bot.edition_difference, editions)), None)


def warm_up(conditions: Conditions, bots: Iterable[str]) -> None:
    """Let bots with compiled parts decide once in each compiled form, so that their times do not include compiling."""
    for num_games in (FEW_GAMES, 1):
        made = [make_bot(bot, conditions.game, num_games) for bot in bots]
        compiled = [bot for bot in made if isinstance(bot, WITH_COMPILED_PARTS)]
        batch = Batch(
            conditions.game,
            num_games,
            conditions.num_players,
            conditions.edition,
            max_rounds=conditions.max_rounds,
            observe=any(bot.reads_observations for bot in compiled),
        )
        batch.reset(0)
        for bot in compiled:
            bot.act(batch, np.ones(num_games, np.bool_), np.zeros(num_games, np.int64))
