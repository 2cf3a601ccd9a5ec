"""The page of a game with a failing server or a restricted browser."""

from random import Random
from unittest.mock import Mock

from browser.clicking import click_something
from play.running import Running
from play.sessions import session_of

from africana_env import UserError
from africana_env.play.room import Room


def test_a_lost_connection_comes_back(browser, tmp_path):
    session = session_of(tmp_path, "africa_v0")
    room = Room(session)
    running = Running(room)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(running.link)
        page.wait_for_selector('body[data-turn="you"]')
        running.stop()
        page.wait_for_selector("text=Connection lost")
        assert page.locator("#board .target").first.is_hidden()  # nothing is lit
        page.locator("#board .legal").first.press("Enter")
        page.wait_for_selector("text=Not connected")
        assert "Connection lost" in page.inner_text("#status")
        session.act(0, session.hint(session.position(), "greedy"))
        running = Running(room, running.port)
        page.wait_for_selector("text=Your turn")
        assert page.locator("#decisions li li").count() == 2
        assert page.locator("#board .target").first.is_visible()
        click_something(page, Random(0))
    running.stop()


def test_a_lost_network_is_said_and_nothing_is_missed(browser, tmp_path):
    session = session_of(tmp_path, "africa_v0", (None, None))
    with Running(Room(session)) as running, browser.new_context() as context:
        page = context.new_page()
        page.goto(running.link)
        page.wait_for_selector('body[data-turn="you"]')
        context.set_offline(True)
        page.wait_for_selector("text=Connection lost", timeout=5000)
        assert page.locator("#board .target").first.is_hidden()
        session.act(0, session.hint(session.position(), "greedy"))
        context.set_offline(False)
        page.wait_for_selector("text=Waiting for player 2")
        assert page.locator("#decisions li li").count() == 1


def test_who_leaves_is_shown_and_who_comes_back_is_not(tmp_path, links_to, open_page):
    stays, leaves = (open_page(link) for link in links_to(session_of(tmp_path, "africa_v0", (None, None))))
    link = leaves.url
    leaves.close()
    stays.wait_for_selector("#players li:nth-child(2) .away")
    assert stays.locator("#players .away").all_inner_texts() == ["has left"]
    open_page(link)
    stays.wait_for_selector("#players .away", state="detached")


def test_a_restarted_server_knows_of_nobody_who_has_left(browser, tmp_path):
    session = session_of(tmp_path, "africa_v0", (None, None))
    room = Room(session)
    running = Running(room)
    with browser.new_context() as context:
        page, other = context.new_page(), context.new_page()
        page.goto(running.link)
        other.goto(f"{running.link.rpartition('/')[0]}/{[*room.seats][1]}")
        other.wait_for_selector("body[data-turn]")
        other.close()
        page.wait_for_selector("#players .away")
        running.stop()
        page.wait_for_selector("text=Connection lost")
        running = Running(Room(session), running.port)
        page.wait_for_selector("body:not(.lost)")
        page.wait_for_selector("#players .away", state="detached", timeout=10_000)
    running.stop()


def test_a_link_lives_on_when_the_server_is_restarted_for_another_game(browser, tmp_path):
    session, other = session_of(tmp_path, "africa_v0"), tmp_path / "other"
    other.mkdir()
    another = session_of(other)
    another.path.rename(tmp_path / "other.json")
    another.path = tmp_path / "other.json"
    running = Running(Room(session))
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(running.link)
        page.wait_for_selector('body[data-turn="you"]')
        click_something(page, Random(0))
        running.stop()
        page.wait_for_selector("text=Connection lost")
        running = Running(Room(another), running.port)
        page.wait_for_selector("text=Your turn")
        assert page.locator("#decisions li li").count() == 2
        running.stop()
        session.path.unlink()
        running = Running(Room(another), running.port)
        page.wait_for_selector("text=This link has expired")
    running.stop()


def test_a_page_that_may_keep_nothing_plays(browser, tmp_path):
    with Running(Room(session_of(tmp_path, "africa_v0"))) as running, browser.new_context() as context:
        context.add_init_script("delete window.localStorage")
        context.add_init_script(
            "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
        )
        page = context.new_page()
        page.goto(running.link)
        page.wait_for_selector('body[data-turn="you"]')
        page.select_option("#pace", "instant")
        click_something(page, Random(0))


def test_why_a_bot_failed_stays_to_be_read(tmp_path, link_to, open_page, monkeypatch):
    session, reason = session_of(tmp_path, "africa_v0"), "x" * 200
    monkeypatch.setattr(session, "think", Mock(side_effect=UserError(reason)))
    page = open_page(link_to(session), viewport={"width": 400, "height": 800})
    page.wait_for_selector('body[data-turn="you"]')
    page.locator("#board .legal").first.click()
    retry = "Undo, or reload this page to let it try again."
    page.wait_for_selector(f"#status:text-is('greedy failed: {reason}. {retry}')")
    assert page.locator("#error").is_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 400
