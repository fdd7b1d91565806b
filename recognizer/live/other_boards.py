"""The boards of a page beside the one that the live view follows first.

They are looked for once the first board is known, or cannot be read, and then ever more rarely, so
that a page with a single board costs no more than before. What is found is a spot: a place on the
page in coordinates of the first board, which moves with it. The spots are read one after the other
in the background, each in its own part of the frame, so that no number belongs to two boards. From
then on a board has its own tracker and verifier, like the first one; at most :data:`MAX_OTHERS` are
tracked, which bounds the time of a frame.

Example: a page has four boards. The detection of the first one saw two others: two spots. Both are
read; then the search of the whole frame adds a third spot. A board that leaves the frame is
dropped, but its spot and its puzzle stay: it is read once when it returns, and known again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import SolverHooks
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Lattice
from recognizer.live.board_in_view import BoardInView
from recognizer.live.known_puzzle import KnownPuzzle
from recognizer.live.reading import tasks
from recognizer.live.reading.tasks import place_of
from recognizer.live.scene import Frame
from recognizer.live.tracked_puzzle import TrackedPuzzle
from recognizer.live.tracking.optical_flow import Gray
from recognizer.live.tracking.perspective import Board, PagePlane
from recognizer.pages.areas import Place
from recognizer.pages.boards import MAX_SAME_SHARE
from recognizer.pages.cells import Hull, overlap

MAX_OTHERS = 5
"""Maximum number of boards beside the first one."""
SEARCH_INTERVALS_S = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""How long after the detection of the first board, or the last search, the frame is searched for
other boards, s; the last one is repeated."""
GRID_SEARCH = 2
"""This search, counted from 1, looks for grids, too; the others for cells only."""
SEARCH_TIMEOUT_S = 3.0
"""How long the frame is searched, s: longer than for the first board, since what is found moves
with that one, and reading a grid that is known takes a quarter of the time."""
MAX_SPOT_TRIES = 3
"""How often a spot is read in which no puzzle is found."""
SPOT_PAUSE_S = 1.0
"""The pause before a spot without a puzzle is read again, s."""
MAX_EAGER_READINGS = 9
"""After so many uncertain readings of a board the next ones pause."""
READING_PAUSE_S = 3.0
"""That pause, s."""
REDETECTION_INTERVAL = 3
"""Every third uncertain reading detects the grid again."""
MARKS_INTERVAL_S = 1.0
"""How often the marks of a board are read, s, while nothing is left to be read first."""


@dataclass(eq=False)
class _Spot:
    """A place on the page where a board may be."""

    hull: Board
    """Around its cells, shape (n, 2): (row, column) in cells of the first board."""
    pitch_cells: float
    """The side of its cells, in cells of the first board."""
    grid: DetectedGrid | None = None
    """The grid that was detected there, with its nodes in cells of the first board."""
    tries: int = 0
    """How often no puzzle was found there."""
    paused_until: float = -inf
    """The video time before which it is not read, s."""

    def place(self, plane: PagePlane, pitch_px: float) -> Place:
        """Where it is in a frame."""
        return Place(plane.at(self.hull).astype(np.float32), self.pitch_cells * pitch_px)

    def found(self, plane: PagePlane) -> DetectedGrid | None:
        """The grid in a frame; ``None`` if it is to be detected, as after it could not be read."""
        if self.grid is None or self.tries:
            return None
        return replace(self.grid, nodes=plane.at(self.grid.nodes))


class OtherTask(NamedTuple):
    """A task for the other boards."""

    kind: Callable[..., Any]
    arguments: tuple[Any, ...]
    """All of them after the picture."""
    tracked: TrackedPuzzle | None = None
    """The board that it belongs to; ``None`` if none is tracked yet."""
    is_sharpened: bool = True


class OtherBoards:
    """Finds the boards beside the first one, and has the tracked ones in :attr:`boards`."""

    def __init__(self) -> None:
        self.boards: list[BoardInView] = []
        self._remembered: list[KnownPuzzle] = []
        self._spots: list[_Spot] = []
        self._asked: _Spot | PagePlane | None = None
        """The spot that is being read, or the plane of the frame that is being searched."""
        self._searches = 0
        self._searched_at = -inf

    def begin(self, first: Lattice, others: Iterable[DetectedGrid], seconds: float) -> None:
        """Begin with another first board; spots belong to it.

        Args:
            first: The first board.
            others: Other grids that were seen in the same frame.
            seconds: The video time.
        """
        self._spots, self._asked = [], None
        self._searches, self._searched_at = 0, seconds
        places = [(place_of(grid.lattice), grid) for grid in others]
        self._add(PagePlane(first), first.pitch_px, places, first)

    def track(
        self, gray: Gray, small: Gray, scale: float, seconds: float, first: BoardInView
    ) -> None:
        """Track all boards into the next frame, and drop those that are lost.

        The arguments are those of :meth:`.BoardInView.step`, and the first board.
        """
        kept: list[BoardInView] = []
        for board in self.boards:
            is_lost = board.step(gray, small, scale, seconds) is not None
            before = [each for each in (first, *kept) if each.pose is not None]
            if is_lost or any(_are_same(board, each) for each in before):
                self.remember(board)
            else:
                kept.append(board)
        self.boards = kept

    def remember(self, board: BoardInView) -> None:
        """Keep the puzzle of a board that is lost."""
        known = board.known
        if known is not None and known not in self._remembered:
            self._remembered = [known, *self._remembered][: MAX_OTHERS + 1]

    def lose(self, board: BoardInView) -> None:
        """Drop a board; its puzzle is kept."""
        self.remember(board)
        self.boards.remove(board)

    def lose_all(self) -> None:
        """Drop all boards and spots: the frames have another size."""
        for board in list(self.boards):
            self.lose(board)
        self._spots, self._asked = [], None

    def nearest_shown(self, place: NDArray[np.float64]) -> BoardInView | None:
        """The board that is shown nearest to a place, (x, y) in px; ``None`` if none is shown."""
        shown = [(board.pose.lattice, board) for board in self.boards
                 if board.is_shown and board.pose is not None]  # fmt: skip

        def distance(one: tuple[Lattice, BoardInView]) -> float:
            return float(np.linalg.norm(one[0].corners.mean(axis=0) - place))

        return min(shown, key=distance)[1] if shown else None

    def recall(self, frame_reading: tasks.FrameReading) -> KnownPuzzle | None:
        """The lost puzzle that was read in a frame; ``None`` if it is none of them."""
        for known in self._remembered:
            if tasks.are_same_puzzle(known.answer.reading, frame_reading.reading):
                self._remembered.remove(known)
                return known
        return None

    def next_task(
        self, frame: Frame, first: BoardInView, hooks: SolverHooks, timeout_s: float
    ) -> OtherTask | None:
        """The next task in this frame; ``None`` if there is nothing to do.

        Args:
            frame: The frame.
            first: The board that is followed first.
            hooks: The solver.
            timeout_s: How long a grid is searched for.
        """
        return (
            self._read_tracked(frame, first, timeout_s)
            or self._read_spot(frame, first, timeout_s)
            or self._search(frame, first)
            or self._read_marks(frame, hooks)
        )

    def is_pending(self, first: BoardInView, shape: Sequence[int]) -> bool:
        """Whether other boards are still to be looked for or read in this frame.

        Args:
            first: The board that is followed first.
            shape: Height and width of the frame, px.
        """
        unread = (b.tracked for b in self.boards if b.tracked is not None)
        if any(not t.is_known and t.readings < REDETECTION_INTERVAL for t in unread):
            return True
        if any(board.is_shown and board.marks_before is None for board in self.boards):
            return True
        if not first.is_shown:
            return False
        return not self._searches or any(not spot.tries for spot, _ in self._free(first, shape))

    def take_places(self, places: Sequence[tuple[Place, DetectedGrid | None]]) -> None:
        """Take the result of a search."""
        plane, self._asked = self._asked, None
        if not isinstance(plane, PagePlane):
            return  # another board is the first one now
        count = len(self._spots)
        unit = np.linalg.norm(np.diff(plane.at(np.array([(0.0, 0.0), (0.0, 1.0)])), axis=0))
        self._add(plane, float(unit), places)
        if len(self._spots) > count:
            self._searches = 1

    def take_spot(self, is_puzzle: bool, seconds: float) -> bool:
        """Take whether a puzzle was found in the spot; whether the spot still counts."""
        spot, self._asked = self._asked, None
        if not isinstance(spot, _Spot):
            return False
        spot.paused_until = seconds + SPOT_PAUSE_S
        spot.tries = 0 if is_puzzle else spot.tries + 1
        return len(self.boards) < MAX_OTHERS

    def _add(
        self,
        plane: PagePlane,
        pitch_px: float,
        places: Iterable[tuple[Place, DetectedGrid | None]],
        first: Lattice | None = None,
    ) -> None:
        """Add the spots of places that are new, with their grids."""
        taken = [spot.place(plane, pitch_px).hull for spot in self._spots]
        if first is not None:
            taken.append(place_of(first).hull)
        for place, grid in places:
            if not any(overlap(place.hull, hull) > MAX_SAME_SHARE for hull in taken):
                hull = plane.board_of(place.hull.astype(np.float64))
                if grid is not None:
                    grid = replace(grid, nodes=plane.board_of(grid.nodes))
                self._spots.append(_Spot(hull, place.pitch_px / pitch_px, grid))
                taken.append(place.hull)

    # Tasks

    def _read_tracked(self, frame: Frame, first: BoardInView, timeout_s: float) -> OtherTask | None:
        """Read a tracked board that is not known yet: the one with the fewest readings."""
        unknown = [
            board
            for board in self.boards
            if board.tracked is not None and not board.tracked.is_known and board.is_steady
            and frame.seconds >= board.tracked.paused_until
        ]  # fmt: skip
        if not unknown:
            return None
        board = min(unknown, key=_readings_of)
        tracked, pose = board.tracked, board.pose
        assert tracked is not None
        assert pose is not None
        if tracked.readings >= MAX_EAGER_READINGS:
            tracked.paused_until = frame.seconds + READING_PAUSE_S
        places = self._places(first, board)
        is_detected = tracked.readings % REDETECTION_INTERVAL == REDETECTION_INTERVAL - 1
        found = None if is_detected else tasks.move_grid(tracked.frame_reading.found, pose.nodes)
        is_sharpened = tracked.is_better_sharpened
        return OtherTask(
            tasks.read_beside, (places, found, is_sharpened, timeout_s), tracked, is_sharpened
        )

    def _free(self, first: BoardInView, shape: Sequence[int]) -> list[tuple[_Spot, Place]]:
        """The spots in the frame without a tracked board, with their places."""
        pose = first.pose
        if pose is None or len(self.boards) >= MAX_OTHERS:
            return []
        plane, pitch_px = PagePlane(pose.lattice), pose.lattice.pitch_px
        poses = [board.pose for board in (first, *self.boards)]
        boards = [place_of(each.lattice).hull for each in poses if each is not None]
        placed = [(spot, spot.place(plane, pitch_px)) for spot in self._spots]
        return [
            (spot, place)
            for spot, place in placed
            if _is_inside(place.hull, shape)
            and cv2.isContourConvex(place.hull)
            and not any(overlap(place.hull, hull) > MAX_SAME_SHARE for hull in boards)
        ]

    def _read_spot(self, frame: Frame, first: BoardInView, timeout_s: float) -> OtherTask | None:
        """Read the next spot without a board."""
        if not first.is_steady or first.pose is None:
            return None
        due = [
            (spot, place)
            for spot, place in self._free(first, frame.picture.shape)
            if spot.tries < MAX_SPOT_TRIES and frame.seconds >= spot.paused_until
        ]
        if not due:
            return None
        spot, place = min(due, key=lambda pair: pair[0].tries)
        places = [place, *self._places(first, None, spot)]
        self._asked = spot
        is_sharpened = spot.tries % 2 == 0
        found = spot.found(PagePlane(first.pose.lattice))
        arguments = (places, found, is_sharpened, timeout_s)
        return OtherTask(tasks.read_beside, arguments, None, is_sharpened)

    def _search(self, frame: Frame, first: BoardInView) -> OtherTask | None:
        """Search the whole frame for other boards."""
        interval_s = SEARCH_INTERVALS_S[min(self._searches, len(SEARCH_INTERVALS_S) - 1)]
        if not first.is_steady or frame.seconds < self._searched_at + interval_s:
            return None
        assert first.pose is not None
        self._searches, self._searched_at = self._searches + 1, frame.seconds
        lattice = first.pose.lattice
        self._asked = PagePlane(lattice)
        known = [board.pose.lattice for board in (first, *self.boards) if board.pose]
        # Cells are found in a twentieth of the time; they show most boards.
        timeout_s = SEARCH_TIMEOUT_S if self._searches == GRID_SEARCH else 0.0
        return OtherTask(tasks.find_beside, (known, timeout_s))

    def _read_marks(self, frame: Frame, hooks: SolverHooks) -> OtherTask | None:
        """Read the marks of the board whose marks are oldest."""
        due = [
            board
            for board in self.boards
            if board.is_shown and board.is_steady
            and frame.seconds - board.marks_at >= MARKS_INTERVAL_S
        ]  # fmt: skip
        if not due:
            return None
        board = min(due, key=lambda board: board.marks_at)
        board.marks_at = frame.seconds
        return OtherTask(tasks.marks_and_hint, board.marks_arguments(hooks), board.tracked)

    def _places(
        self, first: BoardInView, own: BoardInView | None, but: _Spot | None = None
    ) -> list[Place]:
        """Where boards are in this frame, the own one first.

        Args:
            first: The board that is followed first.
            own: The board that is read; ``None`` if a spot is.
            but: The spot that is read.
        """
        boards = [board for board in (first, *self.boards) if board.pose and board is not own]
        places = [place_of(board.pose.lattice) for board in boards if board.pose]
        if own is not None and own.pose is not None:
            places.insert(0, place_of(own.pose.lattice))
        if first.pose is not None:
            plane, pitch_px = PagePlane(first.pose.lattice), first.pose.lattice.pitch_px
            for spot in self._spots:
                place = spot.place(plane, pitch_px)
                is_free = all(overlap(place.hull, o.hull) <= MAX_SAME_SHARE for o in places)
                if spot is not but and spot.tries < MAX_SPOT_TRIES and is_free:
                    places.append(place)
        return places


def _readings_of(board: BoardInView) -> int:
    return 0 if board.tracked is None else board.tracked.readings


def _are_same(one: BoardInView, other: BoardInView) -> bool:
    """Whether two trackers follow one board."""
    assert one.pose is not None
    assert other.pose is not None
    shared = overlap(place_of(one.pose.lattice).hull, place_of(other.pose.lattice).hull)
    return shared > MAX_SAME_SHARE


def _is_inside(hull: Hull, shape: Sequence[int]) -> bool:
    """Whether a place is all in the frame."""
    size = np.array(shape[1::-1], np.float32)
    return bool(np.isfinite(hull).all() and (hull >= 0).all() and (hull <= size).all())
