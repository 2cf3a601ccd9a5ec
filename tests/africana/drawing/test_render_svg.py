"""The board of Africana as SVG."""

from itertools import combinations

import pytest
from support import whole_boards_differ

from africana_env import load_edition
from africana_env.drawing.svg import MARGIN, WIDTH
from africana_env.games.africana import GAME
from africana_env.games.africana.drawing.map_svg import MAP_HEIGHT, map_labels, overlap


def test_the_board_of_all_seats_shows_what_a_seat_cannot_know():
    assert whole_boards_differ(GAME)


@pytest.mark.parametrize("kind", ["generated", "generated-ood"])
def test_names_hide_no_others_and_lie_on_the_map(kind):
    for number in range(12):
        boxes = [box for *_, box in map_labels(load_edition(GAME, f"{kind}:{number}"))]
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2)), number
        assert all(box[0] > MARGIN and box[2] < WIDTH - MARGIN and box[1] > 0 and box[3] < MAP_HEIGHT for box in boxes)
