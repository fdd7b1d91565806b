"""What lights, greyed numbers, hints and checks say follows from exactly the painted cells."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from helper.board.board_view import BoardView
from helper.hints.hint_pages import HintPage, reason_pages
from helper.hints.hint_work import CheckRequest, HintKind, HintRequest, check, find_hint
from helper.play.lights import Light
from helper.play.session import Session
from puzzles import BLANK, SHADED, Axis, Clues, Grid, Line, Puzzle, satisfies
from puzzles.formats import Document, read
from puzzles.packs import packs
from solver.api import solve
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.sentences import sentence
from tests.support.brute_force import brute_starts
from tests.support.cases import few
from tests.support.verification import problem_of

PUZZLES = [
    "one-technique-more/11-cyclist",
    "one-technique-more/02-apple",
    "tiny-pictures/23-robot",
    "in-colour/05-fish",
]


def painted_cells(board: BoardView) -> Grid:
    """What is seen on the board: colours, dots of both kinds, and clear cells."""
    marks, look = board.session.marks, board.scene().look
    grid = marks.copy()
    for cell in range(marks.width * marks.height):
        seen = look.at(*divmod(cell, marks.width))
        grid.cells[cell] = BLANK if seen.dot else 1 << seen.color if seen.color else marks.clear
    return grid


def starts(clues: Clues, states: Sequence[int]) -> tuple[int, ...] | None:
    """For each block the set of its starts over all placements that fit, or ``None``."""
    return _starts(clues, tuple(states))


_starts = cache(brute_starts)


@cache
def bundled(name: str) -> Puzzle:
    paths = (puzzle.path for pack in packs() for puzzle in pack.puzzles)
    return read(next(p for p in paths if f"{p.parent.name}/{p.stem}" == name)).puzzle


@cache
def solution_of(name: str) -> Grid:
    (solution,) = solve(bundled(name)).solutions
    return solution


def test_a_hint_uses_the_automatic_dots(board: BoardView) -> None:
    """Row 3 has clue 0, so column 8 has a dot in cell 3: its block 8 lies in cells 4 to 13."""
    session, puzzle = board.session, bundled("one-technique-more/11-cyclist")
    session.open_copy(Document(puzzle))
    session.paint({0: SHADED, 1: SHADED}, "Shade")
    assert session.light(Line(Axis.COLUMN, 0)) is Light.IMPOSSIBLE
    session.undo()
    assert sentence(first_shading(session, Line(Axis.COLUMN, 7)), puzzle) == (
        "Column 8: The 8 lies in cells 4 to 13 and always covers cells 6 to 11."
        " So cells 6 to 11 must be shaded."
    )


def first_shading(session: Session, line: Line) -> Deduction:
    """The first hint that shades cells of a line, after the hints that come before it."""
    for _ in range(20):
        hint = find_hint(HintRequest(session.puzzle, session.painted), lambda: False)
        step = hint.steps[-1].deduction
        if step.line == line and dict(step.states).popitem()[1] == SHADED:
            return step
        session.paint(dict(step.states), "Hint")
    raise AssertionError(f"no hint for {line}")


def test_a_check_names_the_lines_with_a_red_light() -> None:
    session, puzzle = Session(), bundled("one-technique-more/11-cyclist")
    session.open_copy(Document(puzzle))
    session.paint({0: SHADED, 1: SHADED}, "Shade")
    answer = check(CheckRequest(puzzle, session.painted), lambda: False)
    red = [line for line in puzzle.lines if session.light(line) is Light.IMPOSSIBLE]
    assert Line(Axis.COLUMN, 0) in red
    assert list(answer.lines) == red


@pytest.mark.parametrize("name", few(2, PUZZLES))
def test_all_that_is_said_follows_from_the_painted_cells(board: BoardView, name: str) -> None:
    walk, session = random.Random(name), board.session
    puzzle, solution = bundled(name), solution_of(name)
    session.open_copy(Document(puzzle))
    for number in range(40):
        make_a_move(session, solution, walk, is_right=number % 10 < 7)
        painted = painted_cells(board)
        assert session.painted == painted
        check_lines(board, painted)
        check_hint(board, painted, solution)


TEN = [
    "first-steps/01-heart", "first-steps/04-teapot", "one-technique-more/04-",
    "one-technique-more/08-", "one-technique-more/10-", "one-technique-more/14-",
    "one-technique-more/15-", "tiny-pictures/26-", "in-colour/03-", "patterns/02-",
]  # fmt: skip
"""The beginnings of names: puzzles for lines, for runs, for trials, and in colour."""


@pytest.mark.parametrize("start", few(4, TEN))
def test_hint_by_hint_to_the_end(board: BoardView, start: str) -> None:
    """Each sentence, each drawn block and each light, checked against the cells on the screen."""
    paths = [puzzle.path for pack in packs() for puzzle in pack.puzzles]
    (name,) = (n for p in paths if (n := f"{p.parent.name}/{p.stem}").startswith(start))
    session, puzzle, solution = board.session, bundled(name), solution_of(name)
    session.open_copy(Document(puzzle))
    for _ in range(400):
        if session.is_solved:
            break
        painted = painted_cells(board)
        check_lines(board, painted)
        check_hint(board, painted, solution)
        hint = find_hint(HintRequest(puzzle, painted), lambda: False)
        last = hint.steps[-1].deduction
        told = sentence(last, puzzle)
        for cell, state in last.decided:
            assert solution.cells[cell] == state, told
        session.paint(dict(last.decided), "Hint")
    assert session.is_solved


def make_a_move(session: Session, solution: Grid, walk: random.Random, is_right: bool) -> None:
    cells = range(len(solution.cells))
    action = walk.random()
    if action < 0.1:
        session.automatic_dots = not session.automatic_dots
    elif action < 0.25:
        session.undo()
    elif action < 0.3:
        session.redo()
    else:
        row = walk.randrange(solution.height)
        chosen = {*walk.sample(cells, 3), *range(row * solution.width, (row + 1) * solution.width)}
        clear, colors = session.marks.clear, [1 << k for k in range(1, solution.colors)]
        session.paint(
            {
                cell: solution.cells[cell]
                if is_right or walk.random() < 0.9
                else walk.choice([*colors, BLANK, clear])
                for cell in chosen
                if walk.random() < 0.6
            },
            "Paint",
        )


def check_lines(board: BoardView, painted: Grid) -> None:
    """The lights and the greyed numbers, by all placements of each line."""
    puzzle = board.session.puzzle
    for line in puzzle.lines:
        clues, states = puzzle.clues_of(line), painted.line(line)
        light, places = board.scene().light(line), starts(clues, states)
        if satisfies(states, clues):
            assert light is Light.DONE, line
        else:
            assert light is (Light.OPEN if places is not None else Light.IMPOSSIBLE), line
        if not clues:
            continue
        grey = []
        for (length, color), place in zip(clues, places or (0,) * len(clues), strict=True):
            at = place.bit_length() - 1
            is_there = all(state == 1 << color for state in states[at : at + length])
            grey.append(place > 0 and place & (place - 1) == 0 and is_there)
        assert list(board.headers.done_numbers(line)) == grey, line


def check_pages(pages: Sequence[HintPage], painted: Grid) -> None:
    """Each page is drawn on what is painted, and on what the page before it has shown."""
    shown = painted
    for page in pages:
        marks = page.marks
        if marks.line is not None and marks.pinned is None:
            states = shown.line(marks.line)
            for start, stop in (*marks.first, *marks.last):
                assert BLANK not in states[start:stop], "no block is drawn through a dot"
        shown = painted.copy()
        for cell, state in marks.cells.items():
            shown.cells[cell] = state


def check_hint(board: BoardView, painted: Grid, solution: Grid) -> None:
    """The hint, by the exact line solver, and where its blocks are drawn, by all placements."""
    puzzle = board.session.puzzle
    hint = find_hint(HintRequest(puzzle, painted), lambda: False)
    pairs = enumerate(zip(painted.cells, solution.cells, strict=True))
    wrong = tuple(cell for cell, (seen, true) in pairs if not seen & true)
    assert (hint.kind is HintKind.WRONG) == bool(wrong)
    assert hint.wrong == wrong
    if hint.kind is not HintKind.STEP:
        return
    logic = LogicBoard.of(puzzle, painted)
    for step in hint.steps:
        assert problem_of(logic, step.deduction) == ""
        for cell, state in step.deduction.states:
            assert logic.state(cell) & state == state, "a cell gets no colour back"
            logic.set_state(cell, state)
    last = hint.steps[-1].deduction
    check_pages(reason_pages(hint, puzzle), painted)
    if last.line is None:
        return
    states = painted.line(last.line)
    places = starts(puzzle.clues_of(last.line), states)
    assert places is not None
    for place in (place for evidence in last.evidence for place in evidence.ranges):
        length = puzzle.clues_of(last.line)[place.block].length
        true = places[place.block]
        assert place.start <= (true & -true).bit_length() - 1
        assert true.bit_length() - 1 + length <= place.stop
