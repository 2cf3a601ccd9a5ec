"""The page behind a proxy that adds a path, renames the host and uses HTTPS."""

from contextlib import ExitStack

import pytest
from browser.clicking import play_to_the_end
from browser.proxies import PREFIX, Proxy, certificate
from play.running import Running
from play.sessions import session_of

from africana_env.play.room import Room


@pytest.fixture
def link_behind_proxy(tmp_path):
    """`link_behind_proxy(session, scheme, renames)`: serve a session behind a `Proxy`; returns the first link."""
    with ExitStack() as stack:

        def serve(session, scheme, renames):
            running = Running(room := Room(session), allowed=["hub.localhost"])  # browsers resolve *.localhost
            stack.callback(running.stop)
            proxy = stack.enter_context(
                Proxy(running.port, certificate(tmp_path) if scheme == "https" else None, renames)
            )
            stack.callback(proxy.shutdown)
            return f"{scheme}://hub.localhost:{proxy.server_address[1]}{PREFIX}/{next(iter(room.seats))}"

        yield serve


@pytest.mark.parametrize(("scheme", "renames"), [("http", False), ("https", True)])
def test_a_game_is_played_behind_a_proxy(tmp_path, link_behind_proxy, open_page, scheme, renames):
    session = session_of(tmp_path, max_rounds=2)
    page = open_page(link_behind_proxy(session, scheme, renames), ignore_https_errors=True)
    page.click("#help")
    page.wait_for_selector("#signs svg")
    with page.expect_popup() as rules:
        page.click("text=The rules")
    rules.value.wait_for_load_state()
    assert rules.value.evaluate("document.styleSheets.length") == 2
    page.click("#close")
    play_to_the_end(page)
    record = page.evaluate("fetch(document.querySelector('#record').href).then((answer) => answer.text())")
    assert record.encode() == session.record.to_bytes()
    page.wait_for_selector("#analysis .how")
    with page.expect_popup() as replay:
        page.click("#replay")
    replay.value.wait_for_selector("svg")
