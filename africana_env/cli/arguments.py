"""Parsers of commands, and arguments that several of them have.

A command line is `africana COMMAND GAME BOT ... --option`. Options are spelled like the arguments in Python and the
keys in JSON files and configs: `--num_players`.
"""

import argparse
from collections.abc import Callable
from typing import Any

from africana_env import UserError, game_names, load_game

GOES_ON = "the same command goes on"
"""The default `goes_on` of commands that keep what they have done."""


class OneLineParser(argparse.ArgumentParser):
    """Errors in one line; options by their whole names."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> Any:
        raise UserError(f"{message}; use {self.order()} --option, see --help")

    def order(self) -> str:
        """The command with its arguments in their order."""
        forms: dict[Any, str] = {None: "{}", "+": "{} ...", "*": "[{} ...]", "?": "[{}]"}
        words = [forms.get(one.nargs, "{}").format(one.metavar) for one in self._get_positional_actions()]
        return " ".join([self.prog, *words])

    def format_help(self) -> str:
        """See `argparse`; the arguments stand before the options, as they are given."""
        self.usage = self.usage or f"{self.order()} [--option VALUE ...]"
        return super().format_help()

    def add_list(self, name: str, help: str, metavar: str = "BOT", **options: Any) -> None:
        """Add an option of one or more values, which may be given several times."""
        self.add_argument(
            name, **{"nargs": "+", "action": "extend", "default": [], "help": help, "metavar": metavar, **options}
        )


class Commands:
    """Sub-parsers whose help begins with what the command is for. `selected` is the name of the one to run, so that the
    others need not import what takes time."""

    def __init__(self, parsers: Any, selected: str) -> None:
        self._parsers = parsers
        self.selected = selected
        self.choices: dict[str, OneLineParser] = parsers.choices

    def add_parser(self, name: str, run: Callable[[argparse.Namespace], None], help: str) -> OneLineParser:
        """Add the command called `name`, which `run(options)` carries out."""
        what = f"{help[0].upper()}{help[1:]}."
        parser: OneLineParser = self._parsers.add_parser(name, help=help, description=what)
        parser.set_defaults(run=run)
        return parser


def add_game(parser: OneLineParser) -> None:
    """The argument that names a game, which is loaded."""
    parser.add_argument("game", metavar="GAME", type=loaded, help=", ".join(game_names()))


def loaded(name: str) -> Any:
    """The game called `name`."""
    try:
        return load_game(name)
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_games(parser: OneLineParser) -> None:
    """The argument that names some games, or none for all."""
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"{', '.join(game_names())} (default: all)")


def add_bot(parser: OneLineParser) -> None:
    """The argument that names a bot."""
    parser.add_argument("bot", metavar="BOT", help="greedy, search:200, policy:PATH, package.module:NAME, ...")


def add_bots(parser: OneLineParser, help: str, nargs: str = "+") -> None:
    """The argument that names bots."""
    parser.add_argument("bots", metavar="BOT", nargs=nargs, help=help)


def add_conditions(parser: OneLineParser, seed: int | None = 1) -> None:
    """The options for number of players (see `check_players`), edition, rounds and seed, if there is one."""
    players = "players in a game (default: 4, or the most that game and edition allow)"
    parser.add_argument("--num_players", type=int, help=players)
    add_edition(parser)
    parser.add_argument("--max_rounds", type=int, help="rounds after which a game is cut off (default: the game's)")
    if seed is not None:
        parser.add_argument("--seed", type=int, default=seed, help=f"seed of the deals (default {seed})")


def conditions_of(options: argparse.Namespace) -> dict[str, Any]:
    """The values of `add_conditions`, by their names."""
    names = ("num_players", "edition", "max_rounds", "seed")
    return {name: value for name, value in vars(options).items() if name in names}


def add_edition(parser: OneLineParser) -> None:
    """The option that names an edition."""
    parser.add_argument(
        "--edition",
        default="reconstructed",
        help="an edition's name, the path of its file, or generated:N (reconstructed)",
    )


def add_json(parser: OneLineParser) -> None:
    """The option for a file of results."""
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
