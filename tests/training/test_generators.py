"""What code of one's own draws from the generators that a process shares begins from the run's seed, and goes on."""

import random

import numpy as np
import pytest
import torch
from africana_training.algorithms.ppo import PPO
from africana_training.process import generators_state, put_generators_state, seed_generators
from africana_training.runs.session import begin, train
from africana_training.runs.update import train_step
from trained import assert_equal_weights


class Noisy(PPO):
    """An algorithm that draws from all of them."""

    def loss_for(self, network, annealed):
        """PPO, with a weight of the entropy that is drawn."""
        drawn = np.random.normal() ** 2 + random.gauss() ** 2 + float(torch.rand(()))
        return super().loss_for(network, {"ent_coef": drawn})


SETTINGS = {"algorithm": f"{__name__}:Noisy"}


def draw():
    return [np.random.normal(), np.random.random(), random.gauss(), random.random(), float(torch.rand(()))]


@pytest.mark.parametrize("seed", [0, (1 << 64) - 1])
@pytest.mark.parametrize("drawn_before", [0, 1, 300])
def test_a_state_is_where_they_go_on(seed, drawn_before):
    seed_generators(seed)
    for _ in range(drawn_before):
        draw()
    random.gauss()  # each second normal number waits
    np.random.normal()
    state = generators_state()
    expected = draw()
    draw()
    put_generators_state(state)
    assert draw() == expected
    seed_generators(seed ^ 1)
    assert draw() != expected


def test_the_same_seed_trains_the_same_policy_and_a_resumed_run_goes_on(tmp_path, tiny):
    for name in ("one", "two"):
        train(tiny(tmp_path / name, **SETTINGS))
        draw()
    assert_equal_weights(tmp_path / "one", tmp_path / "two")
    run, folder, _ = begin(tiny(tmp_path / "parts", **SETTINGS))
    train_step(run)
    folder.save(run)
    folder.close()
    seed_generators(7)
    train(tiny(tmp_path / "parts", **SETTINGS), resume=True)
    assert_equal_weights(tmp_path / "one", tmp_path / "parts")
