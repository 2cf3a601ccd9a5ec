"""Measures the speed of training, for `africana bench-training`."""

import tempfile
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from runpy import run_path
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from africana_env.api.metadata import gymnasium_id
from africana_env.cli.bench_output import format_rate, machine_facts
from africana_env.tools.examples import example_files
from africana_env.tools.rates import OnMeasurement
from africana_training.algorithms.ppo import PPO
from africana_training.config.check import check_config
from africana_training.config.settings import OptimizerConfig, RolloutConfig, TrainConfig
from africana_training.process import generators_kept
from africana_training.runs.run import make_run
from africana_training.runs.update import plan, train_step

GAME = "africana_v0"
PLAYERS = 2
LAYERS = [128, 128]
ROLLOUT = RolloutConfig(num_games=512, num_steps=64)
NETWORK = "mlp"
OPTIMIZER = OptimizerConfig(update_epochs=2, minibatch_size=8192)
WARM_UPDATES = 1
"""Updates before timing starts, since the first takes longer."""
TIMED_UPDATES = 10
SB3_TIMED_UPDATES = 1
"""One update takes five to ten times our time."""
SB3_OPTIONS = {"num_players": PLAYERS, "reward": "lead", "seat": "rotate"}
"""The opponent is `random`. It takes almost no time, and its decisions do not count."""
PARTS = {
    "environment": "time/environment",
    "league": "time/league",
    "forward": "time/forward",
    "learning": "time/learn",
}
"""Parts of the training time, and their metrics."""


@dataclass(frozen=True)
class TrainingSpeed:
    """Speed of training in two-player Africana, in decisions per second of all seats in all games."""

    decisions_per_second: float
    """Playing and learning, in self-play with the default league."""
    core_seconds_per_million: float
    """CPU seconds of a million decisions, over all threads."""
    policy_share: float
    """The learning policy's share of these decisions, without its opponents in the league."""
    sb3_single_per_second: float | None
    """The policy's decisions with sb3-contrib's `MaskablePPO`, which steps games one by one; None without
    sb3-contrib."""
    sb3_vector_per_second: float | None
    """The same with all games stepped at once, see `examples/sb3_maskable_ppo.py`."""
    sb3_single_ratio: float | None
    """Our policy's decisions divided by `sb3_single_per_second`."""
    sb3_vector_ratio: float | None
    """Our policy's decisions divided by `sb3_vector_per_second`."""
    shares: dict[str, float]
    """Shares of the time by part, with sum 1."""


@generators_kept()  # sb3 seeds them
def measure_training(progress: OnMeasurement) -> TrainingSpeed:
    """Measure the speed of training, and the shares of `PARTS`."""
    progress(f"training: {GAME}")
    rate, core_seconds, own, shares = training_rate()
    progress(f"sb3-contrib's MaskablePPO: {GAME}")
    single, vector = sb3_rates()
    ratios = single and own * rate / single, vector and own * rate / vector
    return TrainingSpeed(rate, core_seconds, own, single, vector, *ratios, shares)


def training_rate() -> tuple[float, float, float, dict[str, float]]:
    """Return our decisions per second, core-seconds per million decisions, the policy's share of the decisions, and the
    shares of the time by part."""
    with tempfile.TemporaryDirectory() as folder:  # stays empty: the run is not saved
        config = TrainConfig(
            GAME,
            str(Path(folder) / "run"),
            PLAYERS,
            network=NETWORK,
            layers=LAYERS,
            rollout=ROLLOUT,
            optimizer=OPTIMIZER,
            ppo=PPO(learned_share=1.0),  # as sb3 does
        )
        run = make_run(check_config(config))
        plan(run)
        for _ in range(WARM_UPDATES):
            train_step(run)
        before, start = replace(run.progress), perf_counter()
        metrics, own = [], []
        for _ in range(TIMED_UPDATES):
            metrics.append(train_step(run))
            own.append(run.rollout.buffer.learner[-ROLLOUT.num_steps :].mean())
        decisions = run.progress.timesteps - before.timesteps
        rate = decisions / (perf_counter() - start)
        core_seconds = 1e6 * (run.progress.core_seconds - before.core_seconds) / decisions
    seconds = {part: sum(each[name] for each in metrics) for part, name in PARTS.items()}
    return (
        rate,
        core_seconds,
        float(np.mean(own)),
        {part: value / sum(seconds.values()) for part, value in seconds.items()},
    )


def sb3_rates() -> tuple[float | None, float | None]:
    """Return the rates of `MaskablePPO` in single games and in games stepped at once; None if it is not installed."""
    try:
        return sb3_rate(single_games()), sb3_rate(vector_games())
    except ImportError:
        return None, None


def single_games() -> Any:
    """Return the games as Stable-Baselines3 steps them, one by one. Raises `ImportError` without it."""
    make_vec_env = import_module("stable_baselines3.common.env_util").make_vec_env
    return make_vec_env(gymnasium_id(GAME), ROLLOUT.num_games, env_kwargs=SB3_OPTIONS)


def vector_games() -> Any:
    """Return the same games stepped at once, as in the example. Raises `ImportError` without Stable-Baselines3."""
    example = run_path(str(example_files()["sb3_maskable_ppo"]))
    return example["VectorGames"](gymnasium_id(GAME), ROLLOUT.num_games, **SB3_OPTIONS)


def sb3_rate(envs: Any) -> float:
    """Return the decisions per second of `MaskablePPO` in `envs`, a `VecEnv`, with our steps, epochs and minibatches.
    Raises `ImportError` if it is not installed.

    Policy and value have two layers of 128 each, as `net_arch` makes them.
    """
    model = import_module("sb3_contrib").MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=ROLLOUT.num_steps,
        batch_size=OPTIMIZER.minibatch_size,
        n_epochs=OPTIMIZER.update_epochs,
        policy_kwargs={"net_arch": LAYERS},
        device="cpu",
        seed=1,
    )
    decisions = ROLLOUT.num_games * ROLLOUT.num_steps
    model.learn(decisions)  # not timed: it starts all games
    start = perf_counter()
    model.learn(SB3_TIMED_UPDATES * decisions, reset_num_timesteps=False)
    return SB3_TIMED_UPDATES * decisions / (perf_counter() - start)


def print_training(speed: TrainingSpeed) -> None:
    console = Console()
    console.print(machine_facts(), highlight=False)
    table = Table("", "training", title="two-player Africana, two layers of 128, 2 epochs")
    table.columns[1].justify = "right"
    table.add_row("decisions/s", format_rate(speed.decisions_per_second))
    table.add_row("core-seconds per million decisions", f"{speed.core_seconds_per_million:.1f}")
    table.add_row("of the policy itself", format_rate(speed.policy_share * speed.decisions_per_second))
    compared = {
        "MaskablePPO of sb3-contrib, single games": (speed.sb3_single_per_second, speed.sb3_single_ratio),
        "MaskablePPO, games stepped together": (speed.sb3_vector_per_second, speed.sb3_vector_ratio),
    }
    for heading, (rate, ratio) in compared.items():
        if rate is not None:
            table.add_row(heading, format_rate(rate))
            table.add_row("times as fast", f"{ratio:.1f}")
    for part, share in speed.shares.items():
        table.add_row(f"share of {part}", f"{share:.1%}")
    console.print(table)
    if speed.sb3_single_per_second is None:
        console.print("not compared: sb3-contrib is not installed (pip install sb3-contrib)")
