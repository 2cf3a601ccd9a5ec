"""The legend of the drawn board."""

from africana_env.drawing.svg import seat_mark, small_board
from africana_env.engine.game.contract import Edition
from africana_env.games.africa.drawing.signs import place
from africana_env.games.africa.rules.names import marker_names
from africana_env.games.africa.rules.scoring import GOODS_POINTS
from africana_env.games.africa.rules.state import GOOD, MARKER_KINDS, MINERAL, MONUMENT, NOMAD


def legend(edition: Edition) -> list[tuple[str, str]]:
    """Return the signs with their meanings."""
    names = marker_names(edition.data)
    goods = ", ".join(map(str, GOODS_POINTS[1:]))
    return [
        (space("down"), "a face-down marker: uncover it from an adjacent space"),
        (space("land"), "an empty space"),
        (space("land", "coast", "city"), "a city: researchers start here"),
        (small_board(20, 20, seat_mark(10, 10, 0)), "a player: researcher, sheet"),
        (space("camp"), "a camp: scores adjacent markers once, when it is placed"),
        (row(range(NOMAD)), f"{', '.join(names[:NOMAD])}: score adjacent animals of their kind"),
        (row([NOMAD]), f"{names[NOMAD]}: scores adjacent free spaces"),
        (row([MONUMENT]), f"{names[MONUMENT]}: gives a camp; the last one ends the game"),
        (row(range(MINERAL, GOOD)), f"{', '.join(names[MINERAL:GOOD])}: score when found, and for the most at the end"),
        (
            row(range(GOOD, MARKER_KINDS)),
            f"{', '.join(names[GOOD:MARKER_KINDS])}: goods to keep; {goods} points for one, two and so on of a kind",
        ),
        (space("put"), "the space of the piece that is being moved"),
    ]


def space(*signs: str) -> str:
    """Draw the signs of a space on top of each other."""
    return small_board(32, 34, "".join(place(sign, 16, 17, 0.95) for sign in signs))


def row(kinds: range | list[int]) -> str:
    """Draw kinds of markers side by side."""
    return small_board(24 * len(kinds), 24, "".join(place(kind, 12 + 24 * n, 12, 0.9) for n, kind in enumerate(kinds)))
