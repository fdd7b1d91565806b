"""Following an assumption about one cell line by line, and telling what of it matters.

All lines that have changed are solved at once, then those that cross them, and so on: a *level* is
one such round. So the result does not depend on the order of the lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from solver.line import LineMasks
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction, Trial
from solver.logic.finding import members, narrowed, state_at
from solver.logic.line_techniques import LineView, line_premises, why_impossible
from solver.logic.links.line_steps import line_steps, masks_at
from solver.native import solve_line


class _LineStep(NamedTuple):
    """What a line gave in one level."""

    line: int
    before: LineMasks
    after: LineMasks

    @property
    def places(self) -> list[int]:
        """Where it changed."""
        return members(narrowed(self.before, self.after))


class _InnerStep(NamedTuple):
    """What a trial within this one gave."""

    deduction: Deduction
    board: LogicBoard
    """The board before it."""


class _NeededStep(NamedTuple):
    """A step of a trial that its end needs."""

    number: int
    """Which of the steps, from 0."""
    wanted: Mapping[int, int] = MappingProxyType({})
    """By place in the line, the colours whose loss is needed."""
    premises: tuple[int, ...] = ()
    """The cells of the line that are enough for it."""


class _Told(NamedTuple):
    """Steps as they are told."""

    steps: tuple[Deduction, ...]
    board: LogicBoard
    """What is shown after them."""
    failed: tuple[int, int] | None
    """A line that cannot be completed after them, and the step that was to be made on it."""


class TrialRun:
    """An assumption that is followed one level at a time."""

    __slots__ = (
        "_dirty",
        "_steps",
        "base",
        "board",
        "cell",
        "failed",
        "levels",
        "state",
    )

    def __init__(self, base: LogicBoard, cell: int, state: int) -> None:
        """Assume that a cell has only the colours of ``state``; ``base`` is not changed."""
        self.base = base
        self.cell = cell
        self.state = state
        self.board = base.copy()
        self.board.set_state(cell, state)
        row, column = divmod(cell, base.width)
        self._dirty = {row, base.height + column}
        self._steps: list[_LineStep | _InnerStep] = []
        self.levels = 0
        """The levels so far."""
        self.failed: int | None = None
        """The number of a line that cannot be completed."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more follows."""
        return self.failed is not None or not self._dirty

    def advance(self) -> None:
        """Follow one level more."""
        board, results = self.board, []
        self.levels += 1
        for line in sorted(self._dirty):
            before = board.lines[line]
            after = self._solved(board, line)
            if after is None:
                self.failed = line
                return
            if after != before:
                results.append((line, before, after))
        self._dirty.clear()
        for line, before, after in results:
            self._steps.append(_LineStep(line, before, after))
            for at in board.narrow(line, after):
                self._dirty.add(board.crossing(line, at)[0])

    def _solved(self, board: LogicBoard, line: int) -> LineMasks | None:
        return solve_line(board.clues[line], board.lines[line], board.width_of(line))

    def follow(self, levels: int) -> None:
        """Follow it to that number of levels in all, or to its end."""
        while self.levels < levels and not self.is_over:
            self.advance()

    def changed(self) -> dict[int, int]:
        """The cells that differ from the start, the assumed one included, with their states."""
        cells = {self.cell}
        for step in self._steps:
            if isinstance(step, _LineStep):
                cells |= {self.board.cell(step.line, at) for at in step.places}
            else:
                cells |= {cell for cell, _ in step.deduction.states}
        return {cell: self.board.state(cell) for cell in cells}

    def take(self, deduction: Deduction) -> None:
        """Go on with what a trial within this one has shown."""
        self._steps.append(_InnerStep(deduction, self.board.copy()))
        for cell, state in deduction.states:
            self.board.set_state(cell, state)
            row, column = divmod(cell, self.base.width)
            self._dirty |= {row, self.base.height + column}

    # What matters

    def explained_failure(self) -> Trial:
        """The contradiction with the steps that it needs."""
        assert self.failed is not None
        return self._explained_failure(self.failed, self.board, len(self._steps))

    def _explained_failure(self, number: int, board: LogicBoard, end: int) -> Trial:
        """``number``: a line that cannot be completed on the board of the steps before ``end``."""
        while True:
            empty = self.base.empty[number]
            masks = line_premises(board.view(number), empty, None)
            needed_cells = narrowed(empty, masks)
            kept = members(needed_cells)
            lost: dict[int, int] = {}
            self._add_lost(lost, number, kept, masks)
            told = self._told(self._needed_steps(lost, end))
            if told.failed is None:
                break
            (number, end), board = told.failed, told.board  # what is told fails earlier
        premises = tuple(board.cell(number, at) for at in kept)
        why = why_impossible(told.board.view(number), needed_cells)
        line = board.name(number)
        return Trial(self.cell, self.state, told.steps, line, premises, why, self.levels)

    def explained_result(self, lost: Mapping[int, int]) -> Trial:
        """The steps after which cells have none of some colours, by cell (bit sets).

        If lines of the last level contradict each other, the trial ends with that.
        """
        told = self._told(self._needed_steps(dict(lost), len(self._steps)))
        if told.failed is not None:
            line, end = told.failed
            return self._explained_failure(line, told.board, end)
        return Trial(self.cell, self.state, told.steps, levels=self.levels)

    def _told(self, needed_steps: Sequence[_NeededStep]) -> _Told:
        """Make the needed steps one after the other; each is told by what is shown before it."""
        board = self.base.copy()
        board.set_state(self.cell, self.state)
        steps: list[Deduction] = []
        for number, wanted, premises in needed_steps:
            step = self._steps[number]
            if isinstance(step, _InnerStep):
                deductions = [step.deduction]
            elif self._solved(board, step.line) is None:
                return _Told(tuple(steps), board, (step.line, number))
            else:
                deductions = line_steps(board, step.line, wanted, premises)
            steps += deductions
            for cell, state in (each for deduction in deductions for each in deduction.states):
                board.set_state(cell, board.state(cell) & state)
        return _Told(tuple(steps), board, None)

    def _add_lost(
        self, lost: dict[int, int], line: int, places: list[int], masks: LineMasks
    ) -> None:
        """Note the colours that cells have lost since the start, which needs a reason."""
        before = self.base.lines[line]
        for at in places:
            gone = _lost(before, masks, at)
            cell = self.board.cell(line, at)
            if gone and cell != self.cell:
                lost[cell] = lost.get(cell, 0) | gone

    def _needed_steps(self, lost: dict[int, int], end: int) -> list[_NeededStep]:
        """Of the steps before ``end`` those that give what ``lost`` names, in order."""
        needed_steps: list[_NeededStep] = []
        for number in range(end - 1, -1, -1):
            step = self._steps[number]
            if isinstance(step, _InnerStep):
                if self._is_needed(lost, step):
                    needed_steps.append(_NeededStep(number))
                continue
            wanted: dict[int, int] = {}
            for at in step.places:
                cell = self.board.cell(step.line, at)
                gone = lost.get(cell, 0) & _lost(step.before, step.after, at)
                if gone:
                    wanted[at] = gone
                    lost[cell] &= ~gone
            if wanted:
                line, empty = step.line, self.base.empty[step.line]
                view = LineView(self.base.clues[line], step.before, self.base.width_of(line))
                masks = line_premises(view, empty, masks_at(wanted, len(empty)))
                kept = members(narrowed(empty, masks))
                cells = tuple(self.base.cell(line, at) for at in kept)
                needed_steps.append(_NeededStep(number, wanted, cells))
                self._add_lost(lost, line, kept, masks)
        return needed_steps[::-1]

    def _is_needed(self, lost: dict[int, int], step: _InnerStep) -> bool:
        """Whether a trial within this one is needed; notes what it needs itself."""
        is_needed = False
        for cell, state in step.deduction.states:
            gone = lost.get(cell, 0) & ~state
            if gone:
                lost[cell] &= ~gone
                is_needed = True
        if is_needed:
            for cell in _premises(step.deduction) - {self.cell}:
                gone = self.base.state(cell) & ~step.board.state(cell)
                if gone:
                    lost[cell] = lost.get(cell, 0) | gone
        return is_needed


def _premises(deduction: Deduction) -> set[int]:
    """All cells that a deduction or a trial in it uses."""
    cells = set(deduction.premises)
    for trial in deduction.trials:
        cells |= set(trial.premises)
        for step in trial.steps:
            cells |= _premises(step)
    return cells


def _lost(before: LineMasks, after: LineMasks, at: int) -> int:
    """The colours that a place has lost, as a bit set."""
    return state_at(before, at) & ~state_at(after, at)
