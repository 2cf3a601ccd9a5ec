"""Names of players: one unique name for each."""

import re
from collections import Counter
from collections.abc import Sequence
from unicodedata import normalize

from africana_env.drawing.text import BOLD, pad, paint, width_of
from africana_env.engine.process.errors import UserError, format_name, format_value

MAX_NAME = 20
"""Characters."""
NUMBERED = re.compile(r"player (\d)")
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Invisible characters that Python calls printable: fillers, variation selectors, empty Braille."""


def unnamed(seat: int) -> str:
    """Return the name of a person who gave none."""
    return f"player {seat + 1}"


def player_names(players: Sequence[str | None], given: Sequence[str] = ()) -> list[str]:
    """Return the names of all players by seat.

    People, None in `players`, get the `given` names in seat order; the others are `player 2` and so on, counted from 1.
    Bots get their spellings, numbered if several share one. Raises `UserError` for more names than people and for names
    that are too long, empty or taken.
    """
    people = [seat for seat, bot in enumerate(players) if bot is None]
    if len(given) > len(people):
        raise UserError(f"there are more names ({len(given)}) than people ({len(people)})")
    spelled = Counter(filter(None, players))
    names = [
        unnamed(seat) if bot is None else bot if spelled[bot] == 1 else f"{bot} {seat + 1}"
        for seat, bot in enumerate(players)
    ]
    for seat, name in zip(people, given, strict=False):
        names[seat] = checked_name(name, seat, players, names)
    return names


def checked_name(name: str, seat: int, players: Sequence[str | None], names: Sequence[str]) -> str:
    """Return a person's name without its invisible characters. Raises `UserError` if it is invalid or taken, given the
    `players` and `names` of all seats."""
    short = " ".join(BLANK.sub("", normalize("NFKC", name)).split())
    is_seen = short.isprintable() and any(map(str.isalnum, short))
    if not is_seen or len(short) > MAX_NAME or re.search(r"player[ _]\d", short, re.IGNORECASE):
        given = f", unlike {format_value(short)}" if short else ""
        raise UserError(
            f"a name needs 1 to {MAX_NAME} printable characters with a letter or digit, and may not look like "
            f"player 2{given}"
        )
    numbered = [f"{bot} {number}" for bot in filter(None, players) for number in range(1, len(players) + 1)]
    taken = ["you", *names[:seat], *names[seat + 1 :], *numbered]  # numbers change with the seats
    if short.casefold() in map(str.casefold, taken):
        raise UserError(f"the name {format_name(short)} is taken: use another one")
    return short


def with_player_names(words: str, names: Sequence[str]) -> str:
    """Replace `player_0` and so on by the players' names."""
    return re.sub(r"player_(\d)", lambda found: names[int(found[1])], words)


def drawing_with_names(drawn: str, names: Sequence[str]) -> str:
    """Replace `player 1` and so on in a text drawing by the players' names, long ones cut. The columns of the score
    table stay aligned."""
    called = [name if len(name) <= MAX_NAME else f"{name[:MAX_NAME]}…" for name in names]
    wide = max(map(width_of, (unnamed(0), *called)))

    def write(text: str, width: int) -> str:
        return NUMBERED.sub(lambda found: pad(called[int(found[1]) - 1], width), text)

    board, heading, scores = drawn.partition(paint("Scores", BOLD))
    if unnamed(0) in scores:
        heading += " " * (wide - len(unnamed(0)))
    return write(board, 0) + heading + write(scores, wide)


def rotated(players: Sequence[str | None], names: Sequence[str]) -> tuple[tuple[str | None, ...], list[str]]:
    """Return the players and names by seat after everyone has moved to the next seat."""
    moved = (*players[-1:], *players[:-1])
    kept = [None if name == unnamed(seat) else name for seat, name in enumerate(names)]
    kept = [*kept[-1:], *kept[:-1]]
    pairs = zip(moved, kept, player_names(moved), strict=True)
    return moved, [name if bot is None and name else fresh for bot, name, fresh in pairs]
