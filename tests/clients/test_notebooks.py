"""The notebooks in `examples/notebooks` run, and their files are clean."""

import json

import pytest
from make_notebooks import NOTEBOOKS, cleaned, content

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
SLOW = {"3_training"}


def test_there_are_notebooks():
    assert [path.stem for path in PATHS] == ["1_first_steps", "2_a_bot", "3_training", "4_a_tournament", "5_an_edition"]


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.slow if path.stem in SLOW else [], id=path.stem) for path in PATHS],
)
def test_the_cells_of_a_notebook_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    names = {"__name__": "__main__"}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.name}, {cell['id']}", "exec"), names)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_begins_by_installing_what_is_missing_and_has_no_outputs(path):
    kept = path.read_text()
    assert kept == content(cleaned(json.loads(kept))), "run python docs/make_notebooks.py"
