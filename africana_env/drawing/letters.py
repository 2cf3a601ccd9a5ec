"""The font of the images, and how wide words are in it.

Browsers show the boards in fonts of their own. Hardly one is wider than this, so what fits here fits there.
"""

from bisect import bisect_right
from functools import cache, lru_cache
from importlib.resources import files

from PIL import ImageFont

FAMILY = "DejaVu Sans"
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
"""Latin letters and some signs, of a font whose licence lies beside them: plain and bold."""
MEASURED = 100
"""The size at which words are measured; large, because the font rounds its widths to pixels."""
CACHED_WORDS = 1 << 12


@cache
def font_files() -> list[str]:
    """The paths of the fonts."""
    return [str(files("africana_env.drawing").joinpath("fonts", name)) for name in FONTS]


@cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_files()[bold], MEASURED)


@lru_cache(CACHED_WORDS)
def text_width(words: str, size: float, bold: bool = False) -> float:
    """The width of the words."""
    return _font(bold).getlength(words) * size / MEASURED


@lru_cache(CACHED_WORDS)
def shortened(words: str, width: float, size: float, bold: bool = False) -> str:
    """The words; where they are wider, their first letters and an ellipsis."""
    if text_width(words, size, bold) <= width:
        return words
    too_many = bisect_right(range(len(words)), width, key=lambda count: text_width(words[:count] + "…", size, bold))
    return words[: max(too_many - 1, 0)].rstrip() + "…"
