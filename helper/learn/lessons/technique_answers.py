"""The answer of an example or exercise, and what it shows page by page. No Qt widgets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from helper.board.hint_marks import HintMarks
from helper.hints.hint_pages import HintPage, place_page, reason_pages
from helper.hints.hint_work import Hint, HintKind
from helper.learn.lessons.position import Position, is_decided
from puzzles.words import _, paragraph
from solver.logic.board import LogicBoard
from solver.logic.cell_texts import result_text
from solver.logic.deduction import Deduction
from solver.logic.explain import ExplainedStep
from solver.logic.line_techniques import findings
from solver.logic.links.deep import find_deep
from solver.logic.links.lookahead import look_ahead
from solver.logic.reasons import reason_text
from solver.logic.search import deduction_of
from solver.logic.sentences import sentence
from solver.logic.techniques import Technique

_ABOUT_ALL_BLOCKS = (Technique.SIMPLE_SPACES, Technique.WHOLE_LINE)
_PLACES = _("The bars show the first and the last place of each block.")


def pages(position: Position, technique: Technique) -> list[HintPage]:
    """The reasoning by which the technique solves the position; the last page has the result."""
    given = answer(position, technique)
    if not technique.is_of_one_line:
        hint = _hint(given.steps[0], position)
        first, *others = reason_pages(hint, position.puzzle)
        return [place_page(hint, position.puzzle), *others, first]
    shown: list[HintPage] = []
    known: dict[int, int] = {}
    for step in given.steps:
        (page,) = reason_pages(_hint(step, position), position.puzzle)
        before = replace(page.marks, cells=dict(known))
        known |= {cell: state for cell, state in step.states if is_decided(state)}
        after = replace(page.marks, cells=dict(known))
        if position.is_line:
            reason, result = _line_texts(step, position)
            if technique in _ABOUT_ALL_BLOCKS:  # the reason speaks of the cells of the result
                reason, result = _PLACES, paragraph(reason, result)
            shown += [HintPage("", reason, before), HintPage("", result, after)]
        else:
            shown.append(HintPage("", page.text, after))
    return shown if position.is_line else [*shown, _together(given, position)]


def answer_pages(position: Position, technique: Technique) -> list[HintPage]:
    """The pages of an answer, of which the last one is shown first; for a line a single one."""
    shown = pages(position, technique)
    if not position.is_line:
        return shown
    return [HintPage("", paragraph(*step_texts(position, technique)), shown[-1].marks)]


def step_texts(position: Position, technique: Technique) -> list[str]:
    """The reasoning in sentences, one text for each step."""
    if not position.is_line:
        return [page.text for page in pages(position, technique)]
    steps = answer(position, technique).steps
    return [paragraph(*_line_texts(step, position)) for step in steps]


def _together(given: TechniqueAnswer, position: Position) -> HintPage:
    """What rows and columns decide together."""
    text = result_text(sorted(given.cells.items()), (), position.puzzle, None)
    return HintPage("", text, HintMarks(cells=given.cells))


def _line_texts(step: Deduction, position: Position) -> tuple[str, str]:
    """The reason and the result, without the name of the only line."""
    puzzle = position.puzzle
    return reason_text(step, puzzle), result_text(step.states, step.lost, puzzle, step.line)


def _hint(step: Deduction, position: Position) -> Hint:
    """A deduction as a hint, whose pages the board knows to show."""
    text = sentence(step, position.puzzle)
    return Hint(HintKind.STEP, (ExplainedStep(1, step, text, (), position.grid),))


@dataclass(frozen=True, slots=True)
class TechniqueAnswer:
    """What a technique gives."""

    steps: tuple[Deduction, ...]
    """The steps that lead to it, in order; with a trial, one that is enough."""
    cells: Mapping[int, int]
    """The cells that it decides, with their states."""
    needs_all: bool = True
    """Whether all of these cells are asked for; otherwise any one of them."""


@lru_cache(maxsize=512)
def answer(position: Position, technique: Technique) -> TechniqueAnswer:
    """What a technique gives on a position; no cells if it gives nothing."""
    board = LogicBoard.of(position.puzzle, position.grid)
    if technique.is_of_one_line:
        lines = [0] if position.is_line else range(len(board.lines))
        return _by_lines(board, lines, technique)
    if technique is Technique.DEEP_CONTRADICTION:
        deep = find_deep(board)
        steps = [deep] if deep is not None else []
    else:
        found = [f for f in look_ahead(board) if f.technique is technique]
        steps = [f.deduction() for f in sorted(found, key=lambda f: f.cell)]
    cells = {cell: state for step in steps for cell, state in step.decided}
    # The shortest one is the easiest to follow.
    shortest = sorted(steps, key=lambda step: sum(_size(step)))[:1]
    return TechniqueAnswer(tuple(shortest), cells, needs_all=False)


def _size(step: Deduction) -> list[int]:
    """How much the trials of a deduction take."""
    return [1 + len(trial.steps) for trial in step.trials] + [
        size for trial in step.trials for inner in trial.steps for size in _size(inner)
    ]


def _by_lines(board: LogicBoard, lines: Iterable[int], technique: Technique) -> TechniqueAnswer:
    """What it gives on the lines as they are; colours are excluded by rows and columns together."""
    before = board.grid().cells
    steps = [
        deduction_of(board, line, [finding])
        for line in lines
        for finding in findings(technique, board.view(line))
    ]
    after = board.copy()
    for step in steps:
        for cell, state in step.states:
            after.set_state(cell, state & after.state(cell))
    states = after.grid().cells
    cells = {
        cell: state
        for cell, state in enumerate(states)
        if is_decided(state) and not is_decided(before[cell])
    }
    needed = [step for step in steps if any(cell in cells for cell, _ in step.states)]
    return TechniqueAnswer(tuple(needed), cells)
