"""Joining: two runs belong to one block, so the cells between them are shaded.

``one block``: there is only one clue that both can belong to. ``no room``: if the single cell
between them were a wall, one of the runs would have too little room for any of its blocks.
"""

from __future__ import annotations

import itertools

from solver.logic.finding import Evidence, Finding, Span, bits, found, shaded
from solver.logic.line_view import LineView, Run
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    findings, runs = [], view.runs or []
    for run, after in itertools.pairwise(runs):
        if run.color != after.color or run.room_stop < after.stop:
            continue
        if len(run.blocks) == 1 and run.blocks == after.blocks:
            kind, blocks = "one block", run.blocks
        elif after.start == run.stop + 1 and _is_tight(run, after):
            kind, blocks = "no room", sorted({*run.blocks, *after.blocks})
        else:
            continue
        spans = (Span(run.start, run.stop), Span(after.start, after.stop))
        gap = Span(run.room_start, run.room_stop) if kind == "no room" else None
        evidence = Evidence(kind, tuple(blocks), runs=spans, gap=gap, color=run.color)
        filled = shaded(view.line, run.color, bits(run.stop, after.start))
        findings += found(Technique.JOINING, view.line, filled, evidence)
    return findings


def _is_tight(run: Run, after: Run) -> bool:
    """Whether a wall between the runs would leave one of them too little room."""
    is_before = run.stop - run.room_start < run.shortest
    return is_before or after.room_stop - after.start < after.shortest
