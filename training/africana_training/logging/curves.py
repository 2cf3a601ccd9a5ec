"""A page with the learning curves of runs. Needs Matplotlib, in the extra `arena`, but not torch."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import numpy as np

from africana_env import atomic_write
from africana_env.arena.report import charts
from africana_env.arena.report.page import note, page
from africana_env.engine.process.files import StrPath, check_target
from africana_training.logging.metrics_file import BOUNDS, METRICS_FILE, Metrics, in_words, read_metrics

MAX_POINTS = 200
"""Most points of a line: more are averaged."""
MILLION = 1e6
MINUTE = 60.0

TITLES = {
    "rating": ("Ratings", "Of the policy at each checkpoint, on the same deals each time."),
    "league": ("League", "How often a seat of the exploring policy won rather than an opponent's."),
    "imitation": ("Imitation", "While the policy imitated its expert."),
    "losses": ("Losses", "Means over an update."),
    "charts": ("Schedules and speed", ""),
    "time": ("Time", "Seconds of an update."),
}
"""Heading and note of each group of metrics, in page order."""
PATTERNS = {"--": "8 4", ":": "2 3", "-.": "8 3 2 3"}
"""SVG dashes by Matplotlib line style."""
SCRIPT = """
for (const figure of document.querySelectorAll("[data-lines]")) {
  const { left, right, first, last, x: unit, lines } = JSON.parse(figure.dataset.lines);
  const values = document.createElement("figcaption");
  values.className = "values";
  figure.append(values);
  figure.addEventListener("pointermove", (event) => {
    const box = figure.querySelector("svg").getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width - left) / (right - left);
    const at = first + share * (last - first);
    const nearest = (xs) => xs.reduce((best, x, n) => (Math.abs(x - at) < Math.abs(xs[best] - at) ? n : best), 0);
    const texts = Object.entries(lines).map(([name, [xs, ys]]) => `${name}: ${ys[nearest(xs)]}`);
    values.textContent = `${at.toPrecision(3)} ${unit} · ${texts.join(" · ")}`;
  });
  figure.addEventListener("pointerleave", () => (values.textContent = ""));
}
"""
"""Shows the values under the pointer."""


def curves(folders: Sequence[StrPath], html: StrPath) -> None:
    """Write the learning curves of runs, one colour each, as an HTML page. Raises `UserError` for a folder without
    metrics, or if the page cannot be written."""
    check_target(html, *(Path(folder) / METRICS_FILE for folder in folders))
    runs: dict[str, Metrics] = {}
    for folder in folders:
        runs[run_name(folder, runs)] = read_metrics(Path(folder))
    atomic_write(html, curves_page(runs).encode())


def run_name(folder: StrPath, others: Mapping[str, Metrics]) -> str:
    """Return the name of a run's folder, or its path if the name is taken."""
    name = Path(folder).absolute().name
    return name if name not in others else str(folder)


def curves_page(runs: Mapping[str, Metrics]) -> str:
    names = ", ".join(runs)
    known = sorted({name for metrics in runs.values() for name in metrics if not name.endswith(BOUNDS)})
    parts = [f"<h1>Learning curves: {escape(names)}</h1>", note(run_lengths(runs)), legend(list(runs))]
    for group, (title, words) in TITLES.items():
        members = [name for name in known if name.startswith(f"{group}/")]
        if members:
            parts += [f"<h2>{title}</h2>", note(words) if words else ""]
        drawn = [(name, 0) for name in members]
        if group == "rating" and "rating/elo" in members:
            drawn.insert(0, ("rating/elo", 1))
        parts += ['<div class="grid">', *(chart(runs, name, axis) for name, axis in drawn), "</div>"] if drawn else []
    return page(f"Learning curves: {names}", [*parts, f"<script>{SCRIPT}</script>"])


def legend(runs: Sequence[str]) -> str:
    signs = []
    for number, run in enumerate(runs):
        colour, dashes = charts.line_style(number)
        dashed = f' stroke-dasharray="{PATTERNS[dashes]}"' if dashes in PATTERNS else ""
        line = f'<path d="M0 4H40" stroke="{colour}" stroke-width="3"{dashed}/>'
        signs.append(f'<span><svg viewBox="0 0 40 8" aria-hidden="true">{line}</svg> {escape(run)}</span>')
    return f'<p class="legend">{"".join(signs)}</p>'


def run_lengths(runs: Mapping[str, Metrics]) -> str:
    lengths = []
    for name, metrics in runs.items():
        timesteps, seconds = (max(float(each[axis].max()) for each in metrics.values()) for axis in (0, 1))
        lengths.append(f"{name}: {timesteps:,.0f} decisions in {seconds / MINUTE:.1f} minutes")
    return "; ".join(lengths)


def chart(runs: Mapping[str, Metrics], name: str, axis: int) -> str:
    """Return the chart of a metric of all runs, over decisions (`axis` 0) or minutes (1)."""
    drawn = {run: line_of(metrics, name, axis) for run, metrics in runs.items() if name in metrics}
    label = ("million decisions", "minutes")[axis]
    numbers = {run: number for number, run in enumerate(runs)}
    words = in_words(name.partition("/")[2])
    return charts.live_lines(f"{name.replace('/', '-')}-{axis}", drawn, numbers, label, words)


def line_of(metrics: Metrics, name: str, axis: int) -> charts.Line:
    """Return a run's metric as a line, averaged if it has many points, with its interval if there is one."""
    bounds = [metrics.get(f"{name}{end}") for end in BOUNDS]
    if any(each is None or each.shape != metrics[name].shape for each in bounds):
        bounds = [None, None]  # an interval with gaps is not shaded
    x = thinned(metrics[name][axis] / (MILLION, MINUTE)[axis])
    low, high = (None if each is None else thinned(each[2]) for each in bounds)
    return charts.Line(x, thinned(metrics[name][2]), low, high)


def thinned(values: np.ndarray) -> np.ndarray:
    """Return the means of at most `MAX_POINTS` parts."""
    parts = np.array_split(values, min(MAX_POINTS, len(values)))
    return np.array([part.mean() for part in parts])
