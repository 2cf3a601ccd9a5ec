"""What the editions of several games are checked for, with the words of each fault and where it is noted."""

import pytest

from africana_env.engine.edition_checks import check_counts, check_names, check_size


def faults(check, *arguments):
    """What a check notes."""
    found = []
    check(*arguments, lambda *fault: found.append(fault))
    return found


def test_structure_says_what_the_file_has():
    data = {"structure": {"spaces": 3, "backs": {"A": 2}}}
    assert faults(check_counts, data, {"spaces": 3, "backs": {"A": 2}}) == []
    assert faults(check_counts, data, {"spaces": 4, "cities": 1}) == [
        ("spaces is 3 in [structure], but the file has 4", "structure", None, "spaces"),
        ("cities is None in [structure], but the file has 1", "structure", None, "cities"),
    ]


@pytest.mark.parametrize("data", [{}, {"structure": []}], ids=["none", "a list"])
def test_without_a_structure_every_count_is_a_fault(data):
    (fault,) = faults(check_counts, data, {"spaces": 4})
    assert fault[0] == "spaces is None in [structure], but the file has 4"


@pytest.mark.parametrize(
    ("size", "minimum", "maximum", "wanted"),
    [(2, 2, 4, None), (4, 2, 4, None), (1, 2, 4, "2 to 4, not 1"), (5, 2, 4, "2 to 4, not 5"), (0, 1, 1, "1, not 0")],
)
def test_a_section_has_a_size_between_two_limits(size, minimum, maximum, wanted):
    expected = [] if wanted is None else [(f"hands: there must be {wanted}", "hands")]
    assert faults(check_size, "hands", size, minimum, maximum) == expected


def test_a_name_is_used_once_in_a_section():
    data = {"animals": [{"name": name} for name in ("lion", "zebra", "lion", "lion")], "spaces": [{"name": "lion"}]}
    assert faults(check_names, data, "spaces") == []
    assert faults(check_names, data, "animals") == [
        ("the name lion is used twice", "animals", index, "name") for index in (2, 3)
    ]
