"""How pictures look: the measure, and what the generator makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from puzzles.difficulty import Difficulty
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Puzzle
from solver.author.generator.fields import FieldSpan, part_of
from solver.author.generator.looks import MAX_MARGIN, looks_of
from solver.author.generator.making import Generated, generate
from solver.author.generator.options import GeneratorOptions, Style
from solver.author.generator.possible import has_puzzles
from solver.logic.rate import rate
from tests.support.cases import few

DISC = [
    "..######..",
    ".########.",
    "##########",
    "##########",
    "####..####",
]  # fmt: skip
"""The upper half of one."""


def full(rows: list[str]) -> list[str]:
    """Both halves of a picture of which the upper one is given."""
    return [*rows, *reversed(rows)]


BROKEN = {
    "two empty rows at a border": ["." * 10] * 2 + full(DISC[1:]),
    "two empty columns at a border": [f"..{row[:4]}{row[-4:]}" for row in full(DISC)],
    "in a corner": ["######...."] * 6 + [".......#..", "..........", "..........", ".........#"],
    "cut in two": [*full(["##########"] * 2), *["." * 10] * 2, *full(["##########"] * 2)],
    "nearly empty": full(["#........#", *["....##...."] * 4]),
    "scattered": ["##..##..##", "..........", ".##..##...", "........##", "##..##...."] * 2,
    "empty": ["." * 10] * 10,
}


@pytest.mark.parametrize("rows", BROKEN.values(), ids=BROKEN)
def test_broken_pictures_are_recognized(rows: list[str]) -> None:
    assert looks_of(Grid.from_text(rows)).is_broken


GOOD = {
    "a ring": full(DISC),
    "a ring with a line around it": ["." * 12, *(f".{row}." for row in full(DISC)), "." * 12],
    "an ornament of parts": full(
        ["###....###", "#..####..#", "..##..##..", ".##.##.##.", "#..####..#"]
    ),
    "two letters": ["##..#.####", "##..#.#..#", "##..#.#..#", "#####.#..#", "##..#.#..#"] * 2,
}


@pytest.mark.parametrize("rows", GOOD.values(), ids=GOOD)
def test_good_pictures_are_kept(rows: list[str]) -> None:
    assert not looks_of(Grid.from_text(rows)).is_broken


@pytest.mark.parametrize("rows", [*BROKEN.values(), *GOOD.values()], ids=[*BROKEN, *GOOD])
def test_a_picture_that_is_turned_or_mirrored_looks_the_same(rows: list[str]) -> None:
    looks = looks_of(Grid.from_text(rows))
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    for other in (rows[::-1], [row[::-1] for row in rows], turned):
        same = looks_of(Grid.from_text(other))
        assert same.is_broken is looks.is_broken
        assert same.score == pytest.approx(looks.score)
        assert same.margin == looks.margin


def test_boards_without_room_for_a_shape_are_never_broken() -> None:
    assert not looks_of(Grid.from_text(["#....", ".....", ".....", ".....", "....."])).is_broken
    assert not looks_of(Grid.from_text(["#" + "." * 19] * 3)).is_broken


def judged_pictures() -> Iterator[tuple[int, str, Grid]]:
    """Seeds, judgements and pictures; what two of three judgements say, or else dull."""
    path = Path(__file__).with_name("judged_pictures.tsv")
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        seed, _, _, height, width, *words, shaded = line.split("\t")
        bits = f"{int(shaded, 16):0{int(height) * int(width)}b}"
        word = next((each for each in words if words.count(each) > 1), "dull")
        grid = Grid(int(height), int(width), 2, [1 + int(bit) for bit in bits])
        yield int(seed), word, grid


def test_nearly_all_that_was_judged_broken_is_thrown_away() -> None:
    thrown, kept = Counter[str](), Counter[str]()
    for seed, word, grid in judged_pictures():
        if seed >= 50_100:  # the others decided the limits
            (thrown if looks_of(grid).is_broken else kept)[word] += 1
    assert kept == {"good": 242, "dull": 61, "broken": 4}, "docs/making.md has these numbers"
    assert thrown == {"good": 128, "dull": 95, "broken": 69}


def picture_of(made: Generated) -> Grid:
    puzzle = made.puzzle
    return Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)


@pytest.mark.parametrize(
    ("style", "size", "colors"),
    few(
        7,
        [
            *product(Style, [(10, 10), (12, 18)], [1]),
            *product(Style, [(15, 15)], [3]),
        ],
    ),
    ids=str,
)
def test_no_side_has_more_than_one_empty_line(
    style: Style, size: tuple[int, int], colors: int
) -> None:
    options = GeneratorOptions(*size, Difficulty.EASY, style=style, colors=colors)
    for seed in range(3):
        found = generate(options, f"{seed}")
        assert found is not None
        assert looks_of(picture_of(found)).margin <= MAX_MARGIN


@pytest.mark.parametrize("difficulty", few(2, [
    pytest.param(each, marks=pytest.mark.long if each is Difficulty.EXTREME else ())
    for each in Difficulty
]))  # fmt: skip
def test_hardly_any_puzzle_looks_broken(difficulty: Difficulty) -> None:
    made = [generate(GeneratorOptions(10, 10, difficulty), f"{seed}") for seed in range(4)]
    assert sum(each is None or looks_of(picture_of(each)).is_broken for each in made) <= 1


def test_the_same_seed_makes_the_same_puzzle() -> None:
    options = GeneratorOptions(14, 11, Difficulty.MEDIUM)
    one, other = generate(options, "same"), generate(options, "same")
    assert one is not None
    assert one == other


def test_a_part_of_a_field_fills_the_board() -> None:
    field = [float(row) * 10 + column for row in range(6) for column in range(8)]
    whole = part_of(field, FieldSpan(0, 6, 6), FieldSpan(0, 8, 8))
    assert whole == pytest.approx(field)
    part = part_of(field, FieldSpan(2, 3, 6), FieldSpan(4, 4, 8))
    assert (part[0], part[-1]) == (17.5 + 3.75, 42.5 + 7)


@pytest.mark.parametrize("size", [(2, 3), (3, 3), (2, 4), (2, 5), (1, 5)], ids=str)
def test_what_is_said_of_tiny_boards_is_so(size: tuple[int, int]) -> None:
    height, width = size
    puzzles: dict[object, Puzzle | None] = {}
    for cells in product((1, 2), repeat=height * width):
        puzzle = puzzle_of(Grid(height, width, 2, cells), Puzzle.empty(height, width))
        clues = puzzle.rows, puzzle.columns
        puzzles[clues] = None if clues in puzzles else puzzle
    words = {rate(puzzle).difficulty for puzzle in puzzles.values() if puzzle is not None}
    assert words == {word for word in Difficulty if has_puzzles(height, width, word)}
