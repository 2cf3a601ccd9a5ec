"""Every module has a test file of its name, or stands in a list with the files that test it; slow cases are tests."""

import ast
import subprocess
import sys
from fnmatch import fnmatchcase

import pytest
from conftest import SLOWEST
from make_layers import ROOT, module_files

TESTS = ROOT / "tests"
TESTED_IN = {
    "africana_env.*_v0": "conformance/test_pettingzoo.py",
    "africana_env.api.checked": "conformance/test_bad_arguments.py",
    "africana_env.api.drawings": "conformance/test_pictures.py",
    "africana_env.api.ids": "api/test_registration.py",
    "africana_env.api.observed": "conformance/test_text.py",
    "africana_env.api.plain_text": "conformance/test_text.py",
    "africana_env.api.text": "conformance/test_text.py",
    "africana_env.api.view": "conformance/test_text.py",
    "africana_env.api.learner": "api/test_gymnasium.py",
    "africana_env.api.parallel": "conformance/test_parallel.py",
    "africana_env.api.render_modes": "api/test_rendering.py",
    "africana_env.api.resetting": "conformance/test_bad_arguments.py",
    "africana_env.api.masked_space": "api/test_aec.py",
    "africana_env.arena.exploitability.*": "arena/exploitability/test_exploitability.py",
    "africana_env.arena.report.*": "arena/report/test_tournament_page.py",
    "africana_env.arena.tournament.*": "arena/tournament/test_tournament.py",
    "africana_env.bots.bot_errors": "arena/test_evaluate.py",
    "africana_env.bots.decisions": "bots/test_registry.py",
    "africana_env.bots.function": "bots/test_registry.py",
    "africana_env.bots.protocol": "bots/test_registry.py",
    "africana_env.bots.scripted": "bots/test_probabilities.py",
    "africana_env.bots.search.policy_rollouts": "bots/search/test_guided.py",
    "africana_env.bots.search.*": "bots/search/test_compiled.py",
    "africana_env.cli.*": "cli/test_command_line.py",
    "africana_env.data.minari_export": "clients/test_minari.py",
    "africana_env.data.*": "data/test_dataset.py",
    "africana_env.drawing.pixels": "api/test_rendering.py",
    "africana_env.drawing.*": "drawing/test_text.py",
    "africana_env.engine.binding": "engine/test_kernel_cache.py",
    "africana_env.engine.batch": "conformance/test_batch.py",
    "africana_env.engine.checks": "conformance/test_batch_arguments.py",
    "africana_env.engine.contract": "conformance/test_contract.py",
    "africana_env.engine.defaults": "engine/test_smallest_game.py",
    "africana_env.engine.description": "api/test_description.py",
    "africana_env.engine.entities": "conformance/test_entities.py",
    "africana_env.engine.kernel_files": "engine/test_kernel_cache.py",
    "africana_env.engine.points": "africana/drawing/test_render_text.py",
    "africana_env.engine.progress": "arena/tournament/test_tournament.py",
    "africana_env.engine.recall": "api/test_openspiel.py",
    "africana_env.engine.returns": "conformance/test_endings.py",
    "africana_env.engine.seats": "africana/test_referee_agreement.py",
    "africana_env.engine.seeds": "conformance/test_seeds.py",
    "africana_env.engine.signatures": "engine/test_linking.py",
    "africana_env.engine.spaces": "conformance/test_actions.py",
    "africana_env.engine.state": "engine/test_smallest_game.py",
    "africana_env.engine.state_check": "conformance/test_state_check.py",
    "africana_env.engine.turn": "conformance/test_observations.py",
    "africana_env.engine.user_code": "bots/test_registry.py",
    "africana_env.engine.words": "conformance/test_text.py",
    "africana_env.games.*.drawing.view": "conformance/test_text.py",
    "africana_env.games.*.drawing.*": "conformance/test_pictures.py",
    "africana_env.games.*.generate": "engine/test_edition_sets.py",
    "africana_env.games.africana.draw_net": "africana/test_generate.py",
    "africana_env.games.*.resize": "engine/test_edition_sets.py",
    "africana_env.games.*.entity_kinds": "conformance/test_entities.py",
    "africana_env.games.africana.hidden.fitting": "africana/hidden/test_hands.py",
    "africana_env.games.africana.hidden.slots": "africana/hidden/test_hands.py",
    "africana_env.games.*.hidden.revealed": "conformance/test_revealed.py",
    "africana_env.games.africa.rules.*": "africa/test_referee_agreement.py",
    "africana_env.games.africana.rules.*": "africana/test_referee_agreement.py",
    "africana_env.games.afritoria.rules.*": "afritoria/test_referee_agreement.py",
    "africana_env.games.*.state_check": "conformance/test_state_check.py",
    "africana_env.engine.zones": "conformance/test_zones.py",
    "africana_env.play.mcp_seat": "play/test_agent_seat.py",
    "africana_env.play.*": "play/test_server.py",
    "africana_env.remote.*": "remote/test_writing_bot.py",
    "africana_env.tools.edition_toml": "cli/test_edition.py",
    "africana_env.tools.*": "tools/test_bench.py",
    "africana_env.viewer.trajectory": "viewer/test_replay.py",
    "africana_training.__main__": "cli/test_command_line.py",
    "africana_training.algorithms.*": "training/algorithms/test_ppo.py",
    "africana_training.config.*": "training/config/test_file.py",
    "africana_training.commands": "cli/test_command_line.py",
    "africana_training.fields": "training/config/test_file.py",
    "africana_training.logging.dashboard": "training/rollout/test_stopwatch.py",
    "africana_training.networks.entity_*": "training/networks/test_entities.py",
    "africana_training.networks.divergence": "training/algorithms/test_update.py",
    "africana_training.networks.feature_scale": "training/networks/test_mlp.py",
    "africana_training.memory": "training/networks/test_registry.py",
    "africana_training.plugin": "engine/test_plugins.py",
    "africana_training.rollout.games": "training/rollout/test_league.py",
    "africana_training.runs.manifest": "training/runs/test_checkpoints.py",
    "africana_training.runs.sources": "training/runs/test_notes.py",
    "africana_training.studies.best_response_report": "training/studies/test_best_response.py",
    "africana_training.studies.generalisation_page": "training/studies/test_generalisation.py",
    "africana_training.studies.runs": "training/studies/test_benchmark.py",
    "africana_training.tensors": "training/runs/test_checkpoints.py",
}
"""The test file, in `tests/`, of the modules of a pattern that have none of their name; the first pattern counts."""


def has_own_file(module: str) -> bool:
    """Whether there is `tests/PATH/test_MODULE.py`, or `test_MODULE_TOPIC.py`; `games/NAME/` is `tests/NAME/`."""
    path = module.replace("africana_training.", "training.").removeprefix("africana_env.").removeprefix("games.")
    *folders, name = path.split(".")
    folder = TESTS.joinpath(*folders)
    return (folder / f"test_{name}.py").exists() or any(folder.glob(f"test_{name}_*.py"))


def pattern_of(module: str) -> str | None:
    return next((pattern for pattern in TESTED_IN if fnmatchcase(module, pattern)), None)


LEFT = [name for name, path in module_files().items() if path.stem != "__init__" and not has_own_file(name)]


@pytest.mark.parametrize("module", LEFT)
def test_every_module_is_found_by_its_name_or_listed(module):
    assert pattern_of(module), f"write the test file of {module}, or list the file that tests it in {__file__}"


def test_the_list_names_files_that_exist_and_nothing_that_has_its_own():
    assert [path for path in TESTED_IN.values() if not (TESTS / path).exists()] == []
    assert set(TESTED_IN) == {pattern_of(module) for module in LEFT}


def test_every_case_that_takes_longest_is_a_test():
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "-q", "-m", ""]
    cases = [f"{TESTS.name}/{case}" for case in SLOWEST]
    found = subprocess.run([*command, *cases], cwd=ROOT, capture_output=True, text=True)
    assert [line for line in found.stderr.splitlines() if line.startswith("ERROR")] == []
    assert found.returncode == 0, found.stdout


def test_text_files_are_read_and_written_in_one_encoding():
    """Not in that of whoever's locale it is, which may be ASCII."""
    for path in module_files().values():
        for call in [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call)]:
            if isinstance(call.func, ast.Attribute) and call.func.attr in ("read_text", "write_text"):
                assert "encoding" in {option.arg for option in call.keywords}, f"{path}:{call.lineno}"
