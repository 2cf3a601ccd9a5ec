"""Spellings of searches: `search:N` and `search:Nms`, and `search:N,KIND=ARGUMENT` for one that the bot `KIND:ARGUMENT`
guides."""

import re
from collections.abc import Callable

from africana_env.bots.protocol import Bot
from africana_env.bots.search.compiled import MAX_ROLLOUTS, SearchBot
from africana_env.bots.search.guided import MIN_ROLLOUTS, GuidedSearchBot, SearchBudget
from africana_env.bots.search.policy_rollouts import Guide
from africana_env.engine.checks import check_int
from africana_env.engine.contract import Game
from africana_env.engine.errors import UserError, format_value

USAGE = "search:N[ms][,policy=PATH]"
BUDGET = re.compile("(0|[1-9][0-9]{0,9})(ms)?")
"""A number is spelled in one way: bots of two spellings are two bots."""
MAX_MILLISECONDS = 60_000


def parse_budget(argument: str) -> SearchBudget:
    """The budget that the argument of a search says; raises `UserError` if it says none."""
    found = BUDGET.fullmatch(argument)
    if found is None:
        raise UserError(
            f"search needs a number of rollouts such as 200, or a time such as 20ms, not {format_value(argument)}: "
            f"use {USAGE}"
        )
    if found[2]:
        return SearchBudget(
            milliseconds=check_int("the milliseconds of a decision", int(found[1]), 1, MAX_MILLISECONDS)
        )
    return SearchBudget(rollouts=check_int("the number of rollouts", int(found[1]), 1, MAX_ROLLOUTS))


def search_bot(game: Game, num_games: int, budget: SearchBudget, make_guide: Callable[[int], Guide] | None) -> Bot:
    """The search with a budget for each decision, guided by the bot that `make_guide` makes for a number of games, if
    any; raises `UserError` for too few rollouts, and for a time without a guide."""
    if make_guide is None:
        if budget.rollouts is None:
            raise UserError(f"{budget.spelled} needs a policy: use {budget.spelled},policy=PATH")
        return SearchBot(game, budget.rollouts, num_games)
    if budget.rollouts is not None and budget.rollouts < MIN_ROLLOUTS:
        raise UserError(f"{budget.spelled} with a policy has too few rollouts: use search:{MIN_ROLLOUTS} or more")
    return GuidedSearchBot(game, budget, num_games, make_guide)
