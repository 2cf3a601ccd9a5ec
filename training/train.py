"""A training run: playing, learning, showing, saving."""

import json
import time
from dataclasses import asdict
from functools import cached_property
from math import inf
from pathlib import Path

import torch
import yaml
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from torch.utils.tensorboard import SummaryWriter

from africana_env import Opponent, UserError, load_game, make_opponent, write_whole
from training.config import TrainConfig
from training.config_check import check_config
from training.config_file import read_config, settings_of
from training.imitation import PUPIL_SHARE, imitate
from training.league import League
from training.learner import load_learner, save_learner
from training.policy import load_policy, new_network, save_policy
from training.ppo import update
from training.rollout import Rollout

CONFIG_FILE = "config.yaml"
POLICY_FILE = "policy.safetensors"
LEARNER_FILE = "learner.safetensors"
METRICS_FILE = "metrics.jsonl"
CHECKPOINTS = "checkpoints"
UPDATES_PER_SNAPSHOT = 20
SECONDS_PER_LINE = 60
"""How often a line is printed where the output is no terminal that could show the display."""
TOLD = ("league/", "imitation/agreement")
"""What such a line tells: the metrics whose names begin so."""
FREE_TO_CHANGE = ("run_folder", "minutes", "total_decisions", "threads", "checkpoint_minutes")
"""Settings that a run that is resumed may have otherwise than before."""


class Run:
    """A run and its folder: config, metrics (JSON lines and TensorBoard), checkpoints."""

    def __init__(self, config: TrainConfig, resume: bool) -> None:
        config = check_config(config)
        folder = Path(config.run_folder)
        try:
            old = folder.exists() and any(folder.iterdir())
        except OSError as error:
            raise UserError(f"cannot use run_folder {folder}: {error.strerror}") from None
        if old and not resume:
            raise UserError(f"{folder} is there already: add --resume to go on with it, or --run_folder NAME")
        if old and not (folder / POLICY_FILE).is_file():
            raise UserError(
                f"{folder} holds no run to resume, for it has no {POLICY_FILE}: name another folder, --run_folder NAME"
            )
        if old:
            check_same_run(folder, config)
        self.config = config
        self.folder = folder
        self.game = load_game(config.game)
        self.decisions = 0
        self.updates = 0
        self.seconds = 0.0
        if config.threads is not None:
            torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.generator = torch.Generator().manual_seed(config.seed)
        self.network = new_network(self.game, config.layers)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.ppo.learning_rate, eps=1e-5, fused=True)
        games, players = config.ppo.num_games, config.num_players
        self.league = League(self.game, config.league, games, players, config.seed)
        self.rollout = Rollout(self.game, config, self.league)
        if old:
            self._load()
        self.rollout.rehearse([*self.league.opponents.values(), *([self.teacher] if self.imitating() else [])])
        self.rollout.reset(config.seed + self.decisions)
        make_folder(folder)

    def progress(self) -> float:
        """How much of the run is done, from 0 to 1."""
        by_decisions = self.decisions / self.config.total_decisions
        by_time = 0.0 if self.config.minutes is None else self.seconds / (60 * self.config.minutes)
        return min(1.0, max(by_decisions, by_time))

    def imitating(self) -> bool:
        """Whether the policy still learns from the teacher."""
        imitation = self.config.imitation
        return imitation.teacher is not None and self.decisions < imitation.decisions

    def improve(self) -> dict[str, float]:
        """Play one stretch and learn from it; returns the metrics."""
        ppo, done, imitating = self.config.ppo, self.progress(), self.imitating()
        if not imitating and self.updates % UPDATES_PER_SNAPSHOT == 0:
            self.league.snapshot(self.network)
        learning_rate = self.config.imitation.learning_rate if imitating else ppo.learning_rate * (1 - done)
        entropy_weight = ppo.entropy + (ppo.final_entropy - ppo.entropy) * done
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        start = time.perf_counter()
        if imitating:
            stretch = self.rollout.show(self.network, self.generator, self.teacher, PUPIL_SHARE)
        else:
            stretch = self.rollout.play(self.network, self.generator)
        played = time.perf_counter()
        if imitating:
            losses = imitate(self.network, self.optimizer, stretch, ppo, self.generator)
        else:
            losses = update(self.network, self.optimizer, stretch, ppo, entropy_weight, self.generator)
        learned = time.perf_counter()
        if any(value != value for value in losses.values()):
            raise UserError("training diverged: a loss is not a number; try a smaller ppo.learning_rate")
        self.decisions += stretch.actions.size
        self.updates += 1
        self.seconds += learned - start
        return {
            "charts/SPS": stretch.actions.size / (learned - start),
            "charts/learning_rate": learning_rate,
            "charts/entropy_weight": entropy_weight,
            "time/play": played - start,
            "time/learn": learned - played,
            **losses,
            **self.league.take_results(),
        }

    @cached_property
    def teacher(self) -> Opponent:
        """Whom the policy imitates."""
        config = self.config
        return make_opponent(str(config.imitation.teacher), self.game, config.ppo.num_games, config.seed)

    def doing(self) -> str:
        """What the next stretch is for."""
        return f"imitating {self.config.imitation.teacher}" if self.imitating() else "playing"

    @cached_property
    def writer(self) -> SummaryWriter:
        """Metrics for TensorBoard."""
        return SummaryWriter(str(self.folder))

    def write(self, metrics: dict[str, float]) -> None:
        """Append the metrics of an update."""
        head = {"decisions": self.decisions, "updates": self.updates, "seconds": round(self.seconds, 2)}
        with (self.folder / METRICS_FILE).open("a") as file:
            file.write(json.dumps(head | metrics) + "\n")
        for name, value in metrics.items():
            self.writer.add_scalar(name, value, self.decisions)

    def save(self) -> Path:
        """Save config, policy and learner so that the run can go on from here."""
        about = {
            "decisions": self.decisions,
            "updates": self.updates,
            "seconds": self.seconds,
            "edition": self.rollout.batch.edition.name,
            "edition_digest": self.rollout.batch.edition.digest,
            "num_players": self.config.num_players,
        }
        make_folder(self.folder / CHECKPOINTS)
        write_whole(self.folder / CONFIG_FILE, yaml.safe_dump(asdict(self.config), sort_keys=False).encode())
        save_policy(self._checkpoint(self.decisions), self.network, self.game, about)
        save_learner(self.folder / LEARNER_FILE, self.optimizer, self.decisions)
        save_policy(self.folder / POLICY_FILE, self.network, self.game, about)
        return self.folder / POLICY_FILE

    def _checkpoint(self, decisions: int) -> Path:
        return self.folder / CHECKPOINTS / f"{decisions:012d}.safetensors"

    def _load(self) -> None:
        """Go on from `save`; the games in progress and the league's past versions start anew."""
        policy, learner = self.folder / POLICY_FILE, self.folder / LEARNER_FILE
        game, network, about = load_policy(policy)
        if game is not self.game or network.layers != self.network.layers:
            raise UserError(f"{self.folder} has a policy for {game.name} with layers {network.layers}: not this run's")
        try:
            self.decisions, self.updates = int(about["decisions"]), int(about["updates"])
            self.seconds = float(about["seconds"])
        except (KeyError, TypeError, ValueError, OverflowError):
            raise UserError(f"{policy} does not say how long it was trained: put back the policy of this run") from None
        learned = load_learner(learner, self.optimizer)
        if learned != self.decisions:
            raise UserError(
                f"{learner} was saved after {learned} decisions and {policy} after {self.decisions}: "
                f"copy {self._checkpoint(learned)} over {policy}"
            )
        edition = self.rollout.batch.edition
        if about.get("edition_digest", edition.digest) != edition.digest:
            raise UserError(f"{policy} was trained on other data of edition {edition.name}: begin anew")
        self.network.load_state_dict(network.state_dict())

    def close(self) -> None:
        """Finish the files."""
        self.writer.close()


def check_same_run(folder: Path, config: TrainConfig) -> None:
    """Raise `UserError` unless the run in `folder` was begun with the same config, but for how long it is to run."""
    begun = dict(settings_of(asdict(read_config(str(folder / CONFIG_FILE), {}))))
    for name, value in settings_of(asdict(config)):
        if value != begun[name] and name not in FREE_TO_CHANGE:
            raise UserError(
                f"{folder} was begun with {name} {begun[name]}, not {value}: resume it as it was begun, or "
                "begin anew with --run_folder NAME"
            )


def make_folder(folder: Path) -> None:
    """Make a folder if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"cannot make folder {folder}: {error.strerror}") from None


def train(config: TrainConfig, resume: bool = False) -> Path:
    """Train to the end of the configured budget, or until Ctrl-C; returns the policy's file.

    Nothing is written before the first update has succeeded; from then on, the folder holds a run that can go on.
    """
    run = Run(config, resume)
    console = Console()
    if run.progress() >= 1:
        policy = run.folder / POLICY_FILE
        console.print(f"finished already, {run.decisions:,} decisions in {run.seconds:.0f} s: {policy}")
        console.print("--minutes or --total_decisions with more than before goes on, --run_folder NAME begins anew")
        return policy
    bar = Progress(
        TextColumn(run.game.title),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[decisions]}"),
    )
    task = bar.add_task("train", total=1.0, decisions="")
    bar.update(task, completed=run.progress())
    saved, told = -inf, time.monotonic()
    interrupted = False
    shown: dict[str, float] = {}
    with Live(Group(bar, f"{run.doing()} ..."), console=console, refresh_per_second=4) as live:
        try:
            while run.progress() < 1:
                metrics = run.improve()
                if time.monotonic() - saved > 60 * config.checkpoint_minutes:
                    run.save()
                    saved = time.monotonic()
                run.write(metrics)
                shown = {**{name: value for name, value in shown.items() if name.startswith("league/")}, **metrics}
                bar.update(task, completed=run.progress(), decisions=f"{run.decisions / 1e6:.1f} M decisions")
                live.update(Group(bar, metrics_table(shown)))
                if not console.is_terminal and time.monotonic() - told > SECONDS_PER_LINE:
                    told = time.monotonic()
                    line = [f"{run.progress():.0%}", f"{run.decisions / 1e6:.1f} M decisions"]
                    line += [f"{name} {value:.2f}" for name, value in shown.items() if name.startswith(TOLD)]
                    console.print(", ".join(line))
        except KeyboardInterrupt:
            interrupted = True
    if run.updates == 0:
        console.print("\ninterrupted before the first update: nothing was saved")
        raise KeyboardInterrupt
    policy = run.save()
    run.close()
    if interrupted:
        console.print(f"\ninterrupted and saved to {run.folder}: the same command with --resume goes on")
        raise KeyboardInterrupt
    console.print(f"\n{run.decisions:,} decisions in {run.seconds:.0f} s: {policy}")
    if run.imitating():
        console.print(f"the run was over before self-play: the policy only imitates {run.config.imitation.teacher}")
    return policy


def metrics_table(metrics: dict[str, float]) -> Table:
    """What a person watches."""
    table = Table.grid(padding=(0, 3))
    total = metrics["time/play"] + metrics["time/learn"]
    first = [f"{metrics['charts/SPS']:,.0f} decisions/s", f"play {metrics['time/play'] / total:.0%}"]
    table.add_row(*first, f"learn {metrics['time/learn'] / total:.0%}")
    names = ("imitation/agreement", "losses/entropy", "losses/approx_kl", "losses/explained_variance")
    learning = {name.partition("/")[2]: metrics[name] for name in names if name in metrics}
    table.add_row(*(f"{name} {value:.3f}" for name, value in learning.items()))
    won = [(name, value) for name, value in metrics.items() if name.startswith("league/")]
    if won:
        table.add_row(*(f"{name.removeprefix('league/').replace('_', ' ')} {value:.0%}" for name, value in won))
    return table
