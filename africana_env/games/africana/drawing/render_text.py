"""The board as terminal text: a function for each part.

It shows what a seat may know: its own travel cards, and everything open. No meaning depends on colour alone.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from africana_env.drawing.panels import WIDTH, draw_heading, page, score_table
from africana_env.drawing.text import BOLD, DIM, SEAT_CODES, Canvas, counted, flow, pad, paint, width_of
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.points import points
from africana_env.engine.game.state import RUNNING
from africana_env.games.africana.drawing import names
from africana_env.games.africana.drawing.heading import heading
from africana_env.games.africana.edition import HALVES, artifact_kinds
from africana_env.games.africana.hidden.observation import SILVER_PER_GOLD
from africana_env.games.africana.rules import state as rules
from africana_env.games.africana.rules.names import colour_names
from africana_env.games.africana.rules.scoring import SCORE_PARTS, scores

MAP_HEIGHT = 20

RED = "31"


def render_text(edition: Edition, state: Any, seat: int) -> str:
    """Draw the game as a seat sees it, in lines of at most `WIDTH` characters with ANSI colour codes."""
    data, tables = edition.data, edition.tables[0]
    called = partial(names.company, data)
    parts = [
        draw_heading(heading(edition, state, called)),
        draw_map(data, state),
        map_legend(data),
        draw_companies(edition, state),
        draw_expeditions(data, tables, state),
        draw_books(data, state),
        draw_travel_cards(data, state),
    ]
    if state.status == RUNNING:
        return page([*parts, draw_own(data, tables, state, seat)])
    return page([*parts, score_table(called, SCORE_PARTS, points(scores, SCORE_PARTS, edition, state))])


# Map


def draw_map(data: Mapping[str, Any], state: Any) -> list[str]:
    """Draw the locations, the routes between them, the equator and the explorers."""
    spots = [spot(entry["position"]) for entry in data["locations"]]
    called = [entry["name"] for entry in data["locations"]]
    routes = [(called.index(one), called.index(other)) for one, other in (entry["between"] for entry in data["routes"])]
    places = place_labels(data, spots, routes)
    canvas = Canvas(MAP_HEIGHT, WIDTH)
    equator = equator_row(data)
    if equator is not None:
        canvas.put(equator, 0, "-" * WIDTH, RED)
    draw_routes(canvas, spots, routes)
    if equator is not None:
        canvas.put(equator, 2, " equator ", RED)
    for row, column in spots:
        canvas.put(row, column, "●", BOLD)
    for location, (row, column) in enumerate(places):
        for text, code in names.label_pieces(data, location):
            column = canvas.put(row, column, text, code)
    for location, place in enumerate(places):
        draw_explorers(canvas, data, state, location, place)
    return canvas.lines()


def spot(position: Sequence[float]) -> tuple[int, int]:
    """Return row and column of a position, given in hundredths from the left and from the top."""
    return round(position[1] / 100 * (MAP_HEIGHT - 1)), round(position[0] / 100 * (WIDTH - 1))


def equator_row(data: Mapping[str, Any]) -> int | None:
    """Return the row between the halves, or None if no straight line separates them."""
    north = max(spot(entry["position"])[0] for entry in data["locations"] if entry["half"] == HALVES[0])
    south = min(spot(entry["position"])[0] for entry in data["locations"] if entry["half"] == HALVES[1])
    return (north + south) // 2 if south - north > 1 else None


def line_points(start: tuple[int, int], stop: tuple[int, int]) -> list[tuple[float, float]]:
    """Return points of the line between two spots, close enough to leave no gap."""
    steps = 4 * max(abs(start[0] - stop[0]), abs(start[1] - stop[1]), 1)
    return [
        (start[0] + (stop[0] - start[0]) * step / steps, start[1] + (stop[1] - start[1]) * step / steps)
        for step in range(steps + 1)
    ]


MARK_WIDTH = 3
"""Columns after a label, kept free for an explorer `<1>`."""
COVERING, FAR = 1000, 500
"""Costs of covering a character of another label, and of a label with room for another before it. A cell of a route
costs 1, each row away from the spot 6."""
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of the dots of a braille character, by row and column."""


def draw_routes(canvas: Canvas, spots: list[tuple[int, int]], routes: list[tuple[int, int]]) -> None:
    """Draw fine lines: each character has four rows of two dots."""
    dots: dict[tuple[int, int], int] = {}
    for one, other in routes:
        for row, column in line_points(spots[one], spots[other]):
            fine_row, fine_column = int(row * 4 + 2), int(column * 2 + 1)
            cell = fine_row // 4, fine_column // 2
            dots[cell] = dots.get(cell, 0) | DOTS[fine_row % 4][fine_column % 2]
    for (row, column), bits in dots.items():
        canvas.put(row, column, chr(BRAILLE + bits), DIM)


def place_labels(
    data: Mapping[str, Any], spots: list[tuple[int, int]], routes: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return row and first column of each label: next to its spot or a few rows away, where it covers least."""
    lines = {
        (round(row), round(column)) for one, other in routes for row, column in line_points(spots[one], spots[other])
    }
    taken = set(spots)
    places = []
    for location, (row, column) in enumerate(spots):
        width = width_of(names.label(data, location))
        last = WIDTH - width - MARK_WIDTH
        best: tuple[int, int, int, set[tuple[int, int]]] | None = None
        for down in sorted(range(-row, MAP_HEIGHT - row), key=abs):
            if best is not None and best[0] < COVERING and abs(down) > 2:
                break
            near = (column + 2, column - 1 - width, column - width // 2)
            for start in (*near, column + 3 + width + MARK_WIDTH):
                far = FAR * (start not in near)
                start = max(0, min(start, last))
                words = {(row + down, place) for place in range(start - 1, start + width + 1)}
                mark = {(row + down, place) for place in range(start + width, start + width + MARK_WIDTH)}
                hidden = words & taken | mark & taken - {(row, column)}
                cost = COVERING * len(hidden) + far + len((words | mark) & lines) + 6 * abs(down)
                if best is None or cost < best[0]:
                    best = cost, row + down, start, words | mark
        assert best is not None
        places.append(best[1:3])
        taken |= best[3]
    return places


def draw_explorers(canvas: Canvas, data: Mapping[str, Any], state: Any, location: int, place: tuple[int, int]) -> None:
    """Draw the explorers, such as `<1>` for the first player, after the name of their location."""
    here = [seat for seat in range(state.num_players) if state.location[seat] == location]
    if here:
        row, column = place
        width = width_of(names.label(data, location))
        size = len(here) + 2
        column = column + width if column + width + size <= WIDTH else column - size
        column = canvas.put(row, column, "<", BOLD)
        for seat in here:
            column = canvas.put(row, column, str(seat + 1), SEAT_CODES[seat])
        canvas.put(row, column, ">", BOLD)


def map_legend(data: Mapping[str, Any]) -> list[str]:
    """Return the legend of the map."""
    short = names.letters(data)
    colours = ", ".join(names.painted(name, f"{short[name]} {name}") for name in colour_names(data))
    return [
        "",
        f" ● place [cards: {colours}]",
        " <1> explorer of player 1   (2s 4p) 2 silver, 4 points",
        "",
    ]


# Companies


def draw_companies(edition: Edition, state: Any) -> list[str]:
    """Draw the public part of all companies."""
    totals = [total for *_, total in points(scores, SCORE_PARTS, edition, state)]
    companies = [draw_company(edition.data, state, seat, total) for seat, total in enumerate(totals)]
    return [line for lines in companies for line in [*lines, ""]]


def draw_company(data: Mapping[str, Any], state: Any, seat: int, total: int) -> list[str]:
    """Draw a company: purse, open part of the hand, adventures to do, and finished cards."""
    gold, silver = divmod(int(state.silver[seat]), SILVER_PER_GOLD)
    so_far = counted(total, "point")
    name = names.company(data, seat) + (" to move" if seat == state.current_player and state.status == RUNNING else "")
    place = data["locations"][state.location[seat]]["name"]
    lines = [pad(name, WIDTH - len(so_far)) + so_far]
    purse = [f"{gold} gold {silver} silver", f"{counted(int(state.markers_left[seat]), 'marker')} left"]
    lines += flow(" ", [f"at {place}", *purse], WIDTH)
    lines += flow(" hand: ", open_hand(data, state, seat), WIDTH)
    for adventure, where in enumerate(state.adventure_place[: len(data["adventures"])]):
        if where == rules.IN_FRONT + seat:
            lines.append(f" to do: {names.adventure_text(data, adventure)}")
    lines += flow(" done: ", finished(data, state, seat), WIDTH)
    return lines


def open_hand(data: Mapping[str, Any], state: Any, seat: int) -> list[str]:
    """Return the public part of a hand, including cards on the table that will return."""
    cards = [counted(int(state.travel[seat].sum()), "travel card")]
    if state.joker[seat]:
        cards.append("joker")
    return cards + names.assistant_cards(data, state.assistants[seat])


def finished(data: Mapping[str, Any], state: Any, seat: int) -> list[str]:
    """Return the finished expeditions and adventures."""
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
    """Draw the spaces with their bonuses, and the pile."""
    width = max(len(f"{entry['start']} -> {entry['target']}") for entry in data["expeditions"])
    lines = [paint("Expeditions", BOLD) + f"   + bonus of the space   pile: {names.expedition_pile(tables, state)}"]
    for space in range(tables.num_spaces):
        bonus = data["spaces"][space]
        gain = f"{bonus['silver']} silver" if bonus["silver"] else counted(bonus["travel_cards"], "travel card")
        line = f" {space + 1}  +{gain:14}"
        if state.space[space] == rules.EMPTY:
            lines.append(line + "empty")
            continue
        card = data["expeditions"][state.space[space]]
        marks = [names.seat_mark(seat) for seat in range(state.num_players) if state.markers[space] >> seat & 1]
        way = f"{card['start']} -> {card['target']}"
        line += f"{way:{width}}  ({card['silver']}s {card['points']}p)"
        lines.append(line + (f"   joined by {' '.join(marks)}" if marks else ""))
    return [*lines, ""]


# Books


def draw_books(data: Mapping[str, Any], state: Any) -> list[str]:
    """Draw both books: the sizes of their halves, and the seen cards of each half from its top."""
    half = HALVES.index(data["locations"][state.location[state.current_player]]["half"])
    may_buy = state.status == RUNNING and state.phase in (rules.CHOOSE, rules.BUY)
    lines = []
    for book in range(rules.BOOKS):
        name = paint(f"{HALVES[book].capitalize()}ern book", BOLD)
        lines.append(name + ("   open to the player to move" if may_buy and book == half else ""))
        left, seen, size = int(state.book_left[book]), int(state.book_seen[book]), int(state.book_size[book])
        line = [names.adventure_text(data, adventure) for adventure in state.book[book, :seen]]
        lines += half_of_book("left", left, line[:left][::-1], 0)
        lines += half_of_book("right", size - left, line[left:], size - seen)
    places = enumerate(state.adventure_place[: len(data["adventures"])])
    out_of_game = [names.adventure_text(data, adventure) for adventure, place in places if place == rules.OUT_OF_GAME]
    return [*lines, *(flow(" out of the game: ", out_of_game, WIDTH) if out_of_game else []), ""]


def half_of_book(side: str, size: int, cards: list[str], unseen: int) -> list[str]:
    """Draw half a book; its top card is bold."""
    cards = [paint(card, BOLD) for card in cards[:1]] + cards[1:] + ([f"{unseen} unseen"] if unseen else [])
    return flow(f" {side:5} {size:2}  ", cards or ["empty"], WIDTH)


# Travel cards


def draw_travel_cards(data: Mapping[str, Any], state: Any) -> list[str]:
    """Draw the pile, the discard pile and the cards on the table."""
    lines = [paint("Travel cards", BOLD) + f"   pile: {state.travel_pile_size}"]
    lines += flow(" discard pile: ", names.card_counts(data, state.discard) or ["empty"], WIDTH)
    table = names.card_counts(data, state.table_travel) + names.assistant_cards(data, state.table_assistants)
    table += ["joker"] * int(state.table_joker)
    lines += flow(" on the table: ", table or ["nothing"], WIDTH)
    return [*lines, ""]


# The viewing seat


def draw_own(data: Mapping[str, Any], tables: Any, state: Any, seat: int) -> list[str]:
    """Draw the knowledge of this seat alone, and its possible steps."""
    here = state.location[seat]
    ways = [names.label(data, there) for there in tables.route[here, : tables.num_routes[here]]]
    lines = [names.company(data, seat) + f" at {names.label(data, here)}"]
    lines += flow(" in hand: ", hand(data, state, seat) or ["nothing"], WIDTH)
    lines += flow(" routes to: ", ways, WIDTH)
    held = (state.travel - state.drawn[state.era])[: state.num_players]  # as `known_of_others`, without compiling it
    known = names.card_counts(data, (held.sum(axis=0) - held[seat]).clip(0))
    if known:
        lines += flow(" known to be in the others' hands: ", known, WIDTH)
    return lines


def hand(data: Mapping[str, Any], state: Any, seat: int) -> list[str]:
    """Return the cards that a seat can still play. Cards on the table belong to the mover."""
    assistants, joker = state.assistants[seat], state.joker[seat]
    if seat == state.current_player:
        assistants, joker = assistants - state.table_assistants, joker - state.table_joker
    return (
        names.card_counts(data, state.travel[seat]) + names.assistant_cards(data, assistants) + ["joker"] * int(joker)
    )
