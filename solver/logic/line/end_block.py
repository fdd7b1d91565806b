"""End block: the first block is at a run, so the cells that it cannot reach before it are blank.

The same for the last block. The literature calls it mercury, which draws back from the sides of its
container.
"""

from __future__ import annotations

from solver.logic.finding import Evidence, Finding, Range, Span, bits, blank, found
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    start, stop, first, last = view.rest
    runs = [run for run in view.runs or () if start <= run.start and run.stop <= stop]
    if not runs:
        return []
    findings = []
    for kind, run, block in (("first", runs[0], first), ("last", runs[-1], last - 1)):
        if run.blocks != [block]:
            continue
        length = view.clues[block].length
        far = bits(start, run.stop - length) if kind == "first" else bits(run.start + length, stop)
        reach = max(run.room_start, run.stop - length), min(run.room_stop, run.start + length)
        span, place = Span(run.start, run.stop), Range(block, *reach)
        evidence = Evidence(kind, (block,), (place,), (span,), color=run.color)
        findings += found(Technique.END_BLOCK, view.line, blank(view.line, far), evidence)
    return findings
