"""The speed of training, for `africana bench --training`."""

import tempfile
from importlib import import_module
from pathlib import Path
from time import perf_counter

import numpy as np

from africana_env.tools.bench_training import TrainingSpeed
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
"""One takes as long as ten of ours."""
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
    try:
        sb3 = sb3_rate()
    except ImportError:
        sb3 = None
    return TrainingSpeed(rate, own, sb3, shares)


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


def sb3_rate() -> float:
    """Decisions per second of `MaskablePPO` in the Gymnasium environment, with as many games, steps and epochs, and
    minibatches of the same size. Raises `ImportError` where it is not installed.

    Its policy and its value have two layers of 128 each, as `net_arch` makes them; the opponent is `random`, which
    costs nearly nothing, and whose decisions do not count.
    """
    masked_ppo = import_module("sb3_contrib").MaskablePPO
    make_vec_env = import_module("stable_baselines3.common.env_util").make_vec_env
    options = {"num_players": PLAYERS, "reward": "lead", "seat": "rotate"}
    envs = make_vec_env("africana_env/Africana-v0", n_envs=ROLLOUT.num_games, seed=1, env_kwargs=options)
    model = masked_ppo(
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
