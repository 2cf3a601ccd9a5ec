"""Signals, closed outputs and errors end a run, which is saved and goes on as if it had not been ended."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from africana_training.policies.file import load_policy
from africana_training.runs.session import stopped_by_signals, train
from africana_training.runs.update import train_step
from rich.console import Console
from trained import assert_equal_weights

from africana_env.cli import main


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_run_after_its_update_and_saves(tmp_path, tiny, whole, monkeypatch, number):
    def signalled(run):
        if run.progress.updates == 1:
            os.kill(os.getpid(), number)
        return train_step(run)

    monkeypatch.setattr("africana_training.runs.session.train_step", signalled)
    handler = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt):
        train(tiny(tmp_path / "run"))
    assert signal.getsignal(number) == handler
    assert load_policy(tmp_path / "run" / "policy.safetensors")[2]["timesteps"] == 128
    monkeypatch.undo()
    train(tiny(tmp_path / "run"), resume=True)
    assert_equal_weights(tmp_path / "run", whole)


@pytest.mark.parametrize(
    ("command", "goes_on"),
    [
        (
            ["train", "configs/africana_2p.yaml", "--run_folder", "run", "--rollout.num_games", "4"],
            "the same command with --resume continues",
        ),
        (["benchmark", "--folder", "run", "--only", "ppo-afritoria_v0-2p"], "run the same command again to continue"),
    ],
)
def test_a_command_that_is_ended_says_how_it_goes_on(tmp_path, monkeypatch, capsys, command, goes_on):
    command[command.index("run")] = str(tmp_path / "run")

    def ended(run):
        raise KeyboardInterrupt

    monkeypatch.setattr("africana_training.runs.session.train_step", ended)
    assert main(command) == 130
    assert capsys.readouterr().err.strip().splitlines()[-1] == f"africana: interrupted: {goes_on}"


def test_a_signal_that_is_to_be_ignored_is(tmp_path, tiny, monkeypatch):
    def signalled(run):
        signal.raise_signal(signal.SIGHUP)
        return train_step(run)

    monkeypatch.setattr("africana_training.runs.session.train_step", signalled)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as `nohup` does
    try:
        train(tiny(tmp_path / "run"))
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_handler_that_is_not_pythons_is_left_alone(monkeypatch):
    """Such as one of a program in C that embeds Python: it could not be put back."""
    before, handler = signal.getsignal, signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(signal, "getsignal", lambda number: None if number == signal.SIGTERM else before(number))
    with stopped_by_signals(Console()):
        assert before(signal.SIGTERM) == handler
        assert before(signal.SIGINT) != handler


def test_what_ends_an_update_in_its_middle_saves_nothing_of_it(tmp_path, tiny, whole, monkeypatch):
    def interrupted(run):
        if run.progress.updates == 2:
            run.network.policy.weight.data.fill_(7)
            raise KeyboardInterrupt
        return train_step(run)

    monkeypatch.setattr("africana_training.runs.session.train_step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(tiny(tmp_path / "run"))
    monkeypatch.undo()
    train(tiny(tmp_path / "run"), resume=True)
    assert_equal_weights(tmp_path / "run", whole)


CONFIG = """
game: africana_v0
num_players: 2
total_timesteps: 100000000
layers: [8]
checkpoint_minutes: 1000
rollout: {num_games: 8, num_steps: 8}
league: {share: 0.0}
"""


def started(folder, output, seconds_per_line):
    """A long run in another process, after its first checkpoint, and the decisions of that checkpoint."""
    (folder / "config.yaml").write_text(CONFIG + f"run_folder: {folder / 'run'}\n")
    command = "import sys; from africana_env.cli import main; sys.exit(main())"
    patched = f"import africana_training.logging.dashboard as d; d.SECONDS_PER_LINE = {seconds_per_line}; {command}"
    run = subprocess.Popen(
        [sys.executable, "-c", patched, "train", str(folder / "config.yaml")],
        stdout=output,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    while not (folder / "run" / "policy.safetensors").exists():
        assert run.poll() is None, run.stderr.read()
        time.sleep(0.1)
    return run, load_policy(folder / "run" / "policy.safetensors")[2]["timesteps"]


def test_a_closed_output_ends_the_run_and_saves(tmp_path):
    run, first = started(tmp_path, subprocess.PIPE, 0)
    run.stdout.close()
    assert b"Traceback" not in run.stderr.read()
    run.wait(600)
    assert load_policy(tmp_path / "run" / "policy.safetensors")[2]["timesteps"] > first


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo-terminals")
@pytest.mark.slow
@pytest.mark.parametrize("terminal", [pytest.param(True, id="terminal"), pytest.param(False, id="pipe")])
def test_a_signal_because_the_output_is_gone_ends_the_run_and_saves(tmp_path, terminal):
    """Such as SIGHUP, which comes when the terminal is closed."""
    reader, output = os.openpty() if terminal else os.pipe()
    run, first = started(tmp_path, output, 1000)
    os.close(output)
    os.close(reader)
    run.send_signal(signal.SIGHUP)
    assert b"Traceback" not in run.stderr.read()
    assert run.wait(600) != 0
    assert load_policy(tmp_path / "run" / "policy.safetensors")[2]["timesteps"] > first
