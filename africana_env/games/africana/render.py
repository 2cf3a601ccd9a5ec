"""The board as text for a terminal, a function for each part of it.

It shows what the player to move may know: the own travel cards, and of everything else only what lies open. Colours
help, but whatever a colour tells is written as well.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from africana_env.engine.contract import ENDED, RUNNING, Edition
from africana_env.engine.terminal import BOLD, DIM, counted, paint
from africana_env.games.africana.draw import travel_cards_in_hand
from africana_env.games.africana.edition import BACK_LETTERS, HALVES, artifact_kinds
from africana_env.games.africana.observation import SILVER_PER_GOLD
from africana_env.games.africana.scoring import SCORE_PARTS, is_winner, scores, total_score
from africana_env.games.africana.state import (
    ADVENTURE_LIMIT,
    BOOKS,
    BUY,
    CHOOSE,
    DISCARD_ADVENTURES,
    DISCARD_CARDS,
    EMPTY,
    HAND_LIMIT,
    IN_FRONT,
    MOVE,
    OUT_OF_GAME,
)

WIDTH = 110
PANEL_WIDTH = 40
MAP_WIDTH = WIDTH - PANEL_WIDTH - 2
MAP_HEIGHT = 32

RED = "31"
COLOUR_CODES = {"magenta": "35", "turquoise": "36", "gray": "38;5;250", "orange": "38;5;208", "violet": "38;5;99"}
COMPANY_CODES = ("30;47", "97;44", "30;43", "97;41")  # white, blue, yellow, red, as printed

Canvas = list[list[str]]


def render(edition: Edition, state: Any) -> str:
    """The game as the player to move sees it: lines of at most about `WIDTH` characters, with ANSI colour codes."""
    data, tables = edition.data, edition.tables[0]
    parts = [
        heading(edition, tables, state),
        beside(draw_map(data, state), draw_companies(data, tables, state)),
        map_legend(data),
        draw_expeditions(data, tables, state),
        draw_books(data, state),
        draw_travel_cards(data, state),
        draw_mover(data, tables, state) if state.status == RUNNING else draw_scores(data, tables, state),
    ]
    return "\n".join(line.rstrip() for part in parts for line in part) + "\n"


# Text


def without_codes(text: str) -> str:
    """`text` without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def pad(text: str, width: int) -> str:
    """`text` followed by spaces up to `width`."""
    return text + " " * (width - len(without_codes(text)))


def flow(first: str, pieces: Iterable[str], width: int) -> list[str]:
    """`first` and then the pieces, separated by commas, over as many lines as needed, indented under the first."""
    lines = [first]
    indent = len(without_codes(first))
    used = indent
    for number, piece in enumerate(pieces):
        size = len(without_codes(piece))
        if number > 0:
            lines[-1] += ","
            if used + size + 3 > width:
                lines.append(" " * indent)
                used = indent
            else:
                lines[-1] += " "
                used += 2
        lines[-1] += piece
        used += size
    return lines


def beside(left: list[str], right: list[str]) -> list[str]:
    """Two blocks of lines next to each other."""
    height = max(len(left), len(right))
    left = left + [""] * (height - len(left))
    right = right + [""] * (height - len(right))
    return [pad(one, MAP_WIDTH + 2) + other for one, other in zip(left, right, strict=True)]


# Names


def colour_names(data: Mapping[str, Any]) -> list[str]:
    """The colours of the edition."""
    return [entry["colour"] for entry in data["travel_cards"]]


def painted(colour: str, text: str) -> str:
    """`text` in one of the five colours, if it is one that a terminal can show."""
    return paint(text, COLOUR_CODES.get(colour, BOLD))


def letters(data: Mapping[str, Any]) -> dict[str, str]:
    """What stands for each colour: as many of its first letters as tell it from the others."""
    names = colour_names(data)
    return {
        name: next(
            (name[:size] for size in range(1, len(name)) if sum(other.startswith(name[:size]) for other in names) == 1),
            name,
        )
        for name in names
    }


def label_pieces(data: Mapping[str, Any], location: int) -> list[tuple[str, str]]:
    """A location with its symbols, `Lagos [g,o]`, as texts with their codes."""
    entry, short = data["locations"][location], letters(data)
    pieces = [(entry["name"], BOLD), (" [", "0")]
    for colour in entry["symbols"]:
        pieces += [(short[colour], COLOUR_CODES.get(colour, BOLD)), (",", "0")]
    return [*pieces[:-1], ("]", "0")]


def label(data: Mapping[str, Any], location: int) -> str:
    """`label_pieces` in one."""
    return "".join(paint(text, code) for text, code in label_pieces(data, location))


def card_counts(data: Mapping[str, Any], counts: Sequence[int]) -> list[str]:
    """`2 magenta` and so on, the colours of which there are any."""
    return [
        painted(name, f"{count} {name}") for name, count in zip(colour_names(data), counts, strict=True) if count > 0
    ]


def assistant_cards(data: Mapping[str, Any], counts: Sequence[int]) -> list[str]:
    """`gray assistant` and so on, one entry per card."""
    names = colour_names(data)
    return [painted(name, f"{name} assistant") for name, count in zip(names, counts, strict=True) for _ in range(count)]


def adventure_text(data: Mapping[str, Any], adventure: int) -> str:
    """What is printed on an adventure: `Mask at Cairo (3s 4p)`, with its silver and points."""
    entry = data["adventures"][adventure]
    if "assistant" in entry:
        return f"{painted(entry['assistant'], entry['assistant'])} assistant at {entry['target']}"
    return f"{entry['artifact']} at {entry['target']} ({entry['silver']}s {entry['points']}p)"


def seat_mark(seat: int) -> str:
    """A seat's number in the colour of its company."""
    return paint(str(seat), COMPANY_CODES[seat])


# Heading


def heading(edition: Edition, tables: Any, state: Any) -> list[str]:
    """Round, whose turn it is and how far it has come; at the end, the result."""
    rounds = f"round {state['round_number']} of at most {state.max_rounds}"
    if state.last_round and state.status == RUNNING:
        rounds += ", the last one"
    title = f"{paint('Africana', BOLD)}   edition {edition.name}   {rounds}"
    return [title, result(edition.data, tables, state) if state.status != RUNNING else turn(edition.data, state), ""]


def turn(data: Mapping[str, Any], state: Any) -> str:
    """Whose decision it is, and what about."""
    player = state.player
    doing = {
        CHOOSE: "draws, buys or moves",
        BUY: f"is buying, {counted(state.pages_turned, 'page')} turned",
        MOVE: "is moving",
        DISCARD_CARDS: f"discards down to {HAND_LIMIT} cards",
        DISCARD_ADVENTURES: f"discards down to {ADVENTURE_LIMIT} adventures",
    }[int(state.phase)]
    return f"{company(data, player)} {doing}"


def result(data: Mapping[str, Any], tables: Any, state: Any) -> str:
    """How the game ended and who won."""
    how = "the expeditions ran out" if state.status == ENDED else "cut off after the last round allowed"
    winners = [company(data, seat) for seat in range(state.num_players) if is_winner(state, seat)]
    return f"The game is over: {how}. Won by {' and '.join(winners)}"


def company(data: Mapping[str, Any], seat: int) -> str:
    """A company with its seat, in its colour."""
    return paint(f" {seat} {data['companies'][seat]['name']} ", COMPANY_CODES[seat])


# Map


def draw_map(data: Mapping[str, Any], state: Any) -> list[str]:
    """Locations at their places, the routes between them, the equator and the explorers."""
    spots = [spot(entry["position"]) for entry in data["locations"]]
    names = [entry["name"] for entry in data["locations"]]
    routes = [(names.index(one), names.index(other)) for one, other in (entry["between"] for entry in data["routes"])]
    places = place_labels(data, spots, routes)
    canvas: Canvas = [[" "] * MAP_WIDTH for _ in range(MAP_HEIGHT)]
    equator = equator_row(data)
    if equator is not None:
        put(canvas, equator, 0, "-" * MAP_WIDTH, RED)
    draw_routes(canvas, spots, routes)
    if equator is not None:
        put(canvas, equator, 2, " equator ", RED)
    for row, column in spots:
        put(canvas, row, column, "●", BOLD)
    for location, (row, column) in enumerate(places):
        for text, code in label_pieces(data, location):
            put(canvas, row, column, text, code)
            column += len(text)
    for location, place in enumerate(places):
        draw_explorers(canvas, data, state, location, place)
    return ["".join(row) for row in canvas]


def spot(position: Sequence[float]) -> tuple[int, int]:
    """Row and column of a position given in hundredths from the left and from the top."""
    return round(position[1] / 100 * (MAP_HEIGHT - 1)), round(position[0] / 100 * (MAP_WIDTH - 1))


def put(canvas: Canvas, row: int, column: int, text: str, code: str) -> None:
    """Write on the canvas; what lies outside is left out."""
    for offset, character in enumerate(text):
        if 0 <= row < MAP_HEIGHT and 0 <= column + offset < MAP_WIDTH:
            canvas[row][column + offset] = paint(character, code)


def equator_row(data: Mapping[str, Any]) -> int | None:
    """The row between the halves, if a straight line parts them."""
    north = max(spot(entry["position"])[0] for entry in data["locations"] if entry["half"] == HALVES[0])
    south = min(spot(entry["position"])[0] for entry in data["locations"] if entry["half"] == HALVES[1])
    return (north + south) // 2 if south - north > 1 else None


def line_points(start: tuple[int, int], stop: tuple[int, int]) -> list[tuple[float, float]]:
    """Points of the straight line between two spots, close enough to leave no gap."""
    steps = 4 * max(abs(start[0] - stop[0]), abs(start[1] - stop[1]), 1)
    return [
        (start[0] + (stop[0] - start[0]) * step / steps, start[1] + (stop[1] - start[1]) * step / steps)
        for step in range(steps + 1)
    ]


MARK_WIDTH = 3
"""Room kept free behind a label for an explorer, `<0>`."""
COVERING = 1000
"""The price of hiding a character of another label; a bit of a route costs 1, a row off the spot 6."""
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille character's dots, by row and column."""


def draw_routes(canvas: Canvas, spots: list[tuple[int, int]], routes: list[tuple[int, int]]) -> None:
    """Fine lines: every character cell has four rows of two dots."""
    dots: dict[tuple[int, int], int] = {}
    for one, other in routes:
        for row, column in line_points(spots[one], spots[other]):
            fine_row, fine_column = int(row * 4 + 2), int(column * 2 + 1)
            cell = fine_row // 4, fine_column // 2
            dots[cell] = dots.get(cell, 0) | DOTS[fine_row % 4][fine_column % 2]
    for (row, column), bits in dots.items():
        put(canvas, row, column, chr(BRAILLE + bits), DIM)


def place_labels(
    data: Mapping[str, Any], spots: list[tuple[int, int]], routes: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Row and first column of every label: beside its spot or a few rows off, where it hides least."""
    lines = {
        (round(row), round(column)) for one, other in routes for row, column in line_points(spots[one], spots[other])
    }
    taken = set(spots)
    places = []
    for location, (row, column) in enumerate(spots):
        width = len(without_codes(label(data, location)))
        last = MAP_WIDTH - width - MARK_WIDTH
        best: tuple[int, int, int, set[tuple[int, int]]] | None = None
        for down in sorted(range(-row, MAP_HEIGHT - row), key=abs):
            if best is not None and best[0] < COVERING and abs(down) > 2:
                break
            for start in (column + 2, column - 1 - width, column - width // 2):
                start = max(0, min(start, last))
                words = {(row + down, place) for place in range(start - 1, start + width + 1)}
                mark = {(row + down, place) for place in range(start + width, start + width + MARK_WIDTH)}
                hidden = words & taken | mark & taken - {(row, column)}
                cost = COVERING * len(hidden) + len((words | mark) & lines) + 6 * abs(down)
                if best is None or cost < best[0]:
                    best = cost, row + down, start, words | mark
        assert best is not None
        places.append(best[1:3])
        taken |= best[3]
    return places


def draw_explorers(canvas: Canvas, data: Mapping[str, Any], state: Any, location: int, place: tuple[int, int]) -> None:
    """The seats of the explorers, `<0>`, behind the name of their location."""
    here = [seat for seat in range(state.num_players) if state.location[seat] == location]
    if here:
        row, column = place
        width = len(without_codes(label(data, location)))
        size = len(here) + 2
        column = column + width if column + width + size <= MAP_WIDTH else column - size
        put(canvas, row, column, "<", BOLD)
        for number, seat in enumerate(here):
            put(canvas, row, column + 1 + number, str(seat), COMPANY_CODES[seat])
        put(canvas, row, column + 1 + len(here), ">", BOLD)


def map_legend(data: Mapping[str, Any]) -> list[str]:
    """What the signs on the map mean."""
    short = letters(data)
    colours = ", ".join(painted(name, f"{short[name]} {name}") for name in colour_names(data))
    return [
        "",
        f" ● place [cards that lead there: {colours}]",
        " <0> explorer of seat 0   (2s 4p) 2 silver, 4 points",
        "",
    ]


# Companies


def draw_companies(data: Mapping[str, Any], tables: Any, state: Any) -> list[str]:
    """What everyone sees of every company."""
    return [line for seat in range(state.num_players) for line in [*draw_company(data, tables, state, seat), ""]]


def draw_company(data: Mapping[str, Any], tables: Any, state: Any, seat: int) -> list[str]:
    """One company: purse, hand as far as it is open, adventures in front and what is finished."""
    gold, silver = divmod(int(state.silver[seat]), SILVER_PER_GOLD)
    points = counted(int(total_score(state, seat)), "point")
    name = company(data, seat) + (" to move" if seat == state.player and state.status == RUNNING else "")
    place = data["locations"][state.location[seat]]["name"]
    lines = [pad(name, PANEL_WIDTH - len(points)) + points]
    purse = [f"{gold} gold {silver} silver", f"{counted(int(state.markers_left[seat]), 'marker')} left"]
    lines += flow(" ", [f"at {place}", *purse], PANEL_WIDTH)
    lines += flow(" hand: ", open_hand(data, state, seat), PANEL_WIDTH)
    for adventure, where in enumerate(state.adventure_place[: len(data["adventures"])]):
        if where == IN_FRONT + seat:
            lines.append(f" to do: {adventure_text(data, adventure)}")
    lines += flow(" done: ", finished(data, state, seat), PANEL_WIDTH)
    return lines


def open_hand(data: Mapping[str, Any], state: Any, seat: int) -> list[str]:
    """The cards in hand, or on the table to come back, as everyone knows them."""
    cards = [counted(int(travel_cards_in_hand(state, seat)), "travel card")]
    if state.joker[seat]:
        cards.append("joker")
    return cards + assistant_cards(data, state.assistants[seat])


def finished(data: Mapping[str, Any], state: Any, seat: int) -> list[str]:
    """What lies beneath the company card."""
    expeditions = int((state.expedition_owner == seat).sum())
    done = []
    if expeditions:
        done.append(f"{counted(expeditions, 'expedition')} ({state.expedition_points[seat]}p)")
    for kind, count in zip(artifact_kinds(data), state.artifacts[seat], strict=False):
        if count:
            done.append(f"{count} {kind}")
    if state.assistant_adventures[seat]:
        done.append(counted(int(state.assistant_adventures[seat]), "assistant adventure"))
    return done or ["nothing"]


# Expeditions


def draw_expeditions(data: Mapping[str, Any], tables: Any, state: Any) -> list[str]:
    """The spaces with their bonus, and what the pile tells."""
    width = max(len(f"{entry['start']} -> {entry['target']}") for entry in data["expeditions"])
    lines = [paint("Expeditions", BOLD) + f"   pile: {expedition_pile(tables, state)}"]
    for space in range(tables.num_spaces):
        bonus = data["spaces"][space]
        gain = f"{bonus['silver']} silver" if bonus["silver"] else counted(bonus["travel_cards"], "travel card")
        line = f" {space + 1}  bonus {gain:14}"
        if state.space[space] == EMPTY:
            lines.append(line + "empty")
            continue
        card = data["expeditions"][state.space[space]]
        marks = [seat_mark(seat) for seat in range(state.num_players) if state.markers[space] >> seat & 1]
        way = f"{card['start']} -> {card['target']}"
        line += f"{way:{width}}  {card['silver']} silver {card['points']} points"
        lines.append(line + (f"   joined by {' '.join(marks)}" if marks else ""))
    return [*lines, ""]


def expedition_pile(tables: Any, state: Any) -> str:
    """The size of the expedition pile by the backs of its cards, the next one first."""
    pile = state.expedition_pile[state.next_expedition : state.expeditions_in_game]
    backs = Counter(BACK_LETTERS[tables.expedition_back[card]] for card in pile)
    counts = ", ".join(f"{backs[back]} {back}" for back in BACK_LETTERS if backs[back])
    return f"{counts} (next card: {min(backs)})" if backs else "empty"


# Books


def draw_books(data: Mapping[str, Any], state: Any) -> list[str]:
    """Both books: the sizes of the halves and the cards that have been seen, each half from its top."""
    half = HALVES.index(data["locations"][state.location[state.player]]["half"])
    may_buy = state.status == RUNNING and state.phase in (CHOOSE, BUY)
    lines = []
    for book in range(BOOKS):
        name = paint(f"{HALVES[book].capitalize()}ern book", BOLD)
        lines.append(name + ("   open to the player to move" if may_buy and book == half else ""))
        left, seen, size = int(state.book_left[book]), int(state.book_seen[book]), int(state.book_size[book])
        line = [adventure_text(data, adventure) for adventure in state.book[book, :seen]]
        lines += half_of_book("left", left, line[:left][::-1], 0)
        lines += half_of_book("right", size - left, line[left:], size - seen)
    places = enumerate(state.adventure_place[: len(data["adventures"])])
    out_of_game = [adventure_text(data, adventure) for adventure, place in places if place == OUT_OF_GAME]
    return [*lines, *(flow(" out of the game: ", out_of_game, WIDTH) if out_of_game else []), ""]


def half_of_book(side: str, size: int, cards: list[str], unseen: int) -> list[str]:
    """One half: its top card stands out."""
    cards = [paint(card, BOLD) for card in cards[:1]] + cards[1:] + ([f"{unseen} unseen"] if unseen else [])
    return flow(f" {side:5} {size:2}  ", cards or ["empty"], WIDTH)


# Travel cards


def draw_travel_cards(data: Mapping[str, Any], state: Any) -> list[str]:
    """Pile, discard pile and the cards on the table."""
    lines = [paint("Travel cards", BOLD) + f"   pile: {state.travel_pile_size}"]
    lines += flow(" discard pile: ", card_counts(data, state.discard) or ["empty"], WIDTH)
    table = card_counts(data, state.table_travel) + assistant_cards(data, state.table_assistants)
    table += ["joker"] * int(state.table_joker)
    lines += flow(" on the table: ", table or ["nothing"], WIDTH)
    return [*lines, ""]


# The player to move, and the end


def draw_mover(data: Mapping[str, Any], tables: Any, state: Any) -> list[str]:
    """What only the player to move sees, and where the next step can lead."""
    player = state.player
    here = state.location[player]
    ways = [label(data, there) for there in tables.route[here, : tables.num_routes[here]]]
    lines = [company(data, player) + f" at {label(data, here)}"]
    lines += flow(" in hand: ", hand(data, state, player) or ["nothing"], WIDTH)
    lines += flow(" routes to: ", ways, WIDTH)
    known = card_counts(data, state.known[player])
    if known:
        lines += flow(" known to be in the others' hands: ", known, WIDTH)
    return lines


def hand(data: Mapping[str, Any], state: Any, player: int) -> list[str]:
    """The cards that a player can still play."""
    cards = card_counts(data, state.travel[player])
    cards += assistant_cards(data, state.assistants[player] - state.table_assistants)
    return cards + ["joker"] * int(state.joker[player] - state.table_joker)


def draw_scores(data: Mapping[str, Any], tables: Any, state: Any) -> list[str]:
    """The final points with their parts."""
    points = np.zeros((state.num_players, len(SCORE_PARTS)), np.int32)
    scores(tables, state, points)
    first = max(len(entry["name"]) for entry in data["companies"]) + 4
    lines = [pad(paint("Scores", BOLD), first) + "".join(f"  {part.replace('_', ' ')}" for part in SCORE_PARTS)]
    for seat in range(state.num_players):
        row = "".join(f"{int(value):{len(part) + 2}}" for part, value in zip(SCORE_PARTS, points[seat], strict=True))
        lines.append(pad(company(data, seat), first) + row)
    return lines
