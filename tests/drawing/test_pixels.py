"""Text as an image."""

import numpy as np
import pytest

from africana_env.drawing.pixels import (
    BACKGROUND,
    BACKGROUNDS,
    CELL_HEIGHT,
    CELL_WIDTH,
    COLOURS,
    FOREGROUND,
    MARGIN,
    Style,
    colour_of_256,
    glyph,
    image,
    runs,
)
from africana_env.drawing.text import BOLD, REVERSE, paint


def cell(drawn, line, column):
    """The pixels of a character."""
    down, right = MARGIN + line * CELL_HEIGHT, MARGIN + column * CELL_WIDTH
    return drawn[down : down + CELL_HEIGHT, right : right + CELL_WIDTH]


def test_every_image_of_a_size_has_the_same_shape_and_sides_that_videos_can_have():
    shapes = {image(text, 20, 4).shape for text in ("", "a", "a\nb\n", "long " * 30, "line\n" * 9, "\n\n\n\n")}
    ((height, width, depth),) = shapes
    assert (height % 2, width % 2, depth) == (0, 0, 3)


def test_characters_stand_in_their_cells_in_their_colours():
    drawn = image("  " + paint("A", "31;47") + "\n●", 6, 2)
    assert drawn.dtype == np.uint8
    assert drawn.flags.writeable
    np.testing.assert_array_equal(
        cell(drawn, 0, 2), np.where(glyph("A")[..., None], np.uint8(COLOURS[1]), np.uint8(BACKGROUNDS[7]))
    )
    np.testing.assert_array_equal(
        cell(drawn, 1, 0), np.where(glyph("●")[..., None], np.uint8(FOREGROUND), np.uint8(BACKGROUND))
    )
    assert (cell(drawn, 0, 0) == BACKGROUND).all()
    assert (drawn[:MARGIN] == BACKGROUND).all()


def test_text_that_has_no_room_is_drawn_smaller():
    drawn = image("a" * 40, 20, 4)
    assert (drawn[:, -MARGIN - CELL_WIDTH :] != BACKGROUND).any()
    drawn = image("a\n" * 12, 20, 4)
    assert (drawn[-MARGIN - CELL_HEIGHT :] != BACKGROUND).any()


@pytest.mark.parametrize(
    ("code", "style"),
    [
        ("0", Style()),
        ("", Style()),
        (BOLD, Style(foreground=COLOURS[15])),
        ("1;31", Style(foreground=COLOURS[1])),
        (REVERSE, Style(BACKGROUND, FOREGROUND)),
        ("97;44", Style(COLOURS[15], BACKGROUNDS[4])),
        ("30;43", Style(COLOURS[0], BACKGROUNDS[3])),
        ("38;5;208", Style((255, 135, 0))),
        ("38;5;242", Style((108, 108, 108))),
        ("48;5;4", Style(background=COLOURS[4])),
        ("31;0", Style()),
        ("4", Style()),
        ("38", Style()),
    ],
)
def test_codes(code, style):
    assert list(runs(f"\x1b[{code}mx\x1b[0my")) == [("x", style), ("y", Style())]


def test_a_colour_goes_on_after_one_within_it():
    assert list(runs(paint("a" + paint("b", "32") + "c", "31"))) == [
        ("a", Style(COLOURS[1])),
        ("b", Style(COLOURS[2])),
        ("c", Style(COLOURS[1])),
    ]


def test_colours_of_256():
    assert [colour_of_256(number) for number in (16, 21, 231, 232, 255)] == [
        (0, 0, 0),
        (0, 0, 255),
        (255, 255, 255),
        (8, 8, 8),
        (238, 238, 238),
    ]


def test_braille_dots_are_where_they_belong():
    upper_left, lower_right = glyph("⠁"), glyph("⢀")
    assert not glyph("⠀").any()
    assert upper_left[: CELL_HEIGHT // 4, : CELL_WIDTH // 2].sum() == upper_left.sum() > 0
    assert lower_right[-CELL_HEIGHT // 4 :, CELL_WIDTH // 2 :].sum() == lower_right.sum() > 0
    assert glyph("⣿").sum() == 8 * upper_left.sum()


def test_characters_that_the_font_lacks_are_question_marks():
    assert (glyph("字") == glyph("?")).all()
    assert (glyph("é") != glyph("e")).any()
