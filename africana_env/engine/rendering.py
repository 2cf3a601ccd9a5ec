"""Drawings of any game: its own, or else a table of the named fields of its observation."""

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from africana_env.drawing.text import BOLD, paint
from africana_env.engine.contract import Edition, Game
from africana_env.engine.kernels import game_kernels
from africana_env.engine.state import CUT_OFF, RUNNING

COLUMNS = 100
"""Characters of a line of the table."""
FONT_SIZE, LINE_HEIGHT, LETTER = 10, 13, 6.1
"""In units of the SVG; `LETTER` is the width of a monospaced letter."""


def render_text(game: Game, edition: Edition, state: Any, seat: int) -> str:
    """A drawing of a position (a record of `game.state_dtype`) as text, as `seat` may know it."""
    if game.presentation.render_text is not None:
        return game.presentation.render_text(edition, state, seat)
    first, *lines = table_lines(game, edition, state, [seat])
    return "\n".join([paint(game.title, BOLD) + first.removeprefix(game.title), *lines]) + "\n"


def render_svg(game: Game, edition: Edition, state: Any, seat: int | None) -> str:
    """The board of a position (a record of `game.state_dtype`) as SVG, as `seat` may know it, or all of it for None. It
    has one size for an edition and a number of players."""
    if game.presentation.render_svg is not None:
        return game.presentation.render_svg(edition, state, seat)
    lines = table_lines(game, edition, state, range(state["num_players"]) if seat is None else [seat])
    width, height = round(LETTER * COLUMNS), LINE_HEIGHT * (len(lines) + 1)
    texts = "".join(
        f'<text x="{FONT_SIZE}" y="{LINE_HEIGHT * number}">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="monospace" '
        f'font-size="{FONT_SIZE}" xml:space="preserve"><rect width="{width}" height="{height}" fill="#fffdf7"/>'
        f'<g fill="#2a251e">{texts}</g></svg>'
    )


def table_lines(game: Game, edition: Edition, state: Any, seats: Sequence[int]) -> list[str]:
    """How far the game is, then each seat's observation, a field after the other. The number of lines does not depend
    on the position."""
    lines = [f"{game.title}   edition {edition.name}", progress(state)]
    for seat in seats:
        lines += ["", f"What player {seat} knows", *field_lines(game, edition, state, seat)]
    return lines


def progress(state: Any) -> str:
    """The round and the player to move, or how the game ended."""
    ends = {RUNNING: f"player {state['current_player']} to move", CUT_OFF: "cut off"}
    return f"round {state['round_number']}, {ends.get(int(state['status']), 'over')}"


def field_lines(game: Game, edition: Edition, state: Any, seat: int) -> list[str]:
    """The fields of a seat's observation by name; a value takes the width of the field's maximum."""
    features = np.zeros((1, len(game.observation)), np.uint8)
    states = np.array(state, game.state_dtype).reshape(1)
    game_kernels(game).observe(1, edition.tables, states, np.array([seat], np.int16), features)
    indent = max(len(field.name) for field in game.observation.fields) + 2
    lines: list[str] = []
    for field, where in game.observation:
        size = len(str(field.maximum)) + 1
        texts = [f"{value:{size}}" for value in features[0, where].tolist()]
        fitting = (COLUMNS - indent) // size
        for start in range(0, len(texts), fitting):
            name = field.name if start == 0 else ""
            lines.append(f"{name:<{indent}}{''.join(texts[start : start + fitting])}")
    return lines
