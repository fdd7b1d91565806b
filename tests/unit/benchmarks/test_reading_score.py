"""What a reading is worth, and how it is shown."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks import reading as command
from benchmarks.__main__ import cli
from benchmarks.harness import Times
from benchmarks.reading_score import (
    ALL,
    SHOWN_LINES,
    Score,
    Truth,
    aligned,
    failed,
    failures,
    rows,
    score,
    uncorrected,
)
from puzzles.contracts import SolutionCount
from puzzles.model import Axis, Line, Puzzle
from recognizer.values import (
    Candidate,
    Lattice,
    Problem,
    Reading,
    ReadLine,
    ReadNumber,
    Segmentation,
)

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
ENTRY: dict[str, Any] = {
    "name": "cat",
    "kind": "photo, of a page",
    "image": "images/cat.png",
    "rows": [[2, 1], [0], [12]],
    "columns": [[1], [3, 4]],
}
TRUTH = Truth.of(ENTRY)
"""Six numbers; lengths and sums are of no interest to a score."""
ROW_1, COLUMN_2 = 0, 4


def number(value: int, sure: float = 1.0) -> ReadNumber:
    return ReadNumber(value, sure, (Candidate(value, sure),), QUAD)


def repaired(value: int, seen: int) -> ReadNumber:
    """A number for which the rules decided against the picture."""
    candidates = (Candidate(seen, 0.7), Candidate(value, 0.3))
    return ReadNumber(value, 1.0, candidates, QUAD, is_corrected=True)


def line(*numbers: int | ReadNumber, **more: Any) -> ReadLine:
    tokens = (n if isinstance(n, ReadNumber) else number(n) for n in numbers)
    return ReadLine(tuple(tokens), **more)


def reading(rows: list[ReadLine], columns: list[ReadLine], **more: Any) -> Reading:
    corners = np.array([(0, 0), (90, 0), (90, 90), (0, 90)], np.float32)
    lattice = Lattice.from_corners(corners, len(rows), len(columns))
    return Reading(
        lattice,
        rows=tuple(rows),
        columns=tuple(columns),
        **{"solution_count": SolutionCount.ONE, **more},
    )


def right_but(changes: dict[int, ReadLine], **more: Any) -> Reading:
    """The right reading with other lines, counted as in ``TRUTH.lines``."""
    lines = [changes.get(i, line(*true)) for i, true in enumerate(TRUTH.lines)]
    return reading(lines[:3], lines[3:], **more)


def scored(changes: dict[int, ReadLine], **more: Any) -> Score:
    return score(TRUTH, right_but(changes, **more), 0.5)


def faults(one: Score) -> str:
    return "; ".join(one.faults())


def test_an_exact_reading() -> None:
    one = scored({})
    assert (one.right, one.total, one.size) == (6, 6, (3, 2))
    assert one.size_right
    assert one.exact_before
    assert one.exact_after
    assert one.is_certain
    assert not one.falsely_certain
    assert not one.nothing_found
    assert (one.doubts, one.seconds, one.wrong) == (0, 0.5, ())
    assert faults(one) == ""


@pytest.mark.parametrize(
    ("read", "counts", "fault"),
    [
        pytest.param((2, 7), (5, 6), "row 1: read 2 7, true 2 1", id="one wrong"),
        pytest.param((1,), (5, 6), "row 1: read 1, true 2 1", id="one missing"),
        pytest.param((), (4, 6), "row 1: read nothing, true 2 1", id="all missing"),
        pytest.param((9, 2, 1), (6, 7), "row 1: read 9 2 1, true 2 1", id="one extra"),
        pytest.param((21,), (4, 6), "row 1: read 21, true 2 1", id="parted otherwise"),
    ],
)
def test_a_line_that_is_not_right(
    read: tuple[int, ...], counts: tuple[int, int], fault: str
) -> None:
    one = scored({ROW_1: line(*read)}, solution_count=SolutionCount.NONE)
    assert (one.right, one.total) == counts
    assert one.size_right
    assert not one.exact_before
    assert not one.exact_after
    assert not one.is_certain
    assert one.wrong == ((Line(Axis.ROW, 0), read, (2, 1)),)
    assert faults(one) == fault


@pytest.mark.parametrize(
    ("read", "true", "expected"),
    [
        ([], [], (0, 0)),
        ([], [1, 2], (0, 2)),
        ([1, 2], [], (0, 2)),
        ([1, 2, 3], [1, 2, 3], (3, 3)),
        ([1, 9, 3], [1, 2, 3], (2, 3)),
        ([2, 3], [1, 2, 3], (2, 3)),
        ([1, 1, 2], [1, 2], (2, 3)),
        ([12], [1, 2], (0, 2)),
        ([1, 2], [12], (0, 2)),
        ([2, 3, 4], [1, 2, 3], (2, 4)),  # two edits, and not three other numbers
        ([1, 2], [2, 1], (1, 3)),  # as many edits as two other numbers, and one number is right
        ([3, 1, 2, 5], [1, 2, 7, 5], (3, 5)),
    ],
)
def test_numbers_are_aligned(read: list[int], true: list[int], expected: tuple[int, int]) -> None:
    assert aligned(read, true) == expected


def test_of_another_size_nothing_is_right() -> None:
    smaller = reading([line(2, 1), line()], [line(1), line(3, 4)])
    one = score(TRUTH, smaller, 0.5)
    assert (one.size, one.size_right) == ((2, 2), False)
    assert (one.right, one.total) == (0, 6)
    assert (one.exact_before, one.exact_after) == (False, False)
    assert one.falsely_certain
    assert one.wrong == ()
    assert faults(one) == "falsely certain; size read 2x2, true 3x2"


def test_the_size_is_of_rows_and_columns_in_this_order() -> None:
    turned = reading([line(1), line(3, 4)], [line(2, 1), line(), line(12)])
    assert score(TRUTH, turned, 0.5).size == (2, 3)
    assert not score(TRUTH, turned, 0.5).size_right


@pytest.mark.parametrize("solution_count", list(SolutionCount))
def test_certain_and_wrong(solution_count: SolutionCount) -> None:
    one = scored({ROW_1: line(2, 7)}, solution_count=solution_count)
    # Whether a clue fits its line is asked if it is not known that there is a solution.
    assert one.falsely_certain == (solution_count is SolutionCount.ONE)
    assert faults(one).startswith("falsely certain; row 1") == one.falsely_certain


def test_what_is_asked_about_is_no_false_certainty() -> None:
    doubts = {ROW_1: line(2, number(7, 0.6)), COLUMN_2: line(3, 4, confidence=0.5)}
    one = scored(doubts, problems=(Problem.DOUBTFUL_NUMBERS,))
    assert one.doubts == 2
    assert not one.is_certain
    assert not one.falsely_certain
    assert faults(one) == "row 1: read 2 7, true 2 1; Some numbers are not certain"


@pytest.mark.parametrize(
    ("value", "seen", "before", "after"),
    [
        pytest.param(1, 7, False, True, id="repaired right"),
        pytest.param(7, 1, True, False, id="repaired wrong"),
        pytest.param(7, 9, False, False, id="wrong both times"),
    ],
)
def test_a_repaired_number(value: int, seen: int, before: bool, after: bool) -> None:
    one = scored({ROW_1: line(2, repaired(value, seen))})
    assert (one.exact_before, one.exact_after) == (before, after)
    assert (one.right, one.total) == (6 if after else 5, 6)
    assert one.falsely_certain == (not after)


@pytest.mark.parametrize(
    ("now", "seen", "before", "after"),
    [
        pytest.param((2, 1), (21,), False, True, id="parted right"),
        pytest.param((21,), (2, 1), True, False, id="parted wrong"),
    ],
)
def test_a_line_that_the_rules_parted_otherwise(
    now: tuple[int, ...], seen: tuple[int, ...], before: bool, after: bool
) -> None:
    # Not first among the others, to see that the likeliest counts.
    others = (Segmentation(line(5).numbers, 0.1), Segmentation(line(*seen).numbers, 0.6))
    one = scored({ROW_1: line(*now, others=others, is_corrected=True)})
    assert (one.exact_before, one.exact_after) == (before, after)


def test_other_ways_do_not_count_without_a_repair() -> None:
    others = (Segmentation(line(21).numbers, 0.4),)
    assert uncorrected(line(2, 1, others=others)) == (2, 1)
    assert scored({ROW_1: line(2, 1, others=others)}).exact_before


def test_a_repaired_line_without_other_ways_is_as_its_numbers_were_seen() -> None:
    assert uncorrected(line(repaired(2, 3), 1, is_corrected=True)) == (3, 1)


def test_a_number_in_another_parting_is_as_the_picture_says_too() -> None:
    way = Segmentation((repaired(2, 3), number(1)), 0.6)
    assert uncorrected(line(21, others=(way,), is_corrected=True)) == (3, 1)


@pytest.mark.parametrize("true", [[], [0]], ids=["no number", "zero"])
@pytest.mark.parametrize("read", [(), (0,)], ids=["nothing read", "zero read"])
def test_zero_is_a_line_without_runs(true: list[int], read: tuple[int, ...]) -> None:
    truth = Truth.of(ENTRY | {"rows": [[2, 1], true, [12]]})
    assert truth == TRUTH
    one = score(truth, right_but({1: line(*read)}), 0.5)
    assert (one.right, one.total) == (6, 6)
    assert one.exact_before
    assert one.exact_after


def test_a_repair_to_zero() -> None:
    one = scored({1: line(repaired(0, 8))})
    assert (one.exact_before, one.exact_after) == (False, True)


def test_no_grid() -> None:
    one = score(TRUTH, Reading(problems=(Problem.NO_GRID,)), 0.5)
    assert one.size is None
    assert not one.size_right
    assert one.nothing_found
    assert (one.right, one.total) == (0, 6)
    assert (one.exact_before, one.exact_after, one.is_certain) == (False, False, False)
    assert faults(one) == "nothing found; No puzzle grid was found in this picture"


def test_a_grid_without_numbers() -> None:
    empty = reading([line(confidence=0.0)] * 3, [line(confidence=0.0)] * 2)
    one = score(TRUTH, replace(empty, problems=(Problem.NO_CLUES,)), 0.5)
    assert one.size_right
    assert one.nothing_found
    assert (one.right, one.total, one.doubts) == (0, 6, 5)
    said = "nothing found; A grid was found, but no clue numbers beside it"
    assert faults(one) == said


def test_only_the_first_wrong_lines_are_shown() -> None:
    wrong = {0: line(9), 1: line(9), 2: line(9), 3: line(9)}
    one = scored(wrong, solution_count=SolutionCount.NONE)
    assert len(one.wrong) == 4
    shown = faults(one).split("; ")
    assert shown[0] == "row 1: read 9, true 2 1"
    assert shown[SHOWN_LINES:] == ["1 more line"]
    one = scored(wrong | {4: line(9)}, solution_count=SolutionCount.NONE)
    assert faults(one).split("; ")[SHOWN_LINES:] == ["2 more lines"]


def test_an_error_counts_as_nothing_found() -> None:
    one = failed(TRUTH, "error in read(): ValueError: no", 0.5)
    assert one.nothing_found
    assert (one.right, one.total, one.size) == (0, 6, None)
    assert (one.exact_before, one.exact_after) == (False, False)
    assert (one.size_right, one.falsely_certain) == (False, False)
    assert faults(one) == "error in read(): ValueError: no"


def test_scores_are_plain_values() -> None:
    one = scored({ROW_1: line(2, 7)}, problems=(Problem.SEVERAL_GRIDS,))
    values = json.loads(json.dumps(one.as_json()))
    assert values == {
        "name": "cat",
        "kind": "photo, of a page",
        "image": "images/cat.png",
        "size": [3, 2],
        "size_read": [3, 2],
        "size_right": True,
        "numbers": 6,
        "numbers_right": 5,
        "lines_right": 4,
        "outermost_wrong": 1,
        "exact_before": False,
        "exact_after": False,
        "is_certain": True,
        "falsely_certain": True,
        "nothing_found": False,
        "doubts": 0,
        "has_wrong_colors": False,
        "wrong": [{"line": "row 1", "read": [2, 7], "true": [2, 1]}],
        "problems": [Problem.SEVERAL_GRIDS.sentence],
        "error": "",
        "seconds": 0.5,
    }
    assert json.loads(json.dumps(failed(TRUTH, "no", 1).as_json()))["size_read"] is None


def test_a_table_has_a_row_for_each_kind_and_one_for_all() -> None:
    screen = replace(TRUTH, name="dog", kind="screen")
    scores = [
        replace(scored({}), seconds=3.0),
        score(screen, Reading(), 1.0),
        replace(scored({ROW_1: line(2, 7)}), seconds=2.0),
        replace(scored({ROW_1: line(2, repaired(1, 7))}), seconds=9.0),
    ]
    assert [[*row.values()][:-1] for row in rows(scores)] == [
        ["photo", 3, 3, "93.3 %", "94.4 %", 1, 2, 1],
        ["screen", 1, 0, "0.0 %", "0.0 %", 0, 0, 0],
        [ALL, 4, 3, "70.0 %", "70.8 %", 1, 2, 1],
    ]
    times = [row["time"] for row in rows(scores)]
    assert [each.median_s for each in times if isinstance(each, Times)] == [3.0, 1.0, 2.5]
    assert list(failures(scores)) == [
        "- dog: nothing found",
        "- cat: falsely certain; row 1: read 2 7, true 2 1",
    ]


def test_a_hundred_per_cent_are_all() -> None:
    one = replace(scored({}), right=9999, total=10_000)
    for given, said in ((one, "99.9 %"), (scored({}), "100.0 %")):
        assert list(rows([given]))[-1]["numbers right"] == said
    assert list(rows([replace(one, right=0, total=0)]))[-1]["numbers right"] == "-"


def test_a_table_of_nothing_is_empty() -> None:
    assert [*rows([]), *failures([])] == []


@pytest.mark.parametrize(
    ("kind", "short"),
    [
        ("phone photo, curled", "phone photo"),
        ("x" * 39 + " and more", "x" * 39),
        ("scan", "scan"),
    ],
)
def test_kinds_are_cut(kind: str, short: str) -> None:
    assert replace(TRUTH, kind=kind).short_kind == short


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"name": None}, "a picture: name must be a text"),
        ({"kind": 3}, "cat: kind must be a text"),
        ({"image": None}, "cat: image must be a text"),
        ({"rows": None}, "cat: rows must be"),
        ({"rows": []}, "cat: rows and columns must not be empty"),
        ({"columns": [3]}, "cat: columns must be"),
        ({"columns": [["3"]]}, "cat: columns must be"),
        ({"columns": [[True]]}, "cat: columns must be"),
        ({"columns": [[-1]]}, "cat: columns must be"),
        ({"columns": [[3, 0]]}, "cat: columns must be"),
    ],
)
def test_a_truth_that_is_none_is_explained(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Truth.of(ENTRY | change)


def folder_of(folder: Path, *entries: object) -> Path:
    (folder / "truth.json").write_text(json.dumps(entries))
    cv2.imwrite(str(folder / "cat.png"), np.full((60, 60, 3), 255, np.uint8))
    return folder


def unsolved(puzzle: Puzzle) -> SolutionCount:
    return SolutionCount.UNKNOWN


def test_the_pictures_of_a_folder_can_be_chosen(tmp_path: Path) -> None:
    entry = ENTRY | {"image": "cat.png"}
    kinds = ("Photo", "screen", "photo, again")
    folder = folder_of(tmp_path, *(entry | {"kind": kind} for kind in kinds))
    assert [truth.kind for truth in command.truths_in(folder)] == list(kinds)
    chosen = command.truths_in(folder, "photo")
    assert [truth.kind for truth in chosen] == ["Photo", "photo, again"]
    assert [truth.kind for truth in command.truths_in(folder, "PHOTO", 1)] == ["Photo"]
    with pytest.raises(ValueError, match="no such picture"):
        command.truths_in(folder, "scan")


def test_a_folder_that_cannot_be_used_is_explained(tmp_path: Path) -> None:
    for entries, reason in (
        ((), "truth.json: "),
        ((3,), "not a list of objects"),
        ((ENTRY,), "there is no picture images/cat.png"),
        ((ENTRY | {"rows": 3},), "cat: rows must be"),
    ):
        if entries:
            folder_of(tmp_path, *entries)
        done = CliRunner().invoke(cli, ["reading", str(tmp_path)])
        assert done.exit_code == 2
        assert reason in done.stderr


def test_an_error_of_the_reader_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    truth = replace(TRUTH, image="cat.png")
    folder = folder_of(tmp_path)

    def fall(*_: object, **__: object) -> Reading:
        raise IndexError("out of\nrange")

    monkeypatch.setattr(command, "read", fall)
    (said,) = command.read_and_score(folder, truth, unsolved).faults()
    assert said.startswith("error in read(): IndexError: out of range (test_reading_score.py, line")
    (folder / "cat.png").write_bytes(b"no picture")
    (said,) = command.read_and_score(folder, truth, unsolved).faults()
    assert "not a picture" in said


def test_a_picture_is_read_with_the_judge_and_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(picture: object, *, count_solutions: object) -> Reading:
        assert count_solutions is unsolved
        return right_but({})

    monkeypatch.setattr(command, "read", read)
    one = command.read_and_score(folder_of(tmp_path), replace(TRUTH, image="cat.png"), unsolved)
    assert one.exact_after
    assert one.seconds > 0
