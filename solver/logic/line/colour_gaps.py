"""One-colour gaps: a cell cannot have a colour, although it is not known yet what it is.

``range``: no block of the colour can reach it. ``placements``: no placement of the line has the
colour there.
"""

from __future__ import annotations

from solver.line import solve_line
from solver.logic.finding import Evidence, Finding, bits, found, without
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique

_NAME = Technique.COLOUR_GAPS


def find(view: LineView) -> list[Finding]:
    """See the module."""
    if len(view.line) == 2:
        return []
    findings = []
    for color in range(1, len(view.line)):
        places = tuple(r for r in view.ranges or () if view.clues[r.block].color == color)
        reached = 0
        for place in places:
            reached |= bits(place.start, place.stop)
        after = without(view.line, color, view.full & ~reached)
        evidence = Evidence("range", tuple(r.block for r in places), places, color=color)
        findings += found(_NAME, view.line, after, evidence)
    return findings or _exact(view)


def _exact(view: LineView) -> list[Finding]:
    exact = solve_line(view.clues, view.line, view.width)
    if exact is None:
        return []
    return found(_NAME, view.line, exact, Evidence("placements", tuple(range(len(view.clues)))))
