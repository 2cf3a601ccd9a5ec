"""The start page in a real browser."""

import pytest
from browser.clicking import at_turn
from play.running import Running
from play.sessions import session_of

from africana_env.play import game_session
from africana_env.play.room import Room

START = "#choice:not([hidden])"


@pytest.fixture
def start(tmp_path, monkeypatch):
    """The address of a start page whose games are saved in `tmp_path / "play"`."""
    monkeypatch.setattr(game_session, "FOLDER", tmp_path / "play")
    (tmp_path / "play").mkdir()
    with Running(Room(session_of(tmp_path))) as running:
        yield f"http://127.0.0.1:{running.port}/"


@pytest.mark.parametrize(("wide", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_game_is_chosen_begun_and_continued(start, browser, wide, scheme):
    with browser.new_context(viewport={"width": wide, "height": 800}, color_scheme=scheme) as context:
        context.set_default_timeout(90_000)
        page = context.new_page()
        errors = []
        page.on("console", lambda message: errors.append(message.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(start)
        page.wait_for_selector(START)
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        assert page.locator("#unfinished").is_hidden()
        page.check("input[value=afritoria_v0]")
        page.check("input[name=number][value='3']")
        page.check("input[name=bot][value=random]")
        page.locator("#others select").select_option("greedy")
        page.check("input[value=mini]")
        assert page.locator("input[name=number][value='3']").count() == 0  # the toy is for two
        page.click("#play")
        at_turn(page)
        link = page.url
        page.goto(start)
        page.wait_for_selector(START)
        assert page.locator("#unfinished li").inner_text().startswith("Afritoria against random")
        page.locator("#unfinished button").click()
        at_turn(page)
        assert page.url == link
        assert errors == []


BEGIN = """() => fetch("games", {method: "POST", body: JSON.stringify(
    {game: "afritoria_v0", opponents: ["random"], edition: "mini"})}).then((answer) => answer.ok)"""


def test_older_unfinished_games_are_behind_one_line(start, browser):
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(90_000)
        page.goto(start)
        assert all(page.evaluate(BEGIN) for _ in range(4))
        page.goto(start)
        page.wait_for_selector(START)
        assert page.locator("#unfinished > ul > li").count() == 2
        assert page.locator("#older li:visible").count() == 0
        page.get_by_text("2 more").click()
        assert page.locator("#older li:visible").count() == 2


def test_several_people_get_links(start, browser):
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(90_000)
        page.goto(start)
        page.wait_for_selector(START)
        page.check("input[value=afritoria_v0]")
        page.check("input[value='another person']")
        page.click("#play")
        page.wait_for_selector("#links a")
        links = page.locator("#links a").all_inner_texts()
        assert len(links) == 2
        for link in links:
            page.goto(link)
            page.wait_for_selector("#board svg")


def test_what_happens_is_said_beside_the_button(start, browser):
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.set_default_timeout(90_000)
        page.goto(start)
        page.wait_for_selector(START)
        page.route("**/games", lambda route: None)  # the table is never ready
        page.click("#play")
        page.wait_for_selector("#status:has-text('Setting up the table')")
        status, play = (page.locator(name).bounding_box() for name in ("#status", "#play"))
        assert 0 <= status["y"] < 844
        assert status["y"] < play["y"] + play["height"]
        assert play["y"] < status["y"] + status["height"]
