"""Win rates of a bot against each opponent, on the same deals and with seats rotated."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from africana_env.arena.matches.deals import DealResult, play_all
from africana_env.arena.matches.guard import add_costs, counted_costs
from africana_env.arena.matches.loop import MAX_ROWS, deal_seeds
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.intervals import share_interval
from africana_env.arena.ratings.results import shares_of_first
from africana_env.bots import Bot, Opponents, make_bot, make_opponents
from africana_env.bots.bot_errors import NamedBot
from africana_env.bots.protocol import is_bot, name_of
from africana_env.bots.registry import AnyBot, as_list, spelling_of
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.batch.live_editions import drawn_indices, load_whole
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.editions.editions import EditionLike
from africana_env.engine.game.checks import check_int, check_players, check_seed
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.process.progress import OnProgress, no_progress

MIN_DEALS = 10
"""Deals per edition that `worst_tenth` needs: with fewer, chance picks the worst editions."""


@dataclass(frozen=True)
class Result:
    """A bot in one seat against opponents in all others. A win shared by `n` seats counts as `1 / n`."""

    against: str
    num_games: int
    win_rate: float
    ci95: tuple[float, float]
    """See `share_interval`."""
    score: float
    """Mean points of the bot."""
    opponent_score: float
    """Mean points of the opponents."""
    worst_tenth: float | None
    """Win rate on the worst tenth of a set's editions, estimated a little too high (see `worst_tenth`). None on a
    single edition and with fewer than ten deals per edition."""
    deal_shares: tuple[float, ...]
    """Share of the win in each deal, averaged over the seats. Evaluations with the same seed, edition and number of
    players play the same deals, so two bots can be compared deal by deal: see
    `arena.ratings.intervals.difference_interval`."""
    seat_win_rates: tuple[float, ...]
    """The win rate from each seat, in turn order from the first player."""


@dataclass(frozen=True)
class Evaluation:
    """Results of a bot against each of several opponents."""

    bot: str
    game: str
    num_players: int
    edition: str
    edition_digest: str
    seed: int
    results: list[Result]
    """One per opponent, in the order of `against`."""
    max_rounds: int | None
    """Round limit of the games; None: the game's default."""
    costs: dict[str, dict[str, float]]
    """Costs by bot, such as tokens or decisions without a legal reply; see `CountsCosts`."""

    def to_json(self) -> dict[str, Any]:
        """Return all fields by name."""
        return asdict(self)


def evaluate(
    game: Game,
    bot: AnyBot,
    against: Opponents | Sequence[Opponents],
    num_players: int | None = None,
    *,
    num_games: int = 2000,
    edition: EditionLike = "reconstructed",
    max_rounds: int | None = None,
    seed: int = 1,
    progress: OnProgress = no_progress,
) -> Evaluation:
    """Play a bot against each opponent and return its win rates.

    `against` is one opponent or a list. An opponent is a bot for all other seats, or a list with one bot per seat in
    turn order. If None, `num_players` and `max_rounds` are the game's defaults. `num_games` per opponent is rounded
    down to whole rotations of the seats. With a set of editions, each deal is on one of them. `progress` receives
    numbers of deals. Raises `UserError` for a wrong argument.
    """
    loaded, against = load_whole(game, edition), as_list(against)
    players = check_players(game, loaded, num_players)
    num_games, seed = check_int("num_games", num_games, players, MAX_GAMES), check_seed(seed)
    deals = num_games // players
    has_objects = any(is_bot(one) for others in against for one in (bot, *as_list(others)))
    rows = deals * players if has_objects else min(MAX_ROWS, deals * players)
    subject = make_bot(bot, game, rows)
    lineups = [[subject, *make_opponents(others, game, num_players=players, num_games=rows)] for others in against]
    size = len(loaded) if isinstance(loaded, EditionSet) else 0
    editions = drawn_indices(deal_seeds(seed, deals), size) if 0 < MIN_DEALS * size <= deals else None
    counting = [(one, counted_costs(one)) for one in {id(one): one for lineup in lineups for one in lineup}.values()]
    results = []
    for number, (others, lineup) in enumerate(zip(against, lineups, strict=True)):

        def count(ended: int, _: int, before: int = number * deals) -> None:
            progress(before + ended, len(lineups) * deals)

        played = play_match(game, lineup, loaded, deals, seed, rows, max_rounds, count)
        results.append(match_result(spelling_of(others), played, editions))
    costs: dict[str, dict[str, float]] = {}
    for one, before in counting:
        if spent := counted_costs(one) - before:
            costs[name_of(one)] = add_costs(costs.get(name_of(one), {}), {**spent})
    about = spelling_of(bot), game.name, players, loaded.name, loaded.digest, seed
    return Evaluation(*about, results, max_rounds, costs)


def play_match(
    game: Game,
    lineup: Sequence[Bot],
    edition: Edition | EditionSet,
    deals: int,
    seed: int,
    rows: int,
    max_rounds: int | None = None,
    progress: OnProgress = no_progress,
) -> list[DealResult]:
    """Play deals from all seats between the bots of a lineup, and return the deals by number.

    The bots are in turn order and made for batches of `rows` games.
    """
    bots: dict[str, Bot] = {}
    for bot in lineup:
        if not any(bot is other for other in bots.values()):
            bots[str(len(bots))] = bot
    names = tuple(name for bot in lineup for name, other in bots.items() if other is bot)
    named = {name: NamedBot(bot) for name, bot in bots.items()}
    planned = [Deal(names, number) for number in range(deals)]
    return play_all(game, edition, named, planned, seed, rows, max_rounds, progress)


def match_result(against: str, results: Sequence[DealResult], editions: np.ndarray | None = None) -> Result:
    """Return the result of the first bot of the lineup. On a set of editions, `editions` has each deal's index."""
    shares, players = shares_of_first(results), len(results[0].games)
    by_seat = tuple(float(np.mean([result.games[seat].share(seat) for result in results])) for seat in range(players))
    points = np.array([[[seat[-1] for seat in game.scores] for game in result.games] for result in results])
    own = points[:, range(players), range(players)].mean()
    others = (points.sum() / points[..., 0].size - own) / (players - 1)
    num_games = len(results) * players
    worst = None if editions is None else worst_tenth(shares, editions)
    won = float(shares.mean()), share_interval(shares)
    return Result(against, num_games, *won, float(own), float(others), worst, tuple(shares.tolist()), by_seat)


def worst_tenth(shares: np.ndarray, editions: np.ndarray) -> float:
    """Return the mean share of the win on the worst tenth of the editions; both arrays have shape `(deals,)`.

    Half of the deals choose the worst editions and the other half measures them, then the halves swap. The minimum of
    many noisy shares would be too low. This estimate is a little too high, because few deals choose the editions partly
    by chance. Example: 100 editions whose win rates have mean 80 % and standard deviation 6 %. The true value is 70 %;
    10, 40 and 100 deals per edition give 76, 73 and 72 %.
    """
    found = []
    first = np.zeros(len(shares), np.bool_)  # every second deal of an edition
    for edition in {*editions.tolist()}:
        first[np.flatnonzero(editions == edition)[::2]] = True
    halves = first, ~first
    for choosing, measuring in (halves, halves[::-1]):
        means = {edition: shares[choosing & (editions == edition)].mean() for edition in {*editions[choosing].tolist()}}
        worst = sorted(means, key=lambda edition: (means[edition], edition))[: max(1, len(means) // 10)]
        measured = shares[measuring & np.isin(editions, worst)]
        if len(measured) > 0:
            found.append(float(measured.mean()))
    return float(np.mean(found)) if found else float(shares.mean())
