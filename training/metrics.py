"""The metrics of a run: a line of JSON for each update, and TensorBoard."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from torch.utils.tensorboard import SummaryWriter

from africana_env import UserError
from africana_env.engine.files import check_regular, reason_of, shown
from training.checkpoint import Progress

METRICS_FILE = "metrics.jsonl"


class MetricsWriter:
    """Appends to the metrics in a run's folder, which is there; raises `UserError` where they cannot be written."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._file = folder, folder / METRICS_FILE
        with writing_to(folder):
            self._tensorboard = SummaryWriter(str(folder))

    def write(self, progress: Progress, metrics: dict[str, float]) -> None:
        """Append the metrics of an update."""
        head = {"timesteps": progress.timesteps, "updates": progress.updates, "seconds": round(progress.seconds, 2)}
        with writing_to(self._file):
            check_regular(self._file)
            with self._file.open("a") as file:
                file.write(json.dumps(head | metrics) + "\n")
        with writing_to(self._folder):
            for name, value in metrics.items():
                self._tensorboard.add_scalar(name, value, progress.timesteps)

    def close(self) -> None:
        """Finish the files."""
        with writing_to(self._folder):
            self._tensorboard.close()


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """Tell in one line that a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise UserError(f"cannot write {shown(path)}: {reason_of(error)}") from None
