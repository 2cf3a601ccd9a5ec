"""The render modes of all environments."""

from typing import Literal, get_args

RenderMode = Literal["ansi", "human", "rgb_array", "svg"]
RENDER_MODES: list[RenderMode] = [*get_args(RenderMode)]
"""`ansi`: text with ANSI colour codes. `human`: the same printed, after every `reset` and `step`, too. `svg`: the board
as the text of an SVG. `rgb_array`: the same as an image, `uint8` of shape `(height, width, 3)`, of one size for an
edition and a number of players."""
RENDER_FPS = 1
