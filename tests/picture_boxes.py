"""The positions of words and signs on a drawn board, read from its SVG."""

import re
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np

from africana_env import Batch, make_bot
from africana_env.api.drawings import render_svg
from africana_env.drawing.boxes import overlap
from africana_env.drawing.letters import text_width
from africana_env.drawing.svg import NORMAL, WIDTH
from africana_env.engine.editions.edition_sets import OUT_OF_DISTRIBUTION

EDITIONS = [
    "reconstructed",
    *(f"generated:{number}" for number in (*range(8), 17, 4242, *range(1_000_000, 1_000_012))),
    *(f"generated:{number},{OUT_OF_DISTRIBUTION}" for number in range(6)),
    *(f"generated:{number},size=tiny" for number in range(2)),
]
"""Training and held-out maps, and maps of other sizes."""
TOUCHING = 0.5
"""Things that overlap less than this are next to each other."""
SIGN = 9
"""Half the width of a sign that is defined once and used often."""
HIGH = 0.86
"""Height of a text of size 1."""
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")


class Thing(NamedTuple):
    """An element: its classes, its box, its words or the sign it uses, and the part of the board around it."""

    kind: str
    look: str
    box: tuple
    words: str
    part: str


def things(svg):
    """Return everything on a board that has a box."""
    return [thing for group in ElementTree.fromstring(svg) for thing in _within(group, (0, 0, 1), "", {})]


def map_of(svg, number):
    """Return everything in a part of a board, relative to the part's origin."""
    groups = [child for child in ElementTree.fromstring(svg) if child.tag.endswith("}g")]
    return [thing for child in groups[number] for thing in _within(child, (0, 0, 1), "", {})]


def _within(element, place, part, inherited):
    x, y, scale = place
    moved = element.get("transform", "")
    if found := re.search(r"translate\(([^)]*)\)", moved):
        right, down = map(float, found[1].split())
        x, y = x + scale * right, y + scale * down
    if found := re.search(r"scale\(([^)]*)\)", moved):
        scale *= float(found[1])
    kind, look = element.tag.split("}")[1], element.get("class", "")
    part = element.get("data-part", part)
    inherited = inherited | {key: element.get(key) for key in ("text-anchor", "font-size") if element.get(key)}
    box = None if kind in ("defs", "clipPath") else _box(element, kind, inherited)
    if box:
        left, top, right, bottom = box
        words = element.text or element.get("href", "") or element.get("d", "")
        yield Thing(kind, look, (x + left * scale, y + top * scale, x + right * scale, y + bottom * scale), words, part)
    if kind not in ("defs", "clipPath"):
        for child in element:
            yield from _within(child, (x, y, scale), part, inherited)


def _box(element, kind, inherited):
    number = {key: float(value) for key, value in element.items() if NUMBER.fullmatch(value)}
    if kind == "text" and " " not in element.get("x", " "):
        size = float(inherited.get("font-size", NORMAL))
        wide = number.get("textLength") or text_width(element.text, size, "bold" in element.get("class", ""))
        left = number["x"] - wide * {"start": 0, "middle": 0.5, "end": 1}[inherited.get("text-anchor", "start")]
        return left, number["y"] - 0.74 * size, left + wide, number["y"] + (HIGH - 0.74) * size
    if kind == "circle" and "cx" in number:
        x, y, radius = number["cx"], number["cy"], number["r"]
        return x - radius, y - radius, x + radius, y + radius
    if kind == "rect" and "x" in number:
        return number["x"], number["y"], number["x"] + number["width"], number["y"] + number["height"]
    if kind == "polygon":
        numbers = list(map(float, NUMBER.findall(element.get("points"))))
        return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])
    if kind == "use" and "x" in number:
        return number["x"] - SIGN, number["y"] - SIGN, number["x"] + SIGN, number["y"] + SIGN
    return None


def covers(one, other):
    left, top, right, bottom = one.box
    return overlap((left + TOUCHING, top + TOUCHING, right - TOUCHING, bottom - TOUCHING), other.box) > 0


def outside(found, left, top, right, bottom):
    """Return the things that are not inside these bounds."""
    return [
        thing
        for thing in found
        if thing.box[0] < left or thing.box[1] < top or thing.box[2] > right or thing.box[3] > bottom
    ]


def words_off_the_board(svg):
    """Return the words that cross the edges."""
    words = [thing for thing in things(svg) if thing.kind == "text"]
    return [thing.words for thing in outside(words, 0, 0, WIDTH, float("inf"))]


def small_words(svg):
    """Return the words below the least size."""
    words = [thing for thing in things(svg) if thing.kind == "text"]
    return [thing.words for thing in words if thing.box[3] - thing.box[1] < HIGH * NORMAL - 0.1]


def words_on_words(svg):
    words = [thing for thing in things(svg) if thing.kind == "text"]
    return [(one.words, other.words) for one, other in combinations(words, 2) if covers(one, other)]


def boards(game, edition, decisions, every):
    """Yield boards of a random game after these numbers of decisions, as the mover sees them."""
    batch = Batch(game, 1, game.players[-1], edition)
    batch.reset(7)
    bot, actions = make_bot("random", game, seed=7), np.zeros(1, np.int64)
    for decision in range(1, decisions + 1):
        bot.act(batch, batch.running, actions)
        batch.step(actions)
        if decision % every == 0:
            yield render_svg(game, batch.edition, batch.states[0], int(batch.current_player[0]))
