"""The benchmark measures what it says, and the command writes its figures complete or not at all."""

import json
import subprocess
import sys
from dataclasses import asdict, fields

import numpy as np
import pytest
from support import every_game

from africana_env import Batch, UserError, game_names, load_game
from africana_env.bots import make_bot
from africana_env.bots.scripted import RANDOM
from africana_env.cli import main
from africana_env.cli.bench_output import format_rate, print_benchmark
from africana_env.engine.kernel_cache import cache_root
from africana_env.engine.seeds import derive_seed
from africana_env.tools import bench, peers, rates

MEASUREMENTS = ["batch of 64", "rules on one core", "AEC", "start of a process"]


@pytest.fixture
def short(monkeypatch):
    """Measurements that take no time."""
    for name, value in {"SECONDS": 0.01, "REPEATS": 1, "NUM_GAMES": 64, "DECISIONS": 100}.items():
        for module in (bench, rates):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(bench, "start_seconds", lambda game: (5.0, 1.0))


class ThreeStepGame:
    """An AEC environment in which only action 2 is ever legal and games end after three steps."""

    def __init__(self):
        self.actions = []
        self.resets = 0

    def reset(self, seed=None):
        self.steps = 0
        self.resets += 1

    def last(self):
        return {"observation": None, "action_mask": np.array([0, 0, 1, 0])}, 0.0, self.steps == 3, False, {}

    def step(self, action):
        self.actions.append(int(action))
        self.steps += 1


def test_aec_decisions_are_legal_and_a_reset_is_none():
    env = ThreeStepGame()
    decisions = rates.aec_player(env)()
    assert decisions == len(env.actions) == rates.AEC_DECISIONS - (env.resets - 1)
    assert set(env.actions) == {2}
    assert env.resets == 1 + rates.AEC_DECISIONS // 4


def test_rules_alone_play_the_games_of_a_batch():  # in one game: the loop is compiled each time
    game = load_game("afritoria_v0")
    decisions, seed = 2000, np.uint64(7)
    batch = Batch(game, 1, autoreset=True, observe=False)
    batch.reset(3)
    opponent = make_bot("random", game, 1, seed=int(seed))
    states, mask = batch.states.copy(), batch.action_mask.copy()
    actions = np.zeros(1, np.int64)
    for _ in range(decisions):
        opponent.act(batch, np.ones(1, np.bool_), actions)
        batch.step(actions)
    assert batch.seeds[0] != derive_seed(3, 0), "no game ended"
    generator = make_bot("random", game, 1, seed=int(seed)).generators
    loop = bench.rules_loop(game)
    loop(
        batch.edition.tables,
        states,
        mask,
        generator,
        np.zeros(1, RANDOM.scratch_dtype),
        batch.num_players,
        batch.max_rounds,
        decisions,
    )
    assert states.tobytes() == batch.states.tobytes()


@every_game
def test_filling_writes_every_byte_of_buffers_like_those_of_the_batch(game):
    buffers = [np.zeros_like(buffer) for buffer in bench.buffers_of(Batch(game, 64))]
    bench.bind_loop(bench.fill_rows, {}, game.name)(64, 1, *buffers)
    assert all((buffer == 1).all() for buffer in buffers)


def test_a_process_that_takes_its_first_step_is_timed():
    assert 0.1 < bench.first_step_seconds("afritoria_v0", str(cache_root().parent)) < 600


def test_a_process_that_is_timed_prints_nothing(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    bench.first_step_seconds(game_names()[0], str(tmp_path))
    assert list(tmp_path.iterdir()), "the cache was not new"
    assert capfd.readouterr() == ("", "")


def test_a_rate_is_the_median_after_a_first_call_that_does_not_count(monkeypatch):
    clock = iter([0.0, 0.0, 1.0, 10.0, 10.0, 14.0, 20.0, 20.0, 22.0])
    monkeypatch.setattr(rates, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(rates, "REPEATS", 3)
    calls = []
    assert rates.median_rate(lambda: calls.append(0) or 8) == 4.0  # of 8, 2 and 4 a second
    assert len(calls) == 4


def test_figures_are_returned_and_nothing_is_printed(short, capfd):
    progress = []
    found = bench.bench(["afritoria_v0"], progress=progress.append)
    assert list(found.games) == ["afritoria_v0"]
    assert all(value > 0 for value in asdict(found.games["afritoria_v0"]).values())
    assert (found.peers, found.skipped) == ([], [])
    assert progress == [f"afritoria_v0: {what}" for what in MEASUREMENTS]
    assert capfd.readouterr() == ("", "")


def test_the_command_prints_and_writes_figures(short, tmp_path, capsys):
    file = tmp_path / "bench.json"
    assert main(["bench", "afritoria_v0", "--json", str(file)]) == 0
    written = json.loads(file.read_text())
    assert set(written) == {"games", "peers", "skipped"}
    assert set(written["games"]["afritoria_v0"]) == {field.name for field in fields(bench.GameSpeed)}
    printed = capsys.readouterr().out
    assert "afritoria_v0" in printed
    assert str(written["games"]["afritoria_v0"]["state_bytes"]) in printed
    assert [path.name for path in tmp_path.iterdir()] == ["bench.json"]


def test_nothing_is_written_unless_all_was_measured(short, tmp_path, monkeypatch):
    def fail(env):
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "aec_player", fail)
    assert main(["bench", "afritoria_v0", "--json", str(tmp_path / "bench.json")]) == 130
    assert not list(tmp_path.iterdir())


def test_wrong_arguments_are_one_line(short, tmp_path, capsys):
    with pytest.raises(UserError, match="unknown game 'chess'"):
        bench.bench(["chess"])
    assert main(["bench", "--json", str(tmp_path / "nowhere" / "bench.json")]) == 2
    assert "name a file in a folder that exists" in capsys.readouterr().err
    assert main(["bench", "chess"]) == 2
    assert capsys.readouterr().err.startswith("africana: unknown game 'chess'")


def test_peers_are_measured_where_they_are_installed_and_else_skipped(short, monkeypatch, capsys):
    def missing(game):
        raise ImportError("No module named 'absent'")

    libraries = (
        peers.Library("Present", "counts to ten", ("one", "two"), lambda game: lambda: 10),
        peers.Library("Absent", "", ("three",), missing),
    )
    monkeypatch.setattr(peers, "LIBRARIES", libraries)
    found = bench.bench(["afritoria_v0"], peers=True)
    assert [(peer.name, peer.game, peer.note) for peer in found.peers] == [
        ("Present", "one", "counts to ten"),
        ("Present", "two", "counts to ten"),
    ]
    assert all(peer.decisions_per_second > 0 for peer in found.peers)
    assert found.skipped == [peers.SkippedPeer("Absent", "three", "No module named 'absent'")]
    print_benchmark(found)
    assert "No module named 'absent'" in capsys.readouterr().out


@pytest.mark.parametrize("library", peers.LIBRARIES, ids=lambda library: library.name)
def test_each_library_plays(library, monkeypatch):
    monkeypatch.setattr(peers, "NUM_GAMES", 8)
    try:
        play = library.player(library.games[0])
    except ImportError as error:
        pytest.skip(str(error))
    assert play() > 0
    assert play() > 0


def test_torch_is_not_needed():
    code = "import sys, africana_env.tools.bench, africana_env.tools.peers; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("rate", "text"), [(870.4, "870"), (52_430, "52.4 k"), (8_312_000, "8.31 M")])
def test_rates_have_few_digits(rate, text):
    assert format_rate(rate) == text
