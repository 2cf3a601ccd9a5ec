"""A tournament as one page that needs no network. It needs Matplotlib, in the extra `arena`."""

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
    """One seat of one game."""

    bot: str
    seat: int
    game: GameResult


def report_page(tournament: Tournament, command: str, replays: Mapping[str, Highlight]) -> str:
    """The page of a tournament, HTML; `replays` are its highlights by the names of their files beside it."""
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
            "Ratings of greatest likelihood over the rankings of all games; 400 points are odds of ten to one. A game "
            "counts once for each seat that the bot held in it. Times are of processor time, on all cores together."
        ),
        *samples_part(names),
        charts.ladder(names, *ratings_of(found, names)),
        ladder_table(found, played),
        "<h2>Who beats whom</h2>",
        note(f"Shares of the win in %, of the bot of the row{' alone' * (players > 2)} against that of the column."),
        charts.heat_map(names, share_matrix(found, names, players), 1 / players),
        shares_table(found.pairs),
        *mixed_part(found, players),
        *costs_part(found),
        *differences_part(results, names, players),
        "<h2>Seats</h2>",
        charts.seats(*shares_by_seat(results, players)),
        "<h2>Points</h2>",
        note("Means of a bot in all its games but those that a bot lost by failing."),
        charts.stacked("points", names, words(game.score_parts[:-1]), mean_points(game, names, played), "points"),
        "<h2>Decisions</h2>",
        note("What each bot decides, as shares of its decisions in these games."),
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
    """The number of games, and under which conditions they were played."""
    edition = conditions.edition
    is_assumed = isinstance(edition, EditionSet) or edition.note
    assumed = ", much of it assumed: results say nothing exact about the printed game" if is_assumed else ""
    rounds = f"Games are cut off after {conditions.max_rounds} rounds. " if conditions.max_rounds is not None else ""
    return note(
        f"{games:,} games: {deals:,} deals for each pair{' and mixed line-ups' * (conditions.num_players > 2)}, "
        f"each played from every seat. Edition {edition.name} ({edition.digest}){assumed}. "
        f"{rounds}Intervals are those of 95\N{NO-BREAK SPACE}%, over deals. Made by "
        f"africana-env {__version__}:"
    )


def all_played(results: Sequence[DealResult]) -> Iterator[SeatResult]:
    """Every bot's part in every game."""
    for result in results:
        for lineup, game in result.played():
            for seat, bot in enumerate(lineup):
                yield SeatResult(bot, seat, game)


def words(names: Sequence[str]) -> list[str]:
    """Names of parts and groups as people read them."""
    return [name.replace("_", " ") for name in names]


def html_table(headings: Sequence[str], rows: Sequence[Sequence[str]], names: int) -> str:
    """A table of which the first columns are names and other texts; only long ones go over several lines."""
    kind = [' class="text"'] * names + [""] * (len(headings) - names)
    head = "".join(f"<th{k}>{escape(h)}</th>" for k, h in zip(kind, headings, strict=True))
    lines = [
        "<tr>"
        + "".join(f"<td{k}><span>{escape(cell)}</span></td>" for k, cell in zip(kind, row, strict=True))
        + "</tr>"
        for row in rows
    ]
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(lines)}</table></div>'


def percent(share: float) -> str:
    """A share as a text."""
    return f"{share:.1%}"


# Ladder and pairs


def ratings_of(found: Results, names: Sequence[str]) -> tuple[list[float], np.ndarray]:
    """Ratings and their intervals."""
    return [found.ratings[bot].rating for bot in names], np.array([found.ratings[bot].ci95 for bot in names])


def ladder_table(found: Results, played: Sequence[SeatResult]) -> str:
    """Ratings, games and speed."""
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
    """What bots count themselves, such as tokens."""
    costs = {bot: found.costs(bot) for bot in found.ratings}
    rows = [(bot, name, f"{cost:,.0f}") for bot, counted in costs.items() for name, cost in counted.items()]
    return ["<h2>Costs</h2>", html_table(("bot", "what", "in all deals of the folder"), rows, 2)] if rows else []


def share_matrix(found: Results, names: Sequence[str], players: int) -> np.ndarray:
    """The share of the win of each bot against each other one, NaN on the diagonal."""
    shares = np.full((len(names), len(names)), np.nan)
    for pair in found.pairs:
        row, column = names.index(pair.a), names.index(pair.b)
        shares[row, column] = pair.share
        if players == 2:
            shares[column, row] = 1 - pair.share
    return shares


def shares_table(pairs: Sequence[Pair]) -> str:
    """Shares in figures."""
    rows = [
        (p.a, p.b, f"{p.deals:,}", percent(p.share), f"{percent(p.ci95[0])} to {percent(p.ci95[1])}") for p in pairs
    ]
    return html_table(("bot", "against", "deals", "share", "interval"), rows, 2)


def mixed_part(found: Results, players: int) -> list[str]:
    """The shares of the win in mixed line-ups."""
    if not found.mixed:
        return []
    fair = note(f"All bots meet, in line-ups drawn anew for each deal. The fair share is {1 / players:.1%}.")
    return ["<h2>Mixed line-ups</h2>", fair, shares_table(found.mixed)]


def samples_part(names: Sequence[str]) -> list[str]:
    """A note that policies sample their actions, where one does."""
    policies = [parse_spelling(name)[2] for name in names if name.startswith("policy:")]
    drawing = any(float(options.get("temperature", 1)) > 0 for options in policies)
    text = "policy:PATH draws its actions by chance, as it was trained; policy:PATH,temperature=0 takes the likeliest."
    return [note(text)] if drawing else []


def differences_part(results: Sequence[DealResult], names: Sequence[str], players: int) -> list[str]:
    """Differences of the shares of two bots against a third on the same deals: their intervals are narrower than those
    of the shares."""
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
            "By how many percentage points the share of one bot exceeds that of another, against the same third one on "
            "the same deals."
        ),
        html_table(("bot", "minus", "both against", "difference", "interval"), rows, 3),
    ]


# Games


def shares_by_seat(results: Sequence[DealResult], players: int) -> tuple[list[float], np.ndarray]:
    """The share of the win of each seat, and intervals: over the numbers of the deals, because all lineups of a number
    begin with the same cards."""
    by_number: dict[int, list[list[float]]] = {}
    for result in results:
        games = [[game.share(seat) for seat in range(players)] for game in result.games]
        by_number.setdefault(result.deal.number, []).extend(games)
    shares = np.array([np.mean(games, 0) for games in by_number.values()])
    return shares.mean(0).tolist(), np.array([share_interval(shares[:, seat]) for seat in range(players)])


def mean_points(game: Game, names: Sequence[str], played: Sequence[SeatResult]) -> np.ndarray:
    """The mean of each part of the score but the total, shape (bots, parts), in games that were played to their end."""
    sums = np.zeros((len(names), len(game.score_parts)))
    seats = np.zeros(len(names))
    for one in played:
        if one.game.failure is None:
            sums[names.index(one.bot)] += one.game.scores[one.seat]
            seats[names.index(one.bot)] += 1
    return sums[:, :-1] / np.maximum(seats, 1)[:, None]


def mean_decisions(game: Game, names: Sequence[str], played: Sequence[SeatResult]) -> np.ndarray:
    """The share of each group of actions in %, shape (bots, groups), in games that were played to their end."""
    counts = np.zeros((len(names), len(game.actions.groups)))
    for one in played:
        if one.game.failure is None:
            counts[names.index(one.bot)] += one.game.decisions[one.seat]
    return 100 * counts / np.maximum(counts.sum(1, keepdims=True), 1)


def length_part(results: Sequence[DealResult]) -> str:
    """How long games are and how they end."""
    games = [game for result in results for game in result.games if game.failure is None]
    if not games:
        return "<p>No game was played to its end.</p>"
    decisions = np.array([sum(map(sum, game.decisions)) for game in games])
    rounds = np.array([game.rounds for game in games])
    by_rules = np.mean([game.status == TERMINATED for game in games])
    spread = [np.percentile(values, (5, 50, 95), method="inverted_cdf") for values in (decisions, rounds)]
    rows = [(name, *map(str, values)) for name, values in zip(("decisions", "rounds"), spread, strict=True)]
    end = note(f"{percent(float(by_rules))} of {len(games):,} games end by the rules.")
    return charts.lengths(decisions) + html_table(("length in", "5 %", "median", "95 %"), rows, 1) + end


def replays_part(replays: Mapping[str, Highlight]) -> list[str]:
    """Links to games that one can step through."""
    if not replays:
        return []
    lines = []
    for file, game in replays.items():
        seats = ", ".join(f"{bot} {points}" for bot, points in zip(game.lineup, total(game), strict=True))
        lines.append(f'<li><a href="{escape(quote(file))}">{escape(game.why)}</a>: {escape(seats)}</li>')
    about = note("Replays of highlights, in files beside this one; bots by seat, with their points.")
    return ["<h2>Games</h2>", about, f"<ul>{''.join(lines)}</ul>"]


def failures_part(found: Results) -> list[str]:
    """Games that bots lost by failing."""
    if not found.failures:
        return []
    rows = [(bot, failure.reason, str(failure.record)) for bot, failure in found.failures[:SHOWN_FAILURES]]
    how_many = note(f"{len(found.failures):,} games; the record shows the game up to there.")
    return ["<h2>Lost by failing</h2>", how_many, html_table(("bot", "reason", "record"), rows, 3)]
