"""Reads damaged and forged files. Each is accepted, or refused quickly in printable lines.

    python tests/fuzz_files.py --inputs 100000 --seed 1

prints how many files of each kind were accepted. A failing file is kept, and its name printed with the error. Accepted
files are used: a config is checked, a record replayed, a policy and an edition play.
"""

import argparse
import faulthandler
import json
import logging
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
from unittest.mock import patch

import numpy as np
import torch
from africana_training.config.check import check_config
from africana_training.config.file import read_config
from africana_training.config.settings import RolloutConfig, TrainConfig
from africana_training.logging.curves import line_of, run_lengths
from africana_training.logging.metrics import cut_back
from africana_training.logging.metrics_file import METRICS_FILE, read_metrics
from africana_training.networks.mlp import PolicyValueNetwork
from africana_training.networks.registry import new_network
from africana_training.policies.bot import PolicyBot
from africana_training.policies.file import load_policy, save_policy
from africana_training.rollout.league import LeagueConfig
from africana_training.runs.checkpoints import LEARNER_FILE, MANIFEST_FILE
from africana_training.runs.notes import file_digest
from africana_training.runs.session import begin
from africana_training.runs.update import train_step
from africana_training.studies.benchmark import OUTCOME, Outcome, Run, Score, read_outcome, settings_of
from africana_training.studies.benchmark_page import notes, results_table, together
from africana_training.studies.runs import RESULT_FILE
from forged_json import forged_deals, forged_metrics, forged_plain_json, forged_record
from forged_tensors import forged_arrays, forged_learner, forged_tensors, written
from forged_text import TOML_VALUES, YAML_VALUES, damaged, forged_lines
from support import GAMES

from africana_env import Batch, Game, GameRecord, UserError, edition_names, load_edition, load_game
from africana_env.api.drawings import render_text
from africana_env.arena.matches.deals import DealResult, Failure, GameResult
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.results import compute_results
from africana_env.arena.report.charts import Line
from africana_env.arena.report.tournament_page import all_played, failures_part, mean_points
from africana_env.arena.tournament.store import NAME, Store
from africana_env.cli.output import print_results
from africana_env.data import Dataset, record_dataset
from africana_env.data.manifest import NAME as DATASET_MANIFEST
from africana_env.engine.game.state import RUNNING, TERMINATED
from africana_env.play.session_setup import begin_session
from africana_env.play.terminal import play_in_terminal
from africana_env.tools.describe import description

SECONDS = 60
"""Seconds for one input before the command ends, with a traceback of where it hangs."""
MAX_LENGTH = 10_000
"""Longest line of an error: paths of 5,000 characters are shown."""
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
METRICS = b"".join(
    b'{"timesteps": %d, "updates": 1, "seconds": 0.5, "rating/elo": 0.5, "rating/elo_low": 1, "rating/elo_high": 9}\n'
    % n
    for n in range(1, 5)
)
ABOUT = {"num_players": 2, "seed": 1, "time_limit": None}
BOTS = ("greedy", "random")
RUN = Run("ppo", GAME.name, 2, 0)


@dataclass(frozen=True)
class Kind:
    """A kind of file: a real one, how to forge it, and what reads and uses it."""

    suffix: str
    content: bytes
    forge: Callable[[bytes, Random], bytes]
    use: Callable[[Path], object]
    lines: int = 1
    """The most lines that refuse it."""


# Uses


def replay(path: Path) -> None:
    for _ in GameRecord.load(path).replay(GAME):
        pass


def play_on(path: Path) -> None:
    """Continue a recorded game in the terminal and leave at once."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()), patch("builtins.input", side_effect=EOFError):
        record = shutil.copy(path, folder)
        play_in_terminal(begin_session(GAME, ["greedy"], record=record))


def show_results(path: Path) -> None:
    """Continue a tournament with these finished deals, and print its results."""
    with TemporaryDirectory() as folder:
        shutil.copy(path, Path(folder) / NAME)
        store = Store(folder, GAME, ABOUT)
        store.close()
    results = [result for result in store.results.values() if result.deal.lineup == BOTS]
    found = compute_results(BOTS, 2, results, store.spent) if len(results) > 1 else None
    if found is not None:
        with redirect_stdout(StringIO()) as printed:
            print_results(found, "deals")
        assert printed.getvalue().replace("\n", "").isprintable()
        json.dumps(found.to_json())
        failures_part(found)
        mean_points(GAME, BOTS, list(all_played(results)))


def draw_curves(path: Path) -> None:
    """Read the metrics of a run and cut them back, as a resumed run does."""
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copy(path, Path(folder) / METRICS_FILE))
        run_lengths({"run": (metrics := read_metrics(Path(folder)))})
        for name in metrics:
            line_of(metrics, name, 0)
        cut_back(copy, 3)


def tell_result(path: Path) -> None:
    """Print the result of a benchmark."""
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
    bots = [PolicyBot(game, network, 2, temperature=temperature, about=about) for temperature in (0, 1)]
    batch = Batch(game, 2, 2)
    batch.reset(1)
    actions = np.zeros(2, np.int64)
    for bot in bots:
        bot.act(batch, np.ones(2, np.bool_), actions)
        batch.step(actions)


@cache
def dataset() -> Path:
    """The folder of a dataset of two games."""
    folder = Path(mkdtemp())
    record_dataset(GAME, ["random"], 2, folder, 2, max_rounds=1)
    return folder


def read_dataset(name: str, path: Path) -> None:
    """Read a dataset in which one file is the given one. If it holds the games, the manifest matches it."""
    with TemporaryDirectory() as folder:
        shutil.copytree(dataset(), folder, dirs_exist_ok=True)
        shutil.copy(path, Path(folder) / name)
        if name != DATASET_MANIFEST:
            manifest = json.loads((Path(folder) / DATASET_MANIFEST).read_text())
            manifest["parts"][0]["sha256"] = file_digest(path)
            (Path(folder) / DATASET_MANIFEST).write_text(json.dumps(manifest))
        read = Dataset(folder)
        assert sum(len(some) for some in read.batches()) == sum(len(one.actions) for one in read.records())


def small_network() -> PolicyValueNetwork:
    return new_network(GAME, [4])


@cache
def checkpoint() -> Path:
    """The newest checkpoint of a run of one update."""
    run, folder, _ = begin(small_run(mkdtemp()))
    train_step(run)
    folder.save(run)
    folder.close()
    return folder.checkpoints()[0]


def small_run(folder: str) -> TrainConfig:
    rollout, league = (
        RolloutConfig(num_games=2, num_steps=8),
        LeagueConfig(share=0.0),
    )  # something to learn
    return TrainConfig(GAME.name, folder, 2, layers=[4], rollout=rollout, league=league)


def go_on(name: str, path: Path) -> None:
    """Resume a run in which one file is the given one."""
    with TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        shutil.copytree(checkpoint().parents[1], run)
        shutil.copy(path, run / "checkpoints" / checkpoint().name / name)
        if name == LEARNER_FILE:  # forged with its checksum
            forge_manifest(run / "checkpoints" / checkpoint().name)
        run, kept, _ = begin(small_run(str(run)), resume=True)
        train_step(run)
        kept.close()


def forge_manifest(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST_FILE).read_text())
    manifest["files"][LEARNER_FILE] = file_digest(folder / LEARNER_FILE)
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
    for name, forge_dataset in (("games-000000.npz", forged_arrays), (DATASET_MANIFEST, forged_plain_json)):
        content = (dataset() / name).read_bytes()
        found[f"dataset {name}"] = Kind(Path(name).suffix, content, forge_dataset, partial(read_dataset, name))
    forge = partial(forged_lines, TOML_VALUES, " =")
    for game in (game for game in GAMES if game.editions is not None):
        for name in edition_names(game):
            content = (game.folder / "editions" / f"{name}.toml").read_bytes()
            found[f"{game.name} {name}"] = Kind(".toml", content, forge, partial(play_edition, game), 100)
    return found


def deals(record: GameRecord) -> bytes:
    """The finished deals of a small tournament; a bot failed in one of them."""
    scores, decisions = [[1] * len(GAME.score_parts)] * 2, [[2] * len(GAME.actions.groups)] * 2
    won, shared = (GameResult(winners, scores, decisions, 3, TERMINATED) for winners in ([1], [0, 1]))
    with TemporaryDirectory() as folder:
        store = Store(folder, GAME, ABOUT)
        store.add_bots(dict.fromkeys(BOTS, "version"))
        lost = replace(won, status=RUNNING, failure=Failure(0, "oops", store.keep(Deal(BOTS, 1), 0, record)))
        for number, game in enumerate((won, lost, shared)):
            store.add([DealResult(Deal(BOTS, number), [game, shared])], {"greedy": {"seconds": 0.5, "decisions": 8}})
        store.close()
        return store.path.read_bytes()


def accepted(kind: Kind, data: bytes, folder: Path) -> bool:
    """Return whether a file with this content is accepted. Fails unless others are refused with a `UserError` in
    printable lines."""
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
    """Yield kinds of files and contents without end. Each kind has its own generator: learners and manifests hold times
    and digests, which differ between runs and would change the other draws."""
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
