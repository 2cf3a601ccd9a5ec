"""`africana bench`."""

import argparse

from africana_env.cli.arguments import Commands, add_games, add_json


def add_bench(commands: Commands) -> None:
    parser = commands.add_parser("bench", run, "measure how fast the games are, and other libraries with --peers")
    add_games(parser)
    parser.add_argument("--peers", action="store_true", help="measure other libraries in the same run")
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    from dataclasses import asdict

    from africana_env.cli.bench_output import measuring, print_benchmark
    from africana_env.engine.process.files import write_json
    from africana_env.tools.bench import bench

    with measuring() as progress:
        found = bench(options.games, peers=options.peers, progress=progress)
    if options.json is not None:
        write_json(options.json, asdict(found))
    print_benchmark(found)
