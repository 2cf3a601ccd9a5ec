"""A run has its own generators, threads and modes, and the program finds its own again."""

import gc
import random
import sys
import threading
import warnings
from contextlib import contextmanager, suppress

import numba
import numpy as np
import pytest
import torch
from africana_training.algorithms.imitation import ImitationConfig
from africana_training.algorithms.ppo import PPO
from africana_training.config.settings import RatingConfig, RolloutConfig
from africana_training.process import generators_state, limited_threads, put_generators_state, seed_generators
from africana_training.runs.session import begin, train
from africana_training.runs.update import rate, train_step
from africana_training.studies import best_response as best_response_module
from africana_training.studies.best_response import TrainingBudget, best_response
from left_behind import generators, left_behind, process_state
from support import FirstLegal
from trained import assert_equal_weights

from africana_env import UserError, load_game


def draw():
    """Numbers from the generators that all code of a process shares."""
    return [np.random.normal(), np.random.random(), random.gauss(), random.random(), float(torch.rand(()))]


class Noisy(PPO):
    """An algorithm that draws its weight of the entropy from all of them."""

    def loss_for(self, network, annealed):
        """See `Algorithm.loss_for`."""
        return super().loss_for(network, {"ent_coef": sum(number**2 for number in draw())})


class Fails(PPO):
    """An algorithm that ends the run in its second update."""

    error: BaseException = UserError("no more")
    updates = 0

    def loss_for(self, network, annealed):
        """See `Algorithm.loss_for`."""
        self.updates += 1
        draw()
        if self.updates == 2:
            raise self.error
        return super().loss_for(network, annealed)


class Stopped(Fails):
    """An algorithm during which Ctrl-C is pressed twice."""

    error = KeyboardInterrupt()


NOISY = {"algorithm": f"{__name__}:Noisy"}


def whole_state():
    """Everything that a library function must not change."""
    torch_modes = torch.is_inference_mode_enabled(), torch.is_anomaly_enabled(), torch.distributed.is_initialized()
    defaults = torch.get_default_device(), torch.get_float32_matmul_precision()
    deterministic = torch.are_deterministic_algorithms_enabled(), torch.backends.cudnn.deterministic
    return {
        **process_state(),
        **generators(),
        "torch's modes": (*torch_modes, *defaults, *deterministic),
        "hooks": (sys.excepthook, threading.excepthook),
        "warnings": [*warnings.filters],
        "garbage": gc.isenabled(),
    }


@pytest.mark.parametrize("seed", [0, (1 << 64) - 1])
@pytest.mark.parametrize("drawn_before", [0, 300])
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


@pytest.mark.threads
@pytest.mark.parametrize("number", [1, 2, 1024])
def test_threads_are_limited_and_then_as_many_as_before(number):
    before = torch.get_num_threads(), numba.get_num_threads()
    with suppress(KeyError), limited_threads(number):
        assert torch.get_num_threads() == number
        assert numba.get_num_threads() == min(number, numba.config.NUMBA_NUM_THREADS)
        raise KeyError
    assert (torch.get_num_threads(), numba.get_num_threads()) == before


def test_no_number_changes_nothing():
    before = torch.get_num_threads(), numba.get_num_threads()
    with limited_threads(None):
        assert (torch.get_num_threads(), numba.get_num_threads()) == before


def run_to_the_end(config):
    train(config(**NOISY))


def run_with_one_thread(config):
    train(config(**NOISY, threads=1, imitation=ImitationConfig("greedy", 64)))


def run_that_fails(config):
    with pytest.raises(UserError, match="no more"):
        train(config(algorithm=f"{__name__}:Fails", threads=1))


def run_that_is_stopped(config):
    with pytest.raises(KeyboardInterrupt):
        train(config(algorithm=f"{__name__}:Stopped", threads=1))


def run_that_is_refused(config):
    with pytest.raises(UserError, match="start_from: "):
        train(config(threads=1, start_from="baseline"))


def run_without_a_session(config):
    run, folder, _ = begin(config(**NOISY, threads=1, minutes=0.001, rating=RatingConfig(["random"], 2)))
    train_step(run)
    rate(run)
    folder.save(run)
    folder.close()


def response(config):
    budget = TrainingBudget(timesteps=64)
    best_response(load_game("afritoria_v0"), "random", 2, edition="mini", budget=budget, deals=4, rollouts=16)


@pytest.mark.parametrize(
    "call",
    [
        run_to_the_end,
        run_with_one_thread,
        run_that_fails,
        run_that_is_stopped,
        run_that_is_refused,
        run_without_a_session,
        response,
    ],
)
def test_a_program_finds_its_process_as_it_left_it(tmp_path, tiny, monkeypatch, call):
    monkeypatch.setattr(best_response_module, "ROLLOUT", RolloutConfig(num_games=8, num_steps=8))
    call(lambda **changes: tiny(tmp_path / "first", **changes))  # imports and compiles first
    threads = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        before = whole_state()
        call(lambda **changes: tiny(tmp_path / "second", **changes))
        after = whole_state()
    finally:
        torch.set_num_threads(threads)
    assert left_behind(before, after) == {}


@pytest.mark.parametrize(
    "modes",
    [
        torch.no_grad,
        torch.inference_mode,
        lambda: torch.device("meta"),
        lambda: default_dtype(torch.float64),
        lambda: torch.autocast("cpu", dtype=torch.bfloat16),
    ],
    ids=["no gradients", "inference", "another device", "another type", "autocast"],
)
def test_a_run_is_the_same_whatever_modes_the_program_has_set(tmp_path, tiny, usual, modes):
    with modes():
        train_and_resume(tiny, tmp_path / "set")
    assert_equal_weights(usual, tmp_path / "set")


def train_and_resume(tiny, folder):
    settings = {**NOISY, "total_timesteps": 128, "rating": RatingConfig(["random"], 2), "checkpoint_minutes": 1e-9}
    train(tiny(folder, **settings))
    train(tiny(folder, **settings | {"total_timesteps": 192}), resume=True)


@pytest.fixture(scope="module")
def usual(tmp_path_factory, tiny):
    """The folder of that run in the usual modes."""
    folder = tmp_path_factory.mktemp("usual") / "run"
    train_and_resume(tiny, folder)
    return folder


@contextmanager
def default_dtype(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


# Several runs in one process


def test_the_same_seed_trains_the_same_policy_and_a_resumed_run_goes_on(tmp_path, tiny):
    for name in ("one", "two"):
        train(tiny(tmp_path / name, **NOISY))
        draw()
    assert_equal_weights(tmp_path / "one", tmp_path / "two")
    run, folder, _ = begin(tiny(tmp_path / "parts", **NOISY))
    train_step(run)
    folder.save(run)
    folder.close()
    seed_generators(7)
    train(tiny(tmp_path / "parts", **NOISY), resume=True)
    assert_equal_weights(tmp_path / "one", tmp_path / "parts")


def test_a_callback_draws_from_the_programs_generators_and_may_train_itself(tmp_path, tiny):
    train(tiny(tmp_path / "alone", **NOISY))
    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    expected = [draw() for _ in range(3)]
    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    found = []

    def on_update(progress, metrics):
        found.append(draw())
        train(tiny(tmp_path / f"within{progress.updates}", **NOISY))

    train(tiny(tmp_path / "run", **NOISY), on_update=on_update)
    assert found == expected
    for name in ("run", "within1", "within2", "within3"):
        assert_equal_weights(tmp_path / "alone", tmp_path / name)


def test_runs_in_threads_are_the_runs_that_they_are_alone(tmp_path, tiny):
    settings = {**NOISY, "threads": 1}  # by default a thread uses all cores
    configs = {name: tiny(tmp_path / name, **settings, seed=len(name)) for name in ("one", "other")}
    before, met = generators(), threading.Barrier(2)
    threads = [
        threading.Thread(target=train, args=[config], kwargs={"on_update": lambda progress, metrics: met.wait(60)})
        for config in configs.values()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert generators() == before
    for name in configs:
        train(tiny(tmp_path / "alone" / name, **settings, seed=len(name)))
        assert_equal_weights(tmp_path / name, tmp_path / "alone" / name)


class Coin(FirstLegal):
    """A bot that draws from the shared generators."""

    def act(self, batch, rows, actions):
        """See `Bot.act`."""
        draw()
        super().act(batch, rows, actions)


def test_a_run_does_not_depend_on_what_those_draw_who_rate_it(tmp_path, tiny, monkeypatch):
    monkeypatch.setattr("africana_training.runs.rating.make_bot", lambda spelling, game, games: Coin())
    for name, minutes in (("often", 1e-9), ("seldom", 1e9)):
        rating = RatingConfig(["random"], 2)
        train(tiny(tmp_path / name, **NOISY, rating=rating, checkpoint_minutes=minutes))
    assert_equal_weights(tmp_path / "often", tmp_path / "seldom")
