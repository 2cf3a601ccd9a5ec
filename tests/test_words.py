"""Words that are not used here, because the field has others for the same thing."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", ".github")
PLACES = ("africana_env", "training", "examples", "configs", "docs", "tests", *TOP)
SUFFIXES = {".py", ".md", ".yaml", ".yml", ".toml", ".js", ".css", ".html"}
WORDS = {
    r"(told|told_(why|of)|faults_told|retold)": "error_message, format_... or what the value is",
    r"(judge|judges|judging|judge_\w+)": "evaluate, value, forward",
    r"films?": "video, replay, delta frames",
    r"keepers?": "logger, session",
    r"shipments?": "bundle",
    r"worlds?": "determinization, state",
    r"teachers?": "expert",
    r"mixed[ _]tables?": "mixed line-ups",
    r"[Ss]omebody else's": "a user's, another",
    r"\w*(LEAST|FEWEST|MOST(_\w*)?|WORLDS|SURE|POOL)( |:\s*\w+ )=": "MIN_ or MAX_, with what is counted in the name",
    r"(is_viewer|viewer: int)": "seat",
    r"def test_\w*told\w*": "reported, shown, or what the value is",
    r"(words_of|course_of)": "texts_in, trajectory",
    r"def table": "html_table, markdown_table; tables are the data of an edition",
}
"""Regular expressions of whole words, and what to write instead."""


def in_git() -> list[Path]:
    """The files in these places that git does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *PLACES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.splitlines()]


def on_disk() -> list[Path]:
    """All files in these places, as in an unpacked source distribution."""
    return [path for place in PLACES for path in (ROOT / place, *(ROOT / place).rglob("*"))]


def sources() -> list[Path]:
    found = in_git() if (ROOT / ".git").exists() else on_disk()
    return [path for path in found if path.suffix in SUFFIXES and path.is_file() and path.name != Path(__file__).name]


@pytest.mark.parametrize("word", WORDS)
def test_the_words_of_the_field_are_used(word):
    pattern = re.compile(rf"(?<!\w){word}(?!\w)")
    lines = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not lines, f"write instead: {WORDS[word]}\n" + "\n".join(lines)
