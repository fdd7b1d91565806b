"""The command ``nonogram scan``: what it prints where, and its exit codes.

The reader itself is a fake that returns readings made by hand.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

import main
from puzzles import progress
from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount
from puzzles.errors import RecognitionError
from puzzles.formats import read as read_puzzle
from puzzles.formats.non import NON
from puzzles.grid import Grid
from puzzles.model import Color, Puzzle
from recognizer.cli import scan
from recognizer.sandbox import process
from recognizer.sandbox.limits import Limits
from recognizer.values import (
    MIRRORED,
    Candidate,
    Lattice,
    Picture,
    Problem,
    Reading,
    ReadLine,
    ReadNumber,
    Segmentation,
)
from recognizer.wording import MAX_LISTED_DOUBTS, sentences_of

PUZZLE = Puzzle.from_numbers([[1, 1], [3], []], [[2], [1], [2]])
QUAD = ((10.0, 10.0), (20.0, 10.0), (20.0, 24.0), (10.0, 24.0))


def number(value: int, confidence: float = 1.0, other: int | None = None) -> ReadNumber:
    candidates = [Candidate(value, confidence)]
    if other is not None:
        candidates.append(Candidate(other, 1 - confidence))
    return ReadNumber(value, confidence, tuple(candidates), QUAD)


def good() -> Reading:
    corners = np.array([(20, 20), (80, 20), (80, 80), (20, 80)], np.float32)
    rows, columns = (
        tuple(ReadLine(tuple(number(c.length) for c in clues)) for clues in lines)
        for lines in (PUZZLE.rows, PUZZLE.columns)
    )
    return Reading(
        Lattice.from_corners(corners, 3, 3), rows, columns, solution_count=SolutionCount.ONE
    )


def doubtful() -> Reading:
    reading = good()
    row = replace(
        reading.rows[0],
        numbers=(number(1, 0.6, 7), number(1)),
        others=(Segmentation((number(11),), 0.2),),
        confidence=0.8,
    )
    problems = (Problem.DOUBTFUL_NUMBERS,)
    return replace(reading, rows=(row, *reading.rows[1:]), problems=problems)


NOTHING = Reading(problems=(Problem.NO_GRID,))

Fake = Callable[[Picture, CountSolutions | None], Reading]


class Reader(Protocol):
    """Sets what the fake reader answers."""

    def __call__(self, answer: Reading | Fake, *more: Reading) -> None:
        """The answer for a picture, and those for its other puzzles."""


class InThisProcess:
    """A :class:`~recognizer.sandbox.process.SandboxedObject` without a child and without limits."""

    def __init__(self, make: Callable[[], Any], should_stop: ShouldStop) -> None:
        self._made = make()

    def close(self) -> None:
        pass

    def call(self, limits: Limits, name: str, method: Callable[..., Any], *args: Any) -> Any:
        return method(self._made, *args)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    """The reader's answer, or a function that makes it."""
    module, boards = ModuleType("recognizer.reading"), ModuleType("recognizer.pages.boards")
    monkeypatch.setitem(sys.modules, "recognizer.reading", module)
    monkeypatch.setitem(sys.modules, "recognizer.pages.boards", boards)
    monkeypatch.setattr(process, "SandboxedObject", InThisProcess)
    monkeypatch.setattr(progress, "cores", lambda: 1)  # the answers come in the order of pictures

    def answer_with(answer: Reading | Fake, *more: Reading) -> None:
        def read(
            picture: Picture, *, count_solutions: CountSolutions | None = None, **_: Any
        ) -> Reading:
            return answer if isinstance(answer, Reading) else answer(picture, count_solutions)

        def read_boards(
            picture: Picture, *, count_solutions: CountSolutions | None = None
        ) -> tuple[Reading, ...]:
            return read(picture, count_solutions=count_solutions), *more

        module.read = read  # type: ignore[attr-defined]
        boards.read_boards = read_boards  # type: ignore[attr-defined]

    answer_with(good())
    return answer_with


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder of its own with a few pictures."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.png", "b.png", "a.bmp"):
        Image.new("RGB", (100, 100), "white").save(name)
    Path("text.png").write_text("no picture")
    return tmp_path


def run(*words: str, stdin: bytes | None = None) -> Result:
    result = CliRunner().invoke(scan, words, input=stdin, prog_name="nonogram scan")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_the_puzzle_is_printed_in_the_form_of_a_file(reader: Reader) -> None:
    result = run("a.png")
    assert result.exit_code == 0
    Path("out.non").write_text(result.stdout)
    found = read_puzzle("out.non").puzzle
    assert (found.rows, found.columns) == (PUZZLE.rows, PUZZLE.columns)
    assert result.stderr == "a.png: 3x3, one solution\n"


def test_the_puzzle_is_written_with_the_marks(reader: Reader) -> None:
    marks = Grid.from_text(["#.?", "???", "..."])
    reader(replace(good(), marks=marks))
    result = run("a.png", "-o", "out.non")
    assert result.exit_code == 0
    assert result.stdout == "out.non: written\n"
    assert "5 cells are marked already" in result.stderr
    document = read_puzzle("out.non")
    assert document.puzzle.rows == PUZZLE.rows
    assert document.marks == marks


def test_doubts_are_said_and_give_exit_code_1(reader: Reader) -> None:
    reader(doubtful())
    result = run("a.png", "-o", "out.non")
    assert result.exit_code == 1
    assert read_puzzle("out.non").puzzle.rows == PUZZLE.rows
    assert "row 1, number 1: 1, or 7?\n" in result.stderr
    assert "row 1: 1 1" not in result.stderr, "a quiet doubt"
    assert Problem.DOUBTFUL_NUMBERS.value in result.stderr


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


def raising(_: Picture, __: CountSolutions | None) -> Reading:
    raise RecognitionError("no grid")


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
    assert json.loads(result.stdout)["problems"] == [result.stderr.rstrip()]


def test_the_number_of_jobs_does_not_change_what_is_printed(reader: Reader) -> None:
    names = ["a.png", "text.png", "b.png", "nowhere.png", "a.bmp"]
    one, three = (run("-j", jobs, *names) for jobs in "13")
    assert (one.exit_code, one.stdout, one.stderr) == (2, three.stdout, three.stderr)
    assert len(NON.read_all(one.stdout.encode(), "")) == 3


def test_the_puzzle_and_json_do_not_share_standard_output(reader: Reader) -> None:
    result = run("a.png", "--json", "-o", "-")
    assert result.exit_code == 2
    assert "both write to standard output" in result.stderr


def test_json_has_all_that_was_read(reader: Reader) -> None:
    reading = doubtful()
    printed_as_zero = ReadLine((number(0),))
    reader(replace(reading, rows=(*reading.rows[:2], printed_as_zero)))
    result = run("--json", "a.png")
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert found.pop("seconds") >= 0
    assert found == {
        "file": "a.png",
        "page": None,
        "grid": None,
        "parts": 1,
        "width": 3,
        "height": 3,
        "rows": [[1, 1], [3], []],
        "columns": [[2], [1], [2]],
        "palette": None,
        "confidence": pytest.approx(0.48),
        "doubtful": [
            {"line": "row 1", "number": 1, "consequence": "decisive", "read": 1, "or": 7,
             "confidence": 0.6, "unread": None},
            {"line": "row 1", "number": None, "consequence": "quiet", "read": [1, 1], "or": [11],
             "confidence": 0.8, "unread": None},
        ],
        "outcome": "unique",
        "problems": [Problem.DOUBTFUL_NUMBERS.value],
        "grids": 1,
        "marks": None,
        "turned": 0,
        "mirrored": False,
    }  # fmt: skip


def test_quiet_doubts_do_not_count(reader: Reader) -> None:
    reading = good()
    row = replace(reading.rows[0], numbers=(number(1, 0.9, 7), number(1)))
    reader(replace(reading, rows=(row, *reading.rows[1:])))
    result = run("a.png")
    assert result.exit_code == 0
    assert "Nothing left to check" in result.stderr
    assert "or 7" not in result.stderr
    assert json.loads(run("--json", "a.png").stdout)["doubtful"][0]["consequence"] == "quiet"


@pytest.mark.parametrize("kind", ["tif", "gif"])
def test_each_page_of_a_picture_is_read(reader: Reader, kind: str) -> None:
    grays = (0, 120, 240)
    pages = [Image.new("L", (8, 8), gray) for gray in grays]
    pages[0].save(f"book.{kind}", save_all=True, append_images=pages[1:])
    seen: list[float] = []

    def answer(picture: Picture, _: CountSolutions | None) -> Reading:
        seen.append(float(picture.mean()))
        return NOTHING if picture.mean() > 200 else good()

    reader(answer)
    result = run("--json", f"book.{kind}")
    assert result.exit_code == 4
    assert seen == list(grays)
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["file"], each["page"]) for each in objects] == [
        (f"book.{kind}", page) for page in (1, 2, 3)
    ]
    result = run(f"book.{kind}", "-o", "out")
    assert f"book.{kind}, page 3: " in result.stderr
    assert sorted(path.name for path in Path("out").iterdir()) == ["book-1.non", "book-2.non"]
    refused = run(f"book.{kind}", "-o", "one.non")
    assert refused.exit_code == 2
    assert "the picture has several pages; name a folder for them" in refused.stderr
    assert len(NON.read_all(run(f"book.{kind}").stdout.encode(), "")) == 2


def test_json_has_the_same_keys_for_pictures_without_a_puzzle(reader: Reader) -> None:
    keys = set(json.loads(run("--json", "a.png").stdout))
    reader(NOTHING)
    empty = json.loads(run("--json", "a.png").stdout)
    broken = json.loads(run("--json", "text.png").stdout)
    assert set(empty) == set(broken) == keys
    assert empty["width"] is empty["height"] is None
    assert empty["grids"] == 0
    assert empty["problems"] == [Problem.NO_GRID.value]
    assert "text.png" in broken["problems"][0]


def test_help_tells_every_key_of_the_json(reader: Reader) -> None:
    reading = good()
    row = replace(reading.rows[0], numbers=(number(1, 0.9, 7), number(1)))
    reader(replace(reading, rows=(row, *reading.rows[1:])))
    told = set(re.findall(r"\w+", run("--help").stdout.split("JSON:")[1].lower()))
    values = json.loads(run("--json", "a.png").stdout)
    assert set(values) - told == set()
    assert set(values["doubtful"][0]) - told == set()


def test_several_pictures_go_into_a_folder_under_their_names(reader: Reader) -> None:
    assert run("a.png", "b.png", "-o", "out.non").exit_code == 2
    assert not Path("out.non").exists()
    Path("out").mkdir()
    assert run("a.png", "b.png", "a.bmp", "-o", "out").exit_code == 0
    assert sorted(p.name for p in Path("out").iterdir()) == ["a-2.non", "a.non", "b.non"]
    assert run("b.png", "-o", "out").exit_code == 0


def test_where_nothing_can_be_written_one_line_says_so(reader: Reader) -> None:
    result = run("a.png", "-o", "nowhere/out.non")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "nowhere" in result.stderr
    result = run("a.png", "--debug", "b.png")
    assert result.exit_code == 2
    assert "b.png" in result.stderr


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


def test_a_package_that_is_missing_is_said(
    reader: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    def read(_: Picture, __: CountSolutions | None) -> Reading:
        raise ModuleNotFoundError(name="onnxruntime")

    reader(read)
    assert main.main(["scan", "a.png"]) == 2
    assert capsys.readouterr().err.startswith("onnxruntime is not installed")


def test_ctrl_c_ends_it_with_130(reader: Reader, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter([good()])

    def read(_: Picture, __: CountSolutions | None) -> Reading:
        if (answer := next(answers, None)) is None:
            raise KeyboardInterrupt
        return answer

    reader(read)
    assert main.main(["scan", "--json", "a.png", "b.png"]) == 130
    said = capsys.readouterr()
    assert "stopped; 1 of 2 pictures were read" in said.err
    assert len(said.out.splitlines()) == 1
    assert "Traceback" not in said.err


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


@pytest.mark.parametrize("target", ["a.png", "b.png", "./b.png", "text.png", "notes"])
def test_a_file_that_is_no_puzzle_is_not_overwritten(reader: Reader, target: str) -> None:
    Path("notes").write_text("to be kept")
    before = Path(target).read_bytes()
    result = run("a.png", "-o", target)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "not overwritten" in result.stderr
    assert result.stderr.count("\n") == 1
    assert Path(target).read_bytes() == before


def test_a_puzzle_is_not_written_under_the_name_of_a_picture(reader: Reader) -> None:
    result = run("a.png", "-o", "new.png")
    assert result.exit_code == 2
    assert "choose a name" in result.stderr
    assert not Path("new.png").exists()


def test_a_picture_that_is_called_like_a_puzzle_is_not_overwritten(reader: Reader) -> None:
    Path("a.bmp").rename("a.non")
    before = Path("a.non").read_bytes()
    assert run("a.non", "-o", "a.non").exit_code == 2
    assert run("a.non", "b.png", "-o", ".").exit_code == 2
    assert Path("a.non").read_bytes() == before
    assert Path("b.non").exists()


def test_a_puzzle_file_is_replaced(reader: Reader) -> None:
    Path("out.non").write_text("an old one")
    assert run("a.png", "-o", "out.non").exit_code == 0
    assert read_puzzle("out.non").puzzle.rows == PUZZLE.rows


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
    assert "At least 2 puzzles in this picture; this is the largest. --all reads" in said
    reader(replace(reading, others=(large, small), problems=problems))
    assert "At least 3 puzzles in this picture; this is not the largest." in run("a.png").stderr
    problems_told = json.loads(run("--json", "a.png").stdout)["problems"]
    assert problems_told[0].endswith("--all reads all of them.")


def test_json_has_the_marks(reader: Reader) -> None:
    rows = ["#.?", "???", "..."]
    reader(replace(good(), marks=Grid.from_text(rows)))
    assert json.loads(run("--json", "a.png").stdout)["marks"] == rows


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


def other() -> Reading:
    """Another puzzle of the page."""
    reading = good()
    return replace(reading, rows=reading.rows[::-1])


def test_all_puzzles_of_a_page_are_written_in_their_order(reader: Reader) -> None:
    reader(good(), other(), doubtful())
    result = run("a.png", "b.png", "--all", "-o", "out")
    assert result.exit_code == 1
    names = [f"{stem}-{number}.non" for stem in "ab" for number in (1, 2, 3)]
    assert sorted(path.name for path in Path("out").iterdir()) == names
    assert result.stdout.splitlines() == [f"{Path('out') / name}: written" for name in names]
    assert read_puzzle("out/a-1.non").puzzle.rows == PUZZLE.rows
    assert read_puzzle("out/a-2.non").puzzle.rows == PUZZLE.rows[::-1]
    assert "a.png, puzzle 2: 3x3, one solution\n" in result.stderr
    assert len(NON.read_all(run("a.png", "--all").stdout.encode(), "")) == 3


def test_json_numbers_the_puzzles_of_each_page(reader: Reader) -> None:
    reader(good(), other())
    pages = [Image.new("L", (8, 8), gray) for gray in (0, 240)]
    pages[0].save("book.tif", save_all=True, append_images=pages[1:])
    result = run("--json", "--all", "a.png", "book.tif")
    assert result.exit_code == 0
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    places = [(each["file"], each["page"], each["grid"]) for each in objects]
    assert places == [("a.png", None, 1), ("a.png", None, 2)] + [
        ("book.tif", page, grid) for page in (1, 2) for grid in (1, 2)
    ]
    assert objects[1]["rows"] == [[], [3], [1, 1]]
    run("--all", "-o", "out", "book.tif")
    assert sorted(path.stem for path in Path("out").iterdir()) == [
        f"book-{page}-{grid}" for page in (1, 2) for grid in (1, 2)
    ]


def test_one_puzzle_of_a_page_is_chosen_by_its_number(reader: Reader) -> None:
    reader(good(), other())
    found = json.loads(run("--json", "--grid", "2", "a.png").stdout)
    assert (found["grid"], found["rows"]) == (2, [[], [3], [1, 1]])
    assert run("--grid", "2", "a.png", "-o", "cat.non").exit_code == 0
    assert read_puzzle("cat.non").puzzle.rows == PUZZLE.rows[::-1]
    missing = run("--json", "--grid", "3", "a.png")
    assert missing.exit_code == 4
    assert missing.stderr == "a.png: There are only 2 puzzles, and no number 3.\n"
    assert json.loads(missing.stdout)["grid"] == 3
    assert run("--grid", "0", "a.png").exit_code == 2
    both = run("--grid", "1", "--all", "a.png")
    assert both.exit_code == 2
    assert "choose one" in both.stderr


def test_a_page_without_a_puzzle_says_so_once_with_all(reader: Reader) -> None:
    reader(NOTHING)
    result = run("--all", "--json", "a.png", "-o", "out")
    assert result.exit_code == 4
    found = json.loads(result.stdout)
    assert (found["grid"], found["problems"]) == (None, [Problem.NO_GRID.value])
    assert run("--grid", "1", "a.png").exit_code == 4
    assert not list(Path("out").iterdir())


def test_all_puzzles_need_a_folder(reader: Reader) -> None:
    result = run("--all", "a.png", "-o", "out.non")
    assert result.exit_code == 2
    assert "needs a folder" in result.stderr


def test_files_of_pages_and_puzzles_never_replace_each_other(reader: Reader) -> None:
    reader(good(), other())
    Image.new("RGB", (100, 100), "white").save("a-1.png")
    pages = [Image.new("L", (8, 8), gray) for gray in (0, 240)]
    pages[0].save("A.tif", save_all=True, append_images=pages[1:])
    assert run("--all", "a.png", "a-1.png", "A.tif", "-o", "out").exit_code == 0
    assert len({path.name.lower() for path in Path("out").iterdir()}) == 8


def test_a_folder_stands_for_its_pictures_in_their_order(reader: Reader) -> None:
    Path("photos/more").mkdir(parents=True)
    for name in ("p10.png", "p9.JPG", ".hidden.png", "more/p1.png"):
        Image.new("RGB", (9, 9)).save(f"photos/{name}")
    Path("photos/notes.txt").write_text("no picture")
    result = run("--json", "photos", "a.png")
    assert result.exit_code == 0
    names = [json.loads(line)["file"] for line in result.stdout.splitlines()]
    assert names == [str(Path("photos") / "p9.JPG"), str(Path("photos") / "p10.png"), "a.png"]
    assert run("photos", "-o", "one.non").exit_code == 2
    Path("empty").mkdir()
    empty = run("empty")
    assert (empty.exit_code, empty.stderr) == (2, "empty: there is no picture in this folder\n")
    assert run("--json", "empty", "a.png").exit_code == 2


def test_json_has_the_colours_of_a_puzzle(reader: Reader) -> None:
    reading = good()
    palette = (*reading.palette, Color("r", "#ff0000", "red"))
    row = ReadLine((number(1), replace(number(1), color=2)))
    marks = Grid(3, 3, 3, [2, 4, 1, 7, 7, 7, 1, 1, 1])
    reader(replace(reading, palette=palette, rows=(row, *reading.rows[1:]), marks=marks))
    found = json.loads(run("--json", "a.png").stdout)
    assert found["rows"][0] == [[1, "1"], [1, "r"]]
    assert found["palette"][2] == {"symbol": "r", "rgb": "#ff0000", "name": "red"}
    assert found["marks"] == ["#r.", "???", "..."]
