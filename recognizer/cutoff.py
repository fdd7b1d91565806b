"""Whether a puzzle goes on beyond the edge of its picture: then no reading of it can be right."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import SolutionCount
from recognizer.values import (
    CERTAIN,
    Lattice,
    Picture,
    Points,
    Problem,
    Reading,
    ReadLine,
    ReadNumber,
    Side,
)

Gray = NDArray[np.float32]
Floats = NDArray[np.floating]

_FAR = 1.3
"""Cells: a grid that ends farther from the edge than this would show its next line."""
_CLEAR = 0.12
"""Cells next to a line that its own rim may darken."""
_AS_STRONG = 0.45
"""How strong a line beyond the border is at least, compared with the same line inside."""
_MOST = 0.6
"""The share of lines that go on, at least, where the whole grid does."""
_FAINT = 8.0
"""Gray levels: what differs less from its surroundings is no line, and no ink."""
_NEAR = 0.3
"""Cells: what ends so near to the edge may go on beyond it, if the sums say so as well."""
_BETWEEN = 0.4
"""Cells: numbers that end so near to the edge may have been parted from others by it ..."""
_PARTED = 0.3
"""... if so many lines do, and ..."""
_MUCH = 1.0
"""... so many cells are lacking for each line: more than with a number that was misread."""
_NEXT = 0.9
"""Cells: the next number of a clue is not farther away than this."""
_SOME = 0.2
"""The share of lines with ink at the edge, at least, where no clue of that side could be read."""
_RIM, _WHOLE = 0.03, 0.35
"""Cells: a certain number between so far and so far from the edge is the ink there, and whole."""
_MANY = 3
"""Lines, at least, whose outermost numbers run into the edge, whatever the sums are."""
_TOO_LONG = 2
"""Lines, at least, whose clues do not fit the board where it lacks cells: one may be misread."""
_DIGIT = 0.65
"""Cells: a whole digit beside the board needs that much room."""
_PRINTED = 0.5
"""The share of lines with ink right beside the board, at least, where clues stand."""
_STEP = 0.02
"""Cells: how finely the room beside the board is measured."""
_DEEP = 4.0
"""Cells: what is cut off farther away than this is something else."""
_CUT = 0.5
"""How strong ink at the edge is at least, compared with the numbers that were read."""


def is_cut_off(picture: Picture, reading: Reading) -> bool:
    """Whether the board or its clues reach beyond the picture at some side.

    A puzzle whose paper ends at its outermost line, or number, is whole: it takes lines or digits
    that run into the edge, or end there while the clues of that side shade too little.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: What was read in it; a puzzle with one solution lacks nothing.
    """
    lattice = reading.lattice
    if lattice is None or reading.verdict is SolutionCount.ONE:
        return False
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
    return any(_is_cut(gray, reading, lattice, side) for side in Side)


def warned(picture: Picture, reading: Reading) -> Reading:
    """The reading, with the problem if there is one."""
    if not is_cut_off(picture, reading):
        return reading
    return replace(reading, problems=(Problem.CUT_OFF, *reading.problems))


def _is_cut(gray: Gray, reading: Reading, lattice: Lattice, side: Side) -> bool:
    is_beside = side in (Side.LEFT, Side.RIGHT)
    rooms = _rooms(gray, lattice, side)
    if any(line.numbers for line in _clues(reading, side)):
        return _are_clues_cut(gray, reading, lattice, side, rooms)
    room = float(np.quantile(rooms, 0.25))
    if room < _FAR and _goes_on(gray, lattice, side, room):
        return not _is_closed(gray, lattice, side, room)
    across = reading.rows if is_beside else reading.columns
    if any(line.numbers for line in across):
        return room < _NEAR and _lacks_cells(reading, lattice, is_beside)
    is_empty = not any(line.numbers for _, line in reading.lines)
    if is_empty and reading.others:
        # Where there are other grids, this one may be none of a puzzle.
        return False
    both = (Side.LEFT, Side.RIGHT) if is_beside else (Side.TOP, Side.BOTTOM)
    if any(_shows_clues(gray, reading, lattice, other) for other in both):
        return False
    inked = _inked(gray, lattice, side, rooms, reading)
    return room < _NEAR or bool(inked.mean() > _SOME and room < _DEEP and not is_empty)


def _are_clues_cut(
    gray: Gray, reading: Reading, lattice: Lattice, side: Side, rooms: NDArray[np.float64]
) -> bool:
    """Whether the clues of a side, which were read in part at least, go on beyond the edge."""
    lines = _clues(reading, side)
    gaps = _gaps(gray, lines, lattice, rooms)
    inked = _inked(gray, lattice, side, rooms, reading) & (gaps < _NEXT)
    if (inked & (gaps <= _RIM)).sum() >= _MANY:
        return True
    lacks = -_excess(reading, side in (Side.LEFT, Side.RIGHT))
    if lacks <= 0 and _has_both_sums(reading):
        return False
    is_whole = np.array([
        bool(line.numbers) and _RIM < gap < _WHOLE and _outermost(line, side).confidence >= CERTAIN
        for line, gap in zip(lines, gaps, strict=True)
    ])  # fmt: skip
    if (inked & ~is_whole).sum() > (0 if lacks > 0 else 1):
        return True
    # One line that was misread accounts for fewer cells than that.
    return bool((gaps < _BETWEEN).mean() > _PARTED and lacks > max(lattice.rows, lattice.columns))


def _outermost(line: ReadLine, side: Side) -> ReadNumber:
    return line.numbers[0 if side in (Side.LEFT, Side.TOP) else -1]


def _lacks_cells(reading: Reading, lattice: Lattice, is_beside: bool) -> bool:
    """Whether the clues of the lines that end at a side need a larger board."""
    lines = reading.rows if is_beside else reading.columns
    length = lattice.columns if is_beside else lattice.rows
    too_long = sum(sum(li.lengths) + len(li.lengths) - 1 > length for li in lines)
    return too_long >= _TOO_LONG and _excess(reading, is_beside) > _MUCH * len(lines)


def _shows_clues(gray: Gray, reading: Reading, lattice: Lattice, side: Side) -> bool:
    """Whether whole clues that could not be read seem to stand on a side."""
    rooms = _rooms(gray, lattice, side)
    room = float(np.quantile(rooms, 0.25))
    if room < _DIGIT:
        return False
    along = np.arange(len(rooms))[:, None] + np.linspace(0.18, 0.82, 17)
    far = np.linspace(_CLEAR + 0.03, min(room, 1.0) - 0.05, 9).astype(np.float32)
    points = _outside(lattice, side, along[:, :, None], far)
    ink = np.ptp(_sample(gray, points).reshape(len(rooms), -1), axis=1)
    if (ink > _least_ink(gray, reading)).mean() < _PRINTED:
        return False
    return room < _FAR or bool(_inked(gray, lattice, side, rooms, reading).mean() <= _SOME)


def _clues(reading: Reading, side: Side) -> tuple[ReadLine, ...]:
    """The lines whose clues stand on a side; none if the clues stand on the opposite one."""
    if side is reading.rows_side:
        return reading.rows
    return reading.columns if side is reading.columns_side else ()


def _excess(reading: Reading, of_rows: bool) -> int:
    """By how much the sum of the rows is larger than that of the columns, or the other way."""
    (_, (rows, columns)) = reading.puzzle().color_totals()
    if not rows or not columns:
        return 0
    return rows - columns if of_rows else columns - rows


def _has_both_sums(reading: Reading) -> bool:
    return all(any(li.numbers for li in lines) for lines in (reading.rows, reading.columns))


def _outside(lattice: Lattice, side: Side, along: Floats, far: Floats) -> Points:
    """Places ``far`` cells outside the board (inside, if negative), ``along`` one of its sides."""
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


def _rooms(gray: Gray, lattice: Lattice, side: Side) -> NDArray[np.float64]:
    """For each line that ends at a side: how many cells the picture goes on there."""
    far = np.arange(0, 25, _STEP)
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


def _goes_on(gray: Gray, lattice: Lattice, side: Side, room: float) -> bool:
    """Whether the lines that cross a border are seen outside it, too."""
    if room < _CLEAR + 0.08:
        return False
    ends = min(room - 0.02, 1 - _CLEAR)
    outside = _strengths(gray, lattice, side, np.linspace(_CLEAR, ends, 12))
    inside = _strengths(gray, lattice, side, -np.linspace(_CLEAR, 1 - _CLEAR, 12))
    return bool((outside > np.maximum(_FAINT, _AS_STRONG * inside)).mean() > _MOST)


def _is_closed(gray: Gray, lattice: Lattice, side: Side, room: float) -> bool:
    """Whether a picture ends with the next line outside a border: that one ends the board."""
    if not 1 - _CLEAR < room < 1 + _CLEAR:
        return False
    along = (np.arange(_count(lattice, side)) + 0.5)[:, None] + np.linspace(-0.25, 0.25, 7)
    far = np.arange(0.3, room - 0.01, _STEP).astype(np.float32)
    points = _outside(lattice, side, along[:, :, None], far)
    profile = _sample(gray, points).mean(axis=1)
    is_next = far > 1 - _CLEAR
    if not is_next.any():
        return False
    strength = np.abs(profile[:, is_next] - np.median(profile, axis=1)[:, None]).max(axis=1)
    border = _outside(lattice, side, along[:, :, None], np.linspace(-0.7, 0.3, 51))
    beside = _sample(gray, border).mean(axis=1)
    usual = np.abs(beside[:, 25:] - np.median(beside, axis=1)[:, None]).max(axis=1)
    return bool((strength > np.maximum(_FAINT, _AS_STRONG * usual)).mean() > _MOST)


def _strengths(
    gray: Gray, lattice: Lattice, side: Side, far: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How much each inner line that crosses a side differs from what is beside it."""
    lines = np.arange(1, _count(lattice, side))
    across = np.linspace(-0.32, 0.32, 21)
    along = (lines[:, None] + across)[:, :, None]
    profile = _sample(gray, _outside(lattice, side, along, far.astype(np.float32))).mean(axis=2)
    is_near = np.abs(across) < 0.15
    beside = np.median(profile[:, ~is_near], axis=1)
    return np.asarray(np.abs(profile[:, is_near] - beside[:, None]).max(axis=1), np.float64)


def _gaps(
    gray: Gray, lines: tuple[ReadLine, ...], lattice: Lattice, rooms: NDArray[np.float64]
) -> NDArray[np.float64]:
    """For each line, how many cells its numbers, or else the board, keep from the edge."""
    height, width = gray.shape
    gaps = rooms.copy()
    for i, line in enumerate(lines):
        if line.numbers:
            quads = np.array([n.quad for n in line.numbers]).reshape(-1, 2)
            far = np.minimum(quads, np.array([width - 1, height - 1]) - quads)
            gaps[i] = float(far.min()) / lattice.pitch_px
    return gaps


def _inked(
    gray: Gray,
    lattice: Lattice,
    side: Side,
    rooms: NDArray[np.float64],
    reading: Reading,
) -> NDArray[np.bool_]:
    """For each line, whether ink that is no line runs into the edge."""
    if not any(line.numbers for _, line in reading.lines):
        return np.zeros(len(rooms), bool)
    along = np.arange(len(rooms))[:, None] + np.linspace(0.18, 0.82, 25)
    # The outermost px: ink that ends one px before it is not cut.
    far = (rooms - _STEP - 0.1 / lattice.pitch_px)[:, None]
    edge = _sample(gray, _outside(lattice, side, along, far.astype(np.float32)))
    return np.asarray(np.ptp(edge, axis=1) > _least_ink(gray, reading))


def _least_ink(gray: Gray, reading: Reading) -> float:
    """Gray levels by which ink differs from its surroundings, at least."""
    quads = [np.array(li.numbers[0].quad, np.float32) for _, li in reading.lines if li.numbers]
    if not quads:
        return 4 * _FAINT
    grid = np.linspace(0.1, 0.9, 9)
    strengths = []
    for a, b, c, d in quads:
        top, low = a + (b - a) * grid[:, None], d + (c - d) * grid[:, None]
        points = top[:, None] + (low - top)[:, None] * grid[:, None]
        strengths.append(float(np.ptp(_sample(gray, points.astype(np.float32)))))
    return max(2 * _FAINT, _CUT * float(np.median(strengths)))
