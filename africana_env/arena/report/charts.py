"""Charts as texts of SVGs that stand in a page: text in the page's font and colour, nothing behind."""

import io
import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

INK = "#123456"
"""A placeholder: what is drawn in it takes the colour of the page's text."""
FAINT = "#808890"
"""The colour of axes and grids, visible on light and on dark."""
PALETTE = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8c8c", "#b8a60a"]
"""Colours that people who see red and green alike can distinguish (Okabe and Ito 2008), on light and on dark."""
DASHES = ["-", "--", ":", "-."]
"""Styles of lines whose colours are used a second time."""
FEW_POINTS = 40
"""Lines of fewer points show each of them."""
HATCHES = ["", "//", "..", "xx"]
"""Patterns of bars whose colours are used a second time."""
SHARES = LinearSegmentedColormap.from_list("shares", ["#d55e00", "#8a8f98", "#0072b2"])
WIDTH = 8.0
NARROW = 5.0
"""Inches of a chart that can be read on a phone, or beside others."""
ROW = 0.36
"""Inches of a bot's row."""
MAX_NAME = 32
"""Characters of a bot's name in a chart."""
STYLE: Any = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # a name with $ is no formula
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "grid.alpha": 0.35,
    "hatch.color": "#ffffff",
}


def svg(figure: Figure, name: str) -> str:
    """A figure as a part of a page, the same for the same figure; `name` is its own in the page."""
    text = io.StringIO()
    with mpl.rc_context({**STYLE, "svg.hashsalt": name}):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    drawn = text.getvalue()
    drawn = drawn[drawn.index("<svg") :].replace(INK, "currentColor").replace("sans-serif", "inherit")
    look = ' class="narrow"' if figure.get_figwidth() < WIDTH else ""
    return f"<figure{look}>{drawn}</figure>"


def standalone(figure: str) -> str:
    """A figure as a file of its own: in a colour that is seen on light and on dark."""
    drawn = figure.removeprefix("<figure>").removesuffix("</figure>")
    return drawn.replace("<svg", f'<svg color="{FAINT}" font-family="sans-serif"', 1)


def figure_of(height: float, width: float = WIDTH) -> tuple[Figure, Axes]:
    """A figure with one chart, as wide as the page or narrower."""
    figure = Figure((width, height), layout="constrained")
    return figure, figure.add_subplot()


def short(names: Sequence[str]) -> list[str]:
    """Names that leave room for a chart; the tables have the whole ones."""
    return [n if len(n) <= MAX_NAME else f"{n[:8]}\N{HORIZONTAL ELLIPSIS}{n[9 - MAX_NAME :]}" for n in names]


def ladder(names: Sequence[str], ratings: Sequence[float], intervals: np.ndarray) -> str:
    """Ratings with their intervals (shape (bots, 2)), the first bot on top."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(0.8 + ROW * len(names), NARROW)
        rows = np.arange(len(names))[::-1]
        axes.hlines(rows, intervals[:, 0], intervals[:, 1], color=PALETTE[4], linewidth=3)
        axes.plot(ratings, rows, "o", color=PALETTE[0])
        axes.set_yticks(rows, short(names))
        axes.set_ylim(-0.7, len(names) - 0.3)
        axes.set_xlabel("rating (400 points: odds of ten to one)")
        axes.grid(axis="x")
        return svg(figure, "ladder")


def heat_map(names: Sequence[str], shares: np.ndarray, fair: float) -> str:
    """Shares of the win of the bot of a row against that of a column (NaN: they did not meet)."""
    with mpl.rc_context(STYLE):
        number = len(names)
        figure, axes = figure_of(1.6 + 0.52 * number)
        # The fair share is in the middle of the colours.
        scaled = np.where(shares < fair, shares / fair / 2, 0.5 + (shares - fair) / (1 - fair) / 2)
        axes.imshow(scaled, cmap=SHARES, vmin=0, vmax=1, aspect="auto")
        for row, column in np.argwhere(~np.isnan(shares)):
            axes.text(column, row, f"{100 * shares[row, column]:.1f}", ha="center", va="center", color="white")
        axes.set_xticks(range(number), short(names), rotation=30, ha="left")
        axes.xaxis.tick_top()
        axes.set_yticks(range(number), short(names))
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        return svg(figure, "pairs")


def seats(shares: Sequence[float], intervals: np.ndarray) -> str:
    """The share of the win by seat, with intervals (shape (seats, 2)), beside the fair share."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(0.9 + ROW * len(shares))
        rows = np.arange(len(shares))[::-1]
        errors = np.abs(intervals.T - np.asarray(shares))
        axes.barh(rows, 100 * np.asarray(shares), xerr=100 * errors, height=0.6, color=PALETTE[0], ecolor=INK)
        axes.axvline(100 / len(shares), color=FAINT, linestyle="--")
        axes.set_yticks(rows, [f"seat {seat}" for seat in range(1, len(shares) + 1)])
        axes.set_xlabel("share of the win in %; dashed: the fair share")
        return svg(figure, "seats")


def stacked(name: str, names: Sequence[str], parts: Sequence[str], values: np.ndarray, label: str) -> str:
    """For each bot a bar of parts, `values` of shape (bots, parts); negative ones go to the left."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(1.3 + ROW * len(names) + 0.2 * -(-len(parts) // 4))
        rows = np.arange(len(names))[::-1]
        left, right = np.zeros(len(names)), np.zeros(len(names))
        for number, part in enumerate(parts):
            width = values[:, number]
            start = np.where(width < 0, left + width, right)
            colour, hatch = PALETTE[number % len(PALETTE)], HATCHES[number // len(PALETTE) % len(HATCHES)]
            axes.barh(rows, np.abs(width), left=start, height=0.65, label=part, color=colour, hatch=hatch)
            left, right = left + np.minimum(width, 0), right + np.maximum(width, 0)
        axes.set_yticks(rows, short(names))
        axes.set_xlabel(label)
        figure.legend(loc="outside lower center", ncols=4, frameon=False, fontsize=9)
        return svg(figure, name)


class Line(NamedTuple):
    """A line of a chart, with the bounds of its interval where they are known; one-dimensional arrays of one length."""

    x: np.ndarray
    y: np.ndarray
    low: np.ndarray | None = None
    high: np.ndarray | None = None


def lines(name: str, drawn: Mapping[str, Line], x_label: str, y_label: str, powers: Sequence[int] = ()) -> str:
    """Lines over a common axis, with their names where there are several; with `powers` over a logarithmic one that has
    these numbers on it."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(2.8 + 0.2 * -(-len(drawn) // 3))
        draw_lines(axes, drawn, x_label, y_label)
        if powers:
            axes.set_xscale("log")
            axes.set_xticks(powers, [f"{power:,}" for power in powers])
            axes.minorticks_off()
        if len(drawn) > 1:
            figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=9)
        return svg(figure, name)


def live_lines(name: str, drawn: Mapping[str, Line], numbers: Mapping[str, int], x_label: str, y_label: str) -> str:
    """Lines over a common axis, narrow and without a legend, with their points as data for the page's script. The
    numbers of their names set their looks, so that one legend serves many charts."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(2.6, NARROW)
        draw_lines(axes, drawn, x_label, y_label, numbers)
        chart = svg(figure, name)
    box, (first, last) = axes.get_position(), axes.get_xlim()
    points = {label: [rounded(line.x), rounded(line.y)] for label, line in drawn.items()}
    data = {"left": box.x0, "right": box.x1, "first": first, "last": last, "x": x_label, "lines": points}
    return chart.replace("<figure", f'<figure data-lines="{escape(json.dumps(data))}"', 1)


def rounded(values: np.ndarray) -> list[float | None]:
    """Numbers with five digits, for JSON."""
    return [float(f"{value:.5g}") if np.isfinite(value) else None for value in values.tolist()]


def look_of(number: int) -> tuple[str, str]:
    """Colour and dashes of a line."""
    return PALETTE[number % len(PALETTE)], DASHES[number // len(PALETTE) % len(DASHES)]


def draw_lines(
    axes: Axes, drawn: Mapping[str, Line], x_label: str, y_label: str, numbers: Mapping[str, int] | None = None
) -> None:
    """Draw lines, in the looks of their own numbers or in the order in which they come."""
    for number, (label, line) in enumerate(drawn.items()):
        colour, dashes = look_of(number if numbers is None else numbers[label])
        if line.low is not None and line.high is not None:
            axes.fill_between(line.x, line.low, line.high, color=colour, alpha=0.15, linewidth=0)
        marker = "o" if len(line.x) < FEW_POINTS else ""
        called = short([label])[0]
        axes.plot(line.x, line.y, color=colour, linestyle=dashes, marker=marker, markersize=3, label=called)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.grid()


def lengths(decisions: np.ndarray) -> str:
    """How many decisions games took, shape (games,)."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(2.2)
        axes.hist(decisions, bins=min(40, len(np.unique(decisions))), color=PALETTE[0])
        axes.locator_params(integer=True)
        axes.set_xlabel("decisions of all players in a game")
        axes.set_ylabel("games")
        return svg(figure, "lengths")
