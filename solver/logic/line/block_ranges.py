"""Block ranges: what is known of a block's place narrows its neighbours' places.

A block starts after the earliest end of the one before it. ``overlap``: it covers some cells at
both ends of its range. ``spaces``: cells that no block can reach are blank.
"""

from __future__ import annotations

from solver.logic.finding import Evidence, Finding, Range, bits, blank, found
from solver.logic.line.overlapping import overlaps
from solver.logic.line_view import LineView, after_earliest, before_latest, fitting
from solver.logic.techniques import Technique

_NAME = Technique.BLOCK_RANGES


def find(view: LineView) -> list[Finding]:
    """See the module."""
    ranges = _narrowed(view)
    if ranges is None:
        return []
    findings = [_with_neighbours(view, ranges, f) for f in overlaps(_NAME, view, ranges)]
    reached = 0
    for place in ranges:
        reached |= bits(place.start, place.stop)
    after = blank(view.line, view.full & ~reached)
    evidence = Evidence("spaces", tuple(range(len(view.clues))), tuple(ranges))
    return findings + found(_NAME, view.line, after, evidence)


def _with_neighbours(view: LineView, ranges: list[Range], finding: Finding) -> Finding:
    """A block's overlap, with the ranges of the neighbours that narrow its own."""
    evidence = finding.evidence
    ((block, _, _),) = evidence.ranges
    assert view.ranges is not None
    alone, beside = view.ranges[block], []
    if block and after_earliest(view, ranges[block - 1]) > alone.start:
        beside.append(ranges[block - 1])
    if block + 1 < len(ranges) and before_latest(view, ranges[block + 1]) < alone.stop:
        beside.append(ranges[block + 1])
    return finding._replace(evidence=evidence._replace(ranges=(*evidence.ranges, *beside)))


def _narrowed(view: LineView) -> list[Range] | None:
    """The ranges after each has been compared with its neighbours."""
    if view.ranges is None:
        return None
    starts, stops = [r.start for r in view.ranges], [r.stop for r in view.ranges]
    clues, gaps = view.clues, view.gaps
    for j, (length, color) in enumerate(clues):
        if j:
            starts[j] = max(starts[j], starts[j - 1] + clues[j - 1].length + gaps[j - 1])
        places = fitting(view.line[color], length) >> starts[j]
        if not places:
            return None
        starts[j] += (places & -places).bit_length() - 1
    for j in range(len(clues) - 1, -1, -1):
        length, color = clues[j]
        if j + 1 < len(clues):
            stops[j] = min(stops[j], stops[j + 1] - clues[j + 1].length - gaps[j])
        places = fitting(view.line[color], length) & bits(0, stops[j] - length + 1)
        if not places:
            return None
        stops[j] = places.bit_length() - 1 + length
        if stops[j] - starts[j] < length:
            return None
    return [Range(j, a, b) for j, (a, b) in enumerate(zip(starts, stops, strict=True))]
