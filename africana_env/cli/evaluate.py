"""`africana evaluate`."""

import argparse
import sys
from typing import Any

from africana_env.cli.arguments import add_edition, add_game, add_max_rounds, add_players


def add_command(commands: Any) -> None:
    """`africana evaluate`."""
    parser = commands.add_parser("evaluate", help="rate a bot against others")
    add_game(parser)
    parser.add_argument("bot", metavar="BOT", help="greedy, search:200, policy:PATH, package.module:NAME, ...")
    each = "each holds all other seats in turn"
    parser.add_argument("--against", metavar="BOT", nargs="+", action="extend", required=True, help=each)
    add_players(parser)
    parser.add_argument("--games", type=int, default=2000, help="games against each opponent (default 2000)")
    add_edition(parser)
    add_max_rounds(parser)
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default 1)")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.arena.evaluate import evaluate
    from africana_env.cli.output import print_evaluation, progress_bar
    from africana_env.engine.files import check_target, write_json

    if options.json is not None:
        check_target(options.json, options.edition)
    game = load_game(options.game)
    with progress_bar() as progress:
        evaluation = evaluate(
            game,
            options.bot,
            options.against,
            num_players=options.players,
            games=options.games,
            edition=options.edition,
            max_rounds=options.max_rounds,
            seed=options.seed,
            progress=progress,
        )
    games = evaluation.results[0].games
    if games < options.games:
        whole = f"{games} games instead of {options.games}"
        print(f"note: {whole}: each deal is played from all {evaluation.players} seats", file=sys.stderr)
    if options.json is not None:
        write_json(options.json, evaluation.to_json())
    played = f"{game.title}, {evaluation.players} players, edition {evaluation.edition}"
    print_evaluation(evaluation, f"{options.bot}: {played}")
