"""Simple boxes: a block is moved to both ends, and what it covers in both places is shaded.

Only the blocks' lengths are counted, on the part of the line between finished blocks. Where a
blank cell lies in one of the two places, the block cannot be drawn there: such a block is left to
the techniques that look at blank cells. Source: the equations of "simple boxes" in the literature;
the sub-block has ``2 * length - room`` cells.
"""

from __future__ import annotations

from puzzles.model import cells_needed
from solver.logic.finding import Finding, Range, bits
from solver.logic.line.overlapping import overlaps
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    start, stop, first, last = view.rest
    spare = stop - start - cells_needed(view.clues[first:last])
    if spare < 0:
        return []
    ranges, at = [], start
    for j in range(first, last):
        length, color = view.clues[j]
        ends = bits(at, at + length) | bits(at + spare, at + spare + length)
        if length > spare and not ends & ~view.line[color]:
            ranges.append(Range(j, at, at + length + spare))
        at += length + view.gaps[j]
    return overlaps(Technique.SIMPLE_BOXES, view, ranges)
