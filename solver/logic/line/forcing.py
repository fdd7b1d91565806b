"""Forcing: walls leave a block so little room that its place overlaps, or is the only one."""

from __future__ import annotations

from solver.logic.finding import Finding, Range
from solver.logic.line.overlapping import overlaps
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    lefts, rights = view.lefts, view.rights
    if lefts is None or rights is None:
        return []
    places = zip(lefts, rights, view.clues, strict=True)
    ranges = [Range(j, a, b + clue.length) for j, (a, b, clue) in enumerate(places)]
    return overlaps(Technique.FORCING, view, ranges)
