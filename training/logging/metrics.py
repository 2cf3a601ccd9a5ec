"""The metrics of a run: a line of JSON for each update, and TensorBoard."""

import json
from pathlib import Path

from torch.utils.tensorboard import SummaryWriter

from africana_env import atomic_write
from africana_env.engine.errors import format_name
from africana_env.engine.files import check_regular, file_errors
from training.logging.metrics_file import METRICS_FILE
from training.progress import Progress


class MetricsWriter:
    """Appends to the metrics in a run's folder, which is there, what comes after `timesteps` decisions: what was
    written of later ones is cut off. Raises `UserError` where they cannot be written."""

    def __init__(self, folder: Path, timesteps: int) -> None:
        self._folder, self._file = folder, folder / METRICS_FILE
        with file_errors(f"cannot write {format_name(folder)}"):
            self._tensorboard = SummaryWriter(str(folder), purge_step=timesteps + 1)
        with file_errors(f"cannot write {format_name(self._file)}"):
            cut_back(self._file, timesteps)

    def write(self, progress: Progress, metrics: dict[str, float]) -> None:
        """Append the metrics of an update."""
        head = {"timesteps": progress.timesteps, "updates": progress.updates, "seconds": round(progress.seconds, 2)}
        with file_errors(f"cannot write {format_name(self._file)}"):
            check_regular(self._file)
            with self._file.open("a") as file:
                file.write(json.dumps(head | metrics) + "\n")
        with file_errors(f"cannot write {format_name(self._folder)}"):
            for name, value in metrics.items():
                self._tensorboard.add_scalar(name, value, progress.timesteps)

    def close(self) -> None:
        """Finish the files."""
        with file_errors(f"cannot write {format_name(self._folder)}"):
            self._tensorboard.close()


def cut_back(path: Path, timesteps: int) -> None:
    """Keep the lines of a file of metrics that tell of at most so many decisions."""
    check_regular(path)
    if path.exists():
        lines = path.read_text(errors="replace").splitlines(keepends=True)
        kept = [line for line in lines if line.endswith("\n") and timesteps_in(line) <= timesteps]
        if kept != lines:
            atomic_write(path, "".join(kept).encode())


def timesteps_in(line: str) -> float:
    """How many decisions a line of metrics tells of; infinitely many if it is damaged."""
    try:
        return float(json.loads(line)["timesteps"])
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        return float("inf")
