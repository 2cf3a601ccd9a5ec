"""Charts as inline SVG, in the page's font and text colour on a transparent background."""

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
"""Placeholder for the page's text colour."""
FAINT = "#808890"
"""Colour of axes and grids, visible on light and dark pages."""
PALETTE = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8c8c", "#b8a60a"]
"""Colours safe for red-green colour blindness (Okabe and Ito 2008), on light and dark pages."""
DASHES = ["-", "--", ":", "-."]
"""Line styles for repeated colours."""
FEW_POINTS = 40
"""Shorter lines mark each point."""
HATCHES = ["", "//", "..", "xx"]
"""Bar patterns for repeated colours."""
SHARES = LinearSegmentedColormap.from_list("shares", ["#d55e00", "#8a8f98", "#0072b2"])
WIDTH = 8.0
NARROW = 5.0
"""Width in inches of charts for phones and grids."""
MAX_NARROW = 8
"""Most bots whose pairs fit into a narrow chart."""
ROW = 0.36
"""Height in inches of a bot's row."""
MAX_NAME = 32
"""Characters of a bot's name in a chart."""
STYLE: Any = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # names may contain $
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
    """Return a figure as HTML, reproducibly; `name` must be unique in the page."""
    text = io.StringIO()
    with mpl.rc_context({**STYLE, "svg.hashsalt": name}):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    drawn = text.getvalue()
    drawn = drawn[drawn.index("<svg") :].replace(INK, "currentColor").replace("sans-serif", "inherit")
    look = ' class="narrow"' if figure.get_figwidth() < WIDTH else ""
    return f"<figure{look}>{drawn}</figure>"


def standalone(figure: str) -> str:
    """Return a figure as the content of an SVG file, in a colour for light and dark pages."""
    drawn = figure.removeprefix("<figure>").removesuffix("</figure>")
    return drawn.replace("<svg", f'<svg color="{FAINT}" font-family="sans-serif"', 1)


def figure_of(height: float, width: float = WIDTH) -> tuple[Figure, Axes]:
    figure = Figure((width, height), layout="constrained")
    return figure, figure.add_subplot()


def shorten(names: Sequence[str]) -> list[str]:
    """Shorten names for a chart; the tables have the full names."""
    return [n if len(n) <= MAX_NAME else f"{n[:8]}\N{HORIZONTAL ELLIPSIS}{n[9 - MAX_NAME :]}" for n in names]


def ladder(names: Sequence[str], ratings: Sequence[float], intervals: np.ndarray) -> str:
    """Draw ratings with their intervals (shape (bots, 2)), the first bot on top."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(0.8 + ROW * len(names), NARROW)
        rows = np.arange(len(names))[::-1]
        axes.hlines(rows, intervals[:, 0], intervals[:, 1], color=PALETTE[4], linewidth=3)
        axes.plot(ratings, rows, "o", color=PALETTE[0])
        axes.set_yticks(rows, shorten(names))
        axes.set_ylim(-0.7, len(names) - 0.3)
        axes.set_xlabel("rating (400 points: odds of ten to one)")
        axes.grid(axis="x")
        return svg(figure, "ladder")


def heat_map(names: Sequence[str], shares: np.ndarray, fair: float) -> str:
    """Draw each row bot's share of the win against each column bot (NaN: they did not meet). Columns are numbered like
    the rows."""
    with mpl.rc_context(STYLE):
        number = len(names)
        figure, axes = figure_of(0.8 + ROW * number, NARROW if number <= MAX_NARROW else WIDTH)
        # The fair share has the middle colour.
        scaled = np.where(shares < fair, shares / fair / 2, 0.5 + (shares - fair) / (1 - fair) / 2)
        axes.imshow(scaled, cmap=SHARES, vmin=0, vmax=1, aspect="auto")
        for row, column in np.argwhere(~np.isnan(shares)):
            axes.text(
                column, row, f"{100 * shares[row, column]:.1f}", ha="center", va="center", color="white", fontsize=9
            )
        axes.set_xticks(range(number), [f"{column}" for column in range(1, number + 1)])
        axes.xaxis.tick_top()
        axes.set_yticks(range(number), [f"{name}  {row}" for row, name in enumerate(shorten(names), 1)])
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        return svg(figure, "pairs")


def seats(shares: Sequence[float], intervals: np.ndarray) -> str:
    """Draw the share of the win by seat, with intervals (shape (seats, 2)) and the fair share."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(0.9 + ROW * len(shares), NARROW)
        rows = np.arange(len(shares))[::-1]
        errors = np.abs(intervals.T - np.asarray(shares))
        axes.barh(rows, 100 * np.asarray(shares), xerr=100 * errors, height=0.6, color=PALETTE[0], ecolor=INK)
        axes.axvline(100 / len(shares), color=FAINT, linestyle="--")
        axes.set_yticks(rows, [f"seat {seat}" for seat in range(1, len(shares) + 1)])
        axes.set_xlabel("share of the win in %; dashed: the fair share")
        return svg(figure, "seats")


def stacked(name: str, names: Sequence[str], parts: Sequence[str], values: np.ndarray, label: str) -> str:
    """Draw a stacked bar per bot, `values` of shape (bots, parts); negative parts go to the left."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(1.3 + ROW * len(names) + 0.2 * -(-len(parts) // 3), NARROW)
        rows = np.arange(len(names))[::-1]
        left, right = np.zeros(len(names)), np.zeros(len(names))
        for number, part in enumerate(parts):
            width = values[:, number]
            start = np.where(width < 0, left + width, right)
            colour, hatch = PALETTE[number % len(PALETTE)], HATCHES[number // len(PALETTE) % len(HATCHES)]
            axes.barh(rows, np.abs(width), left=start, height=0.65, label=part, color=colour, hatch=hatch)
            left, right = left + np.minimum(width, 0), right + np.maximum(width, 0)
        axes.set_yticks(rows, shorten(names))
        axes.set_xlabel(label)
        figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=9)
        return svg(figure, name)


class Line(NamedTuple):
    """A line of a chart, with the bounds of its interval if known; one-dimensional arrays of equal length."""

    x: np.ndarray
    y: np.ndarray
    low: np.ndarray | None = None
    high: np.ndarray | None = None


def lines(name: str, drawn: Mapping[str, Line], x_label: str, y_label: str, powers: Sequence[int] = ()) -> str:
    """Draw lines over a common axis, with a legend for several. With `powers` the axis is logarithmic with these
    ticks."""
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
    """Draw lines over a common axis, narrow and without a legend, with their points as data for the page's script.
    `numbers` sets the style of each name, so that many charts share one legend."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(2.6, NARROW)
        draw_lines(axes, drawn, x_label, y_label, numbers)
        chart = svg(figure, name)
    box, (first, last) = axes.get_position(), axes.get_xlim()
    points = {label: [rounded(line.x), rounded(line.y)] for label, line in drawn.items()}
    data = {"left": box.x0, "right": box.x1, "first": first, "last": last, "x": x_label, "lines": points}
    return chart.replace("<figure", f'<figure data-lines="{escape(json.dumps(data))}"', 1)


def rounded(values: np.ndarray) -> list[float | None]:
    """Round numbers to five digits for JSON."""
    return [float(f"{value:.5g}") if np.isfinite(value) else None for value in values.tolist()]


def line_style(number: int) -> tuple[str, str]:
    return PALETTE[number % len(PALETTE)], DASHES[number // len(PALETTE) % len(DASHES)]


def draw_lines(
    axes: Axes, drawn: Mapping[str, Line], x_label: str, y_label: str, numbers: Mapping[str, int] | None = None
) -> None:
    """Draw lines, styled by their `numbers` or by their order."""
    for number, (label, line) in enumerate(drawn.items()):
        colour, dashes = line_style(number if numbers is None else numbers[label])
        if line.low is not None and line.high is not None:
            axes.fill_between(line.x, line.low, line.high, color=colour, alpha=0.15, linewidth=0)
        marker = "o" if len(line.x) < FEW_POINTS else ""
        called = shorten([label])[0]
        axes.plot(line.x, line.y, color=colour, linestyle=dashes, marker=marker, markersize=3, label=called)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.grid()


def lengths(decisions: np.ndarray) -> str:
    """Draw a histogram of the decisions per game, shape (games,)."""
    with mpl.rc_context(STYLE):
        figure, axes = figure_of(2.2, NARROW)
        axes.hist(decisions, bins=min(40, len(np.unique(decisions))), color=PALETTE[0])
        axes.locator_params(integer=True)
        axes.set_xlabel("decisions of all players in a game")
        axes.set_ylabel("games")
        return svg(figure, "lengths")
