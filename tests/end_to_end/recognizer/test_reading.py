"""From a picture to a puzzle: drawn puzzles are read exactly, and no picture does any harm."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.grid import Grid
from recognizer.clues.clue_areas import locate_board
from recognizer.grid.detection import DetectedGrid
from recognizer.images import load, turned, turned_on
from recognizer.lattice import Picture
from recognizer.reading import read
from recognizer.values import CERTAIN, MIRRORED, Problem, Progress, Side
from solver.solution_count import count_solutions
from tests.samples import SAMPLES
from tests.support.cases import few, further
from tests.support.pages import (
    Page,
    clues_read,
    draw_page,
    text_page,
    unique_clues,
)

CLUES = unique_clues(10, 10)
PITCH = 18


@cache
def plain() -> Page:
    return draw_page(*CLUES, pitch=PITCH)


def check_exact(page: Page) -> None:
    reading = read(page.picture, count_solutions=count_solutions)
    assert clues_read(reading) == CLUES
    assert reading.solution_count is SolutionCount.ONE
    assert reading.problems == ()
    assert reading.marks is None
    assert reading.others == ()


def test_a_drawn_puzzle_is_read_exactly_and_surely() -> None:
    reading = read(plain().picture, count_solutions=count_solutions)
    assert clues_read(reading) == CLUES
    assert reading.solution_count is SolutionCount.ONE
    assert reading.problems == ()
    assert (reading.rows_side, reading.columns_side) == (Side.LEFT, Side.TOP)
    assert reading.is_certain
    assert reading.lattice is not None
    assert np.abs(reading.lattice.points - plain().crossings).max() < 0.1 * PITCH


@pytest.mark.parametrize("boxed", [False, True])
def test_clues_may_stand_on_the_right_and_below(boxed: bool) -> None:
    page = draw_page(*CLUES, pitch=PITCH, boxed=boxed, sides=(Side.RIGHT, Side.BOTTOM))
    reading = read(page.picture, count_solutions=count_solutions)
    assert clues_read(reading) == CLUES
    assert (reading.rows_side, reading.columns_side) == (Side.RIGHT, Side.BOTTOM)


def test_clues_may_stand_in_boxes() -> None:
    check_exact(draw_page(*CLUES, pitch=PITCH, boxed=True))


def test_a_page_need_not_lie_flat() -> None:
    check_exact(draw_page(*CLUES, text=True).bent(6).tilted(0.1).turned(-5).blurred(0.6).noisy(4))


@pytest.mark.parametrize(("quarters", "boxed"), few(1, [
    (1, True), (2, False), *further((3, False))
]))  # fmt: skip
def test_a_picture_may_lie_on_its_side(quarters: int, boxed: bool) -> None:
    """It is read turned back; all places are those in the picture that stands upright then."""
    page = draw_page(*CLUES, pitch=PITCH, boxed=boxed)
    reading = read(turned(page.picture, quarters), count_solutions=count_solutions)
    assert reading.turns == 4 - quarters
    assert clues_read(reading) == CLUES
    assert reading.solution_count is SolutionCount.ONE
    assert reading.problems == ()
    assert (reading.rows_side, reading.columns_side) == (Side.LEFT, Side.TOP)
    assert reading.lattice is not None
    assert np.abs(reading.lattice.points - page.crossings).max() < 0.1 * PITCH


@pytest.mark.parametrize("boxed", [*further(False), True])
def test_a_picture_may_be_that_of_a_mirror(boxed: bool) -> None:
    page = draw_page(*CLUES, pitch=PITCH, boxed=boxed)
    reading = read(turned(page.picture, MIRRORED), count_solutions=count_solutions)
    assert (reading.turns, reading.is_mirrored, reading.degrees) == (MIRRORED, True, 0)
    assert clues_read(reading) == CLUES
    assert reading.problems == ()
    assert reading.lattice is not None
    assert np.abs(reading.lattice.points - page.crossings).max() < 0.1 * PITCH


def test_turns_of_turned_pictures_add_up() -> None:
    picture = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    for first, more in product(range(8), repeat=2):
        both = turned(turned(picture, first), more)
        assert np.array_equal(turned(picture, turned_on(first, more)), both)


@pytest.mark.long
def test_several_puzzles_may_lie_on_their_side() -> None:
    one, two = unique_clues(6, 6, 1), unique_clues(8, 8, 2)
    left, right = draw_page(*one, pitch=PITCH), draw_page(*two, pitch=PITCH)
    reading = read(turned(left.beside(right).picture, 1), count_solutions=count_solutions)
    assert clues_read(reading) == two
    (other,) = reading.others
    assert np.abs(other.points - left.crossings).max() < 0.1 * PITCH


def test_what_a_person_takes_for_upright_is_not_turned() -> None:
    lying = turned(plain().picture, 1)
    center = tuple(float(side) / 2 for side in lying.shape[1::-1])
    for reading in (
        read(lying, count_solutions=count_solutions, is_upright=True),
        read(lying, count_solutions=count_solutions, near=(center[0], center[1])),
    ):
        assert reading.turns == 0
        assert clues_read(reading) != CLUES


def test_a_picture_that_is_read_well_is_not_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it was turned")

    monkeypatch.setattr("recognizer.oriented_picture.OrientedPicture.turned", never)
    assert clues_read(read(plain().picture, count_solutions=count_solutions)) == CLUES
    assert clues_read(read(plain().picture)) == CLUES


def test_polarity_does_not_change_what_is_read() -> None:
    check_exact(plain().inverted())


def test_marks_in_the_cells_do_not_disturb_the_clues() -> None:
    marks = ["#..x......", ".#........", "..x.....#.", "....#....."]
    lines = [*marks, *["." * 10] * 6]
    reading = read(
        draw_page(*CLUES, pitch=PITCH, marks=marks).picture, count_solutions=count_solutions
    )
    assert clues_read(reading) == CLUES
    expected = [line.replace(".", "?").replace("x", ".") for line in lines]
    assert reading.marks == Grid.from_text(expected)


def test_numbers_are_where_they_were_read() -> None:
    page = plain()
    reading = read(page.picture, lattice=page.lattice)
    for r, line in enumerate(reading.rows):
        for k, number in enumerate(line.numbers):
            x, y = np.mean(number.quad, axis=0)
            slot = page.crossings[0, 0] + PITCH * np.array(
                [k + 0.5 - len(line.numbers), r + 0.5], float
            )
            assert np.hypot(x - slot[0], y - slot[1]) < 0.3 * PITCH


def test_a_given_lattice_is_the_one_that_is_read() -> None:
    page = draw_page(*CLUES).turned(4)
    lattice = page.lattice
    reading = read(page.picture, lattice=lattice)
    assert reading.lattice is not None
    assert np.array_equal(reading.lattice.points, lattice.points)
    assert clues_read(reading) == CLUES
    assert reading.others == ()


@pytest.mark.parametrize("degrees", [4])
def test_small_print_on_a_turned_page_is_read_or_doubted(degrees: float) -> None:
    """The threshold is made for the board's border, which is darker than thin digits."""
    page = plain().turned(degrees)
    reading = read(page.picture, lattice=page.lattice)
    lines = zip((*reading.rows, *reading.columns), (*CLUES[0], *CLUES[1]), strict=True)
    assert all(line.lengths == clue or line.certainty < CERTAIN for line, clue in lines)


def test_a_tap_chooses_one_of_two_puzzles() -> None:
    one, two = unique_clues(6, 6, 1), unique_clues(7, 7, 2)
    left, right = draw_page(*one, pitch=PITCH), draw_page(*two, pitch=PITCH)
    picture = left.beside(right).picture
    pages = (left, one), (right.moved(left.picture.shape[1]), two)
    for page, clues in pages:
        reading = read(picture, near=page.center)
        assert clues_read(reading) == clues
        assert Problem.SEVERAL_GRIDS in reading.problems
        assert len(reading.others) == 1


def gradient() -> Picture:
    ramp = np.linspace(0, 255, 160).astype(np.uint8)
    return np.repeat(np.tile(ramp, (120, 1))[:, :, None], 3, axis=2)


def chequered() -> Picture:
    y, x = np.mgrid[0:200, 0:240] // 13
    return np.repeat(((x + y) % 2 * 255).astype(np.uint8)[:, :, None], 3, axis=2)


def solid(height: int, width: int, level: int) -> Picture:
    return np.full((height, width, 3), level, np.uint8)


def noise(height: int, width: int) -> Picture:
    return np.random.default_rng(0).integers(0, 256, (height, width, 3), np.uint8)


def blotted() -> Picture:
    """A grid with a blot beside it, and another one above."""
    page = draw_page(((),) * 8, ((),) * 8, pitch=18)
    picture = np.pad(page.picture, ((30, 0), (30, 0), (0, 0)), mode="edge")
    for y, x in ((30, 100), (120, 30)):
        picture[y : y + 12, x : x + 9] = 0
    return picture


PICTURES_WITHOUT_PUZZLE = {
    "a pixel": solid(1, 1, 90),
    "a thread": noise(3, 2000),
    "an upright thread": noise(900, 2),
    "black": solid(120, 160, 0),
    "white": solid(120, 160, 255),
    "gradient": gradient(),
    "steep gradient": np.ascontiguousarray(gradient().swapaxes(0, 1)),
    "noise": noise(120, 160),
    "prose": text_page(260, 220),
    "chequered": chequered(),
    "a grid without clues": draw_page(((),) * 8, ((),) * 8, pitch=18).picture,
    "a grid with blots": blotted(),
    "lines one way": np.repeat(solid(12, 160, 255), 8, axis=0)
    - (np.arange(96) % 12 == 0)[:, None, None].astype(np.uint8) * 255,
}


@pytest.mark.parametrize("name", few(5, PICTURES_WITHOUT_PUZZLE))
def test_a_picture_without_a_puzzle_says_so(name: str) -> None:
    reading = read(PICTURES_WITHOUT_PUZZLE[name], count_solutions=count_solutions)
    assert Problem.NO_GRID in reading.problems or Problem.NO_CLUES in reading.problems
    assert (Problem.NO_GRID in reading.problems) == (reading.lattice is None)
    assert not reading.is_certain


def test_a_lattice_over_blank_paper_has_no_clues() -> None:
    page = plain()
    reading = read(np.full_like(page.picture, 255), lattice=page.lattice)
    assert Problem.NO_CLUES in reading.problems
    assert [len(reading.rows), len(reading.columns)] == [10, 10]


def test_progress_never_goes_back() -> None:
    heard: list[Progress] = []
    read(
        plain().picture,
        lattice=plain().lattice,
        count_solutions=count_solutions,
        on_progress=heard.append,
    )
    shares = [p.share for p in heard]
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    assert all(p.stage for p in heard)


@pytest.mark.parametrize("kind", few(3, SAMPLES))
def test_a_picture_of_every_kind_is_read_exactly(kind: str) -> None:
    sample = SAMPLES[kind]
    reading = read(load(sample.path), count_solutions=count_solutions)
    assert clues_read(reading) == (sample.rows, sample.columns)
    assert reading.is_certain
    assert not reading.problems


def test_photographs_are_read_exactly(shared: Path) -> None:
    folder = shared / "photos"
    truths = json.loads((folder / "truth.json").read_text("utf-8"))
    for name in ("emi_medium", "valfur_grid", "nonojure_nono1", "ds_blue5"):
        truth = next(t for t in truths if t["name"] == name)
        reading = read(load(folder / truth["image"]), count_solutions=count_solutions)
        rows, columns = (tuple(map(tuple, truth[key])) for key in ("rows", "columns"))
        assert clues_read(reading) == (rows, columns), name


def test_a_larger_grid_without_numbers_gives_way_to_the_puzzle() -> None:
    blank = draw_page(((),) * 14, ((),) * 14, pitch=24)
    page = draw_page(*unique_clues(8, 8, 2), pitch=24)
    reading = read(blank.beside(page).picture)
    assert clues_read(reading) == unique_clues(8, 8, 2)


@pytest.mark.parametrize(("side", "moved"), [
    ("top", -1), *further(("left", 1)), *further(("left", -1), ("right", -1))
])  # fmt: skip
def test_a_grid_of_another_size_is_tried_if_there_is_no_solution(
    monkeypatch: pytest.MonkeyPatch, side: str, moved: int
) -> None:
    """And it is said, so the puzzle is not certain."""

    def locate(picture: Picture, found: DetectedGrid, **options: bool) -> DetectedGrid:
        board = locate_board(picture, found, **options).cells
        board = replace(board, **{side: getattr(board, side) + moved})
        return replace(found, cells=board, dense=board)

    page = draw_page(*CLUES, pitch=2 * PITCH, boxed=True)
    monkeypatch.setattr("recognizer.oriented_picture.locate_board", locate)
    reading = read(page.picture, count_solutions=count_solutions, is_upright=True)
    assert clues_read(reading) == CLUES
    assert Problem.RESIZED in reading.problems
    assert not reading.is_certain
