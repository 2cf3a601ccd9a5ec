"""Ratings by maximum likelihood over the rankings of games.

The Plackett-Luce model (with two players Bradley-Terry) draws the first place in proportion to strength, then the
second place among the rest, and so on. A tie counts as all orders of the tied bots, in equal shares. Ratings are on the
Elo scale: 400 points are odds of ten to one.
"""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import chain, permutations, product
from typing import NamedTuple

import numpy as np

from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.ratings.intervals import percentiles_95

ANCHORS = {"greedy": 1000.0, "random": 0.0}
"""The first of these bots in a tournament has its rating fixed, so that tournaments can be compared. Fixing both would
distort the scale, because their distance depends on the game: 700 points in one, far more in another."""
PER_NAT = 400 / np.log(10)
BOOTSTRAPS = 1000
MAX_SIZE = 1 << 22
"""Probabilities computed at once (samples x kinds of draws x bots): 32 MiB."""
MAX_ITERATIONS = 200
PRECISION = 1e-9
MAX_STEP = 1.0
"""The largest Newton step in nats: the quadratic model is inexact farther away."""

Order = tuple[str, ...]


class Rating(NamedTuple):
    """The rating of a bot and its 95 % interval."""

    rating: float
    ci95: tuple[float, float]


class Counts(NamedTuple):
    """Sufficient statistics of the ratings. A draw chooses the next place among the bots without one."""

    won: np.ndarray
    """Draws won, shape (deals, bots)."""
    drawn: np.ndarray
    """Draws of each kind, shape (deals, kinds)."""
    kinds: np.ndarray
    """Seats of each bot in each kind of draw, shape (kinds, bots)."""


def rate(bots: Sequence[str], results: Sequence[DealResult]) -> dict[str, Rating]:
    """Rate `bots` from the deals that they played, at least two per bot.

    Intervals come from a bootstrap over deal numbers, because games with the same cards are not independent. The order
    of `bots` does not matter.
    """
    bots = sorted(bots)  # the bootstrap's random numbers depend on the position
    anchor = anchor_of(bots)
    given = np.array([ANCHORS[anchor] if bot == anchor else np.nan for bot in bots])
    estimates, low, high = estimate(count(bots, results), given)
    return {bot: Rating(float(estimates[i]), (float(low[i]), float(high[i]))) for i, bot in enumerate(bots)}


def anchor_of(bots: Collection[str]) -> str | None:
    return next((anchor for anchor in ANCHORS if anchor in bots), None)


def estimate(counts: Counts, given: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return ratings and the bounds of their intervals, each of shape (bots,). `given` has fixed ratings, else NaN.

    Every other bot gets one more game, half won and half lost, against the fixed rating, so that bots which won
    everything or nothing are rated. In the bootstrap these halves are Gamma(1/2), as in Jeffreys' prior, so that such
    bots have an interval. The interval of each bot follows from its own number of deals.
    """
    deals, bots = counts.won.shape
    rng = np.random.default_rng(0)
    weights = rng.multinomial(deals, np.full(deals, 1 / deals), BOOTSTRAPS)
    half, drawn_prior = np.full((1, 2, bots), 0.5), rng.gamma(0.5, size=(BOOTSTRAPS, 2, bots))
    estimates = fit(counts.won.sum(0)[None], counts.drawn.sum(0)[None], counts.kinds, given, half)[0]
    parts = np.array_split(np.arange(BOOTSTRAPS), min(BOOTSTRAPS, 1 + BOOTSTRAPS * counts.kinds.size // MAX_SIZE))
    drawn = np.concatenate(
        [fit(weights[p] @ counts.won, weights[p] @ counts.drawn, counts.kinds, given, drawn_prior[p]) for p in parts]
    )
    if np.isnan(given).all():  # without an anchor only differences are known, so the mean is fixed
        drawn += estimates.mean() - drawn.mean(1, keepdims=True)
    played = np.count_nonzero(counts.drawn @ counts.kinds, axis=0)  # deal numbers per bot
    bounds = [np.percentile(drawn[:, bot], percentiles_95(int(played[bot]))) for bot in range(bots)]
    return estimates, *np.transpose(bounds)


def count(bots: Sequence[str], results: Sequence[DealResult]) -> Counts:
    """Count the draws in the rankings of all games."""
    index = {bot: number for number, bot in enumerate(bots)}
    rows = {number: row for row, number in enumerate(sorted({result.deal.number for result in results}))}
    kinds: dict[Order, int] = {}
    won = np.zeros((len(rows), len(bots)))
    draws: list[tuple[int, int, float]] = []
    for result in results:
        row = rows[result.deal.number]
        for lineup, game in result.played():
            for order, share in orders(ranking(lineup, game)):
                for place in range(len(order) - 1):
                    won[row, index[order[place]]] += share
                    kind = kinds.setdefault(tuple(sorted(order[place:])), len(kinds))
                    draws.append((row, kind, share))
    drawn = np.zeros((len(rows), len(kinds)))
    for row, kind, share in draws:
        drawn[row, kind] += share
    places = np.array([[kind.count(bot) for bot in bots] for kind in kinds], np.float64)
    return Counts(won, drawn, places.reshape(len(kinds), len(bots)))


def ranking(lineup: Order, game: GameResult) -> tuple[Order, ...]:
    """Return the bots by place, tied ones together. Winners come first, and a bot that failed comes last."""
    places: dict[tuple[bool, bool, int], list[str]] = {}
    for seat, bot in enumerate(lineup):
        points = 0 if game.failure is not None else game.scores[seat][-1]
        place = (seat not in game.winners, game.failure is not None and seat == game.failure.seat, -points)
        places.setdefault(place, []).append(bot)
    return tuple(tuple(sorted(places[place])) for place in sorted(places))


@cache
def orders(ranked: tuple[Order, ...]) -> list[tuple[Order, float]]:
    """Return all orders consistent with a ranking with ties, and the share of each."""
    found = [tuple(chain(*parts)) for parts in product(*map(permutations, ranked))]
    return [(order, found.count(order) / len(found)) for order in dict.fromkeys(found)]


def fit(won: np.ndarray, drawn: np.ndarray, kinds: np.ndarray, given: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """Return maximum-likelihood ratings, shape (samples, bots), for the counts of several samples.

    `given` has fixed ratings, NaN elsewhere. `prior` has games won and lost against the fixed rating, shape (samples,
    2, bots). Newton's method converges because the log-likelihood is concave.
    """
    free = np.isnan(given)
    middle = ANCHORS["greedy"] if free.all() else given[~free][0]
    strengths = np.zeros((len(won), len(given)))  # nats above the middle
    if not free.any():
        return strengths * PER_NAT + middle
    virtual = prior.sum(1)
    for _ in range(MAX_ITERATIONS):
        weights = np.exp(strengths)
        each = weights[:, None, :] * kinds / (weights @ kinds.T)[:, :, None]  # probability to win a draw of each kind
        expected = np.einsum("sk,skb->sb", drawn, each)
        even = weights / (1 + weights)
        slope = won - expected + prior[:, 0] - virtual * even
        curve = np.einsum("sk,skb,skc->sbc", drawn, each, each, optimize=True)
        curve -= np.eye(len(given)) * (expected + virtual * even * (1 - even))[:, :, None]
        step = -np.linalg.solve(curve[:, free][:, :, free], slope[:, free, None])[:, :, 0]
        strengths[:, free] += np.clip(step, -MAX_STEP, MAX_STEP)
        if np.abs(step).max() < PRECISION:
            break
    return strengths * PER_NAT + middle
