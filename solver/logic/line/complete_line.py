"""Complete line: no choice is left.

``empty``: the line has no clues. ``full``: what is left of the line, with the gaps between blocks,
is as long as the line. ``complete``: all cells of a colour are there, so the other cells do not
have it. ``needed``: just as many cells are left for a colour as its clues ask for.
"""

from __future__ import annotations

from puzzles.model import cells_needed
from solver.logic.finding import (
    Evidence,
    Finding,
    Span,
    bits,
    blank,
    found,
    merged,
    shaded,
    without,
)
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique

_NAME = Technique.COMPLETE_LINE


def find(view: LineView) -> list[Finding]:
    """See the module."""
    line, clues = view.line, view.clues
    if not clues:
        return found(_NAME, line, blank(line, view.full), Evidence("empty"))
    start, stop, first, last = view.rest
    findings = []
    if first < last and cells_needed(clues[first:last]) == stop - start:
        after, at = line, start
        for j in range(first, last):
            after = merged(after, shaded(line, clues[j].color, bits(at, at + clues[j].length)))
            at += clues[j].length + view.gaps[j]
            if view.gaps[j] and j + 1 < last:
                after = merged(after, blank(line, bits(at - 1, at)))
        evidence = Evidence("full", tuple(range(first, last)), gap=Span(start, stop))
        findings = found(_NAME, line, after, evidence)
    return findings or _counted(view)


def _counted(view: LineView) -> list[Finding]:
    findings, line = [], view.line
    for color in range(1, len(line)):
        wanted = sum(clue.length for clue in view.clues if clue.color == color)
        blocks = tuple(j for j, clue in enumerate(view.clues) if clue.color == color)
        owned = view.owned[color]
        if owned.bit_count() == wanted:
            after = without(line, color, view.full & ~owned)
            findings += found(_NAME, line, after, Evidence("complete", blocks, color=color))
        elif line[color].bit_count() == wanted:
            after = shaded(line, color, line[color])
            findings += found(_NAME, line, after, Evidence("needed", blocks, color=color))
    return findings
