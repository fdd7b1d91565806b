"""Depth-first search over all combinations of the rows' arrangements.

The columns are checked only when all rows have an arrangement; that is one check.

Source: R. Zavistanavičius, master thesis, Kaunas University of Technology, 2012, section 2.5, after
Wiggers, "A comparison of a genetic algorithm and a depth first search algorithm applied to Japanese
nonograms", Twente Student Conference on IT, 2004.
"""

from __future__ import annotations

from itertools import product
from math import prod

from puzzles.model import Axis
from puzzles.words import _, worded
from solver.engines.arrangements import board, colors, lines_along, listed, other_axis
from solver.engines.checker import Checker
from solver.engines.run import Run, SearchEngine


class DepthFirstEngine(SearchEngine):
    """See the module."""

    name = "depth-first"
    description = _("Combines all arrangements of the rows; checks the columns at the end.")
    is_exact = True

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        combine(run, Axis.ROW)


def combine(run: Run, axis: Axis) -> None:
    """Try all combinations of the arrangements of an axis; check the crossing lines."""
    lists = listed(run, axis, colors)
    checker = Checker(lines_along(run.puzzle, other_axis(axis))[0])
    total = prod(map(len, lists))
    run.fraction = lambda: run.checks / total
    for lines in product(*lists):
        run.node(len(lists))
        run.checks += 1
        if run.is_watched:
            run.step(
                worded("combination {checks}", checks=run.checks), board(run.puzzle, axis, lines)
            )
        if all(map(checker.accepts, range(len(lines[0])), zip(*lines, strict=True))):
            run.solution(board(run.puzzle, axis, lines))


ENGINE = DepthFirstEngine()
