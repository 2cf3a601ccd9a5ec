"""The map as text for a terminal, and beneath it what the players have.

It shows what lies open; of the face-down markers, how many there are of each kind. Colours help, but whatever a colour
tells is written as well.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from africana_env.engine.contract import ENDED, RUNNING, Edition
from africana_env.engine.terminal import BOLD, DIM, counted, paint
from africana_env.games.africa.edition import MINERAL_NAMES, is_city
from africana_env.games.africa.scoring import SCORE_PARTS, scores, total_score
from africana_env.games.africa.state import (
    CAMP,
    FACE_DOWN,
    FREE,
    MARKER_KINDS,
    MINERAL,
    MONUMENT,
    MOST_VALUE,
    NOMAD,
    PUT_FIND,
    SET_UP,
    SPECIES,
    TRADE,
    TURN,
)

HALF = 4
"""Columns from a hexagon to where the next row's begin."""
NAME = 7
"""Letters of a space's name."""
WIDTH = 110

REVERSE = "7"
SEAT_CODES = ("30;47", "97;44", "30;43", "97;41", "30;42")
ANIMAL_CODES = ("38;5;250", "38;5;214", "38;5;220", "38;5;140", "38;5;87")
NOMAD_CODE, MONUMENT_CODE, CAMP_CODE = "38;5;209", "38;5;213", "38;5;120"
MINERAL_CODES = ("38;5;226", "38;5;51")


def render(edition: Edition, state: Any) -> str:
    """The game as everyone sees it: lines with ANSI colour codes, about `WIDTH` characters long on the shipped map."""
    data = edition.data
    parts = [heading(edition, state), draw_map(data, state), legend(data), draw_players(data, state)]
    parts.append(draw_face_down(data, state) if state.status == RUNNING else draw_scores(edition, state))
    return "\n".join(line.rstrip() for part in parts for line in part) + "\n"


def player(seat: int) -> str:
    """A player, in its colour."""
    return paint(f" player {seat} ", SEAT_CODES[seat])


# Heading


def heading(edition: Edition, state: Any) -> list[str]:
    """Round, whose turn it is and how far it has come; at the end, the result."""
    rounds = f"round {state['round_number']} of at most {state.max_rounds}" if state["round_number"] else "set-up"
    title = f"{paint('Africa', BOLD)}   edition {edition.name}   {rounds}"
    return [title, turn(edition.data, state) if state.status == RUNNING else result(state), ""]


def turn(data: Mapping[str, Any], state: Any) -> str:
    """Whose decision it is, and what about."""
    spaces = [entry["name"] for entry in data["spaces"]]
    if state.phase == SET_UP:
        doing = "chooses a city to start from"
    elif state.phase == TURN:
        doing = f"{'acts' if state.walked else 'walks or acts'}: {counted(state.actions_left, 'action')} left"
    elif state.phase == TRADE:
        doing = f"may trade with the {data['goods'][state.found_good]['name']} just found"
    else:
        found = "just found" if state.phase == PUT_FIND else "that is being moved"
        piece = marker_names(data)[state.lying[state.piece_space]]
        doing = f"puts the {piece} {found} at {spaces[state.piece_space]}"
    return f"{player(state.player)} {doing}"


def result(state: Any) -> str:
    """How the game ended and who won."""
    how = "the last monument was found" if state.status == ENDED else "cut off after the last round allowed"
    best = max(total_score(state, seat) for seat in range(state.num_players))
    winners = [player(seat) for seat in range(state.num_players) if total_score(state, seat) == best]
    return f"The game is over: {how}. Won by {' and '.join(winners)}"


# Map


def marker_names(data: Mapping[str, Any]) -> list[str]:
    """The kinds of markers, in the order of their numbers."""
    minerals = [f"{name} {value}" for name in MINERAL_NAMES for value in range(1, MOST_VALUE + 1)]
    animals, goods = ([entry["name"] for entry in data[section]] for section in ("species", "goods"))
    return [*animals, "nomad", "monument", *minerals, *goods]


def draw_map(data: Mapping[str, Any], state: Any) -> list[str]:
    """Each space with the beginning of its name, and below that what lies there and who stands there."""
    spaces = data["spaces"]
    west = min(2 * entry["q"] + entry["r"] for entry in spaces)
    lines = []
    for row in range(min(entry["r"] for entry in spaces), max(entry["r"] for entry in spaces) + 1):
        here = [(2 * entry["q"] + row - west, space) for space, entry in enumerate(spaces) if entry["r"] == row]
        names, contents = Line(), Line()
        for column, space in sorted(here):
            name = spaces[space]["name"][:NAME]
            names.put(HALF * column, name, REVERSE if space == state.piece_space else BOLD)
            contents.put(HALF * column, *lying(data, state, space))
            for seat in range(state.num_players):
                if state.location[seat] == space:
                    contents.add(f"@{seat}", SEAT_CODES[seat])
        lines += [names.text, contents.text]
    return [*lines, ""]


class Line:
    """A line of text, written from left to right."""

    def __init__(self) -> None:
        self.text = ""
        self._width = 0

    def put(self, column: int, text: str, code: str) -> None:
        """Write at a column."""
        self.text += " " * (column - self._width)
        self._width = max(self._width, column)
        self.add(text, code)

    def add(self, text: str, code: str) -> None:
        """Write on."""
        self.text += paint(text, code)
        self._width += len(text)


def lying(data: Mapping[str, Any], state: Any, space: int) -> tuple[str, str]:
    """What lies on a space, in at most five characters, and its colour."""
    content = int(state.lying[space])
    if content == FREE:
        return ("city", BOLD) if is_city(data["spaces"][space]) else (".", DIM)
    if content == FACE_DOWN:
        return "?", DIM
    if content == CAMP:
        return "camp", CAMP_CODE
    name = marker_names(data)[content].replace(" ", "")[:5]
    if content < SPECIES:
        return name, ANIMAL_CODES[content]
    if content in (NOMAD, MONUMENT):
        return name, NOMAD_CODE if content == NOMAD else MONUMENT_CODE
    return name, MINERAL_CODES[(content - MINERAL) // MOST_VALUE]


def legend(data: Mapping[str, Any]) -> list[str]:
    """What the signs on the map mean."""
    signs = "? face-down marker   . nothing   city a city, nothing on it   gold2 gold that shows 2"
    beside = "northwest and northeast above it, southwest and southeast below"
    return [
        f" {signs}   @0 researcher of player 0",
        f" names are cut to {NAME} letters; a space has neighbours {beside}",
        "",
    ]


# Players


def draw_players(data: Mapping[str, Any], state: Any) -> list[str]:
    """What each player has."""
    lines = []
    for seat in range(state.num_players):
        goods = [
            f"{count} x {entry['name']}" for count, entry in zip(state.goods[seat], data["goods"], strict=True) if count
        ]
        has = [counted(state.camps[seat], "camp")]
        has += [f"{state.minerals[mineral, seat]} x {name}" for mineral, name in enumerate(MINERAL_NAMES)]
        to_move = " to move" if state.status == RUNNING and seat == state.player else ""
        gained = f"{counted(int(total_score(state, seat)), 'point')}, {state.points[seat]} of them gained so far"
        lines.append(f"{player(seat)}{to_move}   {gained}")
        lines.append("    " + ", ".join([*has, *(goods or ["no goods"])]))
    supply = f"{counted(state.supply, 'camp')} in the supply"
    return [*lines, "", f" {supply}; the game ends with {counted(state.monuments_left, 'monument')} more", ""]


def draw_face_down(data: Mapping[str, Any], state: Any) -> list[str]:
    """How many markers of each kind lie face down, over as many lines as needed."""
    names = marker_names(data)
    pieces = [
        f"{state.face_down_kinds[kind]} x {names[kind]}" for kind in range(MARKER_KINDS) if state.face_down_kinds[kind]
    ]
    lines = [" face down:"]
    for piece in pieces or ["nothing"]:
        if len(lines[-1]) + len(piece) + 2 > WIDTH:
            lines.append(" " * len(" face down:"))
        lines[-1] += f" {piece},"
    lines[-1] = lines[-1].rstrip(",")
    return lines


def draw_scores(edition: Edition, state: Any) -> list[str]:
    """The final points with their parts."""
    points = np.zeros((state.num_players, len(SCORE_PARTS)), np.int32)
    scores(edition.tables[0], state, points)
    lines = [paint("Scores    ", BOLD) + "".join(f"  {part}" for part in SCORE_PARTS)]
    for seat in range(state.num_players):
        row = "".join(f"{int(value):{len(part) + 2}}" for part, value in zip(SCORE_PARTS, points[seat], strict=True))
        lines.append(player(seat) + row)
    return lines
