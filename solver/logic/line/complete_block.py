"""Complete block: a run is as long as every block that it can belong to, so it ends there."""

from __future__ import annotations

from solver.logic.finding import Evidence, Finding, Span, bits, found, without
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    findings = []
    for run in view.runs or ():
        if run.stop - run.start == run.longest:
            ends = bits(max(0, run.start - 1), run.start) | bits(run.stop, run.stop + 1) & view.full
            after = without(view.line, run.color, ends)
            evidence = Evidence(
                "", tuple(run.blocks), runs=(Span(run.start, run.stop),), color=run.color
            )
            findings += found(Technique.COMPLETE_BLOCK, view.line, after, evidence)
    return findings
