"""A training run from its config to its end: display, metrics, checkpoints and stop signals around the updates."""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from rich.console import Console

from africana_env import UserError
from africana_env.engine.process.errors import format_name
from africana_training.algorithms.registry import GRAD_NORM, attributes_of, changed_attributes
from africana_training.config.check import check_config
from africana_training.config.settings import TrainConfig
from africana_training.distributed import from_first, joined, on_any, rank
from africana_training.logging.dashboard import Dashboard
from africana_training.logging.metrics import MetricsWriter
from africana_training.runs.checkpoints import POLICY_FILE, RunFolder
from africana_training.runs.notes import notes_on
from africana_training.runs.run import OnUpdate, Run, make_run
from africana_training.runs.state import load_state
from africana_training.runs.update import plan, rate, train_step

MAX_IDLE = 100
"""Updates without anything to learn, after which a note says so. Short rollouts have some such updates."""
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that stop a run after the current update, so that the saved run resumes exactly."""


@dataclass(frozen=True)
class RunResult:
    """The result of a run."""

    policy: Path
    """The policy's file: `policy:PATH` is a bot."""
    timesteps: int
    """Decisions played."""
    seconds: float
    """Seconds spent on playing and learning."""
    core_seconds: float
    """CPU time of playing and learning, over all threads and processes."""
    ratings: dict[str, float]
    """The metrics of the last rating, as in `metrics.jsonl`: `rating/elo` and `rating/BOT_win_rate`, and the bounds of
    their 95 % intervals with `_low` and `_high`. Empty if the policy was not rated."""


def train(
    config: TrainConfig | Mapping[Any, Any],
    resume: bool = False,
    on_update: OnUpdate = lambda progress, metrics: None,
) -> RunResult:
    """Train by a config, or its values (`read_config`), until its budget is spent, or until Ctrl-C or SIGTERM. Shows
    progress.

    Nothing is written before the first update has succeeded. From then on the folder holds a run that can be resumed
    with the same result. `on_update` is called after every update; if it raises an exception, the run is saved and the
    exception raised again. Processes started by `torchrun` train together: the first one displays, writes and calls
    `on_update` for all. Raises `UserError` for an invalid config.
    """
    with joined():
        console = Console(quiet=rank() != 0, force_jupyter=False)  # lines need no widgets
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
    """Return a run with its end set, new or from its newest checkpoint; its folder; and notes of one line each.
    `config` has passed `check_config`. `show` is called with slow activities."""
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
        console.out(f"a larger {budget} continues it; --run_folder NAME starts a new run")
        if not run.ratings and rank() == 0:  # interrupted during its last rating
            rate(run)
        return RunResult(policy, progress.timesteps, progress.seconds, progress.core_seconds, from_first(run.ratings))
    if config.minutes is not None and progress.start == 0:
        console.out(f"until {progress.end:,} decisions; repeat it by --total_timesteps {progress.end} --minutes null")
    with stopped_by_signals(console) as stop, Session(run, folder, console, on_update) as session:
        is_stopped = False
        while not progress.finished and not is_stopped:
            is_stopped = session.update(stop)
    if not progress.finished:
        console.out(f"interrupted and saved to {format_name(config.run_folder)}")
        raise KeyboardInterrupt
    spent = f"{progress.seconds:.0f} s ({progress.core_seconds / 60:.1f} core-minutes)"
    console.out(f"{progress.timesteps:,} decisions in {spent}: {named}")
    if session.imitated:
        expert = format_name(config.imitation.expert)
        console.out(f"the run ended before self-play: the policy only imitates {expert}")
    return RunResult(policy, progress.timesteps, progress.seconds, progress.core_seconds, from_first(run.ratings))


class Stop:
    """Whether a signal asked the run to stop."""

    def __init__(self, console: Console) -> None:
        self.asked = False
        self._console = console

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal. The second one stops the run at once."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        with suppress(OSError, SystemExit):  # the signal may come from a closed terminal, which shows nothing
            self._console.out("stopping after this update; a second signal stops at once and loses unsaved work")


@contextmanager
def stopped_by_signals(console: Console) -> Iterator[Stop]:
    """Handle stop signals in the main thread, except ignored ones, as under `nohup`, and those that are not handled by
    Python."""
    stop = Stop(console)
    handlers: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        taken = [number for number in SIGNALS if signal.getsignal(number) not in (signal.SIG_IGN, None)]
        handlers = {number: signal.signal(number, stop.ask) for number in taken}
    try:
        yield stop
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


class Session:
    """The updates of a run with their display, metrics and checkpoints. As a context manager it saves the last complete
    update on exit, whatever ended the run."""

    def __init__(self, run: Run, folder: RunFolder, console: Console, on_update: OnUpdate) -> None:
        self.run, self.folder = run, folder
        self.console = console
        self._on_update = on_update
        self._metrics: MetricsWriter | None = None
        self._saved = run.progress.timesteps
        self._saved_at: float | None = None
        self._is_complete = True
        """Whether all processes have completed the same updates: the middle of an update is not saved."""
        self._attributes = attributes_of(run.algorithm)
        self._noted = False
        """Whether a note has named the attributes that checkpoints do not save."""
        self.imitated = False
        """Whether the last update imitated."""
        self._idle = 0
        """Updates since the last one that had something to learn."""
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
        """Make, log and perhaps save one update. Returns whether all processes stop after it."""
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
        finally:  # the other processes save and stop with a process that fails here
            stopped, due = on_any(stop.asked or not logged, logged and due and rank() == 0)
        if due:
            self._is_complete = False  # the others do not save if this process fails while saving
            self._save()
            self._is_complete = True
        return stopped

    def _note_idle(self, metrics: Mapping[str, float]) -> None:
        """Say if nothing was learned in many updates, or in the whole run."""
        progress = self.run.progress
        self._idle = 0 if GRAD_NORM in metrics else self._idle + 1
        if self._idle == MAX_IDLE or (progress.finished and self._idle == progress.updates < MAX_IDLE):
            algorithm = format_name(self.run.config.algorithm)
            self.console.out(
                f"note: nothing was learned in {self._idle} updates: advantages() of algorithm {algorithm} marked no "
                "decision of the policy as valid"
            )

    def _is_due(self) -> bool:
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
        self._metrics.write(progress.timesteps, progress.updates, progress.seconds, metrics)
        self._dashboard.show(progress.share_done(), progress.timesteps, progress.seconds_left(), metrics)
        self._on_update(replace(progress), metrics)

    def _save(self) -> None:
        """Save a checkpoint. A failure ends the run only if it is the first one: later the next may succeed."""
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
                f"note: checkpoints do not save {names} of the algorithm: give it state_dict() and load_state_dict(), "
                "or a resumed run will differ"
            )
            self._noted = True

    def _close_metrics(self) -> None:
        if self._metrics is not None:
            self._metrics.close()

    def _save_last(self) -> None:
        if self._is_complete and self.run.progress.timesteps > self._saved:
            self.folder.save(self.run)
            self._note_unsaved()
