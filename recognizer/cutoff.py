"""Detect puzzles that extend beyond the picture's edge; no reading of them can be right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import SolutionCount
from recognizer.lattice import Lattice, Picture, Points
from recognizer.values import CERTAIN, Problem, Reading, ReadLine, ReadNumber, Side

Gray = NDArray[np.float32]
Floats = NDArray[np.floating]

_MAX_NEXT_LINE_ROOM = 1.3
"""Cells: within a wider room at the edge the grid's next line would be visible."""
_LINE_RIM = 0.12
"""Cells: the width beside a line that its blurred edge may darken."""
_MIN_LINE_STRENGTH_SHARE = 0.45
"""Minimum strength of a line beyond the border, as a share of the same line inside."""
_MIN_CONTINUING_SHARE = 0.6
"""Minimum share of lines that continue where the grid is cut off."""
_MIN_CONTRAST_GRAY = 8.0
"""Minimum contrast of lines and ink, gray levels."""
_MAX_CUT_ROOM = 0.3
"""Cells: a board this near to the edge may be cut off, if the sums agree."""
_MAX_SEPARATED_GAP = 0.4
"""Cells: other numbers may be beyond the edge if the outermost ones are this near to it."""
_MIN_SEPARATED_SHARE = 0.3
"""Minimum share of lines with such numbers, if more cells are lacking than with a misread
number."""
_MIN_EXCESS_PER_LINE = 1.0
"""Cells lacking for each line, at least, if the board is too small."""
_MAX_NUMBER_DISTANCE = 0.9
"""Cells: the next number of a clue is not farther away than this."""
_MIN_INK_SHARE = 0.2
"""Minimum share of lines with ink at the edge where no clue of that side could be read."""
_EDGE_RIM = 0.03
"""Cells: numbers nearer to the edge than this may be the ink at the edge."""
_MAX_WHOLE_GAP = 0.35
"""Cells: a certain number at a distance from _EDGE_RIM to this one is whole, and is itself the ink
at the edge."""
_MIN_CLUED_SHARE = 0.15
"""Minimum share of lines with numbers on a side that was not cut away."""
_MIN_CUT_LINES = 3
"""Minimum number of lines whose outermost numbers run into the edge, whatever the sums are."""
_MIN_OVERLONG_LINES = 2
"""Minimum number of lines whose clues do not fit a board that lacks cells; one may be misread."""
_MIN_DIGIT_ROOM = 0.65
"""Cells: a whole digit beside the board needs this much room."""
_MIN_PRINTED_SHARE = 0.5
"""Minimum share of lines with ink beside the board where clues are printed."""
_ROOM_STEP = 0.02
"""Cells: resolution of the room beside the board."""
_MAX_CLUE_DEPTH = 4.0
"""Cells: print that is cut off farther away than this does not belong to the puzzle."""
_MIN_INK_STRENGTH_SHARE = 0.5
"""Minimum contrast of ink at the edge, as a share of the numbers that were read."""


def is_cut_off(picture: Picture, reading: Reading) -> bool:
    """Whether the board or its clues extend beyond the picture on any side.

    A puzzle that ends exactly at its outermost line or number is complete. Evidence of a cut-off:
    lines or digits run into the edge, or end there while that side shades too few cells.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: The reading of it. If it has one solution, only lines of the board that run into
            the edge count: the line of cells that they cross may be a blank one.
    """
    lattice = reading.lattice
    if lattice is None:
        return False
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
    if reading.solution_count is SolutionCount.ONE:
        return any(
            _is_board_cut(gray, lattice, side)
            for side in Side
            if not _has_clues(_clues(reading, side))
        )
    return any(_is_cut_at(gray, reading, lattice, side) for side in Side)


def with_cutoff_warning(picture: Picture, reading: Reading) -> Reading:
    """The reading with the problem CUT_OFF added if the puzzle is cut off."""
    is_hopeless = {Problem.TOO_SMALL, Problem.BLURRED} & {*reading.problems}
    if is_hopeless or not is_cut_off(picture, reading):
        return reading
    return replace(reading, problems=(Problem.CUT_OFF, *reading.problems))


def _has_clues(lines: Sequence[ReadLine]) -> bool:
    """Whether a side has clues: single pieces of a cut line are read as 1."""
    return sum(bool(line.numbers) for line in lines) > _MIN_CLUED_SHARE * len(lines)


def _is_cut_at(gray: Gray, reading: Reading, lattice: Lattice, side: Side) -> bool:
    is_beside = side in (Side.LEFT, Side.RIGHT)
    rooms = _rooms_at_edge(gray, lattice, side)
    if _has_clues(_clues(reading, side)):
        return _are_clues_cut(gray, reading, lattice, side, rooms)
    room = float(np.quantile(rooms, 0.25))
    if room < _MAX_NEXT_LINE_ROOM and _lines_continue(gray, lattice, side, room):
        return _is_board_cut(gray, lattice, side)
    across = reading.rows if is_beside else reading.columns
    if _has_clues(across):
        return room < _MAX_CUT_ROOM and _board_lacks_cells(reading, lattice, is_beside)
    is_empty = not any(line.numbers for _, line in reading.lines)
    if is_empty and reading.others:
        # If there are other grids, this one may be no puzzle.
        return False
    both = (Side.LEFT, Side.RIGHT) if is_beside else (Side.TOP, Side.BOTTOM)
    if any(_shows_clues(gray, reading, lattice, other) for other in both):
        return False
    has_ink = _ink_at_edge(gray, lattice, side, rooms, reading)
    return room < _MAX_CUT_ROOM or bool(
        has_ink.mean() > _MIN_INK_SHARE and room < _MAX_CLUE_DEPTH and not is_empty
    )


def _is_board_cut(gray: Gray, lattice: Lattice, side: Side) -> bool:
    """Whether the lines that cross the border of a board run into the edge, without an end."""
    room = float(np.quantile(_rooms_at_edge(gray, lattice, side), 0.25))
    return (
        room < _MAX_NEXT_LINE_ROOM
        and _lines_continue(gray, lattice, side, room)
        and not _ends_with_border(gray, lattice, side, room)
    )


def _are_clues_cut(
    gray: Gray, reading: Reading, lattice: Lattice, side: Side, rooms: NDArray[np.float64]
) -> bool:
    """Whether the clues of a side, of which some were read, extend beyond the edge."""
    lines = _clues(reading, side)
    gaps = _gaps_to_edge(gray, lines, lattice, rooms)
    has_ink = _ink_at_edge(gray, lattice, side, rooms, reading) & (gaps < _MAX_NUMBER_DISTANCE)
    if (has_ink & (gaps <= _EDGE_RIM)).sum() >= _MIN_CUT_LINES:
        return True
    lacking_cells = -_sum_excess(reading, side in (Side.LEFT, Side.RIGHT))
    if lacking_cells <= 0 and _has_both_sums(reading):
        return False
    is_whole = np.array([
        bool(line.numbers)
        and _EDGE_RIM < gap < _MAX_WHOLE_GAP
        and _outermost(line, side).confidence >= CERTAIN
        for line, gap in zip(lines, gaps, strict=True)
    ])  # fmt: skip
    if (has_ink & ~is_whole).sum() > (0 if lacking_cells > 0 else 1):
        return True
    # A single misread line lacks fewer cells.
    return bool(
        (gaps < _MAX_SEPARATED_GAP).mean() > _MIN_SEPARATED_SHARE
        and lacking_cells > max(lattice.rows, lattice.columns)
    )


def _outermost(line: ReadLine, side: Side) -> ReadNumber:
    return line.numbers[0 if side in (Side.LEFT, Side.TOP) else -1]


def _board_lacks_cells(reading: Reading, lattice: Lattice, is_beside: bool) -> bool:
    """Whether the clues of the lines that end on a side need a larger board."""
    lines = reading.rows if is_beside else reading.columns
    length = lattice.columns if is_beside else lattice.rows
    too_long = sum(sum(li.lengths) + len(li.lengths) - 1 > length for li in lines)
    return too_long >= _MIN_OVERLONG_LINES and _sum_excess(
        reading, is_beside
    ) > _MIN_EXCESS_PER_LINE * len(lines)


def _shows_clues(gray: Gray, reading: Reading, lattice: Lattice, side: Side) -> bool:
    """Whether a side seems to have complete clues that could not be read."""
    rooms = _rooms_at_edge(gray, lattice, side)
    room = float(np.quantile(rooms, 0.25))
    if room < _MIN_DIGIT_ROOM:
        return False
    along = np.arange(len(rooms))[:, None] + np.linspace(0.18, 0.82, 17)
    far = np.linspace(_LINE_RIM + 0.03, min(room, 1.0) - 0.05, 9).astype(np.float32)
    points = _outside(lattice, side, along[:, :, None], far)
    ink = np.ptp(_sample(gray, points).reshape(len(rooms), -1), axis=1)
    if (ink > _min_ink_contrast(gray, reading)).mean() < _MIN_PRINTED_SHARE:
        return False
    return room < _MAX_NEXT_LINE_ROOM or bool(
        _ink_at_edge(gray, lattice, side, rooms, reading).mean() <= _MIN_INK_SHARE
    )


def _clues(reading: Reading, side: Side) -> tuple[ReadLine, ...]:
    """The lines with clues on this side; none if the clues are on the opposite side."""
    if side is reading.rows_side:
        return reading.rows
    return reading.columns if side is reading.columns_side else ()


def _sum_excess(reading: Reading, of_rows: bool) -> int:
    """The sum of the rows minus that of the columns, or the negative; 0 if one is unknown."""
    totals = reading.puzzle().color_totals()
    rows, columns = sum(a for a, _ in totals), sum(b for _, b in totals)
    if not rows or not columns:
        return 0
    return rows - columns if of_rows else columns - rows


def _has_both_sums(reading: Reading) -> bool:
    return all(any(li.numbers for li in lines) for lines in (reading.rows, reading.columns))


def _outside(lattice: Lattice, side: Side, along: Floats, far: Floats) -> Points:
    """Positions ``far`` cells outside the board (negative: inside), ``along`` one of its sides."""
    along, far = np.broadcast_arrays(along, far)
    if side is Side.LEFT:
        return lattice.at(np.stack([along, -far], axis=-1))
    if side is Side.RIGHT:
        return lattice.at(np.stack([along, lattice.columns + far], axis=-1))
    if side is Side.TOP:
        return lattice.at(np.stack([-far, along], axis=-1))
    return lattice.at(np.stack([lattice.rows + far, along], axis=-1))


def _count(lattice: Lattice, side: Side) -> int:
    return lattice.rows if side in (Side.LEFT, Side.RIGHT) else lattice.columns


def _rooms_at_edge(gray: Gray, lattice: Lattice, side: Side) -> NDArray[np.float64]:
    """For each line that ends on a side, the room to the picture's edge in cells."""
    far = np.arange(0, 25, _ROOM_STEP)
    middles = np.arange(_count(lattice, side)) + 0.5
    points = _outside(lattice, side, middles[:, None], far[None, :].astype(np.float32))
    height, width = gray.shape
    x, y = points[..., 0], points[..., 1]
    is_in = (x >= 0) & (x <= width - 1) & (y >= 0) & (y <= height - 1)
    rooms = np.where(is_in.all(axis=1), far[-1], far[np.argmin(is_in, axis=1)])
    return np.asarray(rooms, np.float64)


def _sample(gray: Gray, points: Points) -> Gray:
    flat = points.reshape(points.shape[0], -1, 2)
    got = cv2.remap(gray, flat[..., 0].copy(), flat[..., 1].copy(), cv2.INTER_LINEAR,
                    borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    return np.asarray(got, np.float32).reshape(points.shape[:-1])


def _lines_continue(gray: Gray, lattice: Lattice, side: Side, room: float) -> bool:
    """Whether the lines that cross a border continue outside it."""
    if room < _LINE_RIM + 0.08:
        return False
    ends = min(room - 0.02, 1 - _LINE_RIM)
    outside = _strengths(gray, lattice, side, np.linspace(_LINE_RIM, ends, 12))
    inside = _strengths(gray, lattice, side, -np.linspace(_LINE_RIM, 1 - _LINE_RIM, 12))
    return bool(
        (outside > np.maximum(_MIN_CONTRAST_GRAY, _MIN_LINE_STRENGTH_SHARE * inside)).mean()
        > _MIN_CONTINUING_SHARE
    )


def _ends_with_border(gray: Gray, lattice: Lattice, side: Side, room: float) -> bool:
    """Whether the next line outside a border is at the picture's edge and closes the board."""
    if not 1 - _LINE_RIM < room < 1 + _LINE_RIM:
        return False
    along = (np.arange(_count(lattice, side)) + 0.5)[:, None] + np.linspace(-0.25, 0.25, 7)
    far = np.arange(0.3, room - 0.01, _ROOM_STEP).astype(np.float32)
    points = _outside(lattice, side, along[:, :, None], far)
    profile = _sample(gray, points).mean(axis=1)
    is_next = far > 1 - _LINE_RIM
    if not is_next.any():
        return False
    strength = np.abs(profile[:, is_next] - np.median(profile, axis=1)[:, None]).max(axis=1)
    border = _outside(lattice, side, along[:, :, None], np.linspace(-0.7, 0.3, 51))
    beside = _sample(gray, border).mean(axis=1)
    border_strength = np.abs(beside[:, 25:] - np.median(beside, axis=1)[:, None]).max(axis=1)
    return bool(
        (
            strength > np.maximum(_MIN_CONTRAST_GRAY, _MIN_LINE_STRENGTH_SHARE * border_strength)
        ).mean()
        > _MIN_CONTINUING_SHARE
    )


def _strengths(
    gray: Gray, lattice: Lattice, side: Side, far: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The contrast of each inner line that crosses a side to its surroundings."""
    lines = np.arange(1, _count(lattice, side))
    across = np.linspace(-0.32, 0.32, 21)
    along = (lines[:, None] + across)[:, :, None]
    profile = _sample(gray, _outside(lattice, side, along, far.astype(np.float32))).mean(axis=2)
    is_near = np.abs(across) < 0.15
    beside = np.median(profile[:, ~is_near], axis=1)
    return np.asarray(np.abs(profile[:, is_near] - beside[:, None]).max(axis=1), np.float64)


def _gaps_to_edge(
    gray: Gray, lines: tuple[ReadLine, ...], lattice: Lattice, rooms: NDArray[np.float64]
) -> NDArray[np.float64]:
    """For each line, the distance of its numbers, or else of the board, from the edge in cells."""
    height, width = gray.shape
    gaps = rooms.copy()
    for i, line in enumerate(lines):
        if line.numbers:
            quads = np.array([n.quad for n in line.numbers]).reshape(-1, 2)
            far = np.minimum(quads, np.array([width - 1, height - 1]) - quads)
            gaps[i] = float(far.min()) / lattice.pitch_px
    return gaps


def _ink_at_edge(
    gray: Gray,
    lattice: Lattice,
    side: Side,
    rooms: NDArray[np.float64],
    reading: Reading,
) -> NDArray[np.bool_]:
    """For each line, whether ink other than grid lines runs into the edge."""
    if not any(line.numbers for _, line in reading.lines):
        return np.zeros(len(rooms), bool)
    along = np.arange(len(rooms))[:, None] + np.linspace(0.18, 0.82, 25)
    # The outermost pixel: ink that ends one pixel before it is not cut.
    far = (rooms - _ROOM_STEP - 0.1 / lattice.pitch_px)[:, None]
    edge = _sample(gray, _outside(lattice, side, along, far.astype(np.float32)))
    return np.asarray(np.ptp(edge, axis=1) > _min_ink_contrast(gray, reading))


def _min_ink_contrast(gray: Gray, reading: Reading) -> float:
    """Minimum contrast of ink, gray levels."""
    quads = [np.array(li.numbers[0].quad, np.float32) for _, li in reading.lines if li.numbers]
    if not quads:
        return 4 * _MIN_CONTRAST_GRAY
    grid = np.linspace(0.1, 0.9, 9)
    strengths = []
    for a, b, c, d in quads:
        top, low = a + (b - a) * grid[:, None], d + (c - d) * grid[:, None]
        points = top[:, None] + (low - top)[:, None] * grid[:, None]
        strengths.append(float(np.ptp(_sample(gray, points.astype(np.float32)))))
    return max(2 * _MIN_CONTRAST_GRAY, _MIN_INK_STRENGTH_SHARE * float(np.median(strengths)))
