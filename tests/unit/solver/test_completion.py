"""Lines and puzzles of which only a part of the clues is known: all pictures are the judge."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import chain, product

import pytest

from puzzles.contracts import Way, Weighted
from puzzles.errors import PuzzleError
from puzzles.formats import Document, read
from puzzles.grid import Grid, clues_of, clues_of_picture
from puzzles.model import BLACK_AND_WHITE, Axis, Clue, Clues, Color, Line, Puzzle
from puzzles.packs import packs
from puzzles.partial_clues import (
    ANY_COLOR,
    ANYTHING,
    SEVERAL,
    CluePart,
    PartialClues,
    partial_clues,
)
from solver.completion import completed, found_clues, solve_incomplete
from solver.partial_line import solve_partial_line
from solver.values import Limits, Outcome
from solver.weighted import WeightedLimits, likeliest
from tests.support.boards import CHICK

PALETTE = (*BLACK_AND_WHITE, Color("r", "#ff0000"))
ENGINES = ("native", "python")


def agrees(clues: Clues, parts: PartialClues) -> bool:
    """Whether clues are what the parts say."""
    if not parts:
        return not clues
    (length, color), rest = parts[0], parts[1:]
    if length == SEVERAL:
        return any(agrees(clues[n:], rest) for n in range(len(clues) + 1))
    return (
        bool(clues)
        and length in (0, clues[0].length)
        and color in (ANY_COLOR, clues[0].color)
        and agrees(clues[1:], rest)
    )


def some_of(clues: Clues, rng: random.Random) -> PartialClues:
    """The clues as they are after a part of them was lost."""
    parts = []
    for length, color in clues:
        kind = rng.randrange(6)
        if kind < 3:
            parts.append(CluePart(length, color if kind else ANY_COLOR))
        else:
            parts.append(
                CluePart(SEVERAL) if kind == 3 else CluePart(0, color if kind == 4 else ANY_COLOR)
            )
    if not parts or rng.random() < 0.3:
        parts.insert(rng.randint(0, len(parts)), CluePart(SEVERAL))
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


def torn(picture: Grid, palette: tuple[Color, ...], rng: random.Random) -> Document:
    """The puzzle of a picture in which some lines lost clues."""
    rows, columns = clues_of_picture(picture)
    puzzle = Puzzle(rows, columns, palette)
    lost = rng.sample(puzzle.lines, rng.randint(1, len(puzzle.lines)))
    unknown = tuple((line, some_of(puzzle.clues_of(line), rng)) for line in lost)
    known = {line: () if line in lost else puzzle.clues_of(line) for line in puzzle.lines}
    lines = list(known.values())
    height = puzzle.height
    puzzle = replace(puzzle, rows=tuple(lines[:height]), columns=tuple(lines[height:]))
    return replace(Document.untouched(puzzle), unknown=unknown)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("size", [(3, 4, 2), (4, 3, 2), (2, 3, 3)], ids=str)
def test_the_solutions_are_all_pictures_that_agree_with_what_is_known(
    engine: str, size: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.weighted.get_engine", lambda _: type("E", (), {"name": engine}))
    rng, pictures = random.Random(str(size)), all_pictures(*size)
    palette = PALETTE[: size[2]]
    for _ in range(25 if engine == "native" else 8):
        document = torn(rng.choice(pictures)[0], palette, rng)
        unknown = dict(document.unknown)
        said = [
            unknown.get(line) or tuple(CluePart(*clue) for clue in document.puzzle.clues_of(line))
            for line in document.puzzle.lines
        ]
        expected = [
            picture.cells
            for picture, lines in pictures
            if all(agrees(clues, parts) for clues, parts in zip(lines, said, strict=True))
        ]
        result = solve_incomplete(document, Limits(solutions=10_000))
        assert sorted(grid.cells for grid in result.solutions) == sorted(expected)
        assert result.complete
        assert result.outcome is (Outcome.UNIQUE if len(expected) == 1 else Outcome.SEVERAL)


def test_a_page_with_a_hole_is_solved() -> None:
    unknown = (
        (Line(Axis.ROW, 2), (CluePart(0, 1), CluePart(2, 1))),
        (Line(Axis.ROW, 3), (CluePart(0, 1),)),
        (Line(Axis.COLUMN, 5), ANYTHING),
    )
    document = replace(Document.untouched(CHICK), unknown=unknown)
    result = solve_incomplete(document)
    assert list(found_clues(document, result).values()) == ["3 2", "5", "3"]
    assert completed(document, result.solutions[0]).puzzle == CHICK


@pytest.mark.parametrize(
    ("pack", "seed"), [("animals-in-colour", 5), ("things-in-colour", 8), ("fractals", 20)]
)
def test_lost_numbers_of_bundled_puzzles_are_found(pack: str, seed: int) -> None:
    """A number of every sixth line is not known."""
    first = next(each.puzzles[0].path for each in packs() if each.name == pack)
    puzzle, rng = read(first).puzzle, random.Random(seed)
    lost = [line for line in puzzle.lines if puzzle.clues_of(line) and rng.random() < 1 / 6]
    unknown = []
    for line in lost:
        parts = [CluePart(*clue) for clue in puzzle.clues_of(line)]
        place = rng.randrange(len(parts))
        parts[place] = CluePart(0, parts[place].color)
        unknown.append((line, tuple(parts)))
    result = solve_incomplete(replace(Document.untouched(puzzle), unknown=tuple(unknown)))
    assert result.is_unique
    assert completed(Document.untouched(puzzle), result.solutions[0]).puzzle == puzzle


@pytest.mark.parametrize("is_goal", [True, False], ids=["goal", "marks"])
def test_of_several_answers_that_of_the_author_is_taken(is_goal: bool) -> None:
    picture = Grid.from_text(["..#", ".#.", "#.."])
    puzzle = Puzzle.from_numbers([[], [], []], [[1], [1], [1]])
    goal = picture.to_goal(puzzle.palette)
    marked = Document(puzzle, picture)
    given = Document.untouched(replace(puzzle, goal=goal)) if is_goal else marked
    unknown = tuple((line, ANYTHING) for line in puzzle.lines[:3])
    document = replace(given, unknown=unknown)
    result = solve_incomplete(document)
    assert result.outcome is Outcome.SEVERAL
    assert result.solutions[0] == picture
    whole = completed(document, result.solutions[0]).puzzle
    assert whole.rows == ((Clue(1),),) * 3
    assert completed(document, result.solutions[1]).puzzle.goal == ""
    wrong = replace(document, puzzle=replace(puzzle, goal="1" * 9))
    assert solve_incomplete(wrong).solutions[0] != Grid.from_goal("1" * 9, puzzle.palette, 3)


def test_clues_that_cannot_be_right_are_told() -> None:
    unknown = ((Line(Axis.ROW, 1), (CluePart(4, 1), CluePart(0, 1), CluePart(3, 1))),)
    document = replace(Document.untouched(CHICK), unknown=unknown)
    with pytest.raises(PuzzleError, match=r"row 2: 4 \? 3 needs 10 cells, the row has 7"):
        solve_incomplete(document)


def test_a_search_that_ends_early_says_nothing_of_what_is_left() -> None:
    nothing = [[Weighted(None, 0.0)]] * 6
    few = WeightedLimits(margin=0.0, several_cost=0.0, assignments=3, may_end_full=True)
    for engine in ENGINES:
        found = likeliest([Way(nothing, nothing)], BLACK_AND_WHITE, few, engine=engine)
        assert len(found.assignments) == 3
        assert not found.is_complete
    assert (
        solve_incomplete(
            replace(
                Document.untouched(Puzzle.empty(30, 30)),
                unknown=tuple((line, ANYTHING) for line in Puzzle.empty(30, 30).lines),
            ),
            should_stop=lambda: True,
        ).outcome
        is Outcome.STOPPED
    )


def test_what_is_known_of_a_line_is_its_only_alternative() -> None:
    line = [Weighted(None, 0.0, (CluePart(0, 1),)), Weighted((), 1.0)]
    with pytest.raises(ValueError, match="another alternative"):
        likeliest([Way([line], [line])], BLACK_AND_WHITE)
