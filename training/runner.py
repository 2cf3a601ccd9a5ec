"""A training run: playing and learning by turns, with a schedule, until the budget is spent."""

import math
import time
from functools import cached_property
from pathlib import Path

import torch
from rich.console import Console

from africana_env import Bot, UserError, load_game, make_bot
from training.checkpoint import POLICY_FILE, Progress, find_run, load_checkpoint, make_folder, save_checkpoint
from training.config import TrainConfig
from training.config_check import check_config
from training.dashboard import Dashboard
from training.imitation import LEARNER_SHARE, imitate
from training.league import League
from training.metrics import MetricsWriter
from training.policy import new_network
from training.ppo import update
from training.rollout import Rollout
from training.samples import make_samples

UPDATES_PER_SNAPSHOT = 20


class Runner:
    """A run: its config, network, optimiser, games and progress."""

    def __init__(self, config: TrainConfig, resume: bool) -> None:
        config = check_config(config)
        self.config = config
        self.folder = Path(config.run_folder)
        begun = find_run(self.folder, config, resume)
        self.game = load_game(config.game)
        self.progress = Progress()
        if config.threads is not None:
            torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.generator = torch.Generator().manual_seed(config.seed)
        self.network = new_network(self.game, config.layers)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.ppo.learning_rate, eps=1e-5, fused=True)
        assert config.num_players is not None  # filled in by check_config
        self.league = League(self.game, config.league, config.ppo.num_games, config.num_players, config.seed)
        self.rollout = Rollout(self.game, config, self.league)
        if begun:
            edition = self.rollout.batch.edition
            self.progress = load_checkpoint(self.folder, self.game, edition, self.network, self.optimizer)
        self.rollout.warm_up([*self.league.seating.bots, *([self.teacher] if self.imitating() else [])])
        self.rollout.reset(config.seed + self.progress.timesteps)
        self.in_self_play = False
        make_folder(self.folder)

    @cached_property
    def teacher(self) -> Bot:
        """Whom the policy imitates."""
        return make_bot(str(self.config.imitation.teacher), self.game, self.config.ppo.num_games, self.config.seed)

    def imitating(self) -> bool:
        """Whether the policy still learns from the teacher."""
        imitation = self.config.imitation
        return imitation.teacher is not None and self.progress.timesteps < imitation.timesteps

    def share_done(self) -> float:
        """How much of the run is done, from 0 to 1."""
        by_timesteps = self.progress.timesteps / self.config.total_timesteps
        by_time = 0.0 if self.config.minutes is None else self.progress.seconds / (60 * self.config.minutes)
        return min(1.0, max(by_timesteps, by_time))

    def begin_self_play(self) -> None:
        """Seat the policy as it is among the opponents, and begin all games anew: those of a teacher are not the
        policy's, and who holds a seat stays until the end of a game."""
        self.league.snapshot(self.network)
        self.rollout.reset(self.config.seed + self.progress.timesteps)
        self.in_self_play = True

    def train_step(self) -> dict[str, float]:
        """Play one rollout and learn from it; returns the metrics."""
        ppo, done, imitating = self.config.ppo, self.share_done(), self.imitating()
        if not imitating and not self.in_self_play:
            self.begin_self_play()
        elif not imitating and self.progress.updates % UPDATES_PER_SNAPSHOT == 0:
            self.league.snapshot(self.network)
        learning_rate = self.config.imitation.learning_rate if imitating else ppo.learning_rate * (1 - done)
        ent_coef = ppo.ent_coef + (ppo.final_ent_coef - ppo.ent_coef) * done
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        start = time.perf_counter()
        if imitating:
            buffer = self.rollout.collect_expert(self.network, self.generator, self.teacher, LEARNER_SHARE)
        else:
            buffer = self.rollout.collect(self.network, self.generator)
        played = time.perf_counter()
        samples = make_samples(buffer, ppo.gamma, ppo.gae_lambda)
        if len(samples.rows) == 0:
            losses = {}
        elif imitating:
            losses = imitate(self.network, self.optimizer, samples, ppo, self.generator)
        else:
            losses = update(self.network, self.optimizer, samples, ppo, ent_coef, self.generator)
        learned = time.perf_counter()
        if any(math.isnan(value) for value in losses.values()):
            raise UserError("training diverged: a loss is not a number; try a smaller ppo.learning_rate")
        self.progress.timesteps += buffer.actions.size
        self.progress.updates += 1
        self.progress.seconds += learned - start
        return {
            "charts/SPS": buffer.actions.size / (learned - start),
            "charts/learning_rate": learning_rate,
            "charts/ent_coef": ent_coef,
            "time/play": played - start,
            "time/learn": learned - played,
            **losses,
            **self.league.take_results(),
        }

    def save(self) -> None:
        """Save a checkpoint in the run's folder."""
        edition = self.rollout.batch.edition
        save_checkpoint(self.folder, self.config, self.game, edition, self.network, self.optimizer, self.progress)


def train(config: TrainConfig, resume: bool = False) -> Path:
    """Train to the end of the configured budget, or until Ctrl-C; returns the policy's file.

    Nothing is written before the first update has succeeded; from then on, the folder holds a run that can go on.
    """
    runner = Runner(config, resume)
    policy, progress = runner.folder / POLICY_FILE, runner.progress
    console = Console()
    if runner.share_done() >= 1:
        console.print(f"finished already, {progress.timesteps:,} decisions in {progress.seconds:.0f} s: {policy}")
        console.print("--minutes or --total_timesteps with more than before goes on, --run_folder NAME begins anew")
        return policy
    interrupted = not train_to_the_end(runner, console)
    if progress.updates == 0:
        console.print("\ninterrupted before the first update: nothing was saved")
        raise KeyboardInterrupt
    runner.save()
    if interrupted:
        console.print(f"\ninterrupted and saved to {runner.folder}: the same command with --resume goes on")
        raise KeyboardInterrupt
    console.print(f"\n{progress.timesteps:,} decisions in {progress.seconds:.0f} s: {policy}")
    if runner.imitating():
        console.print(f"the run was over before self-play: the policy only imitates {config.imitation.teacher}")
    return policy


def train_to_the_end(runner: Runner, console: Console) -> bool:
    """Train, show, write metrics and save now and then; whether the end was reached, or Ctrl-C came before."""
    doing = f"imitating {runner.config.imitation.teacher}" if runner.imitating() else "playing"
    metrics_writer: MetricsWriter | None = None
    saved = -math.inf
    with Dashboard(console, runner.game.title, runner.share_done(), doing) as dashboard:
        try:
            while runner.share_done() < 1:
                metrics = runner.train_step()
                if time.monotonic() - saved > 60 * runner.config.checkpoint_minutes:
                    runner.save()
                    saved = time.monotonic()
                metrics_writer = metrics_writer or MetricsWriter(runner.folder)
                metrics_writer.write(runner.progress, metrics)
                dashboard.show(runner.share_done(), runner.progress.timesteps, metrics)
            return True
        except KeyboardInterrupt:
            return False
        finally:
            if metrics_writer is not None:
                metrics_writer.close()
