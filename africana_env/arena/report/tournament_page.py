"""The page of a tournament: one HTML file that works offline. Needs Matplotlib (extra `arena`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations
from urllib.parse import quote

import numpy as np

from africana_env import __version__
from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.ratings.intervals import difference_interval, share_interval
from africana_env.arena.ratings.results import Pair, Results, by_lineup, shares_of_first
from africana_env.arena.report import charts
from africana_env.arena.report.highlights import Highlight, total
from africana_env.arena.report.page import note, page
from africana_env.arena.tournament.conditions import Conditions
from africana_env.arena.tournament.tournament import Tournament
from africana_env.bots.registry import parse_spelling
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.game.contract import Game
from africana_env.engine.game.state import TERMINATED

SHOWN_FAILURES = 50


@dataclass(frozen=True)
class SeatResult:
    """A bot's seat in a game."""

    bot: str
    seat: int
    game: GameResult


def report_page(tournament: Tournament, command: str, replays: Mapping[str, Highlight]) -> str:
    """Return the page of a tournament as HTML; `replays` are highlights by file name, next to the page."""
    conditions, results, found = tournament.conditions, tournament.deals, tournament.results
    game, players = conditions.game, conditions.num_players
    names = list(found.ratings)
    played = list(all_played(results))
    title = f"{game.title}: {len(names)} bots, {players} players"
    body = [
        f"<h1>{escape(title)}</h1>",
        played_note(conditions, tournament.num_deals, len(played) // players),
        f"<pre>{escape(command)}</pre>",
        "<h2>Ladder</h2>",
        note(
            "Maximum-likelihood ratings over the rankings of all games; 400 points are odds of ten to one. A game "
            "counts once for each seat that the bot held. Times are processor time, summed over all cores."
        ),
        *samples_part(names),
        charts.ladder(names, *ratings_of(found, names)),
        ladder_table(found, played),
        "<h2>Who beats whom</h2>",
        note(
            f"Share of the win in % of the row's bot{', alone' * (players > 2)}, against the bot of the column, which "
            "has the number of its row."
        ),
        charts.heat_map(names, share_matrix(found, names, players), 1 / players),
        shares_table(found.pairs),
        *mixed_part(found, players),
        *costs_part(found),
        *differences_part(results, names, players),
        "<h2>Seats</h2>",
        charts.seats(*shares_by_seat(results, players)),
        "<h2>Points</h2>",
        note("Mean points of each bot, without forfeited games."),
        charts.stacked("points", names, words(game.score_parts[:-1]), mean_points(game, names, played), "points"),
        "<h2>Decisions</h2>",
        note("Decisions of each bot by kind, in % of its decisions in these games."),
        charts.stacked(
            "decisions", names, words([g.name for g in game.actions.groups]), mean_decisions(game, names, played), "%"
        ),
        "<h2>Length</h2>",
        length_part(results),
        *replays_part(replays),
        *failures_part(found),
    ]
    return page(title, body)


def played_note(conditions: Conditions, deals: int, games: int) -> str:
    edition = conditions.edition
    is_assumed = isinstance(edition, EditionSet) or edition.note
    assumed = ", much of it assumed: results do not carry over exactly to the printed game" if is_assumed else ""
    rounds = f"Games are cut off after {conditions.max_rounds} rounds. " if conditions.max_rounds is not None else ""
    return note(
        f"{games:,} games: {deals:,} deals for each pair{' and mixed line-ups' * (conditions.num_players > 2)}, "
        f"each played from every seat. Edition {edition.name} ({edition.digest}){assumed}. "
        f"{rounds}Intervals are 95\N{NO-BREAK SPACE}% intervals over deals. Made by "
        f"africana-env {__version__}:"
    )


def all_played(results: Sequence[DealResult]) -> Iterator[SeatResult]:
    for result in results:
        for lineup, game in result.played():
            for seat, bot in enumerate(lineup):
                yield SeatResult(bot, seat, game)


def words(names: Sequence[str]) -> list[str]:
    return [name.replace("_", " ") for name in names]


def html_table(headings: Sequence[str], rows: Sequence[Sequence[str]], names: int) -> str:
    """Return an HTML table whose first `names` columns are text, wrapped if long."""
    kind = [' class="text"'] * names + [""] * (len(headings) - names)
    head = "".join(f"<th{k}>{escape(h)}</th>" for k, h in zip(kind, headings, strict=True))
    lines = [
        "<tr>"
        + "".join(f"<td{k}><span>{escape(cell)}</span></td>" for k, cell in zip(kind, row, strict=True))
        + "</tr>"
        for row in rows
    ]
    return f'<div class="scroll" tabindex="0"><table><tr>{head}</tr>{"".join(lines)}</table></div>'


def percent(share: float) -> str:
    return f"{share:.1%}"


# Ladder and pairs


def ratings_of(found: Results, names: Sequence[str]) -> tuple[list[float], np.ndarray]:
    return [found.ratings[bot].rating for bot in names], np.array([found.ratings[bot].ci95 for bot in names])


def ladder_table(found: Results, played: Sequence[SeatResult]) -> str:
    games: dict[str, int] = {}
    for one in played:
        games[one.bot] = games.get(one.bot, 0) + 1
    rows = []
    for bot, rated in found.ratings.items():
        time = found.seconds_per_decision(bot) or 0.0
        speed = found.milliseconds_text(bot), f"{1 / time:,.0f}" if time > 0 else ""
        rows.append((bot, f"{rated.rating:.0f}", found.interval_text(bot), f"{games[bot]:,}", *speed))
    return html_table(("bot", "rating", "interval", "games", "ms a decision", "decisions a second"), rows, 1)


def costs_part(found: Results) -> list[str]:
    costs = {bot: found.costs(bot) for bot in found.ratings}
    rows = [(bot, name, f"{cost:,.0f}") for bot, counted in costs.items() for name, cost in counted.items()]
    return ["<h2>Costs</h2>", html_table(("bot", "cost", "in all deals of the folder"), rows, 2)] if rows else []


def share_matrix(found: Results, names: Sequence[str], players: int) -> np.ndarray:
    """Return the share of the win of each bot against each other bot, NaN on the diagonal."""
    shares = np.full((len(names), len(names)), np.nan)
    for pair in found.pairs:
        row, column = names.index(pair.a), names.index(pair.b)
        shares[row, column] = pair.share
        if players == 2:
            shares[column, row] = 1 - pair.share
    return shares


def shares_table(pairs: Sequence[Pair]) -> str:
    rows = [
        (p.a, p.b, f"{p.deals:,}", percent(p.share), f"{percent(p.ci95[0])} to {percent(p.ci95[1])}") for p in pairs
    ]
    return html_table(("bot", "against", "deals", "share", "interval"), rows, 2)


def mixed_part(found: Results, players: int) -> list[str]:
    if not found.mixed:
        return []
    fair = note(f"All bots meet, in line-ups shuffled for each deal. The fair share is {1 / players:.1%}.")
    return ["<h2>Mixed line-ups</h2>", fair, shares_table(found.mixed)]


def samples_part(names: Sequence[str]) -> list[str]:
    """Return a note that policies sample their actions, if one does."""
    policies = [parse_spelling(name)[2] for name in names if name.startswith("policy:")]
    drawing = any(float(options.get("temperature", 1)) > 0 for options in policies)
    text = "policy:PATH samples its actions, as in training; policy:PATH,temperature=0 takes the likeliest."
    return [note(text)] if drawing else []


def differences_part(results: Sequence[DealResult], names: Sequence[str], players: int) -> list[str]:
    """Compare two bots against a third on the same deals: these intervals are narrower than the intervals of shares."""
    shares: dict[tuple[str, str], np.ndarray] = {}
    for lineup, played in by_lineup(results).items():
        if len(set(lineup[1:])) == 1 and lineup[0] != lineup[1]:
            shares[lineup[0], lineup[1]] = shares_of_first(played)
            if players == 2:
                shares[lineup[1], lineup[0]] = 1 - shares_of_first(played)
    rows = []
    for one, other in combinations(names, 2):
        for third in names:
            if third not in (one, other):
                difference = shares[one, third] - shares[other, third]
                low, high = difference_interval(difference)
                rows.append(
                    (one, other, third, f"{100 * difference.mean():+.1f}", f"{100 * low:+.1f} to {100 * high:+.1f}")
                )
    if not rows:
        return []
    return [
        "<h2>The same deals</h2>",
        note(
            "Difference in percentage points between two bots' shares of the win, against the same third bot on the "
            "same deals."
        ),
        html_table(("bot", "minus", "both against", "difference", "interval"), rows, 3),
    ]


# Games


def shares_by_seat(results: Sequence[DealResult], players: int) -> tuple[list[float], np.ndarray]:
    """Return each seat's share of the win and its interval. All lineups of a deal number start with the same cards, so
    intervals are over deal numbers."""
    by_number: dict[int, list[list[float]]] = {}
    for result in results:
        games = [[game.share(seat) for seat in range(players)] for game in result.games]
        by_number.setdefault(result.deal.number, []).extend(games)
    shares = np.array([np.mean(games, 0) for games in by_number.values()])
    return shares.mean(0).tolist(), np.array([share_interval(shares[:, seat]) for seat in range(players)])


def mean_points(game: Game, names: Sequence[str], played: Sequence[SeatResult]) -> np.ndarray:
    """Return the mean of each score part except the total, shape (bots, parts), without forfeited games."""
    sums = np.zeros((len(names), len(game.score_parts)))
    seats = np.zeros(len(names))
    for one in played:
        if one.game.failure is None:
            sums[names.index(one.bot)] += one.game.scores[one.seat]
            seats[names.index(one.bot)] += 1
    return sums[:, :-1] / np.maximum(seats, 1)[:, None]


def mean_decisions(game: Game, names: Sequence[str], played: Sequence[SeatResult]) -> np.ndarray:
    """Return each action group's share of a bot's decisions in %, shape (bots, groups), without forfeited games."""
    counts = np.zeros((len(names), len(game.actions.groups)))
    for one in played:
        if one.game.failure is None:
            counts[names.index(one.bot)] += one.game.decisions[one.seat]
    return 100 * counts / np.maximum(counts.sum(1, keepdims=True), 1)


def length_part(results: Sequence[DealResult]) -> str:
    games = [game for result in results for game in result.games if game.failure is None]
    if not games:
        return "<p>No game was finished.</p>"
    decisions = np.array([sum(map(sum, game.decisions)) for game in games])
    rounds = np.array([game.rounds for game in games])
    by_rules = np.mean([game.status == TERMINATED for game in games])
    spread = [np.percentile(values, (5, 50, 95), method="inverted_cdf") for values in (decisions, rounds)]
    rows = [(name, *map(str, values)) for name, values in zip(("decisions", "rounds"), spread, strict=True)]
    end = note(f"{percent(float(by_rules))} of {len(games):,} games end by the rules.")
    return charts.lengths(decisions) + html_table(("length in", "5 %", "median", "95 %"), rows, 1) + end


def replays_part(replays: Mapping[str, Highlight]) -> list[str]:
    if not replays:
        return []
    lines = []
    for file, game in replays.items():
        seats = ", ".join(f"{bot} {points}" for bot, points in zip(game.lineup, total(game), strict=True))
        lines.append(f'<li><a href="{escape(quote(file))}">{escape(game.why)}</a>: {escape(seats)}</li>')
    about = note("Replays of highlights, in files next to this page; bots by seat, with their points.")
    return ["<h2>Games</h2>", about, f"<ul>{''.join(lines)}</ul>"]


def failures_part(found: Results) -> list[str]:
    if not found.failures:
        return []
    rows = [(bot, failure.reason, str(failure.record)) for bot, failure in found.failures[:SHOWN_FAILURES]]
    how_many = note(f"{len(found.failures):,} games; each record shows the game up to the failure.")
    return ["<h2>Forfeited games</h2>", how_many, html_table(("bot", "reason", "record"), rows, 3)]
