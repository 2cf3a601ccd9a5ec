"""What players are called: one name for each, everywhere."""

import re
from collections import Counter
from collections.abc import Sequence

from africana_env.drawing.text import BOLD, pad, paint, width_of
from africana_env.engine.errors import UserError, format_name, format_value

MAX_NAME = 20
"""Characters."""
NUMBERED = re.compile(r"player (\d)")


def unnamed(seat: int) -> str:
    """What a person is called who has given no name."""
    return f"player {seat + 1}"


def player_names(players: Sequence[str | None], given: Sequence[str] = ()) -> list[str]:
    """The names of all players by seat. People, who are None in `players`, have those that are `given` in the order of
    their seats, the others `player 2` and so on, counted from 1. Bots have their spellings, with their numbers where
    several have one. Raises `UserError` for more names than people, and for names that are too long, empty or taken."""
    people = [seat for seat, bot in enumerate(players) if bot is None]
    if len(given) > len(people):
        raise UserError(f"there are more names than people: {len(given)} and {len(people)}")
    spelled = Counter(filter(None, players))
    names = [
        unnamed(seat) if bot is None else bot if spelled[bot] == 1 else f"{bot} {seat + 1}"
        for seat, bot in enumerate(players)
    ]
    for seat, name in zip(people, given, strict=False):
        names[seat] = checked_name(name, [*names[:seat], *names[seat + 1 :]])
    return names


def checked_name(name: str, others: Sequence[str]) -> str:
    """A name that a person gives; raises `UserError` for one that cannot be."""
    short = " ".join(name.split())
    if not 0 < len(short) <= MAX_NAME or not short.isprintable() or re.search(r"player[ _]\d", short, re.IGNORECASE):
        given = f", not {format_value(short)}" if short else ""
        raise UserError(f"a name must have 1 to {MAX_NAME} printable characters and not be like player 2{given}")
    if short.casefold() in {"you", *(other.casefold() for other in others)}:
        raise UserError(f"somebody else is called {format_name(short)}: use another name")
    return short


def with_player_names(words: str, names: Sequence[str]) -> str:
    """Words in which players are called `player_0` and so on, with their names."""
    return re.sub(r"player_(\d)", lambda found: names[int(found[1])], words)


def drawing_with_names(drawn: str, names: Sequence[str]) -> str:
    """A text drawing in which players are called `player 1` and so on, with their names, long ones cut. The columns of
    the scores below it stay one below the other."""
    called = [name if len(name) <= MAX_NAME else f"{name[:MAX_NAME]}…" for name in names]
    wide = max(map(width_of, (unnamed(0), *called)))

    def write(text: str, width: int) -> str:
        return NUMBERED.sub(lambda found: pad(called[int(found[1]) - 1], width), text)

    board, heading, scores = drawn.partition(paint("Scores", BOLD))
    if unnamed(0) in scores:
        heading += " " * (wide - len(unnamed(0)))
    return write(board, 0) + heading + write(scores, wide)


def turned(players: Sequence[str | None], names: Sequence[str]) -> tuple[tuple[str | None, ...], list[str]]:
    """Players and names by seat when everybody has moved one seat on."""
    moved = (*players[-1:], *players[:-1])
    kept = [None if name == unnamed(seat) else name for seat, name in enumerate(names)]
    kept = [*kept[-1:], *kept[:-1]]
    pairs = zip(moved, kept, player_names(moved), strict=True)
    return moved, [name if bot is None and name else fresh for bot, name, fresh in pairs]
