"""Learning curves in a real browser."""

import json

import pytest

pytest.importorskip("matplotlib")

from africana_training.logging.curves import curves


@pytest.mark.parametrize(("wide", "columns"), [(1280, 2), (390, 1)])
def test_values_under_the_pointer_and_many_columns_where_there_is_room(browser, tmp_path, wide, columns):
    for run in "ab":
        rows = [{"timesteps": n * 10**6, "updates": n, "seconds": 60 * n, "losses/x": n, "losses/y": 1} for n in (1, 3)]
        (tmp_path / run).mkdir()
        (tmp_path / run / "metrics.jsonl").write_text("\n".join(map(json.dumps, rows)))
    curves([tmp_path / "a", tmp_path / "b"], tmp_path / "page.html")
    page = browser.new_page(viewport={"width": wide, "height": 800})
    page.goto((tmp_path / "page.html").as_uri())
    tops = page.locator("figure").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert len(set(tops)) == 2 // columns
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    assert [text.strip() for text in page.locator(".legend span").all_inner_texts()] == ["a", "b"]
    box = page.locator("figure svg").first.bounding_box()
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 50)
    assert "a: 3 · b: 3" in page.locator("figure .values").first.inner_text()
    page.close()
