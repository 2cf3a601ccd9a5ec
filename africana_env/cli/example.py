"""`africana example`."""

import argparse
from typing import Any


def add_command(commands: Any) -> None:
    """`africana example`."""
    parser = commands.add_parser("example", help="copy a short program into the working folder, to be changed there")
    parser.add_argument("name", metavar="NAME", nargs="?", help="of the program; without it, all are listed")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    from africana_env.tools.examples import about, copy_example, example_files

    if options.name is None:
        for name, path in example_files().items():
            print(f"{name}: {about(path)}")
    else:
        print(copy_example(options.name))
