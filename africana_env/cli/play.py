"""`africana play`."""

import argparse
from typing import TYPE_CHECKING, Any

from africana_env.cli.arguments import OneLineParser, add_game

if TYPE_CHECKING:
    from africana_env.play.game_session import GameSession


def add_command(commands: Any) -> None:
    """`africana play`."""
    parser = commands.add_parser("play", help="play against bots, in the browser or the terminal")
    add_table(parser)
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument("--terminal", action="store_true", help="play in the terminal instead")
    parser.set_defaults(run=run, goes_on="")


def add_table(parser: OneLineParser) -> None:
    """The arguments of who plays what, and where."""
    add_game(parser)
    against = "one for all other seats, or each (default: policy:generalist, on the game's own edition greedy)"
    parser.add_argument("--against", metavar="BOT", nargs="+", action="extend", default=[], help=against)
    parser.add_argument("--players", type=int, help="players in a game (default: as many as are named)")
    seat = "seats of people, each with a link of its own (default 0)"
    parser.add_argument("--seat", type=int, nargs="+", action="extend", metavar="N", help=seat)
    names = "names of the people, in the order of their seats (default: by number)"
    parser.add_argument("--name", metavar="NAME", nargs="+", action="extend", default=[], help=names)
    parser.add_argument("--seed", type=int, help="seed of the game (default: drawn)")
    parser.add_argument(
        "--edition", help="an edition's name, the path of its file, or generated:N (default: the game's)"
    )
    record = "keep the game in this file, and go on with it if it is there (default: a new one in runs/play)"
    parser.add_argument("--record", metavar="FILE", help=record)
    parser.add_argument("--hints", metavar="BOT", nargs="*", action="extend", help="bots that may be asked for hints")
    host = "address of this machine at which to be reached, or 0.0.0.0 for all (default: this machine alone)"
    parser.add_argument("--host", default="127.0.0.1", help=host)
    allowed = "another name under which to be reached, such as a proxy's; *.NAME for all that end so"
    parser.add_argument("--allow-host", metavar="NAME", nargs="+", action="extend", default=[], help=allowed)
    parser.add_argument("--port", type=int, help="port of the server (default: a free one)")


def begin(options: argparse.Namespace) -> "GameSession":
    """The session that the arguments of `add_table` say; it writes its file."""
    from africana_env import load_game
    from africana_env.play.session_setup import begin_session

    return begin_session(
        load_game(options.game),
        options.against,
        options.players,
        people=options.seat or [0],
        seed=options.seed,
        edition=options.edition,
        record=options.record,
        hints=options.hints,
        names=options.name,
    )


def run(options: argparse.Namespace) -> None:
    if options.terminal:
        from africana_env.play.terminal import play_in_terminal

        play_in_terminal(begin(options))
    else:
        from africana_env.engine.extras import check_extra

        check_extra("play", "africana play", "use --terminal")
        serve_table(options, not options.no_browser, for_agents=False)


def serve_table(options: argparse.Namespace, open_browser: bool, for_agents: bool) -> None:
    """Serve the session that the arguments of `add_table` say, where they say."""
    from africana_env.play.addresses import checked_patterns, listen
    from africana_env.play.server import serve

    allowed = checked_patterns(options.allow_host)
    with listen(options.host, options.port or 0) as listening:  # first: a session writes its file
        serve(begin(options), options.host, listening, open_browser, for_agents, allowed)
