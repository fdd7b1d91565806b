"""Read all boards of one picture.

1. Places where a board may be are found: groups of cells (:mod:`recognizer.pages.cells`), and grids
   where no cells are seen (:mod:`recognizer.grid`).
2. If there is only one, the picture is read as by :func:`recognizer.reading.read`.
3. If one place is much larger than the others, the undivided picture is read first. A board that
   is read so takes its place with all its numbers, and what overlaps that is no other board.
4. The page is divided between the places (:mod:`recognizer.pages.areas`), and each area is read as
   a picture of its own: with its own scale, grid, clues and corrections. No number belongs to two
   boards. Without one solution a smaller area is tried: a sheet's edge may have been in the way.
5. Places without clues on two sides are no boards: mosaics, printed solutions, tables. If at most
   one board is left, the undivided picture is read as in step 3. Only if it has no board either,
   each place is turned, and read as handwriting. A place that has numbers beside most lines, but
   hardly one that is sure, is named beside the boards of its page: nobody would miss it otherwise.
6. Positions are mapped back into the whole picture, and the boards are put in reading order.

The work is bounded by :data:`MAX_PLACES`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from puzzles.contracts import CountSolutions, SolutionCount
from puzzles.words import _, worded
from recognizer.combining import rank
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.images import turned
from recognizer.lattice import Lattice, Picture
from recognizer.pages.areas import Division, Place
from recognizer.pages.cells import Hull, InkPage, overlap
from recognizer.pages.order import reading_order
from recognizer.pages.positions import Size, in_whole, turned_points, upright_points
from recognizer.reading import read
from recognizer.values import OnProgress, Problem, Progress, Reading

MAX_PLACES = 30
"""Maximum number of places that are read, the largest first."""
MAX_SAME_SHARE = 0.2
"""Two places are the same if they share more than this of the smaller one."""
MIN_PART_SHARE = 0.6
"""Groups of cells are parts of one grid if it covers this share of each of them at least: shaded
cells part a board."""
MAX_SMALL_SHARE = 0.5
"""If the second largest place has less than this share of the largest one, the undivided picture is
read first: most of such places are parts of the board, or of what is beside it."""
MIN_SEEN_SHARE = 0.5
"""A place is read if a grid found in its area covers this share of it, or it of the grid."""
MIN_SURE_SHARE = 0.35
"""Minimum share of surely read lines of a board whose puzzle has not one solution. At 100 dots an
inch 16 of 33 lines of a printed board in colours were sure (no command here shows it)."""
UNREADABLE = {Problem.NO_CLUES, Problem.TOO_SMALL, Problem.BLURRED}
"""Problems of a board that a smaller area does not mend."""
MIN_NUMBERED_SHARE = 0.7
"""Minimum share of the rows, and of the columns, with numbers beside a board that is not read."""


def read_boards(
    picture: Picture,
    *,
    count_solutions: CountSolutions | None = None,
    on_progress: OnProgress | None = None,
) -> tuple[Reading, ...]:
    """Read all boards of a picture.

    Args:
        picture: BGR uint8, shape (height, width, 3), as for :func:`recognizer.reading.read`.
        count_solutions: Counts the solutions of a puzzle; with it misreads can be corrected.
        on_progress: Called with the progress.

    Returns:
        The boards in reading order, each with the others' lattices in
        :attr:`~recognizer.values.Reading.others`. A picture without a board has one reading, which
        says what is missing.
    """
    done = 0.0

    def report(stage: str, share: float) -> None:
        nonlocal done
        done = max(done, share)  # some places are read a second time
        if on_progress is not None:
            on_progress(Progress(stage, done))

    report(_("looking for the grids"), 0.0)
    ink = InkPage.of(picture)
    grids = find_grids(picture)
    places = board_places(ink, grids)

    def whole(progress: OnProgress | None = None) -> Reading:
        return read(
            picture,
            count_solutions=count_solutions,
            grids=grids,
            on_progress=progress,
        )

    size = _size_of(picture)
    if len(places) < 2:
        return _as_page([whole(on_progress)], size)
    found: list[Reading] = []
    unread: list[Reading] = []
    if not _is_one_large(places):
        areas = Division(picture, ink, places)
        found, unread = _read_areas(areas, None, 0, count_solutions, report)
    if len(found) < 2 and not (found and found[0].is_certain):
        # This reading takes the longest; it counts as that of the first place.
        first = whole(lambda progress: report(progress.stage, progress.share / len(places)))
        undivided = min([first, *found], key=rank)
        if _is_board(undivided):
            # What else seemed to be a board may be a part of this one: its clue boxes, say.
            extent = _extent(undivided, size)
            places = [extent, *(place for place in places if not _is_in(place, extent))]
            areas = Division(picture, ink, places)
            found, unread = _read_areas(areas, undivided, undivided.turns, count_solutions, report)
        elif not found:
            areas = Division(picture, ink, places)
            found, unread = _read_areas(areas, None, None, count_solutions, report)
        found = found or [undivided]
    return _as_page([*found, *unread] if any(map(_is_board, found)) else found, size)


def _read_areas(
    division: Division,
    known: Reading | None,
    turns: int | None,
    count_solutions: CountSolutions | None,
    report: Callable[[str, float], None],
) -> tuple[list[Reading], list[Reading]]:
    """The boards of a divided page, and those that were seen but are not read.

    Args:
        division: The areas.
        known: The board in the first area, if it was read before.
        turns: How the page is turned. If it is ``None``, each place is turned, or read as
            handwriting, until a board is found.
        count_solutions: See :func:`read_boards`.
        report: Called with the stage and the share that is done.
    """
    boards: dict[int, Reading] = {} if known is None else {0: known}
    unread: list[Reading] = []
    count = len(division.places)
    for index in range(len(boards), count):
        stage = worded("reading puzzle {number} of {count}", number=index + 1, count=count)
        report(stage, index / count)
        other = next((board.turns for board in boards.values()), turns)
        reading = _read_area(division, index, other, count_solutions)
        if reading is None or any(_is_same(reading, board) for board in boards.values()):
            continue
        if _is_board(reading):
            boards[index] = reading
        else:
            unread.append(reading)
    if known is not None and len(boards) > 1 and not known.is_certain:
        # The numbers of the others may have been in the way.
        again = _read_area(division, 0, known.turns, count_solutions)
        if again is not None and _is_board(again):
            boards[0] = min([known, again], key=rank)
    return list(boards.values()), unread


def _read_area(
    division: Division,
    index: int,
    turns: int | None,
    count_solutions: CountSolutions | None,
) -> Reading | None:
    """The board in an area, with its positions in the whole picture; ``None`` if there is none.

    If none can be read, it is one that was seen only.

    Args:
        division: The areas.
        index: The place.
        turns: How another board of the page was turned; ``None`` if that is not known.
        count_solutions: See :func:`read_boards`.
    """
    found: list[Reading] = []
    for is_close in (False, True):
        cut = division.cut(index, is_close=is_close)
        size = _size_of(cut.picture)
        picture = cut.picture if turns is None else turned(cut.picture, turns)
        hull = division.places[index].hull - np.array([cut.left, cut.top], np.float32)
        hull = turned_points(hull, turns or 0, size)
        hull = np.asarray(cv2.convexHull(hull).reshape(-1, 2), np.float32)
        grids = find_grids(picture)
        if not any(overlap(_outline(grid), hull) > MIN_SEEN_SHARE for grid in grids):
            break
        reading = read(
            picture,
            count_solutions=count_solutions,
            grids=grids,
            is_upright=turns is not None,
            has_clues=turns is not None,
        )
        if turns is not None:
            reading = replace(reading, turns=turns)
        if _is_board(reading) or _is_seen(reading):
            found.append(in_whole(reading, size, (cut.left, cut.top), division.size))
        is_read = reading.is_certain or reading.solution_count is SolutionCount.ONE
        if is_read or UNREADABLE.intersection(reading.problems) or not reading.has_puzzle:
            break
    return min(found, key=lambda reading: (not _is_board(reading), rank(reading)), default=None)


def _size_of(picture: Picture) -> Size:
    height, width = picture.shape[:2]
    return height, width


def board_places(ink: InkPage, grids: Sequence[DetectedGrid]) -> list[Place]:
    """The places of a page where boards may be, the largest first.

    Args:
        ink: The ink of the page.
        grids: The grids that were found in it.
    """
    places = _joined([Place(group.hull, group.pitch_px) for group in ink.groups()])
    for grid in grids:
        place = Place(_outline(grid), grid.lattice.pitch_px)
        same = [each for each in places if overlap(each.hull, place.hull) > MAX_SAME_SHARE]
        parts = [
            each
            for each in same
            if each.has_cells_like(place) and _covered(each, place) > MIN_PART_SHARE
        ]
        if not same or (grid.is_clear and len(parts) > 1):
            places = [each for each in places if each not in parts] + [place]
    places.sort(key=_size)
    return places[::-1][:MAX_PLACES]


def _joined(places: list[Place]) -> list[Place]:
    """Places that are so near to each other that no clues fit between them are one."""
    found: list[Place] = []
    for place in sorted(places, key=_size):
        near = [each for each in found if place.is_part_of(each)]
        for each in near:
            place = place.joined_with(each)
        found = [each for each in found if each not in near] + [place]
    return [each for each in found if not any(map(each.is_clues_of, found))]


def _is_one_large(places: Sequence[Place]) -> bool:
    """Whether the first place is much larger than the others."""
    return _size(places[1]) < MAX_SMALL_SHARE * _size(places[0])


def _extent(reading: Reading, size: Size) -> Place:
    """The place of a board with its clues, on the page before it was turned."""
    assert reading.lattice is not None
    quads = [number.quad for _, line in reading.lines for number in line.numbers]
    points = np.concatenate([reading.lattice.corners, np.array(quads, np.float32).reshape(-1, 2)])
    hull = cv2.convexHull(upright_points(points, reading.turns, size)).reshape(-1, 2)
    return Place(np.asarray(hull, np.float32), reading.lattice.pitch_px)


def _is_in(place: Place, board: Place) -> bool:
    return overlap(place.hull, board.hull) > MAX_SAME_SHARE or place.is_part_of(board)


def _outline(grid: DetectedGrid) -> Hull:
    """Around the cells and clue boxes of a grid."""
    d = grid.dense
    lattice = Lattice(grid.nodes[d.top : d.bottom + 1, d.left : d.right + 1].astype(np.float32))
    return np.asarray(cv2.convexHull(lattice.corners).reshape(-1, 2), np.float32)


def _size(place: Place) -> float:
    return float(cv2.contourArea(place.hull))


def _covered(part: Place, whole: Place) -> float:
    """The share of one place that lies in another one."""
    area, _ = cv2.intersectConvexConvex(part.hull, whole.hull)
    return float(area / max(1e-9, _size(part)))


def _is_board(reading: Reading) -> bool:
    """Whether a grid has so many clues that it is a puzzle."""
    if reading.lattice is None or Problem.NO_CLUES in reading.problems:
        return False
    if reading.solution_count is SolutionCount.ONE:
        return True
    lines = [line for _, line in reading.lines]
    return sum(bool(line.numbers) and line.is_sure for line in lines) >= MIN_SURE_SHARE * len(lines)


def _is_seen(reading: Reading) -> bool:
    """Whether most lines of a grid have numbers, readable or not."""
    if reading.lattice is None or Problem.NO_CLUES in reading.problems:
        return False
    sides = [[bool(line.numbers) for line in side] for side in (reading.rows, reading.columns)]
    return all(sum(side) >= MIN_NUMBERED_SHARE * len(side) for side in sides)


def _is_same(one: Reading, two: Reading) -> bool:
    return (
        one.lattice is not None
        and two.lattice is not None
        and one.turns == two.turns
        and one.lattice.is_same_grid(two.lattice)
    )


def _as_page(boards: list[Reading], size: Size) -> tuple[Reading, ...]:
    """The boards in reading order; none asks whether another one was meant."""
    if any(board.lattice is None for board in boards):
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
