"""The ladder: ratings of the built-in bots, as tables in a Markdown page."""

import shlex
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

from africana_env import Game, UserError, __version__, load_game
from africana_env.api.registration import own_names
from africana_env.arena.ratings.plackett_luce import Rating, anchor_of
from africana_env.arena.ratings.results import MIXED, RESULT_FILE, Results, compute_results, read_results
from africana_env.arena.tournament.bot_files import identities
from africana_env.arena.tournament.conditions import Conditions, edition_difference, make_bots, make_conditions
from africana_env.arena.tournament.store import Store
from africana_env.arena.tournament.tournament import tournament
from africana_env.bots import bot_names, make_bot
from africana_env.bots.registry import parse_spelling
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.editions.edition_sets import GENERATED, held_out_set
from africana_env.engine.editions.editions import DEFAULT_EDITION
from africana_env.engine.game.checks import check_int
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.files import StrPath, write_json
from africana_env.engine.process.progress import OnProgress, no_progress
from africana_env.tools.describe import markdown_table

SEARCH, POLICY = "search", "policy"
SEARCHES = (f"{SEARCH}:50", f"{SEARCH}:200")
"""Rungs above the scripted bots; with two players `search:200` takes less than 20 ms per decision in every game."""
QUICK_DEALS = 10
"""Factor of deals between scripted bots and policies, which take almost no time."""
FEWEST_DEALS = 10
"""Deals per pair of the first round, which shows how many more are needed."""
MANY_PLAYERS_WIDTH = 1.5
"""Factor of the target width with more than two players, whose games take longer."""
MAX_GROWTH = 4.0
"""Largest growth of deals at once: intervals of few deals are unreliable."""
MAX_WIDTH = 1000
REACH = 800.0
"""Intervals are not narrowed for bots separated from the fixed rating by a gap this large. There the weaker bot wins
one game in a hundred, so a game adds almost no information."""
WEAKEST = "random"
"""Left out of pairs, since it almost never wins."""
MARKS = "<!-- tables of africana ladder -->", "<!-- end of the tables -->"
"""The lines before and after the tables in a page."""
TOURNAMENTS = (("", 2), ("", 4), (GENERATED, 2))
"""The kind of edition and the number of players, if the game allows it."""


@dataclass(frozen=True)
class Ladder:
    """The results of the tournaments of all games."""

    results: dict[str, Results]
    """By title of the tournament."""
    command: str
    """The command of the ladder."""

    def to_markdown(self, page: str | None = None) -> str:
        """Return the tables, or `page` with the tables between `MARKS`; raise `UserError` if the page lacks them."""
        widest = max(widest_interval(results.ratings) for results in self.results.values())
        made = [("command", f"`{self.command}`"), ("version", __version__), ("widest interval", f"{ceil(widest)}")]
        parts = [markdown_table(("fact", "value"), made)]
        for game, places in by_game(self.results).items():
            pairs = [f"**{place}**: {shares_text(results)}" for place, results in places.items()]
            parts += [f"## {game}", ratings_table(game, places), *folded("Every pair", pairs)]
        start, end = MARKS
        before, started, rest = (start + end if page is None else page).partition(start)
        _, ended, after = rest.partition(end)
        if not started or not ended:
            raise UserError(f"the page has no lines {start} and {end}: add them, or name a new file")
        return "\n\n".join((before + start, *parts, end + after)) + "\n" * (page is None)


def ladder(
    width: int = 40,
    *,
    bots: Sequence[str] = (),
    folder: StrPath = "runs/ladder",
    only: Sequence[str] = (),
    progress: OnProgress = no_progress,
) -> Ladder:
    """Play the tournaments of all games between all rungs, which takes hours, and return the ladder.

    Each game has tournaments with two and, if allowed, four players, and with two on generated editions. They last
    until the intervals of ratings are at most `width` wide with two players, and `MANY_PLAYERS_WIDTH` times that with
    more. Scripted bots and policies play `QUICK_DEALS` times as many deals. `bots` are further rungs of every game;
    bots bound to one edition are left out on generated ones.

    Each tournament has a folder in `folder`, such as `africana_v0-2p`, with its finished deals, so the same call
    continues, and finally its results. A tournament with results is not played again, even after changes; it is refused
    if the results lack a bot or have wider intervals. `only` limits the tournaments to names with one of these
    prefixes. The ladder has all tournaments with results. `progress` receives numbers of deals of each tournament.
    Raises `UserError` for a wrong argument.
    """
    width = check_int("width", width, 1, MAX_WIDTH)
    places = [
        (folder_name(kind, conditions), kind, conditions)
        for game in map(load_game, own_names())
        for kind, conditions in tournaments_of(game)
    ]
    chosen = [place for place in places if not only or place[0].startswith(tuple(only))]
    if not chosen:
        names = ", ".join(name for name, *_ in places)
        raise UserError(f"no tournament name begins with {' or '.join(map(format_name, only))}: use {names}")
    found = {name: read_results(Path(folder) / name) for name, *_ in places}
    lineups = {
        name: [bot for bot in rungs(conditions.game, bots) if kind != GENERATED or plays_all_editions(conditions, bot)]
        for name, kind, conditions in chosen
    }
    for name, _, conditions in chosen:
        known, results = identities(conditions.game, make_bots(conditions, lineups[name], 1)), found[name]
        if results is not None:
            check_kept(name, results, lineups[name], target_width(width, conditions.num_players))
        else:  # report errors of the folder before hours of play
            with closing(Store(Path(folder) / name, conditions.game, conditions.to_json())) as store:
                store.add_bots(known)
    for name, _, conditions in chosen:
        if found[name] is None:
            found[name] = results = play_until_narrow(conditions, lineups[name], width, Path(folder) / name, progress)
            write_json(Path(folder) / name / RESULT_FILE, results.to_json())
    titles = {name: title_of(kind, conditions) for name, kind, conditions in places}
    command = ["africana", "ladder", "--width", str(width), *(["--bots", *bots] if bots else [])]
    return Ladder({titles[name]: results for name, results in found.items() if results}, shlex.join(command))


def target_width(width: int, num_players: int) -> int:
    """Return the target width of intervals with `num_players` players."""
    return width if num_players == 2 else round(MANY_PLAYERS_WIDTH * width)


def widest_interval(ratings: Mapping[str, Rating]) -> float:
    """Return the width of the widest interval, without bots out of `REACH`."""
    anchor = anchor_of(ratings)
    reached: list[str] = []
    for bot in sorted(ratings, key=lambda bot: ratings[bot].rating):
        if reached and ratings[bot].rating - ratings[reached[-1]].rating >= REACH:
            if anchor in reached:
                break
            reached = []
        reached.append(bot)
    return max(ratings[bot].ci95[1] - ratings[bot].ci95[0] for bot in reached)


def quick_bots(conditions: Conditions, playing: Sequence[str]) -> list[str]:
    """Return the bots that take almost no time: scripted bots and policies."""
    return [bot for bot in playing if parse_spelling(bot)[0] in (*bot_names(conditions.game), POLICY)]


def check_kept(name: str, results: Results, playing: Sequence[str], width: int) -> None:
    """Raise `UserError` if the results of a tournament lack a bot or have intervals wider than `width`."""
    lacking = [bot for bot in playing if bot not in results.ratings]
    widest = widest_interval(results.ratings)
    if lacking or widest > width:
        what = f"without {lacking[0]}" if lacking else f"to intervals {ceil(widest)} wide, not {width}"
        raise UserError(
            f"{name} was played {what}: remove its {RESULT_FILE} to play it again, or leave it out with --only"
        )


def play_until_narrow(
    conditions: Conditions, playing: Sequence[str], width: int, folder: Path, progress: OnProgress
) -> Results:
    """Play a tournament of these bots, or the rest of it, until intervals are narrow, and return its results."""
    players, number = conditions.num_players, FEWEST_DEALS
    asked = target_width(width, players)
    while True:
        many = tournament(conditions, quick_bots(conditions, playing), number * QUICK_DEALS, folder, progress=progress)
        every = tournament(conditions, playing, number, folder, progress=progress)
        deals_of = {result.deal: result for result in (*many.deals, *every.deals)}
        results = compute_results(playing, players, list(deals_of.values()), every.results.spent)
        widest = widest_interval(results.ratings)
        if widest <= asked:
            # The quick bots' own mixed line-ups do not count here.
            return replace(results, mixed=every.results.mixed)
        number = ceil(number * min(MAX_GROWTH, (widest / asked) ** 2))
        if number > MAX_GAMES // QUICK_DEALS:
            raise UserError(f"the width {width} takes millions of games: use a larger one")


def rungs(game: Game, further: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([*bot_names(game), *SEARCHES, *further]))


def folder_name(kind: str, conditions: Conditions) -> str:
    return "-".join(filter(None, (conditions.game.name, kind, f"{conditions.num_players}p")))


def title_of(kind: str, conditions: Conditions) -> str:
    return ", ".join(filter(None, (conditions.game.title, kind, f"{conditions.num_players} players")))


def tournaments_of(game: Game) -> list[tuple[str, Conditions]]:
    return [
        (kind, make_conditions(game, players, held_out_set() if kind == GENERATED else DEFAULT_EDITION))
        for kind, players in TOURNAMENTS
        if players in game.players
    ]


def plays_all_editions(conditions: Conditions, spelled: str) -> bool:
    return edition_difference(make_bot(spelled, conditions.game), conditions.edition) is None


def by_game(found: Mapping[str, Results]) -> dict[str, dict[str, Results]]:
    """The tournaments of each game, by titles."""
    games: dict[str, dict[str, Results]] = {}
    for title, results in found.items():
        game, _, place = title.partition(", ")
        games.setdefault(game, {})[place] = results
    return games


def ratings_table(game: str, places: Mapping[str, Results]) -> str:
    """The ratings of a game's rungs, the highest first, and the times of their decisions in the first tournament."""
    ladders = [results.ratings for results in places.values()]
    bots = {bot for ladder in ladders for bot in ladder}
    order = sorted(bots, key=lambda bot: -max(ladder[bot].rating for ladder in ladders if bot in ladder))
    rows = []
    for bot in order:
        played = [results if bot in results.ratings else None for results in places.values()]
        ratings = [f"{found.ratings[bot].rating:.0f} ({found.interval_text(bot)})" if found else "" for found in played]
        rows.append((f"`{bot}`", *ratings, next(filter(None, played)).milliseconds_text(bot)))
    return markdown_table((game, *places, "ms a decision"), rows)


def folded(summary: str, parts: Sequence[str]) -> list[str]:
    """Parts that are shown on a click, on GitHub and, by the attribute `markdown`, on the site."""
    return [f'<details markdown="1">\n<summary>{summary}</summary>', *parts, "</details>"]


def shares_text(found: Results) -> str:
    """The number of deals, and the share of the win in every pair without `random` and in mixed line-ups; columns are
    ordered like rows."""
    bots = [bot for bot in found.ratings if bot != WEAKEST]
    shares = {(pair.b, pair.a): 1 - pair.share for pair in found.pairs}  # with two players each pair stands once
    shares |= {(pair.a, pair.b): pair.share for pair in (*found.pairs, *found.mixed)}
    others = [*bots, *([MIXED] if found.mixed else [])]
    rows = [
        (f"`{bot}`", *(f"{100 * shares[bot, other]:.1f}" if (bot, other) in shares else "" for other in others))
        for bot in bots
    ]
    deals = [pair.deals for pair in found.pairs]
    number = " to ".join(f"{deal}" for deal in sorted({min(deals, default=0), max(deals, default=0)}))
    columns = [*range(1, len(bots) + 1), *others[len(bots) :]]
    return f"{number} deals a pair\n\n{markdown_table(('wins in %', *columns), rows)}"
