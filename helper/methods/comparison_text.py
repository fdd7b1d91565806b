"""The texts of a comparison, for the table, the chart and the clipboard. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from helper.methods.comparison import MethodRun, RunState
from puzzles import Puzzle
from puzzles.titles import shortened
from puzzles.words import _, enumerated, in_context, number_text, plural, quoted, worded
from solver.api import Outcome

MB = 2**20
_ENDS: dict[Outcome, str] = {
    Outcome.UNIQUE: _("exactly one solution"),
    Outcome.SEVERAL: _("several solutions"),
    Outcome.NONE: _("no solution"),
    Outcome.FOUND: _("a solution, there may be others"),
    Outcome.GAVE_UP: _("gave up"),
}
STATES = {
    RunState.WAITING: in_context("a method is", "waiting"),
    RunState.STARTING: in_context("a method is", "starting"),
    RunState.RUNNING: in_context("a method is", "running"),
    RunState.DONE: in_context("a method is", "done"),
    RunState.OVER_TIME: in_context("a method is", "over time"),
    RunState.STOPPED: in_context("a method is", "stopped"),
    RunState.FAILED: in_context("a method has", "failed"),
}
"""The states in words."""


def state_text(run: MethodRun, cells: int) -> str:
    """The state of a run.

    Args:
        run: The run.
        cells: Number of cells of the board.
    """
    if run.is_wrong:
        return f"WRONG: {run.reason}"
    if run.state is RunState.DONE:
        assert run.result is not None
        if run.result.outcome is Outcome.STUCK:
            return worded("stuck: {known} of {cells} cells certain", known=run.known, cells=cells)
        return _ENDS[run.result.outcome]
    if run.known and run.state in (RunState.RUNNING, RunState.OVER_TIME, RunState.STOPPED):
        return worded(
            "{state}: {known} of {cells} cells certain",
            state=STATES[run.state],
            known=run.known,
            cells=cells,
        )
    return STATES[run.state]


def reason_text(run: MethodRun) -> str:
    """Why a run ended as it did; empty if its state says enough."""
    return run.reason or (run.result.note if run.result is not None else "")


def full_state_text(run: MethodRun, cells: int) -> str:
    """The state of a run and the reason for it, in one line."""
    state, reason = state_text(run, cells), reason_text(run)
    return f"{state}; {reason}" if reason and reason not in state else state


def time_text(seconds: float) -> str:
    """A time with two or three significant digits.

    >>> [time_text(s) for s in (0.00021, 0.0123, 0.25, 3.14159, 75.3)]
    ['0.21 ms', '12 ms', '250 ms', '3.14 s', '75.3 s']
    """
    if seconds < 0.01:
        return worded("{seconds:.2g} ms", seconds=1000 * seconds)
    if seconds < 1:
        return worded("{seconds:.0f} ms", seconds=1000 * seconds)
    if seconds < 10:
        return worded("{seconds:.2f} s", seconds=seconds)
    return worded("{seconds:,.1f} s", seconds=seconds)


def time_mark(seconds: float) -> str:
    """A power of ten as a label of a chart's scale.

    >>> [time_mark(s) for s in (0.0001, 0.1, 10.0)]
    ['0.1 ms', '100 ms', '10 s']
    """
    if seconds < 1:
        return worded("{seconds:g} ms", seconds=1000 * seconds)
    return worded("{seconds:g} s", seconds=seconds)


def memory_text(size: float) -> str:
    """An amount of memory.

    >>> memory_text(52 * 2**20)
    '52 MB'
    """
    return worded("{size:,.0f} MB", size=size / MB)


def count_text(number: float) -> str:
    """A count with thousands separators."""
    return number_text(number, ",.0f")


def solutions_text(run: MethodRun) -> str:
    """How many solutions a run has found, and whether there may be more."""
    if run.result is None:
        return ""
    count = len(run.result.solutions)
    if run.result.complete or run.result.outcome in (Outcome.UNIQUE, Outcome.NONE):
        return str(count)
    return worded("{count} or more", count=count) if count else ""


def puzzle_text(puzzle: Puzzle) -> str:
    """A puzzle in a few words."""
    name = quoted(shortened(puzzle.title)) if puzzle.title else _("a puzzle without a title")
    colors = len(puzzle.palette) - 1
    facts = [name, f"{puzzle.width} × {puzzle.height}"]
    if not puzzle.is_black_and_white:
        facts.append(plural(colors, "{count} colour", "{count} colours"))
    return enumerated(facts)


HEADINGS = ("method", "state", "time (s)", "memory (MB)", "work", "nodes", "solutions")


def table(runs: Sequence[MethodRun], cells: int) -> list[list[str]]:
    """The runs as rows below :data:`HEADINGS`, with plain numbers for a spreadsheet."""
    rows = []
    for run in runs:
        statistics = run.result.statistics if run.result is not None else None
        rows.append(
            [
                run.spec,
                full_state_text(run, cells),
                f"{run.seconds:.6f}" if run.has_run else "",
                f"{run.memory / MB:.1f}" if run.memory else "",
                str(run.work or ""),
                str(statistics.nodes) if statistics else "",
                solutions_text(run),
            ]
        )
    return rows


def as_tsv(rows: Sequence[Sequence[str]]) -> str:
    """The table for a spreadsheet."""
    return "".join("\t".join(row) + "\n" for row in (HEADINGS, *rows))


def as_markdown(rows: Sequence[Sequence[str]], about: str = "") -> str:
    """The table in Markdown, below a sentence about it."""
    rule = ["---", "---", *["---:"] * (len(HEADINGS) - 2)]
    lines = [HEADINGS, rule, *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"{about}\n\n{table}" if about else table


def as_html(rows: Sequence[Sequence[str]], about: str = "") -> str:
    """The table in HTML, below a sentence about it."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in HEADINGS)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    opening = f"<p>{escape(about)}</p>" if about else ""
    return f"{opening}<table border='1'><tr>{head}</tr>{body}</table>"
