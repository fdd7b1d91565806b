"""What the live view is told of a puzzle: what is certain really is, and steps can be followed."""

from __future__ import annotations

import pickle
import random
import time
from functools import reduce
from itertools import chain, product
from operator import or_

import pytest

from puzzles.contracts import SolutionCount
from puzzles.grid import Grid, clues_of, puzzle_of
from puzzles.model import BLACK_AND_WHITE, Clue, Color, Line, Puzzle
from solver.advice import next_step, solved
from solver.api import Limits, solve
from tests.support.brute_force import placements
from tests.support.cases import few

TWO_WAYS = Puzzle.from_numbers([[1], [1]], [[1], [1]])


def from_rows(*rows: str) -> Puzzle:
    grid = Grid.from_text(rows)
    return puzzle_of(grid, Puzzle.empty(grid.height, grid.width))


def by_trying(puzzle: Puzzle) -> list[Grid]:
    """All solutions of a small puzzle."""
    found = []
    for rows in product(*(placements(clues, puzzle.width) for clues in puzzle.rows)):
        grid = Grid(puzzle.height, puzzle.width, 2, [1 << color for color in chain(*rows)])
        if all(clues_of(grid.line(line)) == puzzle.clues_of(line) for line in puzzle.lines):
            found.append(grid)
    return found


def test_the_one_solution() -> None:
    rows = ("#.#", "###", ".#.")
    count, certain = solved(from_rows(*rows))
    assert count is SolutionCount.ONE
    assert certain == Grid.from_text(rows)


@pytest.mark.parametrize("seed", few(8, range(30)))
def test_what_is_certain_is_what_all_solutions_have_in_common(seed: int) -> None:
    chance = random.Random(seed)
    rows = ["".join(chance.choice("#.") for _ in range(4)) for _ in range(3)]
    puzzle = from_rows(*rows)
    solutions = by_trying(puzzle)
    count, certain = solved(puzzle)
    assert count is (SolutionCount.ONE if len(solutions) == 1 else SolutionCount.SEVERAL)
    together = [0] * 12
    for solution in solutions:
        together = [a | b for a, b in zip(together, solution.cells, strict=True)]
    assert certain.cells.tolist() == together


def test_what_is_certain_is_more_than_the_search_for_two_solutions_proves() -> None:
    puzzle = Puzzle.from_numbers([[1, 1], [], [1], [2]], [[1]] * 5)
    _count, certain = solved(puzzle)
    assert certain.cells != solve(puzzle, Limits(2)).certain.cells
    solutions = [solution.cells for solution in by_trying(puzzle)]
    assert certain.cells.tolist() == [
        reduce(or_, states) for states in zip(*solutions, strict=True)
    ]


def test_what_is_certain_holds_where_solutions_are_too_many_to_list() -> None:
    rows = [
        "#.........",
        *(["." * k + "#" + "." * (9 - k) for k in range(1, 10)]),
        "." * 10,
        "#" * 10,
    ]
    puzzle = from_rows(*rows)
    start = time.process_time()
    count, certain = solved(puzzle)
    assert time.process_time() - start < 4
    assert count is SolutionCount.SEVERAL
    assert certain.to_text() == ["?" * 10] * 10 + ["." * 10, "#" * 10]


def test_where_there_is_no_solution_nothing_is_certain() -> None:
    for rows, columns in (
        ([[3], [1]], [[1], [1], [1]]),
        ([[1, 1], [1]], [[], [2], [1]]),
        ([[9]], [[1]]),
        ([], []),
    ):
        count, certain = solved(Puzzle.from_numbers(rows, columns))
        assert count is SolutionCount.NONE
        assert certain.is_untouched


def test_they_can_be_handed_to_another_process() -> None:
    assert pickle.loads(pickle.dumps((solved, next_step))) == (solved, next_step)


def step(puzzle: Puzzle, *marks: str) -> tuple[Line | None, Grid, str]:
    found = next_step(puzzle, Grid.from_text(marks) if marks else Grid.for_puzzle(puzzle))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("puzzle", "marks", "sentence", "cells"),
    [
        (
            from_rows("..##", "...."),
            ("..??", "...?"),
            "Row 1: The 2 fills cells 3 and 4. So cells 3 and 4 must be shaded.",
            ["??##", "????"],
        ),
        (
            from_rows("##.#.", "..#.#"),
            (),
            "Row 1: The 2 lies in cells 1 to 3 and always covers cell 2. So cell 2 must be shaded.",
            ["?#???", "?????"],
        ),
        (
            Puzzle.from_numbers([[3], [1]], [[1], [1], [2]]),
            (),
            "Row 1: The 3 fills the whole line. So cells 1 to 3 must be shaded.",
            ["###", "???"],
        ),
        (
            from_rows("#.##", "....", "#..."),
            (),
            "Row 1: Blocks 1 and 2 with the gap between them fill the whole line."
            " So cells 1, 3 and 4 must be shaded; cell 2 must be blank.",
            ["#.##", "????", "????"],
        ),
        (
            from_rows("....", "##..", "..##"),
            (),
            "Row 1: This line has no blocks. So cells 1 to 4 must be blank.",
            ["....", "????", "????"],
        ),
        (
            from_rows(".#..", "##..", "#..#"),
            (".#..", "##??", "??.?"),
            "Row 2: The 2 is already complete. So cells 3 and 4 must be blank.",
            ["????", "??..", "????"],
        ),
    ],
)
def test_the_sentence_says_why(
    puzzle: Puzzle, marks: tuple[str, ...], sentence: str, cells: list[str]
) -> None:
    line, decided, said = step(puzzle, *marks)
    assert said == sentence
    assert decided.to_text() == cells
    assert said.startswith(str(line).capitalize())


@pytest.mark.parametrize("seed", range(20))
def test_steps_lead_to_the_solution(seed: int) -> None:
    chance = random.Random(seed)
    rows = ["".join(chance.choice("###.") for _ in range(8)) for _ in range(7)]
    puzzle, goal = from_rows(*rows), Grid.from_text(rows)
    marks = Grid.for_puzzle(puzzle)
    while (found := next_step(puzzle, marks)) is not None:
        line, cells, sentence = found
        decided = [i for i, state in enumerate(cells.cells) if state != cells.clear]
        assert decided
        for i in decided:
            if line is not None:
                at = i % 8 if line.is_column else i // 8
                assert at == line.index
            assert marks.cells[i] == marks.clear
            assert cells.cells[i] & goal.cells[i]
            marks.cells[i] = cells.cells[i]
        assert sentence.endswith(".")
        assert sentence.isprintable()
    count, certain = solved(puzzle)
    if count is SolutionCount.ONE:
        assert all(a & b for a, b in zip(marks.cells, certain.cells, strict=True))
    assert (marks.count(marks.clear) == 0) <= (marks == goal)


def test_the_simplest_technique_is_chosen() -> None:
    """A complete line before an overlap, whatever the lines are."""
    puzzle = from_rows("#.#.#.#.#.", "########..")
    line, _, sentence = step(puzzle, "?.?.?.?.?.", "??????????")
    assert sentence.startswith("Row 1: Blocks 1, 1, 1, 1 and 1 with the gaps between them fill")
    line, _, sentence = step(puzzle, "#.#.#.#.#.", "??????????")
    assert str(line) != "row 1"


def test_the_first_of_lines_that_are_equally_easy_is_chosen() -> None:
    line, cells, _ = step(from_rows("##", "##"))
    assert str(line) == "row 1"
    assert cells.to_text() == ["##", "??"]


def test_nothing_follows_from_marks_that_contradict() -> None:
    puzzle = from_rows("##.", "#..", "...")
    assert next_step(puzzle, Grid.from_text(["??#", "???", "???"])) is None
    wrong_together = from_rows("#..", ".#.", "###")
    assert next_step(wrong_together, Grid.from_text([".#.", ".#.", "???"])) is None


def test_nothing_follows_where_no_line_decides_by_itself() -> None:
    assert next_step(TWO_WAYS, Grid.for_puzzle(TWO_WAYS)) is None
    done = from_rows("#.", "##")
    assert next_step(done, Grid.from_text(["#.", "##"])) is None


def test_what_does_not_fit_together_is_no_trouble() -> None:
    assert next_step(TWO_WAYS, Grid(3, 3)) is None
    assert next_step(TWO_WAYS, Grid(2, 2, 3)) is None
    defective = Puzzle.from_numbers([[3]], [[1]])
    assert next_step(defective, Grid.for_puzzle(defective)) is None


def test_marks_are_not_changed() -> None:
    puzzle = from_rows("##.", "#..")
    marks = Grid.for_puzzle(puzzle)
    assert next_step(puzzle, marks) is not None
    assert marks.is_untouched


def test_colours_are_decided_too() -> None:
    palette = (*BLACK_AND_WHITE, Color("r", "#ff0000"))
    puzzle = Puzzle(((Clue(1), Clue(2, 2)),), ((Clue(1),), (Clue(1, 2),), (Clue(1, 2),)), palette)
    _, cells, sentence = step(puzzle)
    assert cells.to_text() == ["#aa"]
    assert sentence.startswith("Row 1: The black 1 and the red 2 fill the whole line.")
