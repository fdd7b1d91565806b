"""Whole line: in all placements of all blocks, some cells are the same.

Only decided cells are told here; colours that a cell loses are those of :mod:`.colour_gaps`.
"""

from __future__ import annotations

from solver.line import LineMasks, block_starts, solve_line
from solver.logic.finding import Evidence, Finding, Range, decided, found
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    exact = solve_line(view.clues, view.line, view.width)
    if exact is None:
        return []
    new = decided(exact) & ~decided(view.line)
    after: LineMasks = tuple(
        [mask & ~new | left & new for mask, left in zip(view.line, exact, strict=True)]
    )
    evidence = Evidence("", tuple(range(len(view.clues))), _places(view))
    return found(Technique.WHOLE_LINE, view.line, after, evidence)


def _places(view: LineView) -> tuple[Range, ...]:
    """Where each block can be, exactly."""
    starts = block_starts(view.clues, view.line, view.width)
    assert starts is not None, "the line has a placement"
    return tuple(
        Range(j, (places & -places).bit_length() - 1, places.bit_length() - 1 + clue.length)
        for j, (places, clue) in enumerate(zip(starts, view.clues, strict=True))
    )
