"""The metrics of a run: a line of JSON for each update, and TensorBoard."""

import json
from pathlib import Path

from torch.utils.tensorboard import SummaryWriter

from africana_env import atomic_write
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.files import check_regular, file_errors
from africana_training.logging.metrics_file import METRICS_FILE


class MetricsWriter:
    """Appends metrics to the files in an existing run folder. Metrics after `timesteps` decisions are removed first.
    Raises `UserError` if a file cannot be written."""

    def __init__(self, folder: Path, timesteps: int) -> None:
        self._folder, self._file = folder, folder / METRICS_FILE
        with file_errors(f"cannot write {format_name(folder)}"):
            self._tensorboard = SummaryWriter(str(folder), purge_step=timesteps + 1)
        with file_errors(f"cannot write {format_name(self._file)}"):
            cut_back(self._file, timesteps)

    def write(self, timesteps: int, updates: int, seconds: float, metrics: dict[str, float]) -> None:
        head = {"timesteps": timesteps, "updates": updates, "seconds": round(seconds, 2)}
        with file_errors(f"cannot write {format_name(self._file)}"):
            check_regular(self._file)
            with self._file.open("a") as file:
                file.write(json.dumps(head | metrics) + "\n")
        with file_errors(f"cannot write {format_name(self._folder)}"):
            for name, value in metrics.items():
                self._tensorboard.add_scalar(name, value, timesteps)

    def close(self) -> None:
        with file_errors(f"cannot write {format_name(self._folder)}"):
            self._tensorboard.close()


def cut_back(path: Path, timesteps: int) -> None:
    """Remove the lines of a metrics file after `timesteps` decisions, and damaged ones."""
    check_regular(path)
    if path.exists():
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
        kept = [line for line in lines if line.endswith("\n") and timesteps_in(line) <= timesteps]
        if kept != lines:
            atomic_write(path, "".join(kept).encode())


def timesteps_in(line: str) -> float:
    """Return the decisions of a metrics line, infinite if the line is damaged."""
    try:
        return float(json.loads(line)["timesteps"])
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        return float("inf")
