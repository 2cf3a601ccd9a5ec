"""The command line, `africana`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from africana_env import UserError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status. What a user got wrong is told in one line, without a traceback."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if arguments and arguments[0] == "train":
            return run_train(arguments[1:])
        options = command_line().parse_args(arguments)
        options.run(options)
        return 0
    except UserError as error:
        print(f"africana: {error}", file=sys.stderr)
        return 2
    except MemoryError as error:
        print(f"africana: not enough memory: {one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0


class OneLineParser(argparse.ArgumentParser):
    """Errors in one line."""

    def error(self, message: str) -> Any:
        raise UserError(f"{message}; see {self.prog} --help")


def command_line() -> argparse.ArgumentParser:
    """All commands and their options; `train` is listed here and read by `run_train`."""
    parser = OneLineParser(prog="africana", description="Train, evaluate, measure and describe agents and games.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    train = commands.add_parser("train", help="train a policy: africana train CONFIG [--key value ...] [--resume]")
    train.set_defaults(run=None)

    evaluate = commands.add_parser("evaluate", help="rate a checkpoint against opponents")
    evaluate.add_argument("checkpoint", help="a .safetensors file that `africana train` wrote")
    evaluate.add_argument("--against", nargs="+", required=True, help="opponents by name, or other checkpoints")
    evaluate.add_argument("--players", type=int, default=2, help="players in a game (default 2)")
    evaluate.add_argument("--games", type=int, default=2000, help="games against each opponent (default 2000)")
    evaluate.add_argument("--edition", default="reconstructed", help="an edition's name, or a path to its file")
    evaluate.add_argument("--seed", type=int, default=1, help="seed of the deals (default 1)")
    evaluate.add_argument("--json", help="write the results to this file")
    evaluate.set_defaults(run=run_evaluate)

    describe = commands.add_parser("describe", help="print a game's actions, observation fields and cards")
    describe.add_argument("game", help="for example africana_v0")
    describe.add_argument("--edition", default="reconstructed", help="an edition's name, or a path to its file")
    describe.set_defaults(run=run_describe)

    bench = commands.add_parser("bench", help="measure how fast the games are, and other libraries with --peers")
    bench.add_argument("--games", nargs="+", metavar="NAME", help="the games to measure (default: all)")
    bench.add_argument("--peers", action="store_true", help="measure other libraries in the same run")
    bench.add_argument("--json", metavar="FILE", help="write the results to this file")
    bench.set_defaults(run=run_bench)

    report = commands.add_parser("report", help="check by simulation that an edition makes a sound game")
    report.add_argument("game", help="for example africana_v0")
    report.add_argument("--edition", default="reconstructed", help="an edition's name, or a path to its file")
    report.add_argument("--games", type=int, default=2000, help="games per number of players (default 2000)")
    report.add_argument("--output", metavar="FILE", help="write the report to this Markdown file")
    report.set_defaults(run=run_report)

    check = commands.add_parser("check-edition", help="check an edition's file of your own")
    check.add_argument("game", help="for example africana_v0")
    check.add_argument("file", help="path of the .toml file")
    check.set_defaults(run=run_check_edition)
    return parser


def run_train(arguments: list[str]) -> int:
    """`africana train CONFIG [--key value ...] [--resume]`."""
    from jsonargparse import ArgumentError, ArgumentParser

    from training.config import TrainConfig

    parser = ArgumentParser(
        prog="africana train CONFIG", exit_on_error=False, description="Train a policy by PPO and self-play."
    )
    parser.add_argument("--config", action="config", help="the YAML file; the same as naming it first")
    parser.add_argument("--resume", action="store_true", help="go on with the run folder if it is there")
    parser.add_class_arguments(TrainConfig)
    if arguments and not arguments[0].startswith("-"):
        if not Path(arguments[0]).is_file():
            raise UserError(f"there is no config {arguments[0]}: name a YAML file such as configs/africana_2p.yaml")
        arguments = ["--config", *arguments]
    try:
        options = parser.parse_args(arguments)
    except ArgumentError as error:
        raise UserError(one_line(str(error))) from None
    except UnicodeDecodeError:
        raise UserError(f"{arguments[1]} is not a config: it must be a YAML file") from None
    options.pop("config")
    resume = options.pop("resume")
    config = parser.instantiate(options)
    from training.train import train

    train(TrainConfig(**{name: config[name] for name in TrainConfig.__dataclass_fields__}), resume)
    return 0


def one_line(message: str) -> str:
    """The lines of a message in one."""
    return " ".join(part.strip() for part in message.splitlines() if part.strip())


def run_evaluate(options: argparse.Namespace) -> None:
    from training.evaluate import evaluate

    evaluate(
        options.checkpoint,
        options.against,
        options.players,
        options.games,
        options.edition,
        options.seed,
        options.json,
    )


def run_describe(options: argparse.Namespace) -> None:
    from training.describe import describe

    describe(options.game, options.edition)


def run_bench(options: argparse.Namespace) -> None:
    from training.bench import bench

    bench(options.games, options.peers, options.json)


def run_report(options: argparse.Namespace) -> None:
    from training.report import report

    report(options.game, options.edition, options.games, options.output)


def run_check_edition(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.engine.editions import load_edition

    edition = load_edition(load_game(options.game), Path(options.file))
    print(f"{options.file}: edition {edition.name!r} fits {edition.game}")
