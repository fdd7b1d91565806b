"""How well puzzles in videos are tracked, read and solved, and how fast.

The videos are those of ``tools/videos``: by seed and scene, with the truth about every frame.
"""

from __future__ import annotations

import re
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from benchmarks.harness import Detail, Items, Times, benchmark, percentile, progress, sides
from benchmarks.live_score import Score, Shot, Show, Size, false_shows, rows, score
from puzzles.child.process import running_children
from puzzles.grid import SHADED
from recognizer.clues.digit_classifier import PATCH_PX, number_reader
from recognizer.lattice import Picture
from recognizer.live.live_view import LiveView
from recognizer.live.painting.overlay import painted
from recognizer.live.reading.worker import ChildRunner, TaskResult, TaskRunner
from recognizer.live.scene import Frame, PaintMode, Scene, SolvedPage
from solver.advice import HOOKS
from tools.videos.film import Film
from tools.videos.scenes import SCENES, make_film
from tools.videos.values import FrameTruth, PrintedPuzzle

FRAMES_PER_SECOND = 30.0
OPACITY = 0.8
MEMORY_SCENES = ("still", "leave", "swap", "approach")
MEMORY_EVERY = 1000
"""Frames from one row of the memory table to the next."""


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

    def poll(self) -> TaskResult | None:
        """See :class:`TaskRunner`."""
        if self.now < self._ready_at:
            return None
        done, self._done = self._done, None
        return done

    def close(self) -> None:
        """See :class:`TaskRunner`."""
        self._done = None


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
        return Shot(scene.frame.number, truth, show, at, see_s)


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


def simulated(video: Video) -> Score:
    """Run a video frame by frame; only tasks take time of the video."""
    runner, shots = Simulated(), list[Shot]()
    live = LiveView(HOOKS, background=runner)
    for k in range(len(video.film)):
        truth = video.film.truth(k)
        frame = Frame(video.picture(k), k, truth.t)
        runner.now, before = truth.t, runner.spent
        watch = Stopwatch()
        scene = live.process(frame)
        see_s = watch.seconds - (runner.spent - before)
        shots.append(video.shot(scene, truth, truth.t, see_s))
    live.close()
    return score(video.name, video.film.scene, video.sizes, shots)


def real(video: Video) -> Score:
    """Run a video in real time."""
    runner, shots = ChildRunner(), list[Shot]()
    live = LiveView(HOOKS, background=runner)
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
    return one


@benchmark(scenes=("still",))
def live(
    scenes: tuple[str, ...] = tuple(SCENES),
    seeds: str = "1",
    size: str = "640x480",
    board: str = "",
    several: bool = False,
    real_time: bool = False,
) -> Items:
    """How well puzzles in videos are tracked, read and solved.

    Usually frames come at their time in the video, tasks take as much of the video's time as they
    take here, and tracking takes no time of the video. With --real-time frames come by the clock,
    30 a second, and the newest is taken; a process of its own reads, and is ready before the first
    frame; the solution is painted.

    The columns: *solved*, puzzles that were shown, out of those that were ever well visible and
    calm; *until*, from the first such frame to the first correct display; *shown*, the frames with
    the puzzle well visible in which it is shown correctly, since its first correct display, and *of
    all* since the start of the video; *gap*, the longest run of such frames without it; *off*,
    cells by which the worst of 25 points of the board is painted off, in each frame; *false*,
    frames with another puzzle than the visible one, or more than a cell off; *tracking* one frame
    while something is shown, by the clock or by the processor's time, whichever is less. In real
    time also ms from a frame's time until it is painted, frames a second, and dropped frames.

    A puzzle is well visible if nearly all of it is in the picture and hardly any hidden, its cells
    are 8 px or more, and motion blurs it by less than a quarter of a cell.

    Args:
        scenes: Kinds of videos.
        seeds: One video of each scene for each of them, such as 3 or 1..3.
        size: Of frames, px.
        board: Rows and columns of the puzzles, such as 20x20.
        several: Puzzles with several solutions.
        real_time: Frames come by the clock.
    """
    found = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", seeds)
    if not found:
        raise click.BadParameter(f"{seeds} must be like 3 or 1..3")
    _load()
    plan = [(s, k) for s in scenes for k in range(int(found[1]), int(found[2] or found[1]) + 1)]
    scores: list[Score] = []
    stopped: KeyboardInterrupt | None = None
    try:
        for scene, seed in progress(plan, "videos"):
            film = _film(scene, size, board, seed, several)
            one = real(Video(film, drawn=True)) if real_time else simulated(Video(film))
            scores.append(one)
            yield Detail(one.as_json())
    except KeyboardInterrupt as error:
        stopped = error
    yield from rows(scores)
    yield from false_shows(scores)
    if stopped:
        raise stopped


def _load() -> None:
    """Load the number reader before the first video is timed."""
    number_reader().read(np.zeros((1, PATCH_PX, PATCH_PX), np.uint8))


def _film(scene: str, size: str, board: str, seed: int = 1, has_several: bool = False) -> Film:
    if scene not in SCENES:
        raise click.BadParameter(f"{scene} is none of {', '.join(SCENES)}")
    return make_film(
        seed,
        SCENES.index(scene),
        scene,
        sides(size, 64, 4096),
        FRAMES_PER_SECOND,
        board=sides(board, 3, 60) if board else None,
        has_several=has_several,
    )


@benchmark(seconds=2.0, sizes=("640x480",))
def live_speed(
    sizes: tuple[str, ...] = ("640x480", "1280x720", "1920x1080"),
    board: str = "20x20",
    seconds: float = 4.0,
) -> Items:
    """The time of following and painting a puzzle in frames of some sizes.

    Args:
        sizes: Of frames, px.
        board: Rows and columns of the puzzle.
        seconds: Length of the video, s.
    """
    _load()
    yield f"{cv2.getNumThreads()} threads"
    for size in sizes:
        film, runner = _film("still", size, board), Simulated()
        view = LiveView(HOOKS, background=runner)
        follow, paint = Times(), Times()
        for k in progress(range(round(seconds * film.fps)), "frames"):
            frame = Frame(film.picture(k), k, film.time(k))
            runner.now, before = frame.seconds, runner.spent
            watch = Stopwatch()
            scene = view.process(frame)
            seen_s = watch.seconds - (runner.spent - before)
            if scene.is_shown:
                watch = Stopwatch()
                painted(scene, PaintMode.SOLUTION, OPACITY)
                paint.wall_s.append(watch.seconds)
                follow.wall_s.append(seen_s)
        view.close()
        both = Times([x + y for x, y in zip(follow.wall_s, paint.wall_s, strict=True)])
        for name, times in (("following", follow), ("painting", paint), ("both", both)):
            fps = 1 / times.median_s if times.wall_s else None
            yield {"frames": f"{size}, {name}", "number": len(times.wall_s), "fps": fps,
                   "time": times}  # fmt: skip


@benchmark(frames=30)
def live_memory(frames: int = 10_000, size: str = "640x480", board: str = "10x10") -> Items:
    """The resident memory of the live view and of its child, over many frames.

    Args:
        frames: Frames, 30 a second.
        size: Of frames, px.
        board: Rows and columns of the puzzles, which are small to be shown for most of the time.
    """
    _load()
    # Compressed: raw frames would be most of the measured memory.
    films = [_film(scene, size, board) for scene in MEMORY_SCENES]
    packed = [
        cv2.imencode(".jpg", film.picture(k), [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        for film in progress(films, "videos")
        for k in range(min(len(film), frames))
    ]
    view = LiveView(HOOKS)
    shown, start = 0, time.perf_counter()
    for k in range(frames + 1):
        if k % MEMORY_EVERY == 0 or k == frames:
            figures = [*map(_memory_mb, ("self", *running_children())), None][:2]
            yield {"frames": f"{k}", "shown": shown, "this process, MB": figures[0],
                   "child, MB": figures[1]}  # fmt: skip
        picture = cv2.imdecode(packed[k % len(packed)], cv2.IMREAD_COLOR)
        scene = view.process(Frame(np.asarray(picture, np.uint8), k, k / FRAMES_PER_SECOND))
        painted(scene, PaintMode.SOLUTION, OPACITY)
        shown += scene.is_shown
        time.sleep(max(0.0, start + k / FRAMES_PER_SECOND - time.perf_counter()))
    view.close()


def _memory_mb(pid: object) -> float | None:
    """Resident memory in MB; ``None`` if the system has no such count."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    found = re.search(r"VmRSS:\s*(\d+) kB", text)
    return int(found[1]) / 1024 if found else None
