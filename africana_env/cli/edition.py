"""`africana edition`."""

import argparse
import sys
from typing import Any

from africana_env.cli.arguments import add_game


def add_command(commands: Any) -> None:
    """`africana edition`."""
    parser = commands.add_parser("edition", help="print an edition as a TOML file, such as generated:17")
    add_game(parser)
    named = "a name, a file's path, generated:N, generated-ood:N, completed:EDITION:N or shuffled:EDITION:N"
    parser.add_argument("edition", metavar="EDITION", help=named)
    parser.add_argument("--svg", metavar="FILE", help="draw its board, as a game begins, into this file instead")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env import Batch, load_edition, load_game
    from africana_env.api.drawings import render_svg
    from africana_env.engine.files import atomic_write, check_target
    from africana_env.tools.edition_toml import to_toml

    game = load_game(options.game)
    edition = load_edition(game, options.edition)
    if options.svg is None:
        sys.stdout.write(to_toml(edition.data))
    else:
        check_target(options.svg, options.edition)
        batch = Batch(game, 1, edition=edition)
        batch.reset(0)
        atomic_write(options.svg, render_svg(game, edition, batch.states[0], 0).encode())
