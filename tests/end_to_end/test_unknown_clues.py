"""A file in which not all clues are known, and every command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest

from puzzles import Axis, Clue, Line
from puzzles.board_picture import UNKNOWN
from puzzles.formats import IncompletePuzzleError, read
from tests.support.commands import run_here

TORN = "width 3\nheight 3\nrows\n1 1\n?\n1 1\ncolumns\n3\n1\n?\n"
JSON = '{"rows": [[1, 1], [null], [1, 1]], "columns": [[3], [1], ["?"]]}'
SHARED = "Rows: 1 1, ?, 1 1\nColumns: 3, 1, ?"
WRITTEN = {"torn.non": TORN, "torn.json": JSON, "torn.txt": SHARED}
SENTENCE = (
    "not all clues are known (row 2, column 3); the window opens the puzzle, and 'nonogram solve"
    " -o' finds the clues"
)


class Said(NamedTuple):
    """What a command has said."""

    code: int
    stdout: str
    stderr: str


def run(*words: str, stdin: str = "") -> Said:
    ended = run_here([*words], stdin.encode())
    return Said(ended.code, ended.stdout.decode(), ended.stderr.decode())


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in WRITTEN.items():
        Path(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", WRITTEN)
def test_solve_finds_them_and_says_it(name: str) -> None:
    solved = run("solve", name)
    assert solved.code == 0
    assert "Found clues: row 2 is 3 and column 3 is 3" in solved.stdout
    assert "#.#\n###\n#.#" in solved.stdout


def test_a_text_on_standard_input_is_solved() -> None:
    solved = run("solve", "-", stdin=SHARED)
    assert "Found clues: row 2 is 3 and column 3 is 3" in solved.stdout


@pytest.mark.parametrize("command", ["rate", "explain", "check", "repair"])
def test_other_commands_say_why_not(command: str) -> None:
    refused = run(command, "torn.non")
    assert refused.code != 0
    assert f"torn.non: {SENTENCE}" in refused.stdout + refused.stderr
    as_json = run(command, "torn.non", "--json")
    (line,) = as_json.stdout.splitlines()
    assert json.loads(line)["error"]["code"] == "incomplete"


def test_hint_uses_the_clues_that_are_known() -> None:
    assert "So cells 1 and 3 must be shaded" in run("hint", "torn.non").stdout
    Path("nothing.non").write_text("width 2\nheight 2\nrows\n*\n?\ncolumns\n?\n*\n")
    refused = run("hint", "nothing.non")
    assert refused.code == 1
    assert "no further cell follows from one line with the clues that are known" in refused.stderr
    as_json = run("hint", "nothing.non", "--json")
    assert json.loads(as_json.stdout)["error"]["code"] == "incomplete"


def test_convert_keeps_what_is_known_in_json_and_back() -> None:
    for source, target in (
        ("torn.non", "plain.non"), ("torn.non", "out.json"), ("out.json", "again.non"),
    ):  # fmt: skip
        assert run("convert", source, "-o", target).code == 0
    kept = Path("again.non").read_text(encoding="utf-8")
    assert kept == Path("plain.non").read_text(encoding="utf-8")
    assert kept.count("?") == Path("torn.non").read_text(encoding="utf-8").count("?")


@pytest.mark.parametrize(
    "words", [("-o", "out.mk"), ("-o", "out.jsonl"), ("--solve", "-o", "out.json")]
)
def test_convert_says_why_not_and_writes_nothing(words: tuple[str, ...]) -> None:
    refused = run("convert", "torn.non", *words)
    assert refused.code == 2
    assert "'nonogram solve -o'" in refused.stderr
    assert not Path(words[-1]).exists()


@pytest.mark.parametrize("target", ["a.pdf", "a.png", "a.svg"])
def test_print_prints_the_signs(target: str) -> None:
    printed = run("print", "torn.non", "-o", target)
    assert printed.code == 0
    assert Path(target).stat().st_size > 500
    if target == "a.pdf":
        (page, _solutions) = pypdfium2.PdfDocument(target)
        assert page.get_textpage().get_text_range().count("?") == 2


def test_the_small_picture_of_a_file_has_the_signs() -> None:
    Path("zero.non").write_text(TORN.replace("?", "0"), encoding="utf-8")
    for name in ("torn", "zero"):
        assert run("print", f"{name}.non", "--thumbnail", "128", "-o", f"{name}.png").code == 0
    assert Path("torn.png").read_bytes() != Path("zero.png").read_bytes()


def test_a_web_page_of_it_is_refused() -> None:
    refused = run("print", "torn.non", "-o", "a.html")
    assert SENTENCE in refused.stderr


def test_swapped_twice_is_the_same() -> None:
    with pytest.raises(IncompletePuzzleError) as caught:
        read("torn.non")
    (document,) = caught.value.documents
    swapped = document.swapped()
    assert swapped.puzzle.unknown_lines == (Line(Axis.ROW, 2), Line(Axis.COLUMN, 1))
    assert swapped.puzzle.rows[0] == (Clue(3),)
    assert swapped.puzzle.rows[2] == (Clue(UNKNOWN),)
    assert swapped.swapped() == document
