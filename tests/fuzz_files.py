"""Files from outside, damaged and forged: each is read, or refused in lines that can be printed, and soon.

    python tests/fuzz_files.py --inputs 100000 --seed 1

tries so many and prints how many were accepted of every kind; one that ends otherwise is kept in a file, whose name is
printed with the error. What is accepted is used: a config is checked, a record replayed, a policy and an edition play.
"""

import argparse
import faulthandler
import json
import logging
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import cache, partial
from io import StringIO
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from unittest.mock import patch

import numpy as np
import torch
from safetensors.torch import load, save
from support import GAMES

from africana_env import Batch, Game, GameRecord, UserError, edition_names, load_edition, load_game
from africana_env.api.drawings import render_text
from africana_env.arena.matches.deals import DealResult, Failure, GameResult
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.results import compute_results
from africana_env.arena.report.charts import Line
from africana_env.arena.report.tournament_page import all_played, failures_part, mean_points
from africana_env.arena.tournament.store import NAME, Store, lines_of
from africana_env.cli.output import print_results
from africana_env.engine.game_record import _checksum
from africana_env.engine.state import RUNNING, TERMINATED
from africana_env.play.session_setup import begin_session
from africana_env.play.terminal import play_in_terminal
from africana_env.tools.describe import description
from training.config.check import check_config
from training.config.file import read_config
from training.config.settings import RolloutConfig, TrainConfig
from training.logging.curves import line_of, run_lengths
from training.logging.metrics import cut_back
from training.logging.metrics_file import METRICS_FILE, read_metrics
from training.networks.mlp import PolicyValueNetwork
from training.networks.registry import new_network
from training.policies.bot import PolicyBot
from training.policies.file import checksum_of, load_policy, save_policy, save_tensors
from training.rollout.league import LeagueConfig
from training.runs.checkpoints import DTYPES, LEARNER_FILE, MANIFEST_FILE, digest_of
from training.runs.runner import Runner
from training.studies.benchmark import OUTCOME, RESULT_FILE, Outcome, Run, Score, read_outcome, settings_of
from training.studies.benchmark_page import notes, results_table, together

SECONDS = 60
"""After so many for one input the command ends, with a traceback of where it hangs."""
MAX_LENGTH = 10_000
"""Of a line, for paths of 5,000 characters are shown."""
GAME = load_game("africana_v0")
CONFIG = b"""# A comment.
game: africana_v0
run_folder: runs/some
num_players: 2
edition: reconstructed
layers: [64, 32]
minutes: 9.5
seed: 3
optimizer:
  learning_rate: 5e-4
rollout:
  num_games: 64
league:
  opponents: [greedy, "random"]
  share: 0.25
imitation: {expert: greedy, timesteps: 100}
"""
TEXTS = [
    "",
    "x",
    "two\nlines",
    "\x1b[31m",
    "\0",
    "\u202e",
    "x" * 5000,
    "x" * 5000 + ".toml",
    "../x.toml",
    "a\0.toml",
    "W" * 40,
]
"""Odd texts; JSON alone can say one that is no Unicode."""
METRICS = b"".join(
    b'{"timesteps": %d, "updates": 1, "seconds": 0.5, "rating/elo": 0.5, "rating/elo_low": 1, "rating/elo_high": 9}\n'
    % n
    for n in range(1, 5)
)
YAML_VALUES = [
    *map(json.dumps, TEXTS),
    *["", "~", "true", "-1", "0", "1.0", "1_0", "1:1:1", "0b_", "._", ".nan", "-.inf", "1e400", "=", "!", "&a", "*a"],
    *["9" * 5000, f"0x{'f' * 5000}", f"1{':1' * 3000}", "2024-13-45", "2001-01-01 00:00:00 +99:99", '"\\ud800"'],
    *["!!int ''", "!!float ''", "!!timestamp x", "!!bool x", "!!binary x", "!!set {a}", "!!omap [a]", "!!str 3"],
    *["!!python/object/apply:os.getcwd []", "&a [*a]", "[]", "{}", "[[a]]", "{a: {b: c}}", "{<<: 1}", "{a: 1, a: 2}"],
    *[
        "? [a, b]",
        "? {a: b}",
        "{[a]: b}",
        "- 1",
        "|\n  x",
        "[" * 500,
        "{a: " * 500,
        "[" * 100 + "]" * 100,
        "[8]",
        "[3, 3]",
    ],
    *["policy:none.safetensors", "policy:/dev/zero", "nowhere.bots:play", "math:pi", "/dev/zero", "x.toml", "3.5", "#"],
]
TOML_VALUES = [
    *map(json.dumps, TEXTS),
    *[
        "",
        "true",
        "-1",
        "0",
        "1",
        "2",
        "9",
        "1.0",
        "nan",
        "-inf",
        "1e400",
        "1979-05-27",
        "07:32:00",
        "9" * 900,
        "[2, 3]",
    ],
    *[
        f"0x{'f' * 900}",
        "[]",
        "{}",
        "[[]]",
        "[1, [2]]",
        "{ a = 1 }",
        "{ a.b.c = [{}] }",
        '[""]',
        "[" * 500,
        '"""a\n b"""',
    ],
    *[
        '"Cairo"',
        '"north"',
        '"assumed"',
        '"documented"',
        '"rulebook"',
        '"reconstructed"',
        '"mini"',
        '["green"]',
        "[true]",
    ],
]
JSON_VALUES = [
    *TEXTS,
    *[
        "\ud800",
        "africana_v0",
        "africa_v0",
        "mini",
        None,
        True,
        0,
        1,
        -1,
        2,
        3.5,
        10**9,
        10**30,
        2**63,
        2**64,
        float("nan"),
        1e400,
    ],
    *[[], {}, [[]], [0], [0, 1, 2], {"a": []}, [10**30], ["x"], [0] * 5000, [[[[]]]]],
]
ABOUT = {"num_players": 2, "seed": 1, "time_limit": None}
BOTS = ("random", "greedy")
RUN = Run("ppo", GAME.name, 2, 0)
FLOATS = [0.0, -1.0, 3e38, -3e38, 1e-45, float("nan"), float("inf")]


@dataclass(frozen=True)
class Kind:
    """A kind of files: a real one, how it is forged, and what reads and uses it."""

    suffix: str
    content: bytes
    forge: Callable[[bytes, Random], bytes]
    use: Callable[[Path], object]
    lines: int = 1
    """With how many it may be refused."""


def damaged(data: bytes, rng: Random) -> bytes:
    """A few bytes changed, added, taken out or repeated, as a broken disk or an unlucky editor would."""
    result = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        start = rng.randrange(len(result) + 1)
        stop = min(len(result), start + rng.choice((1, 1, 2, 8, 64, 1000)))
        match rng.randrange(7):
            case 0 if start < stop:
                result[start] ^= 1 << rng.randrange(8)
            case 1 if start < stop:
                result[start] = rng.choice(b"\0\n\r\t \x1b\x7f\xff\"'[]{}()<>:=,.-#&*!|%@0129aAeEnN\\/")
            case 2:
                del result[start:stop]
            case 3:
                result[start:start] = result[start:stop]
            case 4:
                result[start:start] = rng.randbytes(rng.choice((1, 4)))
            case 5:
                result[start:start] = rng.choice(["\u202e", "\ud800", "é", "\x9b", "[[", "]]"]).encode(
                    "utf8", "replace"
                )
            case 6 if rng.random() < 0.2:
                del result[start:]
    return bytes(result)


def forged_lines(values: list[str], separator: str, data: bytes, rng: Random) -> bytes:
    """A file of lines with a value or section replaced, or a line taken out, repeated, moved or indented."""
    lines = data.decode().split("\n")
    for _ in range(rng.choice((1, 1, 2))):
        number = rng.randrange(len(lines))
        key, found, _ = lines[number].partition(separator)
        match rng.randrange(8):
            case 0:
                del lines[number : number + rng.choice((1, 1, 5))]
            case 1:
                lines.insert(rng.randrange(len(lines) + 1), lines[number])
            case 2:
                lines[number] = f"  {lines[number]}"
            case 3:
                key = rng.choice([*values, "sources", "structure", "edition"])
                lines.insert(rng.choice((0, number)), f"{key}{separator} {rng.choice(values)}")
            case _ if header := re.fullmatch(r"\[+(\w+)\]+", lines[number]):
                lines = [f"{header[1]}{separator} {rng.choice(values)}", *without_section(lines, lines[number])]
            case _ if found:
                lines[number] = f"{key}{separator} {rng.choice(values)}"
        lines = lines or [""]
    return "\n".join(lines).encode("utf8", "replace")


def without_section(lines: list[str], header: str) -> list[str]:
    """The lines that are under other headers."""
    kept, inside = [], False
    for line in lines:
        if line.startswith("["):
            inside = line == header
        if not inside:
            kept.append(line)
    return kept


def forged_json(value: Any, rng: Random) -> Any:
    """A copy of a JSON value, with something in it replaced, added or taken out."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        changed = {**value, key: forged_json(value[key], rng)}
        if rng.random() < 0.05:
            del changed[key]
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], forged_json(value[place], rng), *value[place + rng.randrange(2) :]]
    return rng.choice(JSON_VALUES)


def forged_value(value: Any, rng: Random) -> Any:
    """A copy of a JSON value with an odd value somewhere, in a place of any kind: entries of a list are of one kind."""
    kinds: dict[str, list[str]] = {}
    for place in places(value):
        kinds.setdefault(re.sub("[0-9]+", "0", place), []).append(place)
    copy: Any = [json.loads(json.dumps(value))]
    inner, last = copy, 0
    for part in rng.choice(rng.choice(list(kinds.values()))).split("/")[1:]:
        inner = inner[last]
        last = int(part) if isinstance(inner, list) else part
    before = inner[last]
    alike = [1.0 * before, str(before), bool(before), -before] if type(before) is int else [before]
    inner[last] = rng.choice([rng.choice(JSON_VALUES), rng.choice(alike)])
    return copy[0]


def places(value: Any, here: str = "") -> Iterator[str]:
    """The places of all values in a JSON value, such as `/games/0/winners`."""
    yield here
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, f"{here}/{key}")


def forged_record(data: bytes, rng: Random) -> bytes:
    """A record of something else, with a checksum that fits."""
    content = forged_json(json.loads(data), rng)
    if isinstance(content, dict):
        content["checksum"] = _checksum(content)
    return json.dumps(content).encode()


def forged_plain_json(data: bytes, rng: Random) -> bytes:
    """JSON of something else."""
    return json.dumps(forged_json(json.loads(data), rng)).encode()


def forged_deals(data: bytes, rng: Random) -> bytes:
    """The lines of a tournament with one of something else, taken out, repeated or moved, with checksums that fit."""
    contents = [json.loads(line) for line in data.splitlines()]
    for content in contents:
        del content["crc32"]
    number = rng.randrange(len(contents))
    match rng.randrange(8):
        case 0:
            del contents[number]
        case 1:
            contents.insert(rng.randrange(len(contents) + 1), contents[number])
        case 2:
            contents[number] = forged_json(contents[number], rng)
        case _:
            number = rng.choice([number, 1 + len(BOTS) + 2])  # or where a bot has failed
            contents[number] = forged_value(contents[number], rng)
    whole = [content for content in contents if isinstance(content, dict)]
    return lines_of(whole) if len(whole) == len(contents) else b"\n".join(json.dumps(c).encode() for c in contents)


def forged_metrics(data: bytes, rng: Random) -> bytes:
    """Metrics with a line of something else."""
    lines = data.splitlines()
    number = rng.randrange(len(lines))
    forged = json.dumps(forged_json(json.loads(lines[number]), rng))
    lines[number] = forged.replace("0.5", rng.choice(["9" * 400, "1e999", "-1e300", "[" * 5000, "NaN"])).encode()
    return b"\n".join(lines) + b"\n"


def forged_learner(data: bytes, rng: Random) -> bytes:
    """The state of a learner with a tensor taken out, added, renamed or of something else, with a checksum that fits;
    now and then any other safetensors file."""
    if rng.random() < 0.2:
        return forged_tensors(data, rng)
    _, tensors = read_safetensors(data)
    name = rng.choice(list(tensors))
    odd = tensors | {name: forged_tensor(tensors[name], rng)}
    tensors = rng.choice([odd, forged_names(tensors, rng)])
    return with_checksum(tensors, {}) if all(tensor.dtype in DTYPES for tensor in tensors.values()) else save(tensors)


def with_checksum(tensors: dict[str, torch.Tensor], metadata: dict[str, str]) -> bytes:
    """The file that `save_tensors` writes."""
    return written(lambda path: save_tensors(path, tensors, metadata))


def forged_tensors(data: bytes, rng: Random) -> bytes:
    """A safetensors file of something else, with a checksum that fits."""
    header, tensors = read_safetensors(data)
    metadata = header.pop("__metadata__")
    match rng.randrange(4):
        case 0:
            metadata = forged_metadata(metadata, rng)
        case 1:
            name = rng.choice(list(tensors))
            tensors[name] = forged_tensor(tensors[name], rng)
        case 2:
            tensors = forged_names(tensors, rng)
        case 3:
            return with_header(data, json.dumps(forged_json({"__metadata__": metadata, **header}, rng)).encode())
    if all(tensor.dtype in DTYPES for tensor in tensors.values()):
        metadata["checksum"] = checksum_of(tensors, metadata)
    return save(tensors, {str(key): str(value) for key, value in metadata.items()})


def read_safetensors(data: bytes) -> tuple[dict[str, Any], dict[str, torch.Tensor]]:
    """The header of a file, and its tensors."""
    size = 8 + int.from_bytes(data[:8], "little")
    return json.loads(data[8:size]), load(data)


def with_header(data: bytes, header: bytes) -> bytes:
    """A safetensors file with another header."""
    size = 8 + int.from_bytes(data[:8], "little")
    return len(header).to_bytes(8, "little") + header + data[size:]


def forged_metadata(metadata: dict[str, str], rng: Random) -> dict[str, str]:
    """Metadata with an odd text, or an odd value in the JSON of one."""
    key = rng.choice(list(metadata))
    try:
        inner = json.loads(metadata[key])
    except ValueError:
        inner = metadata[key]
    text = json.dumps(forged_json(inner, rng))
    odd = [
        text,
        text,
        text,
        "[" * 5000,
        "9" * 5000,
        "[16, 1e400]",
        "[30000, 30000]",
        "[4096]",
        f"[{'4096, ' * 15}4096]",
        *TEXTS,
    ]
    changed = {**metadata, key: rng.choice(odd)}
    if rng.random() < 0.1:
        del changed[key]
    return changed


def forged_tensor(tensor: torch.Tensor, rng: Random) -> torch.Tensor:
    """A tensor of odd numbers, or of another type or shape."""
    odd = torch.tensor(rng.choice(FLOATS)).to(tensor.dtype)
    match rng.randrange(4):
        case 0:
            return odd.expand(tensor.shape).clone()
        case 1:
            tensor = tensor.clone()
            tensor.view(-1)[: rng.randrange(tensor.numel() + 1)] = odd
            return tensor
        case 2:
            return tensor.to(
                rng.choice([torch.float16, torch.bfloat16, torch.float8_e5m2, torch.int8, torch.bool, torch.float64])
            )
    return rng.choice([tensor.flatten(), tensor[None].clone(), torch.zeros(0), torch.zeros(2, 0, 3), torch.zeros(())])


def forged_names(tensors: dict[str, torch.Tensor], rng: Random) -> dict[str, torch.Tensor]:
    """Tensors with one renamed, taken out or added."""
    name = rng.choice(list(tensors))
    kept = {other: tensor for other, tensor in tensors.items() if other != name}
    return rng.choice(
        [kept, {**kept, rng.choice(TEXTS): tensors[name]}, {**tensors, "9.step": tensors[name].clone()}, {}]
    )


# What uses them


def replay(path: Path) -> None:
    for _ in GameRecord.load(path).replay(GAME):
        pass


def play_on(path: Path) -> None:
    """Go on with a recorded game in the terminal, and leave at once."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()), patch("builtins.input", side_effect=EOFError):
        record = shutil.copy(path, folder)
        play_in_terminal(begin_session(GAME, ["greedy"], record=record))


def show_results(path: Path) -> None:
    """Go on with a tournament of which these are the finished deals, and print what they say."""
    with TemporaryDirectory() as folder:
        shutil.copy(path, Path(folder) / NAME)
        store = Store(folder, GAME, ABOUT)
        store.close()
    results = [result for result in store.results.values() if result.deal.lineup == BOTS]
    found = compute_results(BOTS, 2, results, store.seconds_per_decision()) if len(results) > 1 else None
    if found is not None:
        with redirect_stdout(StringIO()) as printed:
            print_results(found, "deals")
        assert printed.getvalue().replace("\n", "").isprintable()
        json.dumps(found.to_json())
        failures_part(found)
        mean_points(GAME, BOTS, list(all_played(results)))


def draw_curves(path: Path) -> None:
    """Read the metrics of a run and cut them back, as a run that goes on does."""
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copy(path, Path(folder) / METRICS_FILE))
        run_lengths({"run": (metrics := read_metrics(Path(folder)))})
        for name in metrics:
            line_of(metrics, name, 0)
        cut_back(copy, 3)


def tell_result(path: Path) -> None:
    """Tell the result of a run of the benchmark."""
    with TemporaryDirectory() as folder:
        (Path(folder) / RUN.name).mkdir()
        shutil.copy(path, Path(folder) / RUN.name / RESULT_FILE)
        outcome = read_outcome(Path(folder), RUN)
        results_table({RUN: outcome})
        notes({RUN: outcome})
        together([Line(*np.array(outcome.curve).T[[0, 2, 3, 4]])] * 2)


def play_edition(game: Game, path: Path) -> None:
    """Show the edition in a file in every way, and play some moves."""
    edition = load_edition(game, path)
    assert all(text.isprintable() for text in game.action_texts(edition.data))
    assert description(game, edition).replace("\n", "").replace("\t", "").isprintable()
    batch = Batch(game, 2, edition=edition)
    batch.reset(1)
    for _ in range(10):
        batch.step(batch.action_mask.argmax(axis=1))
    render_text(game, edition, batch.states[0], 0)


def play_policy(path: Path) -> None:
    """Let the policy in a file play some moves."""
    game, network, about = load_policy(path)
    bots = [PolicyBot(game, network, 2, temperature, about=about) for temperature in (0, 1)]
    batch = Batch(game, 2, 2)
    batch.reset(1)
    actions = np.zeros(2, np.int64)
    for bot in bots:
        bot.act(batch, np.ones(2, np.bool_), actions)
        batch.step(actions)


def small_network() -> PolicyValueNetwork:
    return new_network(GAME, [4])


@cache
def checkpoint() -> Path:
    """The newest checkpoint of a run of one update."""
    runner = Runner(small_run(mkdtemp()))
    runner.train_step()
    runner.save()
    runner.folder.close()
    return runner.folder.checkpoints()[0]


def small_run(folder: str) -> TrainConfig:
    rollout, league = (
        RolloutConfig(num_games=2, num_steps=8),
        LeagueConfig(share=0.0),
    )  # so that there is something to learn
    return TrainConfig(GAME.name, folder, 2, layers=[4], rollout=rollout, league=league)


def go_on(name: str, path: Path) -> None:
    """Go on with a run of which one file is the one given."""
    with TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        shutil.copytree(checkpoint().parents[1], run)
        shutil.copy(path, run / "checkpoints" / checkpoint().name / name)
        if name == LEARNER_FILE:  # forged with its checksum
            forge_manifest(run / "checkpoints" / checkpoint().name)
        runner = Runner(small_run(str(run)), resume=True)
        runner.train_step()
        runner.folder.close()


def forge_manifest(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST_FILE).read_text())
    manifest["files"][LEARNER_FILE] = digest_of(folder / LEARNER_FILE)
    (folder / MANIFEST_FILE).write_text(json.dumps(manifest))


@cache
def kinds() -> dict[str, Kind]:
    """All kinds of files by name."""
    torch.manual_seed(0)
    network = small_network()
    batch = Batch(GAME, 1, 2, max_rounds=1)
    batch.reset_to(1)
    actions = []
    while batch.running[0]:
        actions.append(int(batch.action_mask[0].argmax()))
        batch.step(actions[-1:])
    record = GameRecord(GAME.name, "reconstructed", batch.edition.digest, 2, 1, 1, tuple(actions))
    outcome = Outcome(
        settings_of(RUN), 5, 0.5, [Score("greedy", 0.5, (0.25, 0.75), 8)], [(n, n, n, 0.5, 9.5) for n in (1, 2)], "note"
    )
    about = {"timesteps": 3, "updates": 1, "seconds": 0.5, "edition": "reconstructed", "num_players": 2}
    found = {
        "config": Kind(
            ".yaml",
            CONFIG,
            partial(forged_lines, YAML_VALUES, ":"),
            lambda path: check_config(read_config(str(path), {})),
        ),
        "record": Kind(".json", written(record.save), forged_record, replay),
        "record to go on from": Kind(".json", written(record.save), forged_record, play_on),
        "deals": Kind(".jsonl", deals(record), forged_deals, show_results),
        "metrics": Kind(".jsonl", METRICS, forged_metrics, draw_curves),
        "result": Kind(".json", OUTCOME.dump_json(outcome), forged_plain_json, tell_result),
        "policy": Kind(
            ".safetensors",
            written(lambda path: save_policy(path, network, GAME, about, [4])),
            forged_tensors,
            play_policy,
        ),
        "learner": Kind(
            ".safetensors", (checkpoint() / LEARNER_FILE).read_bytes(), forged_learner, partial(go_on, LEARNER_FILE)
        ),
        "manifest": Kind(
            ".json", (checkpoint() / MANIFEST_FILE).read_bytes(), forged_plain_json, partial(go_on, MANIFEST_FILE)
        ),
    }
    forge = partial(forged_lines, TOML_VALUES, " =")
    for game in (game for game in GAMES if game.editions is not None):
        for name in edition_names(game):
            content = (game.folder / "editions" / f"{name}.toml").read_bytes()
            found[f"{game.name} {name}"] = Kind(".toml", content, forge, partial(play_edition, game), 100)
    return found


def deals(record: GameRecord) -> bytes:
    """The finished deals of a small tournament, one of which a bot has lost by failing."""
    scores, decisions = [[1] * len(GAME.score_parts)] * 2, [[2] * len(GAME.actions.groups)] * 2
    won, shared = (GameResult(winners, scores, decisions, 3, TERMINATED) for winners in ([1], [0, 1]))
    with TemporaryDirectory() as folder:
        store = Store(folder, GAME, ABOUT)
        store.add_bots(dict.fromkeys(BOTS, "version"))
        lost = replace(won, status=RUNNING, failure=Failure(0, "oops", store.keep(Deal(BOTS, 1), 0, record)))
        for number, game in enumerate((won, lost, shared)):
            store.add([DealResult(Deal(BOTS, number), [game, shared])], {"greedy": (0.5, 8)})
        store.close()
        return store.path.read_bytes()


def written(write: Callable[[Path], object]) -> bytes:
    """What `write` writes to the path that it is given."""
    with TemporaryDirectory() as folder:
        write(Path(folder) / "file")
        return (Path(folder) / "file").read_bytes()


def accepted(kind: Kind, data: bytes, folder: Path) -> bool:
    """Whether a file with this content is accepted; fails unless others are refused with a `UserError` in printable
    lines."""
    path = folder / f"file{kind.suffix}"
    path.write_bytes(data)
    try:
        kind.use(path)
        return True
    except UserError as error:
        lines = str(error).split("\n")
    assert len(lines) <= kind.lines, lines
    assert all(line and line.isprintable() and len(line) < MAX_LENGTH for line in lines), lines
    return False


def inputs(seed: int) -> Iterator[tuple[str, bytes]]:
    """Kinds of files and contents, without end. Each has a generator of its own: learners and manifests hold times and
    digests, which differ from run to run and would change what is drawn for the others."""
    for number, (name, kind) in enumerate(cycle(kinds().items())):
        rng = Random(f"{seed} {number}")
        data = kind.content
        if rng.random() < 0.6:
            data = kind.forge(data, rng)
        if data == kind.content or rng.random() < 0.1:
            data = damaged(data, rng)
        yield name, data


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    tried: Counter[str] = Counter()
    good: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    slowest = 0.0
    kinds()  # compiles
    with TemporaryDirectory() as folder:
        for name, data in islice(inputs(options.seed), options.inputs):
            faulthandler.dump_traceback_later(SECONDS, exit=True)
            start = time.perf_counter()
            try:
                good[name] += accepted(kinds()[name], data, Path(folder))
            except Exception as error:
                path = Path(mkdtemp(prefix="fuzz")) / f"file{kinds()[name].suffix}"
                path.write_bytes(data)
                failures[name] += 1
                print(f"{name}: {path}: {type(error).__name__}: {str(error)[:300]!r}", flush=True)
            tried[name] += 1
            slowest = max(slowest, time.perf_counter() - start)
    faulthandler.cancel_dump_traceback_later()
    for name in tried:
        print(f"{name}: {tried[name]} tried, {good[name]} accepted, {failures[name]} failed")
    print(f"{tried.total()} inputs tried, {good.total()} accepted, {failures.total()} failed; {slowest:.1f} s at most")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
