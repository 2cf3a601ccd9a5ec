"""A browser for the tests of pages."""

from contextlib import ExitStack, suppress
from shutil import which

import pytest
from play.running import Running

from africana_env.play.room import Room

with suppress(ImportError):
    import torch  # noqa: F401 - else the analysis of a finished game loads it in a thread, during any later test

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser():
    """The system's Chromium. Not scoped to the session, because playwright keeps an event loop running in this thread
    and other tests start loops."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pages are not tested")
    path = next(filter(None, map(which, CHROMIUM)), None)
    if path is None:
        pytest.skip("Chromium is not installed: pages are not tested")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def links_to():
    """`links_to(session)`: serve a session; returns the links of its people."""
    with ExitStack() as stack:

        def serve(session):
            running = Running(room := Room(session))
            stack.callback(running.stop)
            return [f"{running.link.rpartition('/')[0]}/{secret}" for secret in room.seats]

        yield serve


@pytest.fixture
def link_to(links_to):
    """`link_to(session)`: serve a session; returns the link of its first person."""
    return lambda session: links_to(session)[0]


@pytest.fixture
def open_page(browser):
    """`open_page(link)`: open a page, without delays for the others' moves, notes and console output; options go to the
    browser's context."""
    with ExitStack() as stack:
        complaints = []

        def open_link(link, pace="instant", notes=False, **options):
            context = stack.enter_context(browser.new_context(**options))
            context.set_default_timeout(90_000)
            context.add_init_script(f"localStorage.setItem('africana-pace', {pace!r})")
            if not notes:
                context.add_init_script("localStorage.setItem('africana-notes', 'all')")
            page = context.new_page()
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(link)
            page.wait_for_selector("#board svg")
            return page

        yield open_link
    assert complaints == []
