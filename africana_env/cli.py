"""The command line, `africana`. Other packages add commands by entry points, as `training` does with `train`."""

import argparse
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from africana_env import UserError, game_names
from africana_env.engine.files import reason_of, shown
from africana_env.engine.plugins import load_plugin, plugins

ENTRY_POINTS = "africana_env.commands"
"""The group of entry points: `add(commands, selected)` adds a command to the sub-parsers `commands`; `selected` says
whether it is the one to be run, so that the others need not import what takes time."""
GOES_ON = "the same command goes on"
"""The default `goes_on` of commands that keep what they have done."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status. What a user got wrong is told in one line, without a traceback."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if "" not in sys.path:
        sys.path.append("")  # a bot of one's own is a module in the working folder
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started this; no other file may get its number
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    options = argparse.Namespace()
    try:
        parser, commands = command_line(*arguments[:1])
        options, unknown = parser.parse_known_args(arguments)
        if unknown:
            raise UserError(unknown_argument(commands.choices.get(arguments[0], parser), unknown[0]))
        with ended_like_ctrl_c(bool(goes_on(options)) or options.run is run_play):
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
        print("africana: " + ": ".join(filter(None, ("interrupted", goes_on(options)))), file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except (OSError, UnicodeEncodeError) as error:  # of the standard output: it is full, or has too few characters
        print(f"africana: cannot go on: {reason_of(error)}", file=sys.stderr)
        return 2


def goes_on(options: argparse.Namespace) -> str:
    """By what a command that is ended goes on, empty if nothing of what it has done is kept."""
    return getattr(options, "goes_on", "")


@contextmanager
def ended_like_ctrl_c(wanted: bool) -> Iterator[None]:
    """Let the signal by which systems end programs do what Ctrl-C does."""
    ignored = signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    if not wanted or ignored or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def unknown_argument(parser: argparse.ArgumentParser, unknown: str) -> str:
    """What to say of an argument that no option takes."""
    name = unknown.partition("=")[0]
    known = [option for action in parser._actions for option in action.option_strings if option.startswith("--")]
    group = [option for option in known if option.startswith(f"{name.partition('.')[0]}.")]
    near = get_close_matches(name, known, cutoff=0.8) or group
    what_to_do = f"use {' or '.join(near)}" if near else f"see {parser.prog} --help"
    return f"unrecognized argument {shown(unknown)}: {what_to_do}"


class OneLineParser(argparse.ArgumentParser):
    """Errors in one line; options by their whole names."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> Any:
        raise UserError(f"{message}; see {self.prog} --help")


def command_line(command: str = "") -> tuple[argparse.ArgumentParser, Any]:
    """The parser, and its sub-parsers: all commands and their options; of added ones perhaps only those of the
    `command` that is to be run."""
    parser = OneLineParser(prog="africana", description="Evaluate, measure, describe and train agents and games.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for add in (
        add_play,
        add_evaluate,
        add_tournament,
        add_ladder,
        add_exploitability,
        add_replay,
        add_describe,
        add_bench,
        add_report,
        add_check_edition,
        add_compile,
    ):
        add(commands)
    for name, point in plugins(ENTRY_POINTS).items():
        try:
            load_plugin(point, callable)(commands, name == command)
        except UserError:
            if name == command:
                raise
    return parser, commands


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument that names a game."""
    parser.add_argument("game", metavar="GAME", help=", ".join(game_names()))


def add_edition(parser: argparse.ArgumentParser, default: str = "reconstructed") -> None:
    """The option that names an edition."""
    parser.add_argument("--edition", default=default, help=f"an edition's name, or a path to its file ({default})")


def add_play(commands: Any) -> None:
    """`africana play`."""
    parser = commands.add_parser("play", help="play against bots, in the browser or the terminal")
    add_game(parser)
    parser.add_argument(
        "--against", metavar="BOT", nargs="+", action="extend", default=[], help="one for all other seats, or each"
    )
    parser.add_argument("--players", type=int, help="players in a game (default: as many as are named)")
    seat = "seats of people, each with a link of its own (default 0)"
    parser.add_argument("--seat", type=int, nargs="+", action="extend", metavar="N", help=seat)
    parser.add_argument("--seed", type=int, help="seed of the game (default: drawn)")
    parser.add_argument("--edition", help="an edition's name, or a path to its file (default: reconstructed)")
    record = "keep the game in this file, and go on with it if it is there (default: a new one in runs/play)"
    parser.add_argument("--record", metavar="FILE", help=record)
    parser.add_argument("--hints", metavar="BOT", nargs="*", action="extend", help="bots that may be asked for hints")
    parser.add_argument("--host", default="127.0.0.1", help="this machine's address in your network, to play together")
    parser.add_argument("--port", type=int, help="port of the server (default: a free one)")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument("--terminal", action="store_true", help="play in the terminal instead")
    parser.set_defaults(run=run_play)


def add_evaluate(commands: Any) -> None:
    """`africana evaluate`."""
    parser = commands.add_parser("evaluate", help="rate a bot against others")
    add_game(parser)
    parser.add_argument("bot", metavar="BOT", help="greedy, search:200, policy:PATH, package.module:function, ...")
    each = "each holds all other seats in turn"
    parser.add_argument("--against", metavar="BOT", nargs="+", action="extend", required=True, help=each)
    parser.add_argument("--players", type=int, help="players in a game (default: the game's)")
    parser.add_argument("--games", type=int, default=2000, help="games against each opponent (default 2000)")
    add_edition(parser)
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default 1)")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
    parser.set_defaults(run=run_evaluate)


def add_tournament(commands: Any) -> None:
    """`africana tournament`."""
    parser = commands.add_parser("tournament", help="play every bot against every other, and rate them")
    parser.add_argument("bots", metavar="BOT", nargs="+", help="greedy, search:200, policy:PATH, module:function, ...")
    parser.add_argument("--game", metavar="GAME", required=True, help=", ".join(game_names()))
    parser.add_argument("--players", type=int, help="players in a game (default: the game's)")
    parser.add_argument("--deals", type=int, default=100, help="deals, each played from all seats (default 100)")
    add_edition(parser)
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (default 1)")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="who takes longer to decide loses the game")
    parser.add_argument("--folder", metavar="DIR", help="where finished deals are kept (default: one in runs/)")
    parser.add_argument("--json", metavar="FILE", help="write the standings to this file")
    parser.add_argument("--html", metavar="FILE", help="write a page with charts to this file, replays beside it")
    ray = "play on the Ray cluster at this address (default: on the one here, or a new one)"
    parser.add_argument("--ray", metavar="ADDRESS", nargs="?", const=True, default=False, help=ray)
    parser.set_defaults(run=run_tournament, goes_on=GOES_ON)


def add_ladder(commands: Any) -> None:
    """`africana ladder`."""
    parser = commands.add_parser("ladder", help="rate the bots of all games, with two players and four; takes hours")
    parser.add_argument("--deals", type=int, default=100, help="deals of each pair with two players (default 100)")
    parser.add_argument("--policy", metavar="GAME=BOT", nargs="*", action="extend", default=[], help="further rungs")
    parser.add_argument("--folder", metavar="DIR", default="runs/ladder", help="where finished deals are kept")
    parser.add_argument("--output", metavar="FILE", help="write the ladder to this Markdown file")
    parser.set_defaults(run=run_ladder, goes_on=GOES_ON)


def add_exploitability(commands: Any) -> None:
    """`africana exploitability`."""
    parser = commands.add_parser("exploitability", help="compute exact best responses to a bot in a small edition")
    parser.add_argument("bot", metavar="BOT", help="one that gives probabilities: random, greedy, policy:PATH, ...")
    parser.add_argument("--game", metavar="GAME", required=True, help=", ".join(game_names()))
    add_edition(parser, "mini")
    parser.add_argument("--players", type=int, help="players in a game (default: the game's)")
    parser.add_argument("--max-rounds", type=int, help="rounds after which a game is cut off (default: the game's)")
    parser.add_argument("--deals", type=int, help="as many deals as OpenSpiel's parameter of this name (default: all)")
    parser.add_argument("--json", metavar="FILE", help="write the values to this file")
    parser.set_defaults(run=run_exploitability)


def add_replay(commands: Any) -> None:
    """`africana replay`."""
    parser = commands.add_parser("replay", help="write a recorded game as a page to look at")
    parser.add_argument("record", metavar="RECORD", help="a file written by record().save(), play or a tournament")
    parser.add_argument("--html", metavar="FILE", required=True, help="write the page to this file")
    parser.add_argument("--policy", metavar="BOT", help="show what this bot thinks of each decision: policy:PATH, ...")
    parser.add_argument("--seat", metavar="N", type=int, help="tell nothing but what this seat knows (default: all)")
    parser.add_argument("--edition", metavar="FILE", help="the edition's file, for a game with one of one's own")
    parser.set_defaults(run=run_replay)


def add_describe(commands: Any) -> None:
    """`africana describe`."""
    parser = commands.add_parser("describe", help="print a game's actions, observation fields and cards")
    add_game(parser)
    add_edition(parser)
    parser.set_defaults(run=run_describe)


def add_bench(commands: Any) -> None:
    """`africana bench`."""
    parser = commands.add_parser("bench", help="measure how fast the games are, and other libraries with --peers")
    parser.add_argument(
        "--games", nargs="+", action="extend", metavar="NAME", help="the games to measure (default: all)"
    )
    parser.add_argument("--peers", action="store_true", help="measure other libraries in the same run")
    parser.add_argument("--training", action="store_true", help="measure training instead, beside sb3-contrib's")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file")
    parser.set_defaults(run=run_bench)


def add_report(commands: Any) -> None:
    """`africana report`."""
    parser = commands.add_parser("report", help="check by simulation that an edition makes a sound game")
    add_game(parser)
    add_edition(parser)
    parser.add_argument("--games", type=int, default=2000, help="games per number of players (default 2000)")
    parser.add_argument("--output", metavar="FILE", help="write the report to this Markdown file")
    parser.set_defaults(run=run_report)


def add_check_edition(commands: Any) -> None:
    """`africana check-edition`."""
    parser = commands.add_parser("check-edition", help="check an edition's file of your own")
    add_game(parser)
    parser.add_argument("file", metavar="FILE", help="path of the .toml file")
    parser.set_defaults(run=run_check_edition)


def add_compile(commands: Any) -> None:
    """`africana compile`."""
    parser = commands.add_parser("compile", help="compile the games ahead of their first use")
    parser.add_argument("games", metavar="GAME", nargs="*", help="the games to compile (default: all)")
    parser.set_defaults(run=run_compile)


def run_play(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.play.command import play

    play(
        load_game(options.game),
        options.against,
        options.players,
        options.seat or [0],
        options.seed,
        options.edition,
        options.record,
        options.hints,
        options.host,
        options.port,
        not options.no_browser,
        options.terminal,
    )


def run_evaluate(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.arena.evaluate import evaluate

    evaluate(
        load_game(options.game),
        options.bot,
        options.against,
        options.players,
        options.games,
        options.edition,
        options.seed,
        options.json,
    )


def run_tournament(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.arena.tournament.tournament import tournament

    tournament(
        load_game(options.game),
        options.bots,
        options.players,
        options.deals,
        options.edition,
        options.seed,
        options.time_limit,
        options.folder,
        options.json,
        options.html,
        options.ray,
    )


def run_ladder(options: argparse.Namespace) -> None:
    from africana_env.tools.ladder import ladder

    ladder(options.output, options.deals, options.policy, options.folder)


def run_exploitability(options: argparse.Namespace) -> None:
    from africana_env import load_game
    from africana_env.arena.exploitability.exploitability import exploitability

    exploitability(
        load_game(options.game),
        options.bot,
        options.edition,
        options.players,
        options.max_rounds,
        options.deals,
        options.json,
    )


def run_replay(options: argparse.Namespace) -> None:
    from africana_env import GameRecord, load_game
    from africana_env.viewer.replay import replay

    record = GameRecord.load(options.record)
    game = load_game(record.game)
    replay(game, record, options.html, options.policy, options.seat, options.edition)
    print(f"{options.html}: {game.title}, {len(record.actions)} decisions")


def run_describe(options: argparse.Namespace) -> None:
    from africana_env.tools.describe import describe

    describe(options.game, options.edition)


def run_bench(options: argparse.Namespace) -> None:
    from africana_env.tools.bench import bench
    from africana_env.tools.bench_training import bench_training

    logging.getLogger("africana_env").setLevel(logging.ERROR)  # each measurement compiles rules and would say so
    if options.training:
        if options.games or options.peers:
            raise UserError("--training measures training alone: leave out --games and --peers")
        bench_training(options.json)
        return
    bench(options.games, options.peers, options.json)


def run_report(options: argparse.Namespace) -> None:
    from africana_env.tools.edition_report import report

    report(options.game, options.edition, options.games, options.output)


def run_check_edition(options: argparse.Namespace) -> None:
    from africana_env import load_edition, load_game

    edition = load_edition(load_game(options.game), Path(options.file))
    print(f"{options.file}: edition {edition.name!r} fits {edition.game}")


def run_compile(options: argparse.Namespace) -> None:
    from africana_env.tools.compile_ahead import compile_ahead

    compile_ahead(options.games)


if __name__ == "__main__":
    sys.exit(main())
