"""Tables of the site are sorted by clicks on their headings."""

from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "assets" / "tables.js"
HEADINGS = ("bot", "rating", "interval", "share", "time")
ROWS = (
    ("search", "1207", "1153 to 1304", "9.5 (3.1 to 44.0)", "7 ms"),
    ("greedy", "1000", "given", "51.0 % (44.3 to 57.7)", "33 us"),
    ("policy", "1656", "980 to 1700", "100.0", "1 ms"),
    ("random", "-41", "-1200 to 300", "", "2 ms"),
)


@pytest.fixture
def page(browser):
    page = browser.new_page()
    head = "".join(f"<th>{heading}</th>" for heading in HEADINGS)
    rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in ROWS)
    words = "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>x</td></tr><tr><td>b</td></tr></tbody></table>"
    table = f"<table id='numbers'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    page.set_content(f"<div class='md-typeset'>{words}{table}</div>")
    page.add_script_tag(path=SCRIPT)
    yield page
    page.close()


def order(page, column):
    """Return the first column and `aria-sort` after each of three clicks on a heading."""
    found = []
    for _ in range(3):
        page.get_by_role("button", name=column).click()
        names = page.locator("#numbers tbody td:first-child").all_inner_texts()
        found.append((names, page.get_by_role("columnheader", name=column).get_attribute("aria-sort")))
    return found


@pytest.mark.parametrize(
    ("column", "first", "sort"),
    [
        ("rating", ["policy", "search", "greedy", "random"], "descending"),
        ("share", ["policy", "greedy", "search", "random"], "descending"),
        ("bot", ["greedy", "policy", "random", "search"], "ascending"),
    ],
)
def test_a_column_is_sorted_up_and_down_and_as_written(page, column, first, sort):
    other = {"ascending": "descending", "descending": "ascending"}[sort]
    written = [row[0] for row in ROWS]
    assert order(page, column) == [(first, sort), (first[::-1], other), (written, None)]


def test_only_columns_with_an_order_can_be_sorted(page):
    """Numbers with units, intervals mixed with words, and tables of words have no order."""
    assert page.get_by_role("button").all_inner_texts() == ["bot", "rating", "share"]
