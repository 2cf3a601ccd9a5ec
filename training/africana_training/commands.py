"""The commands `train`, `best-response`, `benchmark`, `bench-training`, `generalisation`, `speedrun`, `curves`,
`export-onnx` and `publish`.

Adding them imports neither torch nor Numba, so that `--help` stays fast.
"""

import argparse
import os
from pathlib import Path
from typing import Any

from africana_env.cli.arguments import (
    GOES_ON,
    Commands,
    OneLineParser,
    add_bot,
    add_conditions,
    add_game,
    add_json,
    conditions_of,
)
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.extras import check_extra
from africana_env.engine.process.files import write_json


def add_train(commands: Commands) -> None:
    """Add `africana train`. Its settings become options only if it is the command to run: their import is slow."""
    parser = commands.add_parser("train", run_train, "train a policy by self-play")
    parser.add_argument(
        "config", metavar="CONFIG", help="a YAML file, or a name, such as africana_2p; options overrule it"
    )
    parser.add_argument("--resume", action="store_true", help="continue the run in the run folder, if there is one")
    if commands.selected == "train":
        check_extra("train", "africana train")
        from africana_training.config.file import SETTINGS, help_of

        for name in SETTINGS:
            parser.add_argument(f"--{name}", metavar="VALUE", default=argparse.SUPPRESS, help=help_of(name))
    parser.set_defaults(goes_on="the same command with --resume continues")


def run_train(options: argparse.Namespace) -> None:
    check_extra("train", "africana train")
    from africana_training.config.file import SETTINGS, read_config
    from africana_training.process import memory_errors
    from africana_training.runs.session import train

    config = read_config(options.config, {name: text for name, text in vars(options).items() if name in SETTINGS})
    with memory_errors():
        train(config, options.resume)


def add_best_response(commands: Commands) -> None:
    what = "train against a bot: a lower bound on its exploitability"
    parser = commands.add_parser("best-response", run_best_response, what)
    add_game(parser)
    add_bot(parser)
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--minutes", type=float, help="train for about this long (default 5)")
    budget.add_argument("--timesteps", type=int, metavar="N", help="train for this many decisions: reproducible")
    start = "start from this policy: a shipped one's name or a path (default: the bot's own, if it has one)"
    parser.add_argument("--start_from", metavar="POLICY", help=start)
    rollouts = "rollouts of the search that the policy guides if it wins more this way (default 100)"
    parser.add_argument("--rollouts", type=int, default=100, metavar="N", help=rollouts)
    parser.add_argument(
        "--deals", type=int, default=1000, help="deals to measure on, each from all seats (default 1000)"
    )
    add_conditions(parser, seed=0)
    add_json(parser)


def run_best_response(options: argparse.Namespace) -> None:
    from africana_env import load_edition, make_bot
    from africana_env.engine.game.checks import check_players

    check_extra("train", "africana best-response")
    from africana_training.process import memory_errors
    from africana_training.studies.best_response import DEFAULT_BUDGET, TrainingBudget, best_response
    from africana_training.studies.best_response_report import print_best_response, progress_display

    game, bot = options.game, options.bot
    make_bot(bot, game)  # fails before the display starts
    edition = load_edition(game, options.edition)
    players = check_players(game, edition, options.num_players)
    given = options.minutes is not None or options.timesteps is not None
    budget = TrainingBudget(options.minutes, options.timesteps) if given else DEFAULT_BUDGET
    with memory_errors(), progress_display(game, bot) as (on_update, on_measured):
        found = best_response(
            game,
            bot,
            **conditions_of(options),
            budget=budget,
            deals=options.deals,
            start_from=options.start_from,
            rollouts=options.rollouts,
            on_update=on_update,
            on_measured=on_measured,
        )
    if options.json is not None:
        edition_played = {"num_players": players, "edition": edition.name, "edition_digest": edition.digest}
        asked = {"deals": options.deals, "start_from": options.start_from}
        content = {"bot": bot, "game": game.name, **conditions_of(options), **edition_played, **asked}
        write_json(options.json, {**content, "is_empty": found.is_empty, **found.to_json()})
    print_best_response(found, f"{bot}: {game.title}, {players} players, edition {edition.name}", game)


def add_curves(commands: Commands) -> None:
    parser = commands.add_parser("curves", run_curves, "write the learning curves of runs as a page")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="the folder of a run of `africana train`")
    parser.add_argument("--html", metavar="FILE", required=True, help="write the page to this file")


def run_curves(options: argparse.Namespace) -> None:
    check_extra("arena", "africana curves")
    from africana_training.logging.curves import curves

    curves(options.runs, options.html)


def add_benchmark(commands: Commands) -> None:
    what = "train every algorithm on every game for ten minutes: takes hours"
    add_study(commands.add_parser("benchmark", run_benchmark, what), "runs/benchmark", "ppo-")


def run_benchmark(options: argparse.Namespace) -> None:
    check_study("africana benchmark", options)
    from africana_training.process import memory_errors
    from africana_training.studies.benchmark import make_runs

    with memory_errors():
        make_runs(Path(options.folder), options.only, progress=print_run)
    if options.output is not None:
        from africana_training.studies.benchmark_page import benchmark_page

        benchmark_page(Path(options.folder), Path(options.output))


def add_speedrun(commands: Commands) -> None:
    what = "train to beat greedy in as few core-minutes as possible: some minutes for each seed"
    parser = commands.add_parser("speedrun", run_speedrun, what)
    parser.add_argument("track", metavar="TRACK", help="africana, africana-scratch, africa or afritoria: the goal")
    parser.add_argument("--config", metavar="CONFIG", help="a config in place of the track's own")
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="number of runs (default 5)")
    parser.add_argument("--folder", help="folder of the runs (default runs/speedrun/TRACK)")
    parser.set_defaults(goes_on=GOES_ON)


def run_speedrun(options: argparse.Namespace) -> None:
    check_extra("train", "africana speedrun")
    from africana_training.process import memory_errors
    from africana_training.studies.speedrun import find_track, outcomes_table, speedrun

    track = find_track(options.track)
    folder = Path(options.folder or f"runs/speedrun/{options.track}")
    with memory_errors():
        outcomes = speedrun(track, folder, options.seeds, options.config, print_run)
    print(outcomes_table(outcomes, track))


def add_study(parser: OneLineParser, folder: str, example: str) -> None:
    """Add the options of a study, whose runs are kept in `folder`."""
    parser.add_argument("--output", metavar="FILE", help="write the results as Markdown, with pictures next to it")
    parser.add_argument("--folder", default=folder, help=f"folder of the runs (default {folder})")
    parser.add_list("--only", f"only runs whose names begin with TEXT, such as {example}", metavar="TEXT")
    parser.set_defaults(goes_on=GOES_ON)


def check_study(command: str, options: argparse.Namespace) -> None:
    """Raise `UserError` if a library for a study or its page is not installed."""
    if options.output is not None:
        check_extra("arena", f"{command} --output")
    check_extra("train", command)


def print_run(run: Any, number: int, total: int) -> None:
    print(f"{run.name}, {number} of {total}")


def add_generalisation(commands: Commands) -> None:
    what = "train policies on few and many editions: takes hours"
    parser = commands.add_parser("generalisation", run_generalisation, what)
    add_study(parser, "runs/generalisation", "africana_v0-entities-64")
    where = "device of the networks; games are played on the CPU"
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help=where)


def run_generalisation(options: argparse.Namespace) -> None:
    check_study("africana generalisation", options)
    from africana_training.process import memory_errors
    from africana_training.studies.generalisation import make_runs

    with memory_errors():
        make_runs(Path(options.folder), options.only, progress=print_run, device=options.device)
    if options.output is not None:
        from africana_training.studies.generalisation_page import generalisation_page

        generalisation_page(Path(options.folder), Path(options.output))


def add_bench_training(commands: Commands) -> None:
    what = "measure the speed of training, compared with sb3-contrib"
    add_json(commands.add_parser("bench-training", run_bench_training, what))


def run_bench_training(options: argparse.Namespace) -> None:
    check_extra("train", "africana bench-training")
    from africana_env.cli.bench_output import measuring
    from africana_training.studies.speed import measure_training, print_training

    with measuring() as progress:
        speed = measure_training(progress)
    if options.json is not None:
        write_json(options.json, vars(speed))
    print_training(speed)


def add_export_onnx(commands: Commands) -> None:
    parser = commands.add_parser("export-onnx", run_export_onnx, "write a trained policy as an ONNX model")
    add_game(parser)
    policy = "a .safetensors file that `africana train` wrote, or the name of a shipped policy"
    parser.add_argument("policy", metavar="POLICY", help=policy)
    parser.add_argument("file", metavar="FILE", help="the .onnx file to write")
    parser.add_argument("--network", metavar="MODULE:NAME", help="the network's code, if it is your own")


def run_export_onnx(options: argparse.Namespace) -> None:
    check_extra("train", "africana export-onnx")
    from africana_training.policies.onnx import export_onnx
    from africana_training.policies.shipped import policy_path

    policy = Path(policy_path(options.policy, options.game))
    export_onnx(policy, Path(options.file), network=options.network, game=options.game)
    print(f"{format_name(options.file)}: an ONNX model of {os.path.getsize(options.file) / 1e6:.1f} MB")


def add_publish(commands: Commands) -> None:
    what = "write the shipped policies, and datasets, as repositories for Hugging Face's Hub"
    parser = commands.add_parser("publish", run_publish, what)
    parser.add_argument("--to", metavar="FOLDER", required=True, help="write a folder for each policy into this one")
    results = "results of africana ladder, for the cards (default runs/ladder)"
    parser.add_argument("--results", metavar="FOLDER", default="runs/ladder", help=results)
    parser.add_list("--dataset", "folders of africana dataset to write, too", metavar="FOLDER")


def run_publish(options: argparse.Namespace) -> None:
    check_extra("train", "africana publish")
    from africana_training.publish import publish

    for folder in publish(Path(options.to), Path(options.results), [*map(Path, options.dataset)]):
        print(f"{format_name(folder)}: ready to upload")
