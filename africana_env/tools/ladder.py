"""The ladder: ratings of the bots that come with the games, as tables of a Markdown page."""

import json
import shlex
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

from africana_env import Game, UserError, __version__, load_game
from africana_env.api.registration import own_names
from africana_env.arena.ratings.plackett_luce import Rating, anchor_of
from africana_env.arena.ratings.results import MIXED, Results, compute_results, results_from_json
from africana_env.arena.tournament.bot_files import identities
from africana_env.arena.tournament.conditions import Conditions, make_conditions
from africana_env.arena.tournament.lineup import edition_difference, make_bots
from africana_env.arena.tournament.store import Store
from africana_env.arena.tournament.tournament import tournament
from africana_env.bots import EditionBound, bot_names, make_bot
from africana_env.bots.registry import parse_spelling
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.editions.edition_sets import GENERATED, held_out_set
from africana_env.engine.editions.editions import DEFAULT_EDITION
from africana_env.engine.game.checks import check_int
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.files import StrPath, read_file, write_json
from africana_env.engine.process.progress import OnProgress, no_progress
from africana_env.tools.describe import markdown_table

SEARCH, POLICY = "search", "policy"
SEARCHES = (f"{SEARCH}:50", f"{SEARCH}:200")
"""Rungs above the scripted bots; with two players the last one takes less than 20 ms a decision in every
game."""
QUICK_DEALS = 10
"""How many times as many deals scripted bots and policies play among themselves: they take next to no time."""
FEWEST_DEALS = 10
"""Of each pair, before it is known how many more the widest interval needs."""
MANY_PLAYERS_WIDTH = 1.5
"""How many times as wide intervals may be with more than two players, whose games take longer."""
MAX_GROWTH = 4.0
"""By how much deals become more at once: intervals of few deals are too wide to tell."""
MAX_WIDTH = 1000
REACH = 800.0
"""Bots that no chain of smaller distances joins to the given rating are not waited for: at this distance the weaker one
wins one game in a hundred, so that a game says next to nothing of it."""
WEAKEST = "random"
"""Left out of pairs: it wins next to nothing."""
RESULT_FILE = "result.json"
"""In the folder of a tournament that has been played."""
MAX_BYTES = 1 << 24
MARKS = "<!-- tables of africana ladder -->", "<!-- end of the tables -->"
"""The lines of a page between which the tables stand."""
TOURNAMENTS = (("", 2), ("", 4), (GENERATED, 2))
"""Whether on generated editions, and the number of players; tournaments with more than a game has are left out."""


@dataclass(frozen=True)
class Ladder:
    """The results of the tournaments of all games."""

    results: dict[str, Results]
    """By the title of the tournament."""
    command: str
    """The command that makes the ladder."""

    def to_markdown(self, page: str | None = None) -> str:
        """The tables, or `page` with them between `MARKS`; raises `UserError` if it lacks these."""
        widest = max(widest_of(results.ratings) for results in self.results.values())
        made = [("command", f"`{self.command}`"), ("version", __version__), ("widest interval", f"{ceil(widest)}")]
        parts = [markdown_table(("made by", ""), made)]
        for game, places in by_game(self.results).items():
            pairs = [f"**{place}**: {shares_text(results)}" for place, results in places.items()]
            parts += [f"## {game}", ratings_table(game, places), *folded("Every pair", pairs)]
        start, end = MARKS
        before, started, rest = (start + end if page is None else page).partition(start)
        _, ended, after = rest.partition(end)
        if not started or not ended:
            raise UserError(f"the page has no lines {start} and {end}: write them, or name a new file")
        return "\n\n".join((before + start, *parts, end + after)) + "\n" * (page is None)


def ladder(
    width: int = 40,
    *,
    bots: Sequence[str] = (),
    folder: StrPath = "runs/ladder",
    only: Sequence[str] = (),
    progress: OnProgress = no_progress,
) -> Ladder:
    """Let all rungs of all games play each other, with two players and with four as the game allows, and with two on
    generated editions. All pairs play on until the intervals of ratings are at most `width` wide with two players, with
    more `MANY_PLAYERS_WIDTH` times that; scripted bots and policies meet in `QUICK_DEALS` times as many deals. `bots`
    are further rungs of every game; those bound to one edition are left out on generated ones.

    It takes hours. Each tournament has a folder in `folder`, called `africana_v0-2p` or so: finished deals are kept
    there, and the same call goes on; its results at the end. One whose results are there is not played again,
    whatever has changed since, and refused if they are of fewer bots or wider intervals. With `only`
    those are played whose names begin with one of these texts; the ladder has all whose results are there.
    `progress` is called with numbers of deals of each tournament. Raises `UserError` for a wrong argument."""
    width = check_int("width", width, 1, MAX_WIDTH)
    places = [
        (place_of(kind, conditions), kind, conditions)
        for game in map(load_game, own_names())
        for kind, conditions in tournaments_of(game)
    ]
    chosen = [place for place in places if not only or place[0].startswith(tuple(only))]
    if not chosen:
        names = ", ".join(name for name, *_ in places)
        raise UserError(f"no tournament's name begins with {' or '.join(map(format_name, only))}: there are {names}")
    found = {name: read_results(Path(folder) / name) for name, *_ in places}
    lineups = {
        name: [bot for bot in rungs(conditions.game, bots) if kind != GENERATED or plays_all(conditions, bot)]
        for name, kind, conditions in chosen
    }
    for name, _, conditions in chosen:
        known, results = identities(conditions.game, make_bots(conditions, lineups[name], 1)), found[name]
        if results is not None:
            check_kept(name, results, lineups[name], width_for(width, conditions.num_players))
        else:  # what its folder refuses is reported before hours are spent
            with closing(Store(Path(folder) / name, conditions.game, conditions.to_json())) as store:
                store.add_bots(known)
    for name, _, conditions in chosen:
        if found[name] is None:
            found[name] = results = played(conditions, lineups[name], width, Path(folder) / name, progress)
            write_results(Path(folder) / name, results)
    titles = {name: title_of(kind, conditions) for name, kind, conditions in places}
    command = ["africana", "ladder", "--width", str(width), *(["--bots", *bots] if bots else [])]
    return Ladder({titles[name]: results for name, results in found.items() if results}, shlex.join(command))


def width_for(width: int, num_players: int) -> int:
    """How wide the intervals of ratings may be with so many players."""
    return width if num_players == 2 else round(MANY_PLAYERS_WIDTH * width)


def widest_of(ratings: Mapping[str, Rating]) -> float:
    """How wide the widest interval is, but for bots out of `REACH`."""
    anchor = anchor_of(ratings)
    reached: list[str] = []
    for bot in sorted(ratings, key=lambda bot: ratings[bot].rating):
        if reached and ratings[bot].rating - ratings[reached[-1]].rating >= REACH:
            if anchor in reached:
                break
            reached = []
        reached.append(bot)
    return max(ratings[bot].ci95[1] - ratings[bot].ci95[0] for bot in reached)


def quick_of(conditions: Conditions, playing: Sequence[str]) -> list[str]:
    """Those of the bots that take next to no time."""
    return [bot for bot in playing if parse_spelling(bot)[0] in (*bot_names(conditions.game), POLICY)]


def check_kept(name: str, results: Results, playing: Sequence[str], width: int) -> None:
    """Raise `UserError` unless the results of a tournament that was played are of these bots and as narrow."""
    lacking = [bot for bot in playing if bot not in results.ratings]
    widest = widest_of(results.ratings)
    if lacking or widest > width:
        what = f"without {lacking[0]}" if lacking else f"to intervals {ceil(widest)} wide, not {width}"
        raise UserError(
            f"{name} was played {what}: remove its {RESULT_FILE} to play it anew, or leave it out by --only"
        )


def played(conditions: Conditions, playing: Sequence[str], width: int, folder: Path, progress: OnProgress) -> Results:
    """Play a tournament of these bots, or what is left of it, until intervals are narrow; its results."""
    players, number = conditions.num_players, FEWEST_DEALS
    asked = width_for(width, players)
    while True:
        many = tournament(conditions, quick_of(conditions, playing), number * QUICK_DEALS, folder, progress=progress)
        every = tournament(conditions, playing, number, folder, progress=progress)
        deals_of = {result.deal: result for result in (*many.deals, *every.deals)}
        results = compute_results(playing, players, list(deals_of.values()), every.results.spent)
        widest = widest_of(results.ratings)
        if widest <= asked:
            # Quick bots among themselves are other mixed line-ups than those of all.
            return replace(results, mixed=every.results.mixed)
        number = ceil(number * min(MAX_GROWTH, (widest / asked) ** 2))
        if number > MAX_GAMES // QUICK_DEALS:
            raise UserError(f"{width} is too narrow a width: it takes millions of games; ask for more")


def read_results(folder: Path) -> Results | None:
    """The results of the tournament in a folder; None if it has not been played to its end. Raises `UserError` if they
    are damaged."""
    path = folder / RESULT_FILE
    if not path.is_file():
        return None
    try:
        return results_from_json(json.loads(read_file("the results", path, MAX_BYTES)))
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{format_name(path)} is damaged: remove it, and the tournament is played again") from None


def write_results(folder: Path, results: Results) -> None:
    """Keep the results of the tournament in a folder."""
    write_json(folder / RESULT_FILE, results.to_json())


def rungs(game: Game, further: Sequence[str]) -> list[str]:
    """The bots of a game's ladder."""
    return list(dict.fromkeys([*bot_names(game), *SEARCHES, *further]))


def place_of(kind: str, conditions: Conditions) -> str:
    """The name of the folder of one tournament."""
    return "-".join(filter(None, (conditions.game.name, kind, f"{conditions.num_players}p")))


def title_of(kind: str, conditions: Conditions) -> str:
    """The heading of one tournament."""
    return ", ".join(filter(None, (conditions.game.title, kind, f"{conditions.num_players} players")))


def tournaments_of(game: Game) -> list[tuple[str, Conditions]]:
    """The kinds and the conditions of a game's tournaments."""
    return [
        (kind, make_conditions(game, players, held_out_set() if kind == GENERATED else DEFAULT_EDITION))
        for kind, players in TOURNAMENTS
        if players in game.players
    ]


def plays_all(conditions: Conditions, spelled: str) -> bool:
    """Whether a bot plays every edition of a tournament."""
    bot = make_bot(spelled, conditions.game)
    return not isinstance(bot, EditionBound) or edition_difference(bot, conditions.edition) is None


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
