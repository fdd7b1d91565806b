"""The cells that all arrangements of a line have in common, row after row, column after column.

All rows are gone through, then all columns, until a round over both tells nothing new. The method
does not guess: where nothing is common it is stuck.

Source: W. Wang, M. Tang, "Simulated annealing approach to solve nonogram puzzles with multiple
solutions", Procedia Computer Science 36 (2014), section 2, after Yen et al., "Optimization of
nonogram's solver by using an efficient algorithm", TAAI 2010.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from puzzles.model import Axis, Line
from solver.engines.arrangements import board_of_packed, listed, packed
from solver.engines.crossing import Crossing
from solver.engines.run import Run, SearchEngine, Stuck


class IntersectionEngine(SearchEngine):
    """See the module."""

    name = "intersection"
    description = "Keeps what all arrangements of a line have in common; never guesses."
    is_exact = False

    def search(self, run: Run) -> None:
        """Search all there is; see :class:`SearchEngine`."""
        _search(run)


def _search(run: Run) -> None:
    puzzle = run.puzzle
    height = puzzle.height
    crossing = Crossing(puzzle)
    lines = crossing.full()
    run.certain = lambda: board_of_packed(puzzle, lines[:height])
    lists = listed(run, Axis.ROW, packed) + listed(run, Axis.COLUMN, packed)
    has_news = True
    run.by_logic = True
    while has_news:
        has_news = False
        run.node()
        for index, ways in enumerate(lists):
            state = lines[index]
            run.tick()
            run.checks += len(ways)
            kept = [way for way in ways if way & state == way]
            if not kept:
                return
            lists[index] = kept
            news = state & ~reduce(or_, kept)
            if news:
                has_news = True
                crossing.remove(lines, index, news)
                if run.is_watched:
                    line = crossing.line(index)
                    run.step(_sentence(line, kept), run.certain(), line)
    if any(len(ways) > 1 for ways in lists):
        raise Stuck
    run.solution(run.certain(), is_last=True)


def _sentence(line: Line, kept: list[int]) -> str:
    return f"{line}: common to {len(kept):,} arrangement{'s' if len(kept) > 1 else ''}"


ENGINE = IntersectionEngine()
