"""`africana check-game`."""

import argparse
from typing import Any

from africana_env import UserError
from africana_env.cli.arguments import add_game


def add_command(commands: Any) -> None:
    """`africana check-game`."""
    parser = commands.add_parser("check-game", help="run every test that there is for a game of your own")
    add_game(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from rich.console import Console

    from africana_env.cli.output import table_of
    from africana_env.tools.check_game import check_game

    console = Console()
    made = check_game(options.game, on_start=lambda check: console.rule(check))
    shown = table_of(options.game, ("check", "result"), ("seconds",))
    for check in made:
        if not check.passed and check.output:
            console.rule(f"{check.name}: failed")
            print(check.output)
        shown.add_row(check.name, "passed" if check.passed else "failed", f"{check.seconds:.0f}")
    console.print(shown)
    if failed := [check.name for check in made if not check.passed]:
        raise UserError(f"{options.game} fails: {', '.join(failed)}; see above")
