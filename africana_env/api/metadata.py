"""What the environments tell registries: their ids and render modes."""

from typing import Literal, get_args

RenderMode = Literal["ansi", "human", "rgb_array", "svg"]
RENDER_MODES: list[RenderMode] = [*get_args(RenderMode)]
"""`ansi`: text with ANSI colour codes. `human`: the same printed, after every `reset` and `step`, too. `svg`: the board
as the text of an SVG. `rgb_array`: the same as an image, `uint8` of shape `(height, width, 3)`, of one size for an
edition and a number of players."""
RENDERING = {"render_modes": RENDER_MODES, "render_fps": 1}
"""What the metadata of every environment say."""


def gymnasium_id(name: str) -> str:
    """The id of the game called `name`: `africana_env/Africana-v0` for `africana_v0`."""
    title, version = name.rsplit("_", 1)
    return f"africana_env/{title.title().replace('_', '')}-{version}"


def pettingzoo_id(name: str) -> str:
    """The id of the game called `name`, spelled as PettingZoo's own: `africana_env/africana-v0` for `africana_v0`."""
    return f"africana_env/{'-'.join(name.rsplit('_', 1))}"
