"""Drawings of any game: its own, or a table of its observation fields."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from africana_env.drawing import panels
from africana_env.drawing.letters import text_width
from africana_env.drawing.svg import MARGIN, NORMAL, WIDTH, Drawn, board, element, text
from africana_env.drawing.text import BOLD, paint
from africana_env.engine.batch.binding import game_kernels
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.spaces import ObservationField
from africana_env.engine.game.state import CUT_OFF, RUNNING, state_alone

ZERO = "·"
LINE_HEIGHT = 12
"""In units of the SVG board."""


def render_text(game: Game, edition: Edition, state: Any, seat: int) -> str:
    """Draw a position (a record of `game.state_dtype`) as text, as `seat` may know it."""
    if game.presentation.render_text is not None:
        return game.presentation.render_text(edition, state, seat)
    fields = observed_fields(game, edition, state, seat)
    indent = max(len(field.name) for field, _ in fields) + 2
    lines = [
        f"{paint(game.title, BOLD)}   edition {edition.name}",
        progress(state),
        "",
        f"What player {seat + 1} knows",
    ]
    for field, values in fields:
        size = len(str(field.maximum)) + 1
        for name, part in named_lines(field, values, (panels.WIDTH - indent) // size):
            lines.append(f"{name:<{indent}}{''.join(f'{value or ZERO:>{size}}' for value in part)}")
    return "\n".join(lines) + "\n"


def render_svg(game: Game, edition: Edition, state: Any, seat: int | None) -> str:
    """Draw the board of a position (a record of `game.state_dtype`) as SVG, as `seat` may know it, or everything for
    None. Its size depends only on the edition, the number of players, and whether `seat` is None."""
    if game.presentation.render_svg is not None:
        return game.presentation.render_svg(edition, state, seat)
    seats = range(state["num_players"]) if seat is None else [seat]
    sheets = [sheet(game, edition, state, shown) for shown in seats]
    heading = text(MARGIN, LINE_HEIGHT, game.title, look="ink bold") + text(MARGIN, 2 * LINE_HEIGHT, progress(state))
    return board(f"{game.title}, edition {edition.name}", [(2.5 * LINE_HEIGHT, heading), *sheets, (MARGIN, "")])


def sheet(game: Game, edition: Edition, state: Any, seat: int) -> Drawn:
    """Draw what a seat knows, a part of the SVG board."""
    fields = observed_fields(game, edition, state, seat)
    indent = MARGIN + max(text_width(field.name, NORMAL) for field, _ in fields) + MARGIN
    y, elements = 1.5 * LINE_HEIGHT, [text(MARGIN, 1.5 * LINE_HEIGHT, f"What player {seat + 1} knows", look="ink bold")]
    for field, values in fields:
        width = text_width("0" * (len(str(field.maximum)) + 1), NORMAL)
        for name, part in named_lines(field, values, int((WIDTH - MARGIN - indent) / width)):
            y += LINE_HEIGHT
            elements.append(text(MARGIN, y, name, look="dim"))
            places = [round(indent + width * number, 1) for number in range(1, len(part) + 1)]
            elements += [text(x, y, value, anchor="end") for x, value in zip(places, part, strict=True) if value]
            zeros = [f"{x:g}" for x, value in zip(places, part, strict=True) if not value]
            if not zeros:
                continue
            at = {"x": " ".join(zeros), "y": y, "text_anchor": "end", "font_size": NORMAL, "class_": "dim"}
            elements.append(element("text", ZERO * len(zeros), **at))  # one element for all zeros keeps boards small
    return y, "".join(elements)


def progress(state: Any) -> str:
    """Return the round and the player to move, or how the game ended."""
    ends = {RUNNING: f"player {state['current_player'] + 1} to move", CUT_OFF: "cut off"}
    return f"round {state['round_number']}, {ends.get(int(state['status']), 'over')}"


def seat_features(game: Game, edition: Edition, state: Any, seat: int) -> NDArray[np.uint8]:
    """Return the features of `game.observation` for a seat, shape `(features,)`; `state` is a record of
    `game.state_dtype`."""
    features = np.zeros((1, len(game.observation)), np.uint8)
    game_kernels(game).observe(1, edition.tables, state_alone(state), np.array([seat], np.int16), features)
    return features[0]


def observed_fields(game: Game, edition: Edition, state: Any, seat: int) -> list[tuple[ObservationField, list[int]]]:
    """Return the fields of a seat's observation with their values."""
    features = seat_features(game, edition, state, seat)
    return [(field, features[where].tolist()) for field, where in game.observation]


def named_lines(field: ObservationField, values: Sequence[int], fitting: int) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the values of a field in lines, the first with its name. A field with several axes has a line for each
    index on its first axis; lines that do not fit are split."""
    row = len(values) // field.shape[0] if len(field.shape) > 1 else len(values)
    for first in range(0, len(values), row):
        for start in range(first, first + row, fitting):
            yield field.name if start == 0 else "", values[start : min(start + fitting, first + row)]
