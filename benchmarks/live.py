"""How well puzzles in videos are tracked, read and solved: ``python benchmarks/live.py``."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
from tqdm import tqdm

from benchmarks.live_score import (
    Score,
    Shot,
    Show,
    Size,
    aligned_lines,
    false_shows,
    score,
    table,
)
from benchmarks.machine import machine
from benchmarks.table import percentile
from puzzles.child.process import running_children
from puzzles.grid import SHADED
from recognizer.clues.digit_classifier import PATCH_PX, number_reader
from recognizer.live.live_view import LiveView
from recognizer.live.painting.overlay import painted
from recognizer.live.reading.worker import ChildRunner, TaskResult, TaskRunner
from recognizer.live.scene import Frame, LogEvent, PaintMode, Scene, SolvedPage
from recognizer.values import Picture
from solver.advice import HOOKS
from tools.videos.film import Film
from tools.videos.scenes import SCENES, make_film
from tools.videos.values import FrameTruth, PrintedPuzzle

RULE = """\
The videos are those of tools/videos: by seed and scene, with the truth about every frame.

time:
  usually     frames come at their time in the video; tasks take as much of the video's time as
              they take here; tracking is measured, but takes no time of the video
  with --real frames come by the clock, 30 a second, and the newest is taken; a process of its own
              reads, and is ready before the first frame; the solution is painted

columns:
  solved      puzzles that were shown, out of those that were ever well visible and calm
  median s, most s   seconds from the first such frame to the first correct display
  shown       per cent of the frames with the puzzle well visible in which it is shown correctly,
              since its first correct display; of all: since the start of the video; gap: the
              longest run of such frames without it
  off         cells by which the worst of 25 points of the board is painted off, in each frame
  jitter px   standard deviation of the moves of a still corner from frame to frame
  lag         frames by which the painted board lags behind a page in motion
  false       frames with another puzzle than the visible one, or more than a cell off
  ms          tracking one frame while something is shown, by the clock or by the processor's
              time, whichever is less, since other programs may use the machine
  with --real: ms from a frame's time until it is painted, frames a second, dropped frames

A puzzle is well visible if nearly all of it is in the picture and hardly any hidden, its cells are
8 px or more, and motion blurs it by less than a quarter of a cell. The exit code is 0 whatever the
figures are.
"""
INTERRUPTED = 130
FRAMES_PER_SECOND = 30.0
FPS_SIZES = ((640, 480), (1280, 720), (1920, 1080))
FPS_SECONDS = 4.0
"""Length of the video that the tracking is timed with."""
OPACITY = 0.8
MEMORY_SCENES = ("still", "leave", "swap", "approach")
MEMORY_EVERY = 1000
"""Frames from one row of the memory table to the next."""
MEMORY_BOARD = (10, 10)
"""Small enough to be shown for most of the time."""


class Stopwatch:
    """Measures time on a machine that is shared with other programs.

    The clock includes their time; the processor's time adds up all threads. The lesser is taken.
    """

    def __init__(self) -> None:
        self._clock, self._processor = time.perf_counter(), time.process_time()

    @property
    def seconds(self) -> float:
        """Time since it was made."""
        return min(time.perf_counter() - self._clock, time.process_time() - self._processor)


class Simulated(TaskRunner):
    """Runs each task when submitted, and returns the result when its time in the video is over."""

    def __init__(self) -> None:
        self.now = 0.0
        """The current time of the video, in seconds."""
        self.spent = 0.0
        """Total time of the tasks so far, in seconds."""
        self.tasks: list[tuple[str, float, float]] = []
        """Name, start and duration of each task."""
        self._done: TaskResult | None = None
        self._ready_at = 0.0

    @property
    def is_busy(self) -> bool:
        """See :class:`TaskRunner`."""
        return self._done is not None

    def submit(self, task: Callable[..., Any], *arguments: Any) -> None:
        """See :class:`TaskRunner`."""
        watch = Stopwatch()
        try:
            self._done = TaskResult(task(*arguments))
        except Exception:
            self._done = TaskResult(None, traceback.format_exc())
        took = watch.seconds
        self.spent += took
        self._ready_at = self.now + took
        self.tasks.append((task.__name__, self.now, took))

    def poll(self) -> TaskResult | None:
        """See :class:`TaskRunner`."""
        if self.now < self._ready_at:
            return None
        done, self._done = self._done, None
        return done

    def close(self) -> None:
        """See :class:`TaskRunner`."""
        self._done = None


class Run(NamedTuple):
    """The result of a video."""

    score: Score
    shots: list[Shot]
    events: list[LogEvent]
    tasks: list[tuple[str, float, float]]

    def story(self) -> Iterator[str]:
        """The lines of a report: states with their frames, events and tasks."""
        for state, run in groupby(self.shots, lambda shot: shot.state):
            shots = list(run)
            yield f"    {shots[0].number:>4} to {shots[-1].number:>4}  {state}"
        for event in self.events:
            took = "" if event.took_s is None else f" ({event.took_s:.2f} s)"
            yield f"    {event.seconds:>5.2f} s  {event.kind.value}: {event.text}{took}"
        texts = [f"{name} at {at:.2f} for {took:.2f}" for name, at, took in self.tasks]
        yield f"    tasks: {', '.join(texts)}"


class Video:
    """A film whose frames are drawn on demand, or in advance if ``drawn``."""

    def __init__(self, film: Film, drawn: bool = False) -> None:
        self.film = film
        self.name = f"{film.scene} {film.seed}"
        self.sizes: list[Size] = [puzzle.size for puzzle in film.puzzles]
        self._pictures = [film.picture(k) for k in range(len(film))] if drawn else []

    def picture(self, number: int) -> Picture:
        """A frame."""
        return self._pictures[number] if self._pictures else self.film.picture(number)

    def shot(self, scene: Scene, truth: FrameTruth, at: float, see_s: float) -> Shot:
        """What was shown in a frame, with the truth."""
        show = None
        if scene.is_shown and scene.lattice is not None and scene.answer is not None:
            show = Show(scene.lattice, puzzle_of(scene.answer, self.film.puzzles))
        state = f"{scene.state.value}: {scene.advice}" if scene.advice else scene.state.value
        return Shot(scene.frame.number, truth, show, at, see_s, state)


def puzzle_of(answer: SolvedPage, puzzles: Sequence[PrintedPuzzle]) -> int | None:
    """The index of an answer's puzzle; ``None`` if unknown, or if its solution is contradicted."""
    sides = tuple(
        tuple(tuple(clue.length for clue in clues) for clues in lines)
        for lines in (answer.puzzle.rows, answer.puzzle.columns)
    )
    for k, puzzle in enumerate(puzzles):
        if sides == (puzzle.rows, puzzle.columns):
            wanted = [cell == "#" for line in puzzle.solution for cell in line]
            cells = answer.certain.cells
            is_true = all(
                bool(cell & SHADED) if shaded else cell != SHADED
                for cell, shaded in zip(cells, wanted, strict=True)
            )
            return k if is_true else None
    return None


def simulated(video: Video, bar: Callable[[], object] = lambda: None) -> Run:
    """Run a video frame by frame; only tasks take time of the video."""
    runner, events, shots = Simulated(), list[LogEvent](), list[Shot]()
    live = LiveView(HOOKS, on_event=events.append, background=runner)
    for k in range(len(video.film)):
        truth = video.film.truth(k)
        frame = Frame(video.picture(k), k, truth.t)
        runner.now, before = truth.t, runner.spent
        watch = Stopwatch()
        scene = live.process(frame)
        see_s = watch.seconds - (runner.spent - before)
        shots.append(video.shot(scene, truth, truth.t, see_s))
        bar()
    live.close()
    return Run(score(video.name, video.film.scene, video.sizes, shots), shots, events, runner.tasks)


def real(video: Video) -> Run:
    """Run a video in real time."""
    runner, events, shots = ChildRunner(), list[LogEvent](), list[Shot]()
    live = LiveView(HOOKS, on_event=events.append, background=runner)
    while runner.is_busy:
        time.sleep(0.01)
    late, last, overtaken = list[float](), -1, 0
    start = time.perf_counter()
    while last < len(video.film) - 1:
        now = time.perf_counter() - start
        k = min(int(now * video.film.fps), len(video.film) - 1)
        if k <= last:
            time.sleep(max(0.0, (last + 1) / video.film.fps - now))
            continue
        overtaken, last = overtaken + k - last - 1, k
        truth = video.film.truth(k)
        begun = time.perf_counter()
        scene = live.process(Frame(video.picture(k), k, k / video.film.fps))
        see_s = time.perf_counter() - begun
        painted(scene, PaintMode.SOLUTION, OPACITY)
        at = time.perf_counter() - start
        late.append(at - k / video.film.fps)
        shots.append(video.shot(scene, truth, at, see_s))
    fps = len(shots) / (time.perf_counter() - start)
    live.close()
    one = score(video.name, video.film.scene, video.sizes, shots)
    one.more.update({
        "late p50": 1000 * percentile(late, 0.5),
        "late p95": 1000 * percentile(late, 0.95),
        "fps": fps,
        "overtaken": float(overtaken),
    })  # fmt: skip
    return Run(one, shots, events, [])


def print_speed(board: Size | None) -> None:
    """Print the time of tracking and painting for each size of frames."""
    rows: list[tuple[str, ...]] = []
    rows.append(
        ("size", "frames", "following, ms", "p95", "fps", "painting, ms", "p95", "both, fps")
    )
    for size in FPS_SIZES:
        film = make_film(1, SCENES.index("still"), "still", size, board=board or (20, 20))
        runner = Simulated()
        live = LiveView(HOOKS, background=runner)
        follow, paint = list[float](), list[float]()
        for k in tqdm(range(round(FPS_SECONDS * film.fps)), "frames", leave=False, disable=None):
            frame = Frame(film.picture(k), k, film.time(k))
            runner.now, before = frame.seconds, runner.spent
            watch = Stopwatch()
            scene = live.process(frame)
            seen_s = watch.seconds - (runner.spent - before)
            if scene.is_shown:
                watch = Stopwatch()
                painted(scene, PaintMode.SOLUTION, OPACITY)
                paint.append(watch.seconds)
                follow.append(seen_s)
        live.close()
        rows.append((_text(size), str(len(follow)), *_speeds(follow, paint)))
    print(f"a board of {_text((board or (20, 20))[::-1])}, {cv2.getNumThreads()} threads\n")
    print(*aligned_lines(rows), sep="\n")


def _speeds(follow: list[float], paint: list[float]) -> tuple[str, ...]:
    if not follow:
        return ("-",) * 6
    a, b, c, d = (1000 * percentile(t, p) for t in (follow, paint) for p in (0.5, 0.95))
    both = 1000 * percentile([x + y for x, y in zip(follow, paint, strict=True)], 0.5)
    return (f"{a:.1f}", f"{b:.1f}", f"{1000 / a:.0f}", f"{c:.1f}", f"{d:.1f}", f"{1000 / both:.0f}")


def print_memory(count: int, size: tuple[int, int], board: Size | None) -> None:
    """Print the memory of this process and its child over many frames."""
    films = [
        make_film(1, SCENES.index(scene), scene, size, board=board or MEMORY_BOARD)
        for scene in MEMORY_SCENES
    ]
    # Compressed: raw frames would be most of the measured memory.
    packed = [
        cv2.imencode(".jpg", film.picture(k), [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        for film in tqdm(films, "videos", leave=False, disable=None)
        for k in range(len(film))
    ]
    names = ("frames", " shown", "this process, MB", "child, MB")
    print(f"{len(packed)} frames of {_text(size)}, repeated\n\n{'  '.join(names)}")
    live = LiveView(HOOKS)
    shown, start = 0, time.perf_counter()
    for k in range(count + 1):
        if k % MEMORY_EVERY == 0 or k == count:
            figures = (f"{k}", f"{shown}", *(f"{_memory(pid):.0f}" for pid in _processes()))
            print("  ".join(t.rjust(len(n)) for t, n in zip(figures, names, strict=False)),
                  flush=True)  # fmt: skip
        picture = cv2.imdecode(packed[k % len(packed)], cv2.IMREAD_COLOR)
        scene = live.process(Frame(np.asarray(picture, np.uint8), k, k / FRAMES_PER_SECOND))
        painted(scene, PaintMode.SOLUTION, OPACITY)
        shown += scene.is_shown
        due = start + k / FRAMES_PER_SECOND
        time.sleep(max(0.0, due - time.perf_counter()))
    live.close()


def _processes() -> list[int | str]:
    return ["self", *running_children()]


def _memory(pid: int | str) -> float:
    """Resident memory in MB; NaN if the system has no such count."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return float("nan")
    found = re.search(r"VmRSS:\s*(\d+) kB", text)
    return int(found[1]) / 1024 if found else float("nan")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    words = _parser().parse_args(arguments)
    if not words.json:
        print(f"{machine()}\n")
    # Load it before the first video is timed.
    number_reader().read(np.zeros((1, PATCH_PX, PATCH_PX), np.uint8))
    if words.fps:
        print_speed(words.board)
        return 0
    if words.memory:
        print_memory(words.memory, words.size, words.board)
        return 0
    scores: list[Score] = []
    code = 0
    plan = [(scene, seed) for scene in words.scenes for seed in words.seeds]
    try:
        for scene, seed in tqdm(plan, "videos", leave=False, disable=None):
            film = make_film(seed, SCENES.index(scene), scene, words.size, FRAMES_PER_SECOND,
                             board=words.board, has_several=words.several)  # fmt: skip
            run = real(Video(film, drawn=True)) if words.real else simulated(Video(film))
            scores.append(run.score)
            if words.json:
                tqdm.write(json.dumps(run.score.as_json()))
            elif words.story:
                tqdm.write("\n".join([run.score.name, *run.story()]))
    except KeyboardInterrupt:
        code = INTERRUPTED
    if words.json or not scores:
        return code
    print(*table(scores), sep="\n")
    if wrong := list(false_shows(scores)):
        print("", "false:", "", *wrong, sep="\n")
    if code:
        print(f"\ninterrupted after {len(scores)} of {len(plan)} videos")
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__.split(":")[0] + ".",
        epilog=RULE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--scenes", nargs="+", choices=SCENES, default=list(SCENES))
    parser.add_argument("--seeds", metavar="A..B", type=_seeds, default=range(1, 2),
                        help="one video of each scene for each of them (default: 1)")  # fmt: skip
    parser.add_argument("--count", metavar="N", type=_positive, dest="seeds_count",
                        action=_Count, help="the same as --seeds 1..N")  # fmt: skip
    parser.add_argument("--size", type=_size, default=(640, 480), help="px, such as 640x480")
    parser.add_argument("--board", type=_board, help="rows and columns, such as 20x20")
    parser.add_argument("--several", action="store_true",
                        help="puzzles with several solutions")  # fmt: skip
    parser.add_argument("--real", action="store_true", help="in real time, 30 frames a second")
    parser.add_argument("--json", action="store_true", help="print one object for each video")
    parser.add_argument("--story", action="store_true", help="print what happened in each video")
    parser.add_argument("--fps", action="store_true", help="only the speed of the tracking")
    parser.add_argument("--memory", metavar="N", type=_positive, nargs="?", const=10_000,
                        help="only the memory over N frames (10000)")  # fmt: skip
    return parser


class _Count(argparse.Action):
    """Sets the seeds 1 to N."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        namespace.seeds = range(1, values + 1)


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def _seeds(text: str) -> range:
    found = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", text)
    if not found or int(found[2] or found[1]) < int(found[1]):
        raise argparse.ArgumentTypeError("must be like 3 or 1..3")
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def _size(text: str) -> tuple[int, int]:
    """Two numbers, such as 640x480."""
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if not found or not all(64 <= int(side) <= 4096 for side in found.groups()):
        raise argparse.ArgumentTypeError("must be like 640x480, with sides of 64 to 4096")
    return int(found[1]), int(found[2])


def _board(text: str) -> Size:
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if not found or not all(3 <= int(side) <= 60 for side in found.groups()):
        raise argparse.ArgumentTypeError("must be like 20x20, with sides of 3 to 60")
    return int(found[1]), int(found[2])


def _text(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


if __name__ == "__main__":
    sys.exit(main())
