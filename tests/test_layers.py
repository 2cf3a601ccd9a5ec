"""Who may import whom: every layer only what is lower, games only engine and drawing, nothing but training torch."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted([*(ROOT / "africana_env").rglob("*.py"), *(ROOT / "training").rglob("*.py")])

LAYERS = ["drawing", "engine", "games", "bots", "api", "viewer", "arena", "play", "tools", "cli", "training"]
"""Lower to upper. The package itself and its `_v0` modules hold games and APIs together: between api and arena."""
PACKAGE = LAYERS.index("api") + 0.5
TRAINING_LIBRARIES = {"torch", "tensorboard", "safetensors", "pydantic", "yaml"}


def names_of(path: Path) -> list[str]:
    """The parts of a module's name: `["africana_env", "engine", "batch"]`."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


def layer_of(names: list[str]) -> float | None:
    """The place of a module in the order, None if it is not of this project."""
    if names[0] == "training":
        return LAYERS.index("training")
    if names[0] != "africana_env":
        return None
    if len(names) > 1 and names[1] in LAYERS:
        return LAYERS.index(names[1])
    return PACKAGE


def imports_of(path: Path) -> list[list[str]]:
    """What a module imports, wherever in it, as the parts of names."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.append((node.module or "").split("."))
    return found


def game_of(names: list[str]) -> str | None:
    return names[2] if names[:2] == ["africana_env", "games"] and len(names) > 2 else None


def faults_of(names: list[str], imported: list[list[str]]) -> list[str]:
    """What a module of this name may not import."""
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
        if theirs > own or theirs_alone or from_drawing:
            faults.append(".".join(other))
    return faults


@pytest.mark.parametrize("path", MODULES, ids=lambda path: ".".join(names_of(path)))
def test_a_module_imports_only_what_is_lower(path):
    assert faults_of(names_of(path), imports_of(path)) == []


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("africana_env.engine.batch", "africana_env.bots.registry"),
        ("africana_env.engine.batch", "africana_env.games.africa"),
        ("africana_env.engine.batch", "africana_env.drawing.text"),
        ("africana_env.drawing.text", "africana_env.engine.batch"),
        ("africana_env.games.africa.rules.step", "africana_env.games.africana.rules.step"),
        ("africana_env.games.africa.rules.step", "africana_env.bots.random"),
        ("africana_env.bots.registry", "africana_env.games.africa"),
        ("africana_env.api.aec", "africana_env.arena.matches.loop"),
        ("africana_env.africa_v0", "africana_env.games.africana"),
        ("africana_env.arena.matches.loop", "africana_env.play.game_session"),
        ("africana_env.play.game_session", "africana_env.tools.bench"),
        ("africana_env.cli", "training.runs.runner"),
        ("africana_env.tools.bench", "torch.nn"),
    ],
)
def test_what_is_not_allowed_is_found(module, imported):
    assert faults_of(module.split("."), [imported.split(".")]) == [imported]


def test_nothing_but_training_loads_what_training_needs():
    """With everything of `africana_env` imported, as a process without torch would."""
    names = [".".join(names_of(path)) for path in MODULES if names_of(path)[0] == "africana_env"]
    code = f"""
import importlib, sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {TRAINING_LIBRARIES!r}:
            raise ModuleNotFoundError(f"no module {{name}}", name=name)
sys.meta_path.insert(0, Refuse())
for name in {[name for name in names if not name.endswith("openspiel")]!r}:
    importlib.import_module(name)
from africana_env.cli import main
assert main(["evaluate", "afritoria_v0", "greedy", "--against", "random", "--games", "8"]) == 0
assert main(["describe", "africa_v0"]) == 0
assert main(["train", "config.yaml"]) == 2
assert main(["best-response", "greedy", "--game", "africa_v0"]) == 2
assert main(["bench", "--training"]) == 2
assert main(["evaluate", "africana_v0", "policy:some.safetensors", "--against", "random"]) == 2
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    assert [line for line in lines if "africana-env[train]" in line] == [
        "africana: africana train needs yaml: pip install 'africana-env[train]'",
        "africana: africana best-response needs torch: pip install 'africana-env[train]'",
        "africana: africana bench --training needs torch: pip install 'africana-env[train]'",
        "africana: the bot policy:PATH needs torch: pip install 'africana-env[train]'",
    ]
