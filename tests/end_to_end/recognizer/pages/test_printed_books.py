"""Printed books are read back from the drawing of their pages without a loss."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from benchmarks.books import drawn_pages, is_exact
from helper.paper.book import BookPuzzle, plan_book
from helper.paper.pdf import pdf_bytes
from puzzles.contracts import SolutionCount
from puzzles.difficulty import Difficulty
from puzzles.formats import Document, read
from puzzles.formats.non import NON
from puzzles.grid import Grid, puzzle_of
from puzzles.language import LANGUAGES, VARIABLE
from puzzles.model import Color, Puzzle
from puzzles.packs import packs
from puzzles.print_options import PageSize, PrintOptions, Solutions, Titles
from puzzles.prints import ATTACHMENT
from recognizer.pages.attached import (
    MAX_ATTACHED_BYTES,
    attached_puzzles,
    with_attached_colors,
)
from recognizer.pages.joining import joined
from recognizer.pages.page_board import PageBoard
from recognizer.pages.pdf import PdfFile
from recognizer.pages.pdf_pages import PdfPages
from recognizer.scanner import Scanner
from recognizer.values import Problem, Reading
from recognizer.wording import sentences_of
from solver.solution_count import count_solutions
from tests.support.boards import CHICK, random_puzzle
from tests.support.cases import further
from tests.support.paths import ROOT
from tests.support.printed_in_language import NO_FONT
from tests.support.printed_in_language import puzzles as puzzles_of_any_language

NO_SOLUTIONS = PrintOptions(solutions=Solutions.NONE)


@pytest.fixture(autouse=True)
def application(qtbot: QtBot) -> None:
    """Pages are painted by Qt."""


@dataclass(frozen=True)
class Board:
    page: int
    reading: Reading
    parts: int = 1


RED, BLUE, GREEN, YELLOW = "#e02020", "#2050e0", "#20a030", "#ffe000"


def in_colors(seed: int, height: int, width: int, *colors: str, density: float = 0.6) -> Puzzle:
    """A puzzle in these colours."""
    puzzle = random_puzzle(seed, height, width, 1 + len(colors), density)
    palette = (Color("0", "#ffffff"), *(Color("abcde"[k], rgb) for k, rgb in enumerate(colors)))
    return puzzle_of(
        Grid.from_goal(puzzle.goal, puzzle.palette, width),
        replace(puzzle, palette=palette, goal=""),
    )


def printed(puzzles: Sequence[BookPuzzle], options: PrintOptions) -> bytes:
    data = pdf_bytes(plan_book(puzzles, options))
    assert data is not None
    return data


def boards(data: bytes) -> list[Board]:
    found = [
        Board(page, reading)
        for page, readings in drawn_pages(PdfPages(), data)
        for reading in readings or ()
    ]
    return joined(found, count_solutions)


def in_file(data: bytes) -> list[PageBoard]:
    """The boards that are drawn in a file, those in parts joined by another child process."""
    found = [
        PageBoard(page, number, reading)
        for page, readings in drawn_pages(PdfPages(), data)
        for number, reading in enumerate(readings or (), 1)
    ]
    return Scanner().joined(found, data)


@pytest.mark.parametrize("language", [
    pytest.param(language, marks=[] if language in ("de", "ja") else pytest.mark.long)
    for language in LANGUAGES
])  # fmt: skip
def test_what_is_printed_in_any_language_is_read(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Labels and names of colours, as a scan of paper would have them: without the attachment."""
    target = tmp_path / "book.pdf"
    words = [sys.executable, "-m", "tests.support.printed_in_language", str(target)]
    code = subprocess.run(words, cwd=ROOT, env={**os.environ, VARIABLE: language}).returncode
    if code == NO_FONT:
        pytest.skip("no font has the letters of this language")
    assert code == 0
    for page in tmp_path.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert f'<html lang="{language}">' in text
        assert (">Solution<" in text) <= (language in ("en", "fr"))
    monkeypatch.setattr("recognizer.pages.attached.attached_puzzles", lambda data: ())
    found = in_file(target.read_bytes())
    for board, puzzle in zip(found, puzzles_of_any_language(), strict=True):
        assert is_exact(board.reading, puzzle)
        shades = [(color.rgb, color.name) for color in board.reading.palette]
        assert shades == [(color.rgb, color.name) for color in puzzle.palette]


@pytest.mark.parametrize("is_grey", [*further(False), True])
def test_a_file_of_ours_has_the_exact_colors(is_grey: bool) -> None:
    puzzles = puzzles_of_any_language()
    options = replace(NO_SOLUTIONS, is_grey=is_grey)
    found = in_file(printed([BookPuzzle(each) for each in puzzles], options))
    for board, puzzle in zip(found, puzzles, strict=True):
        read_back = board.reading.puzzle()
        assert (read_back.rows, read_back.columns) == (puzzle.rows, puzzle.columns)
        assert read_back.palette == puzzle.palette


def test_an_attachment_has_neither_solutions_nor_titles_that_are_not_printed() -> None:
    puzzle = replace(CHICK, title="Chick")
    file = PdfFile(printed([solved(puzzle)], PrintOptions(titles=Titles.SOLUTION)))
    (attached,) = attached_puzzles(file.attachment(ATTACHMENT, MAX_ATTACHED_BYTES))
    assert (attached.rows, attached.columns) == (puzzle.rows, puzzle.columns)
    assert (attached.goal, attached.title) == ("", "")


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\x00", b"width 7\nheight", b"3\n" * MAX_ATTACHED_BYTES, NON.write_all(
        [Document(random_puzzle(1, 7, 7))]
    )],
    ids=["empty", "no text", "damaged", "too large", "another puzzle"],
)  # fmt: skip
def test_an_attachment_of_a_stranger_changes_nothing(data: bytes) -> None:
    reading = boards(printed([solved(CHICK)], NO_SOLUTIONS))[0].reading
    assert with_attached_colors(reading, attached_puzzles(data)) == reading


def solved(puzzle: Puzzle) -> BookPuzzle:
    solution = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width) if puzzle.goal else None
    return BookPuzzle(puzzle, Difficulty.EASY, solution)


def bundled(pack: int, count: int) -> list[BookPuzzle]:
    return [solved(read(entry.path).puzzle) for entry in packs()[pack].puzzles[:count]]


MIXED = [*bundled(0, 6), *bundled(1, 2), *bundled(5, 3), *bundled(-1, 3)]


@pytest.mark.parametrize("options", [
    PrintOptions(),
    PrintOptions(PageSize.LETTER, per_page=2, titles=Titles.PUZZLE, has_difficulty=True),
    PrintOptions(per_page=4, solutions=Solutions.UPSIDE_DOWN, title="All 14 of 2024"),
    PrintOptions(PageSize.LETTER, 10, per_page=6, is_grey=True),
    PrintOptions(per_page=9, is_large=True, has_page_numbers=False),
    PrintOptions(per_page=2, is_large=True, is_grey=True, titles=Titles.PUZZLE),
])  # fmt: skip
def test_a_book_is_read(options: PrintOptions) -> None:
    found = boards(printed(MIXED, options))
    assert len(found) == len(MIXED)
    for board, each in zip(found, MIXED, strict=True):
        assert is_exact(board.reading, each.puzzle)
        assert board.reading.is_certain


@pytest.mark.parametrize(("height", "width", "colors", "is_grey"), [
    (70, 75, ["#000000"], False), (50, 52, [RED, BLUE], False), (60, 60, [RED, BLUE], True),
])  # fmt: skip
def test_a_board_in_parts_is_joined(
    height: int, width: int, colors: list[str], is_grey: bool
) -> None:
    large = in_colors(4, height, width, *colors, density=0.25 if is_grey else 0.6)
    data = printed([solved(CHICK), BookPuzzle(large)], replace(NO_SOLUTIONS, is_grey=is_grey))
    small, found = boards(data)
    assert (small.parts, small.page) == (1, 1)
    assert found.parts > 1
    assert found.page == 2
    assert is_exact(found.reading, large)


@pytest.mark.parametrize("colors", [["#000000"], [RED, BLUE]])
def test_a_part_alone_is_told_as_from_a_picture(colors: list[str]) -> None:
    data = printed([BookPuzzle(in_colors(4, 50, 52, *colors))], NO_SOLUTIONS)
    (_, alone), *_ = drawn_pages(PdfPages("solver.solution_count:count_solutions"), data)
    assert alone is not None
    (part,) = alone
    assert sentences_of(part) == [Problem.PART.sentence, Problem.SUMS_DIFFER.sentence]
    assert part.solution_count is SolutionCount.NONE


@pytest.mark.parametrize(("height", "width", "colors"), [
    (60, 56, [RED, BLUE]), (30, 150, [RED, BLUE, GREEN, YELLOW]),
    *further((110, 60, [RED, BLUE, GREEN]), (140, 120, [RED, BLUE])),
])  # fmt: skip
def test_clues_on_pages_of_their_own_are_read(height: int, width: int, colors: list[str]) -> None:
    large = in_colors(4, height, width, *colors)
    book = plan_book([solved(CHICK), BookPuzzle(large)], replace(NO_SOLUTIONS, is_grey=True))
    assert "Its clues are on pages of their own." in book.notes[0]
    data = pdf_bytes(book)
    assert data is not None
    small, found = boards(data)
    assert is_exact(small.reading, CHICK)
    assert found.page == 2
    assert is_exact(found.reading, large)


@pytest.mark.parametrize(("height", "width"), [(1, 200), (3, 200), (200, 2)])
def test_the_parts_of_a_narrow_board_on_a_page_are_joined(height: int, width: int) -> None:
    (board,) = boards(printed([BookPuzzle(random_puzzle(1, height, width))], NO_SOLUTIONS))
    assert board.parts > 1
    assert is_exact(board.reading, random_puzzle(1, height, width))


def test_colors_are_those_of_the_print() -> None:
    names = [RED, BLUE, "#ffffff", YELLOW]
    puzzle = in_colors(2, 12, 12, *names)
    (board,) = boards(printed([BookPuzzle(puzzle)], NO_SOLUTIONS))
    assert is_exact(board.reading, puzzle)
    assert [color.rgb for color in board.reading.palette[1:]] == names


def test_letters_have_the_colors_that_the_list_names() -> None:
    puzzle = in_colors(2, 12, 12, RED, BLUE, GREEN, YELLOW)
    (board,) = boards(printed([BookPuzzle(puzzle)], replace(NO_SOLUTIONS, is_grey=True)))
    assert is_exact(board.reading, puzzle)
    for found, true in zip(board.reading.palette[1:], puzzle.palette[1:], strict=True):
        assert found.symbol == true.symbol
        pairs = zip(bytes.fromhex(found.rgb[1:]), bytes.fromhex(true.rgb[1:]), strict=True)
        assert all(abs(a - b) <= 24 for a, b in pairs)


@pytest.mark.parametrize("is_grey", [False, True])
@pytest.mark.parametrize("colors", [["#000000"], [RED, BLUE, YELLOW]])
def test_the_marks_of_a_player_are_read(colors: list[str], is_grey: bool) -> None:
    puzzle = in_colors(6, 10, 12, *colors)
    marks = Grid.from_goal(puzzle.goal, puzzle.palette, 12)
    for column in range(12):
        marks[4, column] = marks.clear
    options = replace(NO_SOLUTIONS, has_marks=True, is_grey=is_grey)
    (board,) = boards(printed([BookPuzzle(puzzle, marks=marks)], options))
    assert is_exact(board.reading, puzzle)
    assert board.reading.marks == marks
