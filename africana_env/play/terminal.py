"""A game in the terminal: the board as text, and numbered actions."""

from africana_env.engine.errors import UserError, format_name
from africana_env.engine.files import atomic_write
from africana_env.engine.rendering import render_text
from africana_env.play.game_session import Table, in_full

KEYS = "a number, h for a hint, u to take back, s FILE to save a copy, q to leave"


def play_in_terminal(table: Table) -> None:
    """Play until the end, or until somebody leaves; people at one terminal take turns. Raises `UserError` if a bot
    cannot play on."""
    print(f"the game is kept in {format_name(table.path)}")
    told = [len(table.told(seat)) for seat in range(len(table.players))]
    try:
        while not table.is_over:
            if table.thinker is not None:
                print(f"player {table.mover} ({table.thinker}) is thinking", end="\r", flush=True)
                table.play(table.think(table.position()))
                continue
            assert table.mover is not None
            seat = table.mover
            print("\033[K", end="")
            show(table, seat, told[seat])
            told[seat] = len(table.told(seat))
            if not decide(table, seat):
                break
        if table.is_over:
            seat = table.players.index(None)
            show(table, seat, told[seat])
    except (KeyboardInterrupt, EOFError):
        print()
    finally:
        print(f"the game is kept in {format_name(table.path)}: go on with --record {format_name(table.path)}")


def show(table: Table, seat: int, told: int) -> None:
    """The board as a seat may know it, above what the others did since `told` decisions, what was done for this seat as
    its only move, and what it came to know."""
    print(render_text(table.game, table.edition, table.batch.states[0], seat))
    for entry in table.told(seat)[told:]:
        own = entry["seat"] == seat
        if not own or entry["forced"] or entry["revealed"]:
            more = ["the only move"] * entry["forced"] + [entry["revealed"]] * bool(entry["revealed"])
            print(" · ".join([f"{'you' if own else 'player ' + str(entry['seat'])}: {entry['text']}", *more]))


def decide(table: Table, seat: int) -> bool:
    """Ask until something is done; False if that is to leave."""
    actions = table.actions(seat)
    for number, action in enumerate(actions, 1):
        print(f"{number:4} {in_full(action['text'], action['effect'])}")
    numbers = {str(number): action["id"] for number, action in enumerate(actions, 1)}
    while True:
        key, _, argument = input(f"player {seat}, {KEYS}: ").strip().partition(" ")
        try:
            if key == "q":
                return False
            if key == "u":
                table.undo(seat)
                return True
            if key == "h":
                print_hint(table, actions, argument)
            elif key == "s":
                atomic_write(argument, table.record.to_bytes())
                print(f"saved as {argument}")
            elif key in numbers:
                table.act(seat, numbers[key])
                return True
            else:
                print(f"type {KEYS}")
        except UserError as error:
            print(error)


def print_hint(table: Table, actions: list[dict], spelling: str) -> None:
    """What a bot would do, the last that may be asked if none is named."""
    spelling = spelling or (table.hints[-1] if table.hints else "")
    action = table.hint(table.position(), spelling)
    number = next(number for number, entry in enumerate(actions, 1) if entry["id"] == action)
    print(f"{spelling}: {number} {actions[number - 1]['text']}")
