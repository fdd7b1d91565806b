"""The live view: detects, reads, solves and tracks a puzzle, frame by frame."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

import cv2
import numpy as np

from puzzles.contracts import NextStep, SolverHooks
from puzzles.grid import Grid
from puzzles.words import _, listed, plural, worded
from recognizer.images import turned, turned_on
from recognizer.live.known_puzzle import KnownPuzzle
from recognizer.live.pending_task import PendingTask
from recognizer.live.reading import tasks
from recognizer.live.reading.advice import (
    COME_NEARER,
    HOLD_STILL,
    NUMBERS_HIDDEN,
    OUT_OF_VIEW,
    FrameMonitor,
    advice_on,
    outside_advice,
    why_lost,
)
from recognizer.live.reading.consensus import NumberEvidence
from recognizer.live.reading.tasks import CombinedReading, FrameReading
from recognizer.live.reading.worker import ChildRunner, InlineRunner, TaskResult, TaskRunner
from recognizer.live.recent_frames import RecentFrames
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
from recognizer.live.tracked_puzzle import TrackedPuzzle
from recognizer.live.tracking.lattice_tracker import LatticeTracker, Pose
from recognizer.live.tracking.line_fitting import smooth_lattice
from recognizer.live.tracking.optical_flow import Gray, downscale, equalize_light
from recognizer.values import Problem

_log = logging.getLogger(__name__)

MAX_READING_MOTION_CELLS = 0.12
"""Maximum motion of a lattice that is read, in cells per frame."""
MIN_READING_SHARPNESS = 0.6
"""Minimum sharpness, from 0 to 1, of a frame that is read."""
RECORDING_INTERVAL_S = 0.25
"""How often, in seconds of the video, an unsolved recording is read while its frames wait."""
ADVICE_DELAY_S = 2.5
"""The time without success after which the view gives advice, s."""
TROUBLE_DELAY_S = 1.0
"""The time for which advice lasts before it becomes an event, s."""
LOST_STATE_S = 4.0
"""How long a lost puzzle is reported as lost and searched for in every frame, s."""
MARKS_INTERVAL_S = 1.0
"""How often the marks in the cells are read, s."""
RELOCALIZATION_INTERVAL_FRAMES = 5
"""After :data:`LOST_STATE_S` a lost puzzle is searched for in every fifth frame."""
REDETECTION_INTERVAL = 3
"""Every third uncertain reading detects the grid again."""
DETECTION_TIMEOUTS_S = (0.5, 0.5, 0.9)
"""How long a grid is searched for in one frame, s; used in turn."""
MAX_TURNED_TRIES = 3
"""How often no puzzle may be found in frames that were turned before they are turned back."""
MIN_READ_LINES_SHARE = 0.3
"""Minimum share of lines with numbers in the grid of a puzzle."""


class LiveView:
    """Processes the frames of a video one by one and returns a scene for each.

    It never waits: slow tasks run beside the video, and later frames show their results. Only
    :meth:`reset` and :meth:`close` may be called from other threads.
    """

    def __init__(
        self,
        hooks: SolverHooks,
        *,
        is_live: bool = True,
        on_event: OnEvent | None = None,
        background: TaskRunner | None = None,
    ) -> None:
        """Initialize.

        Args:
            hooks: The solver.
            is_live: Whether frames keep coming while one is read, as from a camera; the frames of
                a recording wait.
            on_event: Gets the events for the log, in the thread that calls :meth:`process`.
            background: Runs the tasks; by default a runner that fits ``is_live``.
        """
        self._hooks = hooks
        self._on_event = on_event or (lambda event: None)
        self._background = background or (ChildRunner() if is_live else InlineRunner())
        self._interval_s = 0.0 if is_live else RECORDING_INTERVAL_S
        self._reset_requested = threading.Event()
        self.tasks_done = 0
        """How many tasks have ended."""
        self._tracking_count = 0
        self._scale = 1.0
        self._shape: tuple[int, ...] = ()
        self._reset(0.0)

    def reset(self) -> None:
        """Start again with the next frame, without a known puzzle."""
        self._reset_requested.set()

    def close(self) -> None:
        """Stop the tasks."""
        self._background.close()

    def _reset(self, seconds: float) -> None:
        self._monitor = FrameMonitor()
        self._turns = self._proposed_turns = 0
        self._tries_left: int | None = None
        self._task: PendingTask | None = None
        self._tracked: TrackedPuzzle | None = None
        self._known_puzzle: KnownPuzzle | None = None
        self._draft: UncertainReading | None = None
        self._evidence = NumberEvidence()
        self._last_reading: FrameReading | None = None
        self._marks: Grid | None = None
        self._hint: NextStep | None = None
        self._marks_before: tuple[Grid | None, NextStep | None] | None = None
        self._lost_at: float | None = None
        self._lost_advice = OUT_OF_VIEW
        self._search_since = self._marks_at = seconds
        self._searched_at = self._ended_at = -inf
        self._searches = -1
        self._recent = RecentFrames()
        self._advice = self._told = ""
        self._advice_since = seconds
        self._first_read_at: float | None = None

    def process(self, frame: Frame) -> Scene:
        """Process the next frame."""
        if self._reset_requested.is_set():
            self._reset_requested.clear()
            self._reset(frame.seconds)
        as_seen, turns = frame, self._turns
        if turns:
            frame = replace(frame, picture=turned(frame.picture, turns))
        gray = np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), np.uint8)
        if gray.shape != self._shape:
            self._change_size(frame, gray)
        small_frame, self._scale = downscale(gray)
        self._monitor.measure(small_frame)
        small_frame = equalize_light(small_frame)
        if self._task is not None:
            self._task.add_frame(small_frame)
        self._track(frame, gray, small_frame)
        self._take_result(frame, gray)
        if self._turns == turns:  # otherwise the next frame will be turned
            self._begin_task(frame, small_frame)
        # The task of a recording has already ended.
        self._take_result(frame, gray)
        scene = replace(self._scene(frame), frame=as_seen, turns=turns)
        self._tell_trouble(scene)
        return scene

    def _change_size(self, frame: Frame, gray: Gray) -> None:
        """Drop all positions: a stream may change its size at any time."""
        self._shape = gray.shape
        self._recent.clear()
        if self._task is not None:
            self._task.give_up()
        if self._tracked is not None:
            self._lose(frame, _("the picture has another size"))

    # Tracking

    def _track(self, frame: Frame, gray: Gray, small_frame: Gray) -> None:
        tracked = self._tracked
        if tracked is None:
            self._relocalize(frame, gray, small_frame)
            return
        before = tracked.pose
        pose = tracked.pose = tracked.tracker.step(gray, small_frame, frame.seconds)
        if pose is None:
            nodes = None if before is None else before.nodes
            self._lose(frame, *why_lost(nodes, gray.shape, tracked.tracker.pitch_px))
        elif tracked.is_known and self._known_puzzle is not None:
            self._known_puzzle.remember_features(
                small_frame, self._scale, pose, tracked.tracker.normal_share
            )
            self._verify(frame, gray)

    def _verify(self, frame: Frame, gray: Gray) -> None:
        """Verify in this frame that the tracked page is the known puzzle."""
        tracked, known_puzzle = self._tracked, self._known_puzzle
        if (
            tracked is None
            or tracked.pose is None
            or known_puzzle is None
            or known_puzzle.verifier is None
        ):
            return
        shift = known_puzzle.verifier.verify(gray, tracked.pose, frame.seconds)
        if shift is not None:
            tracked.tracker.shift(*shift)
            tracked.pose = tracked.tracker.refine(gray, frame.seconds, tracked.pose.motion)
        if known_puzzle.verifier.has_failed:
            self._lose(frame, _("the numbers beside the grid are different"))

    def _is_shown(self) -> bool:
        """Whether the tracked page is certainly the known puzzle, at a certain pose."""
        tracked, known_puzzle = self._tracked, self._known_puzzle
        if tracked is None or tracked.pose is None or known_puzzle is None:
            return False
        return tracked.is_known and known_puzzle.is_sure and tracked.pose.is_sure

    def _relocalize(self, frame: Frame, gray: Gray, small_frame: Gray) -> None:
        """Search for the lost page."""
        if self._known_puzzle is None or self._lost_at is None:
            return
        is_recent = frame.seconds - self._lost_at < LOST_STATE_S
        if not is_recent and frame.number % RELOCALIZATION_INTERVAL_FRAMES:
            return
        found_again = self._known_puzzle.relocalize(gray, small_frame, self._scale, frame.seconds)
        if found_again is not None:
            tracker, pose = found_again
            self._set_tracked(tracker, self._known_puzzle.frame_reading, frame, True, pose)
            self._report(frame, EventKind.AGAIN, _("The same puzzle is in view again."))

    def _lose(self, frame: Frame, reason: str, advice: str = OUT_OF_VIEW) -> None:
        tracked, self._tracked = self._tracked, None
        self._search_since = frame.seconds
        self._searches = -1
        if tracked is not None and tracked.is_known:
            self._lost_at, self._lost_advice = frame.seconds, advice
            self._report(
                frame, EventKind.LOST, worded("The puzzle is lost: {reason}.", reason=reason)
            )

    def _start_tracking(
        self,
        task: PendingTask,
        frame_reading: FrameReading,
        frame: Frame,
        gray: Gray,
        is_known: bool,
    ) -> bool:
        """Track a grid from the frame in which it was detected to this one."""
        trail = task.trail
        if not trail:
            return False
        nodes = smooth_lattice(frame_reading.found.lattice.points.astype(np.float64))
        tracker = LatticeTracker(trail[0], self._scale, nodes, frame.seconds)
        if not tracker.catch_up(trail[1:]):
            return False
        pose = tracker.refine(gray, frame.seconds)
        self._set_tracked(tracker, frame_reading, frame, is_known, pose)
        return True

    def _set_tracked(
        self,
        tracker: LatticeTracker,
        frame_reading: FrameReading,
        frame: Frame,
        is_known: bool,
        pose: Pose,
    ) -> None:
        self._tracking_count += 1
        self._tracked = TrackedPuzzle(tracker, frame_reading, frame.seconds, is_known, pose)
        if is_known:
            self._lost_at = self._draft = None

    # Results of tasks

    def _take_result(self, frame: Frame, gray: Gray) -> None:
        done = self._background.poll()
        if done is None:
            return
        self.tasks_done += 1
        self._ended_at = frame.seconds
        task, self._task = self._task, None
        if done.error:
            self._report(
                frame, EventKind.TROUBLE, _("A frame could not be read; the log has details.")
            )
            _log.error("a frame could not be read:\n%s", done.error)
        if (
            task is None
            or done.error
            or (task.tracking_number != self._tracking_count and task.kind is not tasks.detect)
        ):
            return
        if task.kind is tasks.detect:
            self._take_detection(task, done, frame, gray)
        elif task.kind is tasks.read_again:
            self._take_reading(task, done.result)
        elif task.kind is tasks.combine:
            self._take_combined(task, done.result, frame, gray)
        elif task.kind is tasks.marks_and_hint:
            self._marks, self._hint = self._marks_before = done.result

    def _take_detection(
        self, task: PendingTask, done: TaskResult, frame: Frame, gray: Gray
    ) -> None:
        frame_reading: FrameReading | None = done.result
        self._last_reading = frame_reading
        if frame_reading is not None and frame_reading.turns and not self._is_shown():
            self._propose_turn(frame_reading.turns)
            return
        self._proposed_turns = 0
        if frame_reading is None or not _is_puzzle(frame_reading):
            self._doubt_turn()
            return
        self._tries_left = None
        known_puzzle = self._known_puzzle
        if known_puzzle is not None and self._is_shown():
            return  # relocalized in the meantime
        is_known = known_puzzle is not None and tasks.are_same_puzzle(
            known_puzzle.answer.reading, frame_reading.reading
        )
        if self._tracked is not None and not is_known and self._has_tracked_size(frame_reading):
            self._tracked.frame_reading = frame_reading
            self._tracked.detections += 1
            self._add(task, frame_reading)
            return
        if not self._start_tracking(task, frame_reading, frame, gray, is_known):
            return
        if known_puzzle is not None and is_known:
            if known_puzzle.verifier is not None:
                known_puzzle.verifier.begin(frame.seconds)
            self._verify(frame, gray)
            self._report(frame, EventKind.AGAIN, _("The same puzzle is in view again."))
            return
        board = frame_reading.found.cells
        grid = worded("A grid of {size}.", size=_size_text(board.rows, board.columns))
        self._report(frame, EventKind.FOUND, grid, frame_reading.seconds)
        self._add(task, frame_reading)

    def _propose_turn(self, turns: int) -> None:
        """Turn the frames if two in a row ask for it: one may show half a page, or two of them."""
        is_agreed = turns == self._proposed_turns
        self._proposed_turns = 0 if is_agreed else turns
        if is_agreed:
            self._turn(turned_on(self._turns, turns))

    def _doubt_turn(self) -> None:
        """Turn the frames back if no puzzle is found in them since they were turned."""
        if self._tries_left is None:
            return
        self._tries_left -= 1
        if not self._tries_left:
            self._turn(0)
            self._tries_left = None

    def _turn(self, turns: int) -> None:
        """Turn all further frames: the numbers of this one lie on their side, or are mirrored."""
        self._turns, self._tries_left = turns, MAX_TURNED_TRIES
        self._recent.clear()
        self._tracked = self._last_reading = self._draft = None
        self._evidence = NumberEvidence()
        self._searched_at = -inf
        self._searches = -1

    def _has_tracked_size(self, frame_reading: FrameReading) -> bool:
        """Whether a grid has the size of the tracked one."""
        if self._tracked is None:
            return False
        before, after = self._tracked.frame_reading.found.cells, frame_reading.found.cells
        return (before.rows, before.columns) == (after.rows, after.columns)

    def _take_reading(self, task: PendingTask, frame_reading: FrameReading) -> None:
        if self._tracked is not None:
            self._add(task, frame_reading)

    def _add(self, task: PendingTask, frame_reading: FrameReading) -> None:
        """Add the reading of a frame to the earlier ones, and combine them."""
        assert self._tracked is not None
        self._tracked.doubts[task.is_sharpened] = len(frame_reading.reading.doubtful)
        self._evidence = self._evidence.with_reading(frame_reading.reading)
        if self._evidence.frames == 1:
            self._first_read_at = task.frame.seconds
        frame, found = task.frame, frame_reading.found
        self._submit(tasks.combine, frame, None, frame.picture, found, self._evidence, self._hooks)

    def _take_combined(
        self, task: PendingTask, combined: CombinedReading, frame: Frame, gray: Gray
    ) -> None:
        tracked = self._tracked
        if tracked is None:
            return
        tracked.readings += 1
        tracked.combined = combined
        self._draft = UncertainReading(combined.reading, task.frame.picture)
        if combined.solved is None:
            return
        first = self._first_read_at if self._first_read_at is not None else task.frame.seconds
        read_s = task.frame.seconds - first
        before = self._known_puzzle
        answer = SolvedPage(
            combined.reading,
            task.frame.picture,
            combined.reading.puzzle(),
            combined.solved.certain,
            self._evidence.frames,
            read_s,
            combined.seconds,
        )
        self._known_puzzle = KnownPuzzle(answer, tracked.frame_reading, frame.seconds)
        self._draft = None
        self._marks = self._hint = self._marks_before = None
        self._marks_at = 0.0
        self._lost_at = None
        tracked.is_known = True
        size = _size_text(len(combined.reading.rows), len(combined.reading.columns))
        if before is not None and not tasks.are_same_puzzle(
            before.answer.reading, combined.reading
        ):
            self._report(frame, EventKind.OTHER, _("This is a different puzzle."))
        text = plural(
            self._evidence.frames,
            "{size}, its numbers read in one frame.",
            "{size}, its numbers read in {count} frames.",
            size=size,
        )
        self._report(frame, EventKind.READ, text, read_s)
        text = worded("{solutions}.", solutions=combined.reading.solution_count.label)
        self._report(frame, EventKind.SOLVED, text, combined.seconds)
        # The page may have been exchanged since its frame was read.
        self._verify(frame, gray)

    # Starting tasks

    def _begin_task(self, frame: Frame, small_frame: Gray) -> None:
        if self._tracked is None:
            self._recent.add(frame, small_frame, self._monitor.sharpness)
        else:
            self._recent.clear()
        if self._task is not None or self._background.is_busy or self._monitor.is_black:
            return
        tracked = self._tracked
        if tracked is None:
            if frame.seconds >= self._searched_at + self._interval_s:
                self._detect_in_sharpest()
            return
        pose = tracked.pose
        if (
            pose is None
            or not pose.is_sure
            or pose.motion > MAX_READING_MOTION_CELLS
            or pose.sharpness < MIN_READING_SHARPNESS
        ):
            return
        if not tracked.is_known:
            if frame.seconds < self._searched_at + self._interval_s:
                return
            self._searched_at = frame.seconds
            if (
                tracked.is_grid_doubtful
                or tracked.readings % REDETECTION_INTERVAL == REDETECTION_INTERVAL - 1
            ):
                self._detect(frame, small_frame)
                return
            found = tasks.move_grid(tracked.frame_reading.found, pose.nodes)
            is_sharpened = tracked.is_better_sharpened
            task = self._submit(
                tasks.read_again, frame, small_frame, frame.picture, found, is_sharpened
            )
            task.is_sharpened = is_sharpened
        elif frame.seconds - self._marks_at >= MARKS_INTERVAL_S and self._known_puzzle is not None:
            self._marks_at = frame.seconds
            found = tasks.move_grid(tracked.frame_reading.found, pose.nodes)
            answer = self._known_puzzle.answer
            self._submit(
                tasks.marks_and_hint, frame, small_frame,
                frame.picture, found, answer.reading, answer.certain, self._hooks,
                self._marks_before,
            )  # fmt: skip

    def _detect_in_sharpest(self) -> None:
        """Detect a grid in the sharpest of the recent frames, or wait for a sharp one."""
        chosen = self._recent.sharpest(max(self._ended_at, self._search_since))
        if chosen is None:
            return
        task = self._detect(chosen.frame, chosen.small)
        task.trail += self._recent.since(chosen)

    def _detect(self, frame: Frame, small_frame: Gray) -> PendingTask:
        """Detect a grid, every third time with a longer time limit."""
        self._searches += 1
        self._searched_at = frame.seconds
        timeout_s = DETECTION_TIMEOUTS_S[self._searches % len(DETECTION_TIMEOUTS_S)]
        is_sharpened = self._searches % 2 == 0
        if self._tracked is not None:
            is_sharpened = self._tracked.is_better_sharpened
        task = self._submit(
            tasks.detect, frame, small_frame, frame.picture, is_sharpened, timeout_s
        )
        task.is_sharpened = is_sharpened
        return task

    def _submit(
        self,
        kind: Callable[..., Any],
        frame: Frame,
        small_frame: Gray | None,
        *arguments: Any,
    ) -> PendingTask:
        task = self._task = PendingTask(kind, frame, self._tracking_count)
        if small_frame is not None:
            task.trail.append(small_frame)
        self._background.submit(kind, *arguments)
        return task

    # The scene

    def _scene(self, frame: Frame) -> Scene:
        state, advice = self._state(frame)
        tracked = self._tracked
        pose = tracked.pose if tracked is not None else None
        is_sure = pose is not None and pose.is_sure and state is not LiveState.HOLD_STILL
        lattice = pose.lattice if pose is not None and is_sure else None
        answer = self._known_puzzle.answer if self._known_puzzle is not None else None
        return Scene(frame, state, advice, lattice, answer, self._draft, self._marks, self._hint)

    def _state(self, frame: Frame) -> tuple[LiveState, str]:
        tracked = self._tracked
        if tracked is None:
            since = frame.seconds - self._search_since
            last_reading = self._last_reading.reading if self._last_reading is not None else None
            advice = (
                self._monitor.advice(last_reading, self._shape) if since > ADVICE_DELAY_S else ""
            )
            if self._lost_at is not None and frame.seconds - self._lost_at < LOST_STATE_S:
                return LiveState.LOST, advice or self._lost_advice
            return LiveState.SEARCHING, advice
        pose = tracked.pose
        is_sure = pose is not None and pose.is_sure
        if tracked.is_known:
            if self._is_shown():
                return LiveState.SHOWN, ""
            is_still = (
                pose is not None
                and pose.motion <= MAX_READING_MOTION_CELLS
                and pose.sharpness >= MIN_READING_SHARPNESS
            )
            if tracked.is_too_small:
                return LiveState.HOLD_STILL, COME_NEARER
            outside = "" if pose is None else outside_advice(pose.nodes, self._shape)
            return LiveState.HOLD_STILL, outside or (NUMBERS_HIDDEN if is_still else HOLD_STILL)
        if not is_sure or (pose is not None and pose.motion > MAX_READING_MOTION_CELLS):
            return LiveState.HOLD_STILL, HOLD_STILL
        is_long = frame.seconds - tracked.since > ADVICE_DELAY_S
        reading = tracked.combined.reading if tracked.combined is not None else None
        advice = "" if reading is None or not is_long else advice_on(reading, self._shape)
        # Later frames are combined, too: the state would change with each of them.
        is_first = self._task is not None and self._task.kind is tasks.combine and reading is None
        return LiveState.SOLVING if is_first else LiveState.READING, advice

    def _tell_trouble(self, scene: Scene) -> None:
        """Report advice that lasts, each once until it has changed."""
        seconds = scene.frame.seconds
        if scene.advice != self._advice:
            self._advice, self._advice_since = scene.advice, seconds
        if scene.is_shown:
            self._told = ""
        is_long = seconds - self._advice_since >= TROUBLE_DELAY_S
        if scene.advice and scene.advice != self._told and is_long:
            self._told = scene.advice
            self._report(scene.frame, EventKind.TROUBLE, scene.advice)

    def _report(
        self, frame: Frame, kind: EventKind, text: str, took_s: float | None = None
    ) -> None:
        self._on_event(LogEvent(frame.seconds, kind, text, took_s))


def _is_puzzle(frame_reading: FrameReading) -> bool:
    """Whether a grid has numbers on two sides, like a puzzle."""
    if Problem.NO_CLUES in frame_reading.reading.problems:
        return False
    lines = [line for _, line in frame_reading.reading.lines]
    return sum(bool(line.numbers) for line in lines) >= MIN_READ_LINES_SHARE * len(lines)


def _size_text(rows: int, columns: int) -> str:
    return listed(
        (
            plural(rows, "{count} row", "{count} rows"),
            plural(columns, "{count} column", "{count} columns"),
        )
    )
