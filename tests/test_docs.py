"""Executes every snippet of the README and of the pages in `docs/`.

The blocks of a page run in order, in one folder and one process: `python` in one namespace, `sh` by `bash -e`, which
has the command `africana`. A first line `# FILE` makes a block a file, as for all `toml` and `yaml` and for `python`
files. A comment `# needs: MODULE` skips a block if the module is not installed. An HTML comment
`<!-- not run: REASON -->` in the line before a block always skips it.
"""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FILE = re.compile(r"# ([\w.-]+\.(?:toml|yaml|py))$")
NEEDS = re.compile(r"# needs: (\w+)$", re.MULTILINE)
NOT_RUN = re.compile(r"<!-- not run: (.+) -->$")
LINK = re.compile(r"\[[^\]]*\]\(([^)#:]+)(?:#[^)]*)?\)")
MAX_NOT_RUN = 16
SLOW = {
    "boards-and-replays",
    "exploitability",
    "generated-editions",
    "other-peoples-learners",
    "recipes",
    "tournaments",
    "training",
    "your-own-algorithm",
    "your-own-bot",
    "your-own-edition",
    "your-own-network",
}
"""Pages that train or search for most of a minute."""
SHOWN = {"", "bibtex"}
"""Languages of blocks that are only shown."""
LANGUAGES = {"python", "sh", "toml", "yaml", *SHOWN}


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    line: int
    """The line, from 1, of the fence."""
    code: str
    not_run: str | None
    """Why it is not run."""

    @property
    def file(self) -> str | None:
        """The file to write it to."""
        named = FILE.match(self.code.partition("\n")[0])
        return named[1] if named else None

    @property
    def missing(self) -> list[str]:
        """The modules that it needs and that are missing."""
        return [name for name in NEEDS.findall(self.code) if importlib.util.find_spec(name) is None]


def blocks_of(page: Path) -> list[Block]:
    blocks: list[Block] = []
    lines = page.read_text().splitlines()
    start: int | None = None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number
            continue
        reason = NOT_RUN.match(lines[start - 1]) if start else None
        code = "\n".join(lines[start + 1 : number]) + "\n"
        blocks.append(Block(lines[start][3:], start + 2, code, reason and reason[1]))
        start = None
    assert start is None, f"{page.name}:{start}: this block does not end"
    return blocks


def play(page: Path) -> None:
    main = sys.modules["__main__"] = ModuleType("__main__")  # makes the page's definitions importable, also in a fork
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in blocks_of(page):
        where = f"{page}:{block.line}"
        if block.not_run or block.missing or block.language in SHOWN:
            continue
        if block.file:
            Path(block.file).write_text(block.code)
        elif block.language == "python":
            exec(compile("\n" * (block.line - 1) + block.code, str(page), "exec"), vars(main))
        elif block.language == "sh":
            done = subprocess.run(["bash", "-e", "-c", block.code], env={**os.environ, "PATH": path})
            assert done.returncode == 0, f"{where}: exit status {done.returncode}"
        else:
            raise AssertionError(f"{where}: name the file, `# FILE`, in the first line of a block of {block.language}")


def run_page(page: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Execute a page in its own process."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, __file__, str(page)], cwd=folder, env=env, capture_output=True, text=True, timeout=1800
    )


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=pytest.mark.slow if page.stem in SLOW else [], id=page.stem) for page in PAGES]
)
def test_the_snippets_of_a_page_run(page, tmp_path):
    done = run_page(page, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_few_snippets_are_not_run_and_each_says_why():
    left_out = [block for page in PAGES for block in blocks_of(page) if block.not_run]
    assert len(left_out) <= MAX_NOT_RUN
    marks = sum(page.read_text().count("<!-- not run") for page in PAGES)
    assert marks == len(left_out)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_linked_and_links_to_what_is_there(page):
    text = page.read_text()
    for target in LINK.findall(text):
        assert (page.parent / target).exists(), target
    assert {block.language for block in blocks_of(page)} <= LANGUAGES
    if page.parent.name == "docs" and page.name != "README.md":
        assert f"({page.name})" in (ROOT / "docs" / "README.md").read_text()
        assert "\n## Where next\n" in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("```python\nfirst = 1\n```\n\n```python\nassert first == 2\n```\n", 'page.md", line 6'),
        ("```sh\nfalse\ntrue\n```\n", "page.md:2: exit status 1"),
        ("```toml\n[edition]\n```\n", "page.md:2: name the file"),
        ("```toml\n# a.toml\nx = 1\n```\n\n```sh\ngrep -q y a.toml\n```\n", "page.md:7: exit status 1"),
        ("```python\n# a.py\nx = 1\n```\n\n```python\nimport a\n\nassert a.x == 2\n```\n", 'page.md", line 9'),
        ("```python\n1\n", "does not end"),
    ],
)
def test_what_does_not_work_is_found(tmp_path, text, shown):
    page = tmp_path / "page.md"
    page.write_text(text)
    done = run_page(page, tmp_path)
    assert done.returncode != 0
    assert shown in done.stderr


def test_what_is_not_to_be_run_is_not(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- not run: it fails -->\n```sh\nfalse\n```\n\n"
        "```python\nimport nowhere_at_all  # needs: nowhere_at_all\n```\n\n```python\nprint('the end')\n```\n"
    )
    done = run_page(page, tmp_path)
    assert (done.returncode, done.stdout) == (0, "the end\n"), done.stderr


if __name__ == "__main__":
    sys.path[0] = ""  # modules of the page
    play(Path(sys.argv[1]))
