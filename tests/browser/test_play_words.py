"""The texts, the legend and the colours of the page of a game."""

from random import Random

import pytest
from browser.clicking import answer, at_turn, click_something, version_of
from play.sessions import play_bots, play_on, session_of
from support import every_game

from africana_env.play.views import legal_actions


def test_the_page_is_dark_where_that_is_preferred(tmp_path, link_to, open_page):
    link = link_to(session_of(tmp_path))
    shade = "getComputedStyle(document.querySelector('{}')).{}"
    seen = {}
    for scheme in ("light", "dark"):
        page = open_page(link, color_scheme=scheme)
        pairs = (("body", "backgroundColor"), ("body", "color"), ("#board .ground", "fill"), ("#board .ink", "fill"))
        seen[scheme] = [page.evaluate(shade.format(*pair)) for pair in pairs]
    assert all(light != dark for light, dark in zip(seen["light"], seen["dark"], strict=True))


def test_the_legend_opens_and_closes_by_keys(tmp_path, link_to, open_page):
    page = open_page(link_to(session_of(tmp_path, "africa_v0")))
    at_turn(page)
    page.keyboard.press("?")
    page.keyboard.press("?")
    page.wait_for_selector("#legend[open] #signs dt svg")
    words = page.locator("#signs dd").all_inner_texts()
    assert page.locator("#signs dt").count() == len(words) == len(set(words))
    assert page.locator("#signs dt svg").count() > 8
    assert page.locator("#signs dt .swatch").count() == 3
    with page.context.expect_page() as opened:
        page.click("#legend a")
    assert opened.value.locator("h1").inner_text() == "How to play Africa"
    opened.value.close()
    page.keyboard.press("Escape")
    assert not page.locator("#legend").is_visible()


def test_prices_stand_on_buttons_and_in_what_happened(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africana_v0", ("random", None), seed=3)
    page = open_page(link_to(session))
    at_turn(page)
    paying = {action["id"]: action["effect"] for action in legal_actions(session, 1) if action["effect"]}
    assert paying
    for action, effect in paying.items():
        button = page.locator(f'#moves [data-action="{action}"]')
        assert button.locator(".effect").text_content() == effect
        assert (button.get_attribute("aria-label") or button.text_content()).endswith(effect)
    action, effect = next(iter(paying.items()))
    version = version_of(page)
    page.locator(f'#moves [data-action="{action}"]').dispatch_event("click")
    answer(page, version)
    assert f"({effect})" in page.text_content("#decisions")


def test_every_player_has_one_name_and_one_sign(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africa_v0", (None, "greedy", "greedy", "random"))
    page = open_page(link_to(session))
    at_turn(page)
    click_something(page, Random(0))
    signed = ["1you", "2greedy 2", "3greedy 3", "4random"]
    shown = page.locator("#players li").all_text_contents()
    assert all(text.startswith(words) for text, words in zip(shown, signed, strict=True))
    for seat, words in enumerate(signed):
        sheet = page.locator(f'[data-part="player-{seat}"] text').all_text_contents()
        assert "".join(sheet[:2]).removesuffix(" · to move") == words
    assert {words.replace("You", "you") for words in page.locator("#decisions .who").all_text_contents()} <= {*signed}
    assert "layer 2" not in page.inner_text("body")


@pytest.mark.parametrize("wide", [400, 1280])
def test_at_the_end_no_short_name_is_broken_and_no_long_one_is_cut(tmp_path, link_to, open_page, wide):
    session = session_of(tmp_path, "africana_v0", (None, "greedy", "greedy", "greedy"), max_rounds=1)
    play_on(session)
    session.names = ["player 1", "greedy", "policy:runs/a_long_name_of_a_file.safetensors,temperature=1", "random"]
    page = open_page(link_to(session), viewport={"width": wide, "height": 800})
    words = page.locator("#result thead .name")
    assert words.count() == 4
    lines = "names => names.map(name => Math.round(name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)))"
    for name, number in zip(words.all_inner_texts(), words.evaluate_all(lines), strict=True):
        assert number <= len(name.split()) or name.startswith("policy:")
    assert page.evaluate("(one => one.scrollWidth <= one.clientWidth)(document.querySelector('#result'))")


@pytest.mark.parametrize("name", ["Bartholomew of the Nile", "policy:runs/a_long_name_of_a_file.safetensors"])
def test_the_line_of_who_won_ends_before_the_next_panel(tmp_path, link_to, open_page, name):
    session = session_of(tmp_path, "africana_v0", (None, "greedy", "greedy"), max_rounds=1)
    play_on(session)
    session.names = ["player 1", f"{name} 2", f"{name} 3"]
    page = open_page(link_to(session), viewport={"width": 1280, "height": 800})
    wide = page.evaluate("document.querySelector('#board .now').getComputedTextLength()")
    assert 340 < wide < 390


def test_who_has_committed_a_card_is_shown_that_it_is_hidden(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "afritoria_v0", (None, None))
    chosen = legal_actions(session, 0)[0]
    session.act(0, chosen["id"])
    status = open_page(link_to(session)).inner_text("#status")
    assert status == f"You {chosen['text']}, hidden until everyone has chosen. Waiting for player 2"


@every_game
def test_points_and_who_leads_stand_beside_the_names_and_the_name_and_the_status_once(
    tmp_path, link_to, open_page, game
):
    session = session_of(tmp_path, game.name, (None, *["greedy"] * (game.players[0] - 1)), max_rounds=3)
    play_on(session, 2)
    page = open_page(link_to(session))
    page.wait_for_selector("body[data-turn]")
    sheets = page.locator("#board .points").all_text_contents()
    assert page.locator("#players .points").all_text_contents() == [words.split()[0] for words in sheets]
    points = [int(words.split()[0]) for words in sheets]
    leading = sum(number == max(points) > min(points) for number in points)
    assert page.locator("#players .ahead").count() == (0 if session.is_over else leading)
    assert page.locator("h1").evaluate("one => getComputedStyle(one).clipPath") == "inset(50%)"
    if page.locator("#board .now").count():
        assert page.locator("#board .now").evaluate("one => getComputedStyle(one).visibility") == "hidden"


def test_a_move_names_the_space_that_the_board_does_not(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africa_v0")
    while not any(action["text"].startswith("walk ") for action in legal_actions(session, 0)):
        session.act(0, legal_actions(session, 0)[0]["id"])
        play_bots(session)
    page = open_page(link_to(session))
    at_turn(page)
    named = page.locator("#board text").all_text_contents()
    shown = set()
    for move in page.locator("#moves [data-action]:visible").all():
        move.hover()
        name = move.get_attribute("aria-label") or move.text_content()
        words = name.rpartition(" to ")[2]
        place = page.locator("#place")
        shown.add(place.count() > 0 and place.is_visible())
        if name.startswith("Walk "):
            assert place.is_hidden() if words in named else place.inner_text() == words
    assert shown == {True, False}
