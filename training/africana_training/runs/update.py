"""The update of a run: collect a rollout, estimate advantages, and step down the loss of minibatches.

Also the budget: `plan` measures updates to find how many decisions fit into the minutes of a config.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import torch
from torch import Tensor, nn

from africana_training import distributed
from africana_training.algorithms.imitation import LEARNER_SHARE
from africana_training.algorithms.registry import (
    EXPLAINED_VARIANCE,
    GRAD_NORM,
    Algorithm,
    Loss,
    check_advantages,
    check_annealed,
    check_loss_of,
)
from africana_training.config.settings import OptimizerConfig
from africana_training.networks.registry import check_finite, diverged
from africana_training.process import generators_kept
from africana_training.rollout.rollout import RolloutBuffer
from africana_training.rollout.samples import Samples, make_samples
from africana_training.runs.run import Progress, Run
from africana_training.runs.state import load_state, state_of

UPDATES_PER_SNAPSHOT = 20
TIMED_UPDATES = 4
"""Fewest timed updates of imitation and of self-play; one update of each comes before and is not timed."""
MAX_TIMED_SECONDS = 60.0
TIMED_SHARE = 0.015
"""Share of a run's time for timing each: a short measurement is noisy on a shared machine."""


def train_step(run: Run) -> dict[str, float]:
    """Play one rollout and learn from it. Returns the metrics, averaged over all processes. Raises `UserError` if
    training diverges."""
    with run.process.entered():
        update_league(run)
        learning_rate, annealed = anneal(run)
        start, core_start = time.perf_counter(), time.process_time()
        buffer = collect(run)
        collected = time.perf_counter()
        found = learner(run).advantages(buffer, run.config.rollout.gamma)
        advantages, valid, targets = check_advantages(buffer, found)
        samples = make_samples(buffer, advantages, valid, run.generator, targets).to(run.process.device)
        losses = learn_from(run, samples, annealed)
        seconds = distributed.average_number(time.perf_counter() - start)  # the same in all processes
        core_seconds = distributed.average_number(time.process_time() - core_start) * distributed.world_size()
        decisions = run.config.rollout.num_games * run.config.rollout.num_steps * distributed.world_size()
        run.progress.add(decisions, seconds, core_seconds)
        run.ratings = {}
        return distributed.average_metrics(
            {
                "charts/SPS": decisions / seconds,
                "time/core_seconds_per_million": 1e6 * core_seconds / decisions,
                "charts/learning_rate": learning_rate,
                **{f"charts/{name}": value for name, value in annealed.items()},
                "time/play": collected - start,
                **{f"time/{name}": value for name, value in run.rollout.watch.seconds.items()},
                "time/learn": seconds - (collected - start),
                **losses,
                **run.league.metrics(),
            }
        )


def learner(run: Run) -> Algorithm:
    """Return the algorithm of this update: imitation first, if there is an expert."""
    return run.config.imitation if run.imitating else run.algorithm


def update_league(run: Run) -> None:
    """Open the league for self-play, and keep a snapshot of the policy when one is due."""
    if run.imitating:
        run.league.open = False
        return
    if run.progress.updates % UPDATES_PER_SNAPSHOT == 0 or run.league.lacks_past:
        run.rollout.keep_past(run.network)
    if not run.league.open:
        run.league.open = True
        run.rollout.seat_all()


def anneal(run: Run) -> tuple[float, dict[str, float]]:
    """Set the learning rate of this update. Returns it, and the algorithm's coefficients."""
    share_done, config = run.progress.share_done(), run.config
    self_play_rate = config.optimizer.learning_rate * (1 - share_done)
    learning_rate = config.imitation.learning_rate if run.imitating else self_play_rate
    for group in run.optimizer.param_groups:
        group["lr"] = learning_rate
    return learning_rate, check_annealed(learner(run), share_done)


def collect(run: Run) -> RolloutBuffer:
    run.network.eval()
    if run.imitating:
        return run.rollout.collect_expert(run.network, LEARNER_SHARE)
    return run.rollout.collect(run.network)


def learn_from(run: Run, samples: Samples, annealed: dict[str, float]) -> dict[str, float]:
    """Learn from samples. Returns the metrics, none without samples. Raises `UserError` unless the network can play on
    with the same weights in all processes."""
    losses: dict[str, float] = {}
    run.network.train()
    if distributed.average_number(len(samples.actions)) > 0:
        loss_of = check_loss_of(learner(run).loss_for(run.network, annealed))
        losses = learn(run.network, run.optimizer, samples, run.config.optimizer, run.generator, loss_of)
    distributed.copy_from_first(run.network.buffers())
    run.network.eval()
    check_finite(run.network, run.optimizer)
    run.rollout.check(run.network)
    distributed.check_equal(run.network)
    return losses


def learn(
    network: nn.Module,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    config: OptimizerConfig,
    generator: torch.Generator,
    loss_of: Loss,
) -> dict[str, float]:
    """Step through the minibatches of all epochs. Returns each metric's mean over the minibatches that have it."""
    sums: dict[str, Tensor] = {}
    counts = Counter[str]()
    for part in minibatches(samples, config.minibatch_size, config.update_epochs, generator):
        logits, values = network(part.observations, part.masks)
        loss, metrics = loss_of(logits, values, part)
        metrics = {**metrics, GRAD_NORM: step(network, optimizer, loss, config.max_grad_norm)}
        counts.update(metrics.keys())
        for name, value in metrics.items():  # summed on the device that computes them
            sums[name] = sums[name] + value.detach() if name in sums else value.detach()
    means = {name: float(value) / counts[name] for name, value in sums.items()}
    return {**means, EXPLAINED_VARIANCE: samples.explained_variance()}


def minibatches(samples: Samples, size: int, epochs: int, generator: torch.Generator) -> Iterator[Samples]:
    """Yield minibatches of about `size` decisions, each once per epoch, in random order. Every process has the same
    number of minibatches.

    A minibatch holds the same decisions in every epoch: shuffling them takes as long as learning from them.
    """
    number = max(1, round(distributed.average_number(len(samples.actions)) / size))
    parts = [Samples(*part) for part in zip(*(column.tensor_split(number) for column in samples), strict=True)]
    for _ in range(epochs):
        for index in torch.randperm(number, generator=generator).tolist():
            yield parts[index]


def step(network: nn.Module, optimizer: torch.optim.Optimizer, loss: Tensor, max_grad_norm: float) -> Tensor:
    """Make one optimizer step down the gradient of `loss`, averaged over all processes and clipped to `max_grad_norm`.
    Returns the norm before clipping. If it is not finite, raises `UserError` and changes nothing."""
    optimizer.zero_grad()
    loss.backward()
    distributed.average_gradients(network)
    norm = nn.utils.clip_grad_norm_(network.parameters(), max_grad_norm)
    if not norm.isfinite():
        raise diverged("a gradient is not a number")
    optimizer.step()
    return norm


def rate(run: Run, stopped: Callable[[], bool] = lambda: False) -> dict[str, float]:
    """Rate the policy. Returns the metrics, none if `stopped` returns true before the end."""
    with run.process.entered(), generators_kept(run.process.device):  # so that ratings do not change the run
        run.ratings = run.rater.rate(run.network, stopped)
    return run.ratings


# Budget


def plan(run: Run, show: Callable[[str], None] = lambda activity: None) -> None:
    """Set the end of a run in decisions, from the budget in its config. `show` is called with slow activities."""
    config = run.config
    end, done = config.total_timesteps, replace(run.progress)  # measuring replaces the progress
    if config.minutes is not None:
        left = 60 * config.minutes - done.seconds
        more = int(left * done.timesteps / done.seconds) if done.timesteps else estimate_decisions(run, left, show)
        end = min(end, done.timesteps + more)
    run.progress.plan(end)
    run.progress.minutes, run.progress.total_timesteps = config.minutes, config.total_timesteps


def estimate_decisions(run: Run, seconds: float, show: Callable[[str], None]) -> int:
    """Estimate how many decisions a new run plays in `seconds`: time some updates and undo them."""
    state = {name: value.clone() for name, value in state_of(run).items()}
    weights = {name: value.clone() for name, value in run.network.state_dict().items()}
    imitated = run.config.imitation.timesteps if run.imitating else 0
    show(f"measuring how much fits into {seconds / 60:.3g} minutes")
    imitation_speed = measure_speed(run, TIMED_SHARE * seconds) if imitated else 1.0
    run.progress.timesteps = imitated
    self_play_speed = measure_speed(run, TIMED_SHARE * seconds)
    run.progress = Progress()
    run.network.load_state_dict(weights)
    load_state(run, state)
    left = seconds - imitated / imitation_speed
    return max(1, int(imitated + left * self_play_speed if left > 0 else seconds * imitation_speed))


def measure_speed(run: Run, seconds: float) -> float:
    """Return decisions per second, timed over at least `seconds` and `TIMED_UPDATES` updates. Stops after the update
    that exceeds `MAX_TIMED_SECONDS`."""
    train_step(run)
    before, spent, updates = replace(run.progress), 0.0, 0
    while spent <= MAX_TIMED_SECONDS and (updates < TIMED_UPDATES or spent < seconds):
        train_step(run)
        updates += 1
        spent = run.progress.seconds - before.seconds
    return (run.progress.timesteps - before.timesteps) / spent
