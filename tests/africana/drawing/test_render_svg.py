"""The board of Africana as SVG."""

import re

from picture_boxes import EDITIONS, boards, things
from support import whole_boards_differ

from africana_env import load_edition
from africana_env.drawing.svg import MARGIN, NORMAL, WIDTH
from africana_env.games.africana import GAME
from africana_env.games.africana.drawing.render_svg import BOOK_HEIGHT, draw_book, draw_done, draw_page


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


def test_words_are_large_enough_for_phones_and_desktops():
    for edition in EDITIONS[:3]:
        for svg in boards(GAME, edition, 120, every=60):
            sizes = [float(size) for size in re.findall(r'<text[^>]*font-size="([^"]*)"', svg)]
            assert min(sizes) >= NORMAL
            assert all("font-size" in text for text in re.findall(r"<text[^>]*>", svg))


def test_all_seen_cards_of_a_book_fit_below_it():
    for name in EDITIONS[:6]:
        edition = load_edition(GAME, name)
        book = [card for card, entry in enumerate(edition.data["adventures"]) if entry["book"] == "south"]
        for left in (0, 4, len(book)):
            drawn = draw_book(edition, 1, left, len(book), tuple(book))
            drawn = f'<svg xmlns="http://www.w3.org/2000/svg"><g>{drawn}</g></svg>'
            words = [thing for thing in things(drawn) if thing.kind == "text"]
            targets = {entry["name"] for entry in edition.data["locations"]}
            assert sum(thing.words in targets for thing in words) == len(book)
            assert min(thing.box[3] - thing.box[1] for thing in words) > 0.85 * 9
            assert max(thing.box[3] for thing in words) < 2 * BOOK_HEIGHT + 2
            assert max(thing.box[2] for thing in words) <= WIDTH - MARGIN
