"""The map of Africana, on any edition: nothing is off it or on anything else, and the coast is smooth."""

import re
from itertools import combinations

import numpy as np
from picture_boxes import EDITIONS, boards, covers, map_of, outside

from africana_env import load_edition
from africana_env.drawing.boxes import length_within
from africana_env.drawing.svg import MARGIN, WIDTH, board
from africana_env.games.africana import GAME
from africana_env.games.africana.drawing.coast import coast_corners
from africana_env.games.africana.drawing.map_places import MAP_HEIGHT
from africana_env.games.africana.drawing.map_svg import LAND, draw_map, map_places


def pieces_of(drawn):
    """Names, the word equator, signs, tags and pawns of a map."""
    looks = {"halo": "name", "warn": "equator", "light": "tag", "road": "tag", "ink-edge": "pawn", "spot": "location"}
    kinds = {}
    for thing in drawn:
        kind = next((kind for look, kind in looks.items() if look in thing.look.split()), None)
        if thing.kind in ("polygon", "circle") and not thing.look and thing.part:
            kind = "sign"
        if kind and not (kind == "tag" and thing.kind != "rect"):
            kinds.setdefault(kind, []).append(thing)
    return kinds


def covered(drawn):
    """Pairs of things that lie on each other."""
    named = [(kind, thing) for kind, found in pieces_of(drawn).items() for thing in found]
    pairs = []
    for (kind, one), (other_kind, other) in combinations(named, 2):
        is_allowed = {kind, other_kind} <= {"pawn", "location"}
        if not is_allowed and covers(one, other):
            pairs.append((kind, other_kind, one.words or one.part, other.words or other.part))
    return pairs


def routes_of(svg):
    """The ends of the routes."""
    path = re.search(r'<path d="([^"]*)" class="road-line"', svg)[1]
    ends = [list(map(float, re.split("[ L]", line))) for line in path[1:].split("M")]
    return [(end[:2], end[2:]) for end in ends]


def signs_crossed(drawn, svg):
    """The parts with a sign that a route runs through."""
    signs = [
        (sign.part, [*(edge + 1 for edge in sign.box[:2]), *(edge - 1 for edge in sign.box[2:])])
        for sign in pieces_of(drawn)["sign"]
    ]
    return [part for part, box in signs if any(length_within(*line, box) for line in routes_of(svg))]


def test_everything_lies_on_the_map_and_on_nothing_else():
    for edition in EDITIONS:
        for svg in boards(GAME, edition, 40, every=40):
            drawn = map_of(svg, 1)
            pieces = [thing for found in pieces_of(drawn).values() for thing in found]
            assert outside(pieces, MARGIN, 0, WIDTH - MARGIN, MAP_HEIGHT) == [], edition
            assert covered(drawn) == [], edition
            assert signs_crossed(drawn, svg) == [], edition


def test_explorers_at_one_location_hide_no_signs():
    for edition in EDITIONS[::5]:
        loaded = load_edition(GAME, edition)
        for location in range(len(loaded.data["locations"])):
            svg = board("", [(0, ""), draw_map(loaded, (), (), (location,) * 3)])
            assert not [pair for pair in covered(map_of(svg, 1)) if "pawn" in pair], (edition, location)


def test_all_locations_lie_on_land_with_a_smooth_coast():
    for edition in EDITIONS:
        places = map_places(load_edition(GAME, edition))
        corners = coast_corners(places.spots, places.routes, LAND)
        assert (corners >= LAND[:2]).all()
        assert (corners <= LAND[2:]).all()
        steps = np.roll(corners, -1, axis=0) - corners
        turns = np.diff(np.unwrap(np.arctan2(steps[:, 1], steps[:, 0])), append=np.nan)
        assert np.nanmax(np.abs(turns)) < np.pi / 2, edition  # no needles
        for place in places.spots:
            assert np.hypot(*(corners - place).T).min() > 8
            ways = np.arctan2(*(corners - place).T)
            around = np.diff(np.unwrap([*ways, ways[0]])).sum()
            assert abs(abs(around) - 2 * np.pi) < 1e-6, edition  # the coast goes around it once
