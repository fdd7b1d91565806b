"""Simple spaces: cells that no block can reach are blank."""

from __future__ import annotations

from solver.logic.finding import Evidence, Finding, bits, blank, found
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    if view.ranges is None:
        return []
    reached = 0
    for place in view.ranges:
        reached |= bits(place.start, place.stop)
    after = blank(view.line, view.full & ~reached)
    evidence = Evidence("", tuple(range(len(view.clues))), tuple(view.ranges))
    return found(Technique.SIMPLE_SPACES, view.line, after, evidence)
