"""The sentences of ``nonogram scan`` about what was read, and what is in doubt."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from PIL import Image

from puzzles.contracts import SolutionCount
from puzzles.formats import read as read_puzzle
from recognizer.lattice import Lattice
from recognizer.values import MIRRORED, Problem, ReadLine, Segmentation
from recognizer.wording import MAX_LISTED_DOUBTS, sentences_of
from tests.support.pdf_files import pdf
from tests.support.scan_command import PUZZLE, Reader, doubtful, good, number, run


def test_doubts_are_said_and_give_exit_code_1(reader: Reader) -> None:
    reader(doubtful())
    result = run("a.png", "-o", "out.non")
    assert result.exit_code == 1
    assert read_puzzle("out.non").puzzle.rows == PUZZLE.rows
    assert "row 1, number 1: 1, or 7?\n" in result.stderr
    assert "row 1: 1 1" not in result.stderr, "a quiet doubt"
    assert Problem.DOUBTFUL_NUMBERS.sentence in result.stderr


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "the file is empty"), (b"no picture", "this file is not a picture of these kinds")],
)
def test_what_is_no_picture_is_said_of_standard_input(
    reader: Reader, data: bytes, said: str
) -> None:
    result = run("-", "--json", stdin=data)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"standard input: {said}")
    message = json.loads(result.stdout)["error"]["message"]
    assert f"standard input: {message}" == result.stderr.rstrip()


def test_quiet_doubts_do_not_count(reader: Reader) -> None:
    reading = good()
    row = replace(reading.rows[0], numbers=(number(1, 0.9, 7), number(1)))
    reader(replace(reading, rows=(row, *reading.rows[1:])))
    result = run("a.png")
    assert result.exit_code == 0
    assert "Nothing left to check" in result.stderr
    assert "or 7" not in result.stderr
    assert json.loads(run("--json", "a.png").stdout)["doubtful"][0]["consequence"] == "quiet"


def test_a_picture_that_was_turned_is_said_and_drawn_as_it_was_read(
    reader: Reader, folder: Path
) -> None:
    Image.new("RGB", (60, 100), "white").save("tall.png")
    reader(replace(good(), turns=3))
    result = run("--debug", "seen", "tall.png")
    assert result.exit_code == 0
    assert "  read turned clockwise by 270 degrees" in result.stderr.splitlines()
    assert "turned" not in result.stdout
    drawn = cv2.imread(str(folder / "seen" / "tall-reading.png"))
    assert drawn is not None
    assert drawn.shape[1] > drawn.shape[0]
    assert json.loads(run("--json", "tall.png").stdout)["turned"] == 270


def test_a_picture_that_was_mirrored_is_said(reader: Reader) -> None:
    Image.new("RGB", (60, 100), "white").save("tall.png")
    reader(replace(good(), turns=MIRRORED))
    result = run("tall.png")
    assert result.exit_code == 0
    assert "  read mirrored from left to right" in result.stderr.splitlines()
    found = json.loads(run("--json", "tall.png").stdout)
    assert (found["turned"], found["mirrored"]) == (0, True)


def test_it_is_said_which_clues_are_missing(reader: Reader) -> None:
    unread = (ReadLine((), (), 0.0),) * 3
    reader(replace(good(), rows=unread, problems=(Problem.NO_CLUES,)))
    result = run("a.png")
    assert result.exit_code == 1
    assert "No row clues were found beside the grid; the columns were read." in result.stderr
    assert "read as nothing" not in result.stderr
    reader(replace(good(), columns=unread, problems=(Problem.NO_CLUES,)))
    result = run("--json", "a.png")
    assert "No column clues were found over the grid" in json.loads(result.stdout)["problems"][0]


def test_why_a_line_is_doubtful_is_said(reader: Reader) -> None:
    reading = good()
    same = Segmentation((number(2), number(0)), 0.3)
    two = replace(reading.columns[0], confidence=0.39, others=(same,))
    none = ReadLine((), (), 0.2)
    reader(replace(reading, columns=(two, none, reading.columns[2])))
    said = run("a.png").stderr
    assert "column 1: 2; there may be one number more or fewer\n" in said
    assert "column 2: no number was found, but there may be one\n" in said
    assert json.loads(run("--json", "a.png").stdout)["doubtful"][0]["or"] is None


def test_of_several_puzzles_it_is_said_which_was_read(reader: Reader) -> None:
    reading = good()
    assert reading.lattice is not None
    small, large = (Lattice(reading.lattice.points * scale) for scale in (0.5, 2))
    problems = (Problem.SEVERAL_GRIDS,)
    reader(replace(reading, others=(small,), problems=problems))
    said = run("a.png").stderr
    assert (
        "There are at least 2 puzzles in this picture; only the largest was read. --all reads"
        in said
    )
    reader(replace(reading, others=(large, small), problems=problems))
    assert (
        "at least 3 puzzles in this picture; only one was read, not the largest. --all"
        in run("a.png").stderr
    )
    problems_told = json.loads(run("--json", "a.png").stdout)["problems"]
    assert problems_told[0].endswith("--all reads all of them.")


def test_a_tiff_that_cannot_be_read_is_called_one(reader: Reader) -> None:
    Path("odd.tif").write_bytes(b"II*\0\x08\0\0\0\0\0\0\0\0\0")
    result = run("odd.tif")
    assert result.exit_code == 2
    assert result.stderr.startswith("odd.tif: ")
    assert "of these kinds" not in result.stderr


def test_a_name_is_said_once(reader: Reader) -> None:
    result = run("http://x.org/a.png")
    assert result.exit_code == 2
    assert result.stderr.startswith("http://x.org/a.png: cannot be opened")
    assert result.stderr.count("x.org") == 1


def test_of_many_doubts_the_most_urgent_are_listed_and_the_others_counted() -> None:
    reading = good()
    unsure = tuple(ReadLine((number(1, 0.5, 7),) * 5) for _ in range(3))
    said = sentences_of(replace(reading, rows=unsure, solution_count=SolutionCount.SEVERAL))
    assert sum(", number " in sentence for sentence in said) == MAX_LISTED_DOUBTS
    assert said[-1] == "3 more doubts (--json lists all)"


def test_the_error_of_a_page_has_the_name_once(reader: Reader) -> None:
    Path("book.pdf").write_bytes(pdf([b"", b""], page_entries=b"/MediaBox[0 0 9999 9999]"))
    lines = run("book.pdf").stderr.splitlines()
    assert [line.split(": it is ")[0] for line in lines] == ["book.pdf, page 1", "book.pdf, page 2"]


@pytest.mark.parametrize(("data", "said"), [
    (b"%PDF-1.4 broken", "the PDF file is broken or not complete"),
    (b"text", "this is not a PDF file, though its name ends in .pdf"),
])  # fmt: skip
def test_what_is_wrong_with_a_pdf_file_is_said(reader: Reader, data: bytes, said: str) -> None:
    Path("a.pdf").write_bytes(data)
    assert run("a.pdf").stderr == f"a.pdf: {said}\n"


def test_a_page_that_is_not_complete_has_its_name_once(reader: Reader) -> None:
    pages = [Image.effect_noise((90, 90), 99) for _ in range(2)]
    pages[0].save("book.tif", save_all=True, append_images=pages[1:], compression="tiff_lzw")
    data = Path("book.tif").read_bytes()
    middle = len(data) * 3 // 4  # in the second page
    Path("book.tif").write_bytes(data[:middle] + bytes(1000) + data[middle + 1000 :])
    lines = [line for line in run("book.tif").stderr.splitlines() if "broken" in line]
    assert lines == ["book.tif, page 2: the picture is broken or not complete"]
