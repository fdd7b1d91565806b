"""What one line gives in a trial, told by techniques on the line as it is shown.

One technique may give all that is wanted. If it is a hard one, simpler ones may give it together:
a run that grows to its whole block, then the blank cells around it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solver.line import LineMasks
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.finding import Evidence, Finding, members, narrowed, needed, state_at, together
from solver.logic.line_techniques import (
    LINE_TECHNIQUES,
    findings,
    line_premises,
    shown_evidence,
)
from solver.logic.techniques import Technique

_HARD = Technique.BLOCK_RANGES
"""From this technique on, simpler ones together are easier to follow."""
_SIMPLE = [technique for technique in LINE_TECHNIQUES if technique.rank < _HARD.rank]


def line_steps(
    board: LogicBoard,
    line: int,
    wanted: Mapping[int, int],
    premises: tuple[int, ...],
) -> list[Deduction]:
    """The steps on a line that take colours from its cells; none if they are gone already.

    Args:
        board: What is shown; the line can be completed.
        line: The number of the line.
        wanted: By place in the line, the colours that are to be lost: they are lost in every
            placement.
        premises: The cells of the line that are enough for it.
    """
    view = board.view(line)
    gone = _left(wanted, view.line)
    if not any(gone):
        return []
    for technique in LINE_TECHNIQUES:
        found = findings(technique, view)
        if found and not any(a & b for a, b in zip(together(found), gone, strict=True)):
            break
    else:
        technique, found = Technique.WHOLE_LINE, []
    if technique.rank >= _HARD.rank:
        parts = _simple_steps(board.copy(), line, wanted)
        if parts:
            return parts
    return [_told(board, line, technique, found, gone, premises)]


def _simple_steps(board: LogicBoard, line: int, wanted: Mapping[int, int]) -> list[Deduction]:
    """Steps by simple techniques that give all of it, or none. Changes the board."""
    steps: list[Deduction] = []
    while any(gone := _left(wanted, board.lines[line])):
        for technique in _SIMPLE:
            view = board.view(line)
            found = findings(technique, view)
            after = together(found) if found else view.line
            part = tuple(a & ~b for a, b in zip(gone, after, strict=True))
            if any(part):
                break
        else:
            return []
        empty = board.empty[line]
        least = line_premises(view, empty, part)
        premises = tuple(board.cell(line, at) for at in members(narrowed(empty, least)))
        steps.append(_told(board, line, technique, found, part, premises))
        for cell, state in steps[-1].states:
            board.set_state(cell, state)
    return steps


def _told(
    board: LogicBoard,
    line: int,
    technique: Technique,
    found: Sequence[Finding],
    gone: LineMasks,
    premises: tuple[int, ...],
) -> Deduction:
    view = board.view(line)
    cells = [(board.cell(line, at), at) for at in members(_any(gone))]
    states = tuple((cell, state_at(view.line, at) & ~state_at(gone, at)) for cell, at in cells)
    lost = tuple((cell, state_at(gone, at)) for cell, at in cells)
    evidence: tuple[Evidence, ...] = shown_evidence(view, needed(found, gone)) if found else ()
    return Deduction(technique, board.name(line), states, lost, evidence, premises)


def _left(wanted: Mapping[int, int], line: LineMasks) -> LineMasks:
    """What is wanted and not yet gone, by colour."""
    return tuple(a & b for a, b in zip(masks_at(wanted, len(line)), line, strict=True))


def _any(masks: LineMasks) -> int:
    cells = 0
    for mask in masks:
        cells |= mask
    return cells


def masks_at(states: Mapping[int, int], colors: int) -> LineMasks:
    """The places with each colour, of the colours at some places (bit sets)."""
    return tuple(
        [sum(1 << at for at, state in states.items() if state >> k & 1) for k in range(colors)]
    )
