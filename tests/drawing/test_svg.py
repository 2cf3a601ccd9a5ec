"""The title of a board."""

import re
from dataclasses import replace

import pytest

from africana_env import Batch, load_game
from africana_env.api.drawings import render_svg
from africana_env.drawing.panels import Heading
from africana_env.drawing.svg import draw_title


def texts_in(drawn):
    return re.findall(r"<text[^>]*>([^<]*)</text>", drawn)


@pytest.mark.parametrize("name", ["mini", "completed:games/my own boards/my_copy · second printing.toml:17"])
def test_a_long_name_of_an_edition_is_shortened_and_the_round_stays(name):
    _, drawn = draw_title(Heading("Africana", name, "round 12", "who moves"))
    title, progress, now = texts_in(drawn)
    assert (title, now) == ("Africana", "who moves")
    assert progress.startswith(f"edition {name[:20]}")
    assert progress.endswith(" · round 12")
    assert ("…" in progress) == (len(name) > 20)


@pytest.mark.parametrize("name", ["africa_v0", "africana_v0", "afritoria_v0"])
def test_an_edition_has_its_own_name_on_the_board(name):
    batch = Batch(load_game(name), 1)
    batch.reset(0)
    drawn = render_svg(batch.game, replace(batch.edition, name="my   own   map"), batch.states[0], 0)
    assert any(text.startswith("edition my   own   map · ") for text in texts_in(drawn)), drawn
