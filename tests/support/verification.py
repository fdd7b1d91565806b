"""Checks deductions: each follows from its premises, and its reasons agree with the board.

An independent judge for tests and benchmarks. That a deduction follows is checked by the exact line
solver alone. What its reasons name (ranges, runs, gaps) is compared with the cells that are shown
where it is told: those of the board, of the assumption, and of the steps before it.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.model import Line
from solver.line import LineMasks, block_starts, solve_line
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction, Trial
from solver.logic.finding import CellSpan, Evidence, Range, forgotten, members, state_at
from solver.logic.techniques import Technique


def problem_of(board: LogicBoard, step: Deduction) -> str:
    """What is wrong with a deduction on a board; empty if nothing is.

    Trials beyond those that are explained step by step are not checked.
    """
    return _problem_of(board, step, is_told=True)


def _problem_of(board: LogicBoard, step: Deduction, *, is_told: bool) -> str:
    """``is_told``: whether its reasons are told; those of trials within trials are not."""
    if step.line is not None:
        if not follows(board, step, step.premises):
            return f"{step.line}: {step.technique.id} does not follow from its premises"
        return _problem_of_reasons(board, step) if is_told else ""
    is_two_way = step.technique is Technique.TWO_WAY
    for trial in step.trials:
        if problem := _problem_of_trial(board, step, trial, is_told):
            return problem
    if is_two_way:
        return _problem_of_cases(board, step)
    ((cell, state),) = step.states
    gone = board.state(cell) & ~state
    is_told = step.trials[0].cell == cell and step.trials[0].state == gone
    return "" if is_told else "the trial is about another cell or colour"


def _problem_of_cases(board: LogicBoard, step: Deduction) -> str:
    """Whether the trials of a two-way lookahead are all cases of one cell."""
    together = 0
    for trial in step.trials:
        together |= trial.state
    cells = {trial.cell for trial in step.trials}
    is_all = len(cells) == 1 and together == board.state(step.trials[0].cell)
    return "" if is_all else "the two-way lookahead does not try every case"


def _problem_of_trial(base: LogicBoard, whole: Deduction, trial: Trial, is_told: bool) -> str:
    """Follow the steps of a trial to its end, or to the states of cells that it shows."""
    goals = whole.states if whole.technique is Technique.TWO_WAY else ()
    board = base.copy()
    board.set_state(trial.cell, trial.state)
    for step in trial.steps:
        if problem := _problem_of(board, step, is_told=is_told and step.line is not None):
            return f"in a trial: {problem}"
        for cell, state in step.states:
            board.set_state(cell, board.state(cell) & state)
    if trial.contradiction is not None:
        left = known_only(board, trial.contradiction, trial.premises)
        number = board.number(trial.contradiction)
        is_wrong = solve_line(board.clues[number], left, board.width_of(number)) is None
        if not is_wrong:
            return f"{trial.contradiction} is no contradiction"
        shown = _ShownLine(board, trial.contradiction)
        return shown.problem_of_failure(trial.failure) if is_told else ""
    if goals:
        is_shown = not any(board.state(cell) & ~state for cell, state in goals)
        return "" if is_shown else "a trial does not lead to the result"
    return "" if trial.trials else "a trial has no end"


def follows(board: LogicBoard, step: Deduction, premises: Iterable[int]) -> bool:
    """Whether a deduction on one line follows if only some cells of it are known."""
    assert step.line is not None
    number = board.number(step.line)
    width = board.width_of(number)
    after = solve_line(board.clues[number], known_only(board, step.line, premises), width)
    places = {board.cell(number, at): at for at in range(width)}
    return after is None or not any(
        state_at(after, places[cell]) & board.state(cell) & ~state for cell, state in step.states
    )


def known_only(board: LogicBoard, line: Line, cells: Iterable[int]) -> LineMasks:
    """A line of which only some cells are known."""
    number, kept = board.number(line), set(cells)
    places = range(board.width_of(number))
    unknown = sum(1 << at for at in places if board.cell(number, at) not in kept)
    return forgotten(board.lines[number], board.empty[number], unknown)


# Reasons


def _problem_of_reasons(board: LogicBoard, step: Deduction) -> str:
    """What is wrong with the reasons of a deduction on one line, as it is shown."""
    assert step.line is not None
    shown = _ShownLine(board, step.line)
    places = [cell if not step.line.is_column else cell // board.width for cell, _ in step.states]
    if not step.line.is_column:
        places = [cell % board.width for cell in places]
    for evidence in step.evidence:
        problem = shown.problem_of(evidence)
        if not problem and not shown.is_about(step.technique, evidence, set(places)):
            problem = f"{evidence} is not about the conclusion"
        if problem:
            return f"{step.line}, {step.technique.id}: {problem}"
    return ""


class _ShownLine:
    """A line as it is shown, against which reasons are held."""

    def __init__(self, board: LogicBoard, line: Line) -> None:
        number = board.number(line)
        self.clues, self.masks = board.clues[number], board.lines[number]
        self.width = board.width_of(number)

    def _may(self, at: int, color: int) -> bool:
        """Whether a cell may have a colour; those beyond the edge may not."""
        return 0 <= at < self.width and bool(self.masks[color] >> at & 1)

    def _has(self, at: int, color: int) -> bool:
        return self._may(at, color) and state_at(self.masks, at) == 1 << color

    def problem_of(self, evidence: Evidence) -> str:
        """What the cells that are shown refute; empty if nothing."""
        starts = block_starts(self.clues, self.masks, self.width)
        if starts is None:
            return "the line cannot be completed"
        for place in evidence.ranges:
            length = self.clues[place.block].length
            first, last = members(starts[place.block])[0], members(starts[place.block])[-1]
            if not (place.start <= first and last + length <= place.stop):
                return f"{place} is not all of the block's range"
            if not (self._fits(place, place.start) and self._fits(place, place.stop - length)):
                return f"{place} ends where the block does not fit"
        runs = self._problem_of_runs(evidence.runs, [evidence.color])
        return runs or self._problem_of_gap(evidence)

    def _fits(self, place: Range, start: int) -> bool:
        """Whether a block of a range can be drawn at a place, by the cells there and beside it."""
        length, color = self.clues[place.block]
        stop = start + length
        is_free = all(self._may(at, color) for at in range(start, stop))
        return is_free and not self._has(start - 1, color) and not self._has(stop, color)

    def _problem_of_runs(self, runs: Iterable[CellSpan], colors: Iterable[int]) -> str:
        """Whether each run is a whole one of one of the colours."""
        for run in runs:
            if not any(self._is_run(run, color) for color in colors):
                return f"{run} is no run"
        return ""

    def _is_run(self, run: CellSpan, color: int) -> bool:
        is_whole = not self._has(run.start - 1, color) and not self._has(run.stop, color)
        return is_whole and all(self._has(at, color) for at in range(*run))

    def _problem_of_gap(self, evidence: Evidence) -> str:
        """A gap lies between walls, as far as it is not told from a run."""
        gap, color = evidence.gap, evidence.color
        if gap is None or evidence.kind in ("full", "room"):
            return ""
        walls = {"after": (gap.start - 1,), "before": (gap.stop,)}
        if any(self._may(at, color) for at in walls.get(evidence.kind, (gap.start - 1, gap.stop))):
            return f"there is no wall beside {gap}"
        is_free = all(self._may(at, color) for at in range(*gap))
        return "" if is_free else f"there is a wall in {gap}"

    def is_about(self, technique: Technique, evidence: Evidence, places: set[int]) -> bool:
        """Whether a reason is about some of the cells that are concluded."""
        match technique:
            case Technique.SIMPLE_BOXES | Technique.FORCING:
                return bool(places & self._covered(evidence.ranges[0]))
            case Technique.BLOCK_RANGES if evidence.kind == "overlap":
                return bool(places & self._covered(evidence.ranges[0]))
            case Technique.COMPLETE_BLOCK:
                ((start, stop),) = evidence.runs
                return bool(places & {start - 1, stop})
            case Technique.GAP_TOO_SMALL:
                assert evidence.gap is not None
                return bool(places & set(range(*evidence.gap)))
            case Technique.JOINING | Technique.SPLITTING:
                return bool(places & set(range(evidence.runs[0].stop, evidence.runs[1].start)))
            case Technique.EDGE | Technique.GLUE:
                ((start, stop),) = evidence.runs
                return any(at >= stop if evidence.kind == "after" else at < start for at in places)
            case Technique.END_BLOCK:
                ((start, stop),) = evidence.runs
                return any(at < start if evidence.kind == "first" else at >= stop for at in places)
        return True

    def _covered(self, place: Range) -> set[int]:
        length = self.clues[place.block].length
        return set(range(place.stop - length, place.start + length))

    def problem_of_failure(self, failure: Evidence) -> str:
        """What the cells that are shown refute of why the line cannot be completed."""
        if problem := self._problem_of_runs(failure.runs, range(1, len(self.masks))):
            return problem
        if failure.kind != "room":
            return ""
        at = 0
        for j in failure.blocks:
            length, color = self.clues[j]
            fitting = [
                start
                for start in range(at, self.width - length + 1)
                if all(self._may(k, color) for k in range(start, start + length))
            ]
            if not fitting:
                return "" if j == failure.blocks[-1] else "an earlier block has no room"
            gap = j + 1 < len(self.clues) and self.clues[j + 1].color == color
            at = fitting[0] + length + gap
        return "there is room"
