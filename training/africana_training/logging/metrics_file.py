"""Reads the metrics file of a run, a line of JSON for each update. Needs no torch."""

import json
from math import nan
from pathlib import Path

import numpy as np

from africana_env import UserError
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.files import read_file

METRICS_FILE = "metrics.jsonl"
MAX_METRICS = 1 << 30
"""Bytes."""
MAX_MAGNITUDE = 1e40
"""No metric is larger, and charts could not show it."""
MAX_NAMES = 200
"""Most names of metrics in a file; a run has about forty, and each is drawn."""
BOUNDS = ("_low", "_high")
"""Suffixes of the metrics that are bounds of an interval."""

Metrics = dict[str, np.ndarray]
"""Metrics by name, each (3, points): timesteps, seconds and values."""


def read_metrics(folder: Path) -> Metrics:
    """Return the metrics of a run. Raises `UserError` if there are none."""
    path = folder / METRICS_FILE
    rows: dict[str, list[tuple[float, float, float]]] = {}
    for line in read_file("metrics", path, MAX_METRICS).splitlines():
        try:
            values = {name: float(value) for name, value in json.loads(line).items()}
            at = values.pop("timesteps"), values.pop("seconds")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
            continue  # a truncated line
        if all(abs(number) <= MAX_MAGNITUDE for number in at):
            for name, value in values.items():
                if not name.isprintable() or (name not in rows and len(rows) == MAX_NAMES):
                    continue
                rows.setdefault(name, []).append((*at, value if abs(value) <= MAX_MAGNITUDE else nan))
    if not rows:
        raise UserError(f"{format_name(path)} has no metrics: name the folder of a run of `africana train`")
    return {name: np.array(values).T for name, values in rows.items()}


def in_words(name: str) -> str:
    """Return the name of a metric, without its group, for people. The spelling of a bot stays as it is."""
    for suffix in ("_win_rate", "_head_to_head"):
        if name.endswith(suffix):
            return name.removesuffix(suffix) + suffix.replace("_", " ")
    return name.replace("_", " ")
