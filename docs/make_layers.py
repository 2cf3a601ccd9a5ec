"""Draw the imports between folders: `python docs/make_layers.py` reads them from the source."""

import ast
from collections.abc import Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "pictures" / "layers.svg"
PACKAGES = {"africana_env": ROOT / "africana_env", "africana_training": ROOT / "training" / "africana_training"}
"""The folder of each package."""
ROW, BOX_WIDTH, BOX_HEIGHT, MARGIN = 66, 106, 30, 14
COLUMNS = {"africana_env": (0, 390, "#d7ead9"), "africana_training": (390, 900, "#f3dfc4")}
"""Left edge, right edge and colour of the boxes of each package."""
WIDTH = 900

Graph = dict[str, set[str]]
"""The names that each name imports."""


def module_name(path: Path) -> str:
    """The dotted name of the module in a file."""
    parent = next(folder.parent for folder in PACKAGES.values() if path.is_relative_to(folder))
    parts = path.relative_to(parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def module_files() -> Mapping[str, Path]:
    """Return the file of every module of the packages."""
    return {module_name(path): path for folder in PACKAGES.values() for path in sorted(folder.rglob("*.py"))}


def imported_names(path: Path) -> list[str]:
    """Return the dotted names that a file imports, also in functions and under `TYPE_CHECKING`; `a.b` for
    `from a import b`. Raises `ValueError` for a relative import."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{path} has a relative import")
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


@cache
def module_imports() -> Graph:
    """Return the modules that each module imports."""
    files = module_files()

    def module_of(name: str) -> str | None:
        return next((each for each in (name, name.rpartition(".")[0]) if each in files), None)

    found = {name: {module_of(imported) for imported in imported_names(path)} for name, path in files.items()}
    return {name: {each for each in imported if each not in (None, name)} for name, imported in found.items()}


def folder_of(module: str) -> str:
    """Return the box of a module: its folder, or the package for `africana_env` and its `_v0` modules."""
    package, _, rest = module.partition(".")
    first = rest.partition(".")[0]
    return package if not first or "_v" in first else f"{package}.{first}"


def folder_imports() -> Graph:
    """Return the boxes that each box imports."""
    graph: Graph = {}
    for module, imported in module_imports().items():
        box = folder_of(module)
        graph.setdefault(box, set()).update({folder_of(each) for each in imported} - {box})
    del graph["africana_training"]  # an empty module
    return graph


def levels_of(graph: Graph) -> dict[str, int]:
    """Return the row of each box, from 0: one above its highest import. Raises `graphlib.CycleError`."""
    levels: dict[str, int] = {}
    for box in TopologicalSorter(graph).static_order():
        levels[box] = max((levels[each] + 1 for each in graph[box]), default=0)
    return levels


def direct(graph: Graph) -> Graph:
    """Return the graph without the imports that follow from others."""

    def reached(box: str) -> set[str]:
        return graph[box].union(*map(reached, graph[box]))

    return {box: imported - set().union(*map(reached, imported)) for box, imported in graph.items()}


def places_of(graph: Graph) -> dict[str, tuple[float, float]]:
    """Return the middle of each box. Rows go from bottom to top; a row is ordered by the places of its imports."""
    levels = levels_of(graph)
    top = max(levels.values())
    places: dict[str, tuple[float, float]] = {}
    for level in range(top + 1):
        for package, (left, right, _) in COLUMNS.items():
            row = [box for box in graph if levels[box] == level and box.partition(".")[0] == package]
            below = {box: [places[each][0] for each in graph[box]] for box in row}
            row.sort(key=lambda box: (sum(below[box]) / max(len(below[box]), 1), box))
            for number, box in enumerate(row):
                x = left + (right - left) * (number + 0.5) / len(row)
                places[box] = (x, (top - level) * ROW + MARGIN + BOX_HEIGHT / 2)
    return places


def layers_svg(graph: Graph) -> str:
    """Return the picture, imported boxes at the bottom."""
    places = places_of(graph)
    height = max(y for _, y in places.values()) + BOX_HEIGHT / 2 + MARGIN
    lines = [
        f'<path d="M{x:.0f} {y + BOX_HEIGHT / 2:.0f}L{to_x:.0f} {to_y - BOX_HEIGHT / 2:.0f}"/>'
        for box, (x, y) in sorted(places.items())
        for to_x, to_y in (places[each] for each in sorted(direct(graph)[box]))
    ]
    boxes = [
        f'<rect x="{x - BOX_WIDTH / 2:.0f}" y="{y - BOX_HEIGHT / 2:.0f}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" '
        f'rx="5" fill="{COLUMNS[box.partition(".")[0]][2]}" stroke="#777"/>'
        f'<text x="{x:.0f}" y="{y + 4:.0f}">{box.partition(".")[2] or "NAME_v0"}</text>'
        for box, (x, y) in sorted(places.items())
    ]
    headings = [
        f'<text x="{MARGIN if package == "africana_env" else WIDTH - MARGIN}" y="26" font-weight="bold" '
        f'text-anchor="{"start" if package == "africana_env" else "end"}">{package}</text>'
        for package in COLUMNS
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif" '
            'font-size="13" text-anchor="middle">',
            f'<rect width="{WIDTH}" height="{height:.0f}" fill="#fff"/>',
            f'<g stroke="#888" fill="none">{"".join(lines)}</g>',
            *boxes,
            *headings,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    PICTURE.write_text(layers_svg(folder_imports()))
