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
    from africana_env.tools.edition_report import report

    report(options.game, options.edition, options.games, options.output)
