"""Whether the marks of an exercise are right, and if not, why the first one is not. No Qt widgets.

A mark on a line is right if it is in every placement of the blocks that agrees with the position.
A mark on a small board is right if it is in its only solution.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from helper.board.hint_marks import HintMarks
from helper.learn.lessons.position import Position, is_decided
from helper.learn.lessons.technique_answers import TechniqueAnswer, answer
from helper.learn.steps import StepProgress
from puzzles import BLANK, Axis, Clues, Grid, Line
from puzzles.grid import clues_of
from puzzles.words import _, capitalized, listed, paragraph, worded
from solver.line import LineMasks, block_starts, solve_line, states_of
from solver.logic.board import LogicBoard
from solver.logic.cell_texts import block_text, cell_text, span_text, state_text
from solver.logic.deduction import Deduction
from solver.logic.finding import CellSpan
from solver.logic.links.trial import TrialRun
from solver.logic.reasons import reason_text
from solver.logic.sentences import place_text, sentence
from solver.logic.techniques import Technique
from solver.partial_solutions import solve_known
from solver.values import Limits

_ROW = Line(Axis.ROW, 0)
_MAX_LEVELS = 1000
"""More than a trial on a small board has."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say about the marks."""

    progress: StepProgress
    sentence: str = ""
    """Why a mark is wrong, or what is missing."""
    cell: int | None = None
    """The cell that the sentence is about."""
    marks: HintMarks | None = None
    """What the board shows with it."""


def check(position: Position, technique: Technique, marks: Grid) -> Verdict:
    """Look at the marks of an exercise.

    Args:
        position: Where it began; its own marks are not looked at again.
        technique: The technique that it is about.
        marks: The marks now.
    """
    given, truth = answer(position, technique), _truth(position)
    set_cells = [c for c in position.open_cells if is_decided(marks.cells[c])]
    for cell in set_cells:
        if marks.cells[cell] != truth.cells[cell]:
            return _wrong(position, given, cell, marks.cells[cell])
    found = given.cells.keys() & set(set_cells)
    if found == given.cells.keys() or (found and not given.needs_all):
        return Verdict(StepProgress.DONE)
    return _missing(position, given, min(given.cells.keys() - found))


@lru_cache(maxsize=256)
def _truth(position: Position) -> Grid:
    """What is certain: of a line in all placements, of a board in its only solution."""
    puzzle, grid = position.puzzle, position.grid
    if position.is_line:
        exact = solve_line(puzzle.rows[0], _masks(position), puzzle.width)
        assert exact is not None, "an exercise has a solution"
        return Grid(1, puzzle.width, grid.colors, states_of(exact, puzzle.width))
    (solution,) = solve_known(puzzle, grid, Limits(solutions=2)).solutions
    return solution


def _masks(position: Position) -> LineMasks:
    return LogicBoard.of(position.puzzle, position.grid).lines[0]


# What is missing


def _missing(position: Position, given: TechniqueAnswer, cell: int) -> Verdict:
    if not given.needs_all:
        return Verdict(StepProgress.OPEN, place_text(given.steps[0], position.puzzle))
    name = _name(cell, position)
    if not position.is_line:
        text = capitalized(worded("{name} can be decided, too.", name=name))
        return Verdict(StepProgress.OPEN, text, cell)
    step = next(step for step in given.steps if any(c == cell for c, _ in step.states))
    reason = reason_text(step, position.puzzle)
    missing = capitalized(worded("{name} is missing.", name=name))
    return Verdict(StepProgress.OPEN, paragraph(missing, reason), cell)


# What is wrong


def _wrong(position: Position, given: TechniqueAnswer, cell: int, mark: int) -> Verdict:
    truth = _truth(position).cells[cell]
    if not position.is_line:
        return _wrong_on_board(position, cell, mark)
    if not is_decided(truth):
        return _uncertain(position, cell, mark)
    reason = worded(
        "The blocks have no placement in which this cell is {state}.",
        state=state_text(mark, position.puzzle),
    )
    for step in given.steps:
        if any(c == cell for c, _ in step.states):
            reason = reason_text(step, position.puzzle)
    state = state_text(truth, position.puzzle)
    text = worded("Cell {cell} is {state}.", cell=cell + 1, state=state)
    return Verdict(StepProgress.WRONG, paragraph(text, reason), cell)


def _uncertain(position: Position, cell: int, mark: int) -> Verdict:
    """A cell of a line may also have the other state: show a placement in which it has."""
    clues, width = position.puzzle.rows[0], position.puzzle.width
    palette = position.puzzle.palette
    masks = _masks(position)
    bit = 1 << cell
    # The other state: shaded where the mark is blank, and the other way round.
    other = [m & ~bit if mark >> k & 1 else m for k, m in enumerate(masks)]
    starts = placement(clues, tuple(other), width)
    reached = block_starts(clues, masks, width)
    assert starts is not None, "the cell is not certain"
    assert reached is not None, "an exercise has a solution"
    spans = [CellSpan(at, at + clue.length) for at, clue in zip(starts, clues, strict=True)]
    if mark == BLANK:
        (block,) = (j for j, (a, b) in enumerate(spans) if a <= cell < b)
        text = worded(
            "Cell {cell} is not certain: {block} may be in {span}.",
            cell=cell + 1,
            block=block_text(block, clues, palette),
            span=span_text(spans[block]),
        )
    else:
        near = [
            j
            for j, clue in enumerate(clues)
            if any(reached[j] >> at & 1 for at in range(max(0, cell - clue.length + 1), cell + 1))
        ]
        blocks = [
            worded(
                "{block} in {span}", block=block_text(j, clues, palette), span=span_text(spans[j])
            )
            for j in near
        ]
        text = worded(
            "Cell {cell} is not certain: it is blank with {blocks}.",
            cell=cell + 1,
            blocks=listed(blocks),
        )
    return Verdict(StepProgress.WRONG, text, cell, HintMarks(_ROW, runs=tuple(spans)))


def placement(clues: Clues, masks: LineMasks, width: int) -> list[int] | None:
    """The starts of the blocks in the first placement, all as far left as possible.

    Returns:
        ``None`` if there is no placement.
    """
    for at in range(width):
        for color in range(len(masks) - 1, -1, -1):  # background is tried last
            fixed = tuple(m if k == color else m & ~(1 << at) for k, m in enumerate(masks))
            if masks[color] >> at & 1 and solve_line(clues, fixed, width) is not None:
                masks = fixed
                break
        else:
            return None
    states = states_of(masks, width)
    assert clues_of(states) == clues, "a complete line satisfies its clues"
    starts, at = [], 0
    for clue in clues:
        while states[at] != 1 << clue.color:
            at += 1
        starts.append(at)
        at += clue.length
    return starts


def _wrong_on_board(position: Position, cell: int, mark: int) -> Verdict:
    """A mark on a board is not that of the solution: a trial or a line shows it, if one can."""
    puzzle, board = position.puzzle, LogicBoard.of(position.puzzle, position.grid)
    name, state = cell_text(cell, puzzle), state_text(mark, puzzle)
    if not board.state(cell) & mark:
        text = (
            _("{name} cannot be {state}: its column has no block of this colour.")
            if _colors(puzzle.rows[cell // puzzle.width]) & mark
            else _("{name} cannot be {state}: its row has no block of this colour.")
        )
        text = capitalized(worded(text, name=name, state=state))
        return Verdict(StepProgress.WRONG, text, cell)
    run = TrialRun(board, cell, mark)
    run.follow(_MAX_LEVELS)
    if run.failed is None:
        truth = state_text(_truth(position).cells[cell], puzzle)
        text = worded(
            "{name} is {truth}: otherwise the board could not be completed.", name=name, truth=truth
        )
        return Verdict(StepProgress.WRONG, capitalized(text), cell)
    trial = run.explained_failure()
    left = board.state(cell) & ~mark
    shown = Deduction(
        Technique.CONTRADICTION, None, ((cell, left),), ((cell, mark),), trials=(trial,)
    )
    line = trial.contradiction
    return Verdict(StepProgress.WRONG, sentence(shown, puzzle), cell, HintMarks(line, pinned=cell))


def _colors(clues: Clues) -> int:
    return sum(1 << color for color in {clue.color for clue in clues}) | BLANK


# Words


def _name(cell: int, position: Position) -> str:
    return (
        worded("cell {cell}", cell=cell + 1)
        if position.is_line
        else cell_text(cell, position.puzzle)
    )
