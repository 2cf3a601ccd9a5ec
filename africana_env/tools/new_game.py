"""A package for a game of one's own: the example game under another name."""

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from africana_env import UserError, game_names
from africana_env.engine.errors import format_value
from africana_env.engine.files import StrPath, file_errors
from africana_env.tools.examples import examples_folder

EXAMPLE = "leduc_poker"


def new_game(name: str, folder: StrPath = ".") -> Path:
    """Write a package `name` with the game `NAME_v0` into a new folder of that name in `folder`; returns its path.

    Raises `UserError` for a name that cannot be that of a module or is taken, and if the folder is there already.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise UserError(f"a game's name is a module's, such as lost_cities: not {format_value(name)}")
    target = Path(folder) / name
    if target.exists():
        raise UserError(f"{target} is there already: use another name or folder")
    if f"{name}_v0" in game_names() or find_spec(name) is not None:
        raise UserError(f"there is a game or a module {name} already: use another name")
    example = examples_folder() / EXAMPLE
    words = {
        "Leduc Hold'em": name.replace("_", " ").title(),
        "leduc_v0": f"{name}_v0",
        EXAMPLE: name,
        EXAMPLE.replace("_", "-"): name.replace("_", "-"),
    }
    with file_errors(str(target)):
        target.mkdir(parents=True)
        for file in ("pyproject.toml", f"{EXAMPLE}.py"):
            text = (example / file).read_text(encoding="utf-8")
            for old, new in words.items():
                text = text.replace(old, new)
            (target / file.replace(EXAMPLE, name)).write_text(text, encoding="utf-8")
    return target
