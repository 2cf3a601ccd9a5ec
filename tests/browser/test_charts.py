"""The charts of a tournament in a real browser."""

import numpy as np
import pytest

pytest.importorskip("matplotlib")

from africana_env import load_game
from africana_env.arena.report import charts
from africana_env.arena.report.page import page

BOTS = [
    "search:200,policy=baseline",
    "policy:baseline,temperature=0",
    *(f"search:{number}" for number in range(50, 56)),
]
FIGURES = """figures => figures.map((figure) => {
    const letters = figure.querySelector("text").getBoundingClientRect().height;
    return [figure.scrollWidth, figure.clientWidth, letters];
})"""


@pytest.mark.parametrize("wide", [390, 1280])
def test_charts_fit_a_phone(browser, tmp_path, wide):
    number, groups = len(BOTS), [group.name for group in load_game("africana_v0").actions.groups]
    half = np.full((number, 2), 0.5)
    body = [
        charts.ladder(BOTS, [1000.0] * number, 2000 * half),
        charts.heat_map(BOTS, np.full((number, number), 1.0), 0.5),
        charts.seats([0.5, 0.5], half[:2]),
        charts.stacked("decisions", BOTS, groups, np.full((number, len(groups)), 10.0), "%"),
        charts.lengths(np.arange(100)),
    ]
    (tmp_path / "page.html").write_text(page("Charts", body))
    shown = browser.new_page(viewport={"width": wide, "height": 800})
    shown.goto((tmp_path / "page.html").as_uri())
    found = shown.locator("figure").evaluate_all(FIGURES)
    assert len(found) == len(body)
    for content, room, letters in found:
        assert content <= room
        assert letters >= 10
    shown.close()
