"""Reads the lines of a tournament's file; values that do not fit raise `ValueError`."""

import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from africana_env.arena.matches.deals import DealResult, Failure, GameResult
from africana_env.arena.matches.guard import DECISIONS, SECONDS, is_cost
from africana_env.arena.matches.schedule import Deal
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.game.state import CUT_OFF, MAX_ROUNDS, RUNNING, TERMINATED
from africana_env.engine.process.errors import escape

MAX_INT = (1 << 31) - 1
"""Points and decisions of a game are counted in 32 bits."""
MAX_REASON = 4000
"""Characters; a bot's reason has some hundreds."""
RECORD = re.compile(r"[0-9a-f]{8}-[0-9]{1,9}-[0-9]")
"""The name of a record without `.json`, see `Store.keep`."""
KEPT = tuple(name for name in GameResult.__dataclass_fields__ if name != "outcome")
"""The fields of a game that are kept: ratings need no more."""


def read_deal(content: Mapping[str, Any], players: int, parts: int, groups: int) -> DealResult:
    """A finished deal, of so many players, parts of the score and groups of actions."""
    check_keys(content, "lineup", "deal", "games")
    lineup, number, games = content["lineup"], content["deal"], content["games"]
    check(isinstance(lineup, list) and len(lineup) == players and all(map(is_name, lineup)))
    check(is_in_range(number, 0, MAX_GAMES) and isinstance(games, list) and len(games) == players)
    return DealResult(Deal(tuple(lineup), number), [read_game(game, players, parts, groups) for game in games])


def game_content(game: GameResult) -> dict[str, Any]:
    """What is kept of a game, see `read_game`."""
    return {name: value for name, value in asdict(game).items() if name in KEPT}


def read_game(content: Any, players: int, parts: int, groups: int) -> GameResult:
    """A game of a deal."""
    check(isinstance(content, dict))
    check_keys(content, *KEPT)
    failure = None if content["failure"] is None else read_failure(content["failure"], players)
    winners = content["winners"]
    check(isinstance(winners, list) and all(is_in_range(seat, 0, players - 1) for seat in winners))
    others = [seat for seat in range(players) if failure is None or seat != failure.seat]
    check(bool(winners) and winners == sorted({*winners} & {*others}))
    check(failure is None or winners == others)
    check(are_rows(content["scores"], players, parts, -MAX_INT) and are_rows(content["decisions"], players, groups, 0))
    check(is_in_range(content["rounds"], 0, MAX_ROUNDS))
    check(is_in_range(content["status"], TERMINATED if failure is None else RUNNING, CUT_OFF))
    return GameResult(**{**content, "failure": failure})


def read_failure(content: Any, players: int) -> Failure:
    """By what a bot lost a game. Its reason is shown, so it becomes one line of what can be printed."""
    check(isinstance(content, dict))
    check_keys(content, *Failure.__dataclass_fields__)
    seat, reason, record = content["seat"], content["reason"], content["record"]
    check(is_in_range(seat, 0, players - 1) and isinstance(reason, str))
    check(record is None or (isinstance(record, str) and is_record(record)))
    return Failure(seat, escape(reason, MAX_REASON), record)


def read_bot(content: Mapping[str, Any]) -> tuple[str, str]:
    """A bot as it is spelled, and what identifies it."""
    check_keys(content, "bot", "identity")
    check(is_name(content["bot"]) and isinstance(content["identity"], str))
    return content["bot"], content["identity"]


def read_spent(content: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """What bots have spent, see `GuardedBot.take_spent`."""
    check_keys(content, "spent")
    spent = content["spent"]
    check(isinstance(spent, dict))
    for bot, costs in spent.items():
        check(
            is_name(bot) and isinstance(costs, dict) and {SECONDS, DECISIONS} <= {*costs} and all(map(is_name, costs))
        )
        check(all(type(cost) in (int, float) and is_cost(cost) for cost in costs.values()))
    return spent


def check(right: bool) -> None:
    """Raise `ValueError` unless something is right."""
    if not right:
        raise ValueError


def check_keys(content: Mapping[str, Any], *keys: str) -> None:
    """Raise `ValueError` unless there are these and no others."""
    check({*content} == {*keys})


def is_in_range(value: Any, minimum: int, maximum: int) -> bool:
    """Whether this is a whole number of the range."""
    return type(value) is int and minimum <= value <= maximum


def is_name(value: Any) -> bool:
    """Whether this may be the spelling of a bot of a tournament."""
    return isinstance(value, str) and value.isprintable()


def is_record(path: str) -> bool:
    """Whether this is the path of a record, of this system or another one."""
    name, _, kind = re.split(r"[/\\]", path)[-1].rpartition(".")
    return kind == "json" and RECORD.fullmatch(name) is not None


def are_rows(value: Any, rows: int, columns: int, minimum: int) -> bool:
    """Whether this is a list of rows of so many numbers."""
    right = isinstance(value, list) and len(value) == rows
    right = right and all(isinstance(row, list) and len(row) == columns for row in value)
    return right and all(is_in_range(number, minimum, MAX_INT) for row in value for number in row)
