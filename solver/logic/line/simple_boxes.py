"""Simple boxes: a block is moved to both ends, and what it covers in both places is shaded.

The blocks' lengths are counted on the part of the line between finished blocks. A block that
overlaps by counting is then moved no further than blank cells let it, as nobody would draw it
through them. Source: the equations of "simple boxes" in the literature; the sub-block has
``2 * length - room`` cells.
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
    lefts, rights = view.lefts, view.rights
    if spare < 0 or lefts is None or rights is None:
        return []
    ranges, at = [], start
    for j in range(first, last):
        length, color = view.clues[j]
        if bits(at + spare, at + length) & ~view.owned[color]:
            stop_at = min(at + spare, rights[j]) + length
            ranges.append(Range(j, max(at, lefts[j]), stop_at))
        at += length + view.gaps[j]
    return overlaps(Technique.SIMPLE_BOXES, view, ranges)
