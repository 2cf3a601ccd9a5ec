"""Copies of the programs in `examples/`, and of its game under a new name."""

import ast
import json
import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from africana_env import UserError, game_names
from africana_env.engine.process.errors import format_value
from africana_env.engine.process.files import StrPath, atomic_write, file_errors

PLACES = (Path(__file__).parents[1] / "examples", Path(__file__).parents[2] / "examples")
"""The folder in a wheel, and in the repository."""
GAME = "leduc_poker"


def examples_folder() -> Path:
    return next(place for place in PLACES if place.is_dir())


def example_files() -> dict[str, Path]:
    """Return the programs and notebooks by name, without the suffix."""
    folder = examples_folder()
    files = [*sorted(folder.glob("*.py")), *sorted(folder.glob("notebooks/*.ipynb"))]
    return {path.stem: path for path in files}


def about(example: Path) -> str:
    """Return the first paragraph of a program's docstring, or the heading of a notebook."""
    text = example.read_text(encoding="utf-8")
    if example.suffix == ".ipynb":
        return "".join(json.loads(text)["cells"][0]["source"]).partition("\n")[0].lstrip("# ")
    paragraph = (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0]
    return " ".join(paragraph.split())


def copy_example(name: str) -> Path:
    """Copy an example into the working directory, and return its path.

    Raises `UserError` for an unknown name, or if the file exists or cannot be written.
    """
    files = example_files()
    if name not in files:
        raise UserError(f"there is no example {format_value(name)}: use {', '.join(files)}")
    target = Path(files[name].name)
    if target.exists():
        raise UserError(f"{target} already exists: rename it, or use another folder")
    atomic_write(target, files[name].read_bytes())
    return target


def new_game(name: str, folder: StrPath = ".") -> Path:
    """Write a package `name` with the game `NAME_v0` into a new folder `name` in `folder`, and return its path.

    Raises `UserError` for an invalid or taken name, or if the folder exists.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise UserError(f"a game's name must be a module name such as lost_cities, not {format_value(name)}")
    target = Path(folder) / name
    if target.exists():
        raise UserError(f"{target} already exists: use another name or folder")
    if f"{name}_v0" in game_names() or find_spec(name) is not None:
        raise UserError(f"a game or module {name} already exists: use another name")
    example = examples_folder() / GAME
    words = {
        "Leduc Hold'em": name.replace("_", " ").title(),
        "leduc_v0": f"{name}_v0",
        GAME: name,
        GAME.replace("_", "-"): name.replace("_", "-"),
    }
    with file_errors(str(target)):
        target.mkdir(parents=True)
        for file in ("pyproject.toml", f"{GAME}.py"):
            text = (example / file).read_text(encoding="utf-8")
            for old, new in words.items():
                text = text.replace(old, new)
            (target / file.replace(GAME, name)).write_text(text, encoding="utf-8")
    return target
