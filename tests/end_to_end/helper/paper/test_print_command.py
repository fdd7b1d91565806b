"""``nonogram print``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from helper.paper import preparing
from helper.paper.cli import print_command
from helper.paper.preparing import Preparation
from network.playable import playable_page
from puzzles import Puzzle
from puzzles.formats import Document, read_all, write, write_all
from tests.support.boards import CHICK, random_puzzle
from tests.support.paths import ROOT

TWO = Puzzle.from_numbers([[1], [1]], [[1], [1]], "Two of them")
NONE = Puzzle.from_numbers([[2], []], [[2], []], "None")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("chick.non", Document(CHICK))
    write_all("two.nonpack", [Document(CHICK), Document(TWO)])
    write("none.non", Document(NONE))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(print_command, words)


def text_of(path: str) -> list[str]:
    """The text on each page."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]


def test_a_book_has_title_puzzles_and_solutions() -> None:
    result = run("two.nonpack", "-o", "book.pdf", "--book-title", "A book", "--show-difficulty")
    told = run("two.nonpack", "-o", "told.pdf", "--titles-at", "puzzle")
    assert told.stderr == "2 Two of them (2×2) has several solutions.\n"
    assert (result.exit_code, result.stdout) == (0, "book.pdf\n")
    assert result.stderr == "2 (2×2) has several solutions.\n"
    title, first, _, solutions = text_of("book.pdf")
    assert "A book" in title
    assert "2 puzzles, 2 × 2 to 7 × 7" in title
    assert "1 Chick" in text_of("told.pdf")[0].replace("  ", " ")
    assert "7 × 7 · easy" in first
    assert "Two of them" in text_of("told.pdf")[1]
    assert "Solutions" in solutions


@pytest.mark.parametrize("per_page", ["1", "4"])
def test_the_paper_lies_as_it_is_asked_for(per_page: str) -> None:
    for orientation, is_on_side in (("portrait", False), ("landscape", True), ("auto", False)):
        words = ("--orientation", orientation, "--per-page", per_page, "--force")
        assert run("two.nonpack", "-o", "book.pdf", *words).exit_code == 0
        for page in pypdfium2.PdfDocument("book.pdf"):
            width, height = page.get_size()
            assert (width > height) is is_on_side


def test_titles_are_with_the_solutions_only_as_in_the_window() -> None:
    assert run("two.nonpack", "-o", "book.pdf").exit_code == 0
    first, second, solutions = text_of("book.pdf")
    assert "Chick" not in first + second
    assert "Chick" in solutions


def test_a_puzzle_without_a_solution_is_said() -> None:
    result = run("none.non", "-o", "none.pdf")
    assert result.exit_code == 0
    assert result.stderr == "1 (2×2) has no solution.\n"
    assert len(text_of("none.pdf")) == 1
    picture = run("none.non", "-o", "none.png", "--solve")
    assert (picture.exit_code, picture.stderr) == (1, result.stderr)
    assert not Path("none.png").exists()


def test_what_is_not_found_in_time_is_said_and_a_book_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def prepared(puzzles: list[Puzzle], *_: object, timeout_s: float | None) -> list[Preparation]:
        asked.append(timeout_s)
        return [Preparation(None, False, None, is_decided=False) for _puzzle in puzzles]

    monkeypatch.setattr(preparing, "prepare", prepared)
    book = run("chick.non", "-o", "book.pdf", "--timeout", "7")
    assert (book.exit_code, len(text_of("book.pdf"))) == (3, 1)
    assert book.stderr == "1 (7×7): no solution was found in time.\n"
    picture = run("chick.non", "-o", "chick.png", "--solve")
    assert (picture.exit_code, picture.stderr) == (3, book.stderr)
    assert not Path("chick.png").exists()
    assert asked == [7.0, 60.0]


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_pictures_go_into_a_folder_one_each(kind: str) -> None:
    words = "two.nonpack", "chick.non", "none.non", "-o", "out", "--to", kind
    assert run(*words).exit_code == 0
    names = sorted(path.name for path in Path("out").iterdir())
    stems = "chick", "none", "two-1", "two-2"
    assert names == [f"{stem}.{kind}" for stem in stems], "names of files, which tell no picture"


def test_a_web_page_has_puzzles_and_solutions_and_escapes_titles() -> None:
    write("odd.non", Document(Puzzle.from_numbers([[1]], [[1]], "<b> & co")))
    words = "chick.non", "odd.non", "-o", "page.html", "--titles-at", "puzzle"
    assert run(*words).exit_code == 0
    page = Path("page.html").read_text()
    assert page.count("<svg ") == 4
    assert page.count("<details>") == 2
    assert "<b>" not in page
    assert "&lt;b&gt; &amp; co" in page
    assert 'aria-label="Row 1: 3. Row 2: 2 1.' in page


def test_a_page_to_play_has_all_puzzles() -> None:
    words = "chick.non", "two.nonpack", "-o", "page.html", "--playable", "--book-title", "Winter"
    result = run(*words)
    assert (result.exit_code, result.output) == (0, "page.html\n")
    puzzles = [document.puzzle for path in words[:2] for document in read_all(path)]
    assert Path("page.html").read_bytes() == playable_page(puzzles, "Winter")


@pytest.mark.parametrize(("words", "sentence"), [
    (("chick.non", "-o", "chick.doc"), "--to says what to write (pdf, svg, png, html)"),
    (("no.non", "-o", "book.pdf"), "no.non"),
    (("chick.non", "-o", "no/book.pdf"), "there is no folder no; make it first"),
    (("chick.non", "-o", "chick.non", "--to", "pdf"), "this is the input file"),
    (("two.nonpack", "-o", "one.svg"), "there are 2 puzzles; name a folder"),
    (("two.nonpack", "-o", "-", "--to", "png"), "there are 2 puzzles; -o names a folder"),
    (("chick.non", "-o", "a.pdf", "--margin", "99"), "margin: a number from 5 to 40, not 99"),
    (("chick.non", "-o", "a.pdf", "--margin", "nan"), "nan is not a finite number"),
    (("chick.non", "-o", "a.pdf", "--solve"), "--solve is for svg and png"),
    (("chick.non", "-o", "a.svg", "--per-page", "1"), "--per-page is for pdf, not for svg"),
    (("chick.non", "-o", "a.png", "--book-title", "A"), "--book-title is for pdf and html"),
    (("chick.non", "-o", "a.html", "--no-page-numbers"), "--page-numbers is for pdf"),
    (("chick.non", "-o", "a.pdf", "--playable"), "--playable is for html, not for pdf"),
    (("chick.non", "-o", "a.html", "--playable", "--grey"), "--grey is not for --playable"),
])  # fmt: skip
def test_what_is_not_possible_is_said_and_nothing_is_written(
    words: tuple[str, ...], sentence: str, folder: Path
) -> None:
    before = sorted(folder.iterdir())
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.output
    assert sorted(folder.iterdir()) == before


def test_a_puzzle_that_is_split_is_said() -> None:
    write("large.non", Document(random_puzzle(1, 80, 80, density=0.6)))
    result = run("large.non", "-o", "large.pdf", "--solutions", "none")
    assert "1 (80×80) is split over 4 pages" in result.stderr
    pages = text_of("large.pdf")
    assert len(pages) == 4
    assert "part 1 of 4: columns 1–40, rows 1–40" in pages[0]


def test_the_program_prints_to_standard_output_without_a_screen() -> None:
    command = [sys.executable, str(ROOT / "main.py"), "print", "-", "-o", "-", "--to", "pdf"]
    text = Path("chick.non").read_bytes()
    done = subprocess.run(command, input=text, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"%PDF")
    assert len(pypdfium2.PdfDocument(done.stdout)) == 2


def test_without_a_name_standard_output_is_written() -> None:
    printed = run("chick.non", "--to", "svg")
    assert printed.exit_code == 0
    assert printed.stdout == run("chick.non", "-o", "-", "--to", "svg").stdout
    assert printed.stdout.startswith("<?xml")
    refused = run("chick.non")
    assert (refused.exit_code, "--to says what to write" in refused.stderr) == (2, True)
