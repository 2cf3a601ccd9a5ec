"""The loop of a training run: progress display, metrics, checkpoints and stop signals."""

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Console

from africana_env import UserError
from africana_env.engine.errors import format_name
from africana_training.algorithms.state import changed_attributes
from africana_training.algorithms.update import GRAD_NORM
from africana_training.config.check import check_config
from africana_training.config.settings import TrainConfig
from africana_training.distributed import from_first, joined, on_any, rank
from africana_training.logging.dashboard import Dashboard
from africana_training.logging.metrics import MetricsWriter
from africana_training.progress import OnUpdate
from africana_training.runs.checkpoints import POLICY_FILE
from africana_training.runs.interrupts import Stop, stopped_by_signals
from africana_training.runs.notes import notes_on
from africana_training.runs.runner import Runner

MAX_IDLE = 100
"""Updates in a row without a decision to learn from, after which a note says so: in rollouts of a few decisions some
updates have none."""


@dataclass(frozen=True)
class RunResult:
    """The result of a run."""

    policy: Path
    """The file of the policy: `policy:PATH` is a bot."""
    timesteps: int
    """Decisions."""
    seconds: float
    """Spent on playing and learning."""
    ratings: dict[str, float]
    """The metrics of the last rating, as in `metrics.jsonl`: `rating/elo`, `rating/BOT_win_rate`, and the bounds of
    their 95 % intervals with `_low` and `_high`. Empty if the policy was not rated."""


def train(
    config: TrainConfig | Mapping[Any, Any],
    resume: bool = False,
    on_update: OnUpdate = lambda progress, metrics: None,
) -> RunResult:
    """Train by a config, or by its values (`read_config`), until its budget is spent, or until Ctrl-C or SIGTERM. Shows
    its progress.

    Nothing is written before the first update has succeeded. From then on the folder holds a run that can be resumed,
    with the same result as without the interruption. `on_update` is called after every update with progress and
    metrics; an exception that it raises ends the run, which is saved, and is raised again here. Processes started by
    `torchrun` train together; the first one displays and writes for all, and calls `on_update`. Raises `UserError` for
    an invalid config.
    """
    with joined():
        console = Console(quiet=rank() != 0, force_jupyter=False)  # lines, which need no widgets
        with console.status("") as status:

            def show(activity: str) -> None:
                status.update(activity)
                if not console.is_terminal:
                    console.out(f"{activity} ...")

            show("setting up the games")
            runner = Runner(check_config(config), resume=resume, show=show)
        try:
            return run(runner, console, on_update)
        finally:
            runner.folder.close()


def run(runner: Runner, console: Console, on_update: OnUpdate) -> RunResult:
    """Train with this runner until its budget is spent; see `train`."""
    policy, progress, config = Path(runner.config.run_folder) / POLICY_FILE, runner.progress, runner.config
    named = format_name(policy)
    if progress.finished:
        for note in runner.notes:
            console.out(f"note: {note}")
        console.out(f"finished already, {progress.timesteps:,} decisions in {progress.seconds:.0f} s: {named}")
        budget = "--minutes" if progress.bound_by_minutes else "--total_timesteps"
        console.out(f"a larger {budget} goes on from here, --run_folder NAME begins anew")
        if not runner.ratings and rank() == 0:  # it was interrupted while it was rated
            runner.rate(lambda: False)
        return RunResult(policy, progress.timesteps, progress.seconds, from_first(runner.ratings))
    if config.minutes is not None and progress.start == 0:
        console.out(f"until {progress.end:,} decisions: --total_timesteps {progress.end} --minutes null is this run")
    for note in notes_on(runner):
        console.out(f"note: {note}")
    with stopped_by_signals(console) as stop, Session(runner, console, on_update) as session:
        is_stopped = False
        while not progress.finished and not is_stopped:
            is_stopped = session.update(stop)
    if not progress.finished:
        console.out(f"interrupted and saved to {format_name(config.run_folder)}")
        raise KeyboardInterrupt
    console.out(f"{progress.timesteps:,} decisions in {progress.seconds:.0f} s: {named}")
    if session.imitated:
        expert = format_name(config.imitation.expert)
        console.out(f"the run was over before self-play: the policy only imitates {expert}")
    return RunResult(policy, progress.timesteps, progress.seconds, from_first(runner.ratings))


class Session:
    """The updates of a run with their display, metrics and checkpoints. On exit as a context manager it closes these
    and saves the last complete update, whatever ended the run, such as a closed output."""

    def __init__(self, runner: Runner, console: Console, on_update: OnUpdate) -> None:
        self.runner = runner
        self.console = console
        self._on_update = on_update
        self._metrics: MetricsWriter | None = None
        self._saved = runner.progress.timesteps
        self._saved_at: float | None = None
        self._is_complete = True
        """Whether all processes have completed the same updates: the state in the middle of one is not saved."""
        self._noted = False
        """Whether a note was shown of what checkpoints do not save."""
        self.imitated = False
        """Whether the last update imitated."""
        self._idle = 0
        """The last updates in a row that had no decision to learn from."""
        self._open = ExitStack()

    def __enter__(self) -> "Session":
        runner = self.runner
        activity = f"imitating {format_name(runner.config.imitation.expert)}" if runner.imitating() else "playing"
        self._open.callback(self._save_last)
        self._open.callback(self._close_metrics)
        self._dashboard = self._open.enter_context(
            Dashboard(self.console, runner.game.title, runner.progress.share_done(), activity)
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def update(self, stop: Stop) -> bool:
        """Make, log and perhaps save one update; returns whether all processes stop after it."""
        before, logged, due = self.runner.progress.timesteps, False, False
        self._is_complete = False
        self.imitated = self.runner.imitating()
        metrics = self.runner.train_step()
        self._is_complete = True
        self._note_idle(metrics)
        try:
            due = self._is_due()
            if rank() == 0:
                self._log(before, metrics, due, stop)
            logged = True
        finally:  # also if this process fails: the others save with it and stop
            stopped, due = on_any(stop.asked or not logged, logged and due and rank() == 0)
        if due:
            self._is_complete = False  # nobody saves with a process that fails while saving
            self._save()
            self._is_complete = True
        return stopped

    def _note_idle(self, metrics: Mapping[str, float]) -> None:
        """Say if nothing was learned in many updates, or in the whole run."""
        progress = self.runner.progress
        self._idle = 0 if GRAD_NORM in metrics else self._idle + 1
        if self._idle == MAX_IDLE or (progress.finished and self._idle == progress.updates < MAX_IDLE):
            self.console.out(
                f"note: nothing was learned in {self._idle} updates: no decision of the policy was marked as valid by "
                f"advantages() of algorithm {format_name(self.runner.config.algorithm)}"
            )

    def _is_due(self) -> bool:
        """Whether it is time for a checkpoint."""
        if self._saved_at is None:
            return True
        return time.monotonic() - self._saved_at > 60 * self.runner.config.checkpoint_minutes

    def _log(self, before: int, metrics: dict[str, float], due: bool, stop: Stop) -> None:
        """Write, show and report the metrics of the update that began after `before` decisions."""
        runner, progress = self.runner, self.runner.progress
        if (due or progress.finished) and not runner.imitating():
            metrics |= runner.rate(lambda: stop.asked)
        runner.folder.make(runner.config)
        self._metrics = self._metrics or MetricsWriter(runner.folder.path, before)
        self._metrics.write(progress, metrics)
        self._dashboard.show(progress.share_done(), progress.timesteps, metrics)
        self._on_update(replace(progress), metrics)

    def _save(self) -> None:
        """Save a checkpoint. If that fails, say so and go on, unless it is the first one: the next may succeed."""
        failed = False
        try:
            self.runner.save()
        except UserError as error:
            if self._saved_at is None:
                raise
            failed = True
            self.console.out(f"{error}; the run goes on")
        (failed,) = on_any(failed)  # only the first process writes; all try again at the end
        if not failed:
            self._saved = self.runner.progress.timesteps
        self._saved_at = time.monotonic()
        self._note_unsaved()

    def _note_unsaved(self) -> None:
        """Say once if the algorithm has changed attributes that checkpoints do not save."""
        if self._noted or rank() != 0:
            return
        if changed := changed_attributes(self.runner.algorithm, self.runner.attributes):
            names = ", ".join(map(format_name, changed))
            self.console.out(
                f"note: the algorithm changes its {names}, which checkpoints do not save: without state_dict() and "
                "load_state_dict() a run that is resumed will be another one"
            )
            self._noted = True

    def _close_metrics(self) -> None:
        if self._metrics is not None:
            self._metrics.close()

    def _save_last(self) -> None:
        if self._is_complete and self.runner.progress.timesteps > self._saved:
            self.runner.save()
            self._note_unsaved()
