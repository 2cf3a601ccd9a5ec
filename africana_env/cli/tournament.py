"""`africana tournament`."""

import argparse
from typing import Any

from africana_env import game_names
from africana_env.cli.arguments import GOES_ON, add_edition


def add_command(commands: Any, selected: bool) -> None:
    """`africana tournament`."""
    parser = commands.add_parser("tournament", help="play every bot against every other, and rate them")
    parser.add_argument("bots", metavar="BOT", nargs="+", help="greedy, search:200, policy:PATH, module:function, ...")
    parser.add_argument("--game", metavar="GAME", required=True, help=", ".join(game_names()))
    parser.add_argument("--players", type=int, help="players in a game (default: the game's)")
    parser.add_argument("--deals", type=int, default=100, help="deals, each played from all seats (default 100)")
    add_edition(parser)
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default 1)")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="who takes longer to decide loses the game")
    parser.add_argument("--folder", metavar="DIR", help="where finished deals are kept (default: one in runs/)")
    parser.add_argument("--json", metavar="FILE", help="write the standings to this file")
    parser.add_argument("--html", metavar="FILE", help="write a page with charts to this file, replays beside it")
    ray = "play on the Ray cluster at this address (default: on the one here, or a new one)"
    parser.add_argument("--ray", metavar="ADDRESS", nargs="?", const=True, default=False, help=ray)
    parser.set_defaults(run=run, goes_on=GOES_ON)


def run(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.arena.tournament.tournament import tournament

    tournament(
        load_game(options.game),
        options.bots,
        options.players,
        options.deals,
        options.edition,
        options.seed,
        options.time_limit,
        options.folder,
        options.json,
        options.html,
        options.ray,
    )
