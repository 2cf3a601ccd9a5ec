"""`africana edition`."""

import argparse
import sys
from typing import Any

from africana_env.cli.arguments import add_game


def add_command(commands: Any, selected: bool) -> None:
    """`africana edition`."""
    parser = commands.add_parser("edition", help="print an edition as a TOML file, such as generated:17")
    add_game(parser)
    parser.add_argument("edition", metavar="EDITION", help="an edition, such as generated:17")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env import load_edition, load_game
    from africana_env.tools.edition_toml import to_toml

    sys.stdout.write(to_toml(load_edition(load_game(options.game), options.edition).data))
