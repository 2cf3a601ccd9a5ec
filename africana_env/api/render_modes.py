"""The render modes of all environments."""

from typing import Literal, get_args

RenderMode = Literal["ansi", "human", "rgb_array"]
RENDER_MODES: list[RenderMode] = [*get_args(RenderMode)]
"""`ansi`: text with ANSI colour codes. `human`: the same printed, after every `reset` and `step`, too. `rgb_array`: an
image, `uint8` of shape `(height, width, 3)`, of one size for a game."""
RENDER_FPS = 1
