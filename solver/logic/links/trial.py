"""Following an assumption about one cell line by line, and telling what of it matters.

All lines that have changed are solved at once, then those that cross them, and so on: a *level* is
one such round. So the result does not depend on the order of the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import and_
from typing import NamedTuple

from puzzles.model import Clues
from solver.line import LineMasks, solve_line
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction, Trial
from solver.logic.finding import Evidence, members, narrowed, state_at, together
from solver.logic.line.all import FINDERS
from solver.logic.line.failure import why_impossible
from solver.logic.line_view import LineView
from solver.logic.premises import line_premises
from solver.logic.techniques import Technique
from solver.registry import get_engine


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


class TrialRun:
    """An assumption that is followed one level at a time."""

    __slots__ = (
        "_dirty",
        "_engine",
        "_solve_line",
        "_steps",
        "base",
        "board",
        "cell",
        "failed",
        "levels",
        "state",
    )

    def __init__(self, base: LogicBoard, cell: int, state: int, engine: str | None = None) -> None:
        """Assume that a cell has only the colours of ``state``; ``base`` is not changed.

        ``engine``: ``native`` or ``python``, for lines; by default the fastest that is installed.
        """
        self._engine = engine
        self._solve_line = _line_solver(engine)
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
            after = self._solve_line(board.clues[line], before, board.width_of(line))
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
        line = self.failed
        lost: dict[int, int] = {}
        board, empty = self.board, self.base.empty[line]
        masks = line_premises(board.view(line), empty, None, self._engine)
        kept = members(narrowed(empty, masks))
        premises = tuple(board.cell(line, at) for at in kept)
        self._add_lost(lost, line, kept, masks)
        steps = self._needed_steps(lost)
        why = why_impossible(LineView(board.clues[line], masks, board.width_of(line)))
        return Trial(self.cell, self.state, steps, board.name(line), premises, why, self.levels)

    def explained_result(self, lost: Mapping[int, int]) -> Trial:
        """The steps after which cells have none of some colours, by cell (bit sets)."""
        steps = self._needed_steps(dict(lost))
        return Trial(self.cell, self.state, steps, levels=self.levels)

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

    def _needed_steps(self, lost: dict[int, int]) -> tuple[Deduction, ...]:
        """The steps that give what ``lost`` names, each with its least premises."""
        steps: list[Deduction] = []
        for step in reversed(self._steps):
            if isinstance(step, _InnerStep):
                if self._is_needed(lost, step):
                    steps.append(step.deduction)
                continue
            wanted: dict[int, int] = {}
            for at in step.places:
                cell = self.board.cell(step.line, at)
                gone = lost.get(cell, 0) & _lost(step.before, step.after, at)
                if gone:
                    wanted[at] = gone
                    lost[cell] &= ~gone
            if wanted:
                least, kept, masks = _least(self.base, step.line, step.before, wanted, self._engine)
                steps.append(least)
                self._add_lost(lost, step.line, kept, masks)
        return tuple(reversed(steps))

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


def _line_solver(engine: str | None) -> Callable[[Clues, LineMasks, int], LineMasks | None]:
    if get_engine(engine).name == "native":
        from solver.native import solve_line as solve_compiled

        return solve_compiled
    return solve_line


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


def _least(
    base: LogicBoard, line: int, before: LineMasks, wanted: dict[int, int], engine: str | None
) -> tuple[Deduction, list[int], LineMasks]:
    """A step on a line with the least premises, and with the simplest technique."""
    clues, width, empty = base.clues[line], base.width_of(line), base.empty[line]
    gone = _masks_of(wanted, len(before))
    masks = line_premises(LineView(clues, before, width), empty, gone, engine)
    kept = members(narrowed(empty, masks))
    view = LineView(clues, masks, width)
    technique, evidence = Technique.WHOLE_LINE, tuple[Evidence, ...]()
    for name, find in FINDERS.items():
        findings = find(view)
        if findings and not any(map(and_, together(findings), gone)):
            technique, evidence = name, tuple(finding.evidence for finding in findings)
            break
    states = tuple(
        (base.cell(line, at), state_at(before, at) & ~gone) for at, gone in wanted.items()
    )
    premises = tuple(base.cell(line, at) for at in kept)
    step = Deduction(technique, base.name(line), states, evidence, premises)
    return step, kept, masks


def _masks_of(states: Mapping[int, int], colors: int) -> LineMasks:
    """The places with each colour, of the colours at some places (bit sets)."""
    return tuple(
        [sum(1 << at for at, state in states.items() if state >> k & 1) for k in range(colors)]
    )
