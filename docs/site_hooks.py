"""Add pages to the site: pages made from the code, and Markdown from elsewhere in the repository. `mkdocs.yml` names
this file.

`site_games.py` writes the pages of a game, `site_reference.py` the reference; `site_sources.py` finds other files and
redirects links to them.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from site_games import game_pages
from site_reference import REFERENCE, modules_page, reference_page
from site_sources import ROOT, pages, relinked, source_page, sources

from africana_env import load_game
from africana_env.api.registration import own_names

PAGES = pages()
FILE_OF = {page: file for file, page in PAGES.items()}
RESULTS = "Results"
"""The part of the navigation whose pages have wide tables."""


def on_config(config: MkDocsConfig) -> None:
    """Set addresses from the package's metadata, and fill the generated parts of the navigation."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"].get("urls", {})
    config.site_url = urls.get("Documentation", "")
    if "Repository" in urls:  # not as `repo_url`: the theme would ask the host for its stars
        link = {"icon": "material/source-repository", "link": urls["Repository"], "name": "Repository"}
        config.extra["social"] = [link]
    made: dict[str, list[Any]] = {
        "Games": [
            {
                load_game(name).title: [
                    f"games/{short}.md",
                    {"The rules": f"games/{short}-rules.md"},
                    {"Observation and actions": f"games/{short}-interface.md"},
                    {"Editions": f"games/{short}-components.md"},
                    {"How it plays": f"games/{short}-edition.md"},
                ]
            }
            for name in own_names()
            for short in [name.rpartition("_")[0]]
        ],
        "Examples": [
            *(page for page in PAGES.values() if page.startswith("examples/")),
            {"Configs": [page for page in PAGES.values() if page.startswith("configs/")]},
        ],
        "Reference": ["reference/modules.md", *(f"reference/{name}.md" for name in REFERENCE)],
    }
    assert config.nav is not None
    config.nav = [{name: made.get(name, content) for name, content in part.items()} for part in config.nav]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages that are not in `docs/`."""
    made = {page: (ROOT / file).read_text() for file, page in PAGES.items() if not file.startswith("docs/")}
    made |= {PAGES[path.relative_to(ROOT).as_posix()]: source_page(path) for path in sources()}
    for name in own_names():
        short = name.rpartition("_")[0]
        made |= {f"games/{short}{end}.md": text for end, text in game_pages(load_game(name)).items()}
    made |= {f"reference/{name}.md": reference_page(name) for name in REFERENCE}
    made["reference/modules.md"] = modules_page()
    for page, text in made.items():  # game pages come last: they replace HOW_TO_PLAY.md
        files.append(File.generated(config, page, content=text))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Redirect links from files of the repository to their pages. Hide the menus of the first page, and the table of
    contents where tables need the room. Give the README its title from the navigation."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]
    elif page.parent is not None and page.parent.title == RESULTS:
        page.meta["hide"] = ["toc"]
    elif page.file.src_uri == PAGES["README.md"]:
        page.meta["hide"] = ["toc"]
        markdown = markdown.replace("# africana-env", f"# {page.title}", 1)
    file = FILE_OF.get(page.file.src_uri)
    return markdown if file is None else relinked(markdown, file, page.file.src_uri, PAGES)
