"""The drawing of Africa says the names of all cities, on any board."""

import re

import pytest

from africana_env import Batch, load_edition, load_game
from africana_env.games.africa.drawing.render_svg import render_svg

GAME = load_game("africa_v0")


@pytest.mark.parametrize("edition", ["reconstructed", *(f"generated:{number}" for number in range(20))])
def test_every_city_is_named_once(edition):
    batch = Batch(GAME, 1, 2, edition)
    batch.reset(0)
    drawn = render_svg(load_edition(GAME, edition), batch.states[0], 0)
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    cities = [entry["name"] for entry in batch.edition.data["spaces"] if entry.get("city")]
    assert len(cities) > 3
    assert [shown.count(name) for name in cities] == [1] * len(cities)
