import inspect
import io
import json
import logging
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import torch
from africana_training.config.file import SETTINGS, help_of
from africana_training.studies.best_response import TrainingBudget

from africana_env import UserError, __version__, load_game
from africana_env.cli import main
from africana_env.cli.command_line import command_line
from africana_env.cli.output import progress_bar
from africana_env.tools.bench import Benchmark

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
        (
            ["evaluate", "africana_v0", "policy:missing.safetensors", "--against", "random"],
            "there is no policy missing.safetensors",
        ),
        (["evaluate", "africana_v0", "greedy"], "--against"),
        (["describe", "chess_v0"], "unknown game 'chess_v0'"),
        (["describe", "africana_v0", "--edition", "none"], "unknown edition 'none'"),
        (["check-edition", "africana_v0", "none.toml"], "cannot read edition none.toml"),
        (["check-edition", "africana_v0", __file__], "the name of an edition's file must end in .toml, unlike "),
        (["train", "none.yaml"], "there is no config none.yaml: name a YAML file, or use africa_2p, africana_2p, "),
        (["train"], "the following arguments are required: CONFIG; use africana train CONFIG --option, see --help"),
        (["train", "none.yaml", "--ppo.lr", "1"], "unrecognized argument --ppo.lr: use --ppo.clip_coef or "),
        (
            ["train", "none.yaml", "--optimizer.update_epoch", "1"],
            "unrecognized argument --optimizer.update_epoch: use --optimizer.update_epochs\n",
        ),
        (
            ["train", "none.yaml", "--colour", "blue"],
            "unrecognized argument --colour: use africana train CONFIG --option, see --help\n",
        ),
        (
            ["describe", "africana_v0", "--two\nlines"],
            "unrecognized argument '--two\\nlines': use africana describe GAME --option",
        ),
        (["describe", "africana_v0", "--edit", "none"], "unrecognized argument --edit: use --edition\n"),
        (["evaluate", "africana_v0", "gredy", "--against", "random"], "unknown bot 'gredy': did you mean 'greedy'? "),
        (["evaluate", "africana_v0", "nowhere.bots:play", "--against", "random"], "there is no module nowhere"),
        (["evaluate", "africana_v0", "math:play", "--against", "random"], "module math has no bot 'play'"),
        (["evaluate", "africana_v0", "greedy:3", "--against", "random"], "takes neither an argument nor options"),
        (["tournament", "greedy", "random"], "argument GAME: unknown game 'greedy': use africa_v0 or africana_v0 or "),
        (
            ["tournament", "random", "--game", "africa_v0"],
            "; use africana tournament GAME BOT ... --option, see --help\n",
        ),
        (["exploitability", "africa_v0"], "required: BOT; use africana exploitability GAME BOT --option, see --help\n"),
        (["play", "africa_v0", "--seed", "7", "greedy"], "greedy: use africana play [GAME] [BOT ...] --option"),
        (["evaluate", "africa_v0", "greedy", "--against", "random", "--games", "8"], "--games: use --num_games\n"),
        (["fly"], "unknown command fly: see africana --help\n"),
        (["trian"], "unknown command trian: use train; see africana --help\n"),
        ([], "required"),
    ],
)
def test_what_a_user_gets_wrong_is_reported_in_one_line(capsys, arguments, message):
    status, error = run(capsys, *arguments)
    assert status == 2
    assert message in error
    assert error.startswith("africana: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("colour: blue", "there is no setting colour"),
        ("num_players: two", "each a whole number, not 'two'"),
        ("ppo: {speed: 3}", "there is no setting ppo.speed"),
        ("rollout: {num_games: 100000000}", "rollout.num_games must be a whole number from 1 to 65536"),
        ("[", "not YAML"),
    ],
)
def test_a_malformed_config_is_reported_in_one_line(capsys, config, line, message):
    config.write_text(config.read_text() + line + "\n")
    status, error = run(capsys, "train", config)
    assert status == 2
    assert message in error
    assert error.count("\n") == 1
    assert not (config.parent / "run").exists()


def test_every_setting_is_an_option_that_help_explains(capsys):
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    printed = capsys.readouterr().out
    for name in SETTINGS:
        assert f"--{name} VALUE" in printed
        assert " ".join(help_of(name).split()) in " ".join(printed.split())
        assert SETTINGS[name]["description"]


@pytest.mark.parametrize("allocate", [lambda: np.zeros(1 << 59), lambda: torch.zeros(1 << 59)])
def test_too_little_memory_is_reported_in_one_line(capsys, config, monkeypatch, allocate):
    monkeypatch.setattr("africana_training.runs.session.train", lambda *arguments: allocate())
    status, error = run(capsys, "train", config)
    assert status == 2
    assert error.startswith("africana: not enough memory: ")
    assert error.count("\n") == 1


COMMANDS = {
    "africana_env.arena.evaluate.evaluate": (
        "evaluate afritoria_v0 greedy --against random greedy --num_players 3 --num_games 12 --edition mini --seed 7",
        {
            "bot": "greedy",
            "against": ["random", "greedy"],
            "num_players": 3,
            "num_games": 12,
            "edition": "mini",
            "seed": 7,
        },
    ),
    "africana_env.arena.tournament.conditions.make_conditions": (
        "tournament afritoria_v0 greedy random --num_players 3 --edition mini --seed 7 --time_limit 2.5",
        {"num_players": 3, "edition": "mini", "seed": 7, "time_limit": 2.5},
    ),
    "africana_env.arena.tournament.tournament.tournament": (
        "tournament afritoria_v0 greedy random --num_players 3 --deals 5 --folder kept --ray here",
        {"bots": ["greedy", "random"], "deals": 5, "folder": "kept", "ray": "here"},
    ),
    "africana_env.arena.exploitability.exploitability.exploitability": (
        "exploitability afritoria_v0 search:2 --num_players 2 --max_rounds 3 --deals 4 --repetitions 5",
        {"bot": "search:2", "num_players": 2, "max_rounds": 3, "deals": 4, "repetitions": 5},
    ),
    "africana_env.data.record.record_dataset": (
        "dataset afritoria_v0 greedy --num_players 3 --num_games 12 --edition mini --seed 7 --folder made",
        {"bots": ["greedy"], "num_games": 12, "folder": "made", "num_players": 3, "edition": "mini", "seed": 7},
    ),
    "africana_env.tools.ladder.ladder": (
        "ladder africa_v0 --width 70 --bots search:2 --folder kept --only 2p 4p",
        {"width": 70, "bots": ["search:2"], "folder": "kept", "only": ["africa_v0-2p", "africa_v0-4p"]},
    ),
    "africana_env.tools.edition_report.report": (
        "report afritoria_v0 --edition mini --num_games 12",
        {"edition": "mini", "num_games": 12},
    ),
    "africana_env.tools.set_report.report_set": (
        "report afritoria_v0 --edition generated:0-1 --num_games 12",
        {"num_games": 12},
    ),
    "africana_env.play.session_setup.begin_session": (
        "play afritoria_v0 greedy random --terminal --num_players 4 --seat 1 2 --name A B --seed 7"
        " --edition mini --record kept.json --hints greedy",
        {"bots": ["greedy", "random"], "num_players": 4, "people": [1, 2], "names": ["A", "B"], "seed": 7}
        | {"edition": "mini", "record": "kept.json", "hints": ["greedy"]},
    ),
    "africana_env.tools.bench.bench": (
        "bench afritoria_v0 --peers",
        {"games": ["afritoria_v0"], "peers": True},
    ),
    "africana_training.studies.best_response.best_response": (
        "best-response afritoria_v0 greedy --num_players 2 --edition mini --timesteps 9 --start_from baseline"
        " --rollouts 17 --deals 5 --seed 7",
        {"num_players": 2, "edition": "mini", "budget": TrainingBudget(timesteps=9), "start_from": "baseline"}
        | {"rollouts": 17, "deals": 5, "seed": 7},
    ),
    "africana_training.studies.generalisation.make_runs": (
        "generalisation --folder kept --only africa --device cuda",
        {"folder": Path("kept"), "only": ["africa"], "device": "cuda"},
    ),
}
"""The function that a command calls: the command line, and the expected arguments."""


@pytest.mark.parametrize("function", COMMANDS)
def test_options_are_what_a_command_passes_on(monkeypatch, capsys, tmp_path, function):
    monkeypatch.chdir(tmp_path)
    module, _, name = function.rpartition(".")
    signature, passed = inspect.signature(getattr(import_module(module), name)), {}

    def stop(*arguments, **options):
        passed.update(signature.bind(*arguments, **options).arguments)
        raise UserError("stopped")

    monkeypatch.setattr(function, stop)
    line, expected = COMMANDS[function]
    status, error = run(capsys, *line.split())
    assert (status, error.splitlines()[-1]) == (2, "africana: stopped")
    assert {name: passed[name] for name in expected} == expected


def test_a_benchmark_does_not_log_every_compilation(capfd, monkeypatch):
    def bench(*arguments, **options):
        logging.getLogger("africana_env.engine").warning("compiling")
        return Benchmark({}, [])

    monkeypatch.setattr("africana_env.tools.bench.bench", bench)
    assert main(["bench"]) == 0
    assert "compiling" not in capfd.readouterr().err


def test_lists_may_be_given_in_parts(capsys, tmp_path):
    file = tmp_path / "results.json"
    command = ["evaluate", "afritoria_v0", "greedy", "--num_players", "2", "--num_games", "2", "--json", str(file)]
    assert run(capsys, *command, "--against", "random", "--against", "greedy")[0] == 0
    assert [result["against"] for result in json.loads(file.read_text())["results"]] == ["random", "greedy"]


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("evaluate afritoria_v0 greedy --against random", "--json"),
        ("tournament afritoria_v0 greedy random", "--json"),
        ("tournament afritoria_v0 greedy random", "--html"),
        ("exploitability afritoria_v0 random", "--json"),
        ("report afritoria_v0", "--output"),
    ],
)
def test_no_command_replaces_the_edition_that_it_reads(capsys, tmp_path, monkeypatch, command, option):
    monkeypatch.chdir(tmp_path)
    edition = '[edition]\nname = "mine"\nbase = "reconstructed"\ngame = "afritoria"\nformat = 1\n'
    (tmp_path / "mine.toml").write_text(edition)
    status, error = run(capsys, *command.split(), "--edition", "mine.toml", option, "mine.toml")
    assert (status, error) == (2, "africana: cannot write mine.toml: it is the input file; name another one\n")
    assert (tmp_path / "mine.toml").read_text() == edition


def test_the_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"africana-env {__version__}\n"


def test_an_output_without_a_character_is_reported_with_what_helps(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    monkeypatch.setattr("africana_env.tools.describe.description", lambda game, edition: "2 · 3")
    status, error = run(capsys, "describe", "africana_v0")
    assert status == 2
    assert error == r"africana: cannot print '\xb7' as ascii: set PYTHONUTF8=1" + "\n"


def test_where_nobody_looks_at_a_terminal_progress_is_lines(capsys, monkeypatch):
    now = 0.0
    monkeypatch.setattr("africana_env.cli.output.monotonic", lambda: now)
    with progress_bar() as progress:
        for ended in range(6):
            progress(ended, 5)
            now += 16
    assert capsys.readouterr().err == "2 of 5 deals\n4 of 5 deals\n"


def test_options_are_spelled_like_arguments_in_python():
    options = [
        option
        for parser in command_line()[1].choices.values()
        for action in parser._actions
        for option in action.option_strings
        if option.startswith("--")
    ]
    assert "--num_players" in options
    assert [option for option in options if not option[2:].replace(".", "_").isidentifier()] == []


@pytest.mark.parametrize("command", ["tournament", "dataset"])
def test_help_says_the_order_and_for_how_many_players_a_game_is_by_default(capsys, command):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.startswith(f"usage: africana {command} GAME BOT ")
    said = f"(default: {load_game('africana_v0').default_players}, or the most that game and edition allow)"
    assert said in printed


def test_help_needs_neither_numba_nor_torch():
    code = """
import sys
from africana_env.cli import main
try:
    main(["--help"])
except SystemExit:
    print([name for name in ("numba", "torch") if name in sys.modules])
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.endswith("[]\n")


def test_tournaments_without_a_page_need_no_matplotlib(tmp_path):
    code = f"""
import sys
sys.modules["matplotlib"] = None
from africana_env.cli import main
sys.exit(main("tournament afritoria_v0 random greedy --num_players 2 --deals 2 --folder {tmp_path}".split()))
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
