"""Command-line parsers and the arguments that commands share.

A command line is `africana COMMAND GAME BOT ... --option`. Options are spelled like the Python arguments, JSON keys and
config keys: `--num_players`.
"""

import argparse
from collections.abc import Callable
from typing import Any

from africana_env import UserError, game_names, load_game
from africana_env.drawing.text import capital

GOES_ON = "run the same command again to continue"
"""The default `goes_on` of commands that keep their progress."""


class OneLineParser(argparse.ArgumentParser):
    """A parser with one-line errors and without abbreviated options."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> Any:
        raise UserError(f"{message}; use {self.order()} --option, see --help")

    def order(self) -> str:
        """Return the command followed by its positional arguments."""
        forms: dict[Any, str] = {None: "{}", "+": "{} ...", "*": "[{} ...]", "?": "[{}]"}
        words = [forms.get(one.nargs, "{}").format(one.metavar) for one in self._get_positional_actions()]
        return " ".join([self.prog, *words])

    def format_help(self) -> str:
        """Return the help, whose usage line names arguments before options."""
        self.usage = self.usage or f"{self.order()} [--option VALUE ...]"
        return super().format_help()

    def add_list(self, name: str, help: str, metavar: str = "BOT", **options: Any) -> None:
        """Add an option that takes one or more values and may be repeated."""
        self.add_argument(
            name, **{"nargs": "+", "action": "extend", "default": [], "help": help, "metavar": metavar, **options}
        )


class Commands:
    """The sub-parsers of all commands. `selected` is the command to run: only this one may need slow imports."""

    def __init__(self, parsers: Any, selected: str) -> None:
        self._parsers = parsers
        self.selected = selected
        self.choices: dict[str, OneLineParser] = parsers.choices

    def add_parser(self, name: str, run: Callable[[argparse.Namespace], None], help: str) -> OneLineParser:
        """Add the command `name`, run by `run(options)`."""
        parser: OneLineParser = self._parsers.add_parser(name, help=help, description=f"{capital(help)}.")
        parser.set_defaults(run=run)
        return parser


def add_game(parser: OneLineParser, nargs: str | None = None) -> None:
    """Add the argument that names a game, and load this game."""
    parser.add_argument("game", metavar="GAME", type=loaded, nargs=nargs, help=", ".join(game_names()))


def loaded(name: str) -> Any:
    try:
        return load_game(name)
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_games(parser: OneLineParser) -> None:
    """Add the argument that names any number of games; none means all."""
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"{', '.join(game_names())} (default: all)")


def add_bot(parser: OneLineParser) -> None:
    parser.add_argument("bot", metavar="BOT", help="greedy, search:200, policy:PATH, package.module:NAME, ...")


def add_bots(parser: OneLineParser, help: str, nargs: str = "+") -> None:
    parser.add_argument("bots", metavar="BOT", nargs=nargs, help=help)


def add_conditions(parser: OneLineParser, seed: int | None = 1) -> None:
    """Add the options for players (see `check_players`), edition, rounds and, unless `seed` is None, the seed."""
    players = "players in a game (default: 4, or the most that game and edition allow)"
    parser.add_argument("--num_players", type=int, help=players)
    add_edition(parser)
    parser.add_argument("--max_rounds", type=int, help="rounds after which a game is cut off (default: the game's)")
    if seed is not None:
        parser.add_argument("--seed", type=int, default=seed, help=f"seed of the deals (default {seed})")


def conditions_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return the values of the options of `add_conditions` by name."""
    names = ("num_players", "edition", "max_rounds", "seed")
    return {name: value for name, value in vars(options).items() if name in names}


def add_edition(parser: OneLineParser) -> None:
    help = "an edition's name, the path of its file, or generated:N (default: reconstructed)"
    parser.add_argument("--edition", default="reconstructed", help=help)


def add_json(parser: OneLineParser) -> None:
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
