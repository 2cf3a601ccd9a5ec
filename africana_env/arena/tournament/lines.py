"""Readers for the lines of a tournament's file; invalid values raise `ValueError`."""

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
"""Points and decisions of a game are 32-bit numbers."""
MAX_REASON = 4000
"""Characters of a failure's reason; typical ones have hundreds."""
RECORD = re.compile(r"[0-9a-f]{8}-[0-9]{1,9}-[0-9]")
"""A record's file name without `.json`; see `Store.keep`."""
KEPT = tuple(name for name in GameResult.__dataclass_fields__ if name != "outcome")
"""The fields of a game that the file keeps."""


def read_deal(content: Mapping[str, Any], players: int, parts: int, groups: int) -> DealResult:
    """Read a finished deal, given the numbers of players, score parts and action groups."""
    check_keys(content, "lineup", "deal", "games")
    lineup, number, games = content["lineup"], content["deal"], content["games"]
    check(isinstance(lineup, list) and len(lineup) == players and all(map(is_name, lineup)))
    check(is_in_range(number, 0, MAX_GAMES) and isinstance(games, list) and len(games) == players)
    return DealResult(Deal(tuple(lineup), number), [read_game(game, players, parts, groups) for game in games])


def game_content(game: GameResult) -> dict[str, Any]:
    return {name: value for name, value in asdict(game).items() if name in KEPT}


def read_game(content: Any, players: int, parts: int, groups: int) -> GameResult:
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
    """Read a failure. Its reason is displayed, so it becomes one printable line."""
    check(isinstance(content, dict))
    check_keys(content, *Failure.__dataclass_fields__)
    seat, reason, record = content["seat"], content["reason"], content["record"]
    check(is_in_range(seat, 0, players - 1) and isinstance(reason, str))
    check(record is None or (isinstance(record, str) and is_record(record)))
    return Failure(seat, escape(reason, MAX_REASON), record)


def read_bot(content: Mapping[str, Any]) -> tuple[str, str]:
    check_keys(content, "bot", "identity")
    check(is_name(content["bot"]) and isinstance(content["identity"], str))
    return content["bot"], content["identity"]


def read_spent(content: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Read the costs of bots; see `GuardedBot.take_spent`."""
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
    if not right:
        raise ValueError


def check_keys(content: Mapping[str, Any], *keys: str) -> None:
    """Raise `ValueError` unless these are the keys."""
    check({*content} == {*keys})


def is_in_range(value: Any, minimum: int, maximum: int) -> bool:
    return type(value) is int and minimum <= value <= maximum


def is_name(value: Any) -> bool:
    """Return whether a value can be the name of a bot."""
    return isinstance(value, str) and value.isprintable()


def is_record(path: str) -> bool:
    """Return whether this is the path of a record, on any system."""
    name, _, kind = re.split(r"[/\\]", path)[-1].rpartition(".")
    return kind == "json" and RECORD.fullmatch(name) is not None


def are_rows(value: Any, rows: int, columns: int, minimum: int) -> bool:
    """Return whether a value is a list of `rows` lists of `columns` whole numbers."""
    right = isinstance(value, list) and len(value) == rows
    right = right and all(isinstance(row, list) and len(row) == columns for row in value)
    return right and all(is_in_range(number, minimum, MAX_INT) for row in value for number in row)
