"""Whole games in a real browser, as people play them."""

from collections import Counter
from contextlib import ExitStack
from random import Random

import pytest
from play.running import Running
from play.sessions import play_bots, play_on, session_of
from support import GAMES, every_game

from africana_env.play.room import Room

OVER = 'body[data-turn="over"]'


@pytest.fixture
def link_to():
    """`link_to(session)`: serve a session, and the link of its first person."""
    with ExitStack() as stack:

        def serve(session):
            running = Running(Room(session))
            stack.callback(running.stop)
            return running.link

        yield serve


@pytest.fixture
def open_page(browser):
    """`open_page(link)`: a page that may not write a line to its console, which shows at once what the others
    do; options are those of a browser's context."""
    with ExitStack() as stack:
        complaints = []

        def open_link(link, pace="off", **options):
            context = stack.enter_context(browser.new_context(**options))
            context.set_default_timeout(90_000)
            context.add_init_script(f"localStorage.setItem('africana-pace', {pace!r})")
            page = context.new_page()
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(link)
            page.wait_for_selector("#board svg")
            return page

        yield open_link
    assert complaints == []


def answer(page, version):
    """Wait until the server has answered what was done at a version, and it is the person's turn or the end."""
    page.wait_for_selector(f'body[data-turn="you"]:not([data-version="{version}"]), {OVER}')


def version_of(page):
    return page.get_attribute("body", "data-version")


def click_something(page, rng, tap=False):
    """Choose something that is lit up on the board, or a button if nothing is or sometimes."""
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


@pytest.mark.parametrize(
    ("game", "players", "rounds"),
    [*((game.name, game.players[0], 4) for game in GAMES), (GAMES[0].name, GAMES[0].players[-1], 2)],
)
def test_a_game_is_played_by_clicking(tmp_path, link_to, open_page, game, players, rounds):
    session = session_of(tmp_path, game, (None, *["greedy"] * (players - 1)), max_rounds=rounds)
    page = open_page(link_to(session))
    if page.locator("body[data-turn=you]").count():
        pointed = "what is lit up, or a button" if page.locator("#board .legal").count() else "a button"
        assert page.locator("#status").inner_text() == f"Your turn: choose {pointed}."
    play_to_the_end(page)
    assert session.is_over
    decisions = "document.querySelector('#decisions')"
    assert page.evaluate(f"{decisions}.scrollTop + {decisions}.clientHeight >= {decisions}.scrollHeight - 1")
    totals = page.locator("#result tbody tr", has=page.locator("th", has_text="total")).locator("td").all_inner_texts()
    assert totals == [str(row[-1]) for row in session.result()["points"]]
    assert page.locator("#decisions li li").count() == len(session.known_decisions(0))
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
        assert page.evaluate("document.activeElement.matches(':not(#undo)')")  # the same key again takes nothing back
    assert on_the_board > 1


@every_game
def test_a_phone_shows_all_without_scrolling_sideways(tmp_path, link_to, open_page, game):
    session = session_of(tmp_path, game.name, (None, *["greedy"] * (game.players[0] - 1)), max_rounds=1)
    page = open_page(link_to(session), viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") == 400
        assert page.evaluate("document.querySelector('#board svg').getBoundingClientRect().width") > 370
        if not page.locator(OVER).count():
            play_to_the_end(page, tap=True)


def test_the_page_is_dark_where_that_is_preferred(tmp_path, link_to, open_page):
    link = link_to(session_of(tmp_path))
    shade = "getComputedStyle(document.querySelector('{}')).{}"
    seen = {}
    for scheme in ("light", "dark"):
        page = open_page(link, color_scheme=scheme)
        pairs = (("body", "backgroundColor"), ("body", "color"), ("#board .ground", "fill"), ("#board .ink", "fill"))
        seen[scheme] = [page.evaluate(shade.format(*pair)) for pair in pairs]
    assert all(light != dark for light, dark in zip(seen["light"], seen["dark"], strict=True))


def test_hints_taking_back_and_what_others_did(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africa_v0")
    page = open_page(link_to(session))
    page.wait_for_selector('body[data-turn="you"]')
    first = version_of(page)
    page.click("#hints button")
    page.wait_for_selector("#board .hinted")
    assert page.inner_text("#status").startswith("Hint of greedy: put researcher on ")
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


def at_turn(page):
    page.wait_for_selector('body[data-turn="you"]')


def box_of(page, selector):
    return page.evaluate(f"document.querySelector('{selector}').getBoundingClientRect().toJSON()")


def overlap(one, other):
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(wide, 0) * max(high, 0)


def ways(session):
    """How many cards lead to each location."""
    return Counter(action["parts"][0] for action in session.actions(0) if " with " in action["text"])


def open_choice(page, session):
    """Click a location that several cards lead to; its part of the board."""
    place = max(ways(session), key=ways(session).get)
    page.click(f'[data-part="{place}"]')
    page.wait_for_selector(".choice")
    return place


def with_cards(tmp_path):
    """A game in which there is a choice between cards."""
    session = session_of(tmp_path, "africana_v0", seed=5)
    while max(ways(session).values(), default=0) < 2:
        draw = session.game.actions.starts.draw
        session.act(0, draw if session.batch.action_mask[0, draw] else session.actions(0)[0]["id"])
        play_bots(session)
    return session


def test_steps_stand_under_their_places_as_cards(tmp_path, link_to, open_page):
    session = with_cards(tmp_path)
    page = open_page(link_to(session))
    at_turn(page)
    steps = [action["text"] for action in session.actions(0) if " with " in action["text"]]
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


def test_a_choice_hides_neither_its_part_nor_much_of_the_board(tmp_path, link_to, open_page):
    session = with_cards(tmp_path)
    page = open_page(link_to(session), viewport={"width": 1280, "height": 800})
    at_turn(page)
    part = open_choice(page, session)
    choice, board = box_of(page, ".choice"), box_of(page, "#board svg")
    assert overlap(choice, box_of(page, f'[data-part="{part}"]')) == 0
    assert choice["width"] * choice["height"] < 0.1 * board["width"] * board["height"]
    assert choice["bottom"] <= 800


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


def test_cards_that_were_drawn_are_shown(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africana_v0")
    page = open_page(link_to(session))
    at_turn(page)
    version = version_of(page)
    page.locator('#board .legal[data-part="pile"]').click()
    answer(page, version)
    assert page.locator("#decisions .revealed").first.inner_text().startswith("you get ")
    assert session.known_decisions(0)[0]["revealed"].startswith("you get ")


def test_the_only_move_is_made_and_shown(tmp_path, link_to, open_page):
    session = session_of(tmp_path, max_rounds=20)
    page = open_page(link_to(session))
    rng = Random(0)
    at_turn(page)
    while not page.locator("#decisions .forced").count():
        click_something(page, rng)
    decisions = session.known_decisions(0)
    last = max(number for number, entry in enumerate(decisions) if entry["seat"] != 0)
    is_of_this_turn = any(entry["forced"] for entry in decisions[last + 1 :])
    assert ("Done for you, as the only move: " in page.inner_text("#status")) == is_of_this_turn
    assert "the only move" in page.inner_text("#decisions")
    version, count = version_of(page), page.locator("#decisions li li").count()
    page.click("#undo")
    answer(page, version)
    assert page.locator("#decisions li li").count() < count - 1
    assert len(session.actions(0)) > 1


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


def test_the_tabulator_leaves_a_part_of_the_board(tmp_path, link_to, open_page):
    page = open_page(link_to(session_of(tmp_path, "africana_v0")))
    at_turn(page)
    page.locator("#board .legal").first.focus()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement === document.querySelector('#board .legal')")


def test_on_a_phone_the_legend_begins_at_its_top(tmp_path, link_to, open_page):
    page = open_page(link_to(session_of(tmp_path, "africana_v0")), viewport={"width": 390, "height": 600})
    at_turn(page)
    page.click("#help")
    page.wait_for_selector("#legend[open] #signs dt svg")
    assert page.evaluate("document.querySelector('#legend').scrollHeight > innerHeight")
    assert page.evaluate("document.querySelector('#legend').scrollTop") == 0


def test_on_a_phone_the_board_stays_where_it_is(tmp_path, link_to, open_page):
    page = open_page(link_to(session_of(tmp_path, "africa_v0")), viewport={"width": 390, "height": 800})
    rng, tops = Random(1), set()
    for _ in range(12):
        at_turn(page)
        tops.add(page.evaluate("document.querySelector('#board').getBoundingClientRect().top + scrollY"))
        click_something(page, rng)
    assert len(tops) == 1


def test_prices_stand_on_buttons_and_in_what_happened(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africana_v0", ("random", None), seed=3)
    page = open_page(link_to(session))
    at_turn(page)
    paying = {action["id"]: action["effect"] for action in session.actions(1) if action["effect"]}
    assert paying
    for action, effect in paying.items():
        button = page.locator(f'#moves [data-action="{action}"]')
        assert button.locator(".effect").text_content() == effect
        assert button.get_attribute("aria-label").endswith(effect)
    action, effect = next(iter(paying.items()))
    version = version_of(page)
    page.locator(f'#moves [data-action="{action}"]').dispatch_event("click")
    answer(page, version)
    assert f"({effect})" in page.text_content("#decisions")


def test_what_just_happened_is_shown_in_full_at_a_click(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africa_v0", (None, "greedy", "greedy", "greedy"))
    play_on(session, 4)
    page = open_page(link_to(session), viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
    at_turn(page)
    cut = "(span => span.scrollHeight > span.clientHeight + 2)(document.querySelector('#latest span'))"
    assert page.evaluate(cut)
    page.locator("#latest").tap()
    assert not page.evaluate(cut)
    assert page.evaluate("document.documentElement.scrollWidth") == 400


def test_at_the_end_no_sheet_of_a_player_flashes(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africana_v0", max_rounds=1)
    page = open_page(link_to(session))
    at_turn(page)
    while not page.locator(OVER).count():
        version = version_of(page)
        button = page.locator("#others button").first
        button.click()
        page.wait_for_selector(f'body:not([data-version="{version}"])')
        at_end = "body:is([data-turn='you'], [data-turn='over'])"
        page.wait_for_selector(at_end)
    assert page.locator('[data-part^="player-"] > .flash').count() == 0


@pytest.mark.parametrize("seats", ["new", "turned"])
def test_the_next_game_begins_at_a_click(tmp_path, link_to, open_page, monkeypatch, seats):
    monkeypatch.chdir(tmp_path)
    session = session_of(tmp_path, max_rounds=1)
    play_on(session)
    page = open_page(link_to(session))
    version = version_of(page)
    page.click(f"#{seats}")
    page.wait_for_selector(f'body[data-turn="you"]:not([data-version="{version}"])')
    assert not page.locator("#result").is_visible()
    assert session.view(1 if seats == "turned" else 0)["players"][session.players.index(None)] == "you"
    assert len(list((tmp_path / "runs" / "play").iterdir())) == 1


def test_a_lost_connection_comes_back(browser, tmp_path):
    session = session_of(tmp_path, "africa_v0")
    room = Room(session)
    running = Running(room)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(running.link)
        page.wait_for_selector('body[data-turn="you"]')
        running.stop()
        page.wait_for_selector("text=The connection is lost")
        page.locator("#board .legal").first.click()
        page.wait_for_selector("text=There is no connection")
        assert "The connection is lost" in page.inner_text("#status")
        session.act(0, session.hint(session.position(), "greedy"))
        running = Running(room, running.port)
        page.wait_for_selector("text=Your turn")
        assert page.locator("#decisions li li").count() == 2
        click_something(page, Random(0))
    running.stop()


def test_a_link_of_before_says_so(browser, tmp_path):
    session = session_of(tmp_path, "africa_v0")
    running = Running(Room(session))
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(running.link)
        page.wait_for_selector('body[data-turn="you"]')
        running.stop()
        running = Running(Room(session), running.port)
        page.wait_for_selector("text=This link leads nowhere any more")
    running.stop()


def test_a_page_that_may_keep_nothing_plays(browser, tmp_path):
    running = Running(Room(session_of(tmp_path, "africa_v0")))
    with browser.new_context() as context:
        context.add_init_script("delete window.localStorage")
        context.add_init_script(
            "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
        )
        page = context.new_page()
        page.goto(running.link)
        page.wait_for_selector('body[data-turn="you"]')
        page.select_option("#pace", "off")
        click_something(page, Random(0))
    running.stop()


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


def test_the_status_says_what_is_to_be_decided(tmp_path, link_to, open_page):
    page = open_page(link_to(session_of(tmp_path, "africa_v0")))
    rng, said = Random(0), []
    for _ in range(6):
        at_turn(page)
        said.append(page.inner_text("#status"))
        click_something(page, rng)
    assert said[0] == "Your turn: choose what is lit up, or a button."
    assert said[1].startswith("Your turn: walk or act, ")


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
    page.locator("#board .legal").first.click()
    page.wait_for_selector("#skip:not([hidden])")
    page.keyboard.press("s")
    page.wait_for_selector(f'body[data-turn="you"]:not([data-version="{version}"])', timeout=5000)
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
    walk = next(action["id"] for action in session.actions(0) if action["text"].startswith("walk "))
    version = version_of(page)
    page.locator(f'#moves [data-action="{walk}"]').dispatch_event("click")
    page.wait_for_selector(f'body:not([data-version="{version}"])')
    flying = page.evaluate("document.getAnimations().filter(one => one.effect.getKeyframes()[0].transform).length")
    assert (flying > 0) == (motion == "no-preference")


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


def test_every_player_has_one_name_and_one_sign(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "africa_v0", (None, "greedy", "greedy", "random"))
    page = open_page(link_to(session))
    at_turn(page)
    click_something(page, Random(0))
    signed = ["1you", "2greedy 2", "3greedy 3", "4random"]
    assert page.locator("#players li").all_text_contents() == signed
    for seat, words in enumerate(signed):
        sheet = page.locator(f'[data-part="player-{seat}"] text').all_text_contents()
        assert "".join(sheet[:2]).removesuffix(" · to move") == words
    assert {words.replace("You", "you") for words in page.locator("#decisions .who").all_text_contents()} <= {*signed}
    assert "layer 2" not in page.inner_text("body")


def test_people_give_their_names(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "afritoria_v0", (None, None))
    page = open_page(link_to(session))
    page.on("dialog", lambda dialog: dialog.accept("Ada"))
    version = version_of(page)
    page.click("#name")
    page.wait_for_selector(f'body:not([data-version="{version}"])')
    assert session.names == ["Ada", "player 2"]
    assert session.view(1)["players"] == ["Ada", "you"]


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


def test_the_end_shows_what_decisions_gave_away(tmp_path, link_to, open_page):
    session = session_of(tmp_path, "afritoria_v0", (None, "greedy"))
    play_bots(session)
    while not session.is_over:
        session.act(session.mover, session.actions(session.mover)[-1]["id"])
        play_bots(session)
    page = open_page(link_to(session))
    page.wait_for_selector("#analysis ol li")
    words = page.inner_text("#analysis")
    assert "32 times by greedy" in words
    assert "better: " in words
    page.click("#new")
    page.wait_for_selector("#analysis", state="hidden")
    assert not page.locator("#result").is_visible()
