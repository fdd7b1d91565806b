"""What a block covers wherever it is in its range; shared by several techniques."""

from __future__ import annotations

from collections.abc import Iterable

from solver.logic.finding import Evidence, Finding, Range, bits, found, shaded
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def overlaps(technique: Technique, view: LineView, ranges: Iterable[Range]) -> list[Finding]:
    """Shade the cells that each block covers at both ends of its range."""
    findings = []
    for place in ranges:
        length, color = view.clues[place.block]
        common = bits(place.stop - length, place.start + length)
        if common & ~view.owned[color]:
            evidence = Evidence("overlap", (place.block,), (place,), color=color)
            findings += found(technique, view.line, shaded(view.line, color, common), evidence)
    return findings
