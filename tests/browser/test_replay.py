"""Replays in a real browser: opened from disk, without a network."""

from contextlib import contextmanager

import pytest
from support import GAMES, every_game, mixed_record

from africana_env.api.drawings import render_svg
from africana_env.viewer.replay import replay

SAME_BOARD = """svg => {
    const shown = document.querySelector("#board svg");
    const right = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
    for (const words of right.querySelectorAll("title, text")) words.after(" ");
    return shown.isEqualNode(right);
}"""
SHOWN_STEP = "() => Number(document.querySelector('#slider').value)"


def record_of(game):
    """Return a short game of up to four players."""
    return mixed_record(game, min(4, game.players[-1]), max_rounds=3)


@contextmanager
def page_of(browser, path, **options):
    """Open a page from a file, without a network and without script errors."""
    context = browser.new_context(offline=True, **options)
    page = context.new_page()
    asked, errors = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(path.as_uri())
    page.wait_for_selector("#board svg")
    yield page
    assert asked == [path.as_uri()]
    assert not errors
    context.close()


@every_game
def test_keys_show_every_board_as_the_game_draws_it(browser, game, tmp_path):
    record = record_of(game)
    trajectory = replay(game, record, tmp_path / "game.html")
    last = len(record.actions)

    def assert_shown(page, step, viewer):
        assert page.evaluate(SHOWN_STEP) == step
        picture = render_svg(game, trajectory.edition, trajectory.states[step], viewer)
        assert page.evaluate(SAME_BOARD, picture)

    with page_of(browser, tmp_path / "game.html", viewport={"width": 1000, "height": 800}) as page:
        assert_shown(page, 0, None)
        for step in range(1, 4):
            page.keyboard.press("ArrowRight")
            assert_shown(page, step, None)
        page.keyboard.press("ArrowLeft")
        assert_shown(page, 2, None)
        page.keyboard.press("End")
        assert_shown(page, last, None)
        page.select_option("#view", label="player 2")
        assert_shown(page, last, 1)
        page.focus("#slider")
        page.keyboard.press("Home")
        assert_shown(page, 0, 1)
        page.keyboard.press("ArrowDown")
        turn = page.evaluate(SHOWN_STEP)
        assert trajectory.movers[turn] != trajectory.movers[turn - 1]
        assert len(set(trajectory.movers[:turn])) == 1
        assert_shown(page, turn, 1)


def test_a_game_plays_by_itself_and_stops_by_the_same_key(browser, tmp_path):
    replay(GAMES[0], record_of(GAMES[0]), tmp_path / "game.html")
    with page_of(browser, tmp_path / "game.html") as page:
        page.keyboard.press("Space")
        page.wait_for_function("Number(document.querySelector('#slider').value) === 2")
        page.keyboard.press("Space")
        page.wait_for_timeout(1000)
        assert page.evaluate(SHOWN_STEP) == 2


@every_game
def test_a_wide_page_shows_the_whole_board_beside_the_decisions(browser, game, tmp_path):
    replay(game, record_of(game), tmp_path / "game.html")
    box = "document.querySelector('{}').getBoundingClientRect().toJSON()"
    with page_of(browser, tmp_path / "game.html", viewport={"width": 1280, "height": 800}) as page:
        for key in ("End", "Home"):
            page.keyboard.press(key)
            board, decisions = (page.evaluate(box.format(name)) for name in ("#board svg", "#decisions"))
            assert board["bottom"] <= 800
            assert board["right"] < decisions["left"]
            assert board["width"] > 400


def test_decisions_and_points_are_clicked(browser, tmp_path):
    record = record_of(GAMES[0])
    replay(GAMES[0], record, tmp_path / "game.html", policy="random")
    with page_of(browser, tmp_path / "game.html") as page:
        assert page.locator("#decisions button").count() == len(record.actions)
        page.locator("[data-step='9'] button").click()
        assert page.evaluate(SHOWN_STEP) == 9
        assert page.locator("#now").inner_text().endswith(f"9 of {len(record.actions)}")
        assert "random" in page.locator("#bot h2").inner_text()
        assert page.locator("#bot tr.taken").count() <= 1
        page.locator("#points svg").click(position={"x": 300, "y": 40})
        assert page.evaluate(SHOWN_STEP) > 9


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone_in_light_and_dark(browser, tmp_path, scheme):
    replay(GAMES[0], record_of(GAMES[0]), tmp_path / "game.html", seat=1)
    phone = {"viewport": {"width": 400, "height": 800}, "color_scheme": scheme}
    with page_of(browser, tmp_path / "game.html", **phone) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        assert page.locator("#on").is_visible()
        page.locator("#on").click()
        assert page.evaluate(SHOWN_STEP) == 1
        assert page.locator("#view option").all_inner_texts() == ["player 2"]
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, colour[4:-1].split(","))) < 384) == (scheme == "dark")
