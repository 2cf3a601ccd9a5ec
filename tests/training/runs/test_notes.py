"""Notes at the start of a run."""

import pytest
from africana_training.algorithms.ppo import PPO
from africana_training.rollout.league import LeagueConfig
from africana_training.runs.notes import notes_on
from africana_training.runs.session import begin, train

HELD_OUT = "train on numbers below 1000000"
BLIND = "note: network mlp cannot tell editions apart"


@pytest.mark.parametrize(
    ("edition", "network", "noted"),
    [
        ("reconstructed", "mlp", ()),
        ("generated:0-999999", "entities", ()),
        ("generated:0-999999", "relational", ()),
        ("generated:0-9", "mlp", (BLIND,)),
        ("generated:7", "mlp", ()),
        ("generated:1000007", "mlp", (f"note: edition generated:1000007: {HELD_OUT}",)),
        ("shuffled:generated:1000003:0-9", "entities", (f"note: edition shuffled:generated:1000003:0-9: {HELD_OUT}",)),
        ("generated:5-1000000,size=tiny", "mlp", (f"note: edition generated:5-1000000,size=tiny: {HELD_OUT}", BLIND)),
    ],
)
def test_editions_to_test_on_and_networks_that_cannot_tell_them_are_reported(tmp_path, tiny, edition, network, noted):
    run, folder, notes = begin(tiny(tmp_path / "run", game="afritoria_v0", edition=edition, network=network))
    folder.close()
    found = [f"note: {note}" for note in (*notes, *notes_on(run))]
    assert len(found) == len(noted)
    assert all(note.startswith(start) for note, start in zip(found, noted, strict=True))


def noted(capsys):
    return [line for line in capsys.readouterr().out.splitlines() if line.startswith("note: ")]


def test_settings_of_an_algorithm_that_is_not_chosen_are_reported(tmp_path, tiny, capsys):
    train(tiny(tmp_path / "run", algorithm="mmd", ppo=PPO(ent_coef=0.3)))
    assert noted(capsys) == ["note: settings of ppo do nothing with algorithm mmd"]


def test_a_policy_that_learned_values_of_another_reward_is_reported(tmp_path, tiny, capsys):
    policy = str(train(tiny(tmp_path / "first", reward="lead")).policy)
    train(tiny(tmp_path / "same", reward="lead", start_from=policy))
    assert noted(capsys) == []
    train(tiny(tmp_path / "other", reward="score", start_from=policy))
    assert noted(capsys) == [f"note: start_from {policy} learned values of the reward 'lead', not score"]


OWN = """
import numpy as np

from helper_of_mine import Same as Algorithm
from africana_training.networks.registry import new_mlp as network


def bot(observations, masks, rng):
    return masks.argmax(1)
"""
HELPER = "from africana_training.algorithms.ppo import PPO as Same\n"


def test_code_of_ones_own_that_has_changed_is_reported_when_a_run_goes_on(tmp_path, tiny, capsys, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "code_of_mine.py").write_text(OWN)
    (tmp_path / "helper_of_mine.py").write_text(HELPER)
    own = {"algorithm": "code_of_mine:Algorithm", "network": "code_of_mine:network"}
    settings = {**own, "league": LeagueConfig(opponents=["code_of_mine:bot", "greedy", "policy:baseline"])}
    train(tiny(tmp_path / "run", **settings))
    train(tiny(tmp_path / "run", **settings, total_timesteps=256), resume=True)
    assert noted(capsys) == []
    (tmp_path / "helper_of_mine.py").write_text(f"{HELPER}\n")
    train(tiny(tmp_path / "run", **settings, total_timesteps=320), resume=True)
    names = [f"code_of_mine:{name}" for name in ("Algorithm", "network", "bot")]
    assert noted(capsys) == [f"note: the code of {name} has changed since the run was saved" for name in names]
    train(tiny(tmp_path / "run", **settings, total_timesteps=384), resume=True)
    assert noted(capsys) == []
