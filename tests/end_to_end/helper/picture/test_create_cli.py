"""The command ``nonogram create``: what it writes and prints, and its exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

import main
from helper.images import loading
from helper.picture import cli
from puzzles.formats import read
from puzzles.grid import Grid
from puzzles.model import Puzzle
from recognizer.making.motif import Motif
from solver.api import Outcome, is_unique
from tests.support.cases import few
from tests.support.paths import ROOT
from tests.support.pictures import scene

ONE_SOLUTION = ["#####", "#...#", "#.#.#", "#...#", "#####"]
SEVERAL = ["#.", ".#"]


def drawn(path: Path, rows: list[str], times: int = 1) -> Path:
    """A picture of one pixel a cell, or of squares."""
    values = np.array([[0 if c == "#" else 255 for c in row] for row in rows], np.uint8)
    large = np.repeat(np.repeat(values, times, axis=0), times, axis=1)
    Image.fromarray(large).save(path)
    return path


def goal(path: Path) -> list[str]:
    puzzle = read(path).puzzle
    grid = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    return grid.to_text(puzzle.palette)


@pytest.fixture
def loaded_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are decoded in this process: the start of a child takes longer than all the rest."""

    def load(source: Path | bytes, _: object) -> Motif:
        return loading.PictureLoader().load(source).motif

    monkeypatch.setattr(loading, "load_in_child", load)


def create(*words: object) -> int:
    return main.main(["create", *map(str, words)])


def test_a_small_drawing_becomes_its_puzzle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, target = drawn(tmp_path / "frame.gif", ONE_SOLUTION), tmp_path / "frame.non"
    assert create(picture, "-o", target) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{target}: 5 columns, 5 rows, 18 clues, 68% shaded, one solution\n"
    assert printed.err == ""
    document = read(target)
    assert document.marks.is_untouched
    assert document.puzzle.title == "Frame"
    assert goal(target) == ONE_SOLUTION
    assert (
        document.puzzle.rows
        == Puzzle.from_numbers(
            [[5], [1, 1], [1, 1, 1], [1, 1], [5]], [[5], [1, 1], [1, 1, 1], [1, 1], [5]]
        ).rows
    )


@pytest.mark.usefixtures("loaded_here")
def test_several_solutions_are_said_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, target = drawn(tmp_path / "a.png", SEVERAL), tmp_path / "a.non"
    assert create(picture, "-o", target) == 1
    assert "several solutions" in capsys.readouterr().out
    assert goal(target) == SEVERAL


@pytest.mark.usefixtures("loaded_here")
def test_a_repair_leaves_one_solution_and_says_what_it_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, target = drawn(tmp_path / "a.png", SEVERAL), tmp_path / "a.non"
    assert create(picture, "--repair", "-o", target) == 0
    printed = capsys.readouterr()
    assert "one solution" in printed.out
    assert "Changed for one solution: 1 cell: row " in printed.err
    assert is_unique(read(target).puzzle)
    changed = zip("".join(goal(target)), "".join(SEVERAL), strict=True)
    assert sum(now != before for now, before in changed) == 1


@pytest.mark.usefixtures("loaded_here")
def test_a_sound_picture_is_not_repaired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, target = drawn(tmp_path / "frame.gif", ONE_SOLUTION), tmp_path / "frame.non"
    assert create(picture, "--repair", "-o", target) == 0
    assert goal(target) == ONE_SOLUTION
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("loaded_here")
def test_what_is_not_decided_in_time_is_said_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "_outcome_of", lambda *_: Outcome.LIMIT)
    target = tmp_path / "a.non"
    assert create(drawn(tmp_path / "a.png", SEVERAL), "-o", target) == 3
    assert "not counted in time" in capsys.readouterr().out
    assert target.is_file()


@pytest.mark.usefixtures("loaded_here")
def test_where_solutions_are_not_known_it_is_said_that_nothing_was_repaired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "_outcome_of", lambda *_: Outcome.LIMIT)
    picture, target = drawn(tmp_path / "a.png", SEVERAL), tmp_path / "a.non"
    assert create(picture, "--repair", "-o", target) == 3
    assert capsys.readouterr().err == (
        "  Nothing was repaired: the solutions were not counted in time; try a longer --timeout.\n"
    )
    assert goal(target) == SEVERAL
    assert create(picture, "-o", target) == 3
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("loaded_here")
def test_who_made_it_is_written(tmp_path: Path) -> None:
    picture, target = drawn(tmp_path / "a.png", ONE_SOLUTION), tmp_path / "a.non"
    words = ["--title", "Frame", "--author", "Ada", "--license", "CC0"]
    assert create(picture, "-o", target, *words) == 0
    puzzle = read(target).puzzle
    assert (puzzle.title, puzzle.author, puzzle.license) == ("Frame", "Ada", "CC0")


@pytest.mark.usefixtures("loaded_here")
@pytest.mark.parametrize(
    ("words", "size"),
    [
        ([], (30, 40)),
        (["--size", "40x"], (30, 40)),
        (["--size", "x12"], (12, 16)),
        (["--size", "10x20"], (20, 10)),
        (["--rotate", 90], (40, 30)),
        (["--crop", "0,0,0.5,1"], (40, 27)),
        (["--crop", "0,0,0.5,1", "--size", "10x"], (15, 10)),
    ],
)
def test_the_proportion_is_kept_unless_both_sides_are_given(
    words: list[object], size: tuple[int, int], tmp_path: Path
) -> None:
    picture, target = tmp_path / "scene.png", tmp_path / "a.non"
    scene().save(picture)
    assert create(picture, "-o", target, *words) in (0, 1)
    puzzle = read(target).puzzle
    assert (puzzle.height, puzzle.width) == size


@pytest.mark.usefixtures("loaded_here")
def test_colours_are_found_or_as_many_as_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, target = tmp_path / "scene.png", tmp_path / "a.non"
    scene().save(picture)
    create(picture, "-o", target)
    assert len(read(target).puzzle.palette) == 5
    assert "4 colours" in capsys.readouterr().out
    create(picture, "-o", target, "--colors", 2)
    assert len(read(target).puzzle.palette) == 3
    create(picture, "-o", target, "--method", "threshold")
    puzzle = read(target).puzzle
    assert puzzle.is_black_and_white
    assert puzzle.palette[0].rgb == "#ffffff"


@pytest.mark.usefixtures("loaded_here")
@pytest.mark.parametrize(
    "words", [["--method", "dither"], ["--threshold", 100], ["--invert"], ["--no-invert"]]
)
def test_what_is_for_black_and_white_makes_a_coloured_picture_black_and_white(
    words: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, target = tmp_path / "scene.png", tmp_path / "a.non"
    scene().save(picture)
    assert create(picture, "-o", target, *words) in (0, 1)
    assert read(target).puzzle.is_black_and_white
    capsys.readouterr()
    assert create(picture, "-o", target, *words, "--colors", 2) == 2
    option = str(words[0]).replace("--no-", "--")
    said = f"{option} is for black and white; --colors asks for colours."
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("loaded_here")
@pytest.mark.parametrize(
    "words",
    [
        ["--brightness", 60],
        ["--contrast", -60],
        ["--specks", 100],
        ["--crop", "0,0,0.5,1"],
        ["--rotate", 90],
        ["--background", "#3a7d2c"],
    ],
)
def test_every_other_option_changes_a_board_in_colours(words: list[object], tmp_path: Path) -> None:
    picture = tmp_path / "scene.png"
    scene().save(picture)
    size = ["--size", "20x15", "--colors", 3, "--timeout", 1]
    create(picture, "-o", tmp_path / "plain.non", *size)
    create(picture, "-o", tmp_path / "other.non", *size, *words)
    plain, other = (read(tmp_path / f"{name}.non").puzzle for name in ("plain", "other"))
    assert (plain.palette, plain.goal) != (other.palette, other.goal)


@pytest.mark.usefixtures("loaded_here")
def test_thin_outlines_are_kept_unless_that_is_switched_off(tmp_path: Path) -> None:
    picture = tmp_path / "sun.png"
    image = Image.new("RGB", (300, 300), "#bfe3ff")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 200, 300, 300), fill="#7cc04b")
    draw.ellipse((50, 50, 250, 250), fill="#ffd93b", outline="#101010", width=5)
    image.save(picture)
    size = ["--size", "20x", "--colors", 3, "--timeout", 1]
    boards = []
    for words in ([], ["--outlines"], ["--no-outlines"]):
        create(picture, "-o", tmp_path / "sun.non", *size, *words)
        boards.append(read(tmp_path / "sun.non").puzzle.goal)
    assert boards[0] == boards[1] != boards[2]


@pytest.mark.usefixtures("loaded_here")
@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (["--invert"], ["....", ".##.", ".##.", "...."]),
        (["--crop", "0,0,0.5,0.5"], ["##", "#."]),
        (["--holes", 5], ["####", "####", "####", "####"]),
        (["--specks", 13], ["....", "....", "....", "...."]),
        (["--threshold", 0], ["....", "....", "....", "...."]),
        (["--brightness", 100, "--threshold", 100], ["....", "....", "....", "...."]),
        (["--rotate", 180], ["####", "#..#", "#..#", "####"]),
        (["--background", "#000000"], ["....", "....", "....", "...."]),
    ],
)
def test_every_option_reaches_the_board(
    words: list[object], rows: list[str], tmp_path: Path
) -> None:
    picture = drawn(tmp_path / "a.png", ["####", "#..#", "#..#", "####"])
    target = tmp_path / "a.non"
    assert create(picture, "-o", target, *words) in (0, 1)
    assert goal(target) == rows


def test_notes_go_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frames = [Image.new("L", (8, 8), shade) for shade in (0, 255, 9)]
    frames[0].paste(255, (2, 2, 5, 5))
    picture, target = tmp_path / "a.gif", tmp_path / "a.non"
    frames[0].save(picture, save_all=True, append_images=frames[1:])
    create(picture, "-o", target)
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 1
    assert printed.err == "  The first of 3 frames is used.\n"


@pytest.mark.usefixtures("loaded_here")
def test_a_blank_board_has_one_solution_and_is_told_what_helps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, target = drawn(tmp_path / "a.png", ONE_SOLUTION, 9), tmp_path / "a.non"
    assert create(picture, "--threshold", 0, "-o", target) == 0
    printed = capsys.readouterr()
    assert printed.out.endswith("0% shaded, one solution\n")
    assert printed.err == "  No cell is shaded; try another threshold.\n"


def test_drawings_in_svg_are_read(tmp_path: Path) -> None:
    picture, target = tmp_path / "a.svg", tmp_path / "a.non"
    picture.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">'
        '<rect x="5" y="5" width="20" height="20"/></svg>'
    )
    assert create(picture, "-o", target) == 0
    assert goal(target)[15] == "....." + "#" * 20 + "....."


def bad_pictures(folder: Path) -> dict[Path, str]:
    (folder / "text.png").write_text("this is no picture")
    (folder / "empty.png").touch()
    whole = drawn(folder / "whole.png", ONE_SOLUTION, 40).read_bytes()
    (folder / "cut.png").write_bytes(whole[: len(whole) // 2])
    (folder / "bad.svg").write_text("<svg><g></svg>")
    return {
        folder / "text.png": "not a picture",
        folder / "empty.png": "empty",
        folder / "cut.png": "broken or not complete",
        folder / "bad.svg": "broken",
        folder / "nowhere.png": "cannot be opened",
        folder: "a folder",
    }


def test_bad_pictures_have_one_sentence_each_and_write_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "new.non"
    for picture, said in bad_pictures(tmp_path).items():
        assert create(picture, "-o", target) == 2
        printed = capsys.readouterr()
        assert said in printed.err
        assert printed.err.count("\n") == 1
        assert printed.err.startswith(f"{picture}: ")
        assert printed.out == ""
        assert not target.exists()


def test_pictures_and_other_files_are_never_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = drawn(tmp_path / "a.png", ONE_SOLUTION)
    other = tmp_path / "notes.txt"
    other.write_text("dear diary")
    for target in (picture, tmp_path / "new.png", other, tmp_path / "nowhere" / "a.non"):
        before = target.read_bytes() if target.is_file() else None
        assert create(picture, "-o", target) == 2
        assert str(target) in capsys.readouterr().err
        assert (target.read_bytes() if target.is_file() else None) == before
    (tmp_path / "old.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    assert create(picture, "-o", tmp_path / "old.non") == 0
    assert goal(tmp_path / "old.non") == ONE_SOLUTION
    assert create(picture, "-o", tmp_path) == 0  # into a folder, by the picture's name
    assert goal(tmp_path / "a.non") == ONE_SOLUTION


@pytest.mark.parametrize(
    "words",
    [
        ["--size", "0x"],
        ["--size", "1001x"],
        ["--colors", "9"],
        ["--method", "magic"],
        ["--threshold", "256"],
        ["--crop", "0,0,1"],
        ["--crop", "0.5,0,0.5,1"],
        ["--background", "white"],
        ["--tolerance", "3"],
        ["--rotate", "nan"],
        ["--method", "edges", "--colors", "3"],
        ["--threshold", "100", "--colors", "3"],
    ],
)
def test_wrong_options_are_said(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, target = drawn(tmp_path / "a.png", ONE_SOLUTION), tmp_path / "a.non"
    assert create(picture, "-o", target, *words) == 2
    error = capsys.readouterr().err
    assert "Error: " in error
    assert "Traceback" not in error
    assert not target.exists()


@pytest.mark.parametrize("words", few(1, [[], ["-o", "-"]]))
def test_without_a_file_the_puzzle_is_printed(
    words: list[str], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    picture, target = drawn(tmp_path / "a.png", SEVERAL), tmp_path / "a.non"
    assert create(picture, "-o", target) == 1
    capfdbinary.readouterr()
    assert create(picture, *words) == 1
    printed = capfdbinary.readouterr()
    assert printed.out == target.read_bytes()
    assert printed.err.startswith(f"{picture}: 2 columns, 2 rows, 4 clues, ".encode())


def test_json_is_all_that_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, target = drawn(tmp_path / "a.png", SEVERAL), tmp_path / "a.non"
    assert create(picture, "--json") == 1
    value = json.loads(capsys.readouterr().out)
    assert value == {
        "format": "nonogram",
        "file": str(picture),
        "width": 2,
        "height": 2,
        "colors": 1,
        "clues": 4,
        "shaded": 0.5,
        "outcome": "several",
        "rows": [[1], [1]],
        "columns": [[1], [1]],
        "palette": None,
        "title": "A",
        "goal": SEVERAL,
        "notes": value["notes"],
        "written": None,
    }
    assert create(picture, "--json", "-o", target) == 1
    assert json.loads(capsys.readouterr().out) == value | {"written": str(target)}
    assert goal(target) == SEVERAL


def test_a_stop_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: Puzzle, __: float, should_stop: Callable[[], bool]) -> Outcome:
        os.kill(os.getpid(), signal.SIGINT)
        for _attempt in range(100):
            if should_stop():
                return Outcome.STOPPED
            time.sleep(0.01)
        raise AssertionError("not told to stop")

    monkeypatch.setattr(cli, "_outcome_of", stopped)
    target = tmp_path / "a.non"
    assert create(drawn(tmp_path / "a.png", ONE_SOLUTION), "-o", target) == 130
    assert capsys.readouterr().err == f"stopped; {target} is not written\n"
    assert not target.exists()


def test_the_program_runs_without_a_display(tmp_path: Path) -> None:
    picture, target = drawn(tmp_path / "a.gif", ONE_SOLUTION), tmp_path / "a.non"
    done = subprocess.run(
        [sys.executable, ROOT / "main.py", "create", picture, "-o", target],
        env={"PATH": "", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "one solution" in done.stdout


def test_ctrl_c_while_the_board_is_made_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("recognizer.making.board_making.board_of", interrupted)
    target = tmp_path / "a.non"
    assert create(drawn(tmp_path / "a.png", ONE_SOLUTION), "-o", target) == 130
    assert capsys.readouterr().err == f"stopped; {target} is not written\n"
    assert not target.exists()
