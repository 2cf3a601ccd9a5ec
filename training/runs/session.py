"""What is shown, written and saved of a run while it goes on, and when it ends, however it does."""

import time
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console

from africana_env import UserError
from training.logging.dashboard import Dashboard
from training.distributed import on_any, rank
from training.runs.interrupts import Stop
from training.logging.metrics import MetricsWriter

if TYPE_CHECKING:
    from training.runs.runner import Runner


class Keeper:
    """Shows a run, writes its metrics and saves it now and then. As a context it closes all that, and in the end saves
    what is not saved, whatever ended the run between two updates, such as a closed output."""

    def __init__(self, runner: "Runner", console: Console) -> None:
        self.runner = runner
        self.console = console
        self._metrics: MetricsWriter | None = None
        self._saved = runner.progress.timesteps
        self._saved_at: float | None = None
        self._is_whole = True
        """Whether all processes are through with the same updates: what failed in the middle of one is not saved."""
        self._open = ExitStack()

    def __enter__(self) -> "Keeper":
        runner = self.runner
        doing = f"imitating {runner.config.imitation.teacher}" if runner.imitating() else "playing"
        self._open.callback(self._save_the_rest)
        self._open.callback(self._close_metrics)
        self._dashboard = self._open.enter_context(
            Dashboard(self.console, runner.game.title, runner.progress.share_done(), doing)
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def update(self, stop: Stop) -> bool:
        """One update, told and perhaps saved; whether all processes are to stop after it."""
        before, told, due = self.runner.progress.timesteps, False, False
        self._is_whole = False
        metrics = self.runner.train_step()
        self._is_whole = True
        try:
            due = self._is_due()
            if rank() == 0:
                self._tell(before, metrics, due, stop)
            told = True
        finally:  # also where this process fails: the others are to save with it, and end
            stopped, due = on_any(stop.asked or not told, told and due and rank() == 0)
        if due:
            self._is_whole = False  # nobody saves with a process that fails in it
            self._save()
            self._is_whole = True
        return stopped

    def _is_due(self) -> bool:
        """Whether it is time for a checkpoint."""
        if self._saved_at is None:
            return True
        return time.monotonic() - self._saved_at > 60 * self.runner.config.checkpoint_minutes

    def _tell(self, before: int, metrics: dict[str, float], due: bool, stop: Stop) -> None:
        """Write and show what an update after so many decisions came to."""
        runner, progress = self.runner, self.runner.progress
        if (due or progress.finished) and not runner.imitating():
            metrics |= runner.rate(lambda: stop.asked)
        runner.folder.make(runner.config)
        self._metrics = self._metrics or MetricsWriter(runner.folder.path, before)
        self._metrics.write(progress, metrics)
        self._dashboard.show(progress.share_done(), progress.timesteps, metrics)

    def _save(self) -> None:
        """Save, and tell if that fails, unless it is the first time: there may be space again the next one."""
        failed = False
        try:
            self.runner.save()
        except UserError as error:
            if self._saved_at is None:
                raise
            failed = True
            self.console.out(f"{error}; the run goes on")
        (failed,) = on_any(failed)  # the first process alone writes; all try again in the end
        if not failed:
            self._saved = self.runner.progress.timesteps
        self._saved_at = time.monotonic()

    def _close_metrics(self) -> None:
        if self._metrics is not None:
            self._metrics.close()

    def _save_the_rest(self) -> None:
        if self._is_whole and self.runner.progress.timesteps > self._saved:
            self.runner.save()
