"""Glue: a run is nearer to a wall than its block is long, so the block goes on behind the run."""

from __future__ import annotations

from solver.logic.finding import Finding
from solver.logic.line.growing import grow
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    return grow(Technique.GLUE, view, at_wall=False)
