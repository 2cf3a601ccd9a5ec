"""`africana dataset`."""

import argparse
from typing import Any

from africana_env.cli.arguments import GOES_ON, add_edition, add_game, add_max_rounds, add_players


def add_command(commands: Any) -> None:
    """`africana dataset`."""
    parser = commands.add_parser("dataset", help="record games of bots, to learn from")
    add_game(parser)
    bots = "greedy, search:200, policy:PATH, module:NAME, ...: each holds each seat in turn"
    parser.add_argument("--bots", metavar="BOT", nargs="+", action="extend", required=True, help=bots)
    add_players(parser)
    parser.add_argument("--games", type=int, default=10_000, help="games (default 10000)")
    add_edition(parser)
    add_max_rounds(parser)
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default 1)")
    parser.add_argument("--output", metavar="DIR", required=True, help="the folder of the dataset")
    parser.set_defaults(run=run, goes_on=GOES_ON)


def run(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.cli.output import progress_bar
    from africana_env.data.record import record_dataset

    with progress_bar("games") as progress:
        made = record_dataset(
            load_game(options.game),
            options.bots,
            options.games,
            options.output,
            num_players=options.players,
            edition=options.edition,
            max_rounds=options.max_rounds,
            seed=options.seed,
            progress=progress,
        )
    decisions = sum(part.decisions for part in made.parts)
    print(f"{options.output}: {made.num_games:,} games, {decisions:,} decisions")
