"""The cells that all arrangements of a line have in common, row after row, column after column.

The method processes all rows, then all columns, until a round changes nothing. It does not guess:
if no line has new common cells, it is stuck.

Source: W. Wang, M. Tang, "Simulated annealing approach to solve nonogram puzzles with multiple
solutions", Procedia Computer Science 36 (2014), section 2, after Yen et al., "Optimization of
nonogram's solver by using an efficient algorithm", TAAI 2010.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from puzzles.model import Axis, Line
from puzzles.words import _, plural
from solver.engines.arrangements import board_of_packed, listed, packed
from solver.engines.crossing import Crossing
from solver.engines.run import Run, SearchEngine, Stuck


class IntersectionEngine(SearchEngine):
    """See the module."""

    name = "intersection"
    description = _("Keeps the cells that all arrangements of a line share; never guesses.")
    is_exact = False

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        _search(run)


def _search(run: Run) -> None:
    puzzle = run.puzzle
    height = puzzle.height
    crossing = Crossing(puzzle)
    lines = crossing.full()
    run.certain = lambda: board_of_packed(puzzle, lines[:height])
    lists = listed(run, Axis.ROW, packed) + listed(run, Axis.COLUMN, packed)
    has_changed = True
    run.by_logic = True
    while has_changed:
        has_changed = False
        run.node()
        for index, ways in enumerate(lists):
            state = lines[index]
            run.tick()
            run.checks += len(ways)
            kept = [way for way in ways if way & state == way]
            if not kept:
                return
            lists[index] = kept
            gone = state & ~reduce(or_, kept)
            if gone:
                has_changed = True
                crossing.remove(lines, index, gone)
                if run.is_watched:
                    line = crossing.line(index)
                    run.step(_sentence(line, kept), run.certain(), line)
    if any(len(ways) > 1 for ways in lists):
        raise Stuck
    run.solution(run.certain(), is_last=True)


def _sentence(line: Line, kept: list[int]) -> str:
    return plural(
        len(kept),
        "{line}: common to {count} arrangement",
        "{line}: common to {count} arrangements",
        line=line,
    )


ENGINE = IntersectionEngine()
