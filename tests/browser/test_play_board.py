"""Highlighted places on the board, and the menus next to them."""

from random import Random

import pytest
from browser.clicking import OVER, at_turn, box_of, click_something, open_choice, with_cards
from play.sessions import play_on, session_of
from support import every_game

from africana_env.play.views import legal_actions


def overlap(one, other):
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(wide, 0) * max(high, 0)


def test_steps_stand_under_their_places_as_cards(tmp_path, link_to, open_page):
    session = with_cards(tmp_path)
    page = open_page(link_to(session))
    at_turn(page)
    steps = [action["text"] for action in legal_actions(session, 0) if " with " in action["text"]]
    places = list(dict.fromkeys(text.partition(" with ")[0] for text in steps))
    headings = page.locator("#actions h3").all_inner_texts()
    assert [heading for heading in headings if heading.startswith("Step")] == [f"S{place[1:]} with" for place in places]
    bare = page.locator("#actions button.bare")
    assert bare.count() == len(steps)
    assert bare.evaluate_all(
        "buttons => buttons.every(button => button.childElementCount === button.childNodes.length)"
    )
    assert bare.locator("svg rect").count() >= len(steps)
    assert sorted(bare.nth(n).get_attribute("aria-label").lower() for n in range(len(steps))) == sorted(
        map(str.lower, steps)
    )


def test_a_move_is_named_by_the_words_on_its_button(tmp_path, link_to, open_page):
    """A label of its own would lack the letter that is drawn on a joker."""
    page = open_page(link_to(session_of(tmp_path, "africana_v0", seed=5)))
    at_turn(page)
    joker = page.locator("#board .card.legal").filter(has_text="J").first
    moves = joker.get_attribute("aria-label").partition(":")[0].split(", or ")
    joker.click()
    assert page.locator(".choice button[aria-label]").count() == 0
    assert len(moves) > 1
    for move in moves:
        assert page.locator(".choice").get_by_role("button", name=move).count() == 1


def test_a_choice_hides_neither_its_part_nor_much_of_the_board(tmp_path, link_to, open_page):
    session = with_cards(tmp_path)
    page = open_page(link_to(session), viewport={"width": 1280, "height": 800})
    at_turn(page)
    part = open_choice(page, session)
    choice, board = box_of(page, ".choice"), box_of(page, "#board svg")
    assert overlap(choice, box_of(page, f'[data-part="{part}"]')) == 0
    assert choice["width"] * choice["height"] < 0.1 * board["width"] * board["height"]
    assert choice["bottom"] <= 800


SMALLEST = """() => Math.min(...[...document.querySelectorAll("body *")]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))
    .filter((one) => one.checkVisibility())
    .map((one) => {
        const { a, b } = one.getScreenCTM?.() ?? { a: 1, b: 0 };
        return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
    }))"""


@every_game
@pytest.mark.parametrize(("wide", "least"), [(390, 11), (1280, 12)])
def test_all_text_is_large_enough(tmp_path, link_to, open_page, game, wide, least):
    edition = "generated:1" if game.editions is not None and wide == 390 else "reconstructed"
    session = session_of(tmp_path, game.name, (None, *["greedy"] * (game.players[-1] - 1)), edition)
    play_on(session, 4)
    page = open_page(link_to(session), viewport={"width": wide, "height": 800})
    assert page.evaluate(SMALLEST) >= least


def test_the_tabulator_leaves_a_part_of_the_board(tmp_path, link_to, open_page):
    page = open_page(link_to(session_of(tmp_path, "africana_v0")))
    at_turn(page)
    page.locator("#board .legal").first.focus()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement === document.querySelector('#board .legal')")


LIT = """() => [...document.querySelectorAll("#board .legal .target")].map((line) => {
    const { left, top, width, height } = line.getBoundingClientRect();
    const points = [[0.5, 0.5], [0.3, 0.5], [0.7, 0.5], [0.5, 0.3], [0.5, 0.7]];
    return points.filter(([right, down]) =>
        !document.elementFromPoint(left + right * width, top + down * height)?.closest(".legal")).length;
})"""


@every_game
def test_what_is_lit_up_is_clicked_wherever_it_is_hit(tmp_path, link_to, open_page, game):
    players = (None, *["greedy"] * (game.players[-1] - 1))
    page = open_page(link_to(session_of(tmp_path, game.name, players)), viewport={"width": 1400, "height": 1400})
    rng = Random(0)
    for _ in range(8):
        page.wait_for_selector(f'body[data-turn="you"], {OVER}')
        if page.locator(OVER).count():
            break
        assert sum(page.evaluate(LIT)) == 0
        click_something(page, rng)


def test_a_button_marks_its_place_for_keys_and_not_where_a_click_left_the_focus(tmp_path, link_to, open_page):
    page = open_page(link_to(session_of(tmp_path, "africana_v0")))
    at_turn(page)
    page.locator("#actions [data-action]").first.focus()
    assert page.locator("#board .hinted").count()
    page.locator("#status").focus()
    assert not page.locator("#board .hinted").count()
    rng = Random(0)
    for _ in range(5):
        at_turn(page)
        click_something(page, rng)
        page.mouse.move(1, 1)
        assert not page.locator("#board .hinted").count()


SMALL_THINGS = """() => {
    const words = [...document.querySelectorAll("#board text")].filter((text) => text.textContent.length > 4);
    const size = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
    const all = [...document.querySelectorAll("#board .legal, button, select")];
    const targets = all.filter((one) => one.checkVisibility());
    const sides = (one) => Object.values((({ width, height }) => ({ width, height }))(one.getBoundingClientRect()));
    return [Math.min(...words.map(size)), Math.min(...targets.flatMap(sides))];
}"""


@pytest.mark.parametrize(("wide", "high", "smallest"), [(1280, 800, 10.5), (390, 844, 9.6)])
def test_words_of_africana_are_large_and_what_is_pointed_at_is_larger(
    tmp_path, link_to, open_page, wide, high, smallest
):
    session = session_of(tmp_path, "africana_v0", (None, "greedy", "greedy"), seed=5)
    play_on(session, 14)
    page = open_page(link_to(session), viewport={"width": wide, "height": high})
    words, target = page.evaluate(SMALL_THINGS)
    assert words >= smallest
    assert target >= 24
