"""Gap too small: no block that could reach the cells between two walls fits between them."""

from __future__ import annotations

from collections.abc import Sequence

from solver.logic.finding import Evidence, Finding, Span, bits, found, without
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique


def find(view: LineView) -> list[Finding]:
    """See the module."""
    lefts, rights = view.lefts, view.rights
    if lefts is None or rights is None:
        return []
    findings = []
    for color in range(1, len(view.line)):
        for gap in _gaps(view.line[color]):
            blocks = _reaching(view, gap, color, lefts, rights)
            if not blocks:  # by counting alone: a person sees that it is too small for these
                first, last = _counted(view)
                blocks = _reaching(view, gap, color, first, last)
            lengths = [view.clues[j].length for j in blocks]
            if lengths and min(lengths) > gap.stop - gap.start:
                after = without(view.line, color, bits(*gap))
                evidence = Evidence("", blocks, gap=gap, color=color)
                findings += found(Technique.GAP_TOO_SMALL, view.line, after, evidence)
    return findings


def _reaching(
    view: LineView, gap: Span, color: int, lefts: Sequence[int], rights: Sequence[int]
) -> tuple[int, ...]:
    """The blocks of a colour that can cover a cell of the gap, by their first and last starts."""
    return tuple(
        j
        for j, clue in enumerate(view.clues)
        if clue.color == color and lefts[j] < gap.stop and rights[j] + clue.length > gap.start
    )


def _counted(view: LineView) -> tuple[list[int], list[int]]:
    """The first and last start of each block in an empty line."""
    starts, at = [], 0
    for clue, gap in zip(view.clues, view.gaps, strict=True):
        starts.append(at)
        at += clue.length + gap
    return starts, [start + view.width - at for start in starts]


def _gaps(cells: int) -> list[Span]:
    """The parts of a bit set without holes."""
    gaps, at = [], 0
    while cells:
        skipped = (cells & -cells).bit_length() - 1
        cells >>= skipped
        at += skipped
        length = (~cells & cells + 1).bit_length() - 1
        gaps.append(Span(at, at + length))
        cells >>= length
        at += length
    return gaps
