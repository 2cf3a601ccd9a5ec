"""`africana replay`."""

import argparse
from typing import Any


def add_command(commands: Any) -> None:
    """`africana replay`."""
    parser = commands.add_parser("replay", help="write a recorded game as a page to look at")
    parser.add_argument("record", metavar="RECORD", help="a file written by record().save(), play or a tournament")
    parser.add_argument("--html", metavar="FILE", required=True, help="write the page to this file")
    parser.add_argument("--policy", metavar="BOT", help="show what this bot thinks of each decision: policy:PATH, ...")
    parser.add_argument(
        "--regret", metavar="N", type=int, help="show what each decision gave away, by N rollouts of each legal action"
    )
    parser.add_argument("--seat", metavar="N", type=int, help="tell nothing but what this seat knows (default: all)")
    parser.add_argument("--edition", metavar="FILE", help="the edition's file, for a game with one of one's own")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env import GameRecord, load_game
    from africana_env.cli.output import progress_bar
    from africana_env.engine.files import check_target
    from africana_env.viewer.replay import replay

    check_target(options.html, options.record, options.edition)
    record = GameRecord.load(options.record)
    game = load_game(record.game)
    with progress_bar("rollouts") as progress:
        replay(
            game,
            record,
            options.html,
            policy=options.policy,
            seat=options.seat,
            edition=options.edition,
            regret=options.regret,
            progress=progress,
        )
    print(f"{options.html}: {game.title}, {len(record.actions)} decisions")
