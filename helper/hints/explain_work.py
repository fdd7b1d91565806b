"""Explains a whole puzzle in a child process. No Qt, so that it starts quickly."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from puzzles import Puzzle
from puzzles.child.serving import Work
from puzzles.errors import PuzzleError
from puzzles.formats.atomic import write_atomically
from puzzles.words import worded

_REPORT_S = 0.1
"""The time between two reports of steps."""


def explaining(puzzle: Puzzle) -> Work:
    """The work whose reports are tuples of :class:`solver.logic.explain.ExplainedStep`."""
    return partial(_explain, puzzle)


def _explain(
    puzzle: Puzzle, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> object:
    """Returns whether the steps lead to the end.

    Raises:
        PuzzleError: There is no solution.
    """
    from solver.logic.explain import explain
    from solver.logic.steps import ContradictionError

    waiting, last, due = [], None, 0.0
    try:
        for step in explain(puzzle, None, should_stop):
            last = step
            waiting.append(step)
            if time.monotonic() > due:
                report(tuple(waiting))
                waiting, due = [], time.monotonic() + _REPORT_S
    except ContradictionError as error:
        raise PuzzleError(worded("The puzzle has no solution: {error}.", error=error)) from error
    if waiting:
        report(tuple(waiting))
    cells = () if last is None else last.grid.cells
    return bool(cells) and all(state & (state - 1) == 0 for state in cells)


def writing(puzzle: Puzzle, path: Path) -> Work:
    """The work that writes the explanation into a file: HTML, Markdown or text, by its ending."""
    return partial(_write, puzzle, path)


def _write(
    puzzle: Puzzle,
    path: Path,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> object:
    from solver.logic.explain import explain
    from solver.logic.explanation_pages import as_html, as_markdown, as_text
    from solver.logic.rate import rating_if_any

    steps = explain(puzzle, None, should_stop)
    ending = path.suffix.lower()
    if ending in (".html", ".htm"):
        text = "".join(as_html(puzzle, rating_if_any(puzzle, should_stop), steps))
    elif ending == ".md":
        rating = rating_if_any(puzzle, should_stop)
        text = "".join(f"{s}\n" for s in as_markdown(puzzle, rating, steps))
    else:
        text = "".join(f"{s}\n" for s in as_text(steps))
    if not should_stop():
        write_atomically(path, text.encode())
    return path
