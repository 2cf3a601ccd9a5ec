"""Accidental repeats of clicks and keys."""

import pytest
from browser.clicking import at_turn, version_of
from play.sessions import play_on, session_of

OWN_TIME = """() => {
    addEventListener("click", (event) => Object.defineProperty(event, "timeStamp", { value: window.now }), true);
}"""


@pytest.fixture
def session(tmp_path):
    """A session in which the person takes several actions in a row."""
    session = session_of(tmp_path, "africa_v0", (None, "greedy"))
    play_on(session, 3)
    return session


def own_decisions(session):
    return sum(decision.seat == 0 for decision in session.decisions)


def changed(page, version):
    page.wait_for_selector(f'body:not([data-version="{version}"])')


def test_a_double_click_is_one_decision(session, link_to, open_page):
    page = open_page(link_to(session))
    at_turn(page)
    before, version = own_decisions(session), version_of(page)
    box = page.locator("#moves [data-action]:visible").first.bounding_box()
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    changed(page, version)
    page.wait_for_timeout(300)
    assert own_decisions(session) == before + 1
    assert page.locator("#error").is_hidden()


def test_the_second_half_of_a_double_click_is_no_decision_about_what_is_shown_by_then(session, link_to, open_page):
    page = open_page(link_to(session))
    at_turn(page)
    page.evaluate(OWN_TIME)
    before, version = own_decisions(session), version_of(page)
    box = page.locator("#moves [data-action]:visible").first.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for moment, is_made in ((1000, True), (1150, False), (1390, False), (1500, True)):
        page.evaluate(f"window.now = {moment}")
        assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('[data-action]')", list(place))
        page.mouse.click(*place)
        if is_made:
            changed(page, version)
        page.wait_for_timeout(300)
        before, version = before + is_made, version_of(page)
        assert own_decisions(session) == before


def test_a_key_that_is_held_is_one_decision(session, link_to, open_page):
    page = open_page(link_to(session))
    at_turn(page)
    for place in ("#moves [data-action]:visible", "#board .legal"):
        before, version = own_decisions(session), version_of(page)
        page.locator(place).first.focus()
        page.keyboard.down("Enter")
        if page.locator(".choice").count():
            page.keyboard.up("Enter")
            page.keyboard.down("Enter")
        changed(page, version)
        at_turn(page)
        for _ in range(3):
            page.keyboard.down("Enter")
        page.wait_for_timeout(300)
        page.keyboard.up("Enter")
        assert own_decisions(session) == before + 1
