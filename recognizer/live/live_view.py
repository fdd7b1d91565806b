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

from puzzles.contracts import SolverHooks
from puzzles.words import _, listed, plural, worded
from recognizer.images import turned, turned_on
from recognizer.live.board_in_view import ADVICE_DELAY_S, BoardInView
from recognizer.live.known_puzzle import KnownPuzzle
from recognizer.live.other_boards import MARKS_INTERVAL_S, REDETECTION_INTERVAL, OtherBoards
from recognizer.live.pending_task import PendingTask
from recognizer.live.reading import tasks
from recognizer.live.reading.advice import OUT_OF_VIEW, FrameMonitor
from recognizer.live.reading.consensus import NumberEvidence
from recognizer.live.reading.tasks import CombinedReading, FrameReading
from recognizer.live.reading.worker import ChildRunner, InlineRunner, TaskResult, TaskRunner
from recognizer.live.recent_frames import RecentFrames
from recognizer.live.scene import EventKind, Frame, LiveState, LogEvent, OnEvent, Scene
from recognizer.live.tracked_puzzle import TrackedPuzzle
from recognizer.live.tracking.lattice_tracker import LatticeTracker, Pose
from recognizer.live.tracking.line_fitting import smooth_lattice
from recognizer.live.tracking.optical_flow import Gray, downscale, equalize_light

_log = logging.getLogger(__name__)

RECORDING_INTERVAL_S = 0.25
"""How often, in seconds of the video, an unsolved recording is read while its frames wait."""
TROUBLE_DELAY_S = 1.0
"""The time for which advice lasts before it becomes an event, s."""
LOST_STATE_S = 4.0
"""How long a lost puzzle is reported as lost and searched for in every frame, s."""
RELOCALIZATION_INTERVAL_FRAMES = 5
"""After :data:`LOST_STATE_S` a lost puzzle is searched for in every fifth frame."""
DETECTION_TIMEOUTS_S = (0.5, 0.5, 0.9)
"""How long a grid is searched for in one frame, s; used in turn."""
MAX_TURNED_TRIES = 3
"""How often no puzzle may be found in frames that were turned before they are turned back."""


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
        self._first = BoardInView(marks_at=seconds)
        self._others = OtherBoards()
        self._is_others_turn = False
        self._last_reading: FrameReading | None = None
        self._lost_at: float | None = None
        self._lost_advice = OUT_OF_VIEW
        self._search_since = seconds
        self._searched_at = self._others_at = self._ended_at = -inf
        self._searches = -1
        self._recent = RecentFrames()
        self._advice = self._told = ""
        self._advice_since = seconds

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
        scene = self._scene(frame).seen_in(as_seen, turns)
        self._tell_trouble(scene)
        return scene

    def _change_size(self, frame: Frame, gray: Gray) -> None:
        """Drop all positions: a stream may change its size at any time."""
        self._shape = gray.shape
        self._recent.clear()
        if self._task is not None:
            self._task.give_up()
        if self._first.tracked is not None:
            self._lose(frame, _("the picture has another size"))
        self._others.lose_all()

    # Tracking

    def _track(self, frame: Frame, gray: Gray, small_frame: Gray) -> None:
        first = self._first
        if first.tracked is None:
            self._relocalize(frame, gray, small_frame)
        elif (lost := first.step(gray, small_frame, self._scale, frame.seconds)) is not None:
            self._lose(frame, *lost)
        self._others.track(gray, small_frame, self._scale, frame.seconds, self._first)
        self._change_first(frame)

    def _change_first(self, frame: Frame) -> None:
        """Follow another board first if that one is shown and the first one is not to be had."""
        first = self._first
        tracked = first.tracked
        if tracked is not None and (tracked.is_known or tracked.readings < REDETECTION_INTERVAL):
            return
        middle = np.array(self._shape[1::-1]) / 2
        if (board := self._others.nearest_shown(middle)) is None:
            return
        self._others.boards.remove(board)
        if tracked is not None:
            self._others.boards.append(first)
        else:
            self._others.remember(first)
            self._report(frame, EventKind.OTHER, _("This is a different puzzle."))
        self._first, self._lost_at = board, None
        assert board.pose is not None
        self._others.begin(board.pose.lattice, (), frame.seconds)

    def _relocalize(self, frame: Frame, gray: Gray, small_frame: Gray) -> None:
        """Search for the lost page."""
        known = self._first.known
        if known is None or self._lost_at is None:
            return
        is_recent = frame.seconds - self._lost_at < LOST_STATE_S
        if not is_recent and frame.number % RELOCALIZATION_INTERVAL_FRAMES:
            return
        found_again = known.relocalize(gray, small_frame, self._scale, frame.seconds)
        if found_again is not None:
            tracker, pose = found_again
            tracked = self._numbered(tracker, known.frame_reading, frame, pose)
            self._first.tracked, tracked.is_known = tracked, True
            self._lost_at = self._first.draft = None
            self._others.begin(pose.lattice, (), frame.seconds)
            self._report(frame, EventKind.AGAIN, _("The same puzzle is in view again."))

    def _lose(self, frame: Frame, reason: str, advice: str = OUT_OF_VIEW) -> None:
        tracked, self._first.tracked = self._first.tracked, None
        self._search_since = frame.seconds
        self._searches = -1
        if tracked is not None and tracked.is_known:
            self._lost_at, self._lost_advice = frame.seconds, advice
            self._report(
                frame, EventKind.LOST, worded("The puzzle is lost: {reason}.", reason=reason)
            )

    def _new_tracked(
        self,
        task: PendingTask,
        frame_reading: FrameReading,
        frame: Frame,
        gray: Gray,
    ) -> TrackedPuzzle | None:
        """Track a grid from the frame in which it was detected to this one; ``None`` if lost."""
        trail = task.trail
        if not trail:
            return None
        nodes = smooth_lattice(frame_reading.found.lattice.points.astype(np.float64))
        tracker = LatticeTracker(trail[0], self._scale, nodes, frame.seconds)
        if not tracker.catch_up(trail[1:]):
            return None
        pose = tracker.refine(gray, frame.seconds)
        return self._numbered(tracker, frame_reading, frame, pose)

    def _numbered(
        self, tracker: LatticeTracker, frame_reading: FrameReading, frame: Frame, pose: Pose
    ) -> TrackedPuzzle:
        self._tracking_count += 1
        number = self._tracking_count
        return TrackedPuzzle(tracker, frame_reading, frame.seconds, False, pose, number)

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
        if task is None:
            return
        if task.kind is tasks.read_beside and task.tracked is None:
            self._take_spot(task, done, frame, gray)
        elif done.error:
            return
        elif task.kind is tasks.detect:
            self._take_detection(task, done, frame, gray)
        elif task.kind is tasks.find_beside:
            self._others.take_places(done.result)
        elif (board := self._board_of(task.tracked)) is None:
            return
        elif task.kind is tasks.read_again:
            self._add(board, task, done.result)
        elif task.kind is tasks.read_beside:
            self._take_beside(board, task, done.result, frame, gray)
        elif task.kind is tasks.combine:
            self._take_combined(board, task, done.result, frame, gray)
        elif task.kind is tasks.marks_and_hint:
            board.take_marks(done.result)

    def _board_of(self, tracked: TrackedPuzzle | None) -> BoardInView | None:
        """The board with that tracker; ``None`` if it was lost in the meantime."""
        boards = (self._first, *self._others.boards)
        return next((b for b in boards if tracked is not None and b.tracked is tracked), None)

    def _take_detection(
        self, task: PendingTask, done: TaskResult, frame: Frame, gray: Gray
    ) -> None:
        frame_reading: FrameReading | None = done.result
        self._last_reading = frame_reading
        if frame_reading is not None and frame_reading.turns and not self._first.is_shown:
            self._propose_turn(frame_reading.turns)
            return
        self._proposed_turns = 0
        if frame_reading is None or not frame_reading.is_puzzle:
            self._doubt_turn()
            return
        self._tries_left = None
        first = self._first
        if first.is_shown:
            return  # relocalized in the meantime
        is_known = first.known is not None and tasks.are_same_puzzle(
            first.known.answer.reading, frame_reading.reading
        )
        if not is_known and (recalled := self._others.recall(frame_reading)) is not None:
            self._others.remember(first)
            first.known, is_known = recalled, True
            first.marks = first.hint = first.marks_before = None
        if first.tracked is not None and not is_known and self._has_tracked_size(frame_reading):
            first.tracked.frame_reading = frame_reading
            first.tracked.detections += 1
            self._add(first, task, frame_reading)
            return
        tracked = self._new_tracked(task, frame_reading, frame, gray)
        if tracked is None:
            return
        first.tracked, tracked.is_known = tracked, is_known
        found = frame_reading.found
        self._others.begin(found.lattice, frame_reading.beside, task.frame.seconds)
        if first.known is not None and is_known:
            self._lost_at = first.draft = None
            self._take_known(first, first.known, frame, gray)
            return
        self._report_found(frame_reading, frame)
        self._add(first, task, frame_reading)

    def _take_known(self, board: BoardInView, known: KnownPuzzle, frame: Frame, gray: Gray) -> None:
        """A puzzle that was lost is in view again, if its numbers say so."""
        if known.verifier is not None:
            known.verifier.begin(frame.seconds)
        self._verify(board, frame, gray)
        self._report(frame, EventKind.AGAIN, _("The same puzzle is in view again."))

    def _report_found(self, frame_reading: FrameReading, frame: Frame) -> None:
        board = frame_reading.found.cells
        grid = worded("A grid of {size}.", size=_size_text(board.rows, board.columns))
        self._report(frame, EventKind.FOUND, grid, frame_reading.seconds)

    def _take_spot(self, task: PendingTask, done: TaskResult, frame: Frame, gray: Gray) -> None:
        """Track the board that was read beside the others, if it is one."""
        frame_reading: FrameReading | None = done.result
        is_puzzle = frame_reading is not None and frame_reading.is_puzzle
        if not self._others.take_spot(is_puzzle, frame.seconds) or frame_reading is None:
            return
        tracked = self._new_tracked(task, frame_reading, frame, gray) if is_puzzle else None
        if tracked is None:
            return
        board = BoardInView(tracked)
        self._others.boards.append(board)
        if (known := self._others.recall(frame_reading)) is not None:
            board.recognize(known)
            self._take_known(board, known, frame, gray)
            return
        self._report_found(frame_reading, frame)
        self._add(board, task, frame_reading)

    def _take_beside(
        self,
        board: BoardInView,
        task: PendingTask,
        frame_reading: FrameReading | None,
        frame: Frame,
        gray: Gray,
    ) -> None:
        """Take another reading of a board beside the first one."""
        assert board.tracked is not None
        if frame_reading is None or not frame_reading.is_puzzle:
            board.tracked.readings += 1
            return
        before, after = board.tracked.frame_reading.found.cells, frame_reading.found.cells
        if (before.rows, before.columns) != (after.rows, after.columns):
            tracked = self._new_tracked(task, frame_reading, frame, gray)
            if tracked is None:
                return
            tracked.readings = board.tracked.readings
            board.tracked = tracked
        self._add(board, task, frame_reading)

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
        self._first.tracked = self._first.draft = self._last_reading = None
        self._first.evidence = NumberEvidence()
        self._others = OtherBoards()
        self._searched_at = -inf
        self._searches = -1

    def _has_tracked_size(self, frame_reading: FrameReading) -> bool:
        """Whether a grid has the size of the tracked one."""
        if self._first.tracked is None:
            return False
        before, after = self._first.tracked.frame_reading.found.cells, frame_reading.found.cells
        return (before.rows, before.columns) == (after.rows, after.columns)

    def _add(self, board: BoardInView, task: PendingTask, frame_reading: FrameReading) -> None:
        """Add the reading of a frame to the earlier ones, and combine them."""
        board.add_reading(task.frame, frame_reading, task.is_sharpened)
        frame, found = task.frame, frame_reading.found
        arguments = frame.picture, found, board.evidence, self._hooks
        self._submit(tasks.combine, frame, None, *arguments, tracked=board.tracked)

    def _take_combined(
        self,
        board: BoardInView,
        task: PendingTask,
        combined: CombinedReading,
        frame: Frame,
        gray: Gray,
    ) -> None:
        before = board.known
        if not board.take_combined(combined, task.frame, frame.seconds):
            return
        assert board.known is not None
        answer = board.known.answer
        if board is self._first:
            self._lost_at = None
        size = _size_text(len(combined.reading.rows), len(combined.reading.columns))
        if before is not None and not tasks.are_same_puzzle(
            before.answer.reading, combined.reading
        ):
            self._report(frame, EventKind.OTHER, _("This is a different puzzle."))
        text = plural(
            answer.frames,
            "{size}, its numbers read in one frame.",
            "{size}, its numbers read in {count} frames.",
            size=size,
        )
        self._report(frame, EventKind.READ, text, answer.read_s)
        text = worded("{solutions}.", solutions=combined.reading.solution_count.label)
        self._report(frame, EventKind.SOLVED, text, combined.seconds)
        # The page may have been exchanged since its frame was read.
        self._verify(board, frame, gray)

    def _verify(self, board: BoardInView, frame: Frame, gray: Gray) -> None:
        """Verify that the tracked page is the known puzzle; otherwise it is lost."""
        lost = board.verify(gray, frame.seconds)
        if lost is None:
            return
        if board is self._first:
            self._lose(frame, *lost)
        else:
            self._others.lose(board)

    # Starting tasks

    def _begin_task(self, frame: Frame, small_frame: Gray) -> None:
        if self._first.tracked is None:
            self._recent.add(frame, small_frame, self._monitor.sharpness)
        else:
            self._recent.clear()
        if self._task is not None or self._background.is_busy or self._monitor.is_black:
            return
        turns = [self._begin_first, self._begin_other]
        if self._is_others_turn:
            turns.reverse()
        for begin in turns:
            begin(frame, small_frame)
            if self._task is not None:
                self._is_others_turn = begin == self._begin_first
                return

    def _begin_first(self, frame: Frame, small_frame: Gray) -> None:
        """Begin a task for the board that is followed first, or search for one."""
        first = self._first
        tracked, pose = first.tracked, first.pose
        is_due = frame.seconds >= self._searched_at + self._interval_s
        if tracked is None:
            if is_due:
                self._detect_in_sharpest()
            return
        if pose is None or not first.is_steady:
            return
        if not tracked.is_known:
            if not is_due:
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
                tasks.read_again, frame, small_frame, frame.picture, found, is_sharpened,
                tracked=tracked,
            )  # fmt: skip
            task.is_sharpened = is_sharpened
        elif frame.seconds - first.marks_at >= MARKS_INTERVAL_S:
            first.marks_at = frame.seconds
            arguments = frame.picture, *first.marks_arguments(self._hooks)
            self._submit(tasks.marks_and_hint, frame, small_frame, *arguments, tracked=tracked)

    def _begin_other(self, frame: Frame, small_frame: Gray) -> None:
        """Begin a task for the other boards, once the first one is known or cannot be read."""
        tracked = self._first.tracked
        is_tried = tracked is not None and (
            tracked.is_known or tracked.readings >= REDETECTION_INTERVAL
        )
        is_due = frame.seconds >= self._others_at + self._interval_s
        if not is_due or not (is_tried or self._others.boards):
            return
        timeout_s = DETECTION_TIMEOUTS_S[-1]
        other = self._others.next_task(frame, self._first, self._hooks, timeout_s)
        if other is None:
            return
        self._others_at = frame.seconds
        arguments = frame.picture, *other.arguments
        task = self._submit(other.kind, frame, small_frame, *arguments, tracked=other.tracked)
        task.is_sharpened = other.is_sharpened

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
        tracked = self._first.tracked
        if tracked is not None:
            is_sharpened = tracked.is_better_sharpened
        arguments = frame.picture, is_sharpened, timeout_s
        task = self._submit(tasks.detect, frame, small_frame, *arguments, tracked=tracked)
        task.is_sharpened = is_sharpened
        return task

    def _submit(
        self,
        kind: Callable[..., Any],
        frame: Frame,
        small_frame: Gray | None,
        *arguments: Any,
        tracked: TrackedPuzzle | None,
    ) -> PendingTask:
        task = self._task = PendingTask(kind, frame, tracked)
        if small_frame is not None:
            task.trail.append(small_frame)
        self._background.submit(kind, *arguments)
        return task

    # The scene

    def _scene(self, frame: Frame) -> Scene:
        seconds, shape = frame.seconds, self._shape
        others = tuple(
            board.scene(frame, *board.state(seconds, shape, False)) for board in self._others.boards
        )
        scene = self._first.scene(frame, *self._state(frame))
        is_pending = self._others.is_pending(self._first, shape)
        return replace(scene, others=others, is_pending=is_pending)

    def _state(self, frame: Frame) -> tuple[LiveState, str]:
        if self._first.tracked is not None:
            is_combining = self._task is not None and self._task.kind is tasks.combine
            return self._first.state(frame.seconds, self._shape, is_combining)
        since = frame.seconds - self._search_since
        last_reading = self._last_reading.reading if self._last_reading is not None else None
        advice = self._monitor.advice(last_reading, self._shape) if since > ADVICE_DELAY_S else ""
        if self._lost_at is not None and frame.seconds - self._lost_at < LOST_STATE_S:
            return LiveState.LOST, advice or self._lost_advice
        return LiveState.SEARCHING, advice

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


def _size_text(rows: int, columns: int) -> str:
    return listed(
        (
            plural(rows, "{count} row", "{count} rows"),
            plural(columns, "{count} column", "{count} columns"),
        )
    )
