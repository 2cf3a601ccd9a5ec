import subprocess
import sys

import pytest

from training.cli import main

CONFIG = "game: africana_v0\nrun_folder: {folder}\n"


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text(CONFIG.format(folder=tmp_path / "run"))
    return path


def run(capsys, *arguments):
    status = main([str(argument) for argument in arguments])
    return status, capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate", "missing.safetensors", "--against", "random"], "there is no checkpoint missing.safetensors"),
        (["evaluate", "missing.safetensors"], "--against"),
        (["describe", "chess_v0"], "unknown game 'chess_v0'"),
        (["describe", "africana_v0", "--edition", "none"], "unknown edition 'none'"),
        (["check-edition", "africana_v0", "none.toml"], "cannot read edition none.toml"),
        (["train", "none.yaml"], "there is no config none.yaml"),
        (["fly"], "invalid choice: 'fly'"),
        ([], "required"),
    ],
)
def test_what_a_user_gets_wrong_is_told_in_one_line(capsys, arguments, message):
    status, error = run(capsys, *arguments)
    assert status == 2
    assert message in error
    assert error.startswith("africana: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("colour: blue", "colour"),
        ("num_players: two", "num_players"),
        ("ppo: {speed: 3}", "speed"),
        ("[", "config"),
    ],
)
def test_a_malformed_config_is_told_in_one_line(capsys, config, line, message):
    config.write_text(config.read_text() + line + "\n")
    status, error = run(capsys, "train", config)
    assert status == 2
    assert message in error
    assert error.count("\n") == 1
    assert not (config.parent / "run").exists()


def test_an_unknown_key_on_the_command_line_is_told_in_one_line(capsys, config):
    status, error = run(capsys, "train", config, "--ppo.speed", "3")
    assert status == 2
    assert "ppo.speed" in error
    assert error.count("\n") == 1


def test_a_foreign_file_is_not_taken_for_a_checkpoint(capsys, tmp_path):
    file = tmp_path / "foreign.safetensors"
    file.write_bytes(b"not weights at all")
    status, error = run(capsys, "evaluate", file, "--against", "random")
    assert status == 2
    assert "is not a checkpoint" in error
    assert error.count("\n") == 1


def test_the_command_is_installed_and_starts_without_the_learning_libraries():
    code = "import sys; from training.cli import command_line; command_line(); assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
