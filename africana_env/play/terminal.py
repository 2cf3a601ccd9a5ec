"""A game in the terminal: the board as text, and numbered actions."""

from africana_env.api.drawings import render_text
from africana_env.api.prompts import how_to_play
from africana_env.api.view import in_full
from africana_env.drawing.panels import won_by
from africana_env.engine.process.errors import UserError, format_name
from africana_env.engine.process.files import atomic_write
from africana_env.play.game_session import GameSession
from africana_env.play.player_names import drawing_with_names
from africana_env.play.screen import Screen
from africana_env.play.views import legal_actions, names_for, result_of, seat_decisions

CLEAR = "\033[H\033[2J\033[3J"
"""Clears the screen and its scrollback."""


def play_in_terminal(session: GameSession) -> None:
    """Play until the end or until someone quits; several people take turns at the screen. Raises `UserError` if a bot
    fails."""
    print(f"the game is saved in {format_name(session.path)}")
    shown = [len(seat_decisions(session, seat)) for seat in range(len(session.players))]
    at_screen: int | None = None
    screen = Screen()
    try:
        session.warm_up()
        while not session.is_over:
            if session.bot_to_move is not None:
                print(f"{session.names[session.mover or 0]} is thinking", end="\r", flush=True)
                session.play(session.think(session.position()))
                continue
            assert session.mover is not None
            seat = session.mover
            print("\033[K", end="")
            if seat != at_screen and not session.is_alone:
                switch_player(session.names[seat])
            at_screen = seat
            seen, shown[seat] = shown[seat], len(seat_decisions(session, seat))
            if not decide(screen, session, seat, seen):
                break
        if session.is_over:
            seat = session.players.index(None) if at_screen is None else at_screen
            screen.show(position(screen, session, seat, shown[seat]))
            print(who_won(session))
    except (KeyboardInterrupt, EOFError):
        print()
    finally:
        if not session.is_alone and not session.is_over:
            print(CLEAR, end="")
        print(f"the game is saved in {session.how_to_continue()}")


def switch_player(name: str) -> None:
    """Hide the last person's view and wait for the next person."""
    print(CLEAR, end="")
    input(f"{name}, press Enter when you are at the screen: ")


def position(screen: Screen, session: GameSession, seat: int, shown: int) -> list[str]:
    """Return the position as a seat sees it, the news since decision `shown` and the moves. A small screen has room for
    the heading and the last parts of the board, which matter most to this seat."""
    heading, *parts = (screen.lines(part) for part in board(session, seat).split("\n\n"))
    moves = [f"{number:3} {in_full(move['text'], move)}" for number, move in enumerate(legal_actions(session, seat), 1)]
    below = screen.lines("\n".join(news(session, seat, shown))) + screen.columns(moves)
    fitting = screen.fitting(parts, heading + below)
    return [line for part in (heading, *fitting) for line in (*part, "")] + below


def board(session: GameSession, seat: int) -> str:
    """Return the drawing of the position as a seat sees it, with the players' names; empty lines separate its parts."""
    drawn = render_text(session.game, session.edition, session.batch.states[0], seat)
    named = drawing_with_names(drawn, session.names)
    if named == drawn:  # this board has other names for the players, next to their numbers
        named += " · ".join(f"{number} {name}" for number, name in enumerate(session.names, 1))
    return named.strip("\n")


def news(session: GameSession, seat: int, shown: int) -> list[str]:
    """Return the news since decision `shown`: the others' moves, forced moves of this seat, and revealed cards."""
    lines = []
    for entry in seat_decisions(session, seat)[shown:]:
        own = entry["seat"] == seat
        if not own or entry["forced"] or entry["revealed"]:
            more = ["only move"] * entry["forced"] + [entry["revealed"]] * bool(entry["revealed"])
            lines.append(" · ".join([f"{names_for(session, seat)[entry['seat']]}: {entry['text']}", *more]))
    return lines


def who_won(session: GameSession) -> str:
    """Return who won a finished game, as a sentence."""
    result = result_of(session)
    assert result is not None
    return won_by([session.names[seat] for seat in result["winners"]], result["tie_break"])


def decide(screen: Screen, session: GameSession, seat: int, shown: int) -> bool:
    """Ask for a move until one is made; returns False to quit."""
    actions = legal_actions(session, seat)
    numbers = {str(number): action["id"] for number, action in enumerate(actions, 1)}
    offered = "h for a hint, " * bool(session.hints) + "u to undo, " * session.can_undo(seat)
    keys = f"a number, {offered}b for the board, m for the moves, s FILE to save a copy, ? for the rules, q to quit"
    told = position(screen, session, seat, shown)
    while True:
        key, _, argument = screen.ask(told, f"{session.names[seat]}, {keys}:").partition(" ")
        try:
            if key == "q":
                return False
            if key == "u":
                session.undo(seat)
                return True
            if key in numbers:
                session.act(seat, numbers[key])
                return True
            if key == "h":
                told = screen.lines(hint(session, actions, argument))
            elif key == "b":
                told = screen.lines(board(session, seat))
            elif key == "m":
                told = position(screen, session, seat, shown)
            elif key == "?":
                told = screen.markdown(how_to_play(session.game))
            elif key == "s" and argument:
                atomic_write(argument, session.record.to_bytes())
                told = [f"saved as {argument}"]
            else:
                told = screen.lines(f"type {keys}")
        except UserError as error:
            told = screen.lines(str(error))


def hint(session: GameSession, actions: list[dict], spelling: str) -> str:
    """Return a bot's hint; without a name, of the last bot in `hints`."""
    spelling = spelling or (session.hints[-1] if session.hints else "")
    action = session.hint(session.position(), spelling)
    number = next(number for number, entry in enumerate(actions, 1) if entry["id"] == action)
    return f"hint from {spelling}: {number} {actions[number - 1]['text']}"
