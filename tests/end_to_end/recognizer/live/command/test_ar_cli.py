"""The command ``nonogram ar``: what it prints and writes where, and its exit codes.

What sees puzzles is a fake here that knows after a few frames; so is what paints.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest
from click.testing import Result

import main
from puzzles.contracts import SolutionCount, SolverHooks
from puzzles.formats import read as read_puzzle
from puzzles.grid import Grid
from puzzles.model import Puzzle
from recognizer.lattice import Lattice, Picture
from recognizer.live.capture.newest_frame import Capture
from recognizer.live.capture.recorded import Recording
from recognizer.live.command import headless
from recognizer.live.live_view import RECORDING_INTERVAL_S
from recognizer.live.painting.video_writer import VideoWriter
from recognizer.live.scene import (
    EventKind,
    Frame,
    LiveState,
    LogEvent,
    OnEvent,
    PaintMode,
    Scene,
    SolvedPage,
)
from recognizer.values import Candidate, Reading, ReadLine, ReadNumber
from tests.support import openers
from tests.support.ar_command import objects, raising, run
from tests.support.openers import SMALL, picture

PUZZLE = Puzzle.from_numbers([[1, 1], [3], []], [[2], [1], [2]])
SOLUTION = ["#.#", "###", "..."]
LATTICE = Lattice(np.mgrid[0:4, 0:4].astype(np.float32).transpose(1, 2, 0) * 10)
FRAMES = 10


def number(value: int) -> ReadNumber:
    return ReadNumber(value, 1.0, (Candidate(value, 1.0),), ((0.0, 0.0),) * 4)


def answer(solution_count: SolutionCount = SolutionCount.ONE) -> SolvedPage:
    rows, columns = (
        tuple(ReadLine(tuple(number(clue.length) for clue in clues)) for clues in side)
        for side in (PUZZLE.rows, PUZZLE.columns)
    )
    reading = Reading(LATTICE, rows, columns, solution_count=solution_count)
    certain = Grid.from_text(SOLUTION)
    return SolvedPage(reading, picture(0), PUZZLE, certain, 3, 0.5, 0.1)


class Desk:
    """What the fakes do, and what they were asked for."""

    def __init__(self) -> None:
        self.answer: SolvedPage | None = answer()
        self.at: dict[int, Callable[[], object]] = {}
        """What happens at a frame."""
        self.views: list[FakeLive] = []
        self.painted: list[tuple[PaintMode, float]] = []


class FakeLive:
    """Reads the puzzle at frame 2 and shows its solution from then on."""

    desk: Desk

    def __init__(self, hooks: SolverHooks, *, is_live: bool, on_event: OnEvent) -> None:
        self.hooks, self.is_live, self._on_event = hooks, is_live, on_event
        self.frames: list[int] = []
        self.seconds: list[float] = []
        self.closed = 0
        self.desk.views.append(self)

    def process(self, frame: Frame) -> Scene:
        self.frames.append(frame.number)
        self.seconds.append(frame.seconds)
        self.desk.at.get(len(self.frames) - 1, lambda: None)()
        if len(self.frames) <= 2 or self.desk.answer is None:
            return Scene(frame, LiveState.SEARCHING)
        if len(self.frames) == 3:
            self._on_event(LogEvent(frame.seconds, EventKind.READ, "3x3", 0.5))
        return Scene(frame, LiveState.SHOWN, lattice=LATTICE, answer=self.desk.answer)

    def close(self) -> None:
        self.closed += 1
        if self.closed == 1:
            self._on_event(LogEvent(1.0, EventKind.STOPPED, ""))


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A folder with a film, and fakes of what sees and what paints."""
    monkeypatch.chdir(tmp_path)
    film = VideoWriter(tmp_path / "film.avi", 20)
    for _ in range(FRAMES):
        film.write(picture(100))
    film.finish()
    desk = Desk()
    live, overlay = (
        ModuleType("recognizer.live.live_view"),
        ModuleType("recognizer.live.painting.overlay"),
    )
    live.LiveView = type("LiveView", (FakeLive,), {"desk": desk})  # type: ignore[attr-defined]

    def painted(scene: Scene, mode: PaintMode, opacity: float) -> Picture:
        desk.painted.append((mode, opacity))
        return picture(200 if scene.is_shown else 50)

    overlay.painted = painted  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, live.__name__, live)
    monkeypatch.setitem(sys.modules, overlay.__name__, overlay)
    return desk


def film(*words: str) -> Result:
    return run("--no-window", "--source", "film.avi", *words)


def names() -> list[str]:
    """Of the files in the folder."""
    return sorted(path.name for path in Path().iterdir())


def test_a_film_is_worked_through_frame_by_frame(desk: Desk) -> None:
    result = film()
    assert result.exit_code == 0
    (view,) = desk.views
    assert view.frames == list(range(FRAMES))
    assert not view.is_live
    assert view.closed
    lines = result.stdout.splitlines()
    assert lines[:2] == ["    0.10 s  read: 3x3 (0.50 s)", "    1.00 s  stopped"]
    assert lines[2:] == SOLUTION
    assert result.stderr.startswith("film.avi: 3 rows, 3 columns, one solution; 10 frames, ")
    assert result.stderr.endswith("an answer on 80 %\n")
    assert names() == ["film.avi"]


@pytest.mark.parametrize("as_json", [False, True])
def test_unreadable_pictures_of_a_folder_are_named_and_the_others_watched(
    desk: Desk, as_json: bool
) -> None:
    Path("photos").mkdir()
    for name in ("1.png", "3.png"):
        cv2.imwrite(str(Path("photos") / name), picture(100))
    broken = [Path("photos") / name for name in ("0.png", "2.png", "4.png")]
    for path in broken:
        path.write_bytes(b"no picture")
    words = ["--json"] if as_json else []
    result = run("--no-window", "--source", "photos", *words)
    assert result.exit_code == 0
    (view,) = desk.views
    assert view.frames == list(range(40))
    sentences = [line for line in result.stderr.splitlines() if "png" in line]
    assert [line.split(":")[0] for line in sentences] == [str(path) for path in broken]
    if as_json:
        troubles = [event for event in objects(result) if event["event"] == "trouble"]
        assert [event["text"] for event in troubles] == sentences
        assert [event["seconds"] for event in troubles] == [0, pytest.approx(1.9), 3.9]
    else:
        assert "trouble" not in result.stdout


def test_json_is_an_object_a_line_and_a_summary(desk: Desk) -> None:
    result = film("--json", "--video", "out.mp4", "-o", "cat.non")
    assert result.stderr == ""
    read, stopped, summary = objects(result)
    assert read == {"event": "read", "seconds": 0.1, "text": "3x3", "took": 0.5}
    assert stopped["took"] is None
    assert summary.pop("frames_per_second") > 0
    assert summary == {
        "event": "summary",
        "source": "film.avi",
        "frames": 10,
        "shown": 0.8,
        "width": 3,
        "height": 3,
        "rows": [[1, 1], [3], []],
        "columns": [[2], [1], [2]],
        "palette": None,
        "outcome": "unique",
        "problems": [],
        "doubtful": [],
        "certain": SOLUTION,
        "marks": None,
        "wrong": None,
        "hint": None,
        "video": "out.mp4",
        "picture": None,
        "written": "cat.non",
        "advice": None,
        "problem": None,
        "interrupted": False,
    }


def test_without_a_puzzle_the_summary_has_the_same_keys(desk: Desk) -> None:
    with_puzzle = objects(film("--json"))[-1]
    desk.answer = None
    result = film("--json", "-o", "cat.non")
    assert result.exit_code == 4
    summary = objects(result)[-1]
    assert summary.keys() == with_puzzle.keys()
    assert (summary["width"], summary["rows"]) == (0, [])
    assert summary["outcome"] is summary["written"] is None
    assert not Path("cat.non").exists()
    assert film("--json", "--video", "notes.txt").stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("solution_count", "code"),
    [
        (SolutionCount.ONE, 0),
        (SolutionCount.SEVERAL, 1),
        (SolutionCount.NONE, 1),
        (SolutionCount.UNKNOWN, 1),
    ],
)
def test_the_exit_code_says_whether_there_is_one_solution(
    desk: Desk, solution_count: SolutionCount, code: int
) -> None:
    desk.answer = answer(solution_count)
    assert film().exit_code == code


@pytest.mark.parametrize("name", ["out.avi", "out.mp4"])
def test_the_video_has_every_frame_with_what_is_painted(desk: Desk, name: str) -> None:
    result = film("--video", name, "--mode", "check", "--opacity", "0.25")
    assert f"{name}: written" in result.stdout.splitlines()
    assert desk.painted == [(PaintMode.CHECK, 0.25)] * FRAMES
    video = Recording(Path(name))
    assert video.frames_per_second == 20
    values = [round(float(frame.picture.mean()), -1) for frame in video]
    assert values == [50] * 2 + [200] * 8


def test_the_picture_is_the_last_one_with_an_answer(desk: Desk) -> None:
    desk.at[FRAMES - 1] = lambda: setattr(desk, "answer", None)
    result = film("--picture", "seen.png", "--mode", "check", "--opacity", "0.25", "--json")
    assert objects(result)[-1]["picture"] == "seen.png"
    assert desk.painted == [(PaintMode.CHECK, 0.25)]
    seen = cv2.imread("seen.png")
    assert seen is not None
    assert seen.mean() == 200


def test_without_an_answer_no_picture_is_written(desk: Desk) -> None:
    assert "seen.png: written" in film("--picture", "seen.png").stdout.splitlines()
    Path("seen.png").unlink()
    desk.answer = None
    result = film("--picture", "seen.png", "--json")
    assert objects(result)[-1]["picture"] is None
    assert "seen.png" not in names()


def test_nothing_is_painted_if_no_video_is_wished(desk: Desk) -> None:
    film()
    assert desk.painted == []


def test_the_puzzle_is_written(desk: Desk) -> None:
    result = film("-o", "cat.non")
    assert "cat.non: written" in result.stdout.splitlines()
    found = read_puzzle("cat.non").puzzle
    assert (found.rows, found.columns, found.title) == (PUZZLE.rows, PUZZLE.columns, "film")
    Path("puzzles").mkdir()
    assert film("-o", "puzzles").exit_code == 0
    assert Path("puzzles", "film.non").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--video", "film.avi"), "film.avi: this is the video to be read"),
        (("--video", "out.mkv"), "out.mkv: a video is written to a file that ends in"),
        (("--video", "notes.avi"), "notes.avi: this file exists, and a video does not say"),
        (("-o", "film.avi"), "film.avi: this is the input file"),
        (("--picture", "seen.jpg"), "seen.jpg: the picture is written to a file that ends in .png"),
        (("--picture", "no/seen.png"), "no/seen.png: there is no folder no"),
        (("-o", "notes.avi"), "notes.avi: no puzzle is written into a file with this ending"),
        (("-o", "a.png"), "a.png: a puzzle is not a picture"),
        (("-o", "a.avi", "--video", "a.avi"), "a.avi: no puzzle is written into a file"),
    ],
)
def test_nothing_that_must_not_be_lost_is_written_over(
    desk: Desk, words: tuple[str, ...], said: str
) -> None:
    Path("notes.avi").write_text("to be kept")
    before = Path("film.avi").read_bytes()
    result = film(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(said)
    assert result.stderr.count("\n") == 1
    assert desk.views == []
    assert Path("notes.avi").read_text() == "to be kept"
    assert Path("film.avi").read_bytes() == before


@pytest.mark.parametrize("source", ["nowhere.mp4", "text.mp4", ".", "http://127.0.0.1:9/a"])
def test_a_source_that_cannot_be_opened_is_a_sentence(desk: Desk, source: str) -> None:
    Path("text.mp4").write_text("no video")
    result = run("--no-window", "--source", source, "--video", "out.mp4")
    assert result.exit_code == 2
    assert source in result.stderr
    assert result.stderr.count("\n") == 1
    assert not Path("out.mp4").exists()


def test_seconds_end_a_film_early(desk: Desk) -> None:
    film("--seconds", "0.25")
    assert desk.views[0].frames == [0, 1, 2, 3, 4]


def test_the_end_of_a_film_is_looked_at_again_until_the_puzzle_is_known(desk: Desk) -> None:
    """The fake knows it with the third look; the video has the frames of the film."""
    result = film("--seconds", "0.001", "--video", "out.avi", "--json")
    assert result.exit_code == 0
    assert desk.views[0].frames == [0, 1, 2]
    assert objects(result)[-1]["frames"] == 1
    assert [frame.picture.mean() > 150 for frame in Recording(Path("out.avi"))] == [True]
    desk.answer = None
    assert film("--seconds", "0.001").exit_code == 4
    assert 2 < len(desk.views[1].frames) < 20
    # A recording is read no more often than that.
    assert all(b - a >= RECORDING_INTERVAL_S for a, b in pairwise(desk.views[1].seconds))


def test_a_single_picture_is_a_film_of_two_seconds(desk: Desk) -> None:
    cv2.imwrite("page.png", picture(100))
    result = run("--no-window", "--source", "page.png", "--video", "out.avi", "-o", "cat.non")
    assert result.exit_code == 0
    assert desk.views[0].frames == list(range(20))
    video = Recording(Path("out.avi"))
    assert len(list(video)) == video.frames_per_second * 2
    assert read_puzzle("cat.non").puzzle.title == "page"
    run("--no-window", "--source", "page.png", "--seconds", "0.5")
    assert len(desk.views[1].frames) == 5
    piped = run("--no-window", "--source", "page.png", "-o", "-")
    assert piped.stdout_bytes == Path("cat.non").read_bytes()
    assert "page.png: " in piped.stderr
    Path("text.png").write_text("no picture")
    broken = run("--no-window", "--source", "text.png")
    assert (broken.exit_code, broken.stderr.count("text.png: this file is not a picture")) == (2, 1)


def test_the_end_by_the_system_is_as_by_ctrl_c(desk: Desk) -> None:
    before = signal.getsignal(signal.SIGTERM)
    desk.at[6] = lambda: signal.raise_signal(signal.SIGTERM)
    assert film("--video", "out.avi").exit_code == 130
    assert names() == ["film.avi", "out.avi"]
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_folder_that_is_not_there_is_told_before_anything_is_read(desk: Desk) -> None:
    result = film("-o", "nowhere/cat.non")
    assert result.exit_code == 2
    assert result.stderr == "nowhere/cat.non: there is no folder nowhere; make it first\n"
    assert desk.views == []


def test_ctrl_c_keeps_what_was_written_by_then(desk: Desk) -> None:
    desk.at[6] = raising(KeyboardInterrupt())
    result = film("--video", "out.mp4", "-o", "cat.non", "--json")
    assert result.exit_code == 130
    summary = objects(result)[-1]
    assert summary["interrupted"]
    assert summary["frames"] == 6
    assert len(list(Recording(Path("out.mp4")))) == 6
    assert Path("cat.non").exists()
    assert desk.views[0].closed


def test_a_bug_costs_no_traceback_and_not_what_was_found(desk: Desk) -> None:
    desk.at[6] = raising(ZeroDivisionError("by nothing"))
    result = film("--video", "out.avi")
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-4:-1] == SOLUTION
    assert "an error in this program: ZeroDivisionError: by nothing" in result.stderr
    assert len(list(Recording(Path("out.avi")))) == 6
    desk.at[0] = desk.at[6]
    assert film("--video", "other.avi").exit_code == 2
    assert names() == ["film.avi", "out.avi"]


def test_a_video_that_cannot_be_written_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recognizer.live.painting.video_writer._MIN_FREE_BYTES", 2**80)
    monkeypatch.setattr("recognizer.live.painting.video_writer._DISK_CHECK_FRAMES", 4)
    result = film("--video", "out.avi", "-o", "cat.non")
    assert result.exit_code == 2
    assert "out.avi: cannot be written: the disk is full" in result.stderr
    assert names() == ["cat.non", "film.avi"]


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Capture]]:
    """Cameras that there are not; the captures that hold them."""
    captures: list[Capture] = []
    ways = {0: openers.working, 1: openers.unplugged, 2: openers.refused, 3: openers.asked}

    def capture(source: int, size: tuple[int, int] | None) -> Capture:
        captures.append(Capture(source, size, opener=ways[source], stall_s=0.6))
        return captures[-1]

    monkeypatch.setattr(headless, "Capture", capture)
    yield captures
    assert all(capture.is_over for capture in captures)


def test_a_camera_is_watched_for_some_seconds(desk: Desk, camera: list[Capture]) -> None:
    result = run("--no-window", "--seconds", "0.4", "--video", "out.avi")
    assert result.exit_code == 0
    (view,) = desk.views
    assert view.is_live
    assert len(view.frames) > 5
    assert view.frames == sorted(set(view.frames))
    assert 6 <= len(list(Recording(Path("out.avi")))) <= 10
    assert camera[0].problem is None
    assert result.stderr.startswith("camera 0: 3 rows, 3 columns")


def test_ctrl_c_ends_a_camera(desk: Desk, camera: list[Capture]) -> None:
    desk.at[5] = raising(KeyboardInterrupt())
    assert run("--no-window", "--source", "0").exit_code == 130


def test_a_camera_that_is_unplugged_is_said_and_what_was_found_counts(
    desk: Desk, camera: list[Capture]
) -> None:
    result = run("--no-window", "--source", "1", "--json", "--video", "out.avi")
    assert result.exit_code == 0
    trouble = [o for o in objects(result) if o["event"] == "trouble"]
    assert len(trouble) == 1
    assert "unplugged" in trouble[0]["text"]
    assert objects(result)[-1]["problem"] == trouble[0]["text"]
    assert result.stderr == trouble[0]["text"] + "\n"
    assert list(Recording(Path("out.avi")))
    desk.answer = None
    assert run("--no-window", "--source", "1").exit_code == 2


def test_a_camera_that_cannot_be_opened_is_said(desk: Desk, camera: list[Capture]) -> None:
    result = run("--no-window", "--source", "2")
    assert result.exit_code == 2
    assert result.stderr == "Camera 0 sleeps; wake it.\n"


def test_the_size_is_asked_for(desk: Desk, camera: list[Capture]) -> None:
    run("--no-window", "--source", "3", "--resolution", "320x200", "--seconds", "0.1")
    assert camera[0].size == (320, 200)
    for wrong in ("320", "0x5", "-1x3", "axb"):
        assert run("--no-window", "--resolution", wrong).exit_code == 2


def test_the_front_door_hands_the_solver_over(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["ar", "--no-window", "--source", "film.avi"]) == 0
    hooks = desk.views[0].hooks
    assert hooks.solve(PUZZLE).solutions is SolutionCount.ONE
    assert hooks.solve(PUZZLE).certain.to_text() == SOLUTION
    hint = hooks.next_step(PUZZLE, Grid.for_puzzle(PUZZLE))
    assert hint is not None
    assert hint[2].startswith(str(hint[0]).capitalize())
    film()
    assert desk.views[1].hooks.solve(PUZZLE).solutions is SolutionCount.UNKNOWN


def test_nobody_reading_the_output_is_no_error(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def echo(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("recognizer.live.command.events.click.echo", echo)
    monkeypatch.setattr("puzzles.command_line.output_lost", lambda error, code: 40 + code)
    assert film("--video", "out.avi").exit_code == 40
    assert len(list(Recording(Path("out.avi")))) == 3


def test_a_certain_answer_is_not_replaced_by_nothing(desk: Desk) -> None:
    """The last puzzle counts, also when it is not seen any more."""
    assert desk.answer is not None
    other = replace(desk.answer, frames=9)
    desk.at[5] = lambda: setattr(desk, "answer", other)
    desk.at[8] = lambda: setattr(desk, "answer", None)
    result = film("--json")
    assert objects(result)[-1]["width"] == 3
    assert objects(result)[-1]["shown"] == 0.6
    assert SMALL == (64, 48)
