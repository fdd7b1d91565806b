"""Checks deductions: each must follow from its premises alone, by the exact line solver.

An independent judge for tests and benchmarks; it knows nothing of the techniques.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.model import Line
from puzzles.words import _, worded
from solver.line import LineMasks, solve_line
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction, Trial
from solver.logic.finding import forgotten, state_at
from solver.logic.techniques import Technique


def problem_of(board: LogicBoard, step: Deduction) -> str:
    """What is wrong with a deduction on a board; empty if nothing is.

    Trials beyond those that are explained step by step are not checked.
    """
    if step.line is not None:
        if not follows(board, step, step.premises):
            return worded(
                "{line}: {title} does not follow from its premises",
                line=step.line,
                title=step.technique.label,
            )
        return ""
    is_two_way = step.technique is Technique.TWO_WAY
    for trial in step.trials:
        if problem := _problem_of_trial(board, trial, step.states if is_two_way else ()):
            return problem
    if is_two_way:
        return _problem_of_cases(board, step)
    ((cell, state),) = step.states
    gone = board.state(cell) & ~state
    is_told = step.trials[0].cell == cell and step.trials[0].state == gone
    return "" if is_told else _("the trial is about another cell or colour")


def _problem_of_cases(board: LogicBoard, step: Deduction) -> str:
    """Whether the trials of a two-way lookahead are all cases of one cell."""
    together = 0
    for trial in step.trials:
        together |= trial.state
    cells = {trial.cell for trial in step.trials}
    is_all = len(cells) == 1 and together == board.state(step.trials[0].cell)
    return "" if is_all else _("the two-way lookahead does not try every case")


def _problem_of_trial(base: LogicBoard, trial: Trial, goals: tuple[tuple[int, int], ...]) -> str:
    """Follow the steps of a trial to its end, or to the states of cells that it shows."""
    board = base.copy()
    board.set_state(trial.cell, trial.state)
    for step in trial.steps:
        if problem := problem_of(board, step):
            return worded("in a trial: {problem}", problem=problem)
        for cell, state in step.states:
            board.set_state(cell, board.state(cell) & state)
    if trial.contradiction is not None:
        left = known_only(board, trial.contradiction, trial.premises)
        number = board.number(trial.contradiction)
        is_wrong = solve_line(board.clues[number], left, board.width_of(number)) is None
        return (
            ""
            if is_wrong
            else worded("{contradiction} is no contradiction", contradiction=trial.contradiction)
        )
    if goals:
        is_shown = not any(board.state(cell) & ~state for cell, state in goals)
        return "" if is_shown else _("a trial does not lead to the result")
    return "" if trial.trials else _("a trial has no end")


def follows(board: LogicBoard, step: Deduction, premises: Iterable[int]) -> bool:
    """Whether a deduction on one line follows if only some cells of it are known."""
    assert step.line is not None
    number = board.number(step.line)
    width = board.width_of(number)
    after = solve_line(board.clues[number], known_only(board, step.line, premises), width)
    places = {board.cell(number, at): at for at in range(width)}
    return after is None or not any(
        state_at(after, places[cell]) & ~state for cell, state in step.states
    )


def known_only(board: LogicBoard, line: Line, cells: Iterable[int]) -> LineMasks:
    """A line of which only some cells are known."""
    number, kept = board.number(line), set(cells)
    places = range(board.width_of(number))
    unknown = sum(1 << at for at in places if board.cell(number, at) not in kept)
    return forgotten(board.lines[number], board.empty[number], unknown)
