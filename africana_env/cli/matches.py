"""Commands that let bots play: ratings, exploitability and datasets."""

import argparse
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from africana_env import UserError
from africana_env.cli.arguments import (
    GOES_ON,
    Commands,
    add_bot,
    add_bots,
    add_conditions,
    add_game,
    add_games,
    add_json,
    conditions_of,
)

if TYPE_CHECKING:
    from africana_env import Game
    from africana_env.engine.editions.edition_sets import EditionSet


def add_evaluate(commands: Commands) -> None:
    parser = commands.add_parser("evaluate", evaluate, "rate a bot against others")
    add_game(parser)
    add_bot(parser)
    parser.add_list("--against", "opponents; each one in turn takes all other seats", required=True)
    parser.add_argument("--num_games", type=int, default=2000, help="games against each opponent (default 2000)")
    add_conditions(parser)
    parser.add_argument("--secret", metavar="FILE", help="play on the editions of this file of secret-editions instead")
    add_json(parser)


def evaluate(options: argparse.Namespace) -> None:
    from africana_env.arena.evaluate import evaluate
    from africana_env.cli.output import print_evaluation, progress_bar
    from africana_env.engine.process.files import write_json

    game, conditions = options.game, conditions_of(options)
    if options.secret is not None:
        conditions["edition"] = secret_editions_of(game, options)
    with progress_bar() as progress:
        found = evaluate(
            game, options.bot, options.against, num_games=options.num_games, **conditions, progress=progress
        )
    num_games = found.results[0].num_games
    if num_games < options.num_games:
        fewer = f"played {num_games} games, not {options.num_games}"
        print(f"note: {fewer}: each deal is played from all {found.num_players} seats", file=sys.stderr)
    if options.json is not None:
        write_json(options.json, found.to_json())
    played = f"{game.title}, {found.num_players} players, edition {found.edition}"
    print_evaluation(found, f"{options.bot}: {played}")


def secret_editions_of(game: "Game", options: argparse.Namespace) -> "EditionSet":
    """Return the editions of `--secret`. Prints a note if they should have been replaced."""
    from africana_env.engine.editions.editions import DEFAULT_EDITION
    from africana_env.engine.editions.secret import SecretSet, read_secret

    if options.edition != DEFAULT_EDITION:
        raise UserError("name either --edition or --secret, not both")
    secret = read_secret(options.secret)
    if secret.refresh < str(date.today()):
        print(f"note: this set was to be replaced on {secret.refresh}: make a new one", file=sys.stderr)
    return SecretSet(game, secret)


def add_secret_editions(commands: Commands) -> None:
    parser = commands.add_parser("secret-editions", secret_editions, "make a secret set of editions to evaluate on")
    parser.add_argument("--out", metavar="FILE", required=True, help="the new file of the secret")
    parser.add_argument("--days", type=int, default=180, help="days until it should be replaced (default 180)")


def secret_editions(options: argparse.Namespace) -> None:
    from africana_env.engine.editions.secret import EDITIONS, make_secret
    from africana_env.engine.game.checks import check_int

    made = make_secret(options.out, check_int("days", options.days, 1, 10_000))
    print(f"{options.out}: {EDITIONS} editions of every game; keep the file to yourself and publish these lines")
    print(f"hash    {made.hash}")
    print(f"refresh {made.refresh}")


def add_tournament(commands: Commands) -> None:
    parser = commands.add_parser("tournament", tournament, "play every bot against every other, and rate them")
    add_game(parser)
    add_bots(parser, "greedy, search:200, policy:PATH, package.module:NAME, ...")
    parser.add_argument("--deals", type=int, default=100, help="deals, each played from all seats (default 100)")
    add_conditions(parser)
    limit = "time for a decision; a bot that takes longer loses the game"
    parser.add_argument("--time_limit", type=float, metavar="SECONDS", help=limit)
    parser.add_argument("--folder", metavar="DIR", help="folder of finished deals (default: one in runs/)")
    add_json(parser)
    parser.add_argument("--html", metavar="FILE", help="write a page with charts to this file, and replays next to it")
    ray = "play on the Ray cluster at this address (default: the local one, or a new one)"
    parser.add_argument("--ray", metavar="ADDRESS", nargs="?", const=True, default=False, help=ray)
    parser.set_defaults(goes_on=GOES_ON)


def tournament(options: argparse.Namespace) -> None:
    from africana_env.arena.tournament.conditions import make_conditions
    from africana_env.arena.tournament.tournament import default_folder, tournament
    from africana_env.cli.output import print_results, progress_bar
    from africana_env.cli.tournament_files import check_files, command_of, write_page
    from africana_env.engine.process.files import write_json

    game = options.game
    conditions = make_conditions(game, time_limit=options.time_limit, **conditions_of(options))
    folder = options.folder or default_folder(conditions)
    json_file, html_file = check_files(folder, options.edition, options.json, options.html)
    with progress_bar() as progress:
        played = tournament(conditions, options.bots, options.deals, folder, ray=options.ray, progress=progress)
    try:
        if json_file is not None:
            write_json(json_file, played.to_json())
        if html_file is not None:
            files = {name: getattr(options, name) or None for name in ("folder", "json", "html", "ray")}
            write_page(html_file, played, command_of(played, options.bots, options.edition, files))
    finally:  # if a file cannot be written, print all the same
        players, edition = f"{conditions.num_players} players", conditions.edition.name
        print_results(played.results, f"{game.title}, {players}, edition {edition}, {options.deals} deals")


def add_ladder(commands: Commands) -> None:
    parser = commands.add_parser("ladder", ladder, "rate bots with two and four players, which takes hours")
    add_games(parser)
    parser.add_list("--bots", "more bots to rate")
    parser.add_list("--only", "play only these tournaments: 2p, 4p or generated-2p", metavar="NAME")
    width = "width of the rating intervals to reach with two players (default 40); half more with four"
    parser.add_argument("--width", type=int, metavar="ELO", default=40, help=width)
    folder = "folder of finished deals and results (default runs/ladder)"
    parser.add_argument("--folder", metavar="DIR", default="runs/ladder", help=folder)
    parser.add_argument("--output", metavar="FILE", help="write the tables into this Markdown file")
    parser.set_defaults(goes_on=GOES_ON)


def ladder(options: argparse.Namespace) -> None:
    from africana_env.api.registration import own_names
    from africana_env.cli.output import print_results, progress_bar
    from africana_env.engine.process.files import atomic_write
    from africana_env.tools.ladder import ladder

    games = options.games or own_names()
    only = [f"{game}-{name}" for game in games for name in options.only or [""]]
    with progress_bar() as progress:
        found = ladder(options.width, bots=options.bots, folder=options.folder, only=only, progress=progress)
    if options.output is not None:
        page = Path(options.output)
        atomic_write(page, found.to_markdown(page.read_text(encoding="utf-8") if page.exists() else None).encode())
    for title, results in found.results.items():
        print_results(results, title)


def add_exploitability(commands: Commands) -> None:
    what = "compute exact best responses to a bot in a small edition"
    parser = commands.add_parser("exploitability", exploitability, what)
    add_game(parser)
    add_bot(parser)
    parser.add_argument("--deals", type=int, help="number of deals, as OpenSpiel's parameter `deals` (default: all)")
    sampled = "estimate action probabilities from N decisions, for bots without probabilities such as searches"
    parser.add_argument("--repetitions", type=int, metavar="N", help=sampled)
    add_conditions(parser, seed=None)
    parser.set_defaults(edition=None)
    add_json(parser)


def exploitability(options: argparse.Namespace) -> None:
    from africana_env.arena.exploitability.exploitability import exploitability, small_edition
    from africana_env.cli.output import print_exploitability, progress_bar
    from africana_env.engine.editions.editions import load_edition
    from africana_env.engine.process.files import write_json

    game = options.game
    edition = load_edition(game, options.edition or small_edition(game))
    with progress_bar() as progress:
        found = exploitability(
            game,
            options.bot,
            **(conditions_of(options) | {"edition": edition}),
            deals=options.deals,
            progress=progress,
            repetitions=options.repetitions,
        )
    if options.json is not None:
        write_json(options.json, found.to_json())
    print_exploitability(found, f"{options.bot}: {game.title}, edition {edition.name}")


def add_dataset(commands: Commands) -> None:
    parser = commands.add_parser("dataset", dataset, "record bot games as a dataset")
    add_game(parser)
    add_bots(parser, "greedy, search:200, policy:PATH, package.module:NAME, ...; each takes every seat in turn")
    parser.add_argument("--num_games", type=int, default=10_000, help="games (default 10000)")
    add_conditions(parser)
    parser.add_argument("--folder", metavar="DIR", required=True, help="the folder of the dataset")
    parser.set_defaults(goes_on=GOES_ON)


def dataset(options: argparse.Namespace) -> None:
    from africana_env.cli.output import progress_bar
    from africana_env.data.record import record_dataset

    with progress_bar("games") as progress:
        made = record_dataset(
            options.game,
            options.bots,
            options.num_games,
            options.folder,
            **conditions_of(options),
            progress=progress,
        )
    decisions = sum(part.decisions for part in made.parts)
    print(f"{options.folder}: {made.num_games:,} games, {decisions:,} decisions")
