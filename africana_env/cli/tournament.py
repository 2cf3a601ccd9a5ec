"""`africana tournament`."""

import argparse
from typing import Any

from africana_env import game_names
from africana_env.cli.arguments import GOES_ON, add_edition, add_max_rounds, add_players


def add_command(commands: Any) -> None:
    """`africana tournament`."""
    parser = commands.add_parser("tournament", help="play every bot against every other, and rate them")
    parser.add_argument("bots", metavar="BOT", nargs="+", help="greedy, search:200, policy:PATH, module:NAME, ...")
    parser.add_argument("--game", metavar="GAME", required=True, help=", ".join(game_names()))
    add_players(parser)
    parser.add_argument("--deals", type=int, default=100, help="deals, each played from all seats (default 100)")
    add_edition(parser)
    add_max_rounds(parser)
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default 1)")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="who takes longer to decide loses the game")
    parser.add_argument("--folder", metavar="DIR", help="where finished deals are kept (default: one in runs/)")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
    parser.add_argument("--html", metavar="FILE", help="write a page with charts to this file, replays beside it")
    ray = "play on the Ray cluster at this address (default: on the one here, or a new one)"
    parser.add_argument("--ray", metavar="ADDRESS", nargs="?", const=True, default=False, help=ray)
    parser.set_defaults(run=run, goes_on=GOES_ON)


def run(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.arena.tournament.conditions import make_conditions
    from africana_env.arena.tournament.tournament import default_folder, tournament
    from africana_env.cli.output import print_results, progress_bar
    from africana_env.cli.tournament_files import check_files, command_of, write_page
    from africana_env.engine.files import write_json

    game = load_game(options.game)
    conditions = make_conditions(
        game,
        options.players,
        options.edition,
        seed=options.seed,
        time_limit=options.time_limit,
        max_rounds=options.max_rounds,
    )
    folder = options.folder or default_folder(conditions)
    json_file, html_file = check_files(folder, options.edition, options.json, options.html)
    with progress_bar() as progress:
        played = tournament(conditions, options.bots, options.deals, folder, ray=options.ray, progress=progress)
    try:
        if json_file is not None:
            write_json(json_file, played.to_json())
        if html_file is not None:
            named = {"--folder": options.folder, "--json": options.json, "--html": options.html}
            files = {**named, "--ray": options.ray or None}
            write_page(html_file, played, command_of(played, options.bots, options.edition, files))
    finally:  # printed even if nothing can be written, and written even if nothing can be printed
        players, edition = f"{conditions.num_players} players", conditions.edition.name
        print_results(played.results, f"{game.title}, {players}, edition {edition}, {options.deals} deals")
