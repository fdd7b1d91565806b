"""The techniques on one line that people use: what each finds, why, and what it needs.

The native core does the work (``line_logic.hpp`` has what a technique is, ``premises.hpp`` what it
needs); its evidence is numbers, of which :mod:`solver.logic.reasons` makes sentences.

>>> from puzzles.model import clues
>>> from solver.line import masks_of
>>> view = LineView(clues([3]), masks_of([3, 3, 3, 3], 2), 4)
>>> [finding] = findings(Technique.SIMPLE_BOXES, view)
>>> finding.evidence.ranges, bin(decided(finding.after))
((Range(block=0, start=0, stop=4),), '0b110')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from puzzles.model import Clues
from solver.line import LineMasks, block_starts
from solver.logic.finding import CellSpan, Evidence, Finding, Range, bits, decided
from solver.logic.techniques import Technique
from solver.native import core
from solver.native.conversion import line_for_core, mask_for_core, masks_for_core, masks_of_core

LINE_TECHNIQUES = tuple(technique for technique in Technique if technique.is_of_one_line)
"""The simplest first; the rank is the index."""


class LineView(NamedTuple):
    """A line with what is known of it."""

    clues: Clues
    line: LineMasks
    """For each colour, the cells that may still have it."""
    width: int
    """Cells in the line."""


def findings(technique: Technique, view: LineView) -> list[Finding]:
    """What a technique finds on a line that has a placement; each finding gives something new.

    Raises:
        NonogramError: The native core was not built.
    """
    found = []
    raw = core().line_findings(technique.rank, *_for_core(view))
    for after, told in raw:
        evidence = _evidence(told)
        if technique is Technique.WHOLE_LINE:
            evidence = evidence._replace(ranges=_places(view))
        found.append(Finding(technique, masks_of_core(after), evidence))
    return found


def simplest(view: LineView) -> list[Finding]:
    """The findings of the simplest technique that gives something; empty if none does.

    A line without a placement gives none, or what contradicts it: check that first.
    """
    return next((found for each in LINE_TECHNIQUES if (found := findings(each, view))), [])


def why_impossible(view: LineView, premises: int) -> Evidence:
    """The simplest reason why a line has no placement, see ``line_logic.hpp``.

    Args:
        view: A line without a placement.
        premises: Cells that are enough for that, as a bit set.
    """
    lengths, colors, may, width = _for_core(view)
    told = core().why_impossible(lengths, colors, may, mask_for_core(premises, width), width)
    return _evidence(told)


def technique_premises(
    technique: Technique, view: LineView, empty: LineMasks, after: LineMasks
) -> LineMasks:
    """Keep what a technique needs for a result.

    Cells are forgotten one after the other, from the first to the last one, as long as the same
    still follows.

    Args:
        technique: A technique on one line.
        view: The line.
        empty: The line when nothing is known.
        after: What the technique finds on it, or a part of that.

    Returns:
        The line with the cells that are needed; the others are as in ``empty``.
    """
    lengths, colors, may, width = _for_core(view)
    start, wanted = masks_for_core(empty, width), masks_for_core(after, width)
    kept = core().technique_premises(technique.rank, lengths, colors, may, start, wanted, width)
    return masks_of_core(kept)


def line_premises(view: LineView, empty: LineMasks, gone: LineMasks | None) -> LineMasks:
    """Keep what all placements together need for a result; see :func:`technique_premises`.

    Args:
        view: The line.
        empty: The line when nothing is known.
        gone: For each colour the cells that are shown not to have it; ``None``: it is shown that no
            placement fits.
    """
    lengths, colors, may, width = _for_core(view)
    wanted = None if gone is None else masks_for_core(gone, width)
    kept = core().line_premises(lengths, colors, may, masks_for_core(empty, width), wanted, width)
    return masks_of_core(kept)


def shown_evidence(view: LineView, told: Iterable[Finding]) -> tuple[Evidence, ...]:
    """The evidence of findings as a person reads it beside the line.

    Techniques look at walls, and at lengths alone, so a range may end where the block would touch a
    run that is longer than it. Nobody would draw it there: the range is told without such ends.
    """
    return tuple(_shown(view, finding.evidence) for finding in told)


def _shown(view: LineView, evidence: Evidence) -> Evidence:
    if evidence.kind != "overlap":
        return evidence._replace(ranges=tuple(_drawn(view, r) for r in evidence.ranges))
    (block, start, stop), *beside = evidence.ranges
    neighbours = [_drawn(view, place) for place in beside]
    for place in neighbours:
        length = view.clues[place.block].length + _gap(view.clues, block, place.block)
        if place.block < block:
            start = max(start, place.start + length)
        else:
            stop = min(stop, place.stop - length)
    return evidence._replace(ranges=(_drawn(view, Range(block, start, stop)), *neighbours))


def _gap(clues: Clues, block: int, neighbour: int) -> int:
    """The cells that must lie between two blocks beside each other: 0 or 1."""
    return int(clues[block].color == clues[neighbour].color)


def _drawn(view: LineView, place: Range) -> Range:
    length = view.clues[place.block].length
    known = decided(view.line)
    starts = range(place.start, place.stop - length + 1)
    first = next(at for at in starts if _can_be_drawn(view, known, place.block, at))
    last = next(at for at in reversed(starts) if _can_be_drawn(view, known, place.block, at))
    return Range(place.block, first, last + length)


def _can_be_drawn(view: LineView, known: int, block: int, start: int) -> bool:
    """Whether a block can be at a place, by the cells there and those beside it."""
    length, color = view.clues[block]
    inside = bits(start, start + length)
    beside = (inside << 1 | inside >> 1) & ~inside
    return not inside & ~view.line[color] and not beside & view.line[color] & known


def _places(view: LineView) -> tuple[Range, ...]:
    """Where each block can be, exactly."""
    starts = block_starts(*view)
    assert starts is not None, "the line has a placement"
    return tuple(
        Range(j, (places & -places).bit_length() - 1, places.bit_length() - 1 + clue.length)
        for j, (places, clue) in enumerate(zip(starts, view.clues, strict=True))
    )


def _for_core(view: LineView) -> tuple[list[int], list[int], list[bytes], int]:
    return *line_for_core(view.clues), masks_for_core(view.line, view.width), view.width


def _evidence(told: Sequence[Any]) -> Evidence:
    kind, blocks, ranges, runs, gap, color = told
    return Evidence(
        kind,
        tuple(blocks),
        tuple(Range(*each) for each in ranges),
        tuple(CellSpan(*each) for each in runs),
        None if gap is None else CellSpan(*gap),
        color,
    )
