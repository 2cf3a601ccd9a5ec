"""One update of a run: play a rollout, estimate advantages, and step down the loss of minibatches."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import torch
from torch import Tensor, nn

from africana_training.algorithms.imitation import LEARNER_SHARE, imitation_loss
from africana_training.algorithms.registry import (
    EXPLAINED_VARIANCE,
    GRAD_NORM,
    Loss,
    check_advantages,
    check_annealed,
    check_loss_of,
)
from africana_training.config.settings import OptimizerConfig
from africana_training.distributed import (
    average_gradients,
    average_metrics,
    average_number,
    check_equal,
    copy_from_first,
    world_size,
)
from africana_training.networks.divergence import check_finite, diverged
from africana_training.rollout.rollout import RolloutBuffer
from africana_training.rollout.samples import Samples, make_samples
from africana_training.runs.generators import generators_kept
from africana_training.runs.run import Run

UPDATES_PER_SNAPSHOT = 20


def train_step(run: Run) -> dict[str, float]:
    """Play one rollout and learn from it; returns the metrics, means over all processes. Raises `UserError` if
    training diverges."""
    with run.process.entered():
        update_league(run)
        learning_rate, annealed = anneal(run)
        start = time.perf_counter()
        buffer = collect(run)
        collected = time.perf_counter()
        found = run.algorithm.advantages(buffer, run.config.rollout.gamma)
        advantages, valid, targets = check_advantages(buffer, found)
        samples = make_samples(buffer, advantages, valid, run.generator, targets).to(run.process.device)
        losses = learn_from(run, samples, annealed)
        seconds = average_number(time.perf_counter() - start)  # the budget depends on it: the same in all processes
        decisions = run.config.rollout.num_games * run.config.rollout.num_steps * world_size()
        run.progress.add(decisions, seconds)
        run.ratings = {}
        return average_metrics(
            {
                "charts/SPS": decisions / seconds,
                "charts/learning_rate": learning_rate,
                **{f"charts/{name}": value for name, value in annealed.items()},
                "time/play": collected - start,
                **{f"time/{name}": value for name, value in run.rollout.watch.seconds.items()},
                "time/learn": seconds - (collected - start),
                **losses,
                **run.league.metrics(),
            }
        )


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
    """Set the learning rate of this update; returns it, and the coefficients of the algorithm."""
    share_done, config = run.progress.share_done(), run.config
    self_play_rate = config.optimizer.learning_rate * (1 - share_done)
    learning_rate = config.imitation.learning_rate if run.imitating else self_play_rate
    for group in run.optimizer.param_groups:
        group["lr"] = learning_rate
    return learning_rate, check_annealed(run.algorithm, share_done)


def collect(run: Run) -> RolloutBuffer:
    """Play one rollout."""
    run.network.eval()
    if run.imitating:
        return run.rollout.collect_expert(run.network, LEARNER_SHARE)
    return run.rollout.collect(run.network)


def learn_from(run: Run, samples: Samples, annealed: dict[str, float]) -> dict[str, float]:
    """Learn from samples; returns the metrics, none if there are no samples. Raises `UserError` unless the network can
    play on, with the same weights in all processes."""
    losses: dict[str, float] = {}
    run.network.train()
    if average_number(len(samples.actions)) > 0:
        loss_of = (
            partial(imitation_loss, vf_coef=run.config.imitation.vf_coef)
            if run.imitating
            else check_loss_of(run.algorithm.loss_for(run.network, annealed))
        )
        losses = learn(run.network, run.optimizer, samples, run.config.optimizer, run.generator, loss_of)
    copy_from_first(run.network.buffers())
    run.network.eval()
    check_finite(run.network, run.optimizer)
    run.rollout.check(run.network)
    check_equal(run.network)
    return losses


def learn(
    network: nn.Module,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    config: OptimizerConfig,
    generator: torch.Generator,
    loss_of: Loss,
) -> dict[str, float]:
    """Step through the minibatches of a rollout for some epochs; returns the mean of each metric over the minibatches
    that had it."""
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
    """Minibatches of nearly `size` decisions, each once per epoch, in a new order each time; their number is the same
    in every process.

    The decisions of a minibatch stay together over the epochs: shuffling them takes as long as learning from them.
    """
    number = max(1, round(average_number(len(samples.actions)) / size))
    parts = [Samples(*part) for part in zip(*(column.tensor_split(number) for column in samples), strict=True)]
    for _ in range(epochs):
        for index in torch.randperm(number, generator=generator).tolist():
            yield parts[index]


def step(network: nn.Module, optimizer: torch.optim.Optimizer, loss: Tensor, max_grad_norm: float) -> Tensor:
    """One step of the optimiser down the gradient of `loss`, its mean over all processes, scaled down to
    `max_grad_norm`; returns the norm before scaling. If it is not finite, raises `UserError` and changes nothing."""
    optimizer.zero_grad()
    loss.backward()
    average_gradients(network)
    norm = nn.utils.clip_grad_norm_(network.parameters(), max_grad_norm)
    if not norm.isfinite():
        raise diverged("a gradient is not a number")
    optimizer.step()
    return norm


def rate(run: Run, stopped: Callable[[], bool] = lambda: False) -> dict[str, float]:
    """Rate the policy; returns the metrics, none if `stopped` returns true before the end."""
    with run.process.entered(), generators_kept(run.process.device):  # or the run would depend on when it was rated
        run.ratings = run.rater.rate(run.network, stopped)
    return run.ratings
