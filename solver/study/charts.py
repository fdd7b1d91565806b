"""The data of a study's charts: time, memory and work by size, one line for each engine.

:mod:`solver.study.study_drawing` draws them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from puzzles.words import _, worded
from solver.study.plan import PuzzleKey
from solver.study.study_values import RunOutcome
from solver.study.summary import Cell, Study

SMALLEST_MB = 0.1
"""Smaller growth is drawn as this: systems allocate memory in pages, so it is mostly noise."""


@dataclass(frozen=True, slots=True)
class Series:
    """The values of one engine in a chart."""

    engine: str
    decided: dict[int, list[float]]
    """By size, the values of the puzzles that were decided."""
    over: dict[int, list[float]]
    """By size, the values of the puzzles for which the time ran out."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart of one set."""

    set_name: str
    what: str
    """The quantity, as :attr:`solver.study.tables.Table.what`."""
    name: str
    """Name of its file, without extension."""
    title: str
    axis: str
    """Label of the vertical axis."""
    lines: tuple[Series, ...]
    """One for each engine."""
    limit: float | None = None
    """The value at which runs were ended; ``None`` if none was."""
    over: str = ""
    """The meaning of a hollow mark, for the legend."""

    @property
    def is_of_one_puzzle(self) -> bool:
        """Whether it compares the engines on a single puzzle: there is no size to go by."""
        values = [found for line in self.lines for found in (line.decided, line.over)]
        sizes = {size for found in values for size in found}
        return len(sizes) == 1 and all(len(v) == 1 for found in values for v in found.values())


_FIGURES = ("time", "memory", "python-memory", "work")


def charts(study: Study) -> list[Chart]:
    """The charts of a study: up to four per set; charts without values are left out."""
    limit_ms = study.settings.timeout_s * 1000
    over = worded("over {timeout_s:g} s", timeout_s=study.settings.timeout_s)
    until = worded("{over}, up to then", over=over)
    found = []
    for name in study.set_names:
        file = name or "files"
        times = _series(study, name, _milliseconds, lambda cell: limit_ms)
        limit = limit_ms if any(line.over for line in times) else None
        memory = _series(study, name, _growth, _growth)
        python = _series(study, name, _python, lambda cell: None)
        work = _series(study, name, _work, _work)
        puzzles = list(study.of_set(name))
        title = dict.fromkeys(_FIGURES, puzzles[0].name if puzzles else file)
        title |= (
            {}
            if len(puzzles) == 1
            else {
                "time": worded("{file}: time by size", file=file),
                "memory": worded("{file}: memory by size", file=file),
                "python-memory": worded("{file}: Python's own memory by size", file=file),
                "work": worded("{file}: work by size", file=file),
            }
        )
        megabytes = _("megabytes added to the process")
        allocations = _("megabytes, Python's allocations")
        found += [
            Chart(name, kind, f"{figure}-{file}", title[figure], axis, lines, at, note)
            for kind, figure, axis, lines, at, note in (
                ("time", "time", _("milliseconds"), times, limit, over),
                ("memory", "memory", megabytes, memory, None, until),
                ("memory", "python-memory", allocations, python, None, ""),
                ("work", "work", _("work, as the engine counts it"), work, None, until),
            )
        ]
    return [chart for chart in found if any(line.decided or line.over for line in chart.lines)]


def _milliseconds(cell: Cell) -> float | None:
    return None if cell.mean_s is None else cell.mean_s * 1000


def _growth(cell: Cell) -> float | None:
    return None if cell.growth_mb is None else max(SMALLEST_MB, cell.growth_mb)


def _python(cell: Cell) -> float | None:
    return cell.python_mb or None


def _work(cell: Cell) -> float | None:
    return cell.work or None


_Value = Callable[[Cell], float | None]


def _series(study: Study, set_name: str, decided: _Value, over: _Value) -> tuple[Series, ...]:
    puzzles = study.of_set(set_name)
    return tuple(
        Series(
            engine,
            _by_size(study, puzzles, engine, decided, lambda verdict: verdict.is_decided),
            _by_size(study, puzzles, engine, over, lambda verdict: verdict is RunOutcome.OVER_TIME),
        )
        for engine in study.engines
    )


def _by_size(
    study: Study,
    puzzles: Iterable[PuzzleKey],
    engine: str,
    value: _Value,
    is_wanted: Callable[[RunOutcome], bool],
) -> dict[int, list[float]]:
    found: dict[int, list[float]] = defaultdict(list)
    for puzzle in puzzles:
        cell = study.cells.get((puzzle, engine))
        if cell is not None and is_wanted(cell.verdict) and (at := value(cell)) is not None:
            found[max(puzzle.height, puzzle.width)].append(at)
    return dict(found)
