"""What ``nonogram ar`` says in the end: of puzzles that stay doubtful, of marks, of hints.

What sees puzzles is a fake here that shows the scenes it was given.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import Result

from puzzles.contracts import NextStep, SolutionCount, SolverHooks
from puzzles.formats import read as read_puzzle
from puzzles.grid import Grid
from puzzles.model import Axis, Line, Puzzle
from recognizer.lattice import Lattice
from recognizer.live.command.run import RunSummary
from recognizer.live.painting.video_writer import VideoWriter
from recognizer.live.scene import Frame, LiveState, OnEvent, Scene, SolvedPage, UncertainReading
from recognizer.values import Candidate, Problem, Reading, ReadLine, ReadNumber
from tests.support.ar_command import objects, raising, run
from tests.support.cases import few
from tests.support.openers import picture

LATTICE = Lattice(np.mgrid[0:4, 0:4].astype(np.float32).transpose(1, 2, 0) * 10)
PUZZLE = Puzzle.from_numbers([[1, 1], [3], []], [[2], [1], [2]])
SOLUTION = ["#.#", "###", "..."]
HINT = NextStep(Line(Axis.ROW, 1), Grid.from_text(["???", "###", "???"]), "Row 2 is full.")


def reading(puzzle: Puzzle, doubt: float = 1.0) -> Reading:
    """How a puzzle is read; the confidence is that of its first number."""
    rows, columns = (
        tuple(ReadLine(tuple(number(clue.length) for clue in clues)) for clues in side)
        for side in (puzzle.rows, puzzle.columns)
    )
    first = replace(rows[0].numbers[0], confidence=doubt)
    rows = (replace(rows[0], numbers=(first, *rows[0].numbers[1:])), *rows[1:])
    return Reading(LATTICE, rows, columns, solution_count=SolutionCount.ONE)


def number(value: int) -> ReadNumber:
    return ReadNumber(value, 1.0, (Candidate(value, 0.6), Candidate(7, 0.4)), ((0.0, 0.0),) * 4)


def doubtful(*problems: Problem, doubt: float = 0.6) -> UncertainReading:
    solution_count = SolutionCount.NONE if problems else SolutionCount.UNKNOWN
    draft = replace(reading(PUZZLE, doubt), solution_count=solution_count, problems=problems)
    return UncertainReading(draft, picture(0))


def answer(puzzle: Puzzle = PUZZLE) -> SolvedPage:
    certain = Grid.from_text(SOLUTION)
    return SolvedPage(reading(puzzle), picture(0), puzzle, certain, 3, 0.5, 0.1)


class Shown:
    """The scenes of a film: what they hold beside their frame."""

    scenes: list[dict[str, object]]

    def __init__(self, solver_hooks: SolverHooks, *, is_live: bool, on_event: OnEvent) -> None:
        self._number = -1

    def process(self, frame: Frame) -> Scene:
        self._number = min(self._number + 1, len(self.scenes) - 1)
        held = self.scenes[self._number]
        state = LiveState.SHOWN if "answer" in held else LiveState.SEARCHING
        if "error" in held:
            raising(ValueError("x"))()
        return Scene(frame, state, lattice=LATTICE, **held)  # type: ignore[arg-type]

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a film, and a fake of what sees."""
    monkeypatch.chdir(tmp_path)
    film = VideoWriter(tmp_path / "film.avi", 20)
    for _ in range(6):
        film.write(picture(100))
    film.finish()
    module = ModuleType("recognizer.live.live_view")
    module.LiveView = Shown  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)


def shown(scenes: list[dict[str, object]], *words: str) -> Result:
    Shown.scenes = scenes
    return run("--no-window", "--source", "film.avi", *words)


def test_a_puzzle_that_stays_doubtful_is_told_with_its_reasons() -> None:
    drafts = [doubtful(), doubtful(Problem.NO_SOLUTION), None]
    result = shown([{"draft": draft} for draft in drafts])
    assert result.exit_code == 1
    assert result.stdout == ""
    first, *reasons = result.stderr.splitlines()
    assert first.startswith("film.avi: 3 rows, 3 columns, read, but not with certainty; 6 frames")
    assert reasons == [f"  {Problem.NO_SOLUTION.sentence}", "  row 1, number 1: 1, or 7?"]


def test_a_puzzle_that_stays_doubtful_is_in_the_summary_and_is_written() -> None:
    result = shown([{"draft": doubtful(Problem.NO_SOLUTION)}], "--json", "-o", "cat.non")
    assert (result.exit_code, result.stderr) == (1, "")
    summary = objects(result)[-1]
    assert (summary["width"], summary["height"]) == (3, 3)
    assert (summary["rows"], summary["columns"]) == ([[1, 1], [3], []], [[2], [1], [2]])
    assert (summary["outcome"], summary["problems"]) == ("none", [Problem.NO_SOLUTION.sentence])
    assert [(doubt["line"], doubt["or"]) for doubt in summary["doubtful"]] == [
        ({"side": "row", "number": 1}, 7)
    ]
    assert [summary[key] for key in ("certain", "marks", "wrong", "hint")] == [None] * 4
    assert summary["written"] == "cat.non"
    assert read_puzzle("cat.non").puzzle.rows == PUZZLE.rows


def test_a_doubtful_puzzle_always_has_a_reason() -> None:
    """Also when nothing is wrong with it but that it was seen too seldom."""
    result = shown([{"draft": doubtful(doubt=1.0)}])
    assert result.exit_code == 1
    assert result.stderr.splitlines()[1:] == ["  It was seen in too few frames to be certain."]


def test_an_answer_counts_more_than_what_was_doubtful() -> None:
    result = shown([{"draft": doubtful(Problem.NO_SOLUTION)}, {"answer": answer()}])
    assert result.exit_code == 0
    assert result.stderr.count("\n") == 1


def test_a_doubtful_puzzle_does_not_hide_that_the_program_failed() -> None:
    result = shown([{"draft": doubtful()}, {"error": True}], "-o", "cat.non")
    assert result.exit_code == 2
    assert Path("cat.non").exists()


ARE_WRONG = "cells are wrong:"
MARKED: dict[str, object] = {"answer": answer(), "hint": HINT}


@pytest.mark.parametrize(
    ("marks", "said", "wrong"),
    few(
        2,
        [
            (
                ["##?", "?.?", "???"],
                f"2 {ARE_WRONG} row 1 column 2, row 2 column 2",
                [[1, 2], [2, 2]],
            ),
            (["#??", "???", "#??"], "1 cell is wrong: row 3 column 1", [[3, 1]]),
            (["#.?", "???", "???"], "no mark is wrong", []),
            (["???", "???", "???"], "no marks were read", None),
        ],
    ),
)
def test_marks_are_checked(marks: list[str], said: str, wrong: list[list[int]] | None) -> None:
    scenes: list[dict[str, object]]
    scenes = [MARKED | {"marks": Grid.from_text(marks)}, {"answer": answer()}]
    result = shown(scenes, "--mode", "check")
    assert result.stdout.splitlines() == [said]
    summary = objects(shown(scenes, "--mode", "check", "--json"))[-1]
    assert summary["wrong"] == wrong
    assert summary["marks"] == (None if wrong is None else marks)
    assert shown(scenes).stdout.splitlines() == SOLUTION


def test_the_hint_is_said_unless_marks_are_wrong() -> None:
    right, bad = (Grid.from_text([row, "???", "???"]) for row in ("#??", ".??"))
    for marks, line in (
        (None, "Row 2 is full."),
        (right, "Row 2 is full."),
        (bad, "1 cell is wrong: row 1 column 1; correct that first"),
    ):
        result = shown([MARKED | {"marks": marks}], "--mode", "hint")
        assert result.stdout.splitlines() == [line]
        summary = objects(shown([MARKED | {"marks": marks}], "--json"))[-1]
        assert summary["hint"] == "Row 2 is full."
    result = shown([{"answer": answer()}], "--mode", "hint")
    assert result.stdout.splitlines()[-1] == "no next step was found"


def test_marks_of_another_page_do_not_count() -> None:
    other = answer(Puzzle.from_numbers([[1], [3], []], [[1], [1], [2]]))
    found = RunSummary()
    frame = Frame(picture(0), 0, 0.0)
    marks = Grid.from_text(["##?", "???", "???"])
    found.count(Scene(frame, LiveState.SHOWN, answer=answer(), marks=marks, hint=HINT))
    found.count(Scene(frame, LiveState.SHOWN, answer=answer()))
    assert (found.wrong, found.hint) == ([(0, 1)], HINT)
    found.count(Scene(frame, LiveState.SHOWN, answer=other))
    assert (found.marks, found.wrong, found.hint) == (None, None, None)
