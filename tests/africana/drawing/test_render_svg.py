"""The board of Africana as SVG."""

import re

from picture_boxes import EDITIONS, boards, things
from support import whole_boards_differ

from africana_env import load_edition
from africana_env.drawing.svg import MARGIN, WIDTH
from africana_env.games.africana import GAME
from africana_env.games.africana.drawing.render_svg import (
    BOOK_HEIGHT,
    ROW_HIGH,
    ROWS,
    draw_done,
    draw_page,
    draw_seen,
    halves,
)
from africana_env.games.africana.edition import HALVES


def test_the_board_of_all_seats_shows_what_a_seat_cannot_know():
    assert whole_boards_differ(GAME)


def test_no_word_of_an_edition_is_cut():
    for edition in EDITIONS[:9]:
        for svg in boards(GAME, edition, 240, every=60):
            assert "…" not in svg, edition


def test_targets_that_are_too_long_end_in_an_ellipsis():
    data = {"adventures": [{"target": "Tananarive" * 3, "artifact": "Mask", "silver": 3, "points": 4}]}
    words = re.findall(r"<text[^>]*>([^<]*)</text>", draw_page(data, "left", 3, (0,), 0, 0, 192))
    assert sum(word.startswith("Tananarive") and word.endswith("…") for word in words) == 1


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


def test_all_seen_cards_fit_below_the_books():
    for name in EDITIONS[:6]:
        edition = load_edition(GAME, name)
        cards = range(len(edition.data["adventures"]))
        both = [tuple(card for card in cards if edition.data["adventures"][card]["book"] == half) for half in HALVES]
        for left in (0, 4, 10):
            drawn = draw_seen(edition, tuple(halves(left, len(book), book) for book in both), ())
            words = [thing.words for thing in fitting(drawn)]
            assert sum("◂" in word or "▸" in word for word in words) == (2 if left == 0 else 4)
            assert len(words) == len(cards)
        assert len(fitting(draw_seen(edition, (((0, ()),) * 2,) * 2, tuple(cards)))) == 1 + len(cards)


def fitting(drawn):
    """Return the words of a drawing below the books, which fit there."""
    words = [
        thing
        for thing in things(f'<svg xmlns="http://www.w3.org/2000/svg"><g>{drawn}</g></svg>')
        if thing.kind == "text"
    ]
    assert max(thing.box[3] for thing in words) < 2 * BOOK_HEIGHT + ROWS * ROW_HIGH + 4
    assert max(thing.box[2] for thing in words) <= WIDTH - MARGIN
    return words
