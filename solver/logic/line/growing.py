"""Runs that grow away from a wall; shared by edge and glue."""

from __future__ import annotations

from solver.logic.finding import Evidence, Finding, Span, bits, found, shaded
from solver.logic.line_view import LineView, Run
from solver.logic.techniques import Technique


def grow(technique: Technique, view: LineView, *, at_wall: bool) -> list[Finding]:
    """Shade what every block of a run covers because it cannot start beyond the wall.

    Args:
        technique: Whose findings they are.
        view: The line.
        at_wall: Whether the run touches the wall, or is some cells away from it.
    """
    findings = []
    for run in view.runs or ():
        if run.shortest > run.stop - run.start:
            for kind in ("after", "before"):
                findings += _grown(technique, view, run, kind, at_wall)
    return findings


def _grown(
    technique: Technique, view: LineView, run: Run, kind: str, at_wall: bool
) -> list[Finding]:
    """``kind``: on which side of the run there are more cells; the wall is on the other."""
    if kind == "after":
        is_at_wall = run.start == run.room_start
        cells = bits(run.stop, run.room_start + run.shortest)
    else:
        is_at_wall = run.stop == run.room_stop
        cells = bits(run.room_stop - run.shortest, run.start)
    if not cells or is_at_wall != at_wall:
        return []
    gap = Span(run.room_start, run.stop) if kind == "after" else Span(run.start, run.room_stop)
    runs = (Span(run.start, run.stop),)
    evidence = Evidence(kind, tuple(run.blocks), runs=runs, gap=gap, color=run.color)
    return found(technique, view.line, shaded(view.line, run.color, cells), evidence)
