"""The command ``nonogram scan``: what it prints where, and its exit codes.

The reader itself is a fake that returns readings made by hand.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import main
from puzzles.contracts import CountSolutions, SolutionCount
from puzzles.formats import read as read_puzzle
from puzzles.formats.non import NON
from puzzles.model import Puzzle
from recognizer.lattice import Picture
from recognizer.values import Problem, Reading
from tests.support.scan_command import NOTHING, PUZZLE, Fake, Reader, doubtful, good, raising, run


def test_the_puzzle_is_printed_in_the_form_of_a_file(reader: Reader) -> None:
    result = run("a.png")
    assert result.exit_code == 0
    Path("out.non").write_text(result.stdout)
    found = read_puzzle("out.non").puzzle
    assert (found.rows, found.columns) == (PUZZLE.rows, PUZZLE.columns)
    assert result.stderr == "a.png: 3x3, one solution\n"


@pytest.mark.parametrize("solution_count", [SolutionCount.NONE, SolutionCount.SEVERAL])
def test_a_puzzle_that_is_not_solvable_is_a_doubt(
    reader: Reader, solution_count: SolutionCount
) -> None:
    reader(replace(good(), solution_count=solution_count))
    assert run("a.png").exit_code == 1


def test_what_the_solver_does_not_find_out_is_a_doubt(reader: Reader) -> None:
    reader(replace(good(), solution_count=SolutionCount.UNKNOWN))
    assert run("a.png").exit_code == 0
    assert main.main(["scan", "a.png"]) == 1


@pytest.mark.parametrize("answer", [NOTHING, Reading(), raising])
def test_no_puzzle_gives_exit_code_4(reader: Reader, answer: Reading | Fake) -> None:
    reader(answer)
    result = run("a.png", "-o", "out.non")
    assert result.exit_code == 4
    assert result.stdout == ""
    assert result.stderr.startswith("a.png: ")
    assert result.stderr.count("\n") == 1
    assert not Path("out.non").exists()


def test_what_is_no_picture_gives_exit_code_2_and_one_line(reader: Reader) -> None:
    Path("empty").mkdir()
    for name in ("nowhere.png", "text.png", "empty"):
        result = run(name)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith(f"{name}: ")
        assert result.stderr.count("\n") == 1


def test_of_several_pictures_the_worst_counts_and_all_are_tried(reader: Reader) -> None:
    answers = iter([good(), NOTHING, doubtful()])
    reader(lambda _, __: next(answers))
    result = run("--json", "a.png", "b.png", "a.bmp")
    assert result.exit_code == 4
    assert len(result.stdout.splitlines()) == 3
    reader(NOTHING)
    assert run("a.png", "text.png", "b.png").exit_code == 2
    reader(good())
    result = run("--json", "text.png", "a.png")
    assert result.exit_code == 2
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [
        "text.png",
        "a.png",
    ]


def test_several_puzzles_are_printed_as_one_file(reader: Reader) -> None:
    reader(good())
    result = run("a.png", "b.png")
    found = NON.read_all(result.stdout.encode(), "")
    assert [document.puzzle.title for document in found] == ["A", "B"]
    assert len(NON.read_all(run("a.png").stdout.encode(), "")) == 1


def test_a_picture_comes_from_standard_input(reader: Reader) -> None:
    data = Path("a.png").read_bytes()
    piped, named = run("-", "-o", "-", stdin=data), run("a.png")
    assert piped.exit_code == 0
    assert piped.stdout == named.stdout
    assert piped.stderr == "standard input: 3x3, one solution\n"
    assert run("-", "-o", ".", stdin=data).stdout == "picture.non: written\n"


def test_the_number_of_jobs_does_not_change_what_is_printed(reader: Reader) -> None:
    names = ["a.png", "text.png", "b.png", "nowhere.png", "a.bmp"]
    one, three = (run("-j", jobs, *names) for jobs in "13")
    assert (one.exit_code, one.stdout, one.stderr) == (2, three.stdout, three.stderr)
    assert len(NON.read_all(one.stdout.encode(), "")) == 3


def test_the_puzzle_and_json_do_not_share_standard_output(reader: Reader) -> None:
    result = run("a.png", "--json", "-o", "-")
    assert result.exit_code == 2
    assert "both write to standard output" in result.stderr


def test_debug_draws_what_was_seen(reader: Reader, folder: Path) -> None:
    reader(doubtful())
    assert run("a.png", "--debug", "seen/here").exit_code == 1
    for kind in ("reading", "numbers"):
        drawn = cv2.imread(str(folder / "seen" / "here" / f"a-{kind}.png"))
        assert drawn is not None
        assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 5
    reader(NOTHING)
    assert run("b.png", "--debug", "seen").exit_code == 4
    assert Path("seen/b-reading.png").exists()
    assert Path("seen/b-grids.png").exists()


def test_a_bug_in_the_reader_costs_one_picture_and_no_traceback(reader: Reader) -> None:
    answers = iter([None, good()])

    def read(_: Picture, __: CountSolutions | None) -> Reading:
        if (answer := next(answers)) is None:
            raise ZeroDivisionError("by nothing")
        return answer

    reader(read)
    result = run("a.png", "b.png")
    assert result.exit_code == 2
    assert "a.png: an error in this program: ZeroDivisionError: by nothing" in result.stderr
    assert "b.png: 3x3" in result.stderr


def test_the_front_door_hands_the_solver_over(
    reader: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    judges: list[CountSolutions | None] = []

    def read(_: Picture, count_solutions: CountSolutions | None) -> Reading:
        judges.append(count_solutions)
        return good()

    reader(read)
    assert main.main(["scan", "a.png"]) == 0
    assert "one solution" in capsys.readouterr().err
    (count_solutions,) = judges
    assert count_solutions is not None
    assert count_solutions(PUZZLE) is SolutionCount.ONE
    assert count_solutions(Puzzle.from_numbers([[1], [1]], [[1], [1]])) is SolutionCount.SEVERAL
    assert count_solutions(Puzzle.from_numbers([[1, 1], [1]], [[], [2], [1]])) is SolutionCount.NONE
    assert count_solutions(Puzzle.from_numbers([[3]], [[1]])) is SolutionCount.NONE
    assert run("a.png").exit_code == 0
    assert judges[1] is None


def test_options_that_make_no_sense_are_refused() -> None:
    assert run().exit_code == 2
    assert run("--colour", "a.png").exit_code == 2
    help_text = run("--help").stdout
    assert "Exit codes" in help_text
    assert "nonogram scan photo.jpg" in help_text


def test_a_page_without_a_puzzle_says_so_once_with_all(reader: Reader) -> None:
    reader(NOTHING)
    result = run("--all", "--json", "a.png", "-o", "out")
    assert result.exit_code == 4
    found = json.loads(result.stdout)
    error = {"code": "no_puzzle", "message": Problem.NO_GRID.sentence, "line": None}
    assert found == {"file": "a.png", "error": error}
    assert run("--grid", "1", "a.png").exit_code == 4
    assert not list(Path("out").iterdir())
