"""The base of the environments, with the render modes of PettingZoo and Gymnasium."""

import os
from collections.abc import Iterable
from typing import Self

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from africana_env.api.drawings import render_svg, render_text
from africana_env.drawing.pixels import pixels
from africana_env.drawing.text import without_codes
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.description import Described
from africana_env.engine.game.contract import Edition

Frame = str | NDArray[np.uint8]

NO_GAME = "no game is in progress: call reset() first"


class Rendered(Described):
    """Base of the environments: draws the games of their `batch`, each as one seat may know it."""

    batch: Batch
    render_mode: str | None

    @property
    def unwrapped(self) -> Self:
        return self

    @property
    def edition(self) -> Edition:
        """The edition of the game, in the first row of several."""
        return self.batch.edition

    def edition_of(self, row: int) -> Edition:
        """Return the edition of the game in a row. Raises `UserError` if there is no such row."""
        return self.batch.edition_of(row)

    def position_text(self) -> str:
        return self.batch.position_text()

    def _frames(self, seats: Iterable[int], maker: str) -> list[Frame | None]:
        """Return the frame of each game, as one of the `seats` may know it. Without a mode, give Gymnasium's warning,
        which shows how a call of `maker` sets one."""
        if self.render_mode is None:
            logger.warn(
                "You are calling render method without specifying any render mode. You can specify the render_mode at "
                f'initialization, e.g. {maker}, render_mode="rgb_array")'
            )
            return [None] * self.batch.num_games
        return [self._frame(row, seat) for row, seat in enumerate(seats)]

    def _frame(self, row: int, seat: int) -> Frame | None:
        """Return the game in a row as `seat` may know it, in the `render_mode`; None for `human`, which prints it."""
        game = self.game, self.edition_of(row), self.batch.states[row], seat
        if self.render_mode in ("rgb_array", "svg"):
            svg = render_svg(*game)
            return svg if self.render_mode == "svg" else pixels(svg)
        text = render_text(*game)
        if os.environ.get("NO_COLOR"):  # https://no-color.org
            text = without_codes(text)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _viewer(self) -> int:
        """Return the seat that sees the first game."""
        return int(self.batch.current_player[0])

    def _repr_svg_(self) -> str | None:
        """Return the board of the first game for a notebook; None before the first `reset`."""
        state = self.batch.states[0]
        return render_svg(self.game, self.edition, state, self._viewer()) if state.num_players else None
