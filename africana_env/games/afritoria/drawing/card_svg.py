"""Cards as SVG: the deck, faces, small cards and signs.

A face is defined once and used wherever the card lies. Each colour has its own sign, so no meaning depends on colour
alone.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2s
from typing import NamedTuple

from africana_env.drawing.svg import CACHED_ELEMENTS, element, fitted
from africana_env.engine.game.contract import Edition
from africana_env.games.afritoria.drawing.animals import PICTURES, draw_animal, outline
from africana_env.games.afritoria.edition import SPECIAL_NAMES
from africana_env.games.afritoria.rules.state import COLOURS, STRENGTHS

SHADES = {
    "green": ("#2f7d3b", "#ffffff"),
    "blue": ("#1f6fb2", "#ffffff"),
    "red": ("#b8352a", "#ffffff"),
    "yellow": ("#e8b90c", "#2a251e"),
}
"""Shades of the colours, each with its text colour."""
OTHER_SHADES = (("#7a4fa3", "#ffffff"), ("#0f8a8a", "#ffffff"), ("#c2590c", "#ffffff"), ("#8a8f98", "#2a251e"))
"""Shades of colours with other names."""
SPECIAL_SHADE = ("#4a4239", "#f7c948")
PAPER, PRINT, RIM = "#f6efdf", "#2a251e", "#8d7f63"
"""Shades of all cards, the same on light and dark pages."""

CARD_WIDE, CARD_HIGH = 42.0, 58.0
TILE, TILE_HIGH = 26.0, 14.6
"""Size of a small card."""
CACHED_DECKS = 64

SIGNS = (
    "M0-1.1L1.1.85H-1.1z",
    "M0-1.25C.3-.5.9-.05.9.4a.9.8 0 0 1-1.8 0C-.9-.05-.3-.5 0-1.25z",
    "M0-1.2L1 0 0 1.2-1 0z",
    "M0-1.2L.32-.34 1.14-.31.51.23.73 1.03 0 .58-.73 1.03-.51.23-1.14-.31-.32-.34z",
    "M-.95-.95Q-.3-.9 0-1.2Q.3-.9.95-.95V0Q.9.8 0 1.25Q-.9.8-.95 0z",
    "M-.95 0a.95.95 0 1 0 1.9 0a.95.95 0 1 0-1.9 0zM-.65 0a.65.65 0 1 1 1.3 0a.65.65 0 1 1-1.3 0z"
    "M-.15-1.3v.9h.3v-.9zM-.15.4v.9h.3v-.9zM-1.3-.15v.3h.9v-.3zM.4-.15v.3h.9v-.3z",
)
"""Paths around (0, 0): triangle, drop, diamond and star for the colours, shield for rangers, sights for poachers."""

REFERENCE = re.compile('href="#([^"]*)"')
"""A reference to a defined element."""


# The deck


class Colour(NamedTuple):
    """A colour of cards. Rangers and poachers have unnamed ones."""

    place: int
    name: str
    shade: str
    ink: str

    def id(self, thing: str) -> str:
        """Return the SVG id of a thing in this colour."""
        return slug(f"{thing} {self.place} {self.shade}")


class Card(NamedTuple):
    """The print of a card; rangers and poachers have no strength."""

    name: str
    colour: Colour
    strength: int
    value: int

    @property
    def id(self) -> str:
        """The SVG id of the face."""
        return self.colour.id(f"{self.name} {self.strength} {self.value}")


@lru_cache(CACHED_ELEMENTS)
def slug(words: str) -> str:
    """Return a short id, unique even on a page with several editions."""
    return "afritoria-" + blake2s(words.encode(), digest_size=4).hexdigest()


@lru_cache(CACHED_DECKS)
def read_deck(edition: Edition) -> tuple[Card, ...]:
    """Return the card of every kind. Kinds that the edition lacks have no name."""
    names = [entry["name"] for entry in edition.data["colours"]]
    animals = [(entry["name"], entry["strength"], entry["value"]) for entry in edition.data["animals"]]
    deck = []
    for place in range(COLOURS):
        name = names[place] if place < len(names) else ""
        colour = Colour(place, name, *SHADES.get(name, OTHER_SHADES[place]))
        deck += [Card(animal, colour, strength, value) for animal, strength, value in animals]
        deck += [Card("", colour, 0, 0)] * (STRENGTHS - len(animals))
    for number, name in enumerate(SPECIAL_NAMES):
        deck.append(Card(name, Colour(COLOURS + number, "", *SPECIAL_SHADE), 0, 0))
    return tuple(deck)


# Cards


def definitions(deck: Sequence[Card], drawn: str) -> str:
    """Define the reused drawings: the faces used in `drawn` with their parts, small cards, the back and the eye."""
    used = set(REFERENCE.findall(drawn))
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


@lru_cache(CACHED_ELEMENTS)
def define_ground(colour: Colour) -> str:
    """Define the common part of a colour's cards."""
    return element(
        "g",
        card_sheet(PAPER),
        element("path", d="M.5 14V3.5a3 3 0 0 1 3-3h35a3 3 0 0 1 3 3V14z", fill=colour.shade),
        element("rect", x=0.5, y=14, width=41, height=30.5, fill=colour.shade, fill_opacity=0.2),
        element("rect", x=0.5, y=40, width=41, height=4.5, fill=colour.shade, fill_opacity=0.35),
        sign(colour.place, 22 if colour.place < COLOURS else 21, 7.3, 4.0, colour.ink),
        *([coin(34.5, 7.3)] if colour.place < COLOURS else []),
        id=colour.id("ground"),
    )


@lru_cache(CACHED_ELEMENTS)
def define_picture(name: str) -> str:
    """Define the picture on a card, 36 wide and 26 high."""
    return element("g", draw_animal(name), transform="scale(.25)", id=slug(name))


@lru_cache(CACHED_ELEMENTS)
def define_face(card: Card) -> str:
    """Define a card: colour and sign, picture and name, and an animal's strength and points."""
    drawn = element("use", href="#" + card.colour.id("ground"))
    if card.name in PICTURES:
        drawn += element("use", href="#" + slug(card.name), x=3, y=18)
    drawn += fitted(21, 54.8, card.name, CARD_WIDE - 3, "print", "middle", least=0.6)
    if card.strength:
        drawn += element("text", str(card.value), x=34.5, y=11.5, class_="bold")
        drawn += element("text", str(card.strength), x=9, y=11.6, class_="bold", fill=card.colour.ink)
    return element("g", drawn, id=card.id, fill=PRINT, text_anchor="middle")


@lru_cache(CACHED_ELEMENTS)
def define_pip(colour: Colour) -> str:
    """Define a small card with only its sign, 10 wide and 13 high."""
    drawn = element("rect", x=0.3, y=0.3, width=9.4, height=12.4, rx=2, fill=colour.shade, stroke=RIM, stroke_width=0.6)
    return element("g", drawn, sign(colour.place, 5, 6.5, 3.4, colour.ink), id=colour.id("pip"))


@lru_cache(CACHED_ELEMENTS)
def define_tile(colour: Colour) -> str:
    """Define a small card with its sign and room for a strength."""
    drawn = element("rect", width=TILE, height=TILE_HIGH, rx=2.5, fill=colour.shade, stroke=RIM, stroke_width=0.6)
    drawn += sign(colour.place, 5 if colour.place < COLOURS else TILE / 2, TILE_HIGH / 2, 3.2, colour.ink)
    return element("g", drawn, id=colour.id("tile"))


@lru_cache(CACHED_ELEMENTS)
def define_back() -> str:
    """Define the back of the cards: a paw."""
    toes = [element("ellipse", cx=x, cy=y, rx=2.3, ry=3.2) for x, y in ((12, 27), (18, 21.5), (24, 21.5), (30, 27))]
    pad = element("path", d=outline([(21, 26), (28, 29), (31, 38), (26, 40), (21, 38), (16, 40), (11, 38), (14, 29)]))
    inner = element("rect", x=3.5, y=3.5, width=35, height=51, rx=2, fill="none", stroke="#c9a86a", stroke_width=0.8)
    return element("g", card_sheet("#6f4f2e"), inner, element("g", *toes, pad, fill="#c9a86a"), id="afritoria-back")


def card_sheet(fill: str) -> str:
    return element("rect", x=0.5, y=0.5, width=CARD_WIDE - 1, height=CARD_HIGH - 1, rx=3, fill=fill, stroke=RIM)


@lru_cache(CACHED_ELEMENTS)
def face(card: Card, x: float, y: float) -> str:
    """Draw a card face up."""
    return element("use", href=f"#{card.id}", x=x, y=y)


@lru_cache(CACHED_ELEMENTS)
def back(x: float, y: float) -> str:
    """Draw a card face down."""
    return element("use", href="#afritoria-back", x=x, y=y)


@lru_cache(CACHED_ELEMENTS)
def empty_place(x: float, y: float) -> str:
    """Draw an empty place for a card."""
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


@lru_cache(CACHED_ELEMENTS)
def tile(card: Card, x: float, y: float) -> str:
    """Draw a card as its sign and its strength."""
    drawn = element("use", href="#" + card.colour.id("tile"), x=x, y=y)
    if not card.strength:
        return drawn
    look = {"fill": card.colour.ink, "text_anchor": "middle", "class_": "bold"}
    return drawn + element("text", str(card.strength), x=x + 17.2, y=y + 11.6, **look)


# Signs


def sign(colour: int, x: float, y: float, size: float, fill: str, rim: str = "none") -> str:
    """Draw the sign of a colour or a special around (x, y)."""
    place = f"translate({x:.5g} {y:.5g}) scale({size:.3g})"
    return element("path", d=SIGNS[colour], transform=place, fill=fill, stroke=rim, stroke_width=0.16)


def coin(x: float, y: float) -> str:
    """Draw the coin for points."""
    return element("circle", cx=x, cy=y, r=5.7, fill="#f7c948", stroke="#8a6a12", stroke_width=0.7)


@lru_cache(CACHED_ELEMENTS)
def eye(x: float, y: float) -> str:
    """Draw the sign of a card that all players know."""
    return element("use", href="#afritoria-eye", x=x, y=y)


@lru_cache(CACHED_ELEMENTS)
def define_eye() -> str:
    return element(
        "g",
        element("circle", r=5, fill="#f7c948", stroke=PRINT, stroke_width=0.6),
        element("path", d="M-3.7 0Q0-4.200 3.700 0Q0 4.200-3.700 0z", fill="#fff", stroke=PRINT, stroke_width=0.8),
        element("circle", r=1.4, fill=PRINT),
        id="afritoria-eye",
    )


@lru_cache(CACHED_ELEMENTS)
def pips(card: Card, number: int, x: float, y: float) -> str:
    """Draw `number` small cards side by side around x, or a dot for none."""
    if not number:
        return element("circle", cx=x, cy=y + 6.5, r=1, class_="edge")
    step = 11 if number <= 2 else 8
    left = x - 5 - step * (number - 1) / 2
    name = "#" + card.colour.id("pip")
    return "".join(element("use", href=name, x=left + step * index, y=y) for index in range(number))
