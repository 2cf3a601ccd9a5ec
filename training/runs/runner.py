"""A training run: playing and learning by turns, with a schedule, until the budget is spent."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numba
import torch
from rich.console import Console
from torch import Tensor

from africana_env import UserError, load_game
from africana_env.bots.protocol import keeps_generators
from training.algorithms.registry import ALGORITHMS
from training.config.settings import TrainConfig
from training.config.check import check_config
from training.distributed import (
    average_metrics,
    average_number,
    check_equal,
    from_first,
    gather,
    joined,
    local_rank,
    own_seed,
    rank,
    share_buffers,
    world_size,
)
from training.networks.divergence import check_finite
from training.algorithms.imitation import LEARNER_SHARE, imitation_loss
from training.runs.interrupts import stopped_by_signals
from training.runs.session import Keeper
from training.rollout.league import League
from training.networks.registry import new_network
from training.algorithms.update import learn
from training.progress import Progress
from training.runs.rating import Rater
from training.rollout.rollout import Rollout
from training.runs.checkpoints import POLICY_FILE, RunFolder
from training.rollout.samples import make_samples
from training.tensors import part

UPDATES_PER_SNAPSHOT = 20
TIMED_UPDATES = 4
"""At least so many of imitation and of self-play are timed, after one of each that is not."""
TIMED_SHARE = 0.03
"""So much of a run's time is spent on timing each: a moment may be slow where others work, too."""


class Runner:
    """A run: its config, network, optimiser, games and progress."""

    def __init__(self, config: TrainConfig, resume: bool = False) -> None:
        self.config = config = check_config(config)
        self.device = device_of(config)
        self.game = load_game(config.game)
        self.folder = RunFolder(config, resume, used=rank() == 0)
        try:
            self._set_up()
        except BaseException:
            self.folder.close()
            raise

    def _set_up(self) -> None:
        config = self.config
        if config.threads is not None:
            torch.set_num_threads(config.threads)
            numba.set_num_threads(min(config.threads, numba.config.NUMBA_NUM_THREADS))  # type: ignore[attr-defined]
        torch.manual_seed(config.seed)  # of the weights: the same in all processes
        seed = own_seed(config.seed)
        self.generator = torch.Generator().manual_seed(seed)
        self.sampler = self.generator
        """Draws actions where the network computes them."""
        if self.device.type != "cpu":
            self.sampler = torch.Generator(self.device).manual_seed(seed)
        self.algorithm = ALGORITHMS[config.algorithm]
        self.network = new_network(self.game, config.layers, config.network).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.ppo.learning_rate, eps=1e-5, fused=True)
        self.league = League(config.league, self.generator)
        self.rollout = Rollout(self.game, config, self.league)
        self.edition = self.rollout.tables[0].batch.edition
        self.progress = Progress()
        self.rating: float | None = None
        """Of the policy as it is, where it has been rated."""
        rated = self.rollout.tables[0].batch
        self.rater = Rater(config.rating, self.game, self.edition, rated.num_players, rated.max_rounds)
        self.rollout.warm_up()
        self.rollout.reset(seed)
        self.go_on()

    def go_on(self) -> None:
        """Go on from the newest checkpoint of the folder, if there is one, and decide when to stop."""
        saved = from_first(self._read_newest() if rank() == 0 else None)
        if saved is None:
            self.plan()
            return
        self.progress, weights, states = saved
        self.network.load_state_dict(weights)
        self.load_state_dict(states[rank()])
        if self.progress.is_planned_anew(self.config.minutes, self.config.total_timesteps):
            self.plan()

    def _read_newest(self) -> tuple[Progress, dict[str, Tensor], list[dict[str, Tensor]]] | None:
        """The newest checkpoint of the folder, if there is one: progress, weights, and the states of all processes."""
        newest = self.folder.newest()
        if newest is None:
            return None
        path, progress = newest
        self.folder.publish(path)
        weights, states = self.folder.load(path, self.config, self.game, self.edition, self.network, world_size())
        return progress, weights, states

    def plan(self) -> None:
        """Turn the budget of the config into decisions."""
        end, done = self.config.total_timesteps, replace(self.progress)  # timing replaces it
        if self.config.minutes is not None:
            left = 60 * self.config.minutes - done.seconds
            more = int(left * done.timesteps / done.seconds) if done.timesteps else self.manages(left)
            end = min(end, done.timesteps + more)
        self.progress.plan(end)
        self.progress.minutes, self.progress.total_timesteps = self.config.minutes, self.config.total_timesteps

    def manages(self, seconds: float) -> int:
        """How many decisions a new run will manage in so many seconds: some updates are timed and undone."""
        state = {name: value.clone() for name, value in self.state_dict().items()}
        weights = {name: value.clone() for name, value in self.network.state_dict().items()}
        taught = self.config.imitation.timesteps if self.imitating() else 0
        by_teaching = self._rate(TIMED_SHARE * seconds) if taught else 1.0
        self.progress.timesteps = taught
        by_self_play = self._rate(TIMED_SHARE * seconds)
        self.progress = Progress()
        self.network.load_state_dict(weights)
        self.load_state_dict(state)
        left = seconds - taught / by_teaching
        return max(1, int(taught + left * by_self_play if left > 0 else seconds * by_teaching))

    def _rate(self, seconds: float) -> float:
        """Decisions a second, timed for so many seconds, or for some updates where that takes longer."""
        self.train_step()
        before, spent, updates = replace(self.progress), 0.0, 0
        while updates < TIMED_UPDATES or spent < seconds:
            self.train_step()
            updates += 1
            spent = self.progress.seconds - before.seconds
            if spent > 60:
                break
        return (self.progress.timesteps - before.timesteps) / spent

    def imitating(self) -> bool:
        """Whether the policy still learns from the teacher."""
        imitation = self.config.imitation
        return imitation.teacher is not None and self.progress.timesteps < imitation.timesteps

    def train_step(self) -> dict[str, float]:
        """Play one rollout and learn from it; returns the metrics, means over all processes."""
        ppo, done, imitating = self.config.ppo, self.progress.share_done(), self.imitating()
        self.rating = None
        self.league.open = not imitating
        if not imitating and (self.progress.updates % UPDATES_PER_SNAPSHOT == 0 or self.league.lacks_past):
            self.rollout.keep_past(self.network)
        learning_rate = self.config.imitation.learning_rate if imitating else ppo.learning_rate * (1 - done)
        ent_coef = ppo.ent_coef + (ppo.final_ent_coef - ppo.ent_coef) * done
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        start = time.perf_counter()
        self.network.eval()
        if imitating:
            buffer = self.rollout.collect_expert(self.network, self.sampler, LEARNER_SHARE)
        else:
            buffer = self.rollout.collect(self.network, self.sampler)
        played = time.perf_counter()
        gae_lambda = 1.0 if self.algorithm.monte_carlo else ppo.gae_lambda
        samples = make_samples(buffer, ppo.gamma, gae_lambda, self.generator).to(self.device)
        self.network.train()
        losses: dict[str, float] = {}
        if average_number(len(samples.actions)) > 0:
            loss_of = (
                partial(imitation_loss, vf_coef=ppo.vf_coef)
                if imitating
                else self.algorithm.loss_for(self.network, self.config, ent_coef)
            )
            losses = learn(self.network, self.optimizer, samples, ppo, self.generator, loss_of)
        share_buffers(self.network)
        check_finite(self.network, self.optimizer)
        self.network.eval()
        self.rollout.check(self.network)
        check_equal(self.network)
        seconds = average_number(time.perf_counter() - start)  # plans are made by it, and must be the same everywhere
        decisions = ppo.num_games * ppo.num_steps * world_size()
        self.progress.timesteps += decisions
        self.progress.updates += 1
        self.progress.seconds += seconds
        return average_metrics(
            {
                "charts/SPS": decisions / seconds,
                "charts/learning_rate": learning_rate,
                "charts/ent_coef": ent_coef,
                "time/play": played - start,
                **{f"time/{name}": value for name, value in self.rollout.watch.seconds.items()},
                "time/learn": seconds - (played - start),
                **losses,
                **self.league.metrics(),
            }
        )

    def rate(self, stopped: Callable[[], bool] = lambda: False) -> dict[str, float]:
        """Rate the policy; returns the metrics, none where `stopped` says that it is to end before."""
        found = self.rater.rate(self.network, stopped)
        self.rating = found.get("rating/elo")
        return found

    # Saving

    def state_dict(self) -> dict[str, Tensor]:
        """All that changes but the network, for `load_state_dict`."""
        state = {"generator": self.generator.get_state(), "torch": torch.get_rng_state()}  # of networks with dropout
        if self.device.type != "cpu":
            state["cuda"] = torch.cuda.get_rng_state(self.device)
        if self.sampler is not self.generator:
            state["sampler"] = self.sampler.get_state()
        for index, values in self.optimizer.state_dict()["state"].items():
            state |= {f"optimizer.{index}.{name}": value for name, value in values.items()}
        state |= {f"league.{name}": value for name, value in self.league.state_dict().items()}
        state |= {f"rollout.{name}": value for name, value in self.rollout.state_dict().items()}
        return {name: value.cpu() for name, value in state.items()}

    def load_state_dict(self, state: dict[str, Tensor]) -> None:
        """Go on from `state`; raises `UserError` unless it is one of such a run."""
        try:
            self._load(state)
            if kinds_of(self.state_dict()) != kinds_of(state):  # something is not used, or not as it was saved
                raise ValueError("a state of something else")
        except (KeyError, IndexError, TypeError, ValueError, RuntimeError, UserError):
            raise UserError(f"{self.folder.name} was saved by another version: begin anew with --run_folder") from None

    def _load(self, state: dict[str, Tensor]) -> None:
        """`load_state_dict`, with errors of several kinds."""
        moments: dict[int, dict[str, Tensor]] = {}
        for name, value in part(state, "optimizer.").items():
            index, _, key = name.partition(".")
            moments.setdefault(int(index), {})[key] = value
        check_moments(moments, [parameter.shape for parameter in self.network.parameters()])
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": moments})
        self.league.load_state_dict(part(state, "league."), self.network)
        self.rollout.load_state_dict(part(state, "rollout."))
        self.generator.set_state(state["generator"])
        torch.set_rng_state(state["torch"])
        if self.device.type != "cpu":
            torch.cuda.set_rng_state(state["cuda"], self.device)
        if self.sampler is not self.generator:
            self.sampler.set_state(state["sampler"])

    def save(self) -> None:
        """Add a checkpoint to the run's folder."""
        states = gather(self.state_dict())
        if rank() == 0:
            self.folder.save(self.config, self.game, self.edition, self.network, states, self.progress, self.rating)


def kinds_of(state: dict[str, Tensor]) -> dict[str, tuple[torch.Size, torch.dtype]]:
    """The shapes and types of tensors."""
    return {name: (value.shape, value.dtype) for name, value in state.items()}


def check_moments(moments: dict[int, dict[str, Tensor]], shapes: Sequence[torch.Size]) -> None:
    """Raise `ValueError` unless this is what Adam keeps of parameters of these shapes, by their numbers: it reads that
    at its next step only. Of a parameter that nothing was learned of it keeps nothing."""
    for number, kept in moments.items():
        if number not in range(len(shapes)):
            raise ValueError("of another network")
        fits = {"step": torch.Size(), "exp_avg": shapes[number], "exp_avg_sq": shapes[number]}
        if {name: value.shape for name, value in kept.items()} != fits:
            raise ValueError("of another network")
        if not all(bool(value.isfinite().all()) for value in kept.values()):
            raise ValueError("numbers that are none")
        if kept["step"] < 0 or bool((kept["exp_avg_sq"] < 0).any()):
            raise ValueError("less than nothing")


def device_of(config: TrainConfig) -> torch.device:
    """The device that a config names; raises `UserError` if it is not there."""
    if config.device == "cpu":
        return torch.device("cpu")
    number, found = local_rank(), torch.cuda.device_count()
    if number >= found:
        raise UserError(f"device must be cpu here, for PyTorch finds {found} CUDA devices: --device cpu")
    return torch.device("cuda", number)


def train(config: TrainConfig, resume: bool = False) -> Path:
    """Train to the end of the configured budget, or until Ctrl-C or SIGTERM; returns the policy's file.

    Nothing is written before the first update has succeeded; from then on, the folder holds a run that can go on, and
    becomes the run that was never stopped. Processes that `torchrun` has started train together; the first of them
    shows and writes for all.
    """
    with joined():
        runner = Runner(config, resume)
        try:
            return run(runner, Console(quiet=rank() != 0))
        finally:
            runner.folder.close()


def run(runner: Runner, console: Console) -> Path:
    """`train`, for a runner."""
    policy, progress, config = Path(runner.config.run_folder) / POLICY_FILE, runner.progress, runner.config
    if progress.finished:
        console.out(f"finished already, {progress.timesteps:,} decisions in {progress.seconds:.0f} s: {policy}")
        budget = "--minutes" if progress.bound_by_minutes else "--total_timesteps"
        console.out(f"{budget} with more than before goes on, --run_folder NAME begins anew")
        return policy
    if config.minutes is not None and progress.start == 0:
        console.out(f"until {progress.end:,} decisions: --total_timesteps {progress.end} --minutes null is this run")
    bots = [bot for table in runner.rollout.tables for bot in table.all_bots]
    if forgotten := {type(bot.bot).__name__ for bot in bots if not keeps_generators(bot.bot)}:
        names = ", ".join(sorted(forgotten))
        console.out(f"note: {names} keeps no `generators`: a run that is resumed will be another one")
    with stopped_by_signals(console) as stop, Keeper(runner, console) as keeper:
        is_stopped = False
        while not progress.finished and not is_stopped:
            is_stopped = keeper.update(stop)
    if not progress.finished:
        console.out(f"interrupted and saved to {config.run_folder}")
        raise KeyboardInterrupt
    console.out(f"{progress.timesteps:,} decisions in {progress.seconds:.0f} s: {policy}")
    if runner.imitating():
        console.out(f"the run was over before self-play: the policy only imitates {config.imitation.teacher}")
    return policy
