"""Brute force: every filling of the board is checked against all clues.

The order is row by row, blank before shaded; the clues are used for the check only. The method
shows what others save: it does not finish beyond some 25 cells.

Source: the "whole" solver of M. Wałejko, engineering thesis, Wrocław University of Science and
Technology.
"""

from __future__ import annotations

from itertools import product

from puzzles.grid import Grid
from puzzles.model import Axis
from puzzles.words import _, worded
from solver.engines.arrangements import board
from solver.engines.checker import Checker
from solver.engines.run import Run, SearchEngine


class BruteForceEngine(SearchEngine):
    """See the module."""

    name = "brute-force"
    description = _("Tries every filling of the board; uses the clues only to check it.")
    is_exact = True

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        _search(run)


def _search(run: Run) -> None:
    puzzle = run.puzzle
    width, cells = puzzle.width, puzzle.height * puzzle.width
    rows, columns = Checker(puzzle.rows), Checker(puzzle.columns)
    total: int = run.colors**cells
    run.fraction = lambda: run.checks / total
    run.tick()
    for filling in product(range(run.colors), repeat=cells):
        run.node()
        run.checks += 1
        if run.is_watched:
            run.step(worded("filling {checks}", checks=run.checks), _grid(run, filling))
        lines = (filling[at : at + width] for at in range(0, cells, width))
        if all(map(rows.accepts, range(puzzle.height), lines)) and all(
            map(columns.accepts, range(width), (filling[at::width] for at in range(width)))
        ):
            run.solution(_grid(run, filling))


def _grid(run: Run, filling: tuple[int, ...]) -> Grid:
    width = run.puzzle.width
    rows = [bytes(filling[at : at + width]) for at in range(0, len(filling), width)]
    return board(run.puzzle, Axis.ROW, rows)


ENGINE = BruteForceEngine()
