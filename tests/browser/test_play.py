"""Whole games in a real browser."""

import re
from random import Random

import pytest
from browser.clicking import (
    OVER,
    answer,
    at_turn,
    click_something,
    open_choice,
    play_to_the_end,
    version_of,
    ways,
    with_cards,
)
from play.sessions import play_bots, play_on, session_of
from support import GAMES

from africana_env.play import views
from africana_env.play.views import legal_actions, page_view, result_of, seat_decisions


@pytest.mark.parametrize(
    ("game", "players", "rounds"),
    [*((game.name, game.players[0], 4) for game in GAMES), (GAMES[0].name, GAMES[0].players[-1], 2)],
)
def test_a_game_is_played_by_clicking(tmp_path, link_to, open_page, game, players, rounds):
    session = session_of(tmp_path, game, (None, *["greedy"] * (players - 1)), max_rounds=rounds)
    page = open_page(link_to(session))
    if page.locator("body[data-turn=you]").count():
        pointed = "a highlighted place or a button" if page.locator("#board .legal").count() else "a button"
        assert page.locator("#status").inner_text() == f"Your turn: choose {pointed}."
    play_to_the_end(page)
    assert session.is_over
    decisions = "document.querySelector('#decisions')"
    assert page.evaluate(f"{decisions}.scrollTop + {decisions}.clientHeight >= {decisions}.scrollHeight - 1")
    totals = page.locator("#result tbody tr", has=page.locator("th", has_text="total")).locator("td").all_inner_texts()
    assert totals == [str(row[-1]) for row in result_of(session)["points"]]
    assert page.locator("#decisions li li").count() == len(seat_decisions(session, 0))
    with page.expect_download() as download:
        page.click("#record")
    assert (tmp_path / "record.json").read_bytes() == download.value.path().read_bytes()


def test_a_game_is_played_by_keys_alone(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africana_v0", max_rounds=2)
    page = open_page(link_to(session))
    page.wait_for_selector('body[data-turn="you"]')
    on_the_board = 0
    while not page.locator(OVER).count():
        version = version_of(page)
        while not page.evaluate("document.activeElement.matches('.legal, #others button')"):
            page.keyboard.press("Tab")
        on_the_board += page.evaluate("document.activeElement.matches('.legal')")
        page.keyboard.press("Enter")
        if page.locator(".choice").count():
            assert page.evaluate("document.activeElement.matches('.choice button')")
            page.keyboard.press("Escape")
            assert page.evaluate("document.activeElement.matches('.legal')")
            page.keyboard.press(" ")
            page.keyboard.press("Enter")
        answer(page, version)
        assert page.evaluate("document.activeElement.matches(':not(#undo)')")  # pressing the key again undoes nothing
    assert on_the_board > 1


def test_hints_taking_back_and_what_others_did(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africa_v0")
    page = open_page(link_to(session))
    page.wait_for_selector('body[data-turn="you"]')
    first = version_of(page)
    page.click("#hints button")
    page.wait_for_selector("#board .hinted")
    assert page.inner_text("#status").startswith("Hint from greedy: put researcher on ")
    page.click("#moves button.hinted")
    answer(page, first)
    assert page.locator("#decisions li li").count() == 2
    assert page.locator("#decisions li li.fresh").inner_text().startswith("put researcher on ")
    assert page.inner_text("#news").startswith("greedy: put researcher on ")
    second = version_of(page)
    page.click("#undo")
    answer(page, second)
    assert page.locator("#decisions li li").count() == 0
    assert page.locator("#undo").is_disabled()


def test_a_hint_stays_marked_in_the_choice_that_opens(tmp_path, link_to, open_page, monkeypatch):
    session = with_cards(tmp_path)
    place = max(ways(session), key=ways(session).get)
    hinted = [action["id"] for action in legal_actions(session, 0) if place in action["parts"]][-1]
    monkeypatch.setattr(session, "hint", lambda position, bot: hinted)
    page = open_page(link_to(session))
    at_turn(page)
    page.click("#hints button")
    page.wait_for_selector("#board .hinted")
    open_choice(page, session)
    marked = page.locator(".choice .hinted")
    assert marked.count() == 1
    assert marked.get_attribute("data-action") == str(hinted)


def test_the_only_move_is_made_and_shown(tmp_path, link_to, open_page):
    session = session_of(tmp_path, max_rounds=20)
    page = open_page(link_to(session))
    rng = Random(0)
    at_turn(page)
    while not page.locator("#decisions .forced").count():
        click_something(page, rng)
    decisions = seat_decisions(session, 0)
    last = max(number for number, entry in enumerate(decisions) if entry["seat"] != 0)
    is_of_this_turn = any(entry["forced"] for entry in decisions[last + 1 :])
    assert ("Played for you (only move): " in page.inner_text("#status")) == is_of_this_turn
    assert page.locator("#decisions .forced").first.inner_text() == "\xa0·\xa0only\xa0move"  # no line begins with it
    version, count = version_of(page), page.locator("#decisions li li").count()
    page.click("#undo")
    answer(page, version)
    assert page.locator("#decisions li li").count() < count - 1
    assert len(legal_actions(session, 0)) > 1


def test_people_give_their_names(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "afritoria_v0", (None, None))
    page = open_page(link_to(session))
    page.on("dialog", lambda dialog: dialog.accept("Ada"))
    assert page.locator("#undo").is_hidden()
    version = version_of(page)
    page.click("#name")
    page.wait_for_selector(f'body:not([data-version="{version}"])')
    assert session.names == ["Ada", "player 2"]
    assert page_view(session, 1)["players"] == ["Ada", "you"]


@pytest.mark.parametrize("seats", ["new", "turned"])
def test_the_next_game_begins_at_a_click(tmp_path, link_to, open_page, seats):
    session = session_of(tmp_path, max_rounds=1)
    play_on(session)
    page = open_page(link_to(session))
    version = version_of(page)
    page.click(f"#{seats}")
    page.wait_for_selector(f'body[data-turn="you"]:not([data-version="{version}"])')
    assert not page.locator("#result").is_visible()
    assert page_view(session, 1 if seats == "turned" else 0)["players"][session.players.index(None)] == "you"
    assert sorted(path.name for path in tmp_path.glob("*.json")) == ["record-2.json", "record.json"]


def test_the_end_says_why_it_came_and_what_broke_a_tie(tmp_path, link_to, open_page, monkeypatch):
    session = session_of(tmp_path, max_rounds=1)
    play_on(session)
    link = link_to(session)
    page = open_page(link)
    assert page.inner_text("#how") == "Stopped at the round limit."
    assert page.inner_text("#status").startswith("The game is over, stopped at the round limit: ")
    tied = result_of(session) | {"winners": [0], "how": "the pages ran out", "tie_break": "on silver, 68 to 20"}
    monkeypatch.setattr(views, "result_of", lambda session: tied)
    page.reload()
    page.wait_for_selector("#result[open]")
    assert page.inner_text("#result-title").endswith("You win on silver, 68 to 20")
    assert page.inner_text("#status") == "The game is over, the pages ran out: you win on silver, 68 to 20."


def test_who_still_reads_the_result_joins_the_next_game_when_ready(tmp_path, links_to, open_page, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = session_of(tmp_path, max_rounds=1, players=(None, None))
    play_on(session)
    begins, reads = (open_page(link) for link in links_to(session))
    title, version = reads.inner_text("#result-title"), version_of(reads)
    assert reads.locator("#join").is_hidden()
    begins.click("#new")
    begins.wait_for_selector("#result", state="hidden")
    reads.wait_for_selector(f'body:not([data-version="{version}"])')
    assert reads.inner_text("#result-title") == title
    assert reads.inner_text("#begun") == "The others have started the next game."
    assert reads.locator("#new").is_hidden()
    reads.wait_for_selector("#analysis:not([hidden])")
    with reads.expect_download():
        reads.click("#record")
    reads.click("#join")
    assert reads.locator("#result").is_hidden()
    assert reads.locator("#board .legal").count()


def test_the_end_shows_win_chances_and_what_mattered_most(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "afritoria_v0", (None, "greedy"))
    play_bots(session)
    while not session.is_over:
        session.act(session.mover, legal_actions(session, session.mover)[-1]["id"])
        play_bots(session)
    page = open_page(link_to(session))
    page.wait_for_selector("#analysis ol li")
    words = page.inner_text("#analysis")
    assert "The judge is search:100,policy=baseline." in words
    assert re.search(r".\d+ ± \d+ % .*; better: ", words)
    assert page.locator("#analysis .chances polyline").count() == 4  # two lines and their edges
    page.click("#new")
    page.wait_for_selector("#analysis", state="hidden")
    assert not page.locator("#result").is_visible()
