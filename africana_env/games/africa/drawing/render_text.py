"""The map as terminal text, and below it the players' possessions.

It shows everything open, and the number of face-down markers of each kind. Players have no secrets, so every seat sees
the same. No meaning depends on colour alone.
"""

from collections.abc import Mapping
from typing import Any

from africana_env.drawing.panels import WIDTH, draw_heading, page, score_table
from africana_env.drawing.text import BOLD, DIM, REVERSE, SEAT_CODES, Canvas, counted, flow
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.points import points
from africana_env.engine.game.state import RUNNING
from africana_env.games.africa.drawing.heading import heading, player
from africana_env.games.africa.edition import is_city
from africana_env.games.africa.rules import state as rules
from africana_env.games.africa.rules.names import MINERAL_NAMES, marker_names
from africana_env.games.africa.rules.scoring import SCORE_PARTS, scores

COLUMNS = 5
"""Columns of a space; the next row of hexagons is shifted by half of them."""
LETTERS = COLUMNS - 1
"""Letters of a space's name, and most of what lies there."""
ROOM = 20
"""Columns for the content of the easternmost space."""

ANIMAL_CODES = ("38;5;250", "38;5;214", "38;5;220", "38;5;140", "38;5;87")
NOMAD_CODE, MONUMENT_CODE, CAMP_CODE = "38;5;209", "38;5;213", "38;5;120"
MINERAL_CODES = ("38;5;226", "38;5;51")


def render_text(edition: Edition, state: Any, seat: int) -> str:
    """Draw the game, in lines of at most `WIDTH` characters (on the shipped map) with ANSI colour codes."""
    data = edition.data
    parts = [draw_heading(heading(edition, state, player)), draw_map(data, state), legend()]
    if state.status == RUNNING:
        parts.append(draw_face_down(data, state))
    parts.append(draw_players(edition, state))
    if state.status == RUNNING:
        return page(parts)
    return page([*parts, score_table(player, SCORE_PARTS, points(scores, SCORE_PARTS, edition, state))])


# Map


def draw_map(data: Mapping[str, Any], state: Any) -> list[str]:
    """Draw each space: the start of its name, and below it its content and the researchers there."""
    spaces = data["spaces"]
    west = min(2 * entry["q"] + entry["r"] for entry in spaces)
    north, south = (find(entry["r"] for entry in spaces) for find in (min, max))
    places = [(entry["r"] - north, COLUMNS * (2 * entry["q"] + entry["r"] - west) // 2) for entry in spaces]
    canvas = Canvas(2 * (south - north + 1), max(column for _, column in places) + ROOM)
    free = 0, 0  # the row, and the column after the previous space's content
    for (row, column), space in sorted(zip(places, range(len(spaces)), strict=True)):
        canvas.put(2 * row, column, short_name(spaces[space]["name"]), REVERSE if space == state.piece_space else BOLD)
        row, column = max((row, column), free)
        column = canvas.put(2 * row + 1, column, *lying(data, state, space))
        for seat in range(state.num_players):
            if state.location[seat] == space:
                column = canvas.put(2 * row + 1, column, f"@{seat + 1}", SEAT_CODES[seat])
        free = row, column
    return [*canvas.lines(), ""]


def short_name(name: str) -> str:
    """Return the start of a name, of all words but the last only the first letter: `LVic` for Lake Victoria."""
    *first, last = name.split(" ")
    return ("".join(word[:1] for word in first) + last)[:LETTERS]


def lying(data: Mapping[str, Any], state: Any, space: int) -> tuple[str, str]:
    """Return the content of a space, in at most `LETTERS` characters, and its ANSI code."""
    content = int(state.lying[space])
    if content == rules.FREE:
        return ("city", BOLD) if is_city(data["spaces"][space]) else (".", DIM)
    if content == rules.FACE_DOWN:
        return "?", DIM
    if content == rules.CAMP:
        return "camp", CAMP_CODE
    name, value = marker_names(data)[content], ""
    if rules.MINERAL <= content < rules.GOOD:
        value = name[-1]
    name = name[: LETTERS - len(value)] + value
    if content < rules.SPECIES:
        return name, ANIMAL_CODES[content]
    if content in (rules.NOMAD, rules.MONUMENT):
        return name, NOMAD_CODE if content == rules.NOMAD else MONUMENT_CODE
    return name, MINERAL_CODES[(content - rules.MINERAL) // rules.MAX_VALUE]


def legend() -> list[str]:
    """Return the legend of the map."""
    return [
        " ? face-down marker   . empty space   city empty city   gol2 gold worth 2",
        f" @1 researcher of player 1   names are cut to {LETTERS} letters: LVic Lake Victoria",
        " neighbours: northwest and northeast above, southwest and southeast below",
        "",
    ]


# Players


def draw_players(edition: Edition, state: Any) -> list[str]:
    """Draw the players' possessions."""
    lines, names = [], [entry["name"] for entry in edition.data["goods"]]
    for seat, (*_, total) in enumerate(points(scores, SCORE_PARTS, edition, state)):
        goods = [f"{count} x {name}" for count, name in zip(state.goods[seat], names, strict=True) if count]
        has = [counted(state.camps[seat], "camp")]
        has += [f"{state.minerals[mineral, seat]} x {name}" for mineral, name in enumerate(MINERAL_NAMES)]
        to_move = " to move" if state.status == RUNNING and seat == state.current_player else ""
        gained = f"{counted(total, 'point')}, {state.points[seat]} of them scored so far"
        lines.append(f"{player(seat)}{to_move}   {gained}")
        lines.append("    " + ", ".join([*has, *(goods or ["no goods"])]))
    supply = f"{counted(state.supply, 'camp')} in the supply"
    return [*lines, f" {supply}; the game ends after {counted(state.monuments_left, 'more monument')}", ""]


def draw_face_down(data: Mapping[str, Any], state: Any) -> list[str]:
    """Draw the number of face-down markers of each kind."""
    counts = zip(state.face_down_kinds[: rules.MARKER_KINDS], marker_names(data), strict=False)
    markers = [f"{count} x {name}" for count, name in counts if count]
    return [*flow(" face down: ", markers or ["nothing"], WIDTH), ""]
