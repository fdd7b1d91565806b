"""The figures of a study as tables: rows are puzzles, columns engines, as in the theses,
or the other way round where that is narrower.

A :class:`Table` holds plain text; :func:`markdown` and :mod:`solver.study.page` escape it.
"""

from __future__ import annotations

import csv
import html
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from io import StringIO

from puzzles.words import _, listed, paragraph, worded
from solver.study.plan import PuzzleKey
from solver.study.study_values import RunOutcome
from solver.study.summary import Cell, Study
from solver.values import Outcome

MANY_ENGINES = 6
"""A table with so many engines, and fewer puzzles, has a row for each engine."""
NOT_PROVEN = "*"
"""Marks a solution that the engine cannot prove to be the only one."""

TEXTS = ("puzzle", "size", "engine", "verdict", "note")
"""The columns with text instead of figures."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of plain text; the first two columns name the puzzle, or the first one the engine."""

    title: str
    sentence: str
    """The meaning of the figures."""
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    set_name: str = ""
    what: str = ""
    """The quantity in one word; the charts with equal ``what`` and ``set_name`` belong to it."""
    best: tuple[tuple[int, ...], ...] = ()
    """For each row the columns of the best figures; empty without a ranking."""

    def turned_if_wide(self) -> Table:
        """With a row for each engine, if it has many of them for a few puzzles."""
        engines = self.head[2:]
        if len(engines) < MANY_ENGINES or len(self.rows) >= len(engines):
            return self
        head = ("engine", *(f"{name}, {size}" for name, size, *_cells in self.rows))
        rows = tuple(
            (engine, *(row[at] for row in self.rows)) for at, engine in enumerate(engines, 2)
        )
        best = tuple(
            tuple(number for number, found in enumerate(self.best, 1) if at in found)
            for at in range(2, len(self.head))
        )
        return replace(self, head=head, rows=rows, best=best if self.best else ())


def time_tables(study: Study) -> list[Table]:
    """The times by the protocol, one table for each set."""
    return [_times(study, name, median=False) for name in study.set_names]


def all_tables(study: Study) -> list[Table]:
    """All tables: for each set times, medians, memory and work; then the notes."""
    found = []
    for name in study.set_names:
        found += [_times(study, name, median=False), _times(study, name, median=True)]
        found.append(
            _table(
                study,
                name,
                "memory",
                _(
                    "Megabytes that the solve added to the process, at its peak; in brackets the "
                    "peak of Python's own allocations."
                ),
                _memory_text,
            )
        )
        found.append(
            _table(
                study,
                name,
                "work",
                _("The unit depends on the engine: it compares puzzles, not engines."),
                lambda cell: f"{cell.work:,}" if cell.work else "–",
            )
        )
    notes = _notes(study)
    return [*found, notes] if notes.rows else found


def protocol_sentence(study: Study) -> str:
    """The protocol of the study, as text for the user."""
    settings = study.settings
    limits = worded("{seconds:g} s", seconds=settings.timeout_s)
    if settings.memory_mb is not None:
        limits = listed([limits, worded("{size} MB", size=settings.memory_mb)])
    text = (
        _(
            "Each run in a process of its own, until it was clear whether there is just one "
            "solution, within {limits}. The time is the engine's; starting Python and importing "
            "packages do not count."
        )
        if settings.proof
        else _(
            "Each run in a process of its own, until the first solution, within {limits}. The"
            " time is the engine's; starting Python and importing packages do not count."
        )
    )
    return worded(text, limits=limits)


def markdown(table: Table) -> str:
    """The table in Markdown, with its title."""
    widths = [
        max(3, *(len(_escaped(row[column])) for row in (table.head, *table.rows)))
        for column in range(len(table.head))
    ]
    is_text = [name in TEXTS for name in table.head]

    def line(cells: tuple[str, ...]) -> str:
        padded = (
            _escaped(cell).ljust(width) if left else _escaped(cell).rjust(width)
            for cell, width, left in zip(cells, widths, is_text, strict=True)
        )
        return f"| {' | '.join(padded)} |"

    rule = (
        f"{'-' * width}" if left else f"{'-' * (width - 1)}:"
        for width, left in zip(widths, is_text, strict=True)
    )
    head = [f"### {_escaped(table.title)}", "", _escaped(table.sentence), ""]
    return "\n".join([*head, line(table.head), f"| {' | '.join(rule)} |", *map(line, table.rows)])


def summary_csv(study: Study) -> str:
    """All figures as CSV, one line for each puzzle and engine."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [field.name for field in fields(Cell)]
    which = [field.name for field in fields(PuzzleKey)]
    writer.writerow([*which, "engine", *names])
    for puzzle in study.puzzles:
        for engine in study.engines:
            if (cell := study.cells.get((puzzle, engine))) is None:
                continue
            values = asdict(cell) | {"verdict": cell.verdict.value}
            key = [getattr(puzzle, name) for name in which]
            writer.writerow([*key, engine, *(_plain(values[name]) for name in names)])
    return text.getvalue()


def milliseconds(seconds: float) -> str:
    """A time in milliseconds; smaller values have more decimals, at most three.

    >>> milliseconds(12.0044), milliseconds(0.0461234), milliseconds(0.0000521)
    ('12,004', '46.1', '0.052')
    """
    value = seconds * 1000
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{digits}f}"


def _times(study: Study, set_name: str, *, median: bool) -> Table:
    def seconds(cell: Cell) -> float | None:
        return cell.median_s if median else cell.mean_s

    runs = max((cell.runs for cell in study.cells.values()), default=0)
    if median:
        sentence = _("Milliseconds: the median of the runs.")
    elif runs >= 3:
        sentence = _("Milliseconds: the mean of the runs without the best and the worst.")
    else:
        sentence = _("Milliseconds: the mean of the runs.")
    table = _by_puzzle(
        study,
        set_name,
        _("median time") if median else "time",
        sentence,
        lambda cell: time_text(cell, study, seconds(cell)),
    )
    best = []
    for puzzle in study.of_set(set_name):
        cells = [study.cells.get((puzzle, engine)) for engine in study.engines]
        times = [(seconds(cell), at) for at, cell in enumerate(cells, 2) if cell]
        known = [(s, at) for s, at in times if s is not None]
        best.append((min(known)[1],) if known else ())
    if any(cell.endswith(NOT_PROVEN) for row in table.rows for cell in row[2:]):
        sign = worded(
            "{sign}: a solution; the method cannot tell whether there are others.", sign=NOT_PROVEN
        )
        sentence = paragraph(sentence, sign)
    return replace(table, sentence=sentence, best=tuple(best)).turned_if_wide()


def time_text(cell: Cell, study: Study, seconds: float | None) -> str:
    """A cell of a table of times: milliseconds, or the reason why there is no time."""
    if cell.verdict is RunOutcome.OVER_TIME:
        return worded("over {timeout_s:g} s", timeout_s=study.settings.timeout_s)
    if cell.verdict is RunOutcome.STUCK and cell.known is not None:
        return worded("stuck at {known:.0%}", known=cell.known)
    if seconds is None:
        if cell.right is None:
            return cell.verdict.label
        return worded("{verdict}, {right:.1%} right", verdict=cell.verdict.label, right=cell.right)
    if cell.verdict is RunOutcome.NO_SOLUTION:
        return worded("no solution, {milliseconds}", milliseconds=milliseconds(seconds))
    is_open = study.settings.proof and cell.outcome == Outcome.FOUND.value
    return milliseconds(seconds) + (NOT_PROVEN if is_open else "")


def _memory_text(cell: Cell) -> str:
    growth = "–" if cell.growth_mb is None else f"{cell.growth_mb:,.2f}"
    return growth if cell.python_mb is None else f"{growth} ({cell.python_mb:,.2f})"


def _table(
    study: Study, set_name: str, what: str, sentence: str, text: Callable[[Cell], str]
) -> Table:
    return _by_puzzle(study, set_name, what, sentence, text).turned_if_wide()


def _by_puzzle(
    study: Study, set_name: str, what: str, sentence: str, text: Callable[[Cell], str]
) -> Table:
    """A table with a row for each puzzle."""
    rows = []
    for puzzle in study.of_set(set_name):
        cells = [study.cells.get((puzzle, engine)) for engine in study.engines]
        texts = ["" if cell is None else text(cell) for cell in cells]
        rows.append((puzzle.name, puzzle.size, *texts))
    title = f"{set_name or 'Files'}: {what}"
    head = ("puzzle", "size", *study.engines)
    return Table(title, sentence, head, tuple(rows), set_name, what)


def _notes(study: Study) -> Table:
    rows = [
        (puzzle.name, puzzle.size, engine, cell.verdict.label, cell.note)
        for (puzzle, engine), cell in study.cells.items()
        if cell.note
    ]
    head = ("puzzle", "size", "engine", "verdict", "note")
    return Table("Notes", _("Why some runs did not decide their puzzle."), head, tuple(rows))


def _plain(value: object) -> object:
    return "" if value is None else round(value, 7) if isinstance(value, float) else value


def _escaped(text: str) -> str:
    """Text escaped for Markdown."""
    text = html.escape(text, quote=False)
    for character in "\\`*_|[]~$":
        text = text.replace(character, "\\" + character)
    return text
