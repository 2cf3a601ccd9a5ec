"""Arguments of several commands."""

import argparse
from typing import Any

from africana_env import UserError, game_names

GOES_ON = "the same command goes on"
"""The default `goes_on` of commands that keep what they have done."""


class OneLineParser(argparse.ArgumentParser):
    """Errors in one line; options by their whole names."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> Any:
        raise UserError(f"{message}; see {self.prog} --help")


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument that names a game."""
    parser.add_argument("game", metavar="GAME", help=", ".join(game_names()))


def add_players(parser: argparse.ArgumentParser) -> None:
    """The option for the number of players, see `check_players`."""
    parser.add_argument(
        "--players", type=int, help="players in a game (default: 4, or the most that game and edition allow)"
    )


def add_edition(parser: argparse.ArgumentParser) -> None:
    """The option that names an edition."""
    parser.add_argument(
        "--edition",
        default="reconstructed",
        help="an edition's name, the path of its file, or generated:N (reconstructed)",
    )


def add_max_rounds(parser: argparse.ArgumentParser) -> None:
    """The option for the rounds of a game."""
    parser.add_argument("--max-rounds", type=int, help="rounds after which a game is cut off (default: the game's)")
