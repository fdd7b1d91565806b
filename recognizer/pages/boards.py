"""Read all boards of one picture.

1. Places where a board may be are found: groups of cells (:mod:`recognizer.pages.cells`), and grids
   where no cells are seen (:mod:`recognizer.grid`).
2. If there is only one, the picture is read as by :func:`recognizer.reading.read`.
3. Otherwise the page is divided between the places (:mod:`recognizer.pages.areas`), and each area is read
   as a picture of its own: with its own scale, grid, clues and corrections. No number belongs to two boards.
4. Places without clues on two sides are no boards: mosaics, printed solutions, tables. If at most one
   board is left, the undivided picture is read, too, and the better reading is kept: what seemed to be
   another board may have been a part of this one.
5. Positions are mapped back into the whole picture, and the boards are put in reading order.

The work is bounded by :data:`MAX_PLACES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount, never
from puzzles.words import worded
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.pages.areas import Division, Place
from recognizer.pages.cells import CellGroup, InkPage, overlap
from recognizer.pages.order import reading_order
from recognizer.pages.positions import Size, in_whole, turned_points, upright_points
from recognizer.reading import read
from recognizer.values import (
    Lattice,
    OnProgress,
    Picture,
    Problem,
    Progress,
    Reading,
)

MAX_PLACES = 30
"""Maximum number of places that are read, the largest first."""
MAX_SAME_SHARE = 0.2
"""Two places are the same if they share more than this of the smaller one."""
MIN_PART_SHARE = 0.6
"""Groups of cells are parts of one grid if it covers this share of each of them at least: shaded cells
part a board."""
MIN_SURE_SHARE = 0.5
"""Minimum share of surely read lines of a board whose puzzle has not one solution."""


def read_boards(
    picture: Picture,
    *,
    count_solutions: CountSolutions | None = None,
    on_progress: OnProgress | None = None,
    should_stop: ShouldStop | None = None,
) -> tuple[Reading, ...]:
    """Read all boards of a picture.

    Args:
        picture: BGR uint8, shape (height, width, 3), as for :func:`recognizer.reading.read`.
        count_solutions: Counts the solutions of a puzzle; with it misreads can be corrected.
        on_progress: Called with the progress.
        should_stop: Polled; once true, what was read so far is returned.

    Returns:
        The boards in reading order, each with the others' lattices in
        :attr:`~recognizer.values.Reading.others`. A picture without a board has one reading, which
        says what is missing.
    """
    stop = should_stop or never

    def report(stage: str, share: float) -> None:
        if on_progress is not None:
            on_progress(Progress(stage, share))

    report("looking for the grids", 0.0)
    ink = InkPage.of(picture)
    grids = find_grids(picture, stop)
    places = _places(ink.groups(), grids)

    def whole() -> Reading:
        return read(
            picture,
            count_solutions=count_solutions,
            grids=grids,
            on_progress=on_progress,
            should_stop=stop,
        )

    if len(places) < 2 or stop():
        return (whole(),)
    division = Division(picture, ink, places)
    boards: list[Reading] = []
    for index, place in enumerate(places):
        if stop():
            break
        words = {"number": index + 1, "count": len(places)}
        report(worded("reading puzzle {number} of {count}", **words), index / len(places))
        cut = division.cut(index)
        reading = read(cut.picture, count_solutions=count_solutions, should_stop=stop)
        size = cut.picture.shape[:2], picture.shape[:2]
        reading = in_whole(reading, size[0], (cut.left, cut.top), size[1])
        is_new = not any(_is_same(reading, other) for other in boards)
        if _is_board(reading) and is_new:
            boards.append(reading)
    if len(boards) < 2 and not stop() and not (boards and boards[0].is_certain):
        boards = [min([whole(), *boards], key=_badness)]
    return _as_page(boards, picture.shape[:2])


def has_puzzle(reading: Reading) -> bool:
    """Whether a grid with at least one number was read."""
    return reading.lattice is not None and any(line.numbers for _, line in reading.lines)


def _places(groups: Sequence[CellGroup], grids: Sequence[DetectedGrid]) -> list[Place]:
    """The places where boards may be, the largest first."""
    places = [Place(group.hull, group.pitch_px) for group in groups]
    for grid in grids:
        lattice = Lattice(_dense(grid).astype(np.float32))
        hull = cv2.convexHull(lattice.corners).reshape(-1, 2)
        place = Place(np.asarray(hull, np.float32), lattice.pitch_px)
        same = [each for each in places if overlap(each.hull, place.hull) > MAX_SAME_SHARE]
        parts = [each for each in same if _covered(each, place) > MIN_PART_SHARE]
        if not same or len(parts) > 1:
            places = [each for each in places if each not in parts] + [place]
    places.sort(key=lambda place: -cv2.contourArea(place.hull))
    return places[:MAX_PLACES]


def _dense(grid: DetectedGrid) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    d = grid.dense
    return grid.nodes[d.top : d.bottom + 1, d.left : d.right + 1]


def _covered(part: Place, whole: Place) -> float:
    """The share of one place that lies in another one."""
    area, _ = cv2.intersectConvexConvex(part.hull, whole.hull)
    return float(area / max(1e-9, cv2.contourArea(part.hull)))


def _is_board(reading: Reading) -> bool:
    """Whether a grid has so many clues that it is a puzzle."""
    if reading.lattice is None or Problem.NO_CLUES in reading.problems:
        return False
    if reading.solution_count is SolutionCount.ONE:
        return True
    lines = [line for _, line in reading.lines]
    return sum(bool(line.numbers) and line.is_sure for line in lines) >= MIN_SURE_SHARE * len(lines)


def _is_same(one: Reading, two: Reading) -> bool:
    return (
        one.lattice is not None
        and two.lattice is not None
        and one.turns == two.turns
        and one.lattice.is_same_grid(two.lattice)
    )


def _badness(reading: Reading) -> tuple[bool, bool, bool, float]:
    """Readings of one board are sorted by this, the best first."""
    lines = [line for _, line in reading.lines]
    unsure = sum(not (line.numbers and line.is_sure) for line in lines)
    return (
        not has_puzzle(reading),
        not reading.is_certain,
        reading.solution_count is not SolutionCount.ONE,
        unsure / max(1, len(lines)),
    )


def _as_page(boards: list[Reading], size: Size) -> tuple[Reading, ...]:
    """The boards in reading order; none asks whether another one was meant."""
    if len(boards) < 2:
        return tuple(boards)
    # A board that was read in another orientation than most still has its place on the page.
    turns = max((board.turns for board in boards), key=[b.turns for b in boards].count)

    def lattice_of(board: Reading, turns: int) -> Lattice:
        assert board.lattice is not None
        upright = upright_points(board.lattice.points, board.turns, size)
        return Lattice(turned_points(upright, turns, size))

    order = reading_order([lattice_of(board, turns) for board in boards])
    boards = [boards[index] for index in order]
    page = []
    for board in boards:
        others = [lattice_of(each, board.turns) for each in boards if each is not board]
        others.sort(key=lambda lattice: -cv2.contourArea(lattice.corners))
        problems = tuple(p for p in board.problems if p is not Problem.SEVERAL_GRIDS)
        page.append(replace(board, others=tuple(others), problems=problems))
    return tuple(page)
