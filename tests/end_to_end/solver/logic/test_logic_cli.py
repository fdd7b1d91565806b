"""The commands ``nonogram rate``, ``hint`` and ``explain``: what they print, and exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.parsers import expat

import click
import pytest
from click.testing import CliRunner, Result

from puzzles.formats import Document, read, write
from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.logic.cli import explain, hint, rate
from solver.logic.links import lookahead
from tests.support.boards import CHICK, CHICK_PICTURE, hard_board
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S

SQUARE = Puzzle.from_numbers([[1], [1]], [[1], [1]])
IMPOSSIBLE = Puzzle.from_numbers([[2], []], [[2], []])
IN_A_LINE = Puzzle.from_numbers([[1, 1], [2], [1, 1]], [[1, 1], [2], [1, 1]])
"""Without a solution, as a single line shows."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder of its own with a few puzzles."""
    monkeypatch.chdir(tmp_path)
    puzzles = {"chick": CHICK, "square": SQUARE, "none": IMPOSSIBLE, "hard": hard_board()}
    puzzles["line"] = IN_A_LINE
    for name, puzzle in puzzles.items():
        write(f"{name}.non", Document(puzzle))
    Path("defective.non").write_text("width 2\nheight 2\nrows\n3\n5\n\ncolumns\n1\n1\n")
    return tmp_path


def run(command: click.Command, *words: str) -> Result:
    result = CliRunner().invoke(command, words, prog_name="nonogram")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_rate_says_tier_score_and_what_is_needed() -> None:
    result = run(rate, "chick.non")
    assert result.exit_code == 0
    assert result.stdout.startswith("chick.non: easy, 2.")
    assert "(needs edge in 6 of 27 steps)" in result.stdout


def test_rate_prints_an_object_for_each_file_in_their_order() -> None:
    result = run(rate, "--json", "--jobs", "2", "chick.non", "square.non", "chick.non")
    assert result.exit_code == 1
    assert "square.non: it has not exactly one solution" in result.stderr
    first, failed, second = map(json.loads, result.stdout.splitlines())
    assert first == second
    assert (failed["file"], failed["error"]["code"]) == ("square.non", "several_solutions")
    assert list(first)[:9] == [
        "format",
        "file",
        "puzzle",
        "difficulty",
        "level",
        "score",
        "steps",
        "hardest",
        "techniques",
    ]
    assert sum(first["techniques"].values()) == 49


@pytest.mark.parametrize("command", [rate, explain])
def test_a_board_beyond_the_method_is_named_and_stops_no_others(
    command: click.Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookahead, "MAX_SEARCHED", 3)
    result = run(command, "square.non", "none.non", "chick.non")
    assert result.exit_code == 3
    first, second = result.stderr.splitlines()
    assert first.startswith("square.non: single lines say nothing more")
    assert second.startswith("none.non: ")
    assert "chick.non" in result.stdout
    alone = run(hint, "square.non")
    assert (alone.exit_code, alone.stderr.splitlines()) == (3, [first])


@pytest.mark.parametrize("command", [rate, hint, explain])
@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("missing.non", 2, "missing.non: cannot be opened"),
        ("defective.non", 1, "no solution: row 1: 3 needs 3 cells"),
        ("square.non", 1, "square.non: "),
        ("none.non", 1, "no solution"),
        ("line.non", 1, "no solution"),
    ],
)
def test_what_cannot_be_solved_is_told(
    command: click.Command, name: str, code: int, said: str
) -> None:
    result = run(command, name)
    assert result.exit_code == code
    assert said in result.output


def test_rate_stops_at_the_end_of_its_time() -> None:
    result = run(rate, "--timeout", "0.2", "hard.non")
    assert result.exit_code == 3
    assert "hard.non: out of time" in result.stderr


def test_hint_goes_on_from_the_marks() -> None:
    result = run(hint, "chick.non")
    assert result.exit_code == 0
    assert result.stdout.startswith("1. complete line: Column 4: Blocks 5 and 1")
    marks = Grid.from_text(["???#???", "???#???", "???#???", "???#???", "???#???", "???.???",
                            "???#???"])  # fmt: skip
    write("begun.non", Document(CHICK, marks))
    assert "Column 4" not in run(hint, "begun.non").stdout


def test_hint_tells_a_wrong_mark_instead() -> None:
    marks = Grid.for_puzzle(CHICK)
    marks[0, 0] = 2
    write("wrong.non", Document(CHICK, marks))
    result = run(hint, "wrong.non")
    assert result.exit_code == 1
    assert result.stdout == "wrong.non: the cell in row 1 and column 1 is wrong\n"


def test_hint_says_that_a_puzzle_is_solved() -> None:
    write("solved.non", Document(CHICK, Grid.from_text(CHICK_PICTURE)))
    result = run(hint, "solved.non")
    assert (result.exit_code, result.stderr) == (0, "solved.non: the puzzle is solved\n")


def test_the_steps_of_explain_lead_to_the_solution() -> None:
    result = run(explain, "--json", "chick.non")
    assert result.exit_code == 0
    steps = [json.loads(line) for line in result.stdout.splitlines()]
    rows = [["?"] * 7 for _ in range(7)]
    for number, step in enumerate(steps, 1):
        assert step["number"] == number
        assert list(step) == [
            *("file", "puzzle", "number", "technique", "lines", "cells", "text", "palette")
        ]
        for row, column, symbol in step["cells"]:
            assert rows[row - 1][column - 1] == "?"
            rows[row - 1][column - 1] = symbol
    assert ["".join(row) for row in rows] == list(CHICK_PICTURE)


def test_explain_writes_one_page_that_needs_no_other_file() -> None:
    result = run(explain, "--to", "html", "-o", "chick.html", "chick.non")
    assert (result.exit_code, result.stdout) == (0, "chick.html: written\n")
    text = Path("chick.html").read_text()
    assert text.count("<svg") - 1 == text.count('<li class="step">') > 10, "the clues are one more"
    assert "http" not in text
    for picture in text.split("<svg")[1:]:
        expat.ParserCreate().Parse("<svg" + picture.partition("</svg>")[0] + "</svg>", True)


def test_explain_takes_several_files_and_goes_on_after_one_that_is_wrong() -> None:
    result = run(explain, "chick.non", "missing.non", "chick.non")
    assert result.exit_code == 2
    assert result.stderr.startswith("missing.non: cannot be opened")
    first, second = result.stdout.split("\n\nchick.non\n\n")
    assert first == f"chick.non\n\n{second.removesuffix(chr(10))}"
    places = [json.loads(line)["file"] for line in run(
        explain, "--json", "chick.non", "square.non").stdout.splitlines()]  # fmt: skip
    assert places.index("square.non") == len(places) - 1 > 10, "it has no certain cell"
    assert run(explain, "--to", "html", "-o", "pages", "chick.non", "chick.non").exit_code == 0
    assert sorted(path.name for path in Path("pages").iterdir()) == ["chick-2.html", "chick.html"]
    refused = run(explain, "--to", "html", "-o", "one.html", "chick.non", "chick.non")
    assert refused.exit_code == 2
    assert refused.stderr == "one.html: there are 2 puzzles; name a folder for them\n"


def test_a_title_does_not_get_into_the_markup() -> None:
    wild = Puzzle(CHICK.rows, CHICK.columns, title="<b>*x*</b>")
    write("wild.non", Document(wild))
    assert "<b>" not in run(explain, "--to", "html", "wild.non").stdout
    page = run(explain, "--to", "markdown", "wild.non").stdout
    assert page.startswith("# \\<b\\>\\*x\\*\\</b\\>")


def test_explain_does_not_overwrite_a_puzzle() -> None:
    result = run(explain, "-o", "square.non", "chick.non")
    assert result.exit_code == 2
    assert read("square.non").puzzle.rows == SQUARE.rows


def test_styles_exclude_each_other() -> None:
    assert run(explain, "--json", "--to", "html", "chick.non").exit_code == 2


def test_interrupt_keeps_what_is_printed() -> None:
    words = [sys.executable, str(ROOT / "main.py"), "explain", "hard.non"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("1. ")
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == "hard.non: stopped\n"


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_stop_of_rate_is_told_by_its_exit_code(jobs: str) -> None:
    files = ["square.non", *["hard.non"] * 8]
    command = [sys.executable, str(ROOT / "main.py"), "rate", "-j", jobs, *files]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert process.stderr.readline().startswith("square.non: it has not exactly one solution")
    time.sleep(0.1)  # the next one is under way, and takes longer on any machine
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert stderr == "stopped; 1 of 9 puzzles were rated\n"


@pytest.mark.parametrize("command", [explain, hint])
def test_steps_end_with_the_time(command: click.Command, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(command, "--timeout", "0.2", "hard.non")
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-1] == "hard.non: out of time"
    assert run(command, "--timeout", "0", "chick.non").exit_code == 0
