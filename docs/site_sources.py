"""Find files outside `docs/` that become pages of the site, and redirect links to them."""

import json
import re
from collections.abc import Iterator, Mapping
from os.path import normpath, relpath
from pathlib import Path
from posixpath import dirname, join

from africana_env.tools.examples import example_files

ROOT = Path(__file__).parents[1]
TOP = {
    "README.md": "overview.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
FIRST = {
    "examples": "examples/own_bot.py",
    "examples/notebooks": "examples/notebooks/1_first_steps.ipynb",
    "configs": "configs/africana_2p.yaml",
}
"""The target of a link to a folder."""
LINK = re.compile(r"""(\]\(|\b(?:src|srcset|href)=")([^)"#:\s]+)(?=[)"#])""")
FETCH = {
    ".py": "`africana example {name}` writes it into the working folder.",
    ".ipynb": "`africana example {name}` writes it into the working folder, as a notebook.",
    ".yaml": "`africana train {name}` trains with it.",
}


def pages() -> dict[str, str]:
    """Return the page of the site for each file of the repository, both as POSIX paths."""
    found = {f"docs/{path.relative_to(ROOT / 'docs').as_posix()}": path.name for path in (ROOT / "docs").glob("*.md")}
    found |= TOP
    for rules in (ROOT / "africana_env" / "games").glob("*/RULES.md"):
        game, folder = rules.parent.name, rules.parent.relative_to(ROOT).as_posix()
        found[f"{folder}/HOW_TO_PLAY.md"] = f"games/{game}.md"  # made by site_games.py
        found[f"{folder}/RULES.md"] = f"games/{game}-rules.md"
        found[f"{folder}/editions/reconstructed.md"] = f"games/{game}-edition.md"
    for path in sources():
        found[path.relative_to(ROOT).as_posix()] = f"{path.parent.relative_to(ROOT).as_posix()}/{path.stem}.md"
    return found


def sources() -> Iterator[Path]:
    """Yield the files that are shown as they are: examples and configs."""
    yield from example_files().values()
    yield ROOT / "examples" / "leduc_poker" / "leduc_poker.py"
    yield from sorted((ROOT / "configs").glob("*.yaml"))


def source_page(path: Path) -> str:
    """Return a program, notebook or config as a page."""
    fetch = FETCH[path.suffix].format(name=path.stem)
    if path.parent.name == "leduc_poker":
        fetch = "`africana new-game NAME` writes it under your name."
    if path.suffix == ".ipynb":
        return notebook(path, fetch)
    language = {".py": "python", ".yaml": "yaml"}[path.suffix]
    return f"# {path.name}\n\n{fetch}\n\n````{language}\n{path.read_text('utf-8')}````\n"


def notebook(path: Path, fetch: str) -> str:
    """Return a notebook as a page, without outputs."""
    parts = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"````python\n{text}\n````")
    return "\n\n".join([parts[0], fetch, *parts[1:]]) + "\n"


def relinked(text: str, file: str, page: str, places: Mapping[str, str]) -> str:
    """Redirect the links in a text to the pages of the site. Links relative to the `file` in the repository become
    relative to the `page`."""

    def led(link: re.Match[str]) -> str:
        target = normpath(join(dirname(file), link[2]))
        place = places.get(target)
        if place is None and target.startswith("docs/"):
            place = target.removeprefix("docs/")  # a picture
        elif target in FIRST:
            place = places[FIRST[target]]
        return link[0] if place is None else link[1] + relpath(place, dirname(page) or ".")

    return LINK.sub(led, text)
