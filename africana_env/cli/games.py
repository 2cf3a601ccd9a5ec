"""Commands about games and editions, and commands that create files to start from."""

import argparse
import sys
from pathlib import Path

from africana_env import UserError
from africana_env.cli.arguments import Commands, add_edition, add_game, add_games, add_json


def add_describe(commands: Commands) -> None:
    parser = commands.add_parser("describe", describe, "print a game's actions, observation fields and cards")
    add_game(parser)
    add_edition(parser)


def describe(options: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    from africana_env import load_edition
    from africana_env.tools.describe import description

    game = options.game
    text = description(game, load_edition(game, options.edition))
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text)


def add_bench(commands: Commands) -> None:
    parser = commands.add_parser("bench", bench, "measure the speed of the games, with --peers also of other libraries")
    add_games(parser)
    parser.add_argument("--peers", action="store_true", help="also measure other libraries")
    add_json(parser)


def bench(options: argparse.Namespace) -> None:
    from dataclasses import asdict

    from africana_env.cli.bench_output import measuring, print_benchmark
    from africana_env.engine.process.files import write_json
    from africana_env.tools.bench import bench

    with measuring() as progress:
        found = bench(options.games, peers=options.peers, progress=progress)
    if options.json is not None:
        write_json(options.json, asdict(found))
    print_benchmark(found)


def add_report(commands: Commands) -> None:
    parser = commands.add_parser("report", report, "simulate games to check that an edition is sound")
    add_game(parser)
    add_edition(parser)
    games = "games per number of players (default 2000, or 64 on each edition of a set)"
    parser.add_argument("--num_games", type=int, help=games)
    parser.add_argument("--output", metavar="FILE", help="write the report to this Markdown file")


def report(options: argparse.Namespace) -> None:
    from africana_env.cli.output import progress_bar
    from africana_env.engine.editions.edition_sets import EditionSet
    from africana_env.engine.editions.editions import load_editions
    from africana_env.engine.process.files import atomic_write
    from africana_env.tools.edition_report import report as report_edition
    from africana_env.tools.set_report import report_set

    game = options.game
    editions = load_editions(game, options.edition)
    given = {} if options.num_games is None else {"num_games": options.num_games}
    with progress_bar("editions" if isinstance(editions, EditionSet) else "games") as progress:
        if isinstance(editions, EditionSet):
            text = report_set(editions, **given, progress=progress)
        else:
            text = report_edition(game, options.edition, **given, progress=progress)
    if options.output is None:
        print(text, end="")
    else:
        atomic_write(options.output, text.encode())


def add_print_edition(commands: Commands) -> None:
    parser = commands.add_parser("edition", print_edition, "print an edition, such as generated:17, as TOML")
    add_game(parser)
    named = "a name, a file's path, generated:N, generated:N,size=small, completed:EDITION:N or shuffled:EDITION:N"
    parser.add_argument("edition", metavar="EDITION", help=named)
    parser.add_argument("--svg", metavar="FILE", help="draw the board at the start of a game into this file instead")


def print_edition(options: argparse.Namespace) -> None:
    from africana_env import Batch, load_edition
    from africana_env.api.drawings import render_svg
    from africana_env.engine.process.files import atomic_write
    from africana_env.tools.edition_toml import to_toml

    game = options.game
    edition = load_edition(game, options.edition)
    if options.svg is None:
        sys.stdout.write(to_toml(edition.data))
    else:
        batch = Batch(game, 1, edition=edition)
        batch.reset(0)
        atomic_write(options.svg, render_svg(game, edition, batch.states[0], 0).encode())


def add_check_edition(commands: Commands) -> None:
    parser = commands.add_parser("check-edition", check_edition, "check your own edition file")
    add_game(parser)
    parser.add_argument("file", metavar="FILE", help="path of the .toml file")


def check_edition(options: argparse.Namespace) -> None:
    from africana_env import load_edition

    edition = load_edition(options.game, Path(options.file))
    print(f"{options.file}: edition {edition.name!r} fits {edition.game}")


def add_example(commands: Commands) -> None:
    parser = commands.add_parser("example", example, "copy an example program into the working folder")
    parser.add_argument("name", metavar="NAME", nargs="?", help="name of the program (default: list all)")


def example(options: argparse.Namespace) -> None:
    from africana_env.tools.examples import about, copy_example, example_files

    if options.name is None:
        for name, path in example_files().items():
            print(f"{name}: {about(path)}")
    else:
        print(copy_example(options.name))


def add_new_game(commands: Commands) -> None:
    parser = commands.add_parser("new-game", new_game, "create a small card game to build your own from")
    parser.add_argument("name", metavar="NAME", help="name of its folder and module, such as lost_cities")


def new_game(options: argparse.Namespace) -> None:
    from africana_env.tools.examples import new_game

    folder = new_game(options.name)
    print(f"{folder}/{options.name}.py is a copy of Leduc hold'em: turn it into your game. To register it, run")
    print(f"    pip install --editable ./{folder}")
    print("To check it, run in a clone of this package's repository")
    print(f"    africana check-game {options.name}_v0")


def add_check_game(commands: Commands) -> None:
    add_game(commands.add_parser("check-game", check_game, "run all conformance tests on your own game"))


def check_game(options: argparse.Namespace) -> None:
    from rich.console import Console

    from africana_env.cli.output import table_of
    from africana_env.tools.check_game import check_game

    console = Console()
    made = check_game(options.game.name, on_start=lambda check: console.rule(check))
    shown = table_of(options.game.name, ("check", "result"), ("seconds",))
    for check in made:
        if not check.passed and check.output:
            console.rule(f"{check.name}: failed")
            print(check.output)
        shown.add_row(check.name, "passed" if check.passed else "failed", f"{check.seconds:.0f}")
    console.print(shown)
    if failed := [check.name for check in made if not check.passed]:
        raise UserError(f"{options.game.name} failed {', '.join(failed)}: see above")


def add_compile(commands: Commands) -> None:
    add_games(commands.add_parser("compile", compile_games, "compile the games before their first use"))


def compile_games(options: argparse.Namespace) -> None:
    from africana_env.tools.compile_ahead import compile_ahead

    for game in compile_ahead(options.games):
        print(f"{game} is compiled", flush=True)
