"""The evidence of findings as a person reads it beside the line.

Techniques look at walls, and at lengths alone, so a range may end where the block would touch a run
that is longer than it. Nobody would draw it there: the range is told without such ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from solver.logic.finding import Evidence, Finding, Range, bits
from solver.logic.line_view import LineView, after_earliest, before_latest


def evidence_of(view: LineView, findings: Iterable[Finding]) -> tuple[Evidence, ...]:
    """The evidence of each finding; both ends of a range can be drawn on the line."""
    return tuple(_shown(view, finding.evidence) for finding in findings)


def _shown(view: LineView, evidence: Evidence) -> Evidence:
    if evidence.kind != "overlap":
        return evidence._replace(ranges=tuple(_drawn(view, r) for r in evidence.ranges))
    (block, start, stop), *beside = evidence.ranges
    neighbours = [_drawn(view, place) for place in beside]
    for place in neighbours:
        if place.block < block:
            start = max(start, after_earliest(view, place))
        else:
            stop = min(stop, before_latest(view, place))
    return evidence._replace(ranges=(_drawn(view, Range(block, start, stop)), *neighbours))


def _drawn(view: LineView, place: Range) -> Range:
    length = view.clues[place.block].length
    starts = range(place.start, place.stop - length + 1)
    first = next(at for at in starts if _can_be_drawn(view, place.block, at))
    last = next(at for at in reversed(starts) if _can_be_drawn(view, place.block, at))
    return Range(place.block, first, last + length)


def _can_be_drawn(view: LineView, block: int, start: int) -> bool:
    """Whether a block can be at a place, by the cells there and those beside it."""
    length, color = view.clues[block]
    inside = bits(start, start + length)
    beside = (inside << 1 | inside >> 1) & ~inside
    return not inside & ~view.line[color] and not beside & view.owned[color]
