"""The first lines of a drawing."""

import re

import pytest

from africana_env.drawing.svg import draw_title


@pytest.mark.parametrize("edition", ["mini", "completed:games/my own boards/my_copy_of_it_second_printing.toml:17"])
def test_a_long_name_of_an_edition_is_shortened_and_the_round_stays(edition):
    _, drawn = draw_title(f"Africana   edition {edition}   round 12", "who moves")
    title, progress, now = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert (title, now) == ("Africana", "who moves")
    assert progress.startswith("edition ")
    assert progress.endswith(" · round 12")
    assert ("…" in progress) == (len(edition) > 20)
