"""Tournaments on a Ray cluster give the same table as in one process, also if nodes die."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from africana_env import GameRecord, UserError, load_game
from africana_env.arena.tournament.bundle import Bundle, pack
from africana_env.arena.tournament.conditions import make_conditions
from africana_env.arena.tournament.ray import spelled_in
from africana_env.arena.tournament.tournament import tournament
from africana_env.cli.output import print_results

GAME = load_game("afritoria_v0")
SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20}

BOTS = """
import os
import time
import numpy as np
from arena_helpers.chance import pick

def raises(observations, masks, rng):
    chosen = pick(masks, rng)
    if (observations.astype(np.int64) @ np.arange(1, observations.shape[1] + 1) % 97 == 0).any():
        raise KeyError("no idea what to do")
    return chosen

def hangs(observations, masks, rng):
    chosen = pick(masks, rng)
    while (observations.astype(np.int64) @ np.arange(1, observations.shape[1] + 1) % 97 == 0).any():
        pass
    return chosen

def slow(observations, masks, rng):
    time.sleep(0.01)
    return pick(masks, rng)

def kills(observations, masks, rng):
    os._exit(1)
"""
HELPER = "def pick(masks, rng):\n    return rng.choice(masks)\n"


@pytest.fixture
def bots(importable, tmp_path):
    """A module that the nodes cannot import, and a package that it imports."""
    importable({"remote_bots.py": BOTS, "arena_helpers/chance.py": HELPER}, tmp_path / "own")
    return "remote_bots"


@contextmanager
def cluster_of(nodes, **others):
    """A cluster on this machine, with a head node."""
    pytest.importorskip("ray", reason="the extra ray is not installed")
    from ray.cluster_utils import Cluster

    before = {name: os.environ.get(name) for name in ("RAY_USAGE_STATS_ENABLED", "RAY_ADDRESS")}
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.pop("RAY_ADDRESS", None)
    cluster = Cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    try:
        for _ in range(nodes - 1):
            cluster.add_node(**SMALL, **others)
        yield cluster
    finally:
        cluster.shutdown()
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@pytest.fixture(scope="module")
def cluster():
    with cluster_of(2) as cluster:
        yield cluster


def play(folder, name, bots, players=2, deals=6, ray=False, **conditions):
    """The results of a tournament in `folder/name/t` as JSON, without times."""
    place = folder / name
    place.mkdir(exist_ok=True)
    before = os.getcwd()
    os.chdir(place)
    try:
        played = tournament(make_conditions(GAME, players, **conditions), bots, deals, "t", ray=ray)
    finally:
        os.chdir(before)
    print_results(played.results, "")
    content = played.to_json()
    for rated in content["ratings"]:
        del rated["seconds_per_decision"]
    return json.dumps(content)


def shares_in(printed):
    """The printed tables after the ratings, which have times."""
    return printed.partition("shares of the win")[2]


def lines_of(folder):
    file = folder / "t" / "deals.jsonl"
    return file.read_text().count('"lineup"') if file.exists() else 0


@pytest.mark.parametrize("players", [2, 3])
def test_a_cluster_gives_the_same_table(tmp_path, capsys, bots, cluster, players):
    playing = ("random", "greedy", f"{bots}:raises")
    here = play(tmp_path, "here", playing, players)
    shown = shares_in(capsys.readouterr().out)
    assert play(tmp_path, "there", playing, players, ray=cluster.address) == here
    assert shares_in(capsys.readouterr().out) == shown


def test_a_node_that_is_killed_in_the_middle_changes_nothing(tmp_path, capsys, bots):
    playing = ("random", "greedy", f"{bots}:slow")
    here = play(tmp_path, "here", playing, 2, 12)
    shown = shares_in(capsys.readouterr().out)
    with cluster_of(2) as cluster:
        (node,) = cluster.worker_nodes
        killed = []

        def kill():
            while not lines_of(tmp_path / "there") > 0:
                time.sleep(0.01)
            cluster.remove_node(node, allow_graceful=False)
            killed.append(lines_of(tmp_path / "there"))

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        there = play(tmp_path, "there", playing, 2, 12, ray=cluster.address)
        killer.join(60)
    assert 0 < killed[0] < lines_of(tmp_path / "there")
    assert there == here
    assert shares_in(capsys.readouterr().out) == shown


def test_records_of_games_lost_on_a_node_are_kept_in_the_folder(tmp_path, bots, cluster):
    playing = (f"{bots}:raises", f"{bots}:hangs", "random")
    failures = json.loads(play(tmp_path, "there", playing, time_limit=0.5, ray=cluster.address))["failures"]
    assert {failure["bot"] for failure in failures} == set(playing[:2])
    assert {failure["reason"] for failure in failures} == {
        "KeyError: 'no idea what to do' (remote_bots.py, line 10)",
        "it took more than 0.5 s for a decision",
    }
    for failure in failures:
        *_, end = GameRecord.load(tmp_path / "there" / failure["record"]).replay(GAME)
        assert end.running[0]


def test_what_was_played_in_one_place_goes_on_in_the_other(tmp_path, bots, cluster):
    few, more = ("random", "greedy"), ("random", "greedy", f"{bots}:raises")
    here = play(tmp_path, "here", more, 2, 6)
    play(tmp_path, "first", few, 2, 3)
    assert play(tmp_path, "first", more, 2, 6, ray=cluster.address) == here
    play(tmp_path, "second", few, 2, 3, ray=cluster.address)
    assert play(tmp_path, "second", more, 2, 6) == here


def test_the_file_of_a_policy_comes_along(tmp_path, cluster):
    policy = pytest.importorskip("africana_training.policies.file", reason="the extra train is not installed")
    networks = pytest.importorskip("africana_training.networks.registry")
    (tmp_path / "own").mkdir()
    network = networks.new_network(GAME, [8])
    for parameter in network.parameters():
        parameter.data.fill_(1e30)
    for name, made in (("good", networks.new_network(GAME, [8])), ("bad", network)):
        policy.save_policy(tmp_path / "own" / f"{name}.safetensors", made, GAME, {}, [8])
    playing = ("policy:../own/good.safetensors,temperature=0.5", "policy:../own/bad.safetensors", "random")
    here = play(tmp_path, "here", playing)
    assert play(tmp_path, "there", playing, ray=cluster.address) == here
    assert "policy:../own/bad.safetensors computes numbers that are not finite" in here


def test_a_user_of_ray_keeps_the_connection(tmp_path, cluster):
    import ray

    ray.init(cluster.address, log_to_driver=False)
    try:
        there = play(tmp_path, "there", ("random", "greedy"), ray=True)
        assert ray.is_initialized()
    finally:
        ray.shutdown()
    assert play(tmp_path, "here", ("random", "greedy")) == there


def test_a_bot_that_kills_its_process_is_reported_in_one_line(tmp_path, bots, cluster, monkeypatch):
    monkeypatch.setattr("africana_env.arena.tournament.ray.MAX_DEATHS", 1)
    with pytest.raises(UserError, match=f"in games of random, {bots}:kills: play without") as error:
        play(tmp_path, "there", ("random", f"{bots}:kills"), ray=cluster.address)
    assert "\n" not in str(error.value)


def test_a_node_without_this_version_is_reported_in_one_line(tmp_path):
    package = tmp_path / "old" / "africana_env"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("__version__ = '0'")
    path = os.pathsep.join([str(package.parent), *sys.path])
    with cluster_of(2, env_vars={"PYTHONPATH": path}) as cluster:
        with pytest.raises(UserError, match="install") as error:
            play(tmp_path, "there", ("random", "greedy"), deals=200, ray=cluster.address)
        assert "\n" not in str(error.value)


def test_another_file_on_the_node_is_reported_in_one_line(tmp_path, bots, cluster, monkeypatch):
    def pack_another(made):
        bundle = pack(made)
        bundle.files["modules/remote_bots.py"] += b"# changed\n"
        return bundle

    monkeypatch.setattr("africana_env.arena.tournament.tournament.pack", pack_another)
    with pytest.raises(UserError, match=r"^node .*: it has another version of remote_bots:slow: install") as error:
        play(tmp_path, "there", ("random", f"{bots}:slow"), ray=cluster.address)
    assert "\n" not in str(error.value)


def test_ctrl_c_ends_it_and_the_same_command_goes_on(tmp_path, bots, cluster):
    place = tmp_path / "there"
    place.mkdir()
    options = ["--num_players", "2", "--deals", "60", "--folder", "t", "--ray", cluster.address]
    command = [sys.executable, "-m", "africana_env.cli", "tournament", GAME.name, "random", f"{bots}:slow", *options]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, cwd=place, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not lines_of(place):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=600)
    assert (process.returncode, printed) == (130, "")
    assert errors.strip().splitlines()[-1] == "africana: interrupted: run the same command again to continue"
    assert "Traceback" not in errors
    played = lines_of(place)
    assert 0 < played < 60
    there = play(tmp_path, "there", ("random", f"{bots}:slow"), 2, played + 2, ray=cluster.address)
    assert there == play(tmp_path, "here", ("random", f"{bots}:slow"), 2, played + 2)


def test_without_an_address_a_local_ray_is_started_and_ended(tmp_path):
    ray = pytest.importorskip("ray", reason="the extra ray is not installed")
    there = play(tmp_path, "there", ("random", "greedy"), ray="local")
    assert not ray.is_initialized()
    assert there == play(tmp_path, "here", ("random", "greedy"))


# Without Ray


@pytest.mark.parametrize("address", ["greedy", "10.0.0.1", None])
def test_what_is_no_address_is_reported_in_one_line(tmp_path, address):
    with pytest.raises(UserError, match="the address of a Ray cluster must be one like") as error:
        play(tmp_path, "t", ("random", "greedy"), ray=address)
    assert "\n" not in str(error.value)
    assert not list((tmp_path / "t").iterdir())


def test_it_is_reported_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("africana_env.engine.process.extras.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"needs ray: pip install 'africana-env\[ray\]'$"):
        play(tmp_path, "t", ("random", "greedy"), ray=True)


@pytest.mark.parametrize("named", [True, False])
def test_an_address_where_no_cluster_is_is_reported_in_one_line(tmp_path, monkeypatch, named):
    pytest.importorskip("ray", reason="the extra ray is not installed")
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(UserError, match=r"cannot reach Ray at 127\.0\.0\.1:1: ") as error:
        play(tmp_path, "t", ("random", "greedy"), ray="127.0.0.1:1" if named else True)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("bot", "file", "spelled"),
    [
        ("policy:p", "p", "policy:/node/0/p"),
        ("policy:p,temperature=0", "p", "policy:/node/0/p,temperature=0"),
        ("policy:policy", "policy", "policy:/node/0/policy"),
        ("search:20,policy=policy", "policy", "search:20,policy=/node/0/policy"),
        ("policy:20,temperature=20", "20", "policy:/node/0/20,temperature=20"),
    ],
)
def test_a_file_is_named_anew_where_it_is_named(bot, file, spelled):
    assert spelled_in(Path("/node"), Bundle({}, {bot: (file, f"0/{file}")}), bot) == spelled
