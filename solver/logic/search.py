"""The simplest deductions on one line each, kept up to date while a board changes."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.contracts import ShouldStop, never
from puzzles.model import Clues, Line
from puzzles.words import worded
from solver.line import LineMasks, solve_line
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.finding import (
    Finding,
    decided,
    forgotten,
    members,
    merged,
    narrowed,
    state_at,
)
from solver.logic.line.all import FINDERS, simplest
from solver.logic.line_view import LineView
from solver.logic.techniques import Technique

_DECIDED_WEIGHT = 1000
"""A decided cell counts as much as this number of colours that cells lose."""


class ContradictionError(Exception):
    """A line of the board cannot be completed."""

    def __init__(self, line: Line) -> None:
        super().__init__(worded("{line} cannot be completed", line=line))
        self.line = line


LineMemory = dict[tuple[Clues, LineMasks, int], list[Finding]]
"""What lines offer, by clues, masks and width: pays where many similar boards are searched."""
MAX_REMEMBERED = 1 << 14
"""Entries at which a memory is emptied: about 15 MB."""


class LineSearch:
    """What each line of a board offers by its simplest technique.

    Raises:
        ContradictionError: By every method, if a line cannot be completed.
    """

    def __init__(
        self,
        board: LogicBoard,
        should_stop: ShouldStop = never,
        memory: LineMemory | None = None,
    ) -> None:
        """Look at all lines when first asked; ``board`` is changed by :meth:`apply`.

        Args:
            board: What is known.
            should_stop: Once it is true, the lines that were not looked at yet offer nothing.
            memory: Is read and written; the results are the same without it.
        """
        self.board = board
        self._should_stop = should_stop
        self._memory = memory
        self._stale = set(range(len(board.lines)))
        self._offers: dict[int, list[Finding]] = {}

    def offers(self) -> dict[int, list[Finding]]:
        """For each line that gives something, the findings of its simplest technique."""
        for line in sorted(self._stale):
            if self._should_stop():
                break
            findings = self._look(line)
            self._stale.discard(line)
            if findings:
                self._offers[line] = findings
            else:
                self._offers.pop(line, None)
        return self._offers

    def _look(self, line: int) -> list[Finding]:
        if self._memory is None:
            return self._look_anew(line)
        board = self.board
        key = board.clues[line], board.lines[line], board.width_of(line)
        findings = self._memory.get(key)
        if findings is None:
            if len(self._memory) >= MAX_REMEMBERED:
                self._memory.clear()
            findings = self._memory[key] = self._look_anew(line)
        return findings

    def _look_anew(self, line: int) -> list[Finding]:
        board = self.board
        masks, clues, width = board.lines[line], board.clues[line], board.width_of(line)
        exact = solve_line(clues, masks, width)
        if exact is None:
            raise ContradictionError(board.name(line))
        if exact == masks:
            return []
        return simplest(LineView(clues, masks, width))

    def simplest(self) -> tuple[Technique, list[int]] | None:
        """The simplest technique that some line offers, and these lines; ``None`` if none does."""
        offers = self.offers()
        if not offers:
            return None
        technique = min((f[0].technique for f in offers.values()), key=lambda t: t.rank)
        return technique, [k for k in sorted(offers) if offers[k][0].technique is technique]

    def best(self) -> tuple[int, list[Finding]] | None:
        """The line on which the simplest technique gives most, with its findings."""
        found = self.simplest()
        if found is None:
            return None
        offers = self.offers()
        line = max(found[1], key=lambda k: (self._gain(k, offers[k]), -k))
        return line, offers[line]

    def _gain(self, line: int, findings: Sequence[Finding]) -> int:
        """How much a line gives: decided cells, and far less for colours that cells lose."""
        before, after = self.board.lines[line], together(findings)
        count = (decided(after) & ~decided(before)).bit_count()
        lost = sum((a & ~b).bit_count() for a, b in zip(before, after, strict=True))
        return _DECIDED_WEIGHT * count + lost

    def apply(self, line: int, after: LineMasks) -> None:
        """Change a line of the board."""
        for at in self.board.narrow(line, after):
            self._stale.add(self.board.crossing(line, at)[0])
        self._stale.add(line)

    def set_state(self, cell: int, state: int) -> None:
        """Leave a cell of the board only the colours of a bit set."""
        self.board.set_state(cell, state)
        row, column = divmod(cell, self.board.width)
        self._stale |= {row, self.board.height + column}


def together(findings: Sequence[Finding]) -> LineMasks:
    """The line after all of some findings."""
    after = findings[0].after
    for finding in findings[1:]:
        after = merged(after, finding.after)
    return after


def deduction_of(board: LogicBoard, line: int, findings: Sequence[Finding]) -> Deduction:
    """The findings on a line as one deduction with the premises that it needs.

    Premises are left out one after the other, as long as the technique still finds the same. The
    evidence is that of the line as it is: a player would not understand a block's range that covers
    blank cells, although they are not needed.
    """
    before, after = board.lines[line], together(findings)
    after = merged(before, after)
    technique = findings[0].technique
    kept, found = _needed(board, line, technique, after)
    places = members(narrowed(before, after))
    states = tuple((board.cell(line, at), state_at(after, at)) for at in places)
    premises = tuple(board.cell(line, at) for at in kept)
    evidence = tuple(finding.evidence for finding in found)
    return Deduction(technique, board.name(line), states, evidence, premises)


def _needed(
    board: LogicBoard, line: int, technique: Technique, after: LineMasks
) -> tuple[list[int], list[Finding]]:
    """The places that the technique needs for a result, and what it finds on the whole line."""
    clues, width, find = board.clues[line], board.width_of(line), FINDERS[technique]
    masks, empty = board.lines[line], board.empty[line]
    changed = narrowed(masks, after)

    def findings(line_masks: LineMasks) -> list[Finding] | None:
        """What shows the whole result, or ``None``."""
        found, left = [], line_masks
        for finding in find(LineView(clues, line_masks, width)):
            if narrowed(line_masks, finding.after) & changed:
                found.append(finding)
                left = merged(left, finding.after)
        is_shown = not narrowed(left, after) & changed
        return found if is_shown else None

    shown = findings(masks)
    assert shown is not None, "the technique found it"
    kept = members(narrowed(empty, masks))
    is_smaller = True
    while is_smaller:  # a technique may find more with fewer cells, so once is not enough
        is_smaller = False
        for at in tuple(kept):
            less = forgotten(masks, empty, 1 << at)
            if findings(less) is not None:
                masks, is_smaller = less, True
                kept.remove(at)
    return kept, shown
