"""Commands to play, for people and agents, and to replay a game."""

import argparse
from typing import TYPE_CHECKING

from africana_env import UserError, game_names
from africana_env.cli.arguments import Commands, OneLineParser, add_bots, add_game

if TYPE_CHECKING:
    from africana_env.play.game_session import GameSession
    from africana_env.viewer.trajectory import Trajectory


def add_play(commands: Commands) -> None:
    parser = commands.add_parser("play", play, "play in the browser, where you can choose a game, or the terminal")
    add_table(parser, nargs="?")
    parser.add_argument("--no_browser", action="store_true", help="do not open the browser")
    parser.add_argument("--terminal", action="store_true", default=None, help="play in the terminal instead")


def add_serve(commands: Commands) -> None:
    add_table(commands.add_parser("serve", serve, "serve a game to agents over HTTP or MCP, and to people"))


def add_table(parser: OneLineParser, nargs: str | None = None) -> None:
    """Add the arguments about players, game and server."""
    add_game(parser, nargs)
    bots = "one bot for all other seats, or one for each (default: greedy; policy:generalist on other editions)"
    add_bots(parser, bots, nargs="*")
    parser.add_argument("--num_players", type=int, help="players in a game (default: people and bots named)")
    seats = "seats of people, each with its own link (default 0)"
    parser.add_list("--seat", seats, metavar="N", type=int, default=None)
    parser.add_list("--name", "names of the people, in seat order (default: player 1, ...)", metavar="NAME")
    parser.add_argument("--seed", type=int, help="seed of the game (default: random)")
    edition = "an edition's name, the path of its file, or generated:N (default: reconstructed)"
    parser.add_argument("--edition", help=edition)
    record = "save the game to this file, or continue the game in it (default: a new file in runs/play)"
    parser.add_argument("--record", metavar="FILE", help=record)
    hints = "bots that give hints (default: the opponents and the best scripted bot)"
    parser.add_list("--hints", hints, nargs="*", default=None)
    host = "address to listen on; 0.0.0.0 for all (default: only this machine)"
    parser.add_argument("--host", default="127.0.0.1", help=host)
    allowed = "host names that browsers may use, such as a proxy's; *.NAME for all subdomains"
    parser.add_list("--allow_host", allowed, metavar="NAME")
    parser.add_argument("--port", type=int, default=0, help="port of the server (default: a free one)")
    parser.set_defaults(goes_on="")


def begin(options: argparse.Namespace) -> "GameSession":
    """Return the session for the arguments of `add_table`; this writes its file."""
    from africana_env.play.session_setup import begin_session

    return begin_session(
        options.game,
        options.bots,
        options.num_players,
        people=options.seat or [0],
        seed=options.seed,
        edition=options.edition,
        record=options.record,
        hints=options.hints,
        names=options.name,
    )


def play(options: argparse.Namespace) -> None:
    if options.game is None:
        check_nothing_chosen(options)
    if options.terminal:
        from africana_env.play.terminal import play_in_terminal

        play_in_terminal(begin(options))
    else:
        from africana_env.engine.process.extras import check_extra

        check_extra("play", "africana play", "use --terminal")
        serve_table(options, not options.no_browser, for_agents=False)


def check_nothing_chosen(options: argparse.Namespace) -> None:
    """Raise `UserError` for options that need a game: without one the start page asks for them."""
    needing = ("num_players", "seat", "name", "seed", "edition", "record", "hints", "terminal")
    given = [name for name in needing if getattr(options, name) not in (None, [])]
    if given:
        raise UserError(f"--{given[0]} needs a game, such as africana play {game_names()[0]} --{given[0]}")


def serve(options: argparse.Namespace) -> None:
    from africana_env.engine.process.extras import check_extra

    check_extra("serve", "africana serve")
    serve_table(options, open_browser=False, for_agents=True)


def serve_table(options: argparse.Namespace, open_browser: bool, for_agents: bool) -> None:
    from africana_env.play.addresses import checked_patterns, listen
    from africana_env.play.server import serve

    allowed = checked_patterns(options.allow_host)
    with listen(options.host, options.port) as listening:  # before the session writes its file
        session = None if options.game is None else begin(options)
        serve(session, options.host, listening, open_browser, for_agents, allowed)


def add_replay(commands: Commands) -> None:
    parser = commands.add_parser("replay", replay, "write a recorded game as a page, a GIF or a video")
    parser.add_argument("record", metavar="RECORD", help="a file written by record().save(), play or a tournament")
    parser.add_argument("--html", metavar="FILE", help="write the page to this file")
    parser.add_argument("--gif", metavar="FILE", help="write a moving picture to this file")
    parser.add_argument("--mp4", metavar="FILE", help="write a video to this file")
    page_policy = "show on the page what this bot thinks of each decision: policy:PATH, ..."
    parser.add_argument("--policy", metavar="BOT", help=page_policy)
    analysis = "print the decisions that mattered most, and show them and the win chances on the page"
    parser.add_argument("--analysis", action="store_true", help=analysis)
    parser.add_argument("--seat", metavar="N", type=int, help="show only what this seat knows (default: everything)")
    parser.add_argument("--edition", metavar="FILE", help="the edition's file, if the game was played on a custom one")


def replay(options: argparse.Namespace) -> None:
    from africana_env import GameRecord, load_game
    from africana_env.cli.output import progress_bar
    from africana_env.engine.game.checks import check_int
    from africana_env.engine.process.extras import check_extra
    from africana_env.viewer.film import write_gif, write_mp4
    from africana_env.viewer.replay import replay
    from africana_env.viewer.trajectory import play_again

    if not (options.html or options.gif or options.mp4):
        raise UserError("say what to write: --html FILE, --gif FILE or --mp4 FILE")
    if not options.html and (options.policy or options.analysis):
        raise UserError("--policy and --analysis are shown on the page: add --html FILE")
    if options.mp4:
        check_extra("video", "--mp4", "use --gif")
    record = GameRecord.load(options.record)
    game = load_game(record.game)
    said = f"{game.title}, {len(record.actions)} decisions"
    if options.html:
        with progress_bar("decisions") as progress:
            trajectory = replay(
                game,
                record,
                options.html,
                policy=options.policy,
                seat=options.seat,
                edition=options.edition,
                analysis=options.analysis,
                progress=progress,
            )
        print(f"{options.html}: {said}")
        for line in key_lines(trajectory):
            print(line)
    if options.gif or options.mp4:
        if options.seat is not None:
            check_int("seat", options.seat, 0, record.num_players - 1)
        trajectory = play_again(record, game, record.begin(game, options.edition).edition)
        for file, write in ((options.gif, write_gif), (options.mp4, write_mp4)):
            if file:
                with progress_bar("pictures") as progress:
                    write(trajectory, file, seat=options.seat, progress=progress)
                print(f"{file}: {said}")


def key_lines(trajectory: "Trajectory") -> list[str]:
    """Return the judge and the decisions that mattered most, one line each; none without a judgement."""
    from africana_env.viewer.judge import judgement_data

    if trajectory.judgement is None:
        return []
    found = judgement_data(trajectory)
    lost = (
        f"move {key['decision']}, player {key['seat'] + 1}: {key['taken']}; better: {key['better']} "
        f"(win chance -{key['lost']} ± {key['error']} %)"
        for key in found["key"]
    )
    return [f"judged by {found['judge']}", *lost]
