"""Ids and render modes of the environments."""

from typing import Literal, get_args

RenderMode = Literal["ansi", "human", "rgb_array", "svg"]
RENDER_MODES: list[RenderMode] = [*get_args(RenderMode)]
"""`ansi`: text with ANSI colour codes. `human`: the same, printed after every `reset` and `step`. `svg`: the board as
SVG text. `rgb_array`: the board as an image, `uint8` of shape `(height, width, 3)`, with one size for an edition and a
number of players."""
RENDERING = {"render_modes": RENDER_MODES, "render_fps": 1}
"""Metadata of every environment."""


def gymnasium_id(name: str) -> str:
    """Return the Gymnasium id of a game: `africana_env/Africana-v0` for `africana_v0`."""
    title, version = name.rsplit("_", 1)
    return f"africana_env/{title.title().replace('_', '')}-{version}"


def pettingzoo_id(name: str) -> str:
    """Return the PettingZoo id of a game: `africana_env/africana-v0` for `africana_v0`."""
    return f"africana_env/{'-'.join(name.rsplit('_', 1))}"
