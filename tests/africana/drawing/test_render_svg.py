"""The board of Africana as SVG."""

import re

from picture_boxes import EDITIONS, boards
from support import whole_boards_differ

from africana_env import load_edition
from africana_env.games.africana import GAME
from africana_env.games.africana.drawing.render_svg import draw_done, draw_page


def test_the_board_of_all_seats_shows_what_a_seat_cannot_know():
    assert whole_boards_differ(GAME)


def test_no_word_of_an_edition_is_cut():
    for edition in EDITIONS[:9]:
        for svg in boards(GAME, edition, 240, every=60):
            assert "…" not in svg, edition


def test_targets_that_are_too_long_end_in_an_ellipsis():
    data = {"adventures": [{"target": "Tananarive" * 3, "artifact": "Mask", "silver": 3, "points": 4}] * 3}
    words = re.findall(r"<text[^>]*>([^<]*)</text>", draw_page(data, "left", 3, (0, 1, 2), 0, 0, 192))
    assert sum(word.startswith("Tananarive") and word.endswith("…") for word in words) == 3


def test_what_is_done_of_every_kind_is_read_in_full():
    drawn = draw_done(load_edition(GAME, "reconstructed"), (2, 3, 2, 2, 2), 2)
    assert drawn.endswith("2 Wooden Stool, 2 assistants</text>")
    assert float(re.search('font-size="(.*?)"', drawn)[1]) > 9
