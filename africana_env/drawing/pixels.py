"""SVG to pixels by resvg with a bundled font: the same image on every machine."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from resvg_py import svg_to_bytes

from africana_env.drawing.letters import FAMILY, font_files


def pixels(svg: str, width: int) -> NDArray[np.uint8]:
    """Return an image of shape `(height, width, 3)` in the light colours. The height is even, as videos require."""
    image = svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=font_files(),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
        skip_system_fonts=True,
    )
    rows = np.array(Image.open(BytesIO(image)).convert("RGB"))
    return rows[: len(rows) // 2 * 2]
