"""The programs of `examples/`, to be copied and changed."""

import ast
import json
from pathlib import Path

from africana_env import UserError
from africana_env.engine.errors import format_value
from africana_env.engine.files import atomic_write

PLACES = (Path(__file__).parents[1] / "examples", Path(__file__).parents[2] / "examples")
"""Where the folder is: in a wheel, and in the repository."""


def examples_folder() -> Path:
    """The folder of the examples."""
    return next(place for place in PLACES if place.is_dir())


def example_files() -> dict[str, Path]:
    """The programs and notebooks by name, without the suffix."""
    folder = examples_folder()
    files = [*sorted(folder.glob("*.py")), *sorted(folder.glob("notebooks/*.ipynb"))]
    return {path.stem: path for path in files}


def about(example: Path) -> str:
    """What an example is about: the first paragraph of a program's docstring, or the heading of a notebook."""
    text = example.read_text(encoding="utf-8")
    if example.suffix == ".ipynb":
        return "".join(json.loads(text)["cells"][0]["source"]).partition("\n")[0].lstrip("# ")
    paragraph = (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0]
    return " ".join(paragraph.split())


def copy_example(name: str) -> Path:
    """Write the example of this name into the working folder; returns its path.

    Raises `UserError` for a name that there is not, and if the file is there already or cannot be written.
    """
    files = example_files()
    if name not in files:
        raise UserError(f"there is no example {format_value(name)}: use {', '.join(files)}")
    target = Path(files[name].name)
    if target.exists():
        raise UserError(f"{target} is there already: rename it, or use another folder")
    atomic_write(target, files[name].read_bytes())
    return target
