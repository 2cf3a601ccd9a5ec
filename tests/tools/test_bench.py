"""The benchmark measures correctly, and its command writes complete figures or none."""

import json
import subprocess
import sys
import time
from dataclasses import fields

import numpy as np
import pytest

from africana_env import Batch, game_names, load_game
from africana_env.bots import make_bot
from africana_env.bots.scripted import RANDOM
from africana_env.cli import main
from africana_env.cli.bench_output import format_rate, print_load
from africana_env.engine.game.seeds import derive_seed
from africana_env.tools import bench, peers, rates
from africana_env.tools.rates import STAT, Spent, share_of_others, spent


@pytest.fixture
def short(monkeypatch):
    """Very short measurements."""
    for name, value in {"SECONDS": 0.01, "REPEATS": 1, "NUM_GAMES": 64, "DECISIONS": 100}.items():
        for module in (bench, rates):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(bench, "start_seconds", lambda game: (5.0, 1.0))


class ThreeStepGame:
    """An AEC environment with one legal action, 2, whose games end after three steps."""

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


def test_rules_alone_play_the_games_of_a_batch():  # for one game, because the loop is compiled each time
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
    arrays = batch.edition.tables, states, mask, generator, np.zeros(1, RANDOM.scratch_dtype)
    bench.rules_loop(game)(*arrays, batch.num_players, batch.max_rounds, decisions)
    assert states.tobytes() == batch.states.tobytes()


def test_filling_writes_every_byte_of_buffers_like_those_of_the_batch():
    game = load_game("afritoria_v0")
    buffers = [np.zeros_like(buffer) for buffer in bench.buffers_of(Batch(game, 64))]
    bench.bind_loop(bench.fill_rows, {}, game.name)(64, 1, *buffers)
    assert all((buffer == 1).all() for buffer in buffers)


def test_a_process_up_to_its_first_step_is_timed_and_prints_nothing(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert 0.1 < bench.first_step_seconds(game_names()[0], str(tmp_path)) < 600
    assert list(tmp_path.iterdir()), "the cache was not new"
    assert capfd.readouterr() == ("", "")


def test_a_rate_is_the_median_after_a_first_call_that_does_not_count(monkeypatch):
    clock = iter([0.0, 0.0, 1.0, 10.0, 10.0, 14.0, 20.0, 20.0, 22.0])
    monkeypatch.setattr(rates, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(rates, "REPEATS", 3)
    calls = []
    assert rates.median_rate(lambda: calls.append(0) or 8) == 4.0  # of 8, 2 and 4 a second
    assert len(calls) == 4


def test_the_command_prints_and_writes_figures(short, tmp_path, monkeypatch, capsys):
    def missing(game):
        raise ImportError("No module named 'absent'")

    libraries = (
        peers.Library("Present", "counts to ten", ("one", "two"), lambda game: lambda: 10),
        peers.Library("Absent", "", ("three",), missing),
    )
    monkeypatch.setattr(peers, "LIBRARIES", libraries)
    file = tmp_path / "bench.json"
    assert main(["bench", "afritoria_v0", "--peers", "--json", str(file)]) == 0
    written = json.loads(file.read_text())
    assert list(written["games"]) == ["afritoria_v0"]
    figures = written["games"]["afritoria_v0"]
    assert set(figures) == {field.name for field in fields(bench.GameSpeed)}
    assert all(value > 0 for value in figures.values())
    rates = [peer.pop("decisions_per_second") for peer in written["peers"]]
    assert rates[2] is None
    assert min(rates[:2]) > 0
    assert written["peers"] == [
        {"library": "Present", "game": "one", "note": "counts to ten"},
        {"library": "Present", "game": "two", "note": "counts to ten"},
        {"library": "Absent", "game": "three", "note": "skipped: No module named 'absent'"},
    ]
    printed = capsys.readouterr().out
    for text in ("afritoria_v0", str(figures["state_bytes"]), "counts to ten", "No module named 'absent'"):
        assert text in printed
    assert [path.name for path in tmp_path.iterdir()] == ["bench.json"]


def test_nothing_is_written_unless_all_was_measured(short, tmp_path, monkeypatch):
    def fail(env):
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "aec_player", fail)
    assert main(["bench", "afritoria_v0", "--json", str(tmp_path / "bench.json")]) == 130
    assert not list(tmp_path.iterdir())


def test_wrong_arguments_are_one_line(tmp_path, capsys):
    assert main(["bench", "--json", str(tmp_path / "nowhere" / "bench.json")]) == 2
    assert "name a file in a folder that exists" in capsys.readouterr().err
    assert main(["bench", "chess"]) == 2
    assert capsys.readouterr().err.startswith("africana: unknown game 'chess'")


@pytest.mark.parametrize("library", peers.LIBRARIES, ids=lambda library: library.name)
def test_each_library_plays(library, monkeypatch):
    monkeypatch.setattr(peers, "NUM_GAMES", 8)
    try:
        play = library.player(library.games[0])
    except ImportError as error:
        pytest.skip(str(error))
    assert play() > 0
    assert play() > 0


def test_what_others_used_is_what_was_used_but_by_ourselves():
    before, after = Spent(100.0, 60.0, 5.0), Spent(120.0, 68.0, 9.0)  # 20 s: 8 idle, 4 own
    assert share_of_others(before, after) == pytest.approx(8 / 20)
    assert share_of_others(before, before) is None
    assert share_of_others(None, after) is None
    assert share_of_others(before, Spent(101.0, 61.0, 9.0)) == 0  # clocks differ a little


@pytest.mark.skipif(not STAT.is_file(), reason="this system does not report processor time")
def test_ones_own_work_is_not_that_of_others():
    before, start = spent(), time.process_time()
    subprocess.run([sys.executable, "-c", "sum(range(10**7))"], check=True)
    while time.process_time() - start < 0.6:
        pass
    after = spent()
    assert after.own - before.own > 0.5
    assert after.total > before.total
    assert 0 <= share_of_others(before, after) <= 1


def test_a_busy_machine_is_reported(capsys):
    print_load(None)
    print_load(0.01)
    assert capsys.readouterr().out == ""
    print_load(0.34)
    assert "busy: other programs used 34% of its processor time" in capsys.readouterr().out


@pytest.mark.parametrize(("rate", "text"), [(870.4, "870"), (52_430, "52.4 k"), (8_312_000, "8.31 M")])
def test_rates_have_few_digits(rate, text):
    assert format_rate(rate) == text
