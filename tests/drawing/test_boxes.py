import pytest

from africana_env.drawing.boxes import length_within

BOX = (0, 0, 10, 4)


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
