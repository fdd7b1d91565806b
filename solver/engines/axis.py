"""Combines the arrangements of one axis, the one with fewer combinations.

Without the option ``partial`` the crossing lines are checked when all lines have an arrangement.
With it they are checked after each line: each finished run must match the next clue, and the
unfinished one must not be longer than its clue.

Source: the "axial" solver of M. Wałejko, engineering thesis, Wrocław University of Science and
Technology.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import ClassVar

from puzzles.model import Axis, Line
from puzzles.words import _
from solver.engines.arrangements import board, colors, count, lines_along, listed, other_axis
from solver.engines.automaton import automaton
from solver.engines.depth_first import combine
from solver.engines.run import Run, SearchEngine, arrangement_text
from solver.options import option


@dataclass(frozen=True, slots=True)
class AxisEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "axis"
    description: ClassVar[str] = _(
        "Combines the arrangements of the rows, or of the columns where those are fewer."
    )
    is_exact: ClassVar[bool] = True

    partial: bool = option(
        False, _("check the crossing lines after each line, not only at the end")
    )

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        search = _combine_checked if self.partial else combine
        search(run, _smaller_axis(run))


def _smaller_axis(run: Run) -> Axis:
    """The axis with fewer combinations of arrangements; rows if both have the same number."""

    def combinations(axis: Axis) -> float:
        """The logarithm of the number, which has thousands of digits on large boards."""
        clues, width = lines_along(run.puzzle, axis)
        total = 0.0
        for line in clues:
            run.tick()
            total += log(count(line, width))
        return total

    return min(Axis.ROW, Axis.COLUMN, key=combinations)


def _combine_checked(run: Run, axis: Axis) -> None:
    lists = listed(run, axis, colors)
    clues_across, _ = lines_along(run.puzzle, other_axis(axis))
    automata = [automaton(clues) for clues in clues_across]
    tables = [a.table(run.colors) for a in automata]
    finals = [a.final for a in automata]
    chosen: list[bytes] = [b""] * len(lists)
    states = [[0] * len(tables)]
    left = [iter(lists[0])]
    run.levels = [[0, len(lists[0])]]
    while left:
        line = next(left[-1], None)
        if line is None:
            left.pop()
            states.pop()
            run.levels.pop()
            continue
        depth = len(left) - 1
        chosen[depth] = line
        run.levels[-1][0] += 1
        run.node(depth + 1)
        run.checks += 1
        below = _step(tables, states[-1], line)
        if run.is_watched:
            _show(run, axis, chosen[: depth + 1], is_possible=bool(below))
        if not below:
            run.contradictions += 1
        elif depth + 1 < len(lists):
            left.append(iter(lists[depth + 1]))
            states.append(below)
            run.levels.append([0, len(lists[depth + 1])])
        elif all(state in final for state, final in zip(below, finals, strict=True)):
            run.solution(board(run.puzzle, axis, chosen))


def _step(tables: list[list[list[int]]], states: list[int], line: bytes) -> list[int]:
    """The states of the crossing lines after one more line; empty if one is impossible."""
    below = []
    for state, table, color in zip(states, tables, line, strict=True):
        after = table[state][color]
        if after < 0:
            return []
        below.append(after)
    return below


def _show(run: Run, axis: Axis, chosen: list[bytes], *, is_possible: bool) -> None:
    line = Line(axis, len(chosen) - 1)
    tried, ways = run.levels[-1]
    run.step(
        arrangement_text(line, tried, ways, is_possible), board(run.puzzle, axis, chosen), line
    )


ENGINE = AxisEngine()
