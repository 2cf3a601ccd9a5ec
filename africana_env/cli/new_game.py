"""`africana new-game`."""

import argparse
from typing import Any


def add_command(commands: Any) -> None:
    """`africana new-game`."""
    parser = commands.add_parser("new-game", help="write a small card game of your own, to be edited from there")
    parser.add_argument("name", metavar="NAME", help="of its folder and module, such as lost_cities")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env.tools.new_game import new_game

    folder = new_game(options.name)
    print(f"{folder}/{options.name}.py is Leduc hold'em, by another name: make it your game. It is registered by")
    print(f"    pip install --editable ./{folder}")
    print("and checked, in a copy of this package's repository, by")
    print(f"    africana check-game {options.name}_v0")
