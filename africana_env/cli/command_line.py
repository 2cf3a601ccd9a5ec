"""Parse a command line, run the command and print errors as one line."""

import argparse
import os
import signal
import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from difflib import get_close_matches
from typing import TextIO

from africana_env import UserError, __version__
from africana_env.cli import games, matches, play
from africana_env.cli.arguments import Commands, OneLineParser
from africana_env.engine.process.errors import error_reason, format_name
from africana_env.engine.process.files import check_target
from africana_env.engine.process.plugins import load_plugin, plugins

COMMANDS = (
    play.add_play,
    play.add_serve,
    matches.add_evaluate,
    matches.add_secret_editions,
    matches.add_tournament,
    matches.add_ladder,
    matches.add_exploitability,
    matches.add_dataset,
    play.add_replay,
    games.add_describe,
    games.add_bench,
    games.add_report,
    games.add_print_edition,
    games.add_check_edition,
    games.add_example,
    games.add_new_game,
    games.add_check_game,
    games.add_compile,
)
"""Functions that add a command, in the order of the help."""
ENTRY_POINTS = "africana_env.commands"
"""The group of entry points: such functions, by the names of their commands."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status. A `UserError` is printed as one line, without a traceback."""
    with importing_from_working_folder(), open_streams():
        return run(list(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    options = argparse.Namespace()
    try:
        parser, commands = command_line(*arguments[:1])
        if arguments and not arguments[0].startswith("-") and arguments[0] not in commands.choices:
            raise UserError(unknown_command(arguments[0], commands.choices))
        options, unknown = parser.parse_known_args(arguments)
        if unknown:
            raise UserError(unknown_argument(commands.choices.get(arguments[0], parser), unknown[0]))
        check_files(options)
        with terminated_like_ctrl_c(hasattr(options, "goes_on")):
            options.run(options)
        return 0
    except UserError as error:
        print(f"africana: {error}", file=sys.stderr)
        return 2
    except MemoryError:
        print("africana: not enough memory: use fewer games at once, fewer steps or smaller layers", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        goes_on = getattr(options, "goes_on", "")
        print("africana: " + ": ".join(filter(None, ("interrupted", goes_on))), file=sys.stderr)
        return 130
    except BrokenPipeError:
        for stream in (sys.stdout, sys.stderr):
            drop_unwritten(stream)
        return 0
    except UnicodeEncodeError as error:
        character = ascii(error.object[error.start])
        print(f"africana: cannot print {character} as {error.encoding}: set PYTHONUTF8=1", file=sys.stderr)
        return 2
    except OSError as error:  # from the standard output: the disk is full
        print(f"africana: cannot continue: {error_reason(error)}", file=sys.stderr)
        return 2


@contextmanager
def importing_from_working_folder() -> Iterator[None]:
    """Allow imports from the working folder, where a user's bots are."""
    added = "" not in sys.path
    if added:
        sys.path.append("")
    try:
        yield
    finally:
        if added and "" in sys.path:
            sys.path.remove("")


@contextmanager
def open_streams() -> Iterator[None]:
    """Replace closed streams by the null device: input ends at once, and no other file gets their descriptors."""
    with ExitStack() as stack:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, stack.enter_context(open(os.devnull, mode)))
                stack.callback(setattr, sys, name, None)
        yield


def drop_unwritten(stream: TextIO) -> None:
    """Drop buffered output that has no reader: flushing it when the process exits would fail again."""
    with suppress(OSError, ValueError), open(os.devnull, "w") as nowhere:
        number = stream.fileno()
        kept = os.dup(number)
        os.dup2(nowhere.fileno(), number)
        stream.flush()
        os.dup2(kept, number)
        os.close(kept)


def command_line(command: str = "") -> tuple[OneLineParser, Commands]:
    """Return the parser and its sub-parsers. Commands of other packages are left out if `command` is one of ours."""
    parser = OneLineParser(prog="africana", description="Play, measure and train agents in board games.")
    parser.add_argument("--version", action="version", version=f"africana-env {__version__}")
    commands = Commands(parser.add_subparsers(metavar="COMMAND", required=True), command)
    for add in COMMANDS:
        add(commands)
    if command in commands.choices:
        return parser, commands  # looking through all packages is slow
    for name, point in plugins(ENTRY_POINTS).items():
        try:
            load_plugin(point, callable)(commands)
        except UserError:
            if name == command:
                raise
    return parser, commands


def check_files(options: argparse.Namespace) -> None:
    """Raise `UserError` if an output file cannot be written or is also an input file."""
    given = vars(options)
    for name in ("json", "html", "gif", "mp4", "output", "svg", "out"):
        if given.get(name) is not None:
            check_target(given[name], given.get("edition"), given.get("record"), given.get("secret"))


@contextmanager
def terminated_like_ctrl_c(wanted: bool) -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C."""
    ignored = signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    if not wanted or ignored or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def unknown_command(name: str, known: Collection[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"unknown command {format_name(name)}: {f'use {near[0]}; ' if near else ''}see africana --help"


def unknown_argument(parser: OneLineParser, unknown: str) -> str:
    name = unknown.partition("=")[0]
    known = [option for action in parser._actions for option in action.option_strings if option.startswith("--")]
    group = [option for option in known if option.startswith(f"{name.partition('.')[0]}.")]
    near = get_close_matches(name, known, cutoff=0.75) or group
    what_to_do = f"use {' or '.join(near)}" if near else f"use {parser.order()} --option, see --help"
    return f"unrecognized argument {format_name(unknown)}: {what_to_do}"
