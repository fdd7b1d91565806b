"""Draw the charts of a study. Needs matplotlib; is imported only if charts are made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from statistics import median
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

from puzzles.words import _
from solver.study.charts import Chart, Series

COLORS = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d1f",
    "#56b4e9", "#c0392b", "#7b5fd0", "#7f7f7f", "#3f9142",
    "#e69f00", "#17a2b8", "#b0559b", "#7da300", "#5a6fd6",
)  # fmt: skip
MARKERS = "osD^vPX<>p*h8dH"
"""One for each colour. Further engines repeat both, with dashed lines."""
ROW_HEIGHT = 0.04
"""Height of a row of marks above the time limit, as a share of the axis."""


@dataclass(frozen=True, slots=True)
class ChartColors:
    """The colours of the background, the text and the grid."""

    paper: str
    ink: str
    grid: str


LIGHT = ChartColors("#ffffff", "#1f2328", "#dfe3e8")
DARK = ChartColors("#16191d", "#dfe3e8", "#343a42")


def picture(chart: Chart, kind: str, look: ChartColors = LIGHT) -> bytes:
    """A chart as the bytes of a file; equal figures make equal files.

    Args:
        chart: One of :func:`solver.study.charts.charts`.
        kind: ``svg`` or ``png``.
        look: Light or dark.
    """
    data = BytesIO()
    metadata = {"Date": None} if kind == "svg" else {}
    with mpl.rc_context({"svg.hashsalt": "nonogram study"}):
        _figure(chart, look).savefig(data, format=kind, dpi=150, metadata=metadata)
    return data.getvalue()


@dataclass(frozen=True, slots=True)
class _Scale:
    """The vertical axis, which is logarithmic."""

    bottom: float
    top: float
    """The largest value, or the limit; rows of marks may be above it."""
    decades: float

    @classmethod
    def of(cls, chart: Chart) -> _Scale:
        values = [] if chart.limit is None else [chart.limit]
        for line in chart.lines:
            for found in [line.decided, line.over]:
                values += [value for each in found.values() for value in each]
        low, high = min(values), max(values)
        decades = max(1.0, math.log10(high / low))
        return cls(low / 10 ** (decades * 0.05), high, decades)

    def rows(self, count: int) -> float:
        """The factor that moves a value up by a number of rows."""
        return float(10 ** (self.decades * ROW_HEIGHT * count))


def _figure(chart: Chart, look: ChartColors) -> Figure:
    return _bars(chart, look) if chart.is_of_one_puzzle else _lines(chart, look)


def _bars(chart: Chart, look: ChartColors) -> Figure:
    """A bar for each engine with a value, with the value; a hollow one up to the limit of time."""
    lines = [line for line in chart.lines if line.decided or line.over]
    figure = Figure(
        figsize=(9.5, 1.6 + 0.32 * len(lines)), facecolor=look.paper, layout="constrained"
    )
    axes = figure.add_subplot(facecolor=look.paper, xscale="log")
    scale = _Scale.of(chart)
    for index, line in enumerate(lines):
        is_over = not line.decided
        (value,) = next(iter((line.over if is_over else line.decided).values()))
        color = COLORS[chart.lines.index(line) % len(COLORS)]
        axes.barh(
            index,
            value - scale.bottom,
            left=scale.bottom,
            height=0.7,
            color=look.paper if is_over else color,
            edgecolor=color,
            linewidth=1.4,
        )
        text = chart.over if is_over else f"{value:,.3g}"
        axes.annotate(
            text, (value, index), xytext=(5, 0), textcoords="offset points", va="center",
            color=look.ink, fontsize=9,
        )  # fmt: skip
    axes.set_xlim(scale.bottom, scale.top * scale.rows(5))
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.set_yticks(range(len(lines)), [line.engine for line in lines])
    major, minor = _ticks(scale.bottom, scale.top * scale.rows(5))
    axes.xaxis.set_major_locator(FixedLocator(major))
    axes.xaxis.set_minor_locator(FixedLocator(minor))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel(chart.axis, color=look.ink)
    _frame(axes, chart, look)
    axes.yaxis.grid(visible=False)
    return figure


def _lines(chart: Chart, look: ChartColors) -> Figure:
    figure = Figure(figsize=(9.5, 5.2), facecolor=look.paper, layout="constrained")
    axes = figure.add_subplot(facecolor=look.paper, xscale="log", yscale="log", autoscale_on=False)
    scale = _Scale.of(chart)
    above = 0
    handles = []
    for index, line in enumerate(chart.lines):
        style = _style(index, len(chart.lines))
        _draw_decided(axes, line, style)
        hollow = style | {"linestyle": "", "markerfacecolor": look.paper, "markeredgewidth": 1.4}
        if chart.limit is None:
            _draw_all(axes, line.over, hollow)
        elif line.over:
            above += 1
            at = chart.limit * scale.rows(above)
            axes.plot(sorted(line.over), [at] * len(line.over), zorder=3, **hollow)
        label = line.engine if line.decided or line.over else f"{line.engine} (none)"
        handles.append(Line2D([], [], label=label, **style))
    if any(line.over for line in chart.lines):
        style = {"color": look.ink, "marker": "o", "markerfacecolor": look.paper, "linestyle": ""}
        handles.append(Line2D([], [], label=chart.over, **style))
    axes.set_ylim(scale.bottom, scale.top * scale.rows(above + 1))
    major, minor = _ticks(scale.bottom, chart.limit or scale.top * scale.rows(1))
    axes.yaxis.set_major_locator(FixedLocator(major))
    axes.yaxis.set_minor_locator(FixedLocator(minor))
    if chart.limit is not None:
        axes.axhline(chart.limit, color=look.ink, linewidth=0.8, linestyle=(0, (5, 3)))
        axes.annotate(
            chart.over,
            (0, chart.limit),
            xycoords=("axes fraction", "data"),
            xytext=(5, 4),
            textcoords="offset points",
            color=look.ink,
            fontsize=9,
        )
    _dress(axes, chart, look)
    _legend(figure, handles, look)
    return figure


def _style(index: int, count: int) -> dict[str, Any]:
    """The style of an engine's line; later marks are smaller, so that they do not hide others."""
    return {
        "color": COLORS[index % len(COLORS)],
        "marker": MARKERS[index % len(MARKERS)],
        "linestyle": "-" if index < len(COLORS) else "--",
        "markersize": 8 - 3 * index / max(1, count - 1),
        "linewidth": 1.5,
    }


def _draw_decided(axes: Axes, line: Series, style: dict[str, Any]) -> None:
    """Draw a line through the median of each size, and the single puzzles small and pale."""
    middles = {}
    for size, found in line.decided.items():
        logs = [math.log(v) for v in found] + [math.inf] * len(line.over.get(size, ()))
        if (middle := median(logs)) < math.inf:
            middles[size] = math.exp(middle)
    shown = sorted(middles)
    axes.plot(shown, [middles[size] for size in shown], zorder=4, **style)
    several = {size: found for size, found in line.decided.items() if [middles.get(size)] != found}
    _draw_all(axes, several, style | {"linestyle": "", "markersize": 3.5, "alpha": 0.55})


def _draw_all(axes: Axes, points: dict[int, list[float]], style: dict[str, Any]) -> None:
    pairs = [(size, value) for size, found in sorted(points.items()) for value in found]
    if pairs:
        axes.plot(*zip(*pairs, strict=True), zorder=3, **style)


def _dress(axes: Axes, chart: Chart, look: ChartColors) -> None:
    """Set axes, ticks, labels and title."""
    sizes = sorted({s for line in chart.lines for s in (*line.decided, *line.over)})
    axes.set_xlim(sizes[0] / 1.1, sizes[-1] * 1.1)
    axes.xaxis.set_major_locator(FixedLocator(_apart(sizes)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    notes = [_("longest side, cells")]
    if any(len(values) > 1 for line in chart.lines for values in line.decided.values()):
        notes.append(_("small marks: single puzzles, large: their mean"))
    if chart.limit is None:
        notes.append(_("smaller values are drawn at the lowest line"))
    axes.set_xlabel("   ·   ".join(notes), color=look.ink)
    axes.set_ylabel(chart.axis, color=look.ink)
    _frame(axes, chart, look)


def _frame(axes: Axes, chart: Chart, look: ChartColors) -> None:
    """Set title, grid and frame."""
    axes.set_title(chart.title, color=look.ink, loc="left", fontweight="bold")
    axes.grid(color=look.grid, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(which="both", colors=look.ink)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(look.ink)


def _ticks(low: float, high: float) -> tuple[list[float], list[float]]:
    """The ticks of a logarithmic axis with numbers, and those without."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    step = math.ceil((last - first) / 10)
    digits = (1, 2, 5) if high / low < 100 else (1,)
    major = [digit * 10.0**k for k in range(first, last + 1, step) for digit in digits]
    small = range(2, 10) if step == 1 else ()
    minor = [digit * 10.0**k for k in range(first, last + 1) for digit in small]
    return [t for t in major if low <= t <= high], [t for t in minor if low <= t <= high]


def _apart(sizes: Sequence[int]) -> list[int]:
    """The sizes to label, so that labels do not overlap."""
    min_ratio = (sizes[-1] / sizes[0] * 1.21) ** 0.035
    kept = [sizes[0]]
    for size in sizes[1:]:
        if size >= kept[-1] * min_ratio:
            kept.append(size)
    return kept


def _legend(figure: Figure, handles: list[Line2D], look: ChartColors) -> None:
    legend = figure.legend(
        handles=handles, loc="outside right upper", frameon=False, labelcolor=look.ink, fontsize=9
    )
    legend.set_in_layout(True)
