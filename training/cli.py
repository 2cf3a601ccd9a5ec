"""The command line, `africana`."""

import argparse
import logging
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from africana_env import UserError, game_names


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status. What a user got wrong is told in one line, without a traceback."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        options, unknown = command_line(*arguments[:1]).parse_known_args(arguments)
        if unknown:
            raise UserError(unknown_argument(arguments[0], unknown[0]))
        options.run(options)
        return 0
    except UserError as error:
        print(f"africana: {error}", file=sys.stderr)
        return 2
    except (MemoryError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and "can't allocate memory" not in str(error):  # what PyTorch raises
            raise
        print("africana: not enough memory: use fewer games at once, fewer steps or smaller layers", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("africana: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def unknown_argument(command: str, unknown: str) -> str:
    """What to say of an argument that no option takes."""
    near: list[str] = []
    if command == "train":
        from training.config_file import SETTINGS

        name = unknown.lstrip("-").partition("=")[0]
        group = [setting for setting in SETTINGS if setting.startswith(f"{name.partition('.')[0]}.")]
        near = get_close_matches(name, SETTINGS, cutoff=0.8) or group
    what_to_do = f"use --{' or --'.join(near)}" if near else f"see africana {command} --help"
    return f"unrecognized argument {unknown}: {what_to_do}"


class OneLineParser(argparse.ArgumentParser):
    """Errors in one line; options by their whole names."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> Any:
        raise UserError(f"{message}; see {self.prog} --help")


def command_line(command: str = "") -> argparse.ArgumentParser:
    """All commands and their options; those for every setting of `train` only if that is the `command`: they take time
    to import."""
    game_help = f"for example {game_names()[0]}"
    parser = OneLineParser(prog="africana", description="Train, evaluate, measure and describe agents and games.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    usage = "africana train CONFIG [--resume] [--NAME VALUE ...]"
    train = commands.add_parser("train", help="train a policy by PPO and self-play", usage=usage)
    train.add_argument("config", metavar="CONFIG", help="a YAML file; options overrule what it says")
    train.add_argument("--resume", action="store_true", help="go on with the run folder if it is there")
    if command == "train":
        from training.config_file import SETTINGS, help_of

        for name in SETTINGS:
            train.add_argument(f"--{name}", metavar="VALUE", default=argparse.SUPPRESS, help=help_of(name))
    train.set_defaults(run=run_train)

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
    describe.add_argument("game", help=game_help)
    describe.add_argument("--edition", default="reconstructed", help="an edition's name, or a path to its file")
    describe.set_defaults(run=run_describe)

    bench = commands.add_parser("bench", help="measure how fast the games are, and other libraries with --peers")
    bench.add_argument("--games", nargs="+", metavar="NAME", help="the games to measure (default: all)")
    bench.add_argument("--peers", action="store_true", help="measure other libraries in the same run")
    bench.add_argument("--json", metavar="FILE", help="write the results to this file")
    bench.set_defaults(run=run_bench)

    report = commands.add_parser("report", help="check by simulation that an edition makes a sound game")
    report.add_argument("game", help=game_help)
    report.add_argument("--edition", default="reconstructed", help="an edition's name, or a path to its file")
    report.add_argument("--games", type=int, default=2000, help="games per number of players (default 2000)")
    report.add_argument("--output", metavar="FILE", help="write the report to this Markdown file")
    report.set_defaults(run=run_report)

    check = commands.add_parser("check-edition", help="check an edition's file of your own")
    check.add_argument("game", help=game_help)
    check.add_argument("file", help="path of the .toml file")
    check.set_defaults(run=run_check_edition)
    return parser


def run_train(options: argparse.Namespace) -> None:
    from training.config_file import SETTINGS, read_config

    config = read_config(options.config, {name: text for name, text in vars(options).items() if name in SETTINGS})
    from training.train import train

    train(config, options.resume)


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

    logging.getLogger("africana_env").setLevel(logging.ERROR)  # each measurement compiles rules and would say so
    bench(options.games, options.peers, options.json)


def run_report(options: argparse.Namespace) -> None:
    from training.report import report

    report(options.game, options.edition, options.games, options.output)


def run_check_edition(options: argparse.Namespace) -> None:
    from africana_env import load_edition, load_game

    edition = load_edition(load_game(options.game), Path(options.file))
    print(f"{options.file}: edition {edition.name!r} fits {edition.game}")


if __name__ == "__main__":
    sys.exit(main())
