"""`africana bench`."""

import argparse
import logging
from typing import Any

from africana_env.engine.errors import UserError


def add_command(commands: Any, selected: bool) -> None:
    """`africana bench`."""
    parser = commands.add_parser("bench", help="measure how fast the games are, and other libraries with --peers")
    parser.add_argument(
        "--games", nargs="+", action="extend", metavar="NAME", help="the games to measure (default: all)"
    )
    parser.add_argument("--peers", action="store_true", help="measure other libraries in the same run")
    parser.add_argument("--training", action="store_true", help="measure training instead, beside sb3-contrib's")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env.tools.bench import bench
    from africana_env.tools.bench_training import bench_training

    logging.getLogger("africana_env").setLevel(logging.ERROR)  # each measurement compiles rules and would say so
    if options.training:
        if options.games or options.peers:
            raise UserError("--training measures training alone: leave out --games and --peers")
        bench_training(options.json)
        return
    bench(options.games, options.peers, options.json)
