"""The speed of training, for `africana bench --training`."""

import tempfile
from importlib import import_module
from pathlib import Path
from runpy import run_path
from time import perf_counter
from typing import Any

import numpy as np

from africana_env.api.metadata import gymnasium_id
from africana_env.tools.bench_training import TrainingSpeed
from africana_env.tools.examples import example_files
from africana_env.tools.rates import OnMeasurement
from africana_training.algorithms.update import OptimizerConfig
from africana_training.config.check import check_config
from africana_training.config.settings import RolloutConfig, TrainConfig
from africana_training.runs.generators import generators_kept
from africana_training.runs.runner import Runner

GAME = "africana_v0"
PLAYERS = 2
LAYERS = [128, 128]
ROLLOUT = RolloutConfig(num_games=512, num_steps=64)
NETWORK = "mlp"
OPTIMIZER = OptimizerConfig(update_epochs=2, minibatch_size=8192)
WARM_UPDATES = 1
"""Not timed: the first update takes longer."""
TIMED_UPDATES = 10
SB3_TIMED_UPDATES = 1
"""One takes as long as five to ten of ours."""
SB3_OPTIONS = {"num_players": PLAYERS, "reward": "lead", "seat": "rotate"}
"""The opponent is `random`, which costs nearly nothing, and whose decisions do not count."""
PARTS = {
    "environment": "time/environment",
    "league": "time/league",
    "forward": "time/forward",
    "learning": "time/learn",
}
"""Parts of the time of training, and their metrics."""


@generators_kept()  # which sb3 seeds
def measure_training(progress: OnMeasurement) -> TrainingSpeed:
    """How fast training is; its time is parted by `PARTS`."""
    progress(f"training: {GAME}")
    rate, own, shares = training_rate()
    progress(f"sb3-contrib's MaskablePPO: {GAME}")
    return TrainingSpeed(rate, own, *sb3_rates(), shares)


def training_rate() -> tuple[float, float, dict[str, float]]:
    """Decisions per second of our training, the share of them that the policy makes, and the shares of its time."""
    with tempfile.TemporaryDirectory() as folder:  # nothing is written there unless the run is saved
        config = TrainConfig(
            GAME,
            str(Path(folder) / "run"),
            PLAYERS,
            network=NETWORK,
            layers=LAYERS,
            rollout=ROLLOUT,
            optimizer=OPTIMIZER,
        )
        runner = Runner(check_config(config))
        for _ in range(WARM_UPDATES):
            runner.train_step()
        before, start = runner.progress.timesteps, perf_counter()
        metrics, own = [], []
        for _ in range(TIMED_UPDATES):
            metrics.append(runner.train_step())
            own.append(runner.rollout.buffer.learner[-ROLLOUT.num_steps :].mean())
        rate = (runner.progress.timesteps - before) / (perf_counter() - start)
    seconds = {part: sum(each[name] for each in metrics) for part, name in PARTS.items()}
    return rate, float(np.mean(own)), {part: value / sum(seconds.values()) for part, value in seconds.items()}


def sb3_rates() -> tuple[float | None, float | None]:
    """The rates of `MaskablePPO` in single games and in games stepped together; None where it is not installed."""
    try:
        return sb3_rate(single_games()), sb3_rate(vector_games())
    except ImportError:
        return None, None


def single_games() -> Any:
    """The games as Stable-Baselines3 steps them by itself, one after the other. Raises `ImportError` without it."""
    make_vec_env = import_module("stable_baselines3.common.env_util").make_vec_env
    return make_vec_env(gymnasium_id(GAME), ROLLOUT.num_games, env_kwargs=SB3_OPTIONS)


def vector_games() -> Any:
    """The same games stepped together, as the example has it. Raises `ImportError` without Stable-Baselines3."""
    example = run_path(str(example_files()["sb3_maskable_ppo"]))
    return example["VectorGames"](gymnasium_id(GAME), ROLLOUT.num_games, **SB3_OPTIONS)


def sb3_rate(envs: Any) -> float:
    """Decisions per second of `MaskablePPO` in `envs`, a `VecEnv`, with as many steps and epochs, and minibatches of
    the same size. Raises `ImportError` where it is not installed.

    Its policy and its value have two layers of 128 each, as `net_arch` makes them.
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
