"""A browser for the tests of pages."""

from shutil import which

import pytest

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pages are not tested")
    path = next(filter(None, map(which, CHROMIUM)), None)
    if path is None:
        pytest.skip("Chromium is not installed: pages are not tested")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()
