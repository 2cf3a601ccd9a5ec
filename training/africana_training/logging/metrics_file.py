"""The metrics of a run as a file, without torch: a line of JSON for each update."""

import json
from math import nan
from pathlib import Path

import numpy as np

from africana_env import UserError
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.files import read_file

METRICS_FILE = "metrics.jsonl"
"""In a run's folder."""
MAX_METRICS = 1 << 30
"""Bytes."""
MAX_MAGNITUDE = 1e40
"""No metric is larger, in `float32` or as a count; charts cannot show all that JSON can say."""
MAX_NAMES = 200
"""Names of metrics in a file; a run has some forty, and each is drawn."""
BOUNDS = ("_low", "_high")
"""The ends of the names of an interval's bounds."""

Metrics = dict[str, np.ndarray]
"""The metrics of a run by name, each with `timesteps` and `seconds` where it was known: shape (3, points)."""


def read_metrics(folder: Path) -> Metrics:
    """The metrics of a run. Raises `UserError` if there are none."""
    path = folder / METRICS_FILE
    rows: dict[str, list[tuple[float, float, float]]] = {}
    for line in read_file("metrics", path, MAX_METRICS).splitlines():
        try:
            values = {name: float(value) for name, value in json.loads(line).items()}
            at = values.pop("timesteps"), values.pop("seconds")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
            continue  # a line that was cut off
        if all(abs(number) <= MAX_MAGNITUDE for number in at):
            for name, value in values.items():
                if not name.isprintable() or (name not in rows and len(rows) == MAX_NAMES):
                    continue
                rows.setdefault(name, []).append((*at, value if abs(value) <= MAX_MAGNITUDE else nan))
    if not rows:
        raise UserError(f"{format_name(path)} has no metrics: name the folder of a run of `africana train`")
    return {name: np.array(values).T for name, values in rows.items()}


def in_words(name: str) -> str:
    """The name of a metric, without its group, for people; that of a bot in it stays as it is spelled."""
    for suffix in ("_win_rate", "_head_to_head"):
        if name.endswith(suffix):
            return name.removesuffix(suffix) + suffix.replace("_", " ")
    return name.replace("_", " ")
