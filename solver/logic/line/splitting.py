"""Splitting: one cell between two runs is no part of a block, which would become too long."""

from __future__ import annotations

import itertools

from solver.logic.finding import Evidence, Finding, Span, bits, found, without
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    findings, runs = [], view.runs or []
    for run, after in itertools.pairwise(runs):
        if run.color != after.color or after.start != run.stop + 1:
            continue
        together = after.stop - run.start
        shared = set(run.blocks) & set(after.blocks)
        if all(view.clues[j].length < together for j in shared):
            cell = bits(run.stop, after.start)
            spans = (Span(run.start, run.stop), Span(after.start, after.stop))
            blocks = tuple(sorted({*run.blocks, *after.blocks}))
            evidence = Evidence("", blocks, runs=spans, color=run.color)
            left = without(view.line, run.color, cell)
            findings += found(Technique.SPLITTING, view.line, left, evidence)
    return findings
