"""Allowed imports: layers and rooms import only lower ones, games import only `engine.game` and drawing, there are no
cycles, and only training imports torch."""

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter

import pytest
from make_layers import PICTURE, ROOT, folder_imports, imported_names, layers_svg, module_files, module_imports

LAYERS = [
    "drawing",
    "engine",
    "games",
    "bots",
    "api",
    "viewer",
    "remote",
    "arena",
    "data",
    "play",
    "tools",
    "cli",
    "training",
]
"""Lower to upper. The package itself and its `_v0` modules combine games and APIs, between api and arena."""
PACKAGE = LAYERS.index("api") + 0.5
TRAINING_LIBRARIES = {"torch", "tensorboard", "safetensors", "pydantic", "yaml"}


ROOMS = {
    "africana_training": [
        ["", "datasets", "fields", "process", "tensors"],
        ["distributed"],
        ["networks"],
        ["rollout", "policies"],
        ["algorithms", "logging"],
        ["config"],
        ["runs"],
        ["studies"],
        ["publish"],
        ["commands", "plugin", "__main__"],
    ],
    "africana_env.engine": [["", "process"], ["compilation"], ["game"], ["editions"], ["batch"]],
    "africana_env.arena": [["", "matches"], ["ratings"], ["evaluate"], ["exploitability"], ["tournament"], ["report"]],
    **{
        game: [
            ["rules"],
            ["hidden", "ways", "lacking"],
            ["edition", "greedy", "state_check"],
            ["entity_kinds"],
            ["entities", "facts"],
            ["axes"],
            ["draw_net"],
            ["generate"],
            ["drawing"],
            [""],
        ]
        for game in sorted({".".join(module.split(".")[:3]) for module in module_files() if ".games." in module})
    },
}
"""The folders and files of each layer, lower to upper. Those of one list do not import each other. `""` is the layer's
own module."""

PRIVATE = {
    "africana_env.cli.command_line": {"_actions"},  # argparse's
}
"""Remaining uses of other modules' private names, by module. Only remove entries."""


def layer_of(names: list[str]) -> float | None:
    """Return the place of a module in the order, None outside this project."""
    if names[0] == "africana_training":
        return LAYERS.index("training")
    if names[0] != "africana_env":
        return None
    if len(names) > 1 and names[1] in LAYERS:
        return LAYERS.index(names[1])
    return PACKAGE


def game_of(names: list[str]) -> str | None:
    return names[2] if names[:2] == ["africana_env", "games"] and len(names) > 2 else None


def faults_of(names: list[str], imported: list[list[str]]) -> list[str]:
    """Return what a module with this name must not import."""
    own = layer_of(names)
    assert own is not None
    faults = []
    for other in imported:
        theirs = layer_of(other)
        if theirs is None:
            if own < LAYERS.index("training") and other[0] in TRAINING_LIBRARIES and names[-1] != "openspiel":
                faults.append(".".join(other))
            continue
        theirs_alone = game_of(other) is not None and game_of(other) not in (
            game_of(names),
            names[-1].rsplit("_v", 1)[0],
        )
        from_drawing = own == LAYERS.index("engine") and theirs == LAYERS.index("drawing")
        not_for_games = game_of(names) is not None and other[1] == "engine" and other[2:3] not in ([], ["game"])
        if theirs > own or theirs_alone or from_drawing or not_for_games:
            faults.append(".".join(other))
    return faults


@pytest.mark.parametrize("module", module_files())
def test_a_module_imports_only_what_is_lower(module):
    imported = [*module_imports()[module], *imported_names(module_files()[module])]
    assert faults_of(module.split("."), [name.split(".") for name in imported]) == []


def room_of(module: str, layer: str) -> int | None:
    """Return the place of a module's room in its layer, None in another layer."""
    if module != layer and not module.startswith(f"{layer}."):
        return None
    room = module.removeprefix(layer).removeprefix(".").partition(".")[0]
    (place,) = [number for number, rooms in enumerate(ROOMS[layer]) if room in rooms]
    return place


def rooms_of(layer: str) -> set[str]:
    """Return the existing rooms of a layer."""
    inside = {module.removeprefix(f"{layer}.") for module in module_files() if module.startswith(f"{layer}.")}
    return {module.partition(".")[0] for module in inside}


def upward_imports(layer: str) -> set[tuple[str, str]]:
    """Return the imports inside a layer that go to an upper or a neighbouring room."""
    found = set()
    for module, imported in module_imports().items():
        own = room_of(module, layer)
        for other in imported if own is not None else ():
            theirs = room_of(other, layer)
            same = module.removeprefix(layer).split(".")[1:2] == other.removeprefix(layer).split(".")[1:2]
            if theirs is not None and not same and theirs >= own:
                found.add((module, other))
    return found


@pytest.mark.parametrize("layer", ROOMS)
def test_every_room_has_its_place(layer):
    assert rooms_of(layer) <= {room for rooms in ROOMS[layer] for room in rooms}


def test_every_place_is_that_of_a_layer_or_room():
    boxes = {box.removeprefix("africana_env.") for box in folder_imports() if box.startswith("africana_env.")}
    assert {*boxes, "training"} == set(LAYERS)
    placed = {room for layer in ROOMS.values() for rooms in layer for room in rooms}
    assert placed == {"", *set().union(*map(rooms_of, ROOMS))}


def test_a_room_imports_only_what_is_lower():
    assert {pair for layer in ROOMS for pair in upward_imports(layer)} == set()


def test_no_module_imports_itself_by_way_of_others():
    try:
        TopologicalSorter(module_imports()).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def private_definitions(tree: ast.AST) -> set[str]:
    """Return the private names that a module defines: functions, classes, variables and attributes."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return {name for name in names if is_private(name)}


def private_uses(tree: ast.AST) -> set[str]:
    """Return the private names that a module imports, or reads from anything but `self` and `cls`."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) not in ("self", "cls"):
            names.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.name for alias in node.names}
    return {name for name in names if is_private(name)}


def test_private_names_stay_in_their_modules():
    trees = {module: ast.parse(path.read_text()) for module, path in module_files().items()}
    defined = {module: private_definitions(tree) for module, tree in trees.items()}
    ours = set().union(*defined.values())
    used = {module: private_uses(tree) & ours - defined[module] for module, tree in trees.items()}
    assert {module: names for module, names in used.items() if names} == PRIVATE


def test_the_picture_of_the_layers_is_current():
    assert PICTURE.read_text() == layers_svg(folder_imports()), "run `python docs/make_layers.py`"


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("africana_env.engine.batch.batch", "africana_env.bots.registry"),
        ("africana_env.engine.batch.batch", "africana_env.drawing.text"),
        ("africana_env.games.africa.rules.step", "africana_env.games.africana.rules.step"),
        ("africana_env.games.africa.rules.step", "africana_env.engine.batch.batch"),
        ("africana_env.bots.registry", "africana_env.games.africa"),
        ("africana_env.africa_v0", "africana_env.games.africana"),
        ("africana_env.cli", "africana_training.runs.session"),
        ("africana_env.tools.bench", "torch.nn"),
    ],
)
def test_what_is_not_allowed_is_found(module, imported):
    assert faults_of(module.split("."), [imported.split(".")]) == [imported]


OF_OTHERS = ("openspiel", "mcp_seat", "chat_model", "minari_export")
"""Modules for a library of their own extra, which may need training's libraries."""


def test_nothing_but_training_loads_what_training_needs():
    """Imports all of `africana_env`, as a process without torch would."""
    names = [module for module in module_files() if module.partition(".")[0] == "africana_env"]
    code = f"""
import importlib, sys
sys.modules.update(dict.fromkeys({TRAINING_LIBRARIES!r}))  # so an import fails as if they were not installed
for name in {[name for name in names if not name.endswith(OF_OTHERS)]!r}:
    importlib.import_module(name)
from africana_env.cli import main
assert main(["evaluate", "afritoria_v0", "greedy", "--against", "random", "--num_games", "8"]) == 0
assert main(["describe", "africa_v0"]) == 0
assert main(["train", "config.yaml"]) == 2
assert main(["best-response", "africa_v0", "greedy"]) == 2
assert main(["bench-training"]) == 2
assert main(["evaluate", "africana_v0", "policy:some.safetensors", "--against", "random"]) == 2
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    assert [line.partition(": pip install ")[0] for line in lines if "africana-env[train]" in line] == [
        "africana: africana train needs torch",
        "africana: africana best-response needs torch",
        "africana: africana bench-training needs torch",
        "africana: the bot policy:PATH needs torch",
    ]
