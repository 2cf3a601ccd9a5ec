"""`africana describe`."""

import argparse
from typing import Any

from africana_env.cli.arguments import add_edition, add_game


def add_command(commands: Any) -> None:
    """`africana describe`."""
    parser = commands.add_parser("describe", help="print a game's actions, observation fields and cards")
    add_game(parser)
    add_edition(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env.tools.describe import describe

    describe(options.game, options.edition)
