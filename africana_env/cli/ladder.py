"""`africana ladder`."""

import argparse
from pathlib import Path
from typing import Any

from africana_env.cli.arguments import GOES_ON


def add_command(commands: Any) -> None:
    """`africana ladder`."""
    parser = commands.add_parser("ladder", help="rate the bots of all games, with two players and four; takes hours")
    width = "how wide the intervals of ratings may be with two players (default 40), half more with four"
    parser.add_argument("--width", type=int, metavar="ELO", default=40, help=width)
    parser.add_argument("--bots", metavar="BOT", nargs="*", action="extend", default=[], help="further rungs")
    parser.add_argument(
        "--folder", metavar="DIR", default="runs/ladder", help="where finished deals and results are kept"
    )
    parser.add_argument(
        "--only",
        metavar="TEXT",
        nargs="+",
        action="extend",
        default=[],
        help="play only tournaments whose names begin so, as africana_v0-2p",
    )
    parser.add_argument("--output", metavar="FILE", help="put the tables into this Markdown file")
    parser.set_defaults(run=run, goes_on=GOES_ON)


def run(options: argparse.Namespace) -> None:
    from africana_env.cli.output import print_results, progress_bar
    from africana_env.engine.files import atomic_write, check_target
    from africana_env.tools.ladder import ladder

    if options.output is not None:
        check_target(options.output)
    with progress_bar() as progress:
        found = ladder(options.width, bots=options.bots, folder=options.folder, only=options.only, progress=progress)
    if options.output is not None:
        page = Path(options.output)
        atomic_write(page, found.to_markdown(page.read_text() if page.exists() else None).encode())
    for title, results in found.results.items():
        print_results(results, title)
