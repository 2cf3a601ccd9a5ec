"""`africana check-edition`."""

import argparse
from pathlib import Path
from typing import Any

from africana_env.cli.arguments import add_game


def add_command(commands: Any) -> None:
    """`africana check-edition`."""
    parser = commands.add_parser("check-edition", help="check an edition's file of your own")
    add_game(parser)
    parser.add_argument("file", metavar="FILE", help="path of the .toml file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env import load_edition, load_game

    edition = load_edition(load_game(options.game), Path(options.file))
    print(f"{options.file}: edition {edition.name!r} fits {edition.game}")
