"""`africana bench`."""

import argparse

from africana_env.cli.arguments import Commands, add_games, add_json
from africana_env.engine.errors import UserError


def add_bench(commands: Commands) -> None:
    """`africana bench`."""
    parser = commands.add_parser("bench", run, "measure how fast the games are, and other libraries with --peers")
    add_games(parser)
    parser.add_argument("--peers", action="store_true", help="measure other libraries in the same run")
    parser.add_argument("--training", action="store_true", help="measure training instead, beside sb3-contrib's")
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    """Measure, print tables and write the file."""
    from africana_env.cli.bench_output import print_benchmark, print_load, print_training
    from africana_env.cli.output import progress_spinner
    from africana_env.engine.files import check_target, write_json
    from africana_env.engine.process_state import only_errors_logged
    from africana_env.tools.bench import Benchmark, bench
    from africana_env.tools.bench_training import bench_training
    from africana_env.tools.machine_load import share_of_others, spent

    if options.training and (options.games or options.peers):
        raise UserError("--training measures training alone: leave out the games and --peers")
    if options.json is not None:
        check_target(options.json)
    before = spent()
    # Each measurement compiles rules and would say so.
    with progress_spinner() as progress, only_errors_logged("africana_env"):
        found = (
            bench_training(progress)
            if options.training
            else bench(options.games, peers=options.peers, progress=progress)
        )
    others = share_of_others(before, spent())
    if options.json is not None:
        write_json(options.json, found.to_json())
    if isinstance(found, Benchmark):
        print_benchmark(found)
    else:
        print_training(found)
    print_load(others)
