"""Spellings of searches: `search:N`, and `search:N,KIND=ARGUMENT` for one that the bot `KIND:ARGUMENT` guides."""

import re
from collections.abc import Callable

from africana_env.bots.protocol import Bot
from africana_env.bots.search.compiled import MAX_ROLLOUTS, SearchBot
from africana_env.bots.search.guided import MIN_ROLLOUTS, GuidedSearchBot
from africana_env.bots.search.policy_rollouts import Guide
from africana_env.engine.checks import check_int
from africana_env.engine.contract import Game
from africana_env.engine.errors import UserError, format_value

USAGE = "search:N[,policy=PATH]"
ROLLOUTS = re.compile("0|[1-9][0-9]{0,9}")
"""A number is spelled in one way: bots of two spellings are two bots."""


def parse_rollouts(argument: str) -> int:
    """The number of rollouts that the argument of a search says; raises `UserError` if it is no such number."""
    if not ROLLOUTS.fullmatch(argument):
        raise UserError(f"search needs a number of rollouts such as 200, not {format_value(argument)}: use {USAGE}")
    return check_int("the number of rollouts", int(argument), 1, MAX_ROLLOUTS)


def search_bot(game: Game, num_games: int, rollouts: int, make_guide: Callable[[int], Guide] | None) -> Bot:
    """The search with so many rollouts for each decision, guided by the bot that `make_guide` makes for a number of
    games, if any; raises `UserError` for too few rollouts."""
    if make_guide is None:
        return SearchBot(game, rollouts, num_games)
    if rollouts < MIN_ROLLOUTS:
        raise UserError(f"search:{rollouts} with a policy has too few rollouts: use search:{MIN_ROLLOUTS} or more")
    return GuidedSearchBot(game, rollouts, num_games, make_guide)
