"""What a technique found on one line: the new state of its cells, and the reason as data."""

from __future__ import annotations

from collections.abc import Sequence
from operator import and_
from typing import NamedTuple

from puzzles.model import BACKGROUND
from solver.line import LineMasks
from solver.logic.techniques import Technique


class CellSpan(NamedTuple):
    """Neighbouring cells of a line."""

    start: int
    """The first cell, 0-based."""
    stop: int
    """The cell after the last one."""


class Range(NamedTuple):
    """Where the block of a clue can be."""

    block: int
    """The clue's index in the line."""
    start: int
    """The first cell that it can cover."""
    stop: int
    """The cell after the last one that it can cover."""


class Evidence(NamedTuple):
    """What a deduction uses; which parts are given depends on the technique."""

    kind: str = ""
    """The case of the technique, see its file."""
    blocks: tuple[int, ...] = ()
    """Clues by index: those that the deduction is about."""
    ranges: tuple[Range, ...] = ()
    """Where these blocks can be; both ends are placements of the block. Of block ranges, a block's
    own is followed by those of its neighbours that end it."""
    runs: tuple[CellSpan, ...] = ()
    """The shaded runs that were used."""
    gap: CellSpan | None = None
    """The free cells between two walls that were used."""
    color: int = 1
    """The colour it is about, as an index into the palette."""


class Finding(NamedTuple):
    """One deduction of one technique on one line."""

    technique: Technique
    after: LineMasks
    """The line afterwards."""
    evidence: Evidence


def shaded(line: LineMasks, color: int, cells: int) -> LineMasks:
    """The line after cells (a bit set) got a colour; their other colours are gone."""
    return tuple([mask if k == color else mask & ~cells for k, mask in enumerate(line)])


def without(line: LineMasks, color: int, cells: int) -> LineMasks:
    """The line after cells (a bit set) lost a colour."""
    return tuple([mask & ~cells if k == color else mask for k, mask in enumerate(line)])


def blank(line: LineMasks, cells: int) -> LineMasks:
    """The line after cells (a bit set) became background."""
    return shaded(line, BACKGROUND, cells)


def merged(first: LineMasks, second: LineMasks) -> LineMasks:
    """What is left of both."""
    return tuple([a & b for a, b in zip(first, second, strict=True)])


def bits(start: int, stop: int) -> int:
    """The bit set of the cells from ``start`` to ``stop - 1``; empty if there are none.

    >>> bin(bits(1, 3))
    '0b110'
    """
    return (1 << stop) - (1 << start) if stop > start else 0


def members(bit_set: int) -> list[int]:
    """The cells, or the colours, of a bit set in order.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found = []
    while bit_set:
        found.append((bit_set & -bit_set).bit_length() - 1)
        bit_set &= bit_set - 1
    return found


def narrowed(before: LineMasks, after: LineMasks) -> int:
    """The bit set of the cells that have lost a colour.

    >>> bin(narrowed((0b111, 0b111), (0b101, 0b110)))
    '0b11'
    """
    cells = 0
    for a, b in zip(before, after, strict=True):
        cells |= a & ~b
    return cells


def state_at(line: LineMasks, at: int) -> int:
    """The colours that a cell may have, as a bit set."""
    return sum(1 << k for k, mask in enumerate(line) if mask >> at & 1)


def forgotten(line: LineMasks, empty: LineMasks, cells: int) -> LineMasks:
    """The line with cells (a bit set) as they are on the empty board."""
    return tuple([now | cells & start for now, start in zip(line, empty, strict=True)])


def decided(line: LineMasks) -> int:
    """The bit set of the cells that have one colour left."""
    once = more = 0
    for mask in line:
        more |= once & mask
        once |= mask
    return once & ~more


def found(
    technique: Technique, before: LineMasks, after: LineMasks, evidence: Evidence
) -> list[Finding]:
    """The finding as a list; empty if it gives nothing new."""
    return [Finding(technique, after, evidence)] if after != before else []


def needed(findings: Sequence[Finding], wanted: LineMasks) -> list[Finding]:
    """The findings without those that a result does not need.

    Args:
        findings: What one technique found on one line.
        wanted: For each colour the cells that lose it; the findings take them all.
    """
    kept = [f for f in findings if _takes(f, wanted)]
    for finding in reversed(kept):
        others = [f for f in kept if f is not finding]
        if others and not any(map(and_, together(others), wanted)):
            kept = others
    return kept


def _takes(finding: Finding, wanted: LineMasks) -> bool:
    return any(gone & ~left for gone, left in zip(wanted, finding.after, strict=True))


def together(findings: Sequence[Finding]) -> LineMasks:
    """The line after all of some findings."""
    after = findings[0].after
    for finding in findings[1:]:
        after = merged(after, finding.after)
    return after
