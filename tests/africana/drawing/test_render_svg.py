"""The board of Africana as SVG."""

import re

from support import whole_boards_differ

from africana_env.games.africana import GAME
from africana_env.games.africana.drawing.render_svg import draw_page


def test_the_board_of_all_seats_shows_what_a_seat_cannot_know():
    assert whole_boards_differ(GAME)


def test_targets_that_are_cut_end_in_an_ellipsis():
    data = {"adventures": [{"target": "Tananarive", "artifact": "Mask", "silver": 3, "points": 4}] * 3}
    words = re.findall(r"<text[^>]*>([^<]*)</text>", draw_page(data, "0-left", 3, (0, 1, 2), 0, 93.5))
    assert words.count("Tananarive") == 1
    assert words.count("Tanan…") == 2
