"""Boards as images: parts in columns show what the whole drawing shows."""

from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image
from resvg_py import svg_to_bytes
from support import every_game, few_players, mixed_record

from africana_env import load_edition
from africana_env.api.drawings import render_svg
from africana_env.drawing import pixels as images
from africana_env.drawing.letters import FAMILY, font_files
from africana_env.viewer.trajectory import play_again


def whole(svg, width):
    """The drawing as one picture."""
    options = {"font_family": FAMILY, "sans_serif_family": FAMILY, "skip_system_fonts": True}
    image = svg_to_bytes(svg_string=svg, width=width, font_files=font_files(), **options)
    return np.asarray(Image.open(BytesIO(image)).convert("RGB")).astype(int)


@every_game
@pytest.mark.parametrize("fewest", [True, False])
def test_every_part_of_a_board_is_in_its_image(game, fewest):
    record = mixed_record(game, few_players(game) if fewest else None)
    trajectory = play_again(record, game, load_edition(game, record.edition))
    svg = render_svg(game, trajectory.edition, trajectory.states[len(trajectory.states) // 2], None)
    found = images.pixels(svg).astype(int)
    assert max(found.shape) <= images.LARGEST
    assert {side % 2 for side in found.shape[:2]} == {0}
    width, tiles = images.split(svg)
    scale, _, starts = images.arrange(width, tuple(tile.height for tile in tiles))
    column = found.shape[1] // (len(starts) - 1)
    expected = whole(svg, column)
    for place, (first, after) in enumerate(pairwise(starts)):
        for tile in tiles[first:after]:
            rows = round((tile.top - tiles[first].top) * scale)
            high = min(round(tile.height * scale), len(found) - rows)
            top = round(tile.top * scale)
            shown = found[rows : rows + high, place * column : (place + 1) * column]
            drawn = expected[top : top + high]
            # Parts begin at whole pixels, so edges of things differ, but nothing is missing.
            assert np.abs(shown[: len(drawn)] - drawn).mean() < 0.15 * drawn.std() + 1


def board(circle):
    """A board with a part that stays the same below a circle that moves."""
    still = '<g class="still"><defs><path id="hill" d="M0 9l20-9 20 9z"/></defs><use href="#hill" fill="green"/></g>'
    part = f'<g transform="translate(0 0)">{still}<circle cx="{circle}" cy="5" r="4" fill-opacity=".5"/></g>'
    ground = '<style>circle{fill:red}</style><rect width="40" height="10" class="ground" fill="white"/>'
    return f'<svg xmlns="{images.NAMESPACE}" viewBox="0 0 40 10">{ground}{part}</svg>'


def test_what_stays_the_same_is_drawn_once_and_below_the_rest():
    images.draw_still.cache_clear()
    for circle in (5, 20, 35):
        svg = board(circle)
        in_layers, at_once = images.pixels(svg), images.pixels(svg.replace('class="still"', ""))
        assert np.abs(in_layers.astype(int) - at_once).max() <= 2
    assert images.draw_still.cache_info().misses == 1


@pytest.mark.parametrize("viewed", ["0 0 50 20", "0 0 4000 10", "0 0 10 4000"])
def test_a_drawing_without_parts_is_one_image(viewed):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{viewed}"><rect width="99" height="99" fill="red"/></svg>'
    image = images.pixels(svg)
    assert image.dtype == np.uint8
    assert max(image.shape) <= images.LARGEST
    assert image[0, 0].tolist() == [255, 0, 0]
