"""Edge: a run touches a wall, so its block begins there and is at least as long as the shortest."""

from __future__ import annotations

from solver.logic.finding import Finding
from solver.logic.line.growing import grow
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    return grow(Technique.EDGE, view, at_wall=True)
