"""Runs of a study. Each has a folder with its result, and is made once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from africana_env import UserError, __version__, atomic_write
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.files import read_file, remove_drafts_of, write_json

RESULT_FILE = "result.json"
MAX_BYTES = 1 << 16
MARKERS = "<!-- results -->", "<!-- end of results -->"
"""A command writes the part of a page between these lines; people write the rest."""
PICTURES = "pictures"


class Named(Protocol):
    """A run. Equal runs have the same name."""

    @property
    def name(self) -> str:
        """Return the name of its folder."""


Run = TypeVar("Run", bound=Named)
Outcome = TypeVar("Outcome", bound=Any)


def chosen_runs(runs: Sequence[Run], only: Sequence[str]) -> list[Run]:
    """Return the runs whose names begin with one of `only`, all if it is empty. Raises `UserError` if none does."""
    chosen = [run for run in runs if not only or run.name.startswith(tuple(only))]
    if not chosen:
        raise UserError(f"no run begins with {' or '.join(map(format_name, only))}: name one such as {runs[0].name}")
    return chosen


def make_missing(
    folder: Path,
    runs: Sequence[Run],
    outcomes: dict[Run, Outcome],
    make: Callable[[Run, Path], Outcome],
    progress: Callable[[Run, int, int], None],
) -> dict[Run, Outcome]:
    """Make the `runs` that are missing in `outcomes`, each in a subfolder of `folder`, and save their results. Returns
    all outcomes. `progress` is called before each run with its number, from 1, and the number of missing runs."""
    missing = [run for run in runs if run not in outcomes]
    for number, run in enumerate(missing, 1):
        progress(run, number, len(missing))
        path = folder / run.name / RESULT_FILE
        remove_drafts_of(path)
        outcomes[run] = outcome = make(run, path.parent)
        write_json(path, asdict(outcome))
    return {run: outcomes[run] for run in runs}


def read_result(path: Path, kind: TypeAdapter[Outcome]) -> Outcome | None:
    """Return the result of a run, None if it was not made. Raises `UserError` for a file of another kind."""
    if not path.exists():
        return None
    try:
        return kind.validate_json(read_file("result", path, MAX_BYTES))
    except ValidationError:
        raise UserError(f"{format_name(path)} is not the result of a run: delete its folder") from None


def intervals_text(intervals: Iterable[tuple[float, float]]) -> str:
    """The half-width of the widest of the intervals of shares, in points."""
    return f"at most ±{max(high - low for low, high in intervals) * 50:.1f} points"


def write_results(page: Path, made: int, total: int, parts: Sequence[str]) -> None:
    """Write Markdown between the markers of a page, or into a new page. Raises `UserError` for a page without
    markers."""
    first, last = MARKERS
    text = page.read_text(encoding="utf-8") if page.exists() else f"{first}\n{last}\n"
    before, begin, rest = text.partition(first)
    _, end, after = rest.partition(last)
    if not (begin and end):
        raise UserError(f"{format_name(page)} has no lines {first} and {last}: results are written between them")
    summary = f"{made} of {total} runs; version {__version__}."
    atomic_write(page, "\n\n".join([f"{before}{first}", summary, *parts, f"{last}{after}"]).encode())


def write_picture(page: Path, name: str, svg: str, title: str) -> str:
    """Write a picture next to a page. Returns the Markdown that shows it."""
    page.parent.joinpath(PICTURES).mkdir(exist_ok=True)
    atomic_write(page.parent / PICTURES / f"{name}.svg", svg.encode())
    return f"![{title}]({PICTURES}/{name}.svg)"
