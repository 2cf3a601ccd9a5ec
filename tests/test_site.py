"""The site builds without warnings, documents each exported name, and loads nothing from other hosts."""

import ast
import importlib
import os
import re
import subprocess
import sys
import zlib
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

import pytest
from test_docs import PAGES, blocks_of

from africana_env.api.registration import own_names

ROOT = Path(__file__).parents[1]
EXPORTING = ["africana_env", "africana_env.bots", *(f"africana_env.{name}" for name in own_names())]
OURS = ("africana_env", "africana_training")
HEADINGS = {
    "": "Description, Rules in short, Board, Rewards, Ladder, Versions",
    "-interface": "Observation, Actions",
    "-components": "Editions",
}
needs_mkdocs = pytest.mark.skipif(
    find_spec("mkdocs") is None or find_spec("mkdocstrings") is None, reason="the extra docs is not installed"
)


def build(project: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site of a project like `make docs`."""
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=project, env=env, capture_output=True, text=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Page(HTMLParser):
    """The ids of a page, the addresses that it names, and those that a browser loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids |= {found["id"]} if found.get("id") else set()
        named = {found[name] for name in ("href", "src", "srcset") if found.get(name)}
        self.links |= named
        self.loaded |= named if tag != "a" else set()


def presented_names() -> set[str]:
    """Return the names that the package exports, and those that pages and examples import."""
    names = {f"{module}.{name}" for module in EXPORTING for name in importlib.import_module(module).__all__}
    codes = [block.code for page in PAGES for block in blocks_of(page) if block.language == "python"]
    codes += [path.read_text() for path in (ROOT / "examples").glob("**/*.py")]
    for node in (node for code in codes for node in ast.walk(ast.parse(code))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.removeprefix("africana_env.") not in own_names()}


def entries(site: Path) -> set[str]:
    """Return the names with an entry in the reference, from its inventory for links of other sites and from its
    anchors."""
    inventory = zlib.decompress((site / "objects.inv").read_bytes().split(b"\n", 4)[4]).decode()
    anchors = set().union(*(Page(path).ids for path in (site / "reference").glob("*.html")))
    return {line.partition(" ")[0] for line in inventory.splitlines()} | anchors


@needs_mkdocs
def test_every_name_that_is_exported_or_presented_has_an_entry(site):
    assert presented_names() - entries(site) == set()


@needs_mkdocs
@pytest.mark.parametrize("end", HEADINGS)
def test_a_game_has_its_pages_with_fixed_headings(site, end):
    for name in own_names():
        text = (site / "games" / f"{name.rpartition('_')[0]}{end}.html").read_text()
        headings = re.findall(r'<h2 id="[^"]*">([^<]*)<', text)
        assert ", ".join(headings) == HEADINGS[end]


@needs_mkdocs
def test_pages_of_results_leave_their_tables_room_and_what_they_are_made_of_is_not_published(site):
    hidden = re.compile(r'md-sidebar--secondary"[^>]* hidden')
    for name in ("ladder", "benchmark", "generalisation"):
        assert hidden.search((site / f"{name}.html").read_text())
        assert not (site / name).exists()
    assert not hidden.search((site / "training.html").read_text())


@needs_mkdocs
def test_no_link_is_broken_and_no_page_loads_anything_from_elsewhere(site):
    for path in site.glob("**/*.html"):
        page = Page(path)
        assert not {link for link in page.loaded if link.startswith(("http:", "https:", "//"))}, path
        inner = {link.partition("#")[0] for link in page.links if ":" not in link and not link.startswith(("#", "//"))}
        gone = {link for link in inner if link and not (path.parent / unquote(link)).exists()}
        assert path.name == "404.html" or not gone, path


@needs_mkdocs
def test_every_broken_link_fails(tmp_path):
    """Build one page with the settings of the site."""
    links = ["nowhere.md", "#nowhere", "../outside.md", "picture.png"]
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Page\n\n" + "\n".join(f"[link]({link})" for link in links))
    settings = "docs_dir: docs\nnav: [index.md]\nhooks: []\nplugins: []\nextra_css: []\nextra_javascript: []\n"
    (tmp_path / "mkdocs.yml").write_text(f"INHERIT: {ROOT / 'mkdocs.yml'}\n{settings}")
    done = build(tmp_path, tmp_path / "site")
    assert done.returncode != 0
    assert [link for link in links if f"'{link}'" not in done.stderr] == []
    assert done.stderr.count("WARNING") == len(links)
