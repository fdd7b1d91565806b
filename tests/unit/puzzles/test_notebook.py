"""What values look like in a Python session and in a notebook."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import fromstring

import pytest

from puzzles import Clue, Color, Grid, Puzzle
from puzzles.board_svg import MAX_NOTEBOOK_CELLS
from puzzles.color_values import DEFAULT_RGB
from puzzles.formats import Document
from recognizer.pages.page_board import PageBoard
from recognizer.values import Candidate, Problem, Reading, ReadLine, ReadNumber
from solver.advice import next_step
from solver.api import solve
from solver.author.generator.making import generate
from solver.author.generator.options import GeneratorOptions
from solver.logic.explain import explain
from solver.logic.rate import rate
from solver.values import Step

TITLE = 'A "quoted" <script>alert(1)</script> & more'
PALETTE = (Color("0", "#102030"), Color("1", "#000000"), Color("b", "#d42a2a"))
COLORED = Puzzle(((Clue(1), Clue(1, 2)), ()), ((Clue(1),), (Clue(1, 2),)), PALETTE, title=TITLE)


def html_of(value: object) -> str:
    """The HTML of a value, which is well formed and has no script."""
    html: str = value._repr_html_()  # type: ignore[attr-defined]
    fromstring(f"<div>{html}</div>")
    assert "<script" not in html
    return html


def test_puzzles_and_grids_are_named_in_a_line() -> None:
    puzzle = Puzzle.from_numbers([[1, 1], [2]], [[2], [1], [1]], "Cat")
    assert repr(puzzle) == "<Puzzle 'Cat', 2 rows, 3 columns, 4 shaded cells>"
    assert repr(Puzzle.empty(1000, 1000)) == "<Puzzle 1000 rows, 1000 columns, 0 shaded cells>"
    assert (
        repr(replace(COLORED, title="")) == "<Puzzle 2 rows, 2 columns, 3 colours, 2 shaded cells>"
    )
    assert len(repr(replace(puzzle, title="x" * 1000))) < 100
    assert repr(Grid.from_text(["#?", ".?"])) == "<Grid 2 rows, 2 columns, 2 of 4 cells known>"
    colored = Grid.from_text(["a?"], colors=3)
    assert repr(colored) == "<Grid 1 row, 2 columns, 3 colours, 1 of 2 cells known>"


def test_python_has_rows_first_and_people_the_width() -> None:
    puzzle = Puzzle.empty(20, 10)
    assert puzzle.shape == Grid.for_puzzle(puzzle).shape == (20, 10)
    assert "20 rows, 10 columns" in repr(puzzle)
    assert "20 rows, 10 columns" in repr(Grid.for_puzzle(puzzle))
    for value in (puzzle, Grid.for_puzzle(puzzle), Document(puzzle)):
        assert html_of(value).startswith("<div>10 × 20</div>")
    with pytest.raises(ValueError, match="a board of 20 x 10 cells"):
        Grid(10, 20).check_board_of(puzzle)
    with pytest.raises(ValueError, match="1 cells do not make 10 x 20"):
        Grid(20, 10, cells=[1])


def test_what_the_library_returns_is_named_in_a_line() -> None:
    puzzle = Puzzle.from_numbers([[1, 1], [3]], [[2], [1], [2]])
    made = generate(GeneratorOptions(rows=4, columns=5), 7)
    steps: list[Step] = []
    result = solve(puzzle, engine="elimination", on_step=steps.append)
    advice = next_step(puzzle, Grid.for_puzzle(puzzle))
    assert repr(rate(puzzle)) == "<Rating beginner, 1.0, complete line>"
    assert repr(result) == "<SolveResult unique, solutions: 1, by elimination>"
    assert repr(advice).startswith("<NextStep 'Row 1: ")
    assert repr(steps[0]).startswith("<Step '")
    (explained, *_others) = explain(puzzle)
    assert repr(explained).startswith("<ExplainedStep 1, 'Row 1: ")
    board = PageBoard(2, 1, Reading())
    assert repr(board) == f"<PageBoard page 2, grid 1, {Reading()!r}>"
    assert repr(made).startswith("<Generated <Puzzle 4 rows, 5 columns, ")
    assert repr(Document(puzzle)).startswith("<Document <Puzzle 2 rows, 3 columns, ")
    for value in (made, advice, steps[0], result, explained):
        assert "<svg" in html_of(value)


def test_a_puzzle_is_drawn_in_its_colours_with_its_clues() -> None:
    html = html_of(COLORED)
    assert "&lt;script&gt;" in html
    assert html.count("<text") == 4
    assert '<rect fill="#102030"' in html
    assert '<rect fill="#d42a2a"' in html


def test_the_solution_of_a_puzzle_is_not_drawn() -> None:
    puzzle = Puzzle.from_numbers([[1]], [[1]])
    assert html_of(puzzle) == html_of(replace(puzzle, goal="1"))


def test_a_document_is_drawn_with_its_marks_in_the_colours_of_the_puzzle() -> None:
    marks = Grid.from_text(["#a", "??"], colors=3)
    assert '<path fill="#d42a2a"' in html_of(Document(COLORED, marks))


def test_a_grid_is_drawn_with_dots_unless_it_is_complete() -> None:
    assert html_of(Grid.from_text(["#.", "?."])).count("h.16v.16h-.16z") == 2
    assert "h.16v.16h-.16z" not in html_of(Grid.from_text(["#.", ".."]))
    assert f'<path fill="{DEFAULT_RGB[0]}"' in html_of(Grid.from_text(["#a"], colors=3))


def test_a_result_has_its_outcome_and_at_most_two_solutions() -> None:
    puzzle = Puzzle.from_numbers([[1]] * 3, [[1]] * 3)
    html = html_of(solve(puzzle))
    assert "several, by native" in html or "several, by python" in html
    assert html.count("<svg") == 2
    assert html_of(solve(Puzzle.from_numbers([[1, 1], [], [1, 1]], [[2], [], [2]]))).startswith(
        "<div>none"
    )


@pytest.mark.parametrize("puzzle", [Puzzle.empty(1000, 1000), Puzzle((), ())])
def test_what_cannot_be_drawn_is_named(puzzle: Puzzle) -> None:
    assert "<svg" not in html_of(puzzle)
    assert f"{puzzle.width} × {puzzle.height}" in html_of(puzzle)
    assert "<svg" not in html_of(Grid.for_puzzle(puzzle))


def test_the_largest_picture_is_not_large() -> None:
    side = int(MAX_NOTEBOOK_CELLS**0.5)
    rows = ["#." * (side // 2), ".#" * (side // 2)] * (side // 2)
    assert len(html_of(Grid.from_text(rows))) < 500_000


def number(value: int, confidence: float) -> ReadNumber:
    return ReadNumber(value, confidence, (Candidate(value, confidence),), ())


def test_a_reading_names_and_frames_its_doubts() -> None:
    sure, doubtful = (ReadLine((number(1, share),)) for share in (1.0, 0.5))
    reading = Reading(
        rows=(sure, doubtful), columns=(sure, sure), problems=(Problem.DOUBTFUL_NUMBERS,)
    )
    assert repr(reading) == "<Reading 2 rows, 2 columns, doubtful: 1, unknown>"
    html = html_of(reading)
    assert "In doubt: row 2." in html
    assert Problem.DOUBTFUL_NUMBERS.sentence in html
    assert html.count("fill-opacity") == 1
    html_of(Reading(problems=(Problem.NO_GRID,)))
