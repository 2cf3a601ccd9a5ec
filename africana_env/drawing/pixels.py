"""Text for a terminal as an image, by the bitmap font that comes with Pillow."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import ceil

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from africana_env.drawing.text import CODE

SCALE = 2
"""Pixels of the image for a pixel of the font."""
CELL_WIDTH, CELL_HEIGHT = 7 * SCALE, 12 * SCALE
"""Pixels of the image for a character; the font's own are 6 x 11, without a gap in between."""
MARGIN = CELL_HEIGHT // 2
BRAILLE = 0x2800
BRAILLE_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of the dot that each bit of a braille character stands for."""

Colour = tuple[int, int, int]

BACKGROUND: Colour = (18, 20, 26)
FOREGROUND: Colour = (184, 187, 194)
COLOURS: tuple[Colour, ...] = (
    (24, 24, 28),  # black, red, green, yellow, blue, magenta, cyan, white
    (224, 84, 78),
    (92, 190, 92),
    (222, 186, 70),
    (92, 142, 240),
    (216, 110, 206),
    (70, 196, 200),
    (214, 216, 220),
    (128, 132, 140),  # the same, bright
    (255, 120, 112),
    (130, 226, 130),
    (248, 222, 120),
    (136, 178, 255),
    (240, 150, 232),
    (120, 228, 232),
    (255, 255, 255),
)
"""The colours of the codes 30 to 37 and 90 to 97."""
BACKGROUNDS: tuple[Colour, ...] = (
    (24, 24, 28),
    (172, 40, 38),
    (80, 170, 84),
    (222, 186, 70),
    (38, 82, 190),
    (150, 60, 146),
    (36, 130, 136),
    (214, 216, 220),
)
"""The colours of the codes 40 to 47: darker where light text stands on them."""
CUBE = (0, 95, 135, 175, 215, 255)
"""The shades of red, green and blue in the 256 colours of `38;5`."""


@dataclass(frozen=True)
class Style:
    """How characters look."""

    foreground: Colour = FOREGROUND
    background: Colour = BACKGROUND


def image(text: str, columns: int, lines: int) -> np.ndarray:
    """`text` with its ANSI codes as an image, `uint8` of shape `(height, width, 3)`, of the size that so many columns
    and lines take. Text that has no room in it is drawn smaller."""
    rows = [list(runs(line)) for line in text.splitlines()]
    longest = max((sum(len(run) for run, _ in row) for row in rows), default=0)
    factor = max(longest / columns, len(rows) / lines, 1.0)
    drawn = draw_cells(rows, ceil(columns * factor), ceil(lines * factor))
    if factor > 1:
        size = columns * CELL_WIDTH + 2 * MARGIN, lines * CELL_HEIGHT + 2 * MARGIN
        drawn = drawn.resize(size, Image.Resampling.LANCZOS)
    return np.array(drawn)


def draw_cells(rows: list[list[tuple[str, Style]]], columns: int, lines: int) -> Image.Image:
    """The image of rows of text, one cell for each character."""
    palette = {BACKGROUND: 0}
    off, on = np.zeros((2, lines, columns), np.uint8)
    ink = np.zeros((lines, CELL_HEIGHT, columns, CELL_WIDTH), np.bool_)
    for line, row in enumerate(rows):
        column = 0
        for run, style in row:
            stop = column + len(run)
            off[line, column:stop] = palette.setdefault(style.background, len(palette))
            on[line, column:stop] = palette.setdefault(style.foreground, len(palette))
            for place, character in enumerate(run, column):
                if character != " ":
                    ink[line, :, place] = glyph(character)
            column = stop
    size = lines * CELL_HEIGHT, columns * CELL_WIDTH
    foreground, background = (cells.repeat(CELL_HEIGHT, axis=0).repeat(CELL_WIDTH, axis=1) for cells in (on, off))
    drawn = Image.fromarray(np.pad(np.where(ink.reshape(size), foreground, background), MARGIN))
    drawn.putpalette(np.array(list(palette), np.uint8).tobytes())
    return drawn.convert("RGB")


# Codes


def runs(line: str) -> Iterator[tuple[str, Style]]:
    """The stretches of a line that look alike."""
    style, start = Style(), 0
    for code in CODE.finditer(line):
        if code.start() > start:
            yield line[start : code.start()], style
        style, start = styled(style, code[1]), code.end()
    if start < len(line):
        yield line[start:], style


def styled(style: Style, code: str) -> Style:
    """`style` after the ANSI code `code`, such as `1`, `38;5;214` or `30;47`."""
    numbers = iter(int(number or 0) for number in code.split(";"))
    for number in numbers:
        if number == 0:
            style = Style()
        elif number == 1:
            style = replace(style, foreground=brighter(style.foreground))
        elif number == 7:
            style = replace(style, foreground=style.background, background=style.foreground)
        elif number in (38, 48) and next(numbers, 0) == 5:
            part = "foreground" if number == 38 else "background"
            style = replace(style, **{part: colour_of_256(next(numbers, 0))})
        elif 30 <= number <= 37 or 90 <= number <= 97:
            style = replace(style, foreground=COLOURS[number - 30 if number < 90 else number - 82])
        elif 40 <= number <= 47:
            style = replace(style, background=BACKGROUNDS[number - 40])
    return style


def brighter(colour: Colour) -> Colour:
    """What stands out as bold: white in place of the ordinary foreground."""
    return COLOURS[-1] if colour == FOREGROUND else colour


def colour_of_256(number: int) -> Colour:
    """One of the 256 colours of terminals: the 16, a cube of 6 x 6 x 6, and 24 shades of gray."""
    if number < 16:
        return COLOURS[number]
    if number < 232:
        red, rest = divmod(number - 16, 36)
        return CUBE[red], CUBE[rest // 6], CUBE[rest % 6]
    gray = 8 + 10 * (number - 232)
    return gray, gray, gray


# Characters


@cache
def glyph(character: str) -> np.ndarray:
    """The pixels of a character that have its colour, `bool` of shape `(CELL_HEIGHT, CELL_WIDTH)`."""
    if character == "●":
        return discs([(0.5, 0.5)], 0.36 * CELL_WIDTH)
    if BRAILLE <= ord(character) < BRAILLE + 256:
        dots = [dot for bit, dot in enumerate(BRAILLE_DOTS) if (ord(character) - BRAILLE) >> bit & 1]
        return discs([((2 * column + 1) / 4, (2 * row + 1) / 8) for column, row in dots], 0.11 * CELL_WIDTH)
    return letter(character if ord(character) < 256 else "?")


def letter(character: str) -> np.ndarray:
    """A character of the font."""
    cell = Image.new("1", (CELL_WIDTH // SCALE, CELL_HEIGHT // SCALE))
    ImageDraw.Draw(cell).text((0, 0), character, font=font(), fill=1)
    return np.asarray(cell).repeat(SCALE, axis=0).repeat(SCALE, axis=1)


def discs(places: list[tuple[float, float]], radius: float) -> np.ndarray:
    """Discs at places of a cell, each from 0 to 1 from the left and from the top; the radius is in pixels."""
    cell = np.zeros((CELL_HEIGHT, CELL_WIDTH), np.bool_)
    down, across = np.indices(cell.shape) + 0.5
    for x, y in places:
        cell |= (across - x * CELL_WIDTH) ** 2 + (down - y * CELL_HEIGHT) ** 2 <= radius**2
    return cell


@cache
def font() -> ImageFont.ImageFont:
    """The bitmap font, of the characters of Latin-1."""
    return ImageFont.load_default_imagefont()
