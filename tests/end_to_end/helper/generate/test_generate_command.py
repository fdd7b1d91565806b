"""``nonogram generate``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageDraw

from helper.generate import cli
from helper.generate.cli import generate
from puzzles.difficulty import Difficulty
from puzzles.formats import read, read_all, read_bytes
from solver.api import is_unique
from solver.author.generator import making
from solver.author.generator.options import GeneratorOptions
from solver.logic.rate import rate
from tests.support.cases import few
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(generate, words)


def test_a_folder_gets_a_file_for_each_puzzle_as_wished() -> None:
    result = run(
        "--size", "12x10", "--difficulty", "medium", "--count", "3", "--seed", "7", "-o", "out"
    )
    assert result.exit_code == 0, result.output
    names = sorted(path.name for path in Path("out").iterdir())
    assert names == ["7-1.non", "7-2.non", "7-3.non"]
    assert result.stdout.splitlines()[0].startswith("out/7-1.non: 12x10, medium, 3.")
    for name in names:
        puzzle = read(Path("out") / name).puzzle
        assert (puzzle.width, puzzle.height) == (12, 10)
        assert is_unique(puzzle)
        assert rate(puzzle).difficulty is Difficulty.MEDIUM


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_same_seed_gives_the_same_puzzles(jobs: str) -> None:
    words = ("--size", "8x8", "--count", "4", "--seed", "s", "-j")
    again = run(*words, "1", "-o", "again.nonpack")
    other = run(*words, jobs, "-o", "other.nonpack")
    assert (again.exit_code, other.exit_code) == (0, 0)
    assert Path("again.nonpack").read_bytes() == Path("other.nonpack").read_bytes()
    assert len(read_all("again.nonpack")) == 4
    assert other.stdout == "other.nonpack: 4 puzzles\n"


def test_without_a_file_they_are_printed_and_json_tells_of_each() -> None:
    printed = run("--size", "6x5", "--seed", "1")
    Path("one.non").write_text(printed.stdout)
    puzzle = read("one.non").puzzle
    result = run("--size", "6x5", "--seed", "1", "--json")
    (line,) = map(json.loads, result.stdout.splitlines())
    assert (line["width"], line["height"], line["seed"]) == (6, 5, "1")
    made = making.generate(GeneratorOptions(rows=5, columns=6), 1)
    assert made is not None
    assert made.puzzle.rows == puzzle.rows, "a seed means the same in Python"
    assert "".join(line["goal"]).translate(str.maketrans(".#", "01")) == puzzle.goal
    assert line["rows"] == [[clue.length for clue in row] for row in puzzle.rows]
    assert line["difficulty"] == rate(puzzle).difficulty.value


def test_puzzles_are_made_of_the_pictures_in_a_folder() -> None:
    Path("pictures").mkdir()
    image = Image.new("RGB", (200, 200), "white")
    ImageDraw.Draw(image).ellipse((30, 40, 170, 160), fill="black")
    image.save("pictures/disc.png")
    Path("pictures/notes.txt").write_text("no picture")
    result = run("--from", "pictures", "--size", "15x15", "--seed", "1", "-o", "disc.non")
    assert result.exit_code == 0, result.output
    assert "notes.txt" in result.stderr
    rows = [read("disc.non").puzzle.goal[k : k + 15] for k in range(0, 225, 15)]
    assert rows[7].strip("0") == "1" * len(rows[7].strip("0"))
    assert rows[0][0] == rows[0][-1] == "0"
    assert "1" in rows[0], "the disc fills the board"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--size", "20"), "width x height"),
        (("--size", "0x5"), "columns: a number from 1 to 150, not 0"),
        (("--difficulty", "hrad"), "'hrad' is not one of"),
        (("--score", "9-1"), "lowest score is larger"),
        (("--density", "2"), "density: a number from 0.05 to 0.95, not 2"),
        (("--difficulty", "easy", "--trial"), "do not need a trial"),
        (
            ("--technique", "joining", "--trial"),
            "puzzles to practise the technique joining do not need a trial",
        ),
        (("--from", "nowhere"), "there is no such folder"),
        (("-o", "a/b.non"), "there is no folder"),
        (("--size", "5x5", "--difficulty", "extreme"), "no puzzle of 5x5 in black and white"),
    ],
)
def test_what_is_not_possible_is_said(words: tuple[str, ...], sentence: str) -> None:
    result = run("--seed", "1", *words)
    assert result.exit_code == 2
    assert sentence in result.output


def test_what_was_not_found_is_said() -> None:
    result = run("--size", "2x1", "--difficulty", "easy", "--colors", "2", "--seed", "1")
    assert result.exit_code == 1
    assert (
        result.stderr
        == "puzzle 1: no puzzle with these wishes was found; try another size, difficulty or seed\n"
    )


def test_what_was_not_made_in_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "within", lambda timeout_s, should_stop: lambda: timeout_s == 7)
    late, made = run("--timeout", "7", "--json"), run("--size", "5x5")
    assert (late.exit_code, made.exit_code) == (3, 0)
    assert late.stderr == "puzzle 1: out of time; --timeout gives it more\n"
    assert json.loads(late.stdout)["error"]["code"] == "timeout"


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupt_keeps_what_was_made() -> None:
    words = [
        "generate",
        "--size",
        "15x15",
        "--count",
        "5000",
        "--seed",
        "1",
        "-o",
        "out",
        "-j",
        "1",
    ]
    command = [sys.executable, str(ROOT / "main.py"), *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and len(list(Path("out").glob("*.non"))) < 3:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    files = sorted(Path("out").glob("*.non"))
    assert len(files) >= 3
    assert f"stopped; {len(files)} of 5000 puzzles were made".encode() in errors
    assert all(is_unique(read(path).puzzle) for path in files)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("after_s", [
    pytest.param(0.05, marks=pytest.mark.long), 0.15, pytest.param(0.25, marks=pytest.mark.long),
])  # fmt: skip
def test_an_interrupt_of_the_terminal_while_workers_start_is_no_traceback(after_s: float) -> None:
    words = ["generate", "--size", "20x20", "--count", "500", "--seed", "3", "-o", "out", "-j", "2"]
    command = [sys.executable, str(ROOT / "main.py"), *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        end = time.monotonic() + PATIENCE_S
        while not Path("out").exists() and time.monotonic() < end:  # the signals are handled now
            time.sleep(0.01)
        time.sleep(after_s)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert b"of 500 puzzles were made" in errors


@pytest.mark.parametrize("words", few(1, [
    "--size 8x8 --colors 2 --symmetry upside-down --style shapes",
    "--size 9x7 --difficulty easy",
    "--size 6x5",
]))  # fmt: skip
def test_the_catalogue_entry_of_a_puzzle_is_all_that_makes_it_again(words: str) -> None:
    assert run(*words.split(), "--seed", "7", "--count", "2", "-o", "two.nonpack").exit_code == 0
    _, puzzle = (document.puzzle for document in read_all("two.nonpack"))
    assert puzzle.title.endswith(", No. 2")
    assert puzzle.catalogue.startswith("Random 7/2 ")
    assert run("--name", puzzle.catalogue, "-o", "again.non").exit_code == 0
    assert read("again.non").puzzle == puzzle


@pytest.mark.parametrize(("words", "sentence"), [
    (("--name", "Cat"), "'Cat' does not say how a puzzle was made"),
    (("--name", "7 20x20 blue"), "does not say how a puzzle was made"),
    (("--name", "7 20x900"), "rows: a number from 1 to 150, not 900"),
    (("--name", "7 20x20", "--count", "2"), "--count does not go with --name"),
])  # fmt: skip
def test_what_is_no_name_is_refused(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.output


def test_a_colour_puzzle_that_is_printed_as_json_is_read_back() -> None:
    words = ["--size", "6x6", "--colors", "3", "--seed", "3"]
    printed = run(*words, "--json").stdout.encode()
    puzzle = read_bytes(printed, "standard input").puzzle
    made = read_bytes(run(*words).stdout.encode(), "standard input").puzzle
    assert (puzzle.rows, puzzle.columns, puzzle.palette) == (made.rows, made.columns, made.palette)
    assert puzzle.goal == "".join(json.loads(printed)["goal"]).replace(".", "0")
    assert json.loads(run("--size", "4x4", "--seed", "1", "--json").stdout)["palette"] is None
