"""Drawing a game, in the render modes of PettingZoo and Gymnasium."""

import os
from typing import Any

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from africana_env.api.drawings import render_svg, render_text
from africana_env.api.render_modes import RENDER_MODES
from africana_env.drawing.pixels import pixels
from africana_env.drawing.text import without_codes
from africana_env.engine.batch import Batch
from africana_env.engine.checks import check_choice
from africana_env.engine.contract import Edition, Game

Frame = str | NDArray[np.uint8]

IMAGE_WIDTH = 600
"""Pixels of an `rgb_array`."""


def check_render_mode(mode: Any) -> None:
    """Raises `UserError` unless `mode` is one of `RENDER_MODES` or None."""
    check_choice("render_mode", mode, [None, *RENDER_MODES])


def warn_without_mode(maker: str) -> None:
    """Gymnasium's warning for `render` of an environment that was made without a mode, by a call of `maker`."""
    logger.warn(
        "You are calling render method without specifying any render mode. You can specify the render_mode at "
        f'initialization, e.g. {maker}, render_mode="rgb_array")'
    )


def draw(mode: str, game: Game, edition: Edition, state: Any, seat: int) -> Frame | None:
    """What `render` returns in this mode: `state` (a record) as `seat` may know it; None with `human`, which prints."""
    if mode in ("rgb_array", "svg"):
        svg = render_svg(game, edition, state, seat)
        return svg if mode == "svg" else pixels(svg, IMAGE_WIDTH)
    text = render_text(game, edition, state, seat)
    if os.environ.get("NO_COLOR"):  # https://no-color.org
        text = without_codes(text)
    if mode == "ansi":
        return text
    print(text)
    return None


def notebook_board(batch: Batch, seat: int) -> str | None:
    """The board of the first game as SVG, as `seat` may know it; None if no game has begun."""
    state = batch.states[0]
    return render_svg(batch.game, batch.edition, state, seat) if state.num_players else None
