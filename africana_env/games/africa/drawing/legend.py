"""The legend: the signs on the drawn board and their meanings."""

from africana_env.drawing.svg import seat_mark, small_board
from africana_env.engine.game.contract import Edition
from africana_env.games.africa.drawing.signs import place
from africana_env.games.africa.rules.names import marker_names
from africana_env.games.africa.rules.scoring import GOODS_POINTS
from africana_env.games.africa.rules.state import GOOD, MARKER_KINDS, MINERAL, MONUMENT, NOMAD


def legend(edition: Edition) -> list[tuple[str, str]]:
    """The signs, each with its meaning."""
    names = marker_names(edition.data)
    goods = ", ".join(map(str, GOODS_POINTS[1:]))
    return [
        (space("down"), "a marker that lies face down: uncover it from a space beside it"),
        (space("land"), "nothing lies here"),
        (space("land", "coast", "city"), "a city: here researchers start"),
        (small_board(20, 20, seat_mark(10, 10, 0)), "a player: the researcher, the sheet"),
        (space("camp"), "a camp: pays once for what lies beside it when it is set"),
        (row(range(NOMAD)), f"{', '.join(names[:NOMAD])}: pay for animals of their kind beside them"),
        (row([NOMAD]), f"{names[NOMAD]}: pays for free spaces beside it"),
        (row([MONUMENT]), f"{names[MONUMENT]}: brings a camp; the last one ends the game"),
        (row(range(MINERAL, GOOD)), f"{', '.join(names[MINERAL:GOOD])}: pay when found, and the most at the end"),
        (
            row(range(GOOD, MARKER_KINDS)),
            f"{', '.join(names[GOOD:MARKER_KINDS])}: goods, kept; {goods} points for one, two and so on of a kind",
        ),
        (space("put"), "here lies the piece that is being put elsewhere"),
    ]


def space(*signs: str) -> str:
    """Signs of a space, on top of each other."""
    return small_board(32, 34, "".join(place(sign, 16, 17, 0.95) for sign in signs))


def row(kinds: range | list[int]) -> str:
    """Kinds of markers beside each other."""
    return small_board(24 * len(kinds), 24, "".join(place(kind, 12 + 24 * n, 12, 0.9) for n, kind in enumerate(kinds)))
