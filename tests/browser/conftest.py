"""A browser for the tests of pages."""

from shutil import which

import pytest

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser():
    """The system's Chromium. Not for the whole session: while it is there an event loop runs in this thread, and tests
    of other modules have loops of their own."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pages are not tested")
    path = next(filter(None, map(which, CHROMIUM)), None)
    if path is None:
        pytest.skip("Chromium is not installed: pages are not tested")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()
