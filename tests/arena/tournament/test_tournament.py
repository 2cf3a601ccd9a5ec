"""Tournaments: interruptions do not change the table, and bots that fail forfeit only that game."""

import json
import os
import random
import re
import signal
import sys

import numpy as np
import pytest
from africana_training.networks.registry import new_network
from africana_training.policies.file import save_policy

from africana_env import GameRecord, UserError, load_edition, load_game
from africana_env.arena.evaluate import evaluate
from africana_env.arena.matches.loop import deal_seeds
from africana_env.arena.ratings.results import Results
from africana_env.arena.tournament.conditions import make_conditions
from africana_env.arena.tournament.store import crc32
from africana_env.arena.tournament.tournament import tournament
from africana_env.cli import main
from africana_env.cli.output import print_results
from africana_env.cli.tournament_files import command_of
from africana_env.engine.game.kernels import EDITION_STREAM
from africana_env.engine.game.rng import stream_seed

GAME = load_game("afritoria_v0")


def play(folder, bots=("random", "greedy"), game=GAME, players=2, deals=4, **conditions):
    """The results as JSON without times, and as returned."""
    played = tournament(make_conditions(game, players, **conditions), bots, deals, folder)
    content = json.loads(json.dumps(played.to_json()))
    for rated in content["ratings"]:
        del rated["seconds_per_decision"]
    return content, played.results


def test_games_are_cut_off_as_asked_and_the_files_say_so(tmp_path):
    content, _ = play(tmp_path / "t", max_rounds=2)
    assert content["max_rounds"] == 2
    assert json.loads((tmp_path / "t" / "deals.jsonl").read_text().splitlines()[0])["max_rounds"] == 2
    played = tournament(make_conditions(GAME, 2, max_rounds=2), ["random", "greedy"], 4, tmp_path / "t")
    assert {game.rounds for result in played.deals for game in result.games} == {2}
    assert "--max_rounds 2" in command_of(played, ["random", "greedy"], "reconstructed", {})
    assert "max_rounds" not in play(tmp_path / "whole")[0]
    with pytest.raises(UserError, match="max_rounds must be a whole number from 1 to 255, not 256"):
        make_conditions(GAME, max_rounds=256)


def test_on_a_set_the_seed_of_a_deal_chooses_its_edition(tmp_path):
    bots = ["random", "greedy"]
    on_set = tournament(make_conditions(GAME, 2, "generated:0-3"), bots, 12, tmp_path / "set")
    assert on_set.to_json()["edition"] == "generated:0-3"
    numbers = [int(stream_seed(seed, EDITION_STREAM)) % 4 for seed in deal_seeds(1, 12)]
    assert len({*numbers}) >= 3
    for number in range(4):
        alone = tournament(make_conditions(GAME, 2, f"generated:{number}"), bots, 12, tmp_path / str(number))
        for played, same in zip(on_set.deals, alone.deals, strict=True):
            assert (played == same) == (numbers[played.deal.number] == number)


# Users' bots: `arena_bots:raises`.

BOTS = """
import os
import sys
import time
import numpy as np

def rare(observations):
    return observations.astype(np.int64) @ np.arange(1, observations.shape[1] + 1) % 97 == 0

def raises(observations, masks, rng):
    chosen = rng.choice(masks)
    if rare(observations).any():
        raise KeyError("no idea what to do")
    return chosen

def illegal(observations, masks, rng):
    return np.where(rare(observations), masks.argmin(1), rng.choice(masks))

def exits(observations, masks, rng):
    if rare(observations).any():
        raise SystemExit(3)
    return rng.choice(masks)

def hangs(observations, masks, rng):
    chosen = rng.choice(masks)
    while rare(observations).any():
        pass
    return chosen

def own_chance(observations, masks, rng):
    return np.array([np.random.choice(np.flatnonzero(mask)) for mask in masks])

def never(observations, masks, rng):
    return rng.choice(masks)

def closes(observations, masks, rng):
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()
    sys.stdin = sys.stdout = sys.stderr = None
    os.chdir("/")
    return rng.choice(masks)

def slow(observations, masks, rng):
    time.sleep(0.01)
    return rng.choice(masks)
"""


@pytest.fixture
def bots(importable):
    importable({"arena_bots.py": BOTS})
    return "arena_bots"


def test_a_bot_that_closes_or_takes_away_what_we_print_to_or_goes_elsewhere_is_played_on_with(
    tmp_path, bots, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    streams = sys.stdin, sys.stdout, sys.stderr
    for words in (
        ["tournament", GAME.name, "random", f"{bots}:closes", "--deals", "2", "--time_limit", "100"],
        ["evaluate", GAME.name, "random", "--against", f"{bots}:closes", "--num_games", "8"],
    ):
        assert main([*words, "--num_players", "2", "--json", f"{words[0]}.json"]) == 0
        printed = capsys.readouterr()
        assert "against" in printed.out
        assert printed.err.strip() == ""

        assert (tmp_path / f"{words[0]}.json").exists()
    assert json.loads((tmp_path / "tournament.json").read_text())["failures"] == []
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert not any("close" in vars(stream) for stream in streams if hasattr(stream, "__dict__"))


@pytest.mark.parametrize("players", [2, 3])
def test_every_bot_meets_every_other_and_the_json_says_how_it_went(tmp_path, bots, players):
    content, found = play(tmp_path / "t", ("random", "greedy", f"{bots}:never"), players=players, deals=3)
    pairs = [(pair["a"], pair["b"]) for pair in content["pairs"]]
    assert len(pairs) == len(set(pairs)) == (3 if players == 2 else 6)
    for pair in content["pairs"]:
        low, high = pair["ci95"]
        assert pair["deals"] == 3
        assert 0 <= low <= pair["share"] <= high <= 1
    for rated in content["ratings"]:
        low, high = rated["ci95"]
        assert low <= rated["rating"] <= high
        assert rated["bot"] != "greedy" or (low, rated["rating"], high) == (1000, 1000, 1000)
    assert content["failures"] == []
    assert [pair.share for pair in found.pairs] == [pair["share"] for pair in content["pairs"]]


def test_the_shares_are_those_of_an_evaluation(tmp_path):
    for players in (2, 4):
        content, _ = play(tmp_path / f"{players}", ("random", "greedy"), players=players, deals=10)
        (result,) = evaluate(GAME, "random", ["greedy"], players, num_games=10 * players).results
        assert content["pairs"][0]["share"] == result.win_rate
        assert tuple(content["pairs"][0]["ci95"]) == result.ci95


def test_what_was_played_is_not_played_again_and_more_is_added(tmp_path, bots, monkeypatch):
    three = ("random", "greedy", f"{bots}:never")
    few, _ = play(tmp_path / "t", deals=2)
    more, _ = play(tmp_path / "t", three, deals=5)
    assert more == play(tmp_path / "other", three, deals=5)[0]
    monkeypatch.setattr("africana_env.arena.tournament.tournament.play_deals", None)
    assert play(tmp_path / "t", three, deals=5)[0] == more
    assert play(tmp_path / "t", deals=2)[0] == few


def test_a_file_that_was_cut_off_anywhere_goes_on_to_the_same_table(tmp_path):
    whole, _ = play(tmp_path / "t", deals=6)
    file = tmp_path / "t" / "deals.jsonl"
    data = file.read_bytes()
    for cut in random.Random(1).sample(range(len(data)), 12):
        file.write_bytes(data[:cut])
        assert play(tmp_path / "t", deals=6)[0] == whole


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("raises", "KeyError: 'no idea what to do'"),
        ("illegal", "is illegal"),
        ("exits", "SystemExit: 3"),
        ("hangs", "it took more than 0.5 s for a decision"),
    ],
)
def test_a_bot_that_fails_loses_that_game_and_the_rest_goes_on(tmp_path, bots, name, reason):
    limit = 0.5 if "0.5 s" in reason else None
    spelled = f"{bots}:{name}"
    content, found = play(tmp_path / "t", (spelled, "random"), deals=10, time_limit=limit)
    assert 0 < len(content["failures"]) <= 20
    for failure in content["failures"]:
        assert failure["bot"] == spelled
        assert reason in failure["reason"]
        *_, end = GameRecord.load(failure["record"]).replay(GAME)
        assert end.running[0]  # the record ends at the failure
    lost = len(found.failures)
    assert content["pairs"][0]["share"] <= 1 - lost / 20


def test_games_beside_one_in_which_a_bot_fails_are_those_of_a_bot_that_does_not(tmp_path, bots):
    def games(name):
        play(tmp_path / name, (f"{bots}:{name}", "random"), deals=10)
        lines = map(json.loads, (tmp_path / name / "deals.jsonl").read_text().splitlines())
        return {(line["deal"], n): game for line in lines if "deal" in line for n, game in enumerate(line["games"])}

    raising, never = games("raises"), games("never")
    failed = {key for key, game in raising.items() if game["failure"]}
    assert 0 < len(failed) < len(raising)
    for key in set(raising) - failed:
        assert raising[key] == never[key]


def test_a_bot_that_has_changed_since_is_noticed(tmp_path, bots):
    play(tmp_path / "t", (f"{bots}:never", "random"))
    with (tmp_path / "arena_bots.py").open("a") as file:
        file.write("# changed\n")
    with pytest.raises(UserError, match=r"arena_bots:never has changed since it played the deals in .*: name another"):
        play(tmp_path / "t", (f"{bots}:never", "random"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bots": ["random"]}, "the number of bots must be a whole number from 2 to 100, not 1"),
        ({"bots": "random"}, "bots must be a list of strings"),
        ({"bots": ["random", "policy:a\udc80"]}, r"the name of the bot 'policy:a.udc80' cannot be printed: rename"),
        ({"game": "afritoria_v0"}, "a game must be a Game from load_game, not 'afritoria_v0'"),
        ({"bots": ["random", "greedy", "random"]}, "the bot 'random' is named twice: name it once"),
        ({"bots": ["random", "nobody"]}, "unknown bot 'nobody'"),
        ({"deals": 1}, "deals must be a whole number from 2"),
        ({"players": 9}, "num_players must be a whole number from 2 to 4, not 9"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"time_limit": 0}, "time_limit must be a number of seconds above 0 and at most 1,000,000, not 0"),
        ({"time_limit": float("nan")}, "time_limit must be a number of seconds above 0 and at most 1,000,000, not nan"),
        ({"edition": "none"}, "unknown edition 'none'"),
    ],
)
def test_a_wrong_argument_is_reported_in_one_line_and_nothing_is_written(tmp_path, change, message):
    with pytest.raises(UserError, match=message) as error:
        play(tmp_path / "t", **change)
    assert "\n" not in str(error.value)
    assert not list(tmp_path.iterdir())


def test_the_function_prints_nothing_and_writes_nothing_but_its_folder(tmp_path, bots, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    steps, before = [], set(tmp_path.iterdir())
    playing = ["random", f"{bots}:raises"]
    tournament(make_conditions(GAME, 2), playing, 4, "t", progress=lambda *step: steps.append(step))
    assert (steps[0], steps[-1]) == ((0, 4), (4, 4))
    assert capfd.readouterr() == ("", "")
    assert set(tmp_path.iterdir()) - before - {tmp_path / "__pycache__"} == {tmp_path / "t"}


def test_a_game_that_goes_another_way_when_played_again_is_reported(tmp_path, capsys, bots):
    options = ["--num_players", "2", "--deals", "2", "--html", str(tmp_path / "page.html"), "--folder"]
    assert main(["tournament", GAME.name, f"{bots}:own_chance", "random", *options, str(tmp_path / "t")]) == 0
    assert "note: a game could not be reproduced for its replay: " in capsys.readouterr().err
    assert main(["tournament", GAME.name, "random", "greedy", *options, str(tmp_path / "u")]) == 0
    printed = capsys.readouterr()
    assert "note: " not in printed.err
    assert f"{tmp_path / 'page.html'}: the page, with " in printed.out


def test_a_policy_of_another_edition_is_refused(tmp_path):
    edition = load_edition(GAME, "reconstructed")
    for about, reported in (
        ({"edition": "mini"}, "on edition mini, not on reconstructed"),
        ({"edition": edition.name, "edition_digest": "other"}, "on other data of edition reconstructed"),
    ):
        path = tmp_path / "policy.safetensors"
        save_policy(path, new_network(GAME, [8]), GAME, about, [8])
        for bot in (f"policy:{path}", f"search:16,policy={path}"):
            with pytest.raises(
                UserError, match=re.escape(f"{bot} was trained {reported}: leave it out, play that edition, or")
            ):
                play(tmp_path / "t", ("random", bot))
            assert not (tmp_path / "t").exists()


def test_mixed_lineups_have_shares(tmp_path, bots, capsys):
    three = ("random", "greedy", f"{bots}:never")
    content, results = play(tmp_path / "t", three, players=3, deals=4)
    print_results(results, "three players")
    assert {mixed["bot"] for mixed in content["mixed"]} == set(three)
    assert sum(mixed["share"] for mixed in content["mixed"]) == pytest.approx(1)
    printed = capsys.readouterr().out
    for mixed in content["mixed"]:
        low, high = mixed["ci95"]
        assert mixed["deals"] == 4
        assert 0 <= low <= mixed["share"] <= high <= 1
    assert printed.count("mixed line-ups") == 3
    assert "ms a decision" in printed
    assert play(tmp_path / "two", three, players=2, deals=2)[0]["mixed"] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_tournament_that_is_ended_says_that_it_goes_on(tmp_path, bots, capsys, number):
    (tmp_path / "arena_bots.py").write_text(f"import signal\n\ndef ends(*_):\n    signal.raise_signal({number:d})\n")
    words = ["tournament", GAME.name, "random", f"{bots}:ends", "--num_players", "2", "--deals", "2"]
    before = signal.getsignal(number)
    assert main([*words, "--folder", str(tmp_path / "t")]) == 130
    *_, last = capsys.readouterr().err.strip().splitlines()
    assert last == "africana: interrupted: run the same command again to continue"
    assert signal.getsignal(number) is before


def edit(lines, number, key, value):
    content = json.loads(lines[number])
    content[key] = value
    lines[number] = json.dumps(content)


def checked(lines, number, key, value):
    """The same with a matching checksum."""
    content = json.loads(lines[number])
    del content["crc32"]
    content[key] = value
    lines[number] = json.dumps({**content, "crc32": crc32(content)})


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (
            lambda lines: lines.insert(2, "nonsense"),
            "line 3 of .* is damaged: delete that line, or name another folder",
        ),
        (lambda lines: lines.insert(2, "[]"), "line 3 of .* is damaged"),
        (lambda lines: edit(lines, -2, "deal", 77), "is damaged"),
        (lambda lines: checked(lines, 0, "seed", 7), "has a tournament with --seed 7, not --seed 1: name another"),
        (lambda lines: checked(lines, 0, "game", "chess"), "has a tournament with game 'chess', not game 'afri"),
        (lambda lines: checked(lines, 0, "format", 9), "has a tournament with format 9, not format 3"),
    ],
)
def test_a_foreign_or_damaged_file_is_reported_in_one_line_and_left_alone(tmp_path, damage, message):
    play(tmp_path / "t")
    file = tmp_path / "t" / "deals.jsonl"
    lines = file.read_text().splitlines()
    damage(lines)
    file.write_text("\n".join(lines) + "\n")
    before = file.read_bytes()
    with pytest.raises(UserError, match=message) as error:
        play(tmp_path / "t")
    assert "\n" not in str(error.value)
    assert file.read_bytes() == before
    with pytest.raises(UserError, match=message):  # and once more, not that it is being played there
        play(tmp_path / "t")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_folder_that_cannot_be_used_is_reported_in_one_line(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    pipe = tmp_path / "pipe"
    pipe.mkdir()
    os.mkfifo(pipe / "deals.jsonl")
    for folder in (file, pipe, tmp_path / ("x" * 5000), 7):
        with pytest.raises(UserError, match="cannot use the folder") as error:
            tournament(make_conditions(GAME), ["random", "greedy"], 4, folder)
        assert "\n" not in str(error.value)


def test_a_time_limit_in_whole_seconds_is_the_same_time_limit(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for limit in (5, 5.0, np.float32(5)):
        tournament(make_conditions(GAME, 2, time_limit=limit), ["random", "greedy"], 2)
    assert len(list((tmp_path / "runs").iterdir())) == 1


@pytest.mark.parametrize(
    ("seconds", "reported"),
    [(0.00001234, "0.012"), (0.0123, "12"), (0.0999, "100"), (0.1234, "123"), (12.345, "12,345")],
)
def test_times_are_reported_in_plain_figures(seconds, reported):
    found = Results([], [], {}, [], {"greedy": {"seconds": 4 * seconds, "decisions": 4}})
    assert found.milliseconds_text("greedy") == reported
    assert found.milliseconds_text("random") == ""
