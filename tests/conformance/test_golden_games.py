"""Golden games pin mask, observations, text, rewards and scores of every decision, its redraws and what `greedy` does.

After an intended change, `python tests/conformance/golden.py --write` replays them.
"""

import json

import pytest
from conformance.golden import FOLDER, SETTINGS, GoldenGame, kinds, path_of

from africana_env.engine.editions.editions import load_edition

REGENERATE = "; if this is intended: python tests/conformance/golden.py --write"
MAX_FILE = 100_000


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_golden_game_is_played_as_recorded(setting):
    if not path_of(setting).exists():
        pytest.fail(f"{path_of(setting)} is missing{REGENERATE}")
    golden = json.loads(path_of(setting).read_text())
    assert golden["edition_digest"] == load_edition(setting.game, setting.edition).digest, f"other data{REGENERATE}"
    game = GoldenGame(setting, golden["seed"], golden["max_rounds"])
    decisions = zip(*(golden[name] for name in ("actions", "digests", "entities", "redraws", "greedy")), strict=True)
    for number, (action, digest, entities, redraws, greedy) in enumerate(decisions, start=1):
        assert game.batches[0].action_mask[0, action], f"decision {number}: {game.texts[action]} is illegal{REGENERATE}"
        assert game.entities() == entities, f"decision {number} shows other entities{REGENERATE}"
        assert game.redraws() == redraws, f"decision {number} is redrawn as something else{REGENERATE}"
        taken = game.greedy()
        assert taken == greedy, f"decision {number}: greedy takes {game.texts[taken]}{REGENERATE}"
        assert game.step(action) == digest, f"decision {number}, {game.texts[action]}, shows something else{REGENERATE}"
    assert not game.running


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_golden_game_is_worth_keeping(setting):
    if not path_of(setting).exists():
        pytest.fail("no golden game: write it with python tests/conformance/golden.py --write")
    golden = json.loads(path_of(setting).read_text())
    assert len(kinds(setting, golden["actions"])) >= 0.7 * len(setting.game.actions.groups)
    assert path_of(setting).stat().st_size < MAX_FILE


def test_there_is_no_golden_file_without_its_game():
    assert set(FOLDER.glob("*")) <= {path_of(setting) for setting in SETTINGS}
