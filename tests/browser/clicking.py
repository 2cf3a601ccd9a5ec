"""Play on the page, for its tests."""

from collections import Counter
from random import Random

from play.sessions import play_bots, session_of

from africana_env.play.views import legal_actions

OVER = 'body[data-turn="over"]'
SECOND = 400
"""Milliseconds in which a second click at the same place is ignored, see slips.js."""


def answer(page, version):
    """Wait until a newer version shows the person's turn or the end."""
    page.wait_for_selector(f'body[data-turn="you"]:not([data-version="{version}"]), {OVER}')
    page.wait_for_timeout(SECOND)


def version_of(page):
    return page.get_attribute("body", "data-version")


def at_turn(page):
    page.wait_for_selector('body[data-turn="you"]')


def click_something(page, rng, tap=False):
    """Choose a highlighted place, or sometimes (and if there is none) a button."""
    version = version_of(page)
    lit = page.locator("#board .legal")
    number = lit.count()
    if number == 0 or (rng.random() < 0.3 and page.locator("#others button").count()):
        chosen = page.locator("#others button").first
    else:
        chosen = lit.nth(rng.randrange(number))
    chosen.tap() if tap else chosen.click()
    if page.locator(".choice").count():
        buttons = page.locator(".choice button")
        buttons.nth(rng.randrange(buttons.count())).click()
    answer(page, version)


def play_to_the_end(page, seed=0, tap=False):
    rng = Random(seed)
    page.wait_for_selector(f'body[data-turn="you"], {OVER}')
    while not page.locator(OVER).count():
        click_something(page, rng, tap)
    assert page.locator("#result").is_visible()


def box_of(page, selector):
    return page.evaluate(f"document.querySelector('{selector}').getBoundingClientRect().toJSON()")


def ways(session):
    """Count the cards that lead to each location."""
    return Counter(action["parts"][0] for action in legal_actions(session, 0) if " with " in action["text"])


def with_cards(tmp_path):
    """Return a session with a choice between cards."""
    session = session_of(tmp_path, "africana_v0", seed=5)
    while max(ways(session).values(), default=0) < 2:
        draw = session.game.actions.starts.draw
        session.act(0, draw if session.batch.action_mask[0, draw] else legal_actions(session, 0)[0]["id"])
        play_bots(session)
    return session


def open_choice(page, session):
    """Click a location that several cards lead to; returns its part of the board."""
    place = max(ways(session), key=ways(session).get)
    page.click(f'[data-part="{place}"]')
    page.wait_for_selector(".choice")
    return place
