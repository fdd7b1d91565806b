"""What all benchmarks share: times, the rows of their tables, and how these are printed.

A benchmark is a function with the decorator :func:`benchmark` that yields rows, lines of text and
details. Its parameters are its options, see :mod:`benchmarks.__main__`. The first cell of a row is
the name of its case. Rows with the same columns are one table.
"""

from __future__ import annotations

import json
import math
import os
import platform
import re
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple, ParamSpec, TypeAlias, TypeVar

import click
from tqdm import tqdm

from solver.study.machine import processor

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., Any])

ROOT = Path(__file__).parents[1]
PROGRAM = (sys.executable, str(ROOT / "main.py"))
"""The words that start the program of this checkout."""
FIRST_WIDTH, WIDTH = 30, 7
"""Minimum widths of the first column and of the others; rows are printed as they come."""


@dataclass
class Times:
    """What a case took, run by run."""

    wall_s: list[float] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    """Of all threads, and of the processes that have ended meanwhile; empty if it is unknown."""
    results: list[Any] = field(default_factory=list)

    def take(
        self, work: Callable[Arguments, Result], *words: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """Call a function, and add its time and its result."""
        wall, cpu = perf_counter(), _cpu_s()
        result = work(*words, **named)
        self.wall_s.append(perf_counter() - wall)
        self.cpu_s.append(_cpu_s() - cpu)
        self.results.append(result)
        return result

    def add(self, other: Times) -> None:
        """Add the runs of another."""
        self.wall_s += other.wall_s
        self.cpu_s += other.cpu_s

    @property
    def median_s(self) -> float:
        """The median by the clock."""
        return statistics.median(self.wall_s)

    def cells(self, name: str) -> Iterator[tuple[str, str]]:
        """Its columns and their texts, ms."""
        walls = (
            [self.median_s, percentile(self.wall_s, 0.95), max(self.wall_s)]
            if self.wall_s
            else 3 * [None]
        )
        cpu = statistics.median(self.cpu_s) if self.cpu_s else None
        heads = f"{name}, ms", "p95", "most", "CPU, ms"
        for head, value in zip(heads, (*walls, cpu), strict=True):
            yield head, "-" if value is None else figure(1000 * value)


Cell: TypeAlias = str | int | float | Times | None
Row: TypeAlias = dict[str, Cell]


class Detail(NamedTuple):
    """What is printed with ``--json`` only."""

    values: Mapping[str, Any]


Item: TypeAlias = Row | str | Detail
Items: TypeAlias = Iterator[Item]
Case: TypeAlias = Callable[[], object] | Sequence[str]
"""What is timed: a function, or the words of a command, which is run in the project's folder."""


def benchmark(**quick: Any) -> Callable[[Function], Function]:
    """Make a function a benchmark.

    Args:
        quick: The defaults of its parameters with ``--quick``.
    """

    def mark(function: Function) -> Function:
        function.quick = quick  # type: ignore[attr-defined]
        return function

    return mark


def measure(
    cases: Mapping[str, Case], repeats: int, before: Callable[[], object] | None = None
) -> dict[str, Times]:
    """The times of all cases, which are run in turn, so many times.

    Args:
        cases: By name.
        repeats: How often each is run.
        before: Called before each run, without being timed.
    """
    found = {name: Times() for name in cases}
    for _ in range(repeats):
        for name, case in cases.items():
            if before is not None:
                before()
            if callable(case):
                found[name].take(case)
            else:
                found[name].take(run, case)
    return found


def repeated(case: Case, repeats: int, before: Callable[[], object] | None = None) -> Times:
    """The times of one case, see :func:`measure`."""
    return measure({"": case}, repeats, before)[""]


def run(words: Sequence[str]) -> str:
    """The stdout of a command, which is run in the project's folder.

    Raises:
        click.ClickException: It failed.
    """
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise click.ClickException(f"exit code {done.returncode}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def progress(items: Iterable[Result], text: str, total: int | None = None) -> Iterable[Result]:
    """The items, with a progress bar on a terminal."""
    return tqdm(items, text, total, leave=False, disable=None)


def _cpu_s() -> float:
    return process_time() + sum(os.times()[2:4])


def percentile(values: Sequence[float], part: float) -> float:
    """The percentile by nearest rank: at least ``part`` of the values are no greater."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def share(part: int, whole: int) -> str:
    """Per cent, rounded down, so that 100.0 means all."""
    return f"{1000 * part // whole / 10:.1f} %" if whole else "-"


def sides(text: str, low: int = 1, high: int = 10_000) -> tuple[int, int]:
    """Two numbers such as 20x15.

    Raises:
        click.BadParameter: It is none, or a side is too small or too large.
    """
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if not found or not all(low <= int(side) <= high for side in found.groups()):
        raise click.BadParameter(f"{text} must be like 20x20, with sides of {low} to {high}")
    return int(found[1]), int(found[2])


def figure(value: float) -> str:
    """A number with three digits that count, or with all before the point.

    >>> [figure(value) for value in (0, 0.00714, 1.234, 45.67, 12345.6)]
    ['0', '0.00714', '1.23', '45.7', '12,346']
    """
    if not value or not math.isfinite(value):
        return f"{value:g}"
    return f"{value:,.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"


def machine() -> str:
    """Processor, cores, Python, compiler and commit, and whether files differ from the commit."""
    compiler = _output("c++", "--version").split("\n")[0] or "no compiler"
    commit = _output("git", "rev-parse", "--short", "HEAD")
    changed = " with local changes" if _output("git", "status", "--porcelain") else ""
    return (
        f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, {compiler}, "
        + (f"commit {commit}{changed}" if commit else "no commit")
    )


def _output(*command: str) -> str:
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


class Printer:
    """Prints items as they come: rows as Markdown, or everything as JSON, an object a line."""

    def __init__(self, as_json: bool = False) -> None:
        self._as_json = as_json
        self._widths: dict[str, int] = {}
        self._columns: list[str] = []

    def put(self, item: Item) -> None:
        """Print an item."""
        if self._as_json:
            click.echo(json.dumps(plain(item), ensure_ascii=False))
        elif isinstance(item, str):
            self._columns = []
            click.echo(item)
        elif isinstance(item, dict):
            self._row(item)

    def _row(self, row: Row) -> None:
        cells = [pair for name, cell in row.items() for pair in _texts(name, cell)]
        columns = [name for name, _ in cells]
        if columns != self._columns:
            self._columns = columns
            left = [isinstance(cell, str) for n, cell in row.items() for _ in _texts(n, cell)]
            least = [FIRST_WIDTH, *[WIDTH] * (len(cells) - 1)]
            wide = [max(map(len, (*pair, "-" * at))) for pair, at in zip(cells, least, strict=True)]
            self._layout = list(zip(left, wide, strict=True))
            dashes = ["-" * at if is_left else "-" * (at - 1) + ":" for is_left, at in self._layout]
            click.echo()
            self._line(columns)
            self._line(dashes)
        self._line([text for _, text in cells])

    def _line(self, texts: Sequence[str]) -> None:
        padded = (
            text.ljust(width) if is_left else text.rjust(width)
            for text, (is_left, width) in zip(texts, self._layout, strict=True)
        )
        click.echo(f"| {' | '.join(padded)} |")


def _texts(name: str, cell: Cell) -> Iterator[tuple[str, str]]:
    if isinstance(cell, Times):
        yield from cell.cells(name)
    elif isinstance(cell, str):
        yield name, cell.replace("|", "\\|")
    else:
        is_whole = isinstance(cell, int)
        yield name, "-" if cell is None else f"{cell:,}" if is_whole else figure(cell)


def plain(item: Item) -> Mapping[str, Any]:
    """An item as plain values; :func:`row_of` is the way back."""
    if isinstance(item, str):
        return {"text": item}
    if isinstance(item, Detail):
        return {"detail": item.values}
    return {
        name: {"wall_s": cell.wall_s, "cpu_s": cell.cpu_s} if isinstance(cell, Times) else cell
        for name, cell in item.items()
    }


def row_of(values: Mapping[str, Any]) -> Row:
    """The row of plain values."""
    return {
        name: Times(cell["wall_s"], cell["cpu_s"]) if isinstance(cell, dict) else cell
        for name, cell in values.items()
    }


def pooled(runs: Iterable[Iterable[Row]]) -> dict[tuple[Cell, ...], Row]:
    """Rows of several runs: the times of a case are put together, other cells are the last ones."""
    found: dict[tuple[Cell, ...], Row] = {}
    for rows in runs:
        count = Counter[tuple[Cell, ...]]()
        for row in rows:
            case = (*row, next(iter(row.values())))
            count[case] += 1
            before = found.setdefault((*case, count[case]), row)
            for name, cell in row.items() if before is not row else ():
                old = before[name]
                if isinstance(old, Times) and isinstance(cell, Times):
                    old.add(cell)
                else:
                    before[name] = cell
    return found
