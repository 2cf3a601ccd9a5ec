"""`africana report`."""

import argparse
from typing import Any

from africana_env.cli.arguments import add_edition, add_game


def add_command(commands: Any) -> None:
    """`africana report`."""
    parser = commands.add_parser("report", help="check by simulation that an edition makes a sound game")
    add_game(parser)
    add_edition(parser)
    games = "games per number of players (default 2000, and 64 on each edition of a set)"
    parser.add_argument("--games", type=int, help=games)
    parser.add_argument("--output", metavar="FILE", help="write the report to this Markdown file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.cli.output import progress_bar
    from africana_env.engine.edition_sets import EditionSet
    from africana_env.engine.editions import load_editions
    from africana_env.engine.files import atomic_write, check_target
    from africana_env.tools.edition_report import report
    from africana_env.tools.set_report import report_set

    game = load_game(options.game)
    editions = load_editions(game, options.edition)
    if options.output is not None:
        check_target(options.output, options.edition)
    if isinstance(editions, EditionSet):
        with progress_bar("editions") as progress:
            text = report_set(
                editions, games=64 if options.games is None else options.games, progress=progress
            ).to_markdown()
    else:
        with progress_bar("games") as progress:
            text = report(
                game, options.edition, games=2000 if options.games is None else options.games, progress=progress
            ).to_markdown()
    if options.output is None:
        print(text, end="")
    else:
        atomic_write(options.output, text.encode())
