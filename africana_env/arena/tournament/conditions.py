"""The conditions of a tournament, and the bots that play under them."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from africana_env.bots import Bot, EditionBound, GivesProbabilities, make_bot
from africana_env.bots.scripted import CompiledBot
from africana_env.bots.search.guided import GuidedSearchBot
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.binding import FEW_GAMES
from africana_env.engine.batch.live_editions import load_whole
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.editions.editions import EditionLike
from africana_env.engine.game.checks import check_int, check_players, check_seed, is_number
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.state import MAX_ROUNDS
from africana_env.engine.process.errors import UserError, format_value

MAX_TIME_LIMIT = 1e6
MAX_BOTS = 100
WITH_COMPILED_PARTS = (CompiledBot, GuidedSearchBot, GivesProbabilities)
"""Bots that decide once before they are timed. The last are policies and other bots whose decisions cost nothing."""


@dataclass(frozen=True)
class Conditions:
    """The conditions of all deals of a tournament, checked by `make_conditions`."""

    game: Game
    edition: Edition | EditionSet
    """On a set, the seed of each deal chooses its edition."""
    num_players: int
    seed: int
    time_limit: float | None
    """Seconds per decision."""
    max_rounds: int | None
    """Round limit of the games; None: the game's default."""

    def batch(self, num_games: int, bots: Iterable[Bot]) -> Batch:
        """Return a batch of games, with observations if one of `bots` reads them."""
        observe = any(bot.reads_observations for bot in bots)
        return Batch(self.game, num_games, self.num_players, self.edition, max_rounds=self.max_rounds, observe=observe)

    def to_json(self) -> dict[str, Any]:
        """Return the conditions as a tournament's file has them: without the game, and `max_rounds` only if given."""
        return {
            "num_players": self.num_players,
            "edition": self.edition.name,
            "edition_digest": self.edition.digest,
            "seed": self.seed,
            "time_limit": self.time_limit,
            **({} if self.max_rounds is None else {"max_rounds": self.max_rounds}),
        }


def make_conditions(
    game: Game,
    num_players: int | None = None,
    edition: EditionLike = "reconstructed",
    *,
    seed: int = 1,
    time_limit: float | None = None,
    max_rounds: int | None = None,
) -> Conditions:
    """Return the conditions of a tournament.

    If None, `num_players` and `max_rounds` are the game's defaults. `time_limit` is in seconds per decision. Raises
    `UserError` for a wrong argument.
    """
    loaded = load_whole(game, edition)
    players = check_players(game, loaded, num_players)
    rounds = None if max_rounds is None else check_int("max_rounds", max_rounds, 1, MAX_ROUNDS)
    if time_limit is not None and not (is_number(time_limit) and 0 < time_limit <= MAX_TIME_LIMIT):
        at_most = f"a number of seconds above 0 and at most {MAX_TIME_LIMIT:,.0f}"
        raise UserError(f"time_limit must be {at_most}, not {format_value(time_limit)}")
    limit = None if time_limit is None else float(time_limit)
    return Conditions(game, loaded, players, check_seed(seed), limit, rounds)


def check_names(bots: Sequence[str], least: int = 2) -> None:
    """Raise `UserError` unless `bots` names at least `least` different bots."""
    if not isinstance(bots, (list, tuple)) or not all(isinstance(bot, str) for bot in bots):
        raise UserError("bots must be a list of strings: name a function or a class as package.module:NAME")
    check_int("the number of bots", len(bots), least, MAX_BOTS)
    for number, bot in enumerate(bots):
        if bot in bots[:number]:
            raise UserError(f"the bot {format_value(bot)} is named twice: name it once")
        if not bot.isprintable():  # control characters change the terminal, and some file names cannot be encoded
            raise UserError(f"the name of the bot {format_value(bot)} cannot be printed: rename its file")


def make_bots(conditions: Conditions, bots: Iterable[str], num_games: int) -> dict[str, Bot]:
    """Make the named bots for batches of `num_games` games. Raises `UserError` if one cannot play an edition."""
    made = {bot: make_bot(bot, conditions.game, num_games) for bot in bots}
    for name, bot in made.items():
        if difference := edition_difference(bot, conditions.edition):
            raise UserError(
                f"{name} was trained {difference}: leave it out, play that edition, or use policy:generalist, "
                "which plays every edition"
            )
    return made


def edition_difference(bot: Bot, edition: Edition | EditionSet) -> str | None:
    """Return `EditionBound.edition_difference` for the first edition that a bot cannot play; None if it plays all."""
    if not isinstance(bot, EditionBound):
        return None
    editions = [edition] if isinstance(edition, Edition) else edition
    return next(filter(None, map(bot.edition_difference, editions)), None)


def warm_up(batch: Batch, bots: Iterable[Bot]) -> None:
    """Let bots with compiled parts decide once in each compiled form, so that their times exclude compilation."""
    batch.reset(0)
    compiled = [bot for bot in bots if isinstance(bot, WITH_COMPILED_PARTS)]
    for number in (FEW_GAMES, 1):
        for bot in compiled:
            with suppress(UserError):  # reported when it fails in a game
                bot.act(batch, np.arange(batch.num_games) < number, np.zeros(batch.num_games, np.int64))
