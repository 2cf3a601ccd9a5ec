"""`africana compile`."""

import argparse
from typing import Any


def add_command(commands: Any) -> None:
    """`africana compile`."""
    parser = commands.add_parser("compile", help="compile the games ahead of their first use")
    parser.add_argument("games", metavar="GAME", nargs="*", help="the games to compile (default: all)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env.tools.compile_ahead import compile_ahead

    for game in compile_ahead(options.games):
        print(f"{game} is compiled", flush=True)
