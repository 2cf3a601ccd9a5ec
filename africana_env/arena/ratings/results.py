"""Results of finished deals: shares of the win by pair, ratings, and games that bots lost by failing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from africana_env.arena.matches.deals import DealResult, Failure
from africana_env.arena.matches.guard import DECISIONS, SECONDS, Spent
from africana_env.arena.matches.schedule import pair_lineup, pairs
from africana_env.arena.ratings.intervals import share_interval
from africana_env.arena.ratings.plackett_luce import Rating, anchor_of, rate

MIXED = "mixed line-ups"


@dataclass(frozen=True)
class Pair:
    """One bot in a seat, against another in all others."""

    a: str
    b: str
    """Or `MIXED`: against other bots that change with each deal."""
    deals: int
    share: float
    """The share of the win of `a` in a seat, in the mean over the deals, each played from every seat."""
    ci95: tuple[float, float]


@dataclass(frozen=True)
class Results:
    """The results of a tournament."""

    pairs: list[Pair]
    mixed: list[Pair]
    """Of each bot with more than two players, in the order of the ratings."""
    ratings: dict[str, Rating]
    """The best first."""
    failures: list[tuple[str, Failure]]
    """Games lost by failing, with the bot that did."""
    spent: Mapping[str, Spent]
    """What each bot has spent, see `GuardedBot.take_spent`."""

    def interval_text(self, bot: str) -> str:
        """The interval of a bot's rating."""
        low, high = self.ratings[bot].ci95
        return "given" if bot == anchor_of(self.ratings) else f"{low:.0f} to {high:.0f}"

    def seconds_per_decision(self, bot: str) -> float | None:
        """The processor time of a bot's decision; None if it took none."""
        spent = self.spent.get(bot, {})
        return spent[SECONDS] / spent[DECISIONS] if spent.get(DECISIONS) else None

    def costs(self, bot: str) -> dict[str, float]:
        """What a bot counts itself, such as tokens."""
        return {name: cost for name, cost in self.spent.get(bot, {}).items() if name not in (SECONDS, DECISIONS)}

    def milliseconds_text(self, bot: str) -> str:
        """How long a bot takes for a decision, in milliseconds; empty if it took none."""
        seconds = self.seconds_per_decision(bot)
        if seconds is None:
            return ""
        time = 1000 * seconds
        return f"{time:.2g}" if time < 99.5 else f"{time:,.0f}"

    def to_json(self) -> dict[str, Any]:
        """The results as lists of objects."""
        return {
            "pairs": [
                {"a": p.a, "b": p.b, "deals": p.deals, "share": p.share, "ci95": list(p.ci95)} for p in self.pairs
            ],
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
    """The results of which `Results.to_json` made this; raises `AttributeError`, `KeyError`, `OverflowError`,
    `TypeError` or `ValueError` if it did not. Of a bot's decisions their mean time is known, not their number."""
    if not content["ratings"]:
        raise ValueError("nobody is rated")
    spent: dict[str, Spent] = {}
    ratings: dict[str, Rating] = {}
    for rated in content["ratings"]:
        low, high = rated["ci95"]
        ratings[rated["bot"]] = Rating(number(rated["rating"]), (number(low), number(high)))
        seconds = rated["seconds_per_decision"]
        decided = {} if seconds is None else {SECONDS: number(seconds), DECISIONS: 1.0}
        spent[rated["bot"]] = {**decided, **{name: number(cost) for name, cost in rated["costs"].items()}}
    return Results(
        [pair_from_json(pair["a"], pair["b"], pair) for pair in content["pairs"]],
        [pair_from_json(pair["bot"], MIXED, pair) for pair in content["mixed"]],
        ratings,
        [(lost["bot"], Failure(0, lost["reason"], lost["record"])) for lost in content["failures"]],
        spent,
    )


def pair_from_json(a: str, b: str, content: Mapping[str, Any]) -> Pair:
    """The pair of which `Results.to_json` made this."""
    low, high = content["ci95"]
    return Pair(a, b, int(number(content["deals"])), number(content["share"]), (number(low), number(high)))


def number(value: Any) -> float:
    """A finite number; raises `OverflowError` or `ValueError` for what is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise ValueError(f"{value!r:.40} is not a number")
    return float(value)


def compute_results(
    bots: Sequence[str], num_players: int, results: Sequence[DealResult], spent: Mapping[str, Spent]
) -> Results:
    """The results of these bots in finished deals, which are in a fixed order."""
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
    """The deals of each lineup."""
    found: dict[tuple[str, ...], list[DealResult]] = {}
    for result in results:
        found.setdefault(result.deal.lineup, []).append(result)
    return found


def mean_share(a: str, b: str, shares: np.ndarray) -> Pair:
    """The mean of shares by deal, and its interval."""
    return Pair(a, b, len(shares), float(shares.mean()), share_interval(shares))


def mixed_shares(results: Sequence[DealResult]) -> dict[str, np.ndarray]:
    """The mean share of the win of each bot in a seat, by number of the deal, `float64` of shape `(deals,)`."""
    shares: dict[str, dict[int, list[float]]] = {}
    for result in results:
        for lineup, game in result.played():
            for seat, bot in enumerate(lineup):
                shares.setdefault(bot, {}).setdefault(result.deal.number, []).append(game.share(seat))
    return {bot: np.array([np.mean(won) for won in deals.values()]) for bot, deals in shares.items()}


def shares_of_first(results: Sequence[DealResult]) -> np.ndarray:
    """The mean share of the win of the first bot of the lineup, by deal, `float64` of shape `(deals,)`."""
    return np.array([[game.share(seat) for seat, game in enumerate(result.games)] for result in results]).mean(1)
