"""The commands about games and their editions, and those that write something to begin with."""

import argparse
import sys
from pathlib import Path

from africana_env import UserError
from africana_env.cli.arguments import Commands, add_edition, add_game, add_games


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


def add_report(commands: Commands) -> None:
    parser = commands.add_parser("report", report, "check by simulation that an edition makes a sound game")
    add_game(parser)
    add_edition(parser)
    games = "games per number of players (default 2000, and 64 on each edition of a set)"
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
    parser = commands.add_parser("edition", print_edition, "print an edition as a TOML file, such as generated:17")
    add_game(parser)
    named = "a name, a file's path, generated:N, generated-ood:N, completed:EDITION:N or shuffled:EDITION:N"
    parser.add_argument("edition", metavar="EDITION", help=named)
    parser.add_argument("--svg", metavar="FILE", help="draw its board, as a game begins, into this file instead")


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
    parser = commands.add_parser("check-edition", check_edition, "check an edition's file of your own")
    add_game(parser)
    parser.add_argument("file", metavar="FILE", help="path of the .toml file")


def check_edition(options: argparse.Namespace) -> None:
    from africana_env import load_edition

    edition = load_edition(options.game, Path(options.file))
    print(f"{options.file}: edition {edition.name!r} fits {edition.game}")


def add_example(commands: Commands) -> None:
    what = "copy a short program into the working folder, to be changed there"
    parser = commands.add_parser("example", example, what)
    parser.add_argument("name", metavar="NAME", nargs="?", help="of the program; without it, all are listed")


def example(options: argparse.Namespace) -> None:
    from africana_env.tools.examples import about, copy_example, example_files

    if options.name is None:
        for name, path in example_files().items():
            print(f"{name}: {about(path)}")
    else:
        print(copy_example(options.name))


def add_new_game(commands: Commands) -> None:
    what = "write a small card game of your own, to be edited from there"
    parser = commands.add_parser("new-game", new_game, what)
    parser.add_argument("name", metavar="NAME", help="of its folder and module, such as lost_cities")


def new_game(options: argparse.Namespace) -> None:
    from africana_env.tools.examples import new_game

    folder = new_game(options.name)
    print(f"{folder}/{options.name}.py is Leduc hold'em, by another name: make it your game. It is registered by")
    print(f"    pip install --editable ./{folder}")
    print("and checked, in a copy of this package's repository, by")
    print(f"    africana check-game {options.name}_v0")


def add_check_game(commands: Commands) -> None:
    add_game(commands.add_parser("check-game", check_game, "run every test that there is for a game of your own"))


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
        raise UserError(f"{options.game.name} fails: {', '.join(failed)}; see above")


def add_compile(commands: Commands) -> None:
    add_games(commands.add_parser("compile", compile_games, "compile the games ahead of their first use"))


def compile_games(options: argparse.Namespace) -> None:
    from africana_env.tools.compile_ahead import compile_ahead

    for game in compile_ahead(options.games):
        print(f"{game} is compiled", flush=True)
