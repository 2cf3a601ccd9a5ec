"""The commands of this package: `train`, `best-response`, `benchmark`, `generalisation`, `curves` and `export-onnx`.

All are added without torch, and without Numba, whose import takes longer than `--help` should.
"""

import argparse
import os
from pathlib import Path
from typing import Any

from africana_env import UserError, game_names, load_game
from africana_env.cli.arguments import GOES_ON, add_max_rounds, add_players
from africana_env.engine.errors import format_name
from africana_env.engine.extras import check_extra
from africana_env.engine.files import check_target, write_json
from africana_training.memory import memory_errors


def add_train(commands: Any) -> None:
    """The command `africana train`; its settings are options only where it is the one to run, for they take time to
    import."""
    usage = "africana train CONFIG [--resume] [--NAME VALUE ...]"
    parser = commands.add_parser("train", help="train a policy by self-play", usage=usage)
    parser.add_argument(
        "config", metavar="CONFIG", help="a YAML file, or a name, such as africana_2p; options overrule it"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the run folder if it is there")
    if commands.selected == "train":
        check_extra("train", "africana train")
        from africana_training.config.file import SETTINGS, help_of

        for name in SETTINGS:
            parser.add_argument(f"--{name}", metavar="VALUE", default=argparse.SUPPRESS, help=help_of(name))
    parser.set_defaults(run=run_train, goes_on="the same command with --resume goes on")


def run_train(options: argparse.Namespace) -> None:
    """Run `africana train`."""
    check_extra("train", "africana train")
    from africana_training.config.file import SETTINGS, read_config
    from africana_training.runs.session import train

    config = read_config(options.config, {name: text for name, text in vars(options).items() if name in SETTINGS})
    with memory_errors():
        train(config, options.resume)


def add_best_response(commands: Any) -> None:
    """The command `africana best-response`."""
    parser = commands.add_parser("best-response", help="train against a bot: a lower bound of how much it gives away")
    parser.add_argument("bot", metavar="BOT", help="greedy, search:200, policy:PATH, package.module:NAME, ...")
    parser.add_argument("--game", metavar="GAME", required=True, help=", ".join(game_names()))
    add_players(parser)
    parser.add_argument("--edition", default="reconstructed", help="its name, or a path to its file (reconstructed)")
    add_max_rounds(parser)
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--minutes", type=float, help="train for about so long (default 5)")
    budget.add_argument("--timesteps", type=int, metavar="N", help="train for so many decisions: the same each time")
    start = "begin with this policy: a shipped one's name or a path (default: the bot's own, if it has one)"
    parser.add_argument("--start-from", metavar="POLICY", help=start)
    rollouts = "rollouts of the search that the policy guides where it wins more so (default 100)"
    parser.add_argument("--rollouts", type=int, default=100, metavar="N", help=rollouts)
    parser.add_argument("--deals", type=int, default=1000, help="deals that count, each from all seats (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of training and deals (default 0)")
    parser.add_argument("--json", metavar="FILE", help="write the values to this file")
    parser.set_defaults(run=run_best_response)


def run_best_response(options: argparse.Namespace) -> None:
    """Run `africana best-response`."""
    from africana_env import load_edition, make_bot
    from africana_env.engine.checks import check_players

    check_extra("train", "africana best-response")
    from africana_training.studies.best_response import DEFAULT_BUDGET, TrainingBudget, best_response
    from africana_training.studies.best_response_report import print_best_response, progress_display

    game, bot = load_game(options.game), options.bot
    make_bot(bot, game)  # before a display says that it is trained against
    edition = load_edition(game, options.edition)
    players = check_players(game, edition, options.players)
    given = options.minutes is not None or options.timesteps is not None
    budget = TrainingBudget(options.minutes, options.timesteps) if given else DEFAULT_BUDGET
    if options.json is not None:
        check_target(options.json, options.edition)
    with memory_errors(), progress_display(game, bot) as (on_update, on_measured):
        found = best_response(
            game,
            bot,
            num_players=players,
            edition=options.edition,
            max_rounds=options.max_rounds,
            budget=budget,
            deals=options.deals,
            seed=options.seed,
            start_from=options.start_from,
            rollouts=options.rollouts,
            on_update=on_update,
            on_measured=on_measured,
        )
    if options.json is not None:
        played = {"game": game.name, "players": players, "edition": edition.name, "edition_digest": edition.digest}
        asked = {
            "max_rounds": options.max_rounds,
            "deals": options.deals,
            "seed": options.seed,
            "start_from": options.start_from,
        }
        content = {"bot": bot, **played, **asked, "is_empty": found.is_empty, **found.to_json()}
        write_json(options.json, content)
    print_best_response(found, f"{bot}: {game.title}, {players} players, edition {edition.name}", game)


def add_curves(commands: Any) -> None:
    """The command `africana curves`."""
    parser = commands.add_parser("curves", help="write the learning curves of runs as a page")
    parser.add_argument("runs", metavar="RUN", nargs="+", help="the folder of a run of `africana train`")
    parser.add_argument("--html", metavar="FILE", required=True, help="write the page to this file")
    parser.set_defaults(run=run_curves)


def run_curves(options: argparse.Namespace) -> None:
    """Run `africana curves`."""
    check_extra("arena", "africana curves")
    from africana_training.logging.curves import curves

    curves(options.runs, options.html)


def add_benchmark(commands: Any) -> None:
    """The command `africana benchmark`."""
    parser = commands.add_parser("benchmark", help="let algorithms learn every game for ten minutes: takes hours")
    add_study_options(parser, "runs/benchmark", "ppo-")
    parser.set_defaults(run=run_benchmark)


def run_benchmark(options: argparse.Namespace) -> None:
    """Run `africana benchmark`."""
    check_study("africana benchmark", options)
    from africana_training.studies.benchmark import make_runs

    with memory_errors():
        make_runs(Path(options.folder), options.only, progress=print_run)
    if options.output is not None:
        from africana_training.studies.benchmark_page import benchmark_page

        benchmark_page(Path(options.folder), Path(options.output))


def add_study_options(parser: argparse.ArgumentParser, folder: str, example: str) -> None:
    """The options of a study of many runs, which are kept in `folder`."""
    parser.add_argument("--output", metavar="FILE", help="write the results as Markdown, with pictures beside it")
    parser.add_argument("--folder", default=folder, help=f"where runs are kept (default {folder})")
    only = f"only runs whose names begin so, as {example}"
    parser.add_argument("--only", metavar="TEXT", nargs="+", action="extend", default=[], help=only)
    parser.set_defaults(goes_on=GOES_ON)


def check_study(command: str, options: argparse.Namespace) -> None:
    """Raise `UserError` if a study cannot be made, or its page not be written."""
    if options.output is not None:
        check_target(options.output)
        check_extra("arena", f"{command} --output")
    check_extra("train", command)


def print_run(run: Any, number: int, total: int) -> None:
    """Print which run of a study is made next."""
    print(f"{run.name}, {number} of {total}")


def add_generalisation(commands: Any) -> None:
    """The command `africana generalisation`."""
    parser = commands.add_parser("generalisation", help="let policies learn from few and many editions: takes hours")
    add_study_options(parser, "runs/generalisation", "africana_v0-entities-64")
    where = "where networks act and learn; games are played on the CPU"
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help=where)
    parser.set_defaults(run=run_generalisation)


def run_generalisation(options: argparse.Namespace) -> None:
    """Run `africana generalisation`."""
    check_study("africana generalisation", options)
    from africana_training.studies.generalisation import make_runs

    with memory_errors():
        make_runs(Path(options.folder), options.only, progress=print_run, device=options.device)
    if options.output is not None:
        from africana_training.studies.generalisation_page import generalisation_page

        generalisation_page(Path(options.folder), Path(options.output))


def add_export_onnx(commands: Any) -> None:
    """The command `africana export-onnx`."""
    parser = commands.add_parser("export-onnx", help="write a trained policy as an ONNX model")
    parser.add_argument(
        "policy",
        metavar="POLICY",
        help="a .safetensors file that `africana train` wrote, or with --game the name of a shipped policy",
    )
    parser.add_argument("file", metavar="FILE", help="the .onnx file to write")
    parser.add_argument("--network", metavar="MODULE:NAME", help="the network's code, if it is your own")
    parser.add_argument("--game", help="the game of a shipped policy")
    parser.set_defaults(run=run_export_onnx)


def run_export_onnx(options: argparse.Namespace) -> None:
    """Run `africana export-onnx`."""
    check_extra("train", "africana export-onnx")
    from africana_training.policies.onnx import export_onnx
    from africana_training.policies.shipped import policy_path, shipped_names

    policy, game = options.policy, None
    if options.game is not None:
        game = load_game(options.game)
        policy = policy_path(policy, game)
    elif policy in shipped_names():
        raise UserError(f"policy {policy} comes with several games: say which, --game {game_names()[0]}")
    export_onnx(Path(policy), Path(options.file), network=options.network, game=game)
    print(f"{format_name(options.file)}: an ONNX model of {os.path.getsize(options.file) / 1e6:.1f} MB")
