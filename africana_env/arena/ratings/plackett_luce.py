"""Ratings by maximum likelihood over the rankings of games.

The model is Plackett's and Luce's, with two players Bradley's and Terry's: who comes first is drawn in proportion to
strength, then who comes second among the others, and so on. Ties count as every order of those who tied, in equal
shares. Ratings are on the scale of Elo, where 400 points are odds of ten to one.
"""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import chain, permutations, product
from typing import NamedTuple

import numpy as np

from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.ratings.intervals import percentiles_95

ANCHORS = {"greedy": 1000.0, "random": 0.0}
"""The rating of the first of these that takes part is given, not estimated: by it ratings of different tournaments can
be compared. Not both at once: in one game they are 700 points apart, in another far more, and other bots would be
squeezed or stretched."""
PER_NAT = 400 / np.log(10)
BOOTSTRAPS = 1000
MAX_SIZE = 1 << 22
"""Probabilities computed at once (samples times kinds of draws times bots): 32 MiB."""
MAX_ITERATIONS = 200
PRECISION = 1e-9
MAX_STEP = 1.0
"""The largest step of Newton's method, in nats: its parabola is inexact farther away."""

Order = tuple[str, ...]


class Rating(NamedTuple):
    """The rating of a bot and its 95 % interval."""

    rating: float
    ci95: tuple[float, float]


class Counts(NamedTuple):
    """The sufficient statistics of ratings, by deal number. A draw is the choice of the next place among the bots that
    have none yet."""

    won: np.ndarray
    """How many draws each bot won, shape (deals, bots)."""
    drawn: np.ndarray
    """How many draws there were of each kind, shape (deals, kinds)."""
    kinds: np.ndarray
    """How many places each bot had in a draw of each kind, shape (kinds, bots)."""


def rate(bots: Sequence[str], results: Sequence[DealResult]) -> dict[str, Rating]:
    """Ratings of `bots` from the deals they played; intervals by bootstrap over the numbers of the deals, at least two
    of each bot, for games that begin with the same cards are not independent. They do not depend on the order of
    `bots`."""
    bots = sorted(bots)  # what the bootstrap draws for a bot goes by its position
    anchor = anchor_of(bots)
    given = np.array([ANCHORS[anchor] if bot == anchor else np.nan for bot in bots])
    estimates, low, high = estimate(count(bots, results), given)
    return {bot: Rating(float(estimates[i]), (float(low[i]), float(high[i]))) for i, bot in enumerate(bots)}


def anchor_of(bots: Collection[str]) -> str | None:
    """The bot whose rating is given, if there is one."""
    return next((anchor for anchor in ANCHORS if anchor in bots), None)


def estimate(counts: Counts, given: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ratings and the bounds of their intervals, each of shape (bots,); `given` are ratings that are not estimated, NaN
    elsewhere.

    Every other bot is taken to have shared one more game with a bot of the given rating, so that who won all, or
    nothing, has a rating, too. In the bootstrap it won and lost not half a game but Gamma(1/2), as in Jeffreys' prior,
    so that the interval of such a bot is not a point. A bot may play fewer deals than others: its interval is that of
    so few.
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
    if np.isnan(given).all():  # where nothing fixes their level, ratings say how bots differ: their mean is given
        drawn += estimates.mean() - drawn.mean(1, keepdims=True)
    played = np.count_nonzero(counts.drawn @ counts.kinds, axis=0)  # the deal numbers of each bot
    bounds = [np.percentile(drawn[:, bot], percentiles_95(int(played[bot]))) for bot in range(bots)]
    return estimates, *np.transpose(bounds)


def count(bots: Sequence[str], results: Sequence[DealResult]) -> Counts:
    """The counts of the rankings of all games."""
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
    """The bots by place, tied ones together. Winners come first, a bot that failed last."""
    places: dict[tuple[bool, bool, int], list[str]] = {}
    for seat, bot in enumerate(lineup):
        points = 0 if game.failure is not None else game.scores[seat][-1]
        place = (seat not in game.winners, game.failure is not None and seat == game.failure.seat, -points)
        places.setdefault(place, []).append(bot)
    return tuple(tuple(sorted(places[place])) for place in sorted(places))


@cache
def orders(ranked: tuple[Order, ...]) -> list[tuple[Order, float]]:
    """All orders that a ranking with ties may stand for, and the share of each."""
    found = [tuple(chain(*parts)) for parts in product(*map(permutations, ranked))]
    return [(order, found.count(order) / len(found)) for order in dict.fromkeys(found)]


def fit(won: np.ndarray, drawn: np.ndarray, kinds: np.ndarray, given: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """The ratings of greatest likelihood, shape (samples, bots), for counts of several samples; `given` are ratings
    that are not estimated, NaN elsewhere, and `prior` games that each bot won and lost to one of the given rating,
    shape (samples, 2, bots). By Newton's method: the logarithm of the likelihood is concave."""
    free = np.isnan(given)
    middle = ANCHORS["greedy"] if free.all() else given[~free][0]
    strengths = np.zeros((len(won), len(given)))  # from there, in nats
    if not free.any():
        return strengths * PER_NAT + middle
    virtual = prior.sum(1)
    for _ in range(MAX_ITERATIONS):
        weights = np.exp(strengths)
        each = weights[:, None, :] * kinds / (weights @ kinds.T)[:, :, None]  # chances to win a draw of each kind
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
