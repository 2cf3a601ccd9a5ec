"""Results of finished deals: shares of the win by pair, ratings and forfeited games."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from africana_env.arena.matches.deals import DealResult, Failure
from africana_env.arena.matches.guard import DECISIONS, SECONDS, Spent
from africana_env.arena.matches.schedule import pair_lineup, pairs
from africana_env.arena.ratings.intervals import share_interval
from africana_env.arena.ratings.plackett_luce import Rating, anchor_of, rate
from africana_env.engine.process.errors import UserError, format_name
from africana_env.engine.process.files import read_file

MIXED = "mixed line-ups"
RESULT_FILE = "result.json"
"""The file of a finished tournament in its folder."""
MAX_BYTES = 1 << 24


@dataclass(frozen=True)
class Pair:
    """One bot alone against another in all other seats."""

    a: str
    b: str
    """The other bot, or `MIXED` for lineups that change with each deal."""
    deals: int
    share: float
    """Mean share of the win of `a`; each deal is played from every seat."""
    ci95: tuple[float, float]


@dataclass(frozen=True)
class Results:
    """The results of a tournament."""

    pairs: list[Pair]
    mixed: list[Pair]
    """One per bot with more than two players, in the order of the ratings."""
    ratings: dict[str, Rating]
    """Best first."""
    failures: list[tuple[str, Failure]]
    """Forfeited games, each with the bot that failed."""
    spent: Mapping[str, Spent]
    """The costs of each bot, see `GuardedBot.take_spent`."""

    def interval_text(self, bot: str) -> str:
        low, high = self.ratings[bot].ci95
        return "given" if bot == anchor_of(self.ratings) else f"{low:.0f} to {high:.0f}"

    def seconds_per_decision(self, bot: str) -> float | None:
        """Return the mean processor time of a bot's decisions; None if there were none."""
        spent = self.spent.get(bot, {})
        return spent[SECONDS] / spent[DECISIONS] if spent.get(DECISIONS) else None

    def costs(self, bot: str) -> dict[str, float]:
        """Return what a bot counts itself, such as tokens."""
        return {name: cost for name, cost in self.spent.get(bot, {}).items() if name not in (SECONDS, DECISIONS)}

    def milliseconds_text(self, bot: str) -> str:
        """Return the milliseconds per decision as text; empty if a bot made no decisions."""
        seconds = self.seconds_per_decision(bot)
        if seconds is None:
            return ""
        time = 1000 * seconds
        return f"{time:.2g}" if time < 99.5 else f"{time:,.0f}"

    def to_json(self) -> dict[str, Any]:
        """Return the results as lists of objects."""
        return {
            "pairs": [asdict(pair) for pair in self.pairs],
            "mixed": [{"bot": m.a, "deals": m.deals, "share": m.share, "ci95": list(m.ci95)} for m in self.mixed],
            "ratings": [
                {
                    "bot": bot,
                    "rating": rating.rating,
                    "ci95": list(rating.ci95),
                    "seconds_per_decision": self.seconds_per_decision(bot),
                    "costs": self.costs(bot),
                }
                for bot, rating in self.ratings.items()
            ],
            "failures": [
                {"bot": bot, "reason": failure.reason, "record": failure.record} for bot, failure in self.failures
            ],
        }


def results_from_json(content: Mapping[str, Any]) -> Results:
    """Read the output of `Results.to_json`.

    The mean time of a bot's decisions is kept, their number is not. Raises `AttributeError`, `KeyError`,
    `OverflowError`, `TypeError` or `ValueError` for other content.
    """
    if not content["ratings"]:
        raise ValueError("no bot is rated")
    spent: dict[str, Spent] = {}
    ratings: dict[str, Rating] = {}
    for rated in content["ratings"]:
        low, high = rated["ci95"]
        ratings[rated["bot"]] = Rating(finite_number(rated["rating"]), (finite_number(low), finite_number(high)))
        seconds = rated["seconds_per_decision"]
        decided = {} if seconds is None else {SECONDS: finite_number(seconds), DECISIONS: 1.0}
        spent[rated["bot"]] = {**decided, **{name: finite_number(cost) for name, cost in rated["costs"].items()}}
    return Results(
        [pair_from_json(pair["a"], pair["b"], pair) for pair in content["pairs"]],
        [pair_from_json(pair["bot"], MIXED, pair) for pair in content["mixed"]],
        ratings,
        [(lost["bot"], Failure(0, lost["reason"], lost["record"])) for lost in content["failures"]],
        spent,
    )


def pair_from_json(a: str, b: str, content: Mapping[str, Any]) -> Pair:
    low, high = content["ci95"]
    return Pair(
        a,
        b,
        int(finite_number(content["deals"])),
        finite_number(content["share"]),
        (finite_number(low), finite_number(high)),
    )


def finite_number(value: Any) -> float:
    """Return a finite number; raise `OverflowError` or `ValueError` for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise ValueError(f"{value!r:.40} is not a number")
    return float(value)


def compute_results(
    bots: Sequence[str], num_players: int, results: Sequence[DealResult], spent: Mapping[str, Spent]
) -> Results:
    """Compute the results of these bots from finished deals, which must be in a fixed order."""
    found, in_lineup = [], by_lineup(results)
    for one, other in pairs(bots, num_players):
        lineup = pair_lineup(one, other, num_players)
        shares = shares_of_first(in_lineup[lineup])
        found.append(mean_share(one, other, shares if lineup[0] == one else 1 - shares))
    ratings = sorted(rate(bots, results).items(), key=lambda rated: (-rated[1].rating, rated[0]))
    failures = [
        (lineup[game.failure.seat], game.failure)
        for result in results
        for lineup, game in result.played()
        if game.failure is not None
    ]
    at_mixed = mixed_shares([result for result in results if len(set(result.deal.lineup[1:])) > 1])
    mixed = [mean_share(bot, MIXED, at_mixed[bot]) for bot, _ in ratings if bot in at_mixed]
    return Results(found, mixed, dict(ratings), failures, spent)


def by_lineup(results: Sequence[DealResult]) -> dict[tuple[str, ...], list[DealResult]]:
    found: dict[tuple[str, ...], list[DealResult]] = {}
    for result in results:
        found.setdefault(result.deal.lineup, []).append(result)
    return found


def mean_share(a: str, b: str, shares: np.ndarray) -> Pair:
    return Pair(a, b, len(shares), float(shares.mean()), share_interval(shares))


def mixed_shares(results: Sequence[DealResult]) -> dict[str, np.ndarray]:
    """Return each bot's mean share of the win by deal number, `float64` of shape `(deals,)`."""
    shares: dict[str, dict[int, list[float]]] = {}
    for result in results:
        for lineup, game in result.played():
            for seat, bot in enumerate(lineup):
                shares.setdefault(bot, {}).setdefault(result.deal.number, []).append(game.share(seat))
    return {bot: np.array([np.mean(won) for won in deals.values()]) for bot, deals in shares.items()}


def shares_of_first(results: Sequence[DealResult]) -> np.ndarray:
    """Return the first bot's mean share of the win in each deal, `float64` of shape `(deals,)`."""
    return np.array([[game.share(seat) for seat, game in enumerate(result.games)] for result in results]).mean(1)


def read_results(folder: Path) -> Results | None:
    """Read the results of the tournament in a folder; None if it is not finished. Raises `UserError` for a damaged
    file."""
    path = folder / RESULT_FILE
    if not path.is_file():
        return None
    try:
        return results_from_json(json.loads(read_file("the results", path, MAX_BYTES)))
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{format_name(path)} is damaged: remove it to play the tournament again") from None
