"""Every setting of learning changes the weights."""

from dataclasses import replace

import pytest
import torch
from africana_training.algorithms.imitation import ImitationConfig
from africana_training.runs.session import begin
from africana_training.runs.update import train_step

IMITATION = {"imitation": ImitationConfig("greedy", timesteps=1000)}
SETTINGS = [
    ("seed", 1, {}),
    ("reward", "outcome", {}),
    ("max_rounds", 1, {}),
    ("rollout.gamma", 0.9, {}),
    ("rollout.num_steps", 16, {}),
    ("optimizer.update_epochs", 2, {}),
    ("optimizer.minibatch_size", 4, {}),
    ("optimizer.learning_rate", 0.002, {}),
    ("optimizer.max_grad_norm", 0.001, {}),
    ("league.share", 0.0, {"max_rounds": 1}),
    ("league.snapshots", 0, {}),
    ("imitation.timesteps", 100, IMITATION),
    ("imitation.learning_rate", 0.01, IMITATION),
    ("imitation.vf_coef", 5.0, IMITATION),
    ("ppo.clip_coef", 0.001, {}),
    ("ppo.ent_coef", 0.5, {}),
    ("ppo.final_ent_coef", 0.5, {}),
    ("ppo.vf_coef", 5.0, {}),
    ("ppo.gae_lambda", 0.1, {}),
    ("ppo.learned_share", 1.0, {}),
    ("mmd.kl_coef", 100.0, {"algorithm": "mmd"}),
    ("mmd.temperature", 1.0, {"algorithm": "mmd"}),
    ("mmd.final_temperature", 1.0, {"algorithm": "mmd"}),
    ("mmd.vf_coef", 5.0, {"algorithm": "mmd"}),
    ("mmd.gae_lambda", 0.1, {"algorithm": "mmd"}),
    ("dmc.temperature", 1.0, {"algorithm": "dmc"}),
]
"""A setting, another value, and the run that it affects."""


def changed(config, name, value):
    """A config with another value of a setting, such as `rollout.gamma`."""
    part, _, rest = name.partition(".")
    return replace(config, **{part: changed(getattr(config, part), rest, value) if rest else value})


def learned(config):
    """All weights after four updates."""
    run, folder, _ = begin(config)
    for _ in range(4):
        train_step(run)
    folder.close()
    return torch.cat([weights.flatten() for weights in run.network.state_dict().values()])


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    """Gives the weights after four updates with the usual settings of a run; each is trained once."""
    folder, found = tmp_path_factory.mktemp("usual"), {}

    def of(usual, run):
        if str(run) not in found:
            found[str(run)] = learned(replace(usual, run_folder=str(folder / str(len(found)))))
        return found[str(run)]

    return of


@pytest.mark.parametrize(("name", "value", "run"), SETTINGS, ids=[name for name, *_ in SETTINGS])
def test_another_value_learns_something_else(tmp_path, tiny, weights, name, value, run):
    usual = tiny(tmp_path / "run", total_timesteps=640, **run)
    other = changed(usual, name, value)
    assert usual != other
    assert not torch.equal(weights(usual, run), learned(other))
