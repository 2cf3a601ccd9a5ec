"""The board of Africana as SVG."""

import re

from picture_boxes import EDITIONS, boards, things
from support import whole_boards_differ

from africana_env import load_edition
from africana_env.drawing.svg import MARGIN, NORMAL, WIDTH
from africana_env.games.africana import GAME
from africana_env.games.africana.drawing.render_svg import draw_done, draw_others, draw_page


def test_the_board_of_all_seats_shows_what_a_seat_cannot_know():
    assert whole_boards_differ(GAME)


def test_no_word_of_an_edition_is_cut():
    for edition in EDITIONS[:9]:
        for svg in boards(GAME, edition, 240, every=60):
            assert "…" not in svg, edition


def test_targets_that_are_too_long_end_in_an_ellipsis():
    data = {"adventures": [{"target": "Tananarive" * 3, "artifact": "Mask", "silver": 3, "points": 4}] * 3}
    words = re.findall(
        r"<text[^>]*>([^<]*)</text>", draw_page(data, "left", 3, (0,), 0, 0, 192) + draw_others(data, (1, 2), "left", 0)
    )
    assert sum(word.startswith("Tananarive") and word.endswith("…") for word in words) == 3


def test_what_is_done_of_every_kind_fits_and_is_large():
    drawn = draw_done(load_edition(GAME, "reconstructed"), (2, 3, 2, 2, 2), 2)
    words = list(things(f'<svg xmlns="http://www.w3.org/2000/svg"><g>{drawn}</g></svg>'))
    assert [thing.words for thing in words if thing.kind == "text"] == [
        "done",
        "x 2",
        "x 3",
        *["x 2"] * 3,
        "2 assistants",
    ]
    assert max(thing.box[2] for thing in words) < WIDTH - MARGIN


def test_words_are_large_enough_for_phones_and_desktops():
    for edition in EDITIONS[:3]:
        for svg in boards(GAME, edition, 120, every=60):
            sizes = [float(size) for size in re.findall(r'<text[^>]*font-size="([^"]*)"', svg)]
            assert min(sizes) >= NORMAL
            assert all("font-size" in text for text in re.findall(r"<text[^>]*>", svg))
