"""The font of images, and the width of text in it.

Browsers show boards in other fonts. Few are wider, so text that fits here fits there.
"""

from bisect import bisect_right
from functools import cache, lru_cache
from importlib.resources import files

from PIL import ImageFont

FAMILY = "DejaVu Sans"
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
"""The plain and the bold font, cut down to Latin letters and some signs; the licence is in the same folder."""
MEASURED = 100
"""Font size for measuring; large, because widths are rounded to pixels."""
CACHED_WORDS = 1 << 12


@cache
def font_files() -> list[str]:
    return [str(files("africana_env.drawing").joinpath("fonts", name)) for name in FONTS]


@cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_files()[bold], MEASURED)


@lru_cache(CACHED_WORDS)
def text_width(words: str, size: float, bold: bool = False) -> float:
    return _font(bold).getlength(words) * size / MEASURED


@lru_cache(CACHED_WORDS)
def shortened(words: str, width: float, size: float, bold: bool = False) -> str:
    """Return the words, cut with an ellipsis if they are wider than `width`."""
    if text_width(words, size, bold) <= width:
        return words
    too_many = bisect_right(range(len(words)), width, key=lambda count: text_width(words[:count] + "…", size, bold))
    return words[: max(too_many - 1, 0)].rstrip() + "…"
