"""The loop of a training run: progress display, metrics, checkpoints and stop signals."""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Console

from africana_env import UserError
from africana_env.engine.process.errors import format_name
from africana_training.algorithms.registry import GRAD_NORM
from africana_training.algorithms.state import attributes_of, changed_attributes
from africana_training.config.check import check_config
from africana_training.config.settings import TrainConfig
from africana_training.distributed import from_first, joined, on_any, rank
from africana_training.logging.dashboard import Dashboard
from africana_training.logging.metrics import MetricsWriter
from africana_training.progress import OnUpdate
from africana_training.runs.budget import plan
from africana_training.runs.checkpoints import POLICY_FILE, RunFolder
from africana_training.runs.interrupts import Stop, stopped_by_signals
from africana_training.runs.notes import notes_on
from africana_training.runs.run import Run, make_run
from africana_training.runs.state import load_state
from africana_training.runs.update import rate, train_step

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
            run, folder, notes = begin(check_config(config), resume, show)
        try:
            return go_on(run, folder, notes, console, on_update)
        finally:
            folder.close()


def begin(
    config: TrainConfig, resume: bool = False, show: Callable[[str], None] = lambda activity: None
) -> tuple[Run, RunFolder, list[str]]:
    """A run in its folder, new or from its newest checkpoint, with its end set; and notes, each of one line. `config`
    has passed `check_config`; `show` is called with what takes long."""
    folder = RunFolder(config, resume, used=rank() == 0)
    try:
        manifest = from_first(None if folder.newest is None else folder.newest.manifest)
        run = make_run(config, resumed=manifest is not None)
        with run.process.entered():
            notes = folder.attend(run)
            if manifest is not None:
                weights, states = from_first(folder.load(run) if rank() == 0 else ({}, []))
                run.progress, run.ratings = manifest.progress, manifest.ratings
                run.network.load_state_dict(weights)
                load_state(run, states[rank()])
            if manifest is None or run.progress.is_planned_anew(config.minutes, config.total_timesteps):
                plan(run, show)
    except BaseException:
        folder.close()
        raise
    return run, folder, notes


def go_on(run: Run, folder: RunFolder, notes: list[str], console: Console, on_update: OnUpdate) -> RunResult:
    """Train until the budget is spent; see `train`."""
    policy, progress, config = Path(run.config.run_folder) / POLICY_FILE, run.progress, run.config
    named = format_name(policy)
    for note in [*notes, *([] if progress.finished else notes_on(run))]:
        console.out(f"note: {note}")
    if progress.finished:
        console.out(f"finished already, {progress.timesteps:,} decisions in {progress.seconds:.0f} s: {named}")
        budget = "--minutes" if progress.bound_by_minutes else "--total_timesteps"
        console.out(f"a larger {budget} goes on from here, --run_folder NAME begins anew")
        if not run.ratings and rank() == 0:  # it was interrupted while it was rated
            rate(run)
        return RunResult(policy, progress.timesteps, progress.seconds, from_first(run.ratings))
    if config.minutes is not None and progress.start == 0:
        console.out(f"until {progress.end:,} decisions: --total_timesteps {progress.end} --minutes null is this run")
    with stopped_by_signals(console) as stop, Session(run, folder, console, on_update) as session:
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
    return RunResult(policy, progress.timesteps, progress.seconds, from_first(run.ratings))


class Session:
    """The updates of a run with their display, metrics and checkpoints. On exit as a context manager it closes these
    and saves the last complete update, whatever ended the run, such as a closed output."""

    def __init__(self, run: Run, folder: RunFolder, console: Console, on_update: OnUpdate) -> None:
        self.run, self.folder = run, folder
        self.console = console
        self._on_update = on_update
        self._metrics: MetricsWriter | None = None
        self._saved = run.progress.timesteps
        self._saved_at: float | None = None
        self._is_complete = True
        """Whether all processes have completed the same updates: the state in the middle of one is not saved."""
        self._attributes = attributes_of(run.algorithm)
        self._noted = False
        """Whether a note was shown of what checkpoints do not save."""
        self.imitated = False
        """Whether the last update imitated."""
        self._idle = 0
        """The last updates in a row that had no decision to learn from."""
        self._open = ExitStack()

    def __enter__(self) -> "Session":
        run = self.run
        activity = f"imitating {format_name(run.config.imitation.expert)}" if run.imitating else "playing"
        self._open.callback(self._save_last)
        self._open.callback(self._close_metrics)
        self._dashboard = self._open.enter_context(
            Dashboard(self.console, run.game.title, run.progress.share_done(), activity)
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def update(self, stop: Stop) -> bool:
        """Make, log and perhaps save one update; returns whether all processes stop after it."""
        before, logged, due = self.run.progress.timesteps, False, False
        self._is_complete = False
        self.imitated = self.run.imitating
        metrics = train_step(self.run)
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
        progress = self.run.progress
        self._idle = 0 if GRAD_NORM in metrics else self._idle + 1
        if self._idle == MAX_IDLE or (progress.finished and self._idle == progress.updates < MAX_IDLE):
            self.console.out(
                f"note: nothing was learned in {self._idle} updates: no decision of the policy was marked as valid by "
                f"advantages() of algorithm {format_name(self.run.config.algorithm)}"
            )

    def _is_due(self) -> bool:
        """Whether it is time for a checkpoint."""
        if self._saved_at is None:
            return True
        return time.monotonic() - self._saved_at > 60 * self.run.config.checkpoint_minutes

    def _log(self, before: int, metrics: dict[str, float], due: bool, stop: Stop) -> None:
        """Write, show and report the metrics of the update that began after `before` decisions."""
        run, progress = self.run, self.run.progress
        if (due or progress.finished) and not run.imitating:
            metrics |= rate(run, lambda: stop.asked)
        self.folder.make(run.config)
        self._metrics = self._metrics or MetricsWriter(self.folder.path, before)
        self._metrics.write(progress, metrics)
        self._dashboard.show(progress.share_done(), progress.timesteps, metrics)
        self._on_update(replace(progress), metrics)

    def _save(self) -> None:
        """Save a checkpoint. If that fails, say so and go on, unless it is the first one: the next may succeed."""
        failed = False
        try:
            self.folder.save(self.run)
        except UserError as error:
            if self._saved_at is None:
                raise
            failed = True
            self.console.out(f"{error}; the run goes on")
        (failed,) = on_any(failed)  # only the first process writes; all try again at the end
        if not failed:
            self._saved = self.run.progress.timesteps
        self._saved_at = time.monotonic()
        self._note_unsaved()

    def _note_unsaved(self) -> None:
        """Say once if the algorithm has changed attributes that checkpoints do not save."""
        if self._noted or rank() != 0:
            return
        if changed := changed_attributes(self.run.algorithm, self._attributes):
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
        if self._is_complete and self.run.progress.timesteps > self._saved:
            self.folder.save(self.run)
            self._note_unsaved()
