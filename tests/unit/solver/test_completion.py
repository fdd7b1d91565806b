"""Lines and puzzles of which only a part of the clues is known: all pictures are the judge."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import chain, product

import pytest

from puzzles.board_picture import UNKNOWN, UNKNOWNS
from puzzles.contracts import Way, Weighted
from puzzles.formats import read
from puzzles.grid import Grid, clues_of, clues_of_picture, satisfies
from puzzles.model import (
    ANY_COLOR,
    ANYTHING,
    BLACK_AND_WHITE,
    Axis,
    Clue,
    Clues,
    Color,
    Line,
    Puzzle,
)
from puzzles.packs import packs
from puzzles.partial_clues import partial_clues, read_partial_clues
from solver.api import solve
from solver.author.solution_check import check_solutions
from solver.completion import completed, found_clues
from solver.line import masks_of
from solver.logic.sentences import sentence
from solver.logic.steps import Reasoner
from solver.partial_line import solve_partial_line
from solver.partial_solutions import solve_known
from solver.values import Limits, Outcome
from solver.weighted import WeightedLimits, likeliest
from tests.support.boards import CHICK

PALETTE = (*BLACK_AND_WHITE, Color("r", "#ff0000"))
SIZES = [
    (2, 3, 3),
    *(pytest.param(size, marks=pytest.mark.long) for size in ((3, 4, 2), (4, 3, 2))),
]
"""Of boards: rows, columns and colours."""
ENGINES = ("native", "python")


def agrees(clues: Clues, parts: Clues) -> bool:
    """Whether clues are what the parts say."""
    if not parts:
        return not clues
    (length, color), rest = parts[0], parts[1:]
    if length == UNKNOWNS:
        return any(agrees(clues[n:], rest) for n in range(len(clues) + 1))
    return (
        bool(clues)
        and length in (UNKNOWN, clues[0].length)
        and color in (ANY_COLOR, clues[0].color)
        and agrees(clues[1:], rest)
    )


def some_of(clues: Clues, rng: random.Random) -> Clues:
    """The clues as they are after a part of them was lost."""
    parts = []
    for length, color in clues:
        parts.append(
            rng.choice(
                [Clue(length, color)] * 3
                + [*ANYTHING, Clue(UNKNOWN, color), Clue(UNKNOWN, ANY_COLOR)]
            )
        )
    if not parts or rng.random() < 0.3:
        parts.insert(rng.randint(0, len(parts)), ANYTHING[0])
    return partial_clues(parts)


@pytest.mark.parametrize("colors", [2, 3])
def test_a_line_keeps_exactly_what_occurs_in_some_line_with_its_parts(colors: int) -> None:
    rng, width = random.Random(colors), 6
    pictures = list(product(range(colors), repeat=width))
    for _ in range(150):
        parts = some_of(clues_of([1 << k for k in rng.choice(pictures)]), rng)
        may = [rng.choice([*range(1, 1 << colors), -1, -1]) for _ in range(width)]
        fitting = [
            picture
            for picture in pictures
            if all(states >> k & 1 for states, k in zip(may, picture, strict=True))
            and agrees(clues_of([1 << k for k in picture]), parts)
        ]
        expected = tuple(
            sum(1 << i for i in range(width) if any(picture[i] == k for picture in fitting))
            for k in range(colors)
        )
        masks = tuple(sum(1 << i for i in range(width) if may[i] >> k & 1) for k in range(colors))
        assert solve_partial_line(parts, masks, width) == (expected if fitting else None)


@cache
def all_pictures(height: int, width: int, colors: int) -> list[tuple[Grid, list[Clues]]]:
    """Each with the clues of its rows and columns."""
    pictures = [
        Grid(height, width, colors, [1 << k for k in picture])
        for picture in product(range(colors), repeat=height * width)
    ]
    return [(picture, [*chain(*clues_of_picture(picture))]) for picture in pictures]


def with_lines(puzzle: Puzzle, lines: Mapping[Line, Clues]) -> Puzzle:
    """A puzzle with other clues in some lines."""
    every = [lines.get(line, puzzle.clues_of(line)) for line in puzzle.lines]
    return replace(
        puzzle, rows=tuple(every[: puzzle.height]), columns=tuple(every[puzzle.height :])
    )


def torn(picture: Grid, palette: tuple[Color, ...], rng: random.Random) -> Puzzle:
    """The puzzle of a picture in which some lines lost clues."""
    rows, columns = clues_of_picture(picture)
    puzzle = Puzzle(rows, columns, palette)
    lost = rng.sample(puzzle.lines, rng.randint(1, len(puzzle.lines)))
    return with_lines(puzzle, {line: some_of(puzzle.clues_of(line), rng) for line in lost})


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_solutions_are_all_pictures_that_agree_with_what_is_known(
    engine: str, size: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.weighted.get_engine", lambda _: type("E", (), {"name": engine}))
    rng, pictures = random.Random(str(size)), all_pictures(*size)
    palette = PALETTE[: size[2]]
    for _ in range(25 if engine == "native" else 8):
        puzzle = torn(rng.choice(pictures)[0], palette, rng)
        said = [puzzle.clues_of(line) for line in puzzle.lines]
        expected = [
            picture.cells
            for picture, lines in pictures
            if all(agrees(clues, parts) for clues, parts in zip(lines, said, strict=True))
        ]
        assert all(
            agrees(clues, parts) is satisfies(picture.line(line), parts)
            for picture, lines in pictures[:: len(pictures) // 50]
            for clues, parts, line in zip(lines, said, puzzle.lines, strict=True)
        )
        result = solve(puzzle, Limits(solutions=10_000))
        assert sorted(grid.cells for grid in result.solutions) == sorted(expected)
        assert result.complete
        assert result.outcome is (Outcome.UNIQUE if len(expected) == 1 else Outcome.SEVERAL)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_step_holds_in_all_pictures_that_agree_with_what_is_known(
    size: tuple[int, int, int],
) -> None:
    rng, pictures = random.Random(str(size)), all_pictures(*size)
    for _ in range(25):
        puzzle = torn(rng.choice(pictures)[0], PALETTE[: size[2]], rng)
        agreeing = [
            picture.cells
            for picture, _lines in pictures
            if all(satisfies(picture.line(each), puzzle.clues_of(each)) for each in puzzle.lines)
        ]
        reasoner = Reasoner(puzzle)
        for step in reasoner.steps():
            for cell, states in step.states:
                assert all(cells[cell] & states for cells in agreeing), sentence(step, puzzle)
        last = reasoner.grid
        for line in puzzle.lines:
            clues, masks = puzzle.clues_of(line), masks_of(last.line(line), size[2])
            width = len(last.line(line))
            assert solve_partial_line(clues, masks, width) == masks, "one line says more"


def test_a_page_with_a_hole_is_solved() -> None:
    puzzle = with_lines(
        CHICK,
        {
            Line(Axis.ROW, 2): (Clue(UNKNOWN), Clue(2)),
            Line(Axis.ROW, 3): (Clue(UNKNOWN),),
            Line(Axis.COLUMN, 5): ANYTHING,
        },
    )
    result = solve(puzzle)
    assert list(found_clues(puzzle, result).values()) == ["3 2", "5", "3"]
    assert completed(puzzle, result.solutions[0]) == CHICK
    board = Grid.for_puzzle(puzzle)
    for cell, state in enumerate(result.solutions[0].cells):
        board.cells[cell] = state
        assert solve_known(puzzle, board, Limits(1)).solutions == result.solutions
        board.cells[cell] = 3 - state
        assert solve_known(puzzle, board, Limits(1)).outcome is Outcome.NONE
        board.cells[cell] = board.clear


@pytest.mark.parametrize(
    ("pack", "seed"), [("animals-in-colour", 5), ("things-in-colour", 8), ("fractals", 20)]
)
def test_lost_numbers_of_bundled_puzzles_are_found(pack: str, seed: int) -> None:
    """A number of every sixth line is not known."""
    first = next(each.puzzles[0].path for each in packs() if each.name == pack)
    puzzle, rng = read(first).puzzle, random.Random(seed)
    lost = [line for line in puzzle.lines if puzzle.clues_of(line) and rng.random() < 1 / 6]
    unknown = {}
    for line in lost:
        parts = [*puzzle.clues_of(line)]
        place = rng.randrange(len(parts))
        parts[place] = parts[place]._replace(length=UNKNOWN)
        unknown[line] = tuple(parts)
    result = solve(with_lines(puzzle, unknown))
    assert result.is_unique
    assert completed(puzzle, result.solutions[0]) == puzzle


def test_of_several_answers_that_of_the_author_is_taken() -> None:
    picture = Grid.from_text(["..#", ".#.", "#.."])
    goal = picture.to_goal(BLACK_AND_WHITE)
    puzzle = Puzzle((ANYTHING,) * 3, ((Clue(1),),) * 3, goal=goal)
    result = solve(puzzle)
    assert result.outcome is Outcome.SEVERAL
    assert result.solutions[0] == picture
    whole = completed(puzzle, result.solutions[0])
    assert whole.rows == ((Clue(1),),) * 3
    assert completed(puzzle, result.solutions[1]).goal == ""
    wrong = replace(puzzle, goal="1" * 9)
    assert solve(wrong).solutions[0] != Grid.from_goal("1" * 9, puzzle.palette, 3)


def test_clues_that_cannot_be_right_are_told() -> None:
    unknown = {Line(Axis.ROW, 1): (Clue(4), Clue(UNKNOWN), Clue(3))}
    result = solve(with_lines(CHICK, unknown))
    assert result.outcome is Outcome.NONE
    assert result.note == "row 2: 4 + ? + 3 needs 10 cells, the row has 7"


def test_a_search_that_ends_early_says_nothing_of_what_is_left() -> None:
    nothing = [[Weighted(None, 0.0)]] * 6
    few = WeightedLimits(margin=0.0, several_cost=0.0, assignments=3, may_end_full=True)
    for engine in ENGINES:
        found = likeliest([Way(nothing, nothing)], BLACK_AND_WHITE, few, engine=engine)
        assert len(found.assignments) == 3
        assert not found.is_complete
    blank = Puzzle((ANYTHING,) * 30, (ANYTHING,) * 30)
    assert solve(blank, should_stop=lambda: True).outcome is Outcome.STOPPED


def test_what_is_known_of_a_line_is_its_only_alternative() -> None:
    line = [Weighted(None, 0.0, (Clue(UNKNOWN),)), Weighted((), 1.0)]
    with pytest.raises(ValueError, match="another alternative"):
        likeliest([Way([line], [line])], BLACK_AND_WHITE)


@pytest.mark.parametrize(
    ("engine", "rows", "columns", "outcome"),
    [
        pytest.param("logic", "? 1", "1 ?", Outcome.FOUND, id="one found, stuck behind it"),
        pytest.param("logic", "? 1 ?", "? 1 ?", Outcome.STUCK, id="stuck"),
        pytest.param("annealing", "1 1", "1 ?", Outcome.FOUND, id="no proof"),
    ],
)
def test_only_a_limit_of_time_or_nodes_is_one(
    engine: str, rows: str, columns: str, outcome: Outcome
) -> None:
    """A method that is done in a moment is not over time."""
    lines = (
        tuple(read_partial_clues(clue, {"1": 1}) for clue in side.split())
        for side in (rows, columns)
    )
    puzzle = Puzzle(next(lines), next(lines))
    result = solve(puzzle, Limits(timeout_s=3600.0), engine=engine)
    assert result.outcome is outcome
    assert result.note == ""


@pytest.mark.parametrize(("size", "colors"), [((3, 4), 2), ((2, 3), 3)])
def test_the_open_cells_are_those_in_which_the_pictures_differ(
    size: tuple[int, int], colors: int
) -> None:
    rng, pictures = random.Random(colors), all_pictures(*size, colors)
    for _ in range(40):
        parts = [some_of(clues, rng) for clues in rng.choice(pictures)[1]]
        fitting = [
            [*picture.cells] for picture, clues in pictures if all(map(agrees, clues, parts))
        ]
        palette = PALETTE[:colors]
        puzzle = Puzzle(tuple(parts[: size[0]]), tuple(parts[size[0] :]), palette)
        found = check_solutions(puzzle)
        assert found.outcome is (Outcome.UNIQUE if len(fitting) == 1 else Outcome.SEVERAL)
        assert found.is_exact
        assert found.undetermined == {
            i for i, states in enumerate(zip(*fitting, strict=True)) if len({*states}) > 1
        }
