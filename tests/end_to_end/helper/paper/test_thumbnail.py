"""Small pictures of puzzle files, as file managers show them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from PySide6.QtGui import QColor, QImage

from helper.application.theme import LIGHT
from helper.paper import cli
from helper.paper.cli import print_command
from helper.paper.thumbnail import Thumbnail
from puzzles import BLANK, SHADED, Puzzle
from puzzles.formats import Document, write, write_all
from tests.support.boards import CHICK, CHICK_PICTURE, random_puzzle
from tests.support.commands import run_here

INK, PAPER = QColor(LIGHT.ink).name(), QColor(LIGHT.paper).name()
pytestmark = pytest.mark.usefixtures("qapp")


def marked(puzzle: Puzzle, cells: dict[int, int]) -> Document:
    """A document with some cells marked, by their index."""
    untouched = Document(puzzle)
    marks = untouched.marks.copy()
    for index, state in cells.items():
        marks.cells[index] = state
    return replace(untouched, marks=marks)


def color(image: QImage, side_px: int, row: int, column: int) -> str:
    """The colour near the corner of a cell of the chick, which no dot and no line has."""
    cell = (side_px - 2) // 9  # 7 cells and two numbers
    return image.pixelColor((column + 2) * cell + 3, (row + 2) * cell + 3).name()


@pytest.mark.parametrize("side", [16, 128, 256, 512])
@pytest.mark.parametrize(
    "puzzle",
    [
        CHICK,
        Puzzle.from_numbers([[1]], [[1]]),
        Puzzle.from_numbers([[]] * 3, [[]] * 3),
        random_puzzle(1, 30, 40),
        random_puzzle(2, 25, 10, colors=4),
        random_puzzle(3, 3, 300),
        random_puzzle(4, 600, 500),
    ],
)
def test_it_fits_and_fills_more_than_half(puzzle: Puzzle, side: int) -> None:
    image = Thumbnail(Document(puzzle), side).image()
    assert side / 2 < max(image.width(), image.height()) <= side


@pytest.mark.parametrize("side", [128, 256])
def test_the_marks_are_seen(side: int) -> None:
    image = Thumbnail(marked(CHICK, {0: SHADED, 8: BLANK}), side).image()
    assert color(image, side, 0, 0) == INK
    assert color(image, side, 1, 1) == PAPER
    assert color(image, side, 2, 2) == PAPER
    dot = Thumbnail(marked(CHICK, {0: SHADED}), side).image()
    assert dot != image, "a blank cell has a dot"


def test_the_solution_is_not_seen() -> None:
    goal = "".join(CHICK_PICTURE).replace(".", "0").replace("#", "1")
    images = [Thumbnail(Document(each), 128).image() for each in (CHICK, replace(CHICK, goal=goal))]
    assert images[0] == images[1]
    assert all(color(images[0], 128, row, 3) == PAPER for row in range(7))


def test_marks_and_clues_have_the_colours_of_the_puzzle() -> None:
    puzzle = random_puzzle(2, 6, 6, colors=4)
    states = {color: 1 << color for color in range(1, 4)}
    empty = Thumbnail(Document(puzzle), 200).image()
    image = Thumbnail(marked(puzzle, states), 200).image()
    cell = (200 - 2) // (6 + max(map(len, puzzle.rows + puzzle.columns)))
    board = image.width() - 1 - 6 * cell, image.height() - 1 - 6 * cell
    for index, state in states.items():
        at = board[0] + index * cell + 3, board[1] + 3
        assert image.pixelColor(*at).name() == puzzle.palette[state.bit_length() - 1].rgb
        assert empty.pixelColor(*at).name() == puzzle.palette[0].rgb
    shown = {empty.pixelColor(x, 3 + k * cell).name() for x in range(empty.width()) for k in (0, 1)}
    assert shown & {each.rgb for each in puzzle.palette[1:]}, "numbers stand on tiles"


def run(*words: str) -> Result:
    return CliRunner().invoke(print_command, words)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("chick.non", Document(CHICK))
    write_all("two.nonpack", [Document(CHICK)] * 2)
    return tmp_path


def test_several_go_into_a_folder() -> None:
    assert run("two.nonpack", "-o", "out", "--to", "png", "--thumbnail", "64").exit_code == 0
    for name in ("two-1.png", "two-2.png"):
        with Image.open(Path("out", name)) as image:
            assert max(image.size) <= 64


@pytest.mark.parametrize(
    "data", [b"", b"\0\1\2", b"width 5\n", b"width 3\nheight 3\nrows\n9\n", b"{", b"<puzzle>"]
)
def test_a_malformed_file_is_one_sentence(data: bytes) -> None:
    Path("bad.non").write_bytes(data)
    ended = run_here("print bad.non -o bad.png --to png --thumbnail 128 --force")
    assert ended.code == 2
    assert ended.stderr.count(b"\n") == 1
    assert not Path("bad.png").exists()


def test_a_place_that_cannot_be_written_is_one_sentence() -> None:
    ended = run_here("print chick.non -o missing/a.png --thumbnail 128 --force")
    assert ended.code == 2
    assert ended.stderr.startswith(b"missing")
    assert ended.stderr.count(b"\n") == 1


def test_a_file_that_takes_long_to_read_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_MAX_THUMBNAIL_BYTES", 10)
    ended = run_here("print chick.non -o chick.png --thumbnail 128")
    assert (ended.code, ended.stdout) == (2, b"")
    assert ended.stderr == b"chick.non: this file is too large for --thumbnail\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("-o a.pdf --thumbnail 64", "--thumbnail is for png, not for pdf."),
        ("-o a.png --thumbnail 64 --solve", "--solve is not for --thumbnail."),
        ("-o a.png --thumbnail 64 --grey", "--grey is not for --thumbnail."),
        ("-o a.png --thumbnail 5", "5 is not in the range 16<=x<=1024."),
    ],
)
def test_options_that_mean_nothing_are_refused(words: str, said: str) -> None:
    result = run("chick.non", *words.split())
    assert result.exit_code == 2
    assert said in result.stderr
