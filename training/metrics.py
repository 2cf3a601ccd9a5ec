"""The metrics of a run: a line of JSON for each update, and TensorBoard."""

import json
from pathlib import Path

from torch.utils.tensorboard import SummaryWriter

from training.checkpoint import Progress

METRICS_FILE = "metrics.jsonl"


class MetricsWriter:
    """Appends to the metrics in a run's folder, which is there."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / METRICS_FILE
        self._tensorboard = SummaryWriter(str(folder))

    def write(self, progress: Progress, metrics: dict[str, float]) -> None:
        """Append the metrics of an update."""
        head = {"timesteps": progress.timesteps, "updates": progress.updates, "seconds": round(progress.seconds, 2)}
        with self._file.open("a") as file:
            file.write(json.dumps(head | metrics) + "\n")
        for name, value in metrics.items():
            self._tensorboard.add_scalar(name, value, progress.timesteps)

    def close(self) -> None:
        """Finish the files."""
        self._tensorboard.close()
