"""The live view: frame by frame, from the first sight of a puzzle to its answer on the page."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

import cv2
import numpy as np

from puzzles.contracts import NextStep, SolutionCount, SolverHooks
from puzzles.grid import Grid
from recognizer.live.known_puzzle import KnownPuzzle
from recognizer.live.reading import tasks
from recognizer.live.reading.advice import HIDDEN, LOST, STILL, FrameMonitor, advice_on
from recognizer.live.reading.consensus import NumberEvidence
from recognizer.live.reading.tasks import CombinedReading, FrameReading
from recognizer.live.reading.worker import ChildRunner, InlineRunner, TaskResult, TaskRunner
from recognizer.live.scene import (
    EventKind,
    Frame,
    LiveState,
    LogEvent,
    OnEvent,
    Scene,
    SolvedPage,
    UncertainReading,
)
from recognizer.live.tracking.lattice_tracker import LatticeTracker, Pose
from recognizer.live.tracking.line_fitting import smoothed
from recognizer.live.tracking.optical_flow import Gray, evened, small
from recognizer.values import Problem

_log = logging.getLogger(__name__)

CALM = 0.12
"""Cells that a lattice moves from frame to frame, at most, to be read."""
SHARP = 0.6
"""How clear its lines are, at least, compared with the clearest frames."""
REST_S = 0.25
"""How often a recording is searched or read, as long as nothing is known: its frames wait."""
ADVISE_S = 2.5
"""When nothing is found for so long, people are told what helps."""
LOST_S = 4.0
"""How long a puzzle counts as lost before it is simply looked for."""
MARKS_S = 1.0
"""How often what is drawn into the cells is read."""
SELDOM = 5
"""A puzzle that was lost long ago is looked for in one frame of so many."""
TRAIL = 90
"""Frames that are kept while one of them is searched; what takes longer comes too late."""
ANEW = 3
"""Of so many readings of a grid that is not certain, in one the grid itself is looked for again."""
PATIENCE_S = (0.5, 0.5, 0.9)
"""How long a grid is looked for in one frame, by turns."""
HOPELESS = 0.25
"""The share of doubtful lines from which on a grid is looked for again at once."""
READABLE = 0.3
"""The share of lines that hold numbers, at least, in a grid that is a puzzle's."""


@dataclass
class _Task:
    """What is done beside the video."""

    kind: Callable[..., Any]
    frame: Frame
    of: int
    """Which pursuit it belongs to."""
    trail: list[Gray] = field(default_factory=list)
    """The small frames since, its own first; none if these are too many."""
    is_sharpened: bool = True
    """Whether its frame is sharpened before it is read."""
    is_late: bool = False

    def go_on(self, tiny: Gray) -> None:
        """The next frame."""
        if len(self.trail) >= TRAIL:
            self.give_up()
        if not self.is_late:
            self.trail.append(tiny)

    def give_up(self) -> None:
        """What comes of it will be of no use for the frames that come."""
        self.is_late = True
        self.trail.clear()


@dataclass
class _TrackedPuzzle:
    """A grid that is followed."""

    follower: LatticeTracker
    sight: FrameReading
    since: float
    is_known: bool
    """Whether it is the puzzle of the answer."""
    fix: Pose | None = None
    reads: int = 0
    """How often it was read without becoming certain."""
    best: CombinedReading | None = None
    doubts: dict[bool, int] = field(default_factory=dict)
    """How many doubts there were in a frame that was sharpened, and in one that was not."""

    @property
    def is_hopeless(self) -> bool:
        """Whether so much is in doubt that the grid itself may be wrong."""
        if self.best is None:
            return False
        reading = self.best.reading
        if reading.verdict is SolutionCount.ONE:  # not with lines that are none
            return False
        lines = {line for line, _ in reading.doubtful}
        return len(lines) >= HOPELESS * (len(reading.rows) + len(reading.columns))

    @property
    def is_better_sharpened(self) -> bool:
        """How the next frame is read: the way that leaves fewer doubts, once both were tried."""
        if len(self.doubts) < 2:
            return True not in self.doubts
        return self.doubts[True] <= self.doubts[False]


class LiveView:
    """Looks at the frames of a video, one after the other, and says what is in each.

    Nothing in it waits: what takes long is done beside the video and told in a later frame. Only
    :meth:`forget` and :meth:`close` may be called from other threads.
    """

    def __init__(
        self,
        hooks: SolverHooks,
        *,
        is_live: bool = True,
        on_event: OnEvent | None = None,
        background: TaskRunner | None = None,
    ) -> None:
        """Make it ready.

        Args:
            hooks: The solver.
            is_live: Whether frames go on coming while one is read, as those of a camera do; those
                of a recording wait until it is read.
            on_event: Hears what goes into the log, in the thread that calls :meth:`see`.
            background: Where frames are read, if not in the place that fits ``is_live``.
        """
        self._hooks = hooks
        self._on_event = on_event or (lambda event: None)
        self._background = background or (ChildRunner() if is_live else InlineRunner())
        self._rest_s = 0.0 if is_live else REST_S
        self._wants_new = threading.Event()
        self.tasks_done = 0
        """How many times frames were searched or read beside the video."""
        self._count = 0
        self._scale = 1.0
        self._shape: tuple[int, ...] = ()
        self._start_anew(0.0)

    def forget(self) -> None:
        """Begin anew with the next frame: no puzzle is known."""
        self._wants_new.set()

    def close(self) -> None:
        """End what is done beside the video."""
        self._background.close()

    def _start_anew(self, seconds: float) -> None:
        self._watcher = FrameMonitor()
        self._task: _Task | None = None
        self._pursuit: _TrackedPuzzle | None = None
        self._known: KnownPuzzle | None = None
        self._draft: UncertainReading | None = None
        self._evidence = NumberEvidence()
        self._last_seen: FrameReading | None = None
        self._marks: Grid | None = None
        self._hint: NextStep | None = None
        self._lost_at: float | None = None
        self._search_since = self._marks_at = seconds
        self._searched_at = -inf
        self._searches = -1
        self._first_sight: float | None = None

    def see(self, frame: Frame) -> Scene:
        """Look at the next frame."""
        if self._wants_new.is_set():
            self._wants_new.clear()
            self._start_anew(frame.seconds)
        gray = np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), np.uint8)
        if gray.shape != self._shape:
            self._change_size(frame, gray)
        tiny, self._scale = small(gray)
        self._watcher.see(tiny)
        tiny = evened(tiny)
        if self._task is not None:
            self._task.go_on(tiny)
        self._follow(frame, gray, tiny)
        self._take_result(frame, gray)
        self._begin_task(frame, tiny)
        # What is read at once, as of a recording, is known in this very frame.
        self._take_result(frame, gray)
        return self._scene(frame)

    def _change_size(self, frame: Frame, gray: Gray) -> None:
        """Nothing is where it was: a stream may change its size at any time."""
        self._shape = gray.shape
        if self._task is not None:
            self._task.give_up()
        if self._pursuit is not None:
            self._lose(frame, "the picture has another size")

    # Following

    def _follow(self, frame: Frame, gray: Gray, tiny: Gray) -> None:
        pursuit = self._pursuit
        if pursuit is None:
            self._find_again(frame, gray, tiny)
            return
        fix = pursuit.fix = pursuit.follower.step(gray, tiny, frame.seconds)
        if fix is None:
            self._lose(frame, "it is out of sight")
        elif pursuit.is_known and self._known is not None:
            self._known.remember(tiny, self._scale, fix, pursuit.follower.usual)
            self._look_after(frame, gray)

    def _look_after(self, frame: Frame, gray: Gray) -> None:
        """Whether what is followed is the puzzle that was read, in this very frame."""
        pursuit, known = self._pursuit, self._known
        if pursuit is None or pursuit.fix is None or known is None or known.trust is None:
            return
        shift = known.trust.look(gray, pursuit.fix, frame.seconds)
        if shift is not None:
            pursuit.follower.shift(*shift)
            pursuit.fix = pursuit.follower.place(gray, frame.seconds, pursuit.fix.motion)
        if known.trust.is_broken:
            self._lose(frame, "the numbers beside the grid are others")

    def _is_shown(self) -> bool:
        """Whether the puzzle that is followed is the one that is known, beyond doubt."""
        pursuit, known = self._pursuit, self._known
        return (
            pursuit is not None and known is not None and pursuit.is_known and known.is_sure
            and pursuit.fix is not None and pursuit.fix.is_sure
        )  # fmt: skip

    def _find_again(self, frame: Frame, gray: Gray, tiny: Gray) -> None:
        """Look for the page that was lost."""
        if self._known is None or self._lost_at is None:
            return
        is_recent = frame.seconds - self._lost_at < LOST_S
        if not is_recent and frame.number % SELDOM:
            return
        again = self._known.find_again(gray, tiny, self._scale, frame.seconds)
        if again is not None:
            follower, fix = again
            self._begin_pursuit(follower, self._known.sight, frame, True, fix)
            self._tell(frame, EventKind.AGAIN, "The same puzzle is in view again.")

    def _lose(self, frame: Frame, reason: str) -> None:
        pursuit, self._pursuit = self._pursuit, None
        self._search_since = frame.seconds
        self._searches = -1
        if pursuit is not None and pursuit.is_known:
            self._lost_at = frame.seconds
            self._tell(frame, EventKind.LOST, f"The puzzle is lost: {reason}.")

    def _pursue(
        self, task: _Task, sight: FrameReading, frame: Frame, gray: Gray, is_known: bool
    ) -> bool:
        """Follow a grid from the frame that it was found in to this one."""
        trail = task.trail
        if not trail:
            return False
        nodes = smoothed(sight.found.lattice.points.astype(np.float64))
        follower = LatticeTracker(trail[0], self._scale, nodes, frame.seconds)
        if not follower.catch_up(trail[1:]):
            return False
        fix = follower.place(gray, frame.seconds)
        self._begin_pursuit(follower, sight, frame, is_known, fix)
        return True

    def _begin_pursuit(
        self, follower: LatticeTracker, sight: FrameReading, frame: Frame, is_known: bool, fix: Pose
    ) -> None:
        self._count += 1
        self._pursuit = _TrackedPuzzle(follower, sight, frame.seconds, is_known, fix)
        if is_known:
            self._lost_at = self._draft = None

    # What was done beside the video

    def _take_result(self, frame: Frame, gray: Gray) -> None:
        done = self._background.poll()
        if done is None:
            return
        self.tasks_done += 1
        task, self._task = self._task, None
        if done.error:
            self._tell(frame, EventKind.TROUBLE, "A frame could not be read; the log has details.")
            _log.error("a frame could not be read:\n%s", done.error)
        if task is None or done.error or (task.of != self._count and task.kind is not tasks.find):
            return
        if task.kind is tasks.find:
            self._take_sight(task, done, frame, gray)
        elif task.kind is tasks.read_more:
            self._take_reading(task, done.result)
        elif task.kind is tasks.conclude:
            self._take_conclusion(task, done.result, frame, gray)
        elif task.kind is tasks.marks_and_hint:
            self._marks, self._hint = done.result

    def _take_sight(self, task: _Task, done: TaskResult, frame: Frame, gray: Gray) -> None:
        sight: FrameReading | None = done.result
        self._last_seen = sight
        if sight is None or not _is_puzzle(sight):
            return
        known = self._known
        if known is not None and self._is_shown():
            return  # it was found again in the meantime
        is_known = known is not None and tasks.same_puzzle(known.answer.reading, sight.reading)
        if self._pursuit is not None and not is_known and self._is_followed(sight):
            self._pursuit.sight = sight
            self._add(task, sight)
            return
        if not self._pursue(task, sight, frame, gray, is_known):
            return
        if known is not None and is_known:
            if known.trust is not None:
                known.trust.begin(frame.seconds)
            self._look_after(frame, gray)
            self._tell(frame, EventKind.AGAIN, "The same puzzle is in view again.")
            return
        board = sight.found.board
        size = f"{board.rows} rows and {board.columns} columns"
        self._tell(frame, EventKind.FOUND, f"A grid of {size}.", sight.seconds)
        self._add(task, sight)

    def _is_followed(self, sight: FrameReading) -> bool:
        """Whether a grid is of the size of the one that is followed."""
        if self._pursuit is None:
            return False
        old, new = self._pursuit.sight.found.board, sight.found.board
        return (old.rows, old.columns) == (new.rows, new.columns)

    def _take_reading(self, task: _Task, sight: FrameReading) -> None:
        if self._pursuit is not None:
            self._add(task, sight)

    def _add(self, task: _Task, sight: FrameReading) -> None:
        """What a frame says, beside those before."""
        assert self._pursuit is not None
        self._pursuit.doubts[task.is_sharpened] = len(sight.reading.doubtful)
        self._evidence = self._evidence.joined_by(sight.reading)
        if self._evidence.frames == 1:
            self._first_sight = task.frame.seconds
        frame = task.frame
        self._submit(tasks.conclude, frame, None, frame.picture, self._evidence, self._hooks)

    def _take_conclusion(self, task: _Task, end: CombinedReading, frame: Frame, gray: Gray) -> None:
        pursuit = self._pursuit
        if pursuit is None:
            return
        pursuit.reads += 1
        pursuit.best = end
        self._draft = UncertainReading(end.reading, task.frame.picture)
        if end.solved is None:
            return
        first = self._first_sight if self._first_sight is not None else task.frame.seconds
        read_s = task.frame.seconds - first
        before = self._known
        answer = SolvedPage(
            end.reading, task.frame.picture, end.reading.puzzle(), end.solved.certain,
            self._evidence.frames, read_s, end.seconds,
        )  # fmt: skip
        self._known = KnownPuzzle(answer, pursuit.sight, frame.seconds)
        self._draft = None
        self._marks = self._hint = None
        self._marks_at = 0.0
        self._lost_at = None
        pursuit.is_known = True
        size = f"{len(end.reading.rows)} rows and {len(end.reading.columns)} columns"
        if before is not None and not tasks.same_puzzle(before.answer.reading, end.reading):
            self._tell(frame, EventKind.OTHER, "This is another puzzle than before.")
        count = self._evidence.frames
        frames = "one frame" if count == 1 else f"{count} frames"
        self._tell(frame, EventKind.READ, f"{size}, its numbers read in {frames}.", read_s)
        self._tell(frame, EventKind.SOLVED, f"{end.reading.verdict.value}.", end.seconds)
        # The page may have been changed since its frame was read.
        self._look_after(frame, gray)

    # What is to be done beside the video

    def _begin_task(self, frame: Frame, tiny: Gray) -> None:
        if self._task is not None or self._background.is_busy or self._watcher.is_black:
            return
        pursuit = self._pursuit
        if pursuit is None:
            if frame.seconds >= self._searched_at + self._rest_s:
                self._find(frame, tiny)
            return
        fix = pursuit.fix
        if fix is None or not fix.is_sure or fix.motion > CALM or fix.sharpness < SHARP:
            return
        if not pursuit.is_known:
            if frame.seconds < self._searched_at + self._rest_s:
                return
            self._searched_at = frame.seconds
            if pursuit.is_hopeless or pursuit.reads % ANEW == ANEW - 1:
                self._find(frame, tiny)
                return
            found = tasks.moved(pursuit.sight.found, fix.nodes)
            is_sharpened = pursuit.is_better_sharpened
            task = self._submit(tasks.read_more, frame, tiny, frame.picture, found, is_sharpened)
            task.is_sharpened = is_sharpened
        elif frame.seconds - self._marks_at >= MARKS_S and self._known is not None:
            self._marks_at = frame.seconds
            found = tasks.moved(pursuit.sight.found, fix.nodes)
            answer = self._known.answer
            self._submit(
                tasks.marks_and_hint, frame, tiny,
                frame.picture, found, answer.reading, answer.certain, self._hooks,
            )  # fmt: skip

    def _find(self, frame: Frame, tiny: Gray) -> None:
        """Look for a grid: mostly quickly, now and then as long as it takes."""
        self._searches += 1
        self._searched_at = frame.seconds
        patience = PATIENCE_S[self._searches % len(PATIENCE_S)]
        is_sharpened = self._searches % 2 == 0
        if self._pursuit is not None:
            is_sharpened = self._pursuit.is_better_sharpened
        task = self._submit(tasks.find, frame, tiny, frame.picture, is_sharpened, patience)
        task.is_sharpened = is_sharpened

    def _submit(
        self,
        kind: Callable[..., Any],
        frame: Frame,
        tiny: Gray | None,
        *arguments: Any,
    ) -> _Task:
        task = self._task = _Task(kind, frame, self._count)
        if tiny is not None:
            task.trail.append(tiny)
        self._background.submit(kind, *arguments)
        return task

    # What is told

    def _scene(self, frame: Frame) -> Scene:
        state, advice = self._state(frame)
        pursuit = self._pursuit
        fix = pursuit.fix if pursuit is not None else None
        is_sure = fix is not None and fix.is_sure and state is not LiveState.HOLD_STILL
        lattice = fix.lattice if fix is not None and is_sure else None
        answer = self._known.answer if self._known is not None else None
        return Scene(frame, state, advice, lattice, answer, self._draft, self._marks, self._hint)

    def _state(self, frame: Frame) -> tuple[LiveState, str]:
        pursuit = self._pursuit
        if pursuit is None:
            since = frame.seconds - self._search_since
            seen = self._last_seen.reading if self._last_seen is not None else None
            advice = self._watcher.advice(seen) if since > ADVISE_S else ""
            if self._lost_at is not None and frame.seconds - self._lost_at < LOST_S:
                return LiveState.LOST, advice or LOST
            return LiveState.SEARCHING, advice
        fix = pursuit.fix
        is_sure = fix is not None and fix.is_sure
        if pursuit.is_known:
            if self._is_shown():
                return LiveState.SHOWN, ""
            is_still = fix is not None and fix.motion <= CALM and fix.sharpness >= SHARP
            return LiveState.HOLD_STILL, HIDDEN if is_still else STILL
        if not is_sure or (fix is not None and fix.motion > CALM):
            return LiveState.HOLD_STILL, STILL
        is_long = frame.seconds - pursuit.since > ADVISE_S
        advice = advice_on(pursuit.best.reading) if is_long and pursuit.best is not None else ""
        is_concluding = self._task is not None and self._task.kind is tasks.conclude
        return LiveState.SOLVING if is_concluding else LiveState.READING, advice

    def _tell(self, frame: Frame, kind: EventKind, text: str, took_s: float | None = None) -> None:
        self._on_event(LogEvent(frame.seconds, kind, text, took_s))


def _is_puzzle(sight: FrameReading) -> bool:
    """Whether a grid has numbers on two sides, as a puzzle does."""
    if Problem.NO_CLUES in sight.reading.problems:
        return False
    lines = [line for _, line in sight.reading.lines]
    return sum(bool(line.numbers) for line in lines) >= READABLE * len(lines)
