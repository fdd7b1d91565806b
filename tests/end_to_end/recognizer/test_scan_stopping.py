"""``nonogram scan`` that is stopped: what was read is written."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

import main
from puzzles.contracts import CountSolutions
from puzzles.formats import read as read_puzzle
from recognizer.lattice import Picture
from recognizer.values import Reading
from tests.support.board_parts import parts
from tests.support.boards import random_puzzle
from tests.support.cases import few
from tests.support.commands import program
from tests.support.pages import draw_page, unique_clues
from tests.support.scan_command import NOTHING, PUZZLE, Fake, Reader, good, run
from tests.support.waiting import wait_until


def pages(answers: Sequence[Reading | None]) -> Fake:
    """A reader of a book with those pages; it is stopped at a page that is ``None``."""
    left = iter(answers)

    def read(_: Picture, __: CountSolutions | None) -> Reading:
        if (answer := next(left)) is None:
            raise KeyboardInterrupt
        return answer

    return read


def book(count: int) -> None:
    images = [Image.new("L", (8, 8), 10 * page) for page in range(count)]
    images[0].save("book.tif", save_all=True, append_images=images[1:])


def test_ctrl_c_ends_it_with_130(reader: Reader, capsys: pytest.CaptureFixture[str]) -> None:
    reader(pages([good(), None]))
    assert main.main(["scan", "--json", "a.png", "b.png"]) == 130
    said = capsys.readouterr()
    assert "stopped; 1 of 2 pictures were read" in said.err
    assert len(said.out.splitlines()) == 1
    assert "Traceback" not in said.err


def test_ctrl_c_is_said_of_a_single_picture(
    reader: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    reader(pages([None]))
    assert main.main(["scan", "a.png"]) == 130
    assert "a.png: stopped" in capsys.readouterr().err


FIRST, *_ = (board.reading for board in parts(random_puzzle(1, 12, 12), 6, 6))


@pytest.mark.parametrize(("read", "kept"), [
    pytest.param([good(), NOTHING, good(), FIRST], "13", id="a part on the last page"),
    pytest.param([good(), FIRST, good(), good()], "1234", id="a part alone"),
])  # fmt: skip
def test_ctrl_c_keeps_the_puzzles_of_a_book(
    reader: Reader, capsys: pytest.CaptureFixture[str], read: list[Reading], kept: str
) -> None:
    book(5)
    reader(pages([*read, None]))
    assert main.main(["scan", "--all", "book.tif", "-o", "out"]) == 130
    names = sorted(path.name for path in Path("out").iterdir())
    assert names == [f"book-{page}-1.non" for page in kept]
    text = f"stopped; 4 of 5 pages were read, {len(kept)} puzzles are written to out\n"
    assert text in capsys.readouterr().err


def test_a_puzzle_is_written_as_soon_as_no_later_page_can_complete_it(reader: Reader) -> None:
    book(9)
    pieces = [board.reading for board in parts(random_puzzle(1, 12, 12), 6, 6)]
    written: list[int] = []

    def read(_: Picture, __: CountSolutions | None) -> Reading:
        written.append(len(list(Path("out").iterdir())))
        return answers.pop(0)

    answers = [good(), good(), *pieces, good(), good(), good()]
    reader(read)
    assert run("--all", "book.tif", "-o", "out").exit_code in (0, 1)
    assert written == [0, 0, 1, 2, 2, 2, 2, 3, 4]
    assert len(list(Path("out").iterdir())) == 6
    joined = read_puzzle("out/book-3-1.non").puzzle
    assert (joined.height, joined.width) == (12, 12)


def test_no_more_is_read_than_the_only_puzzle_that_is_wanted(reader: Reader) -> None:
    book(6)
    left = [NOTHING, good(), good(), good(), good(), good()]
    reader(lambda _, __: left.pop(0))
    result = run("book.tif", "--grid", "2", "-o", "one.non")
    assert (result.exit_code, result.stdout) == (0, "one.non: written\n")
    assert read_puzzle("one.non").puzzle.rows == PUZZLE.rows
    assert len(left) == 2, "one page more, which might complete the puzzle"
    assert result.stderr == "book.tif, page 3, puzzle 1: 3x3, one solution\n"


def test_a_puzzle_that_a_book_does_not_have_is_said_once(reader: Reader) -> None:
    book(3)
    result = run("book.tif", "--grid", "7", "-o", "one.non")
    assert result.exit_code == 4
    assert result.stderr == "book.tif: There are only 3 puzzles, and no number 7.\n"


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
@pytest.mark.parametrize("kind", few(1, [signal.SIGINT, signal.SIGTERM]))
def test_a_real_signal_keeps_what_was_read(folder: Path, kind: signal.Signals) -> None:
    images = [Image.fromarray(draw_page(*unique_clues(6, 6, seed)).picture) for seed in (1, 2, 3)]
    images[0].save("book.tif", save_all=True, append_images=images[1:] * 30)
    words = "scan --all -j 1 book.tif -o out"
    process = subprocess.Popen(program(words), stderr=subprocess.PIPE, text=True)
    wait_until(lambda: (folder / "out" / "book-2-1.non").exists())
    process.send_signal(kind)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    (last,) = (line for line in said.splitlines() if line.startswith("stopped"))
    assert last.endswith(f" {len(list(Path('out').iterdir()))} puzzles are written to out")
