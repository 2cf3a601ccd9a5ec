"""The names of cities on the map of Africa: on the map, and on no space, sign, researcher or other name."""

from picture_boxes import EDITIONS, boards, covers, map_of, outside

from africana_env import load_edition
from africana_env.drawing.svg import MARGIN, WIDTH
from africana_env.games.africa import GAME


def faults(svg, cities):
    """The names of cities that are not all on the map, and pairs of a name and what it covers."""
    drawn = map_of(svg, 2)
    sea = next(thing for thing in drawn if thing.kind == "rect")
    names = [thing for thing in drawn if thing.words in cities]
    assert len(names) == len(cities)
    others = [thing for thing in drawn if thing.kind in ("use", "circle", "text")]
    off = [thing.words for thing in outside(names, MARGIN, 0, WIDTH - MARGIN, sea.box[3])]
    return off + [(one.words, other.words) for one in names for other in others if other != one and covers(one, other)]


def test_names_lie_on_the_map_and_on_nothing_else():
    for edition in EDITIONS:
        cities = {entry["name"] for entry in load_edition(GAME, edition).data["spaces"] if entry.get("city")}
        for svg in boards(GAME, edition, 60, every=60):
            assert faults(svg, cities) == [], edition
