"""Writes the first cell of every notebook and takes outputs out: `python docs/make_notebooks.py`.

The first cell installs the package where it is missing, such as on Colab. Notebooks are kept without outputs, because
those would differ with every version, and the tests execute what they hold.
"""

import json
from pathlib import Path
from typing import Any

from africana_env import atomic_write

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"
PACKAGE = "africana-env[train]"
"""What pip installs: a name, or `NAME @ git+ADDRESS`. Until the package is on PyPI, set the address of a repository."""
FIRST_CELL = f"""\
import importlib.util
import subprocess
import sys

if importlib.util.find_spec("africana_env") is None:  # on Colab, for example
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "{PACKAGE}"], check=True)
"""
METADATA = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def lines(text: str) -> list[str]:
    """A text as notebooks keep it."""
    return text.rstrip("\n").splitlines(keepends=True)


def cleaned(notebook: dict[str, Any]) -> dict[str, Any]:
    """A notebook with the first code cell and the metadata that all have, without outputs."""
    cells = [{key: cell[key] for key in ("cell_type", "id", "source")} | {"metadata": {}} for cell in notebook["cells"]]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    code[0]["source"] = lines(FIRST_CELL)
    for cell in code:
        cell |= {"execution_count": None, "outputs": []}
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def content(notebook: dict[str, Any]) -> str:
    """The file of a notebook."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> None:
    """Write all notebooks anew."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        atomic_write(path, content(cleaned(json.loads(path.read_text()))).encode())


if __name__ == "__main__":
    main()
