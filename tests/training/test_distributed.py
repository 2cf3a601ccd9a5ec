"""Two processes that train together. Run as a program, this file is one of them."""

import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
import torch
from africana_training.algorithms.dmc import DMC
from africana_training.algorithms.imitation import imitation_loss
from africana_training.algorithms.mmd import MMD
from africana_training.algorithms.ppo import PPO
from africana_training.config.settings import OptimizerConfig, RatingConfig, RolloutConfig, TrainConfig
from africana_training.distributed import average_metrics, check_equal, joined, on_any, own_seed, rank
from africana_training.networks.mlp import GroupFeatures, PolicyValueNetwork
from africana_training.networks.registry import new_network
from africana_training.policies.file import load_policy
from africana_training.rollout.league import LeagueConfig
from africana_training.rollout.samples import Samples
from africana_training.runs import session
from africana_training.runs.checkpoints import RunFolder
from africana_training.runs.session import begin, train
from africana_training.runs.state import state_of
from africana_training.runs.update import learn as update
from africana_training.runs.update import train_step

from africana_env import UserError

needs_gloo = pytest.mark.skipif(
    not torch.distributed.is_available() or not torch.distributed.is_gloo_available(), reason="needs gloo"
)
SECONDS = 1800
"""After which processes that wait for each other have failed."""
SIZES = [(90, 37), (64, 0)]
"""Decisions of each process."""
ACTIONS, FEATURES = 5, 7
ALGORITHMS = {"ppo": PPO, "mmd": MMD, "dmc": DMC}
LOSSES = [*ALGORITHMS, "imitation"]


def samples_of(process, sizes):
    """Decisions of a process. Half of the first process's have one legal action; the second's are on another scale."""
    torch.manual_seed(process)
    rows = sizes[process]
    masks = torch.ones(rows, ACTIONS, dtype=torch.int8)
    if process == 0:
        masks[: rows // 2, 1:] = 0
    actions = torch.zeros(rows, dtype=torch.int64)
    numbers = torch.randn(3, rows) * (1 + 3 * process)
    observations = torch.randint(0, 4, (rows, FEATURES), dtype=torch.uint8)
    return Samples(observations, masks, actions, actions, torch.full((rows,), -1.6), *numbers)


def learned(algorithm, sizes, processes, minibatch_size=1000):
    """Weights and metrics after learning once from the decisions of `processes`."""
    torch.manual_seed(0)
    network = PolicyValueNetwork(torch.ones(FEATURES, dtype=torch.uint8), [GroupFeatures(ACTIONS, ())], [8])
    parts = [samples_of(process, sizes) for process in processes]
    samples = Samples(*(torch.cat(columns) for columns in zip(*parts, strict=True)))
    settings = OptimizerConfig(update_epochs=1, minibatch_size=minibatch_size, max_grad_norm=1e9)
    optimizer = torch.optim.SGD(network.parameters(), lr=1.0)
    generator = torch.Generator().manual_seed(0)
    if algorithm in ALGORITHMS:
        loss_of = ALGORITHMS[algorithm]().loss_for(network, {"ent_coef": 0.01, "temperature": 0.01})
    else:
        loss_of = partial(imitation_loss, vf_coef=0.5)
    metrics = update(network, optimizer, samples, settings, generator, loss_of)
    check_equal(network)
    metrics = average_metrics(metrics)
    del metrics["losses/explained_variance"]  # the mean of what each process sees
    return network.state_dict(), metrics


def config_of(folder, **changes):
    settings = {
        "rollout": RolloutConfig(num_games=8, num_steps=8),
        "optimizer": OptimizerConfig(update_epochs=2, minibatch_size=20),
    }
    league = LeagueConfig(share=0.5, opponents=["greedy"], snapshots=2)
    values = {"num_players": 2, "layers": [16], "total_timesteps": 128 * 6, **settings, "league": league}
    return TrainConfig("africana_v0", str(folder), **(values | changes))


def network_of_its_own(game, layers):
    """With other weights in each process."""
    network = new_network(game, layers)
    network.value.bias.data += rank()
    return network


class PrunedError(Exception):
    """As a search over settings raises it."""


# The tasks of both processes, all in one start, which is slow


def learn(folder):
    for algorithm in LOSSES:
        for number, sizes in enumerate(SIZES):
            torch.save(learned(algorithm, sizes, [rank()]), folder / f"{algorithm}.{number}.{rank()}.pt")
            learned(algorithm, sizes, [rank()], minibatch_size=15)  # unequal numbers of steps would wait forever
    assert on_any(rank() == 0, rank() == 1, False) == [True, True, False]
    assert (own_seed(5) == 5) == (rank() == 0)


def start(folder):
    run, kept, _ = begin(config_of(folder / "started", network=f"{Path(__file__).stem}:network_of_its_own"))
    check_equal(run.network)
    kept.close()


def go_on(folder):
    def updates(name, number, resume=False):
        run, kept, _ = begin(config_of(folder / name), resume=resume)
        for _ in range(number):
            train_step(run)
        kept.save(run)
        kept.close()
        return run

    whole = updates("whole", 6)
    updates("parts", 1)
    updates("parts", 3, resume=True)
    parts = updates("parts", 2, resume=True)
    assert whole.progress.timesteps == parts.progress.timesteps == 2 * 64 * 6
    assert whole.progress.finished
    for one, other in ((state_of(whole), state_of(parts)), [run.network.state_dict() for run in (whole, parts)]):
        assert one.keys() == other.keys()
        for name, value in one.items():
            assert torch.equal(value, other[name]), name
    torch.save(state_of(whole), folder / f"{rank()}.pt")
    whole.network.value.bias.data += rank()
    with pytest.raises(UserError, match="different weights"):
        check_equal(whole.network)


def note(folder):
    run, kept, _ = begin(config_of(folder / "notes"))
    run.network.register_buffer("seen", torch.full((3,), float(rank() + 1)))
    train_step(run)
    assert run.network.seen.tolist() == [1, 1, 1]
    kept.close()


def save(folder):
    """The last checkpoint, in the update after which the run is over, fails at first."""
    saved, tried = RunFolder.save, []

    def failing(*arguments):
        tried.append(arguments)
        if len(tried) == 2:
            raise UserError("no space left")
        saved(*arguments)

    RunFolder.save = failing
    train(config_of(folder / "saved", checkpoint_minutes=1e-9, total_timesteps=128 * 2))
    RunFolder.save = saved


def prune(folder):
    """A callback in the first process ends the run, in the others as Ctrl-C does."""
    called, rating = [], RatingConfig(["random"], 2)

    def on_update(progress, metrics):
        called.append(progress.updates)
        if progress.updates == 2:
            raise PrunedError

    with pytest.raises(PrunedError if rank() == 0 else KeyboardInterrupt):
        train(config_of(folder / "pruned", rating=rating), on_update=on_update)
    assert called == ([1, 2] if rank() == 0 else [])
    found = train(config_of(folder / "pruned", rating=rating), resume=True)
    assert found.timesteps == 128 * 6
    torch.save(found.ratings, folder / f"ratings.{rank()}.pt")


def fail(folder):
    def failing(run):
        if run.progress.updates == 2 and rank() == 1:
            raise UserError("no more")
        return train_step(run)

    session.train_step = failing
    train(config_of(folder / "failed"))


# The tests


def started(*arguments):
    """Two processes that know of each other."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    together = {
        "TORCHELASTIC_RUN_ID": "test",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
        "WORLD_SIZE": "2",
        "LOCAL_WORLD_SIZE": "2",
    }
    return [
        subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            env={**environment(), **together, "RANK": str(number), "LOCAL_RANK": str(number)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]


def environment():
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "NUMBA_NUM_THREADS": "1"}


def ended(processes):
    """The exit statuses, outputs and errors of processes."""
    try:
        message = [process.communicate(timeout=SECONDS) for process in processes]
    finally:
        for process in processes:
            process.kill()
    return [(process.returncode, *texts) for process, texts in zip(processes, message, strict=True)]


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The folder in which two processes did all these tasks, and how they ended."""
    folder = tmp_path_factory.mktemp("both")
    return folder, ended(started(__file__, folder))


@needs_gloo
@pytest.mark.slow
def test_two_processes_make_the_step_of_all_their_decisions(both):
    folder, _ = both
    for algorithm in LOSSES:
        for number, sizes in enumerate(SIZES):
            weights, metrics = learned(algorithm, sizes, [0, 1])
            for process in range(2):
                found, message = torch.load(folder / f"{algorithm}.{number}.{process}.pt")
                for name, value in weights.items():
                    torch.testing.assert_close(found[name], value, rtol=1e-4, atol=1e-5)
                assert message == pytest.approx(metrics, rel=1e-4, abs=1e-6)


@needs_gloo
def test_two_processes_go_on_bit_for_bit_and_no_other_number_of_them(both):
    folder, _ = both
    states = [torch.load(folder / f"{process}.pt") for process in range(2)]
    for name in ("generator", "rollout.groups.0.states"):
        assert not torch.equal(states[0][name], states[1][name])
    assert all(torch.equal(value, states[1][name]) for name, value in states[0].items() if "optimizer" in name)
    with pytest.raises(UserError, match=r"is a run of 2 processes, not 1: resume it by torchrun --nproc-per-node 2 "):
        train(config_of(folder / "parts"), resume=True)


@needs_gloo
def test_a_checkpoint_that_fails_is_reported_and_tried_again_in_the_end(both):
    folder, ((_, message, _), _) = both
    assert "no space left; the run goes on" in message
    assert load_policy(folder / "saved" / "policy.safetensors")[2]["timesteps"] == 256


@needs_gloo
def test_a_callback_may_end_both_and_both_return_the_same_ratings(both):
    folder, _ = both
    ratings = [torch.load(folder / f"ratings.{process}.pt") for process in range(2)]
    assert ratings[0] == ratings[1]
    assert "rating/random_win_rate" in ratings[0]


@needs_gloo
def test_a_process_that_fails_ends_the_others(both):
    folder, ((status, _, errors), (failed, _, why)) = both
    assert (status, failed) == (1, 1)
    assert "no more" in why
    assert "UserError: another process of this run has failed" in errors
    assert load_policy(folder / "failed" / "policy.safetensors")[2]["timesteps"] == 128


@needs_gloo
@pytest.mark.slow
def test_a_signal_to_one_process_ends_all_and_torchrun_goes_on(tmp_path):
    config = tmp_path / "config.yaml"
    config.write_text(
        f"game: africana_v0\nrun_folder: {tmp_path / 'run'}\nnum_players: 2\ntotal_timesteps: 100000000\nlayers: [8]\n"
        "rollout: {num_games: 8, num_steps: 8}\nleague: {share: 0.0}\n"
    )
    processes = started("-m", "africana_training", config)
    while not (tmp_path / "run" / "policy.safetensors").exists() and processes[0].poll() is None:
        time.sleep(0.1)
    processes[1].send_signal(signal.SIGTERM)
    (status, message, errors), (other, nothing, _) = ended(processes)
    assert (status, other) == (130, 130), errors
    assert "interrupted and saved" in message
    assert nothing == ""
    done = load_policy(tmp_path / "run" / "policy.safetensors")[2]["timesteps"]
    torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    options = ["--resume", "--total_timesteps", str(done + 256)]
    run = subprocess.run(
        [*torchrun, "-m", "africana_training", str(config), *options],
        env=environment(),
        capture_output=True,
        timeout=SECONDS,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.count(b"decisions in") == 1
    lines = [json.loads(line)["timesteps"] for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert lines == list(range(128, done + 257, 128))


def test_without_others_the_module_is_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["africana_training", "none.yaml"])
    monkeypatch.setenv("WORLD_SIZE", "1")  # as some clusters set it
    with pytest.raises(SystemExit, match=r"^2$"):
        runpy.run_module("africana_training", run_name="__main__")
    assert "there is no config" in capsys.readouterr().err
    monkeypatch.setenv("WORLD_SIZE", "2")
    with pytest.raises(UserError, match="by torchrun, or unset WORLD_SIZE"), joined():
        pass


if __name__ == "__main__":
    with joined():
        for work in (learn, start, go_on, note, save, prune, fail):
            work(Path(sys.argv[1]))
