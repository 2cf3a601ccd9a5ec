"""Every bot against every other, on the same deals."""

import hashlib
import json
import os
import shlex
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from africana_env.arena.matches.deals import DealResult, Keep, Played, play_deals
from africana_env.arena.matches.guard import GuardedBot
from africana_env.arena.matches.loop import MAX_ROWS
from africana_env.arena.matches.schedule import Deal, schedule
from africana_env.arena.ratings.results import Standings, as_json, standings
from africana_env.arena.report.highlights import replay_files, telling_games, write_replays
from africana_env.arena.tournament.lineup import identities, warm_up
from africana_env.arena.tournament.ray import check_ray, play_on_ray
from africana_env.arena.tournament.store import NAME, Store
from africana_env.bots import make_bot
from africana_env.engine.batch import MAX_GAMES
from africana_env.engine.checks import check_int, check_players, check_seed, is_number
from africana_env.engine.contract import Edition, Game
from africana_env.engine.editions import load_edition
from africana_env.engine.errors import UserError, format_name, format_value
from africana_env.engine.files import atomic_write, check_target

LONGEST = 1e6
"""Seconds that a time limit may be."""
SHOWN_FAILURES = 3
ANOTHER_WAY = (
    "a game went another way when it was played again for the page: what one of its bots does depends on more than its "
    "game, such as random numbers of its own"
)


def tournament(
    game: Game,
    bots: Sequence[str],
    num_players: int | None = None,
    deals: int = 100,
    edition: str | PathLike[str] | Edition = "reconstructed",
    seed: int = 1,
    time_limit: float | None = None,
    folder: str | os.PathLike[str] | None = None,
    json_file: str | os.PathLike[str] | None = None,
    html_file: str | os.PathLike[str] | None = None,
    ray: bool | str = False,
) -> Standings:
    """Let `bots` (spelled as in `make_bot`) play `deals` deals in each pair and, with more than two players, at mixed
    tables; print standings, write them as JSON and, with charts, as HTML (extra `arena`), beside which come replays of
    the most telling games. `num_players` is the game's default if None.

    A bot that raises an error, takes an illegal action or more than `time_limit` seconds for a decision loses that
    game; its record is kept. Finished deals are appended to a file in `folder`, and not played again: after whatever
    ended it, the same call goes on, and with more deals or bots it plays those. By default the folder is one in `runs/`
    of its own for each game, edition, number of players, seed and time limit.

    With `ray` (extra `ray`) the deals are played on the Ray cluster at this address; if True on the one that runs here,
    or else on a Ray that is started for it. Where deals are played makes no difference to what is in the folder.

    Raises `UserError` for a wrong argument, before anything is played.
    """
    if not isinstance(game, Game):
        raise UserError(f"the game of a tournament must be one that load_game gives, not {format_value(game)}")
    loaded = edition if isinstance(edition, Edition) else load_edition(game, edition)
    players = check_players(game, loaded, num_players)
    deals, seed = check_int("deals", deals, 2, MAX_GAMES), check_seed(seed)
    time_limit = check_time_limit(time_limit)
    check_ray(ray)
    playing = identities(game, loaded, bots)
    if html_file is not None and not find_spec("matplotlib"):
        raise UserError("the page needs Matplotlib: pip install 'africana-env[arena]'")
    about = about_of(loaded, players, seed, time_limit)
    given = {"--folder": folder, "--json": json_file, "--html": html_file, "--ray": ray or None}
    folder = folder or default_folder(game, about)
    json_file, html_file = targets(folder, json_file, html_file)
    store = Store(folder, game, about)
    try:
        store.add_bots(playing)
        planned = list(schedule(bots, players, deals, seed))
        play_missing(game, loaded, store, planned, seed, time_limit, ray)
        results = [store.results[deal] for deal in planned]
        found = standings(bots, players, results, store.seconds_per_decision())
        try:
            if json_file is not None:
                content = {"game": game.name, **about, "deals": deals, **as_json(found)}
                atomic_write(json_file, (json.dumps(content, indent=2) + "\n").encode())
            if html_file is not None:
                played = {**about, "deals": deals, "edition": edition if isinstance(edition, str) else loaded.name}
                write_page(html_file, game, loaded, results, found, played, command_of(game, bots, played, given))
        finally:  # told even if they cannot be written, and written even if nothing can be told
            print_standings(found, f"{game.title}, {players} players, {deals} deals")
    finally:
        store.close()
    return found


def about_of(edition: Edition, players: int, seed: int = 1, time_limit: float | None = None) -> dict[str, Any]:
    """What all deals of a tournament have in common."""
    return {
        "num_players": players,
        "edition": edition.name,
        "edition_digest": edition.digest,
        "seed": seed,
        "time_limit": time_limit,
    }


def write_page(
    file: Path,
    game: Game,
    edition: Edition,
    results: Sequence[DealResult],
    found: Standings,
    played: Mapping[str, Any],
    command: str,
) -> None:
    """Write the page of a tournament, and beside it replays of the most telling games."""
    from africana_env.arena.report.tournament_page import report_page

    telling = telling_games(results, found.ratings)
    replays = write_replays(game, edition, telling, played["seed"], file)
    if len(replays) < len(telling):
        print(f"note: {ANOTHER_WAY}", file=sys.stderr)
    page = report_page(game, edition, results, found, played, command, replays)
    atomic_write(file, page.encode(errors="backslashreplace"))


def check_time_limit(seconds: Any) -> float | None:
    """`seconds` as a float or None; raises `UserError` if it is no time limit."""
    if seconds is None:
        return None
    if not is_number(seconds) or not 0 < seconds <= LONGEST:
        raise UserError(
            f"time_limit must be a number of seconds above 0 and at most {LONGEST:,.0f}, not {format_value(seconds)}"
        )
    return float(seconds)


def targets(
    folder: str | os.PathLike[str], json_file: str | os.PathLike[str] | None, html_file: str | os.PathLike[str] | None
) -> list[Path | None]:
    """The files to write, found again from wherever a bot may lead; raises `UserError` if there is no place for one, or
    another file that we write."""
    try:
        taken = {(Path(folder) / NAME).resolve(): "the finished deals"}
    except (OSError, ValueError, TypeError, RuntimeError):
        taken = {}  # the folder is of no use: the store says so
    files = {"the page": html_file, "the standings": json_file}
    for what, file in files.items():
        if file is None:
            continue
        check_target(file)
        target = Path(file).resolve()
        if target in taken:
            raise UserError(f"{format_name(file)} is the file of {taken[target]}: name another one")
        taken[target] = what
        for replay in replay_files(file) if file is html_file else ():
            check_target(replay)
            taken[replay.resolve()] = "a replay beside the page"
    return [None if file is None else Path(file).absolute() for file in (json_file, html_file)]


def command_of(game: Game, bots: Sequence[str], played: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """The command that plays the same tournament and writes the same files, of which `given` are None where they were
    not named."""
    words = ["africana", "tournament", *bots, "--game", game.name, "--players", str(played["num_players"])]
    words += ["--deals", str(played["deals"]), "--edition", played["edition"], "--seed", str(played["seed"])]
    if played["time_limit"] is not None:
        words += ["--time-limit", str(played["time_limit"])]
    for option, value in given.items():
        words += [] if value is None else [option] if value is True else [option, str(value)]
    return shlex.join(words)


def default_folder(game: Game, about: Mapping[str, object]) -> Path:
    """The folder of tournaments with so much in common."""
    digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:8]
    return Path("runs") / f"tournament-{game.name}-{about['num_players']}p-{digest}"


def play_missing(
    game: Game,
    edition: Edition,
    store: Store,
    planned: Sequence[Deal],
    seed: int,
    time_limit: float | None,
    ray: bool | str,
) -> None:
    """Play the deals that the store does not have yet, here or on a Ray cluster, and tell how far it is."""
    missing = [deal for deal in planned if deal not in store.results]
    if not missing:
        return
    if ray is False:
        played = play_here(game, edition, missing, seed, time_limit, store.keep)
    else:
        identities = {bot: store.bots[bot] for deal in missing for bot in deal.table}
        played = play_on_ray(ray, game, edition, missing, seed, time_limit, store.keep, identities)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("deals"), TimeElapsedColumn(), TimeRemainingColumn(True))
    with (
        Progress(*columns, transient=True, console=Console(stderr=True)) as progress,
        closing(played),
    ):
        task = progress.add_task("", total=len(planned), completed=len(planned) - len(missing))
        for finished, times in played:
            if finished:
                store.add(finished, times)
                progress.update(task, advance=len(finished))


def play_here(
    game: Game, edition: Edition, deals: Sequence[Deal], seed: int, time_limit: float | None, keep: Keep
) -> Generator[Played, None, None]:
    """Play deals in this process; yields those that have ended."""
    players = len(deals[0].table)
    rows = min(MAX_ROWS, len(deals) * players)
    names = dict.fromkeys(bot for deal in deals for bot in deal.table)
    warm_up(game, edition, players, names)
    guards = {bot: GuardedBot(make_bot(bot, game, rows), time_limit) for bot in names}
    for finished in play_deals(game, edition, players, guards, deals, seed, rows, keep):
        if finished:
            yield finished, {bot: guard.take_time() for bot, guard in guards.items()}


def print_standings(found: Standings, title: str) -> None:
    """Tables of ratings and pairs, and the games that were lost by failing."""
    ratings = Table(title=Text(f"{title}: ratings", overflow="fold"))
    ratings.add_column("bot", overflow="fold")
    for column in ("rating", "95 % interval", "ms a decision"):
        ratings.add_column(column, justify="right", no_wrap=True)
    for bot, rating in found.ratings.items():
        ratings.add_row(Text(bot), f"{rating.rating:.0f}", found.interval_text(bot), found.milliseconds_text(bot))
    pairs = Table(title=Text(f"{title}: shares of the win", overflow="fold"))
    for column in ("bot", "against"):
        pairs.add_column(column, overflow="fold")
    for column in ("share", "95 % interval"):
        pairs.add_column(column, justify="right", no_wrap=True)
    for pair in (*found.pairs, *found.mixed):
        low, high = pair.ci95
        pairs.add_row(Text(pair.a), Text(pair.b), f"{pair.share:.1%}", f"{low:.1%} to {high:.1%}")
    console = Console()
    console.print(ratings, pairs)
    for bot in dict.fromkeys(bot for bot, _ in found.failures):
        failures = [failure for other, failure in found.failures if other == bot]
        for failure in failures[:SHOWN_FAILURES]:
            console.print(Text(f"{bot} lost a game: {failure.reason}; its record: {format_name(failure.record)}"))
        if len(failures) > SHOWN_FAILURES:
            console.print(Text(f"and {len(failures) - SHOWN_FAILURES} more games like that"))
