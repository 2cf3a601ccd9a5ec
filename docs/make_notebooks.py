"""Write the first cell of every notebook and remove outputs: `python docs/make_notebooks.py`.

The first cell installs the package if it is missing, for example on Colab. Outputs would differ with every version; the
tests execute the cells.
"""

import json
from pathlib import Path
from typing import Any

from africana_env import atomic_write

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"
PACKAGE = "africana-env[train]"
"""The argument of pip. Until the package is on PyPI, set `NAME @ git+ADDRESS`."""
FIRST_CELL = f"""\
import importlib.util
import subprocess
import sys

if importlib.util.find_spec("africana_env") is None:  # on Colab, for example
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "{PACKAGE}"], check=True)
"""
METADATA = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def lines(text: str) -> list[str]:
    """Split a text into lines as notebooks store it."""
    return text.rstrip("\n").splitlines(keepends=True)


def cleaned(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook with the common first cell and metadata, without outputs."""
    cells = [{key: cell[key] for key in ("cell_type", "id", "source")} | {"metadata": {}} for cell in notebook["cells"]]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    code[0]["source"] = lines(FIRST_CELL)
    for cell in code:
        cell |= {"execution_count": None, "outputs": []}
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def content(notebook: dict[str, Any]) -> str:
    """Return the content of a notebook's file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> None:
    """Rewrite all notebooks."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        atomic_write(path, content(cleaned(json.loads(path.read_text()))).encode())


if __name__ == "__main__":
    main()
