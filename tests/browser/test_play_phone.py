"""The page of a game on a phone."""

from random import Random

import pytest
from browser.clicking import (
    OVER,
    answer,
    at_turn,
    box_of,
    click_something,
    open_choice,
    play_to_the_end,
    version_of,
    with_cards,
)
from play.sessions import play_on, session_of
from support import every_game


@every_game
def test_a_phone_shows_all_without_scrolling_sideways(tmp_path, link_to, open_page, game):
    session = session_of(tmp_path, game.name, (None, *["greedy"] * (game.players[0] - 1)), max_rounds=1)
    page = open_page(link_to(session), viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") == 400
        assert page.evaluate("document.querySelector('#board svg').getBoundingClientRect().width") > 370
        if not page.locator(OVER).count():
            play_to_the_end(page, tap=True)


def test_on_a_phone_choices_the_hand_and_all_moves_are_at_the_lower_edge(tmp_path, link_to, open_page):
    session = with_cards(tmp_path)
    page = open_page(link_to(session), viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
    at_turn(page)
    assert box_of(page, '[data-part="player-0"]')["bottom"] < box_of(page, "#moves")["top"]
    part = open_choice(page, session)
    choice = box_of(page, ".choice")
    assert choice["bottom"] <= 800
    assert choice["top"] > box_of(page, f'[data-part="{part}"]')["bottom"]
    page.keyboard.press("Escape")
    assert not page.locator("#actions").is_visible()
    page.locator("#more").tap()
    assert page.locator("#more").get_attribute("aria-expanded") == "true"
    version = version_of(page)
    page.locator("#actions button").first.tap()
    answer(page, version)
    assert not page.locator("#actions").is_visible()


def test_on_a_phone_the_board_stays_where_it_is(tmp_path, link_to, open_page):
    page = open_page(link_to(session_of(tmp_path, "africa_v0")), viewport={"width": 390, "height": 800})
    rng, tops = Random(1), set()
    for _ in range(12):
        at_turn(page)
        tops.add(page.evaluate("document.querySelector('#board').getBoundingClientRect().top + scrollY"))
        click_something(page, rng)
    assert len(tops) == 1


def test_what_just_happened_is_shown_in_full_at_a_click(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africa_v0", (None, "greedy", "greedy", "greedy"))
    play_on(session, 4)
    page = open_page(link_to(session), viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
    at_turn(page)
    cut = "(span => span.scrollHeight > span.clientHeight + 2)(document.querySelector('#latest span'))"
    assert page.evaluate(cut)
    assert box_of(page, "#latest")["bottom"] <= box_of(page, "#board")["top"]
    page.locator("#latest").tap()
    assert not page.evaluate(cut)
    assert page.evaluate("document.documentElement.scrollWidth") == 400


@every_game
def test_the_end_of_a_game_is_a_screen_of_a_phone(tmp_path, link_to, open_page, game):
    session = session_of(tmp_path, game.name, (None, *["greedy"] * (min(4, game.players[-1]) - 1)), max_rounds=2)
    play_on(session)
    page = open_page(link_to(session), viewport={"width": 390, "height": 844})
    for one in ("#result-title", "#result tbody tr:last-child", "#new", "#turned", "#replay", "#look"):
        box = box_of(page, one)
        assert 0 <= box["top"] < box["bottom"] <= 844, one
        assert 0 <= box["left"] < box["right"] <= 390, one
    page.click("#look")
    assert not page.locator("#result").is_visible()
    page.click("#reopen")
    assert page.locator("#result").is_visible()


def test_on_a_phone_the_page_ends_above_the_hints_of_many_bots(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africana_v0")
    session.hints = ("greedy", "random", "search:200,policy=runs/africana_2p/policy.safetensors", "search:50")
    page = open_page(link_to(session), viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
    at_turn(page)
    page.evaluate("scrollTo(0, 9999)")
    assert page.locator("#hints button").count() == 4
    assert box_of(page, "#story")["bottom"] < box_of(page, "#moves")["top"]
    assert box_of(page, "#moves")["height"] < 120
    assert page.evaluate("document.documentElement.scrollWidth") == 400


@pytest.mark.parametrize(("wide", "high"), [(800, 600), (768, 1024), (999, 700)])
def test_on_a_small_window_what_can_be_done_is_in_sight(tmp_path, link_to, open_page, wide, high):
    session = with_cards(tmp_path)
    page = open_page(link_to(session), viewport={"width": wide, "height": high})
    at_turn(page)
    for one in ("#others button", "#undo", "#more"):
        assert box_of(page, one)["bottom"] <= high, one
    assert page.evaluate("document.documentElement.scrollWidth") == wide
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert box_of(page, "#status")["top"] >= 0
    assert box_of(page, "#story")["bottom"] <= box_of(page, "#moves")["top"]
    page.evaluate("scrollTo(0, 0)")
    open_choice(page, session)
    assert box_of(page, ".choice")["bottom"] <= high
    version = version_of(page)
    page.locator(".choice button").first.click()
    answer(page, version)
