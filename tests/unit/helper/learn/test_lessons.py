"""The lessons as values: what is right comes from the technique, which is the simplest one."""

from __future__ import annotations

import itertools
from functools import cache
from xml.etree import ElementTree

import pytest

from helper.learn.lessons.catalogue import LESSONS, lesson_of
from helper.learn.lessons.exercise_check import check
from helper.learn.lessons.help_page import picture
from helper.learn.lessons.lesson import Lesson
from helper.learn.lessons.position import Position, board, is_decided, line
from helper.learn.lessons.technique_answers import answer, answer_pages, pages, step_texts
from helper.learn.steps import StepProgress
from puzzles import BLANK, SHADED, Grid
from puzzles.grid import clues_of
from solver.logic.board import LogicBoard
from solver.logic.finding import together
from solver.logic.line_techniques import LineView, findings
from solver.logic.steps import Reasoner
from solver.logic.techniques import Technique
from solver.partial_solutions import solve_known
from solver.values import Limits

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.title)


def positions(lesson: Lesson) -> tuple[Position, ...]:
    return (lesson.example, *lesson.exercises)


@cache
def completions(position: Position) -> list[list[int]]:
    """By brute force: all states of a line that agree with its clues and its marks."""
    states = position.grid.cells
    choices = [[s for s in (BLANK, SHADED) if s & state] for state in states]
    clues = position.puzzle.rows[0]
    return [list(cells) for cells in itertools.product(*choices) if clues_of(cells) == clues]


def marked(position: Position, cells: dict[int, int]) -> Grid:
    """The marks of the position and some more."""
    grid = position.grid
    for cell, state in cells.items():
        grid.cells[cell] = state
    return grid


def test_there_is_one_lesson_for_each_technique_in_their_order() -> None:
    assert [lesson.technique for lesson in LESSONS] == list(Technique)
    assert all(lesson_of(lesson.technique) is lesson for lesson in LESSONS)


def test_each_lesson_has_a_rule_and_three_to_five_exercises() -> None:
    for lesson in LESSONS:
        assert 3 <= len(lesson.exercises) <= 5
        assert 2 <= lesson.rule.count(".") <= 4
    keys = [position.key for lesson in LESSONS for position in positions(lesson)]
    assert len(set(keys)) == len(keys)


@each_lesson
def test_the_technique_solves_it_and_is_the_simplest_that_helps(lesson: Lesson) -> None:
    for position in positions(lesson):
        given = answer(position, lesson.technique)
        assert given.cells
        if not position.is_line:
            first = Reasoner(position.puzzle, position.grid).next()
            assert first is not None
            assert first.technique is lesson.technique
            continue
        masks = LogicBoard.of(position.puzzle, position.grid).lines[0]
        view = LineView(position.puzzle.rows[0], masks, position.puzzle.width)
        for technique in Technique:
            if technique is lesson.technique:
                break
            assert not findings(technique, view)
        found = together(findings(lesson.technique, view))
        new = {c for c in position.open_cells if sum(mask >> c & 1 for mask in found) == 1}
        assert new == given.cells.keys()


@each_lesson
def test_its_answer_is_true(lesson: Lesson) -> None:
    for position in positions(lesson):
        cells = answer(position, lesson.technique).cells
        if position.is_line:
            assert 8 <= position.puzzle.width <= 15
            all_of_them = completions(position)
            assert all_of_them
            assert all(way[cell] == state for way in all_of_them for cell, state in cells.items())
        else:
            limits = Limits(solutions=2)
            (only,) = solve_known(position.puzzle, position.grid, limits).solutions
            assert all(only.cells[cell] == state for cell, state in cells.items())


@each_lesson
def test_the_last_page_shows_the_answer(lesson: Lesson) -> None:
    for position in positions(lesson):
        given = answer(position, lesson.technique)
        for shown in (pages(position, lesson.technique), answer_pages(position, lesson.technique)):
            cells = dict(shown[-1].marks.cells)
            assert cells.items() <= dict(given.cells).items()
            assert cells == given.cells or not given.needs_all
            assert all(page.text.endswith(".") for page in shown)
        assert all(step_texts(position, lesson.technique))


@each_lesson
def test_each_answer_is_accepted_and_each_other_mark_is_explained(lesson: Lesson) -> None:
    for position in positions(lesson):
        technique = lesson.technique
        given = answer(position, technique)
        assert (
            check(position, technique, marked(position, dict(given.cells))).progress
            is StepProgress.DONE
        )
        nothing = check(position, technique, position.grid)
        assert nothing.progress is StepProgress.OPEN
        assert nothing.sentence.endswith(".")
        for cell, state in given.cells.items():
            assert is_decided(state)
            alone = check(position, technique, marked(position, {cell: state}))
            is_enough = not given.needs_all or len(given.cells) == 1
            assert alone.progress is (StepProgress.DONE if is_enough else StepProgress.OPEN)
            for other in range(len(position.puzzle.palette)):
                if 1 << other != state:
                    wrong = check(position, technique, marked(position, {cell: 1 << other}))
                    assert wrong.progress is StepProgress.WRONG
                    assert wrong.cell == cell
                    assert wrong.sentence.endswith(".")


@each_lesson
def test_a_mark_is_right_exactly_if_it_is_in_all_placements(lesson: Lesson) -> None:
    for position in filter(lambda each: each.is_line, positions(lesson)):
        ways = completions(position)
        for cell in position.open_cells:
            for state in (BLANK, SHADED):
                verdict = check(position, lesson.technique, marked(position, {cell: state}))
                is_certain = all(way[cell] == state for way in ways)
                assert (verdict.progress is not StepProgress.WRONG) is is_certain
                if verdict.marks is not None:  # a placement in which the cell is not so
                    spans = verdict.marks.runs
                    shaded = {c for start, stop in spans for c in range(start, stop)}
                    way = [SHADED if c in shaded else BLANK for c in range(position.puzzle.width)]
                    assert way in ways
                    assert way[cell] != state


@pytest.mark.parametrize(
    ("position", "technique", "marks", "sentence"),
    [
        pytest.param(
            line("3 1", "?#??????"),
            Technique.GLUE,
            "##??????",
            "Cell 1 is not certain: it is blank with the 3 in cells 2 to 4.",
            id="shaded",
        ),
        pytest.param(
            line("6 3", "????????????"),
            Technique.SIMPLE_BOXES,
            ".???????????",
            "Cell 1 is not certain: the 6 may be in cells 1 to 6.",
            id="blank",
        ),
        pytest.param(
            line("3 3", "????????"),
            Technique.SIMPLE_BOXES,
            "????.???",
            "Cell 5 is not certain: the 3 (clue 2) may be in cells 5 to 7.",
            id="one of two blocks of a length",
        ),
        pytest.param(
            line("7", "??????????"),
            Technique.SIMPLE_BOXES,
            "?????.????",
            "Cell 6 is shaded. The 7 lies in cells 1 to 10 and always covers cells 4 to 7.",
            id="the opposite",
        ),
        pytest.param(
            line("7", "??????????"),
            Technique.SIMPLE_BOXES,
            "???###????",
            "Cell 7 is missing. The 7 lies in cells 1 to 10 and always covers cells 4 to 7.",
            id="missing",
        ),
        pytest.param(
            board("#.#.. .#.#. ..#.# ##.#.", "????? ????? ?.??? ?#???"),
            Technique.EDGE_LOGIC,
            "?#??? ????? ?.??? ?#???",
            "If the cell in row 1 and column 2 were shaded, row 3 could not be completed. So the"
            " cell in row 1 and column 2 must be blank.",
            id="a trial shows it",
        ),
    ],
)
def test_what_is_said(position: Position, technique: Technique, marks: str, sentence: str) -> None:
    assert check(position, technique, Grid.from_text(marks.split())).sentence == sentence


def test_more_than_the_technique_gives_is_right_if_it_is_certain() -> None:
    position = line("2 4", "?#???????#???")
    cells = answer(position, Technique.SIMPLE_SPACES).cells
    grid = marked(position, dict(cells))
    assert check(position, Technique.SIMPLE_SPACES, grid).progress is StepProgress.DONE


@each_lesson
def test_a_picture_has_all_numbers(lesson: Lesson) -> None:
    for position in positions(lesson):
        root = ElementTree.fromstring(picture(position, answer(position, lesson.technique).cells))
        texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
        shown = position.shown
        assert len(texts) == sum(map(len, (*shown.rows, *shown.columns)))
