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
    from rich.console import Console
    from rich.markdown import Markdown

    from africana_env import load_edition, load_game
    from africana_env.tools.describe import description

    game = load_game(options.game)
    text = description(game, load_edition(game, options.edition))
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text)
