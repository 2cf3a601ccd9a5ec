"""An SVG as an image, by resvg, with a font of its own: the same on every machine."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from resvg_py import svg_to_bytes

from africana_env.drawing.letters import FAMILY, font_files


def pixels(svg: str, width: int) -> NDArray[np.uint8]:
    """The drawing, `uint8` of shape `(height, width, 3)`, in the colours of light pages; the height is even, as
    videos need it."""
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
