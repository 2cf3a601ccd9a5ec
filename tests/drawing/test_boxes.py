import pytest

from africana_env.drawing.boxes import is_within, length_within, overlap

BOX = (0, 0, 10, 4)


def test_overlap_is_an_area_and_touching_is_none():
    assert overlap(BOX, (8, 1, 20, 3)) == 4
    assert overlap(BOX, (10, 0, 20, 4)) == 0
    assert overlap(BOX, (12, 6, 20, 9)) == 0


def test_a_box_lies_within_another_up_to_its_edges():
    assert is_within(BOX, BOX)
    assert not is_within(BOX, (0, 0, 9, 4))


@pytest.mark.parametrize(
    ("one", "other", "length"),
    [
        ((-5, 2), (15, 2), 10),
        ((5, 2), (15, 2), 5),
        ((5, -5), (5, 2), 2),
        ((-5, 5), (15, 5), 0),
        ((-1, 0), (1, -2), 0),
        ((0, 0), (3, 4), 5),
        ((3, 4), (0, 0), 5),
        ((0, 4), (10, 4), 0),
    ],
)
def test_length_of_a_line_within(one, other, length):
    assert length_within(one, other, BOX) == pytest.approx(length)
