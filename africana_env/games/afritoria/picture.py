"""The board as SVG, a function for each part of it.

It shows what the seat that looks may know: the own hand, and of everything else only what lies open. The four colours
of the cards have signs as well, and a seat has its number, so that nothing hangs on a colour alone.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2s
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from africana_env.drawing.svg import (
    LARGE,
    MARGIN,
    NORMAL,
    SMALL,
    WIDTH,
    Drawn,
    board,
    draw_title,
    element,
    panel,
    part,
    seat_mark,
    shortened,
    text,
    text_width,
)
from africana_env.drawing.text import counted, without_codes
from africana_env.engine.contract import Edition
from africana_env.engine.returns import winners
from africana_env.engine.state import RUNNING
from africana_env.games.afritoria.cards import everyone, is_animal, pile_place
from africana_env.games.afritoria.edition import SPECIAL_NAMES
from africana_env.games.afritoria.render import SHOWN_OF_SCORE_PILE, STANDINGS, draw_heading, public_cards
from africana_env.games.afritoria.scoring import returns
from africana_env.games.afritoria.state import (
    COLOURS,
    COMMIT,
    EMPTY,
    IN_HAND_OR_PILE,
    MAX_PLAYERS,
    MAY_BE_PLAYED,
    NOT_PLAYED,
    NOT_PUT,
    OUT,
    PICK,
    POACHER,
    PUT_BY,
    RANGER,
    RANGER_TAKES,
    STEAL,
    STRENGTHS,
)

SHADES = {
    "green": ("#2f7d3b", "#ffffff"),
    "blue": ("#1f6fb2", "#ffffff"),
    "red": ("#b8352a", "#ffffff"),
    "yellow": ("#e8b90c", "#2a251e"),
}
"""Of the cards, each with the colour of what is written on it."""
OTHER_SHADES = (("#7a4fa3", "#ffffff"), ("#0f8a8a", "#ffffff"), ("#c2590c", "#ffffff"), ("#8a8f98", "#2a251e"))
"""For editions with colours of other names."""
SPECIAL_SHADE = ("#4a4239", "#f7c948")
PAPER, PRINT, RIM = "#f6efdf", "#2a251e", "#8d7f63"
"""Of cards, whose faces are the same on light and on dark pages."""

CARD_WIDE, CARD_HIGH, CARD_STEP = 42.0, 58.0, 43.0
INNER = WIDTH - 2 * MARGIN
PUT_UNDER_HEIGHT = 36
"""Two lines."""
SHOWN_END = 330.0
"""Where the last card of a shown hand ends: left of the points."""

USED = re.compile('href="#([^"]*)"')
"""What is drawn once and used."""

Spot = tuple[float, float]


def picture(edition: Edition, state: Any, viewer: int | None) -> str:
    """The game as that seat sees it, or with all hands where nobody is named."""
    deck = read_deck(edition)
    won = winners(returns, edition.tables[0], state) if state.status != RUNNING else []
    parts = [
        draw_title(without_codes(draw_heading(edition, state)[0]), decision(edition, state, viewer)),
        draw_table(edition, deck, state),
        draw_put_under(deck, state, viewer),
        *(draw_player(deck, state, seat, viewer, seat in won) for seat in range(state.num_players)),
        draw_discards(deck, state),
    ]
    named = definitions(deck, "".join(drawn for _, drawn in parts))
    return board(f"Afritoria, round {state.round_number}", [(0, named), *parts, (MARGIN, "")])


# The deck


class Colour(NamedTuple):
    """Of cards; rangers and poachers have one each, without a name."""

    place: int
    name: str
    shade: str
    ink: str

    def id(self, thing: str) -> str:
        """Of something that looks the same on all cards of the colour."""
        return slug(f"{thing} {self.place} {self.shade}")


class Card(NamedTuple):
    """What is printed on a card; rangers and poachers have no strength."""

    name: str
    colour: Colour
    strength: int
    value: int

    @property
    def id(self) -> str:
        return id_of_card(self)


@cache
def slug(words: str) -> str:
    """A short name for something that is drawn once and used often; on a page of several editions, too."""
    return "afritoria-" + blake2s(words.encode(), digest_size=4).hexdigest()


@cache
def id_of_card(card: Card) -> str:
    """Of what is drawn for it."""
    return card.colour.id(f"{card.name} {card.strength} {card.value}")


def read_deck(edition: Edition) -> tuple[Card, ...]:
    """The card of every kind; those that the edition does not have are without a name."""
    animals = tuple((entry["name"], entry["strength"], entry["value"]) for entry in edition.data["animals"])
    return deck_of(tuple(entry["name"] for entry in edition.data["colours"]), animals)


@cache
def deck_of(colours: tuple[str, ...], animals: tuple[tuple[str, int, int], ...]) -> tuple[Card, ...]:
    """All kinds of cards in these colours of these animals, each with its name, strength and value."""
    deck = []
    for place in range(COLOURS):
        name = colours[place] if place < len(colours) else ""
        colour = Colour(place, name, *SHADES.get(name, OTHER_SHADES[place]))
        deck += [Card(animal, colour, strength, value) for animal, strength, value in animals]
        deck += [Card("", colour, 0, 0)] * (STRENGTHS - len(animals))
    for number, name in enumerate(SPECIAL_NAMES):
        deck.append(Card(name, Colour(COLOURS + number, "", *SPECIAL_SHADE), 0, 0))
    return tuple(deck)


# Title


def decision(edition: Edition, state: Any, viewer: int | None) -> str:
    """What is being done, where all decide at the same time as it is for the seat that looks."""
    if is_committing(state) and viewer is not None:
        asked = "is asked" if state.committed[viewer] == EMPTY else "has committed"
        return f"all commit a card, hidden until all have; player {viewer} {asked}"
    return without_codes(draw_heading(edition, state)[1])


def is_committing(state: Any) -> bool:
    """Whether cards are being committed; who has done so already is hidden."""
    return bool(state.status == RUNNING and state.phase == COMMIT)


# Trading row and pile


def draw_table(edition: Edition, deck: Sequence[Card], state: Any) -> Drawn:
    """The trading row, the pile, and what the signs on cards mean."""
    drawn = text(MARGIN, 12, "Trading row", NORMAL, "ink bold")
    takes = state.status == RUNNING and state.phase in (PICK, RANGER_TAKES)
    for place in range(state.num_players):
        x, kind = MARGIN + CARD_STEP * place, int(state.row[place])
        drawn += part(f"row-{place}", empty_place(x, 18) if kind == EMPTY else face(deck[kind], x, 18))
        if takes and is_animal(kind) and (state.phase == RANGER_TAKES or deck[kind].colour.place == state.colour):
            drawn += frame(x, 18)
    x = MARGIN + CARD_STEP * state.num_players + 12
    drawn += text(x, 12, "Pile", NORMAL, "ink bold")
    if state.pile_size:
        drawn += part("pile", back(x, 18), pile_size(int(state.pile_size), x + 21))
    else:
        drawn += part("pile", empty_place(x, 18), text(x + 21, 50, "empty", SMALL, "dim", "middle"))
    return 82, drawn + draw_legend(edition, deck, state.num_players, 250)


@cache
def pile_size(number: int, x: float) -> str:
    """On the top card."""
    words = element("text", str(number), x=x, y=51, font_size=LARGE, fill=PRINT, text_anchor="middle")
    return element("circle", cx=x, cy=47, r=14, fill=PAPER) + words


def draw_legend(edition: Edition, deck: Sequence[Card], colours: int, x: float) -> str:
    """What strength and points look like, and the parks with their signs."""
    drawn = text(x, 12, "8", LARGE - 1, "ink bold") + text(x + 11, 12, "strength", SMALL, "dim")
    drawn += coin(x + 74, 9) + text(x + 83, 12, "points", SMALL, "dim")
    for colour, entry in enumerate(edition.data["colours"][:colours]):
        y = 28 + 14 * colour
        words = shortened(f"{entry['name']}: {entry['park']}", WIDTH - MARGIN - x - 14, SMALL)
        drawn += sign(colour, x + 5, y - 3, 4.8, deck[colour * STRENGTHS].colour.shade, RIM)
        drawn += text(x + 14, y, words, SMALL)
    return drawn


def draw_put_under(deck: Sequence[Card], state: Any, viewer: int | None) -> Drawn:
    """Who put which cards of the pile there, and those that the seat that looks put there itself."""
    words = "put under the pile:"
    items = [(text_width(words, SMALL) + 6, text(0, 10, words, SMALL, "dim"))]
    putters = put_under_by(state)
    for depth, putter in putters.items():
        if putters.get(depth - 1) != putter:
            last = next(end for end in range(depth, state.pile_size + 1) if putters.get(end + 1) != putter)
            words = f"card {depth}" if last == depth else f"cards {depth} to {last}"
            wide = text_width(words, SMALL) + 2
            items.append((wide + 16, text(0, 10, words, SMALL) + seat_mark(wide + 5, 7, putter, 5)))
        if viewer is None or (putter == viewer and state.status == RUNNING):
            items.append((24, tile(deck[state.pile[pile_place(state, depth - 1)]], 0, 0)))
    return PUT_UNDER_HEIGHT, part("put-under", flow(items, MARGIN, 0, INNER)) if putters else ""


def put_under_by(state: Any) -> dict[int, int]:
    """Which seat put the cards there that somebody put under the pile, which counts from 1 at the top."""
    putters = {}
    for depth in range(state.pile_size - state.put_size, state.pile_size):
        put_by = int(state.pile_from[pile_place(state, depth)])
        if put_by != NOT_PUT:
            putters[int(depth) + 1] = (put_by - PUT_BY) % MAX_PLAYERS
    return putters


# Players


def draw_player(deck: Sequence[Card], state: Any, seat: int, viewer: int | None, has_won: bool) -> Drawn:
    """A player's points, hand, card of this round, score pile and the hand shown last."""
    is_open = viewer is None or viewer == seat
    shown = draw_shown(deck, state, seat)
    height = 98
    drawn = panel(MARGIN, 0, INNER, height)
    words = f"player {seat}" + (" · you" if seat == viewer else "") + (" · ★ won" if has_won else "")
    if is_to_move(state, seat, viewer):
        drawn += element("rect", x=MARGIN, y=0, width=3, height=height, rx=1.5, class_="light")
        words += "" if shown else " · to move"
    drawn += seat_mark(MARGIN + 14, 12, seat) + text(MARGIN + 25, 16, words, NORMAL, "ink bold")
    drawn += text(WIDTH - MARGIN - 5, 16, counted(int(state.points[seat]), "point"), NORMAL, "ink bold", "end")
    drawn += draw_hand(deck, state, seat, is_open)
    drawn += part(f"played-{seat}", draw_round_card(deck, state, seat, is_open))
    drawn += part(f"score-{seat}", draw_score_pile(deck, state, seat))
    return height + 4, part(f"player-{seat}", drawn, shown)


def is_to_move(state: Any, seat: int, viewer: int | None) -> bool:
    """Whether a seat is to decide; while all commit, nothing is known of the others."""
    if is_committing(state) and viewer is not None:
        return bool(seat == viewer and state.committed[seat] == EMPTY)
    return bool(state.status == RUNNING and seat == state.current_player)


def draw_hand(deck: Sequence[Card], state: Any, seat: int, is_open: bool) -> str:
    """The cards in the order of their kinds; where they are hidden, those that all know to be there and then backs."""
    x, y = MARGIN + 5.0, 34.0
    known = public_cards(state, seat)
    size = int(state.hand_size[seat])
    drawn = text(x, 29, f"{counted(size, 'card')} in hand", SMALL, "dim")
    if known:
        drawn += eye(x + 82, 26) + text(x + 91, 29, "known to all", SMALL, "dim")
    committed = int(state.committed[seat]) if is_open and is_committing(state) else EMPTY
    all_seats = everyone(state)
    hand, seen = state.hand[seat].tolist(), state.hand_seen[seat].tolist()
    slots = sorted(range(size), key=hand.__getitem__) if is_open else range(size)
    for place, slot in enumerate(slots):
        if is_open:
            kind, is_known = hand[slot], seen[slot] == all_seats
        else:
            kind, is_known = known[place] if place < len(known) else EMPTY, True
        if slot == committed:
            card = empty_place(x, y)
        elif kind == EMPTY:
            card = back(x, y)
        else:
            card = face(deck[kind], x, y) + (eye(x + 35.5, y + 40) if is_known else "")
        drawn += part(f"hand-{seat}-{slot}", card)
        x += CARD_STEP
    return drawn


def draw_round_card(deck: Sequence[Card], state: Any, seat: int, is_open: bool) -> str:
    """The card of this round: committed, which only its seat sees, or played and what has become of it."""
    x, y = MARGIN + 5 + 6 * CARD_STEP + 5, 34.0
    middle = x + CARD_WIDE / 2
    if is_committing(state):
        if is_open and state.committed[seat] != EMPTY:
            card = face(deck[state.hand[seat, state.committed[seat]]], x, y)
            return text(middle, 29, "committed", SMALL, "dim", "middle") + card
        unknown = "" if is_open else text(middle, y + 35, "?", 18, "dim", "middle")
        return text(middle, 29, "commits", SMALL, "dim", "middle") + empty_place(x, y) + unknown
    if state.standing[seat] == NOT_PLAYED:
        return empty_place(x, y)
    look = "dim" if state.standing[seat] == OUT else "ink"
    card = face(deck[state.played[seat]], x, y)
    if state.standing[seat] == OUT and is_animal(state.played[seat]):
        card = element("g", card, opacity=0.5)
    return text(middle, 29, STANDINGS[state.standing[seat]], SMALL, look, "middle") + card


def draw_score_pile(deck: Sequence[Card], state: Any, seat: int) -> str:
    """How many cards were scored, the top card, and those next below it."""
    x, y = MARGIN + 5 + 7 * CARD_STEP + 14, 34.0
    size = int(state.score_size[seat])
    drawn = text(x, 29, f"{size} scored", SMALL, "dim")
    if not size:
        return drawn + empty_place(x, y)
    top = [deck[kind - 1] for kind in state.score_pile[seat][:size][::-1][:SHOWN_OF_SCORE_PILE].tolist()]
    drawn += face(top[0], x, y)
    for place, card in enumerate(top[1:]):
        drawn += tile(card, x + CARD_STEP, y + 15 * place)
    if state.status == RUNNING and state.phase == STEAL and seat != state.current_player:
        drawn += frame(x, y)
    return drawn


def draw_shown(deck: Sequence[Card], state: Any, seat: int) -> str:
    """The hand that a player has shown last, but for what has turned up since; pale what may have been played."""
    drawn = ""
    x = SHOWN_END
    for kind, fate in zip(state.shown[seat][::-1], state.shown_fate[seat][::-1], strict=True):
        if fate in (IN_HAND_OR_PILE, MAY_BE_PLAYED):
            x -= 24
            card = tile(deck[kind], x, 5)
            drawn += element("g", card, opacity=0.5) if fate == MAY_BE_PLAYED else card
    if not drawn:
        return ""
    meaning = element("title", "shown last; in hand, under the pile or drawn from there; pale: or played")
    return element("g", meaning, text(x - 4, 15, "shown", SMALL, "dim", "end"), drawn)


# Discards


def draw_discards(deck: Sequence[Card], state: Any) -> Drawn:
    """How many of each kind were discarded: animals by colour and strength, and specials."""
    first, wide = MARGIN + 62.0, 25.0
    drawn = text(MARGIN, 12, "Discards", NORMAL, "ink bold")
    animals = [card for card in deck[:STRENGTHS] if card.name]
    for strength, card in enumerate(animals):
        words = shortened(card.name, 2 * wide, SMALL)
        drawn += text(first + wide * (strength + 0.5), 12 if strength % 2 else 22, words, SMALL, "dim", "middle")
    lines = ""
    discard = state.discard.tolist()
    for colour in range(state.num_players):
        y = 28 + 15.0 * colour
        _, name, shade, _ = deck[colour * STRENGTHS].colour
        lines += sign(colour, MARGIN + 6, y + 6.5, 4.8, shade, RIM)
        lines += text(MARGIN + 15, y + 9.5, shortened(name, 46, SMALL), SMALL)
        for strength in range(len(animals)):
            kind = colour * STRENGTHS + strength
            lines += pips(deck[kind], discard[kind], first + wide * (strength + 0.5), y)
    x = first + wide * STRENGTHS + 26
    for y, kind in ((2.0, RANGER), (34.0, POACHER)):
        lines += text(x, y + 10, deck[kind].name, SMALL, "dim", "middle")
        lines += pips(deck[kind], discard[kind], x, y + 14)
    return 34 + 15.0 * state.num_players, part("discards", drawn, lines)


@cache
def pips(card: Card, number: int, x: float, y: float) -> str:
    """So many small cards side by side around x, or a dot for none."""
    if not number:
        return element("circle", cx=x, cy=y + 6.5, r=1, class_="edge")
    step = 11 if number <= 2 else 8
    left = x - 5 - step * (number - 1) / 2
    name = "#" + card.colour.id("pip")
    return "".join(element("use", href=name, x=left + step * index, y=y) for index in range(number))


# The end


# Cards


def definitions(deck: Sequence[Card], drawn: str) -> str:
    """What is drawn once: the faces that are used with what they are made of, small cards, the back and the eye."""
    used = set(USED.findall(drawn))
    faces = [card for card in deck if card.id in used]
    return element(
        "defs",
        *(define_ground(colour) for colour in dict.fromkeys(card.colour for card in faces)),
        *(define_picture(name) for name in dict.fromkeys(card.name for card in faces) if name in PICTURES),
        *(define_face(card) for card in faces),
        *(
            define(colour)
            for colour in dict.fromkeys(card.colour for card in deck)
            for define in (define_pip, define_tile)
        ),
        define_back(),
        define_eye(),
    )


@cache
def define_ground(colour: Colour) -> str:
    """A card without what tells it from others of its colour."""
    return element(
        "g",
        card_sheet(PAPER),
        element("path", d="M.5 14V3.5a3 3 0 0 1 3-3h35a3 3 0 0 1 3 3V14z", fill=colour.shade),
        element("rect", x=0.5, y=14, width=41, height=30.5, fill=colour.shade, opacity=0.2),
        element("rect", x=0.5, y=40, width=41, height=4.5, fill=colour.shade, opacity=0.35),
        sign(colour.place, 22 if colour.place < COLOURS else 21, 7.3, 4.0, colour.ink),
        *([coin(34.5, 7.3)] if colour.place < COLOURS else []),
        id=colour.id("ground"),
    )


@cache
def define_face(card: Card) -> str:
    """A card with its colour and sign, picture and name, and for an animal its strength and its points."""
    drawn = element("use", href="#" + card.colour.id("ground"))
    if card.name in PICTURES:
        drawn += element("use", href="#" + slug(card.name), x=3, y=18)
    long = {"textLength": 37.5, "lengthAdjust": "spacingAndGlyphs"} if text_width(card.name, SMALL) > 38 else {}
    drawn += element("text", escape(shortened(card.name, 42, SMALL)), x=21, y=54.3, **long)
    if card.strength:
        drawn += element("text", str(card.value), x=34.5, y=10.3, class_="bold")
        drawn += element("text", str(card.strength), x=8.7, y=11.3, class_="bold", font_size=11, fill=card.colour.ink)
    return element("g", drawn, id=card.id, fill=PRINT, text_anchor="middle")


@cache
def define_pip(colour: Colour) -> str:
    """A small card with its sign alone, 10 wide and 13 high."""
    drawn = element("rect", x=0.3, y=0.3, width=9.4, height=12.4, rx=2, fill=colour.shade, stroke=RIM, stroke_width=0.6)
    return element("g", drawn, sign(colour.place, 5, 6.5, 3.4, colour.ink), id=colour.id("pip"))


@cache
def define_tile(colour: Colour) -> str:
    """A small card with its sign and room for a strength, 22 wide and 13 high."""
    drawn = element("rect", width=22, height=13, rx=2.5, fill=colour.shade, stroke=RIM, stroke_width=0.6)
    drawn += sign(colour.place, 5 if colour.place < COLOURS else 11, 6.5, 3.2, colour.ink)
    return element("g", drawn, id=colour.id("tile"))


@cache
def define_back() -> str:
    """The back of all cards, with a paw."""
    toes = [element("ellipse", cx=x, cy=y, rx=2.3, ry=3.2) for x, y in ((12, 27), (18, 21.5), (24, 21.5), (30, 27))]
    pad = element("path", d=outline([(21, 26), (28, 29), (31, 38), (26, 40), (21, 38), (16, 40), (11, 38), (14, 29)]))
    inner = element("rect", x=3.5, y=3.5, width=35, height=51, rx=2, fill="none", stroke="#c9a86a", stroke_width=0.8)
    return element("g", card_sheet("#6f4f2e"), inner, element("g", *toes, pad, fill="#c9a86a"), id="afritoria-back")


def card_sheet(fill: str) -> str:
    """What is printed on."""
    return element("rect", x=0.5, y=0.5, width=CARD_WIDE - 1, height=CARD_HIGH - 1, rx=3, fill=fill, stroke=RIM)


@cache
def face(card: Card, x: float, y: float) -> str:
    """A card face up."""
    return element("use", href=f"#{card.id}", x=x, y=y)


@cache
def back(x: float, y: float) -> str:
    """A card face down."""
    return element("use", href="#afritoria-back", x=x, y=y)


@cache
def empty_place(x: float, y: float) -> str:
    """Where a card could lie."""
    return element(
        "rect",
        x=x + 0.5,
        y=y + 0.5,
        width=CARD_WIDE - 1,
        height=CARD_HIGH - 1,
        rx=3,
        class_="edge-line",
        stroke_dasharray="3 3",
    )


def frame(x: float, y: float) -> str:
    """Around a card that can be taken."""
    return element("rect", x=x, y=y, width=CARD_WIDE, height=CARD_HIGH, rx=3.5, class_="light-line", stroke_width=2.5)


@cache
def tile(card: Card, x: float, y: float) -> str:
    """A card as its sign and its strength, 22 wide and 13 high."""
    drawn = element("use", href="#" + card.colour.id("tile"), x=x, y=y)
    if not card.strength:
        return drawn
    look = {"fill": card.colour.ink, "text_anchor": "middle", "class_": "bold"}
    return drawn + element("text", str(card.strength), x=x + 15.3, y=y + 9.6, **look)


def flow(items: Sequence[tuple[float, str]], x: float, y: float, wide: float) -> str:
    """Things with their widths in two lines that fit between `x` and `x + wide`; dots for those that do not."""
    at, line = 0.0, 0
    drawn = ""
    for width, item in items:
        if at and at + width > wide - 10 * line:
            if line:
                return drawn + text(x + at, y + 26, "…")
            at, line = 0.0, 1
        drawn += element("g", item, transform=f"translate({x + at:.5g} {y + 16 * line:.5g})")
        at += width
    return drawn


# Signs


def sign(colour: int, x: float, y: float, size: float, fill: str, rim: str = "none") -> str:
    """The sign of a colour or of a special, around (x, y)."""
    place = f"translate({x:.5g} {y:.5g}) scale({size:.3g})"
    return element("path", d=SIGNS[colour], transform=place, fill=fill, stroke=rim, stroke_width=0.16)


def coin(x: float, y: float) -> str:
    """What points are written on."""
    return element("circle", cx=x, cy=y, r=5.7, fill="#f7c948", stroke="#8a6a12", stroke_width=0.7)


@cache
def eye(x: float, y: float) -> str:
    """Tells that all know a card to be there."""
    return element("use", href="#afritoria-eye", x=x, y=y)


@cache
def define_eye() -> str:
    return element(
        "g",
        element("circle", r=5, fill="#f7c948", stroke=PRINT, stroke_width=0.6),
        element("path", d="M-3.7 0Q0-4.200 3.700 0Q0 4.200-3.700 0z", fill="#fff", stroke=PRINT, stroke_width=0.8),
        element("circle", r=1.4, fill=PRINT),
        id="afritoria-eye",
    )


# Pictures


@cache
def define_picture(name: str) -> str:
    """An animal, a ranger or a poacher, 36 wide and 26 high."""
    return element("g", *map(draw_shape, split_shapes(PICTURES[name])), transform="scale(.25)", id=slug(name))


def split_shapes(words: str) -> list[list[str]]:
    """The shapes of a picture, as lists of words."""
    shapes: list[list[str]] = []
    for word in words.split():
        if word in ("fill", "line", "dots"):
            shapes.append([])
        shapes[-1].append(word)
    return shapes


def draw_shape(shape: Sequence[str]) -> str:
    """Something filled, lines of a width or dots of a size."""
    how, colour, *rest = shape
    if how == "fill":
        return element("path", d=outline(corners_of(rest)), fill=colour)
    width, *points_ = rest
    if how == "dots":
        path = "".join(f"M{x:g} {y:g}h.01" for x, y in corners_of(points_))
    else:
        path = "".join(curve(corners_of(line.split())) for line in " ".join(points_).split("/"))
    return element("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def corners_of(words: Iterable[str]) -> list[Spot]:
    return [(float(x), float(y)) for x, y in (word.split(",") for word in words)]


def outline(spots: Sequence[Spot]) -> str:
    """A closed curve that is drawn to each spot in turn; one that is named twice is a corner."""
    path = "M{:g} {:g}".format(*halfway(spots[-1], spots[0]))
    for spot, following in zip(spots, [*spots[1:], spots[0]], strict=True):
        path += "Q{:g} {:g} {:g} {:g}".format(*spot, *halfway(spot, following))
    return path + "z"


def curve(spots: Sequence[Spot]) -> str:
    """A curve from the first spot to the last, drawn to those between."""
    path = "M{:g} {:g}".format(*spots[0])
    for spot, following in pairwise(spots[1:-1]):
        path += "Q{:g} {:g} {:g} {:g}".format(*spot, *halfway(spot, following))
    return path + ("Q{:g} {:g} ".format(*spots[-2]) if len(spots) > 2 else "L") + "{:g} {:g}".format(*spots[-1])


def halfway(one: Spot, other: Spot) -> Spot:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


SIGNS = (
    "M0-1.1L1.1.85H-1.1z",
    "M0-1.25C.3-.5.9-.05.9.4a.9.8 0 0 1-1.8 0C-.9-.05-.3-.5 0-1.25z",
    "M0-1.2L1 0 0 1.2-1 0z",
    "M0-1.2L.32-.34 1.14-.31.51.23.73 1.03 0 .58-.73 1.03-.51.23-1.14-.31-.32-.34z",
    "M-.95-.95Q-.3-.9 0-1.2Q.3-.9.95-.95V0Q.9.8 0 1.25Q-.9.8-.95 0z",
    "M-.95 0a.95.95 0 1 0 1.9 0a.95.95 0 1 0-1.9 0zM-.65 0a.65.65 0 1 1 1.3 0a.65.65 0 1 1-1.3 0z"
    "M-.15-1.3v.9h.3v-.9zM-.15.4v.9h.3v-.9zM-1.3-.15v.3h.9v-.3zM.4-.15v.3h.9v-.3z",
)
"""Triangle, drop, diamond and star for the colours, shield and sights for rangers and poachers: around (0, 0)."""

PICTURES = {
    "mongoose": """
        fill #664d33 58,80 60,90 58,98 58,98 68,98 68,98 72,80 90,80 96,88 94,98 94,98 102,98 102,98 106,82
        fill #8a6b48 104,56 120,60 134,72 144,88 144,92 132,88 118,80 104,76
        fill #8a6b48 6,68 16,60 24,52 34,50 44,56 60,58 76,50 94,50 108,60 114,72 110,82 116,90 114,98 114,98 104,98
            104,98 104,90 96,84 80,84 64,84 56,88 54,98 54,98 44,98 44,98 44,86 38,76 30,74 18,76 8,74
        fill #664d33 34,48 42,48 44,56 36,58
        line #4f3a25 3 68,58 68,70 / 76,55 76,72 / 84,54 84,74 / 92,54 92,74 / 100,58 100,74
        dots #2a251e 4.8 8.4,70 23,61
    """,
    "gazelle": """
        fill #8c5a2b 70,64 74,82 70,98 70,98 76,98 76,98 82,68 108,62 106,80 110,98 110,98 116,98 116,98 114,80 118,64
        fill #d49a57 22,30 32,24 40,28 48,40 56,48 76,50 100,46 116,50 124,62 120,74 124,86 122,98 122,98 116,98 116,98
            114,84 108,72 88,72 70,72 66,82 64,98 64,98 58,98 58,98 58,76 52,66 44,54 36,42 24,44 14,46 12,40
        fill #fffaf0 56,64 72,66 92,66 110,68 106,74 88,76 68,74 60,72
        line #4a2c14 5.2 58,60 76,64 94,62 110,62
        fill #fffaf0 114,52 122,54 124,66 120,74 116,66
        line #4a2c14 3 120,52 126,58 126,68
        line #4a2c14 3.8 28,26 34,16 42,12 42,2 / 34,26 40,18 50,14 52,4
        fill #d49a57 36,26 48,22 50,24 42,32
        line #4a2c14 2.4 26,34 16,42
        dots #2a251e 4.2 26,32 13,42
    """,
    "zebra": """
        fill #b9b2a4 60,66 62,82 60,98 60,98 68,98 68,98 72,70 110,64 110,82 108,98 108,98 116,98 116,98 120,72
        line #2a251e 3.2 128,44 136,56 134,70
        fill #fffaf0 24,16 32,10 44,18 56,28 72,34 100,32 118,34 130,44 130,62 126,78 128,98 128,98 118,98 118,98 116,80
            110,70 92,72 72,72 62,78 58,98 58,98 48,98 48,98 50,76 42,60 36,44 22,50 10,54 4,48 8,36
        fill #2a251e 28,12 36,6 48,14 62,28 58,30 44,20
        fill #2a251e 10,54 4,50 6,40 14,46
        line #2a251e 3.4 44,24 40,34 42,44 / 54,30 48,40 48,54 / 66,34 58,48 58,64 / 78,34 72,50 74,68 / 90,34 88,50
            90,68 / 102,34 102,50 106,66 / 114,34 112,48 126,62 / 122,40 118,48 130,56
        line #2a251e 3 114,62 116,70 126,72
        line #2a251e 2.8 118,80 126,82 / 50,78 60,80 / 50,86 58,88 / 118,88 126,90
        line #2a251e 2.4 18,32 22,40 20,48 / 28,32 30,38 28,44
        dots #2a251e 4.4 22,26
    """,
    "warthog": """
        fill #54463a 60,72 62,86 60,98 60,98 70,98 70,98 74,74 110,70 112,86 110,98 110,98 118,98 118,98 122,76
        line #7d6a58 3 128,46 136,38 134,26
        fill #3c3028 132,18 138,20 136,30 132,28
        fill #7d6a58 28,36 44,28 60,30 80,28 108,32 126,40 132,56 128,72 130,98 130,98 120,98 120,98 116,80 108,78 84,82
            68,80 60,84 58,98 58,98 48,98 48,98 46,80 36,74 20,78 8,80 2,74 4,66 16,56 20,44
        fill #3c3028 34,32 48,20 64,22 80,28 64,30 48,32
        fill #7d6a58 40,32 46,22 50,24 48,36
        fill #fffaf0 14,70 22,70 20,58 14,52 14,52 16,62
        fill #fffaf0 24,72 30,70 28,62 24,58 24,58 24,64
        fill #54463a 2,68 8,66 10,76 4,78
        dots #54463a 6.8 28,58
        dots #2a251e 4.8 29,45
    """,
    "giraffe": """
        fill #b98442 66,60 66,98 66,98 74,98 74,98 76,64 94,60 96,80 94,98 94,98 102,98 102,98 104,64
        line #e3b35f 2.6 108,52 114,64 112,76
        fill #8f5a22 110,72 114,72 114,82 110,82
        fill #e3b35f 16,12 28,4 36,6 44,14 54,30 64,44 76,48 96,48 108,54 110,66 110,82 112,98 112,98 104,98 104,98
            100,72 84,70 68,68 64,80 64,98 64,98 56,98 56,98 56,72 50,56 42,36 34,24 22,24 10,26 8,20
        line #8f5a22 2.8 28,8 28,0 / 34,8 36,1
        fill #e3b35f 34,8 42,4 44,6 38,14
        fill #a4682b 38,18 44,20 48,28 42,28
        fill #a4682b 46,32 52,34 56,40 50,42
        fill #a4682b 54,46 60,46 64,54 58,56
        fill #a4682b 68,50 76,50 78,58 70,60
        fill #a4682b 82,50 92,52 92,60 84,60
        fill #a4682b 96,54 104,56 104,64 98,64
        fill #a4682b 60,60 66,60 66,68 60,70
        fill #a4682b 74,62 82,64 82,68 74,68
        fill #a4682b 90,64 96,66 96,70 90,70
        dots #2a251e 4 23,13
    """,
    "hyena": """
        fill #7b6546 56,68 58,84 56,98 56,98 64,98 64,98 72,70 96,66 104,84 102,98 102,98 112,98 112,98 120,82 120,68
        fill #5a4730 124,56 132,62 134,74 130,82 126,72
        fill #b59a6c 28,18 40,16 52,26 68,30 92,38 114,44 126,54 126,68 122,80 126,90 126,98 126,98 116,98 116,98 114,88
            108,74 88,72 68,74 54,80 52,98 52,98 42,98 42,98 44,76 38,60 34,48 24,48 12,52 6,48 6,40 16,30
        fill #5a4730 34,18 48,18 68,28 92,36 72,34 50,28
        fill #b59a6c 28,20 26,8 34,6 40,18
        fill #5a4730 30,16 30,10 34,10 36,16
        fill #3f3223 12,52 4,50 4,40 12,38 16,44
        dots #5a4730 6.4 66,42 80,46 94,50 72,56 88,60 104,58 114,54 58,54
        dots #5a4730 5.2 116,70 50,66
        dots #2a251e 4.4 21,32
    """,
    "cheetah": """
        fill #b98b45 48,52 28,60 12,70 2,70 0,76 12,80 30,74 52,66
        fill #b98b45 100,48 120,58 134,72 142,76 142,82 132,82 116,74 98,66
        line #e6bd6d 4.4 114,42 128,32 136,36 142,26
        fill #e6bd6d 18,26 28,20 38,26 54,36 76,42 98,34 114,38 122,50 122,64 128,78 140,90 140,96 130,96 116,82 106,68
            94,58 76,58 58,64 48,72 38,82 30,94 18,96 18,90 26,84 32,72 34,58 32,48 26,44 18,44 10,40 10,32
        fill #e6bd6d 26,22 32,14 36,16 36,24
        line #4a3018 2 18,30 16,36 20,40
        fill #2a251e 8,34 12,32 14,36 10,38
        dots #2a251e 4 20,29
        dots #4a3018 3.6 40,34 46,40 42,48 54,42 52,52 62,44 62,54 72,48 84,44 84,54 94,40 94,50 104,40 104,48 114,46
            112,56 104,60 42,58 44,68 120,66 72,56
    """,
    "buffalo": """
        fill #231f1c 62,68 64,84 62,98 62,98 74,98 74,98 76,72 110,68 112,84 110,98 110,98 120,98 120,98 122,76
        line #3d3631 3.2 128,40 136,54 134,72
        fill #231f1c 134,68 138,76 134,84 130,76
        fill #3d3631 30,24 44,20 60,18 76,24 104,26 124,32 132,48 130,68 132,98 132,98 120,98 120,98 116,76 96,78 76,76
            62,82 60,98 60,98 48,98 48,98 48,78 40,70 30,70 20,74 12,70 12,58 16,44 18,32
        fill #55493f 12,60 20,58 24,66 18,74 12,70
        fill #cdbfa6 18,22 30,18 42,20 54,28 62,24 64,10 64,10 70,24 64,36 52,36 40,30 28,30 16,32 6,34 2,22 8,8 8,8
            8,20
        fill #2c2622 40,32 54,36 56,42 44,40
        dots #f4eee1 5.2 24,40
        dots #000 3.2 23.6,40.4
    """,
    "leopard": """
        fill #6b4a2c 0,82 40,78 90,82 144,76 144,76 144,88 144,88 90,94 40,90 0,94 0,94
        line #d9a650 5.2 120,72 132,84 130,100 122,102
        fill #b07f36 88,72 90,84 86,96 96,96 100,80
        fill #d9a650 16,28 24,22 30,26 40,26 48,24 52,30 68,38 92,38 114,46 126,62 124,76 110,82 94,80 72,78 60,80 44,82
            28,84 18,82 20,76 34,74 44,66 36,58 26,56 16,52 12,42
        fill #d9a650 18,28 18,18 26,18 28,26
        fill #d9a650 42,28 44,18 52,20 50,30
        fill #d9a650 48,68 60,80 60,92 58,102 50,102 50,88 40,76
        fill #fff3d6 18,46 26,42 34,46 30,54 22,54
        fill #2a251e 22,42 30,42 26,46
        dots #2a251e 4 21,36 34,36
        dots #4a3018 5.4 48,38 56,42 66,44
        dots #4a3018 6 76,44 86,44 96,46 106,50 114,58 50,50 60,54 72,54 84,54 96,56 106,62 116,70 54,62 66,64 78,64
            90,66 102,72
        dots #4a3018 4.4 72,72 84,74 56,74 54,86 126,82
    """,
    "lion": """
        fill #a8742f 66,66 68,82 66,98 66,98 78,98 78,98 82,70 100,66 104,84 102,98 102,98 114,98 114,98 122,80 124,64
        line #cf9a49 3.6 126,44 136,54 134,70 138,78
        fill #7d421a 138,74 142,84 136,92 132,82
        fill #cf9a49 48,30 80,34 104,30 124,36 132,52 128,68 130,84 132,98 132,98 120,98 120,98 118,86 112,72 92,72
            72,72 62,80 60,98 60,98 46,98 46,98 48,76 40,56
        fill #7d421a 26,8 40,2 56,8 68,20 72,40 68,60 54,76 42,68 32,62 20,56 18,40 18,20
        fill #e0b163 16,20 30,12 44,18 48,32 42,46 28,56 14,54 8,42 8,34
        fill #cf9a49 42,12 50,10 52,20 44,22
        fill #2a251e 6,34 14,32 14,38 8,42
        dots #2a251e 4.8 25,29
        line #7d421a 2 12,44 16,48 24,46
    """,
    "elephant": """
        fill #6f757d 72,66 72,98 72,98 86,98 86,98 88,68 100,68 106,98 106,98 118,98 118,98 120,60
        fill #8d949c 44,16 62,10 76,18 100,14 122,24 130,44 130,68 130,98 130,98 114,98 114,98 110,72 96,74 76,72 70,80
            70,98 70,98 54,98 54,98 52,72 40,64 34,64 30,76 26,90 18,98 8,96 6,86 6,86 12,90 18,82 20,64 22,40 28,24
        line #8d949c 3 128,36 134,50 134,66
        fill #6f757d 48,18 64,16 74,28 72,50 62,62 52,54 46,40
        fill #fffaf0 30,58 36,62 22,78 14,80 14,80 24,70
        dots #2a251e 4.8 35,36
    """,
    "ranger": """
        fill #66743f 12,104 12,104 20,86 44,76 72,72 100,76 124,86 132,104 132,104
        fill #8d5a36 62,64 82,64 84,80 72,90 60,80
        fill #c9502f 54,76 62,74 72,86 82,74 90,76 74,98 70,98
        fill #9c6640 52,36 92,36 94,56 84,72 72,76 60,72 50,56
        fill #7a5a2c 44,34 50,14 60,6 72,10 84,6 94,14 100,34
        fill #4c3719 44,28 72,32 100,28 102,36 72,40 42,36
        fill #8f6b36 16,34 16,34 44,32 72,36 100,32 128,34 128,34 108,44 72,46 36,44
        dots #2a251e 5.2 63,53 81,53
        line #4c2c16 2.6 64,64 72,68 80,64
        fill #f7c948 104,80 107,86 114,87 109,92 110,99 104,96 98,99 99,92 94,87 101,86
    """,
    "poacher": """
        line #4c3a28 6 114,92 122,60
        line #3a3f45 3.6 120,68 132,6
        fill #3b3936 12,104 12,104 20,86 44,76 72,72 100,76 124,86 132,104 132,104
        fill #b98a62 52,32 92,32 94,56 84,72 72,78 60,72 50,56
        fill #7c2f2a 50,54 72,52 94,54 92,66 84,80 72,92 60,80 52,66
        fill #23211f 40,38 44,16 60,8 84,8 100,16 104,38 72,34
        fill #171614 30,40 30,40 48,32 72,30 96,32 114,40 114,40 92,42 72,40 52,42
        dots #f4eee1 7.6 63,47 81,47
        dots #171614 4 64,47.4 82,47.4
        line #4d1b18 2 58,62 72,66 86,62
    """,
}
"""Shapes on 144 by 104, the hindmost first: `fill` a colour, `line` and `dots` a colour and a width, then spots."""
