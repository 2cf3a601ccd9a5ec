"""How the page shows the others' moves, and how fast."""

from datetime import datetime, timedelta

import pytest
from browser.clicking import answer, at_turn, version_of
from play.sessions import session_of

from africana_env.play.views import legal_actions

FOLLOW = """() => {
    window.seen = [];
    const look = () => {
        const text = document.querySelector("#decisions li:last-child li:last-child")?.textContent;
        if (text && window.seen.at(-1) !== text) window.seen.push(text);
        requestAnimationFrame(look);
    };
    look();
}"""


def test_what_the_others_do_is_shown_one_after_the_other(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africana_v0", (None, "greedy", "greedy"))
    page = open_page(link_to(session), pace="normal")
    at_turn(page)
    page.evaluate(FOLLOW)
    version = version_of(page)
    page.locator('#board .legal[data-part="pile"]').click()
    page.wait_for_selector("#skip:not([hidden])")
    assert page.locator("body[data-turn=others]").count()
    answer(page, version)
    made = [decision.seat for decision in session.decisions]
    assert len(page.evaluate("window.seen")) == len(made)
    assert page.locator("#skip").is_hidden()


def test_a_key_skips_what_the_others_do(tmp_path, link_to, open_page):
    page = open_page(link_to(session_of(tmp_path, "africa_v0", (None, *["greedy"] * 4))), pace="slow")
    at_turn(page)
    version = version_of(page)
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # timers stand still
    page.locator("#board .legal").first.click()
    page.wait_for_selector("#skip:not([hidden])")
    for _ in range(600):  # a skip covers the moves so far; the others may still be deciding
        page.keyboard.press("s")
        if page.locator(f'body[data-turn="you"]:not([data-version="{version}"])').count():
            break
        page.wait_for_timeout(100)
    assert page.get_attribute("body", "data-turn") == "you"
    page.keyboard.press("p")
    assert page.input_value("#pace") == "normal"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_explorers_walk_unless_less_motion_is_preferred(tmp_path, link_to, open_page, motion):
    session = session_of(tmp_path, "africa_v0")
    page = open_page(link_to(session), pace="normal", reduced_motion=motion)
    at_turn(page)
    for _ in range(2):
        version = version_of(page)
        page.locator("#board .legal").first.click()
        answer(page, version)
    walk = next(action["id"] for action in legal_actions(session, 0) if action["text"].startswith("walk "))
    version = version_of(page)
    page.locator(f'#moves [data-action="{walk}"]').dispatch_event("click")
    page.wait_for_selector(f'body:not([data-version="{version}"])')
    flying = page.evaluate("document.getAnimations().filter(one => one.effect.getKeyframes()[0].transform).length")
    assert (flying > 0) == (motion == "no-preference")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_page_of_a_book_turns_unless_less_motion_is_preferred(tmp_path, link_to, open_page, motion):
    session = session_of(tmp_path, "africana_v0")
    page = open_page(link_to(session), pace="slow", reduced_motion=motion)
    at_turn(page)
    turn = next(action["id"] for action in legal_actions(session, 0) if action["text"].startswith("turn page"))
    version = version_of(page)
    page.locator(f'#moves [data-action="{turn}"]').dispatch_event("click")
    page.wait_for_selector(f'body:not([data-version="{version}"])')
    turning = page.evaluate("document.getAnimations().filter(one => one.effect.target.dataset?.facing).length")
    assert turning == (motion == "no-preference")


def test_sounds_play_if_they_are_wanted_and_motion_is(tmp_path, link_to, open_page):
    link = link_to(session_of(tmp_path, "afritoria_v0"))
    page = open_page(link)
    at_turn(page)
    page.evaluate(
        "() => { window.AudioContext = class extends AudioContext { constructor() { super(); window.heard = true; } } }"
    )
    version = version_of(page)
    page.locator("#board .legal").first.click()
    answer(page, version)
    assert not page.evaluate("window.heard")
    page.check("#sound")
    assert page.evaluate("window.heard")
    assert not open_page(link, reduced_motion="reduce").locator("#sound").is_visible()
