"""The kind of bots `search:N` and `search:Nms`."""

import re
from collections.abc import Callable, Iterable
from functools import partial

from africana_env.bots.protocol import Bot, BotKind, BotOption
from africana_env.bots.search.compiled import MAX_ROLLOUTS, SearchBot
from africana_env.bots.search.guided import MIN_ROLLOUTS, GuidedSearchBot, SearchBudget
from africana_env.bots.search.policy_rollouts import Guide
from africana_env.engine.game.checks import check_int
from africana_env.engine.game.contract import Game
from africana_env.engine.process.errors import UserError, format_value

BUDGET = re.compile("(0|[1-9][0-9]{0,9})(ms)?")
"""Each number has one spelling, because different spellings are different bots."""
MAX_MILLISECONDS = 60_000


def search_kind(guides: Iterable[BotOption]) -> BotKind:
    """Return the kind of searches. The value of each option in `guides` makes the guiding bot. To add another option,
    add an entry next to them and a keyword of `make_search`."""
    return BotKind("N[ms]", make_search, (*guides,), about=about_search)


def about_search(argument: str) -> str:
    return f"plays {argument} possible games ahead before each move"


def make_search(game: Game, num_games: int, argument: str, **guides: Callable[[Game, int], Guide]) -> Bot:
    """Make the search with the budget in `argument`, guided by the bot of `guides`, if given. Raises `UserError` for a
    wrong budget or several guides."""
    budget = read_budget(argument)
    if len(guides) > 1:
        raise UserError(f"the bot {format_value(budget.spelled)} has several guides: give it one")
    for make_guide in guides.values():
        if budget.rollouts is not None and budget.rollouts < MIN_ROLLOUTS:
            raise UserError(f"{budget.spelled} with a policy has too few rollouts: use search:{MIN_ROLLOUTS} or more")
        return GuidedSearchBot(game, budget, num_games, partial(make_guide, game))
    if budget.rollouts is None:
        raise UserError(f"{budget.spelled} needs a policy: use {budget.spelled},policy=PATH")
    return SearchBot(game, budget.rollouts, num_games)


def read_budget(argument: str) -> SearchBudget:
    """Parse the budget in the argument of a search; raise `UserError` for a wrong one."""
    found = BUDGET.fullmatch(argument)
    if found is None:
        raise UserError(
            f"search needs a number of rollouts such as 200, or a time such as 20ms, not {format_value(argument)}"
        )
    if found[2]:
        milliseconds = check_int("the milliseconds of a decision", int(found[1]), 1, MAX_MILLISECONDS)
        return SearchBudget(milliseconds=milliseconds)
    return SearchBudget(rollouts=check_int("the number of rollouts", int(found[1]), 1, MAX_ROLLOUTS))
