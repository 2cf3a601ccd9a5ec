"""`africana report`."""

import argparse
from typing import Any

from africana_env.cli.arguments import add_edition, add_game


def add_command(commands: Any, selected: bool) -> None:
    """`africana report`."""
    parser = commands.add_parser("report", help="check by simulation that an edition makes a sound game")
    add_game(parser)
    add_edition(parser)
    parser.add_argument("--games", type=int, default=2000, help="games per number of players (default 2000)")
    parser.add_argument("--output", metavar="FILE", help="write the report to this Markdown file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.cli.output import progress_bar
    from africana_env.engine.files import atomic_write, check_target
    from africana_env.tools.edition_report import report

    game = load_game(options.game)
    if options.output is not None:
        check_target(options.output)
    with progress_bar("games") as progress:
        text = report(game, options.edition, options.games, progress).to_markdown()
    if options.output is None:
        print(text, end="")
    else:
        atomic_write(options.output, text.encode())
