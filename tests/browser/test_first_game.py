"""The goal, the notes and the words of a first game."""

import pytest
from browser.clicking import answer, at_turn, version_of
from play.sessions import session_of
from support import every_game

MEANING = "#meaning:not([hidden])"


@pytest.mark.parametrize("phone", [False, True])
def test_notes_point_at_the_board_until_they_are_dismissed_for_good(tmp_path, link_to, open_page, phone):
    session = session_of(tmp_path, "africana_v0", seed=5)
    notes = session.game.presentation.first_game.notes
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
    page = open_page(link_to(session), notes=True, viewport=size)
    at_turn(page)
    page.wait_for_selector(".note")
    assert page.locator(".note p").inner_text() == notes["step"]
    assert page.locator("#board .noted").get_attribute("data-part").startswith("location-")
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    page.click("text=Got it")
    assert page.locator(".note p").inner_text() == notes["draw"]
    version = version_of(page)
    page.locator('#board [data-part="pile"]').click()  # whoever draws knows it
    answer(page, version)
    page.reload()
    at_turn(page)
    assert page.locator("#goal").is_visible()
    seen = page.locator(".note p").all_inner_texts()
    assert not {*seen} & {notes["step"], notes["draw"]}
    page.click("#goal button")
    if seen:
        page.click("text=No more notes")
    page.reload()
    at_turn(page)
    page.wait_for_selector("#words dt", state="attached")
    assert page.locator("#goal").is_hidden()
    assert page.locator(".note").count() == 0


@every_game
def test_words_are_explained_by_pointer_and_tap(tmp_path, link_to, open_page, game):
    first = game.presentation.first_game
    session = session_of(tmp_path, game.name)
    page = open_page(link_to(session), notes=True, has_touch=True, viewport={"width": 1280, "height": 1200})
    page.wait_for_selector("body[data-turn]")
    if not first.words:
        assert page.locator("#goal").is_hidden()
        return
    page.wait_for_selector("#words dt", state="attached")
    assert (
        dict(zip(*(page.locator(f"#words {one}").all_text_contents() for one in ("dt", "dd")), strict=True))
        == first.words
    )
    page.click("text=No more notes")
    assert not page.locator(MEANING).count()
    for act in ("hover", "tap"):
        for word in page.locator("#board svg text.word:visible, #goal .word").all():
            named = word.get_attribute("data-word")
            getattr(word, act)()
            page.locator(MEANING, has_text=f"{named}: {first.words[named]}").wait_for()  # a tap becomes a click later
        page.keyboard.press("Escape")
        assert not page.locator(MEANING).count()
