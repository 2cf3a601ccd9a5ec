"""The end of a run in decisions, from a budget of decisions or minutes."""

from collections.abc import Callable
from dataclasses import replace

from africana_training.progress import Progress
from africana_training.runs.run import Run
from africana_training.runs.state import load_state, state_of
from africana_training.runs.update import train_step

TIMED_UPDATES = 4
"""Minimum number of updates of imitation, and of self-play, whose speed is measured, after one of each that is not."""
MAX_TIMED_SECONDS = 60.0
TIMED_SHARE = 0.015
"""Share of a run's time spent on measuring the speed of each: a short measurement is noisy on a shared machine."""


def plan(run: Run, show: Callable[[str], None] = lambda activity: None) -> None:
    """Set the end of a run, in decisions, from the budget in its config. `show` is called with what takes long."""
    config = run.config
    end, done = config.total_timesteps, replace(run.progress)  # measuring the speed replaces it
    if config.minutes is not None:
        left = 60 * config.minutes - done.seconds
        more = int(left * done.timesteps / done.seconds) if done.timesteps else estimate_decisions(run, left, show)
        end = min(end, done.timesteps + more)
    run.progress.plan(end)
    run.progress.minutes, run.progress.total_timesteps = config.minutes, config.total_timesteps


def estimate_decisions(run: Run, seconds: float, show: Callable[[str], None]) -> int:
    """The estimated number of decisions of a new run in so many seconds: measures some updates and undoes them."""
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
    """Decisions per second, measured over so many seconds and `TIMED_UPDATES` updates at least, but no longer than the
    update after `MAX_TIMED_SECONDS`."""
    train_step(run)
    before, spent, updates = replace(run.progress), 0.0, 0
    while spent <= MAX_TIMED_SECONDS and (updates < TIMED_UPDATES or spent < seconds):
        train_step(run)
        updates += 1
        spent = run.progress.seconds - before.seconds
    return (run.progress.timesteps - before.timesteps) / spent
