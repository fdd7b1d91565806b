"""Find the grids in the lines of a drawn page.

1. Pieces of one line are merged: a line may be drawn cell by cell, dashed, or twice.
2. Lines that cross or touch belong together. Everything else is found within such a group.
3. The lines of a group cut it into fields. A field is *closed* if lines are drawn on its four
   sides, and a field with a digit in it is a clue box, not a cell.
4. The board is the largest rectangle of closed fields without digits that are all of one size.

Example: the lines between the clues of our own prints lead on those of the board, so a group has
the clue areas, too. Beside each row there is one wide field, which has digits: it is no cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from recognizer.pages.page_drawing import Bar, Box, Drawing

MAX_LINES = 2000
"""Merged lines along one axis of a page; a page with more has no puzzle that can be read."""
_TOUCH_PT = 2.0
"""Lines whose ends are nearer belong together, and so do pieces of one line."""
_SAME_PT = 0.6
"""Pieces of one line are at most so far apart across."""
_MAX_DOUBLE_SHARE = 0.3
"""Lines that are nearer than this share of a cell are one: thick lines may be drawn as two."""
_MIN_COVER = 0.8
"""The share of a field's side on which a line must be drawn."""
_MIN_LENGTH_SHARE = 0.45
"""Lines that are shorter, measured by the longest, belong to clue boxes, not to the board."""
_MAX_UNEVEN = 0.25
"""How much cells of a board may differ from their mean size: thick lines take room in some
programs."""
_MAX_PROPORTION = 2.5
"""The longer side of a cell, measured by the shorter one."""
_MIN_ENDING_SHARE = 0.6
"""The share of the lines down that lead on below the last line of a table that is broken."""
_MIN_CELL_PT = 3.0
"""Smaller cells have no readable clues beside them: 1 mm."""
MIN_CELLS = 4
"""The cells of the smallest board."""


class DrawnLattice(NamedTuple):
    """The grid of a board."""

    xs: tuple[float, ...]
    """The vertical lines, from left to right."""
    ys: tuple[float, ...]
    """The horizontal lines, from top to bottom."""
    frame: Box
    """Around all lines that are connected with those of the board: those of clue areas, too."""

    @property
    def box(self) -> Box:
        """The board."""
        return Box(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    @property
    def pitch(self) -> float:
        """The shorter side of a cell, on the average."""
        box = self.box
        return min(box.width / (len(self.xs) - 1), box.height / (len(self.ys) - 1))


def lattices_of(drawing: Drawing) -> list[DrawnLattice]:
    """The grids of a page whose glyphs are upright, from top to bottom; for one that shows more
    lines than a puzzle has, none.
    """
    digits = np.array(
        [glyph.box.center for glyph in drawing.glyphs if glyph.text.isdigit()], np.float64
    ).reshape(-1, 2)
    across = _merged([bar for bar in drawing.bars if not bar.is_vertical])
    down = _merged([bar for bar in drawing.bars if bar.is_vertical])
    if not (across and down) or max(len(across), len(down)) > MAX_LINES:
        return []
    found = [
        lattice
        for rows, columns in _groups(across, down)
        if (lattice := _lattice_in(rows, columns, digits)) is not None
    ]
    return sorted(found, key=lambda lattice: (lattice.box.top, lattice.box.left))


class _Line(NamedTuple):
    at: float
    start: float
    end: float


def _merged(bars: Sequence[Bar]) -> list[_Line]:
    """The lines along one axis, pieces joined."""
    lines: list[_Line] = []
    ordered = sorted(bars, key=lambda bar: bar.at)
    first = 0
    for index in range(1, len(ordered) + 1):
        if index < len(ordered) and ordered[index].at - ordered[first].at <= _SAME_PT:
            continue
        same = sorted(ordered[first:index], key=lambda bar: bar.start)
        at = sum(bar.at for bar in same) / len(same)
        start, end = same[0].start, same[0].end
        for bar in same[1:]:
            # Dashes are parted by about their own length.
            if bar.start - end > max(_TOUCH_PT, min(3 * _TOUCH_PT, 1.5 * (bar.end - bar.start))):
                lines.append(_Line(at, start, end))
                start, end = bar.start, bar.end
            end = max(end, bar.end)
        lines.append(_Line(at, start, end))
        first = index
    return [line for line in lines if line.end - line.start >= _MIN_CELL_PT]


def _groups(across: list[_Line], down: list[_Line]) -> list[tuple[list[_Line], list[_Line]]]:
    """The lines that are connected by crossings: those across, and those down."""
    h, v = np.array(across, np.float64), np.array(down, np.float64)
    touching = (
        (v[None, :, 0] >= h[:, None, 1] - _TOUCH_PT)
        & (v[None, :, 0] <= h[:, None, 2] + _TOUCH_PT)
        & (h[:, None, 0] >= v[None, :, 1] - _TOUCH_PT)
        & (h[:, None, 0] <= v[None, :, 2] + _TOUCH_PT)
    )
    left = np.ones(len(across), bool)
    groups = []
    for seed in range(len(across)):
        if not left[seed]:
            continue
        rows = np.zeros(len(across), bool)
        rows[seed] = True
        while True:
            columns = touching[rows].any(axis=0)
            more = rows | touching[:, columns].any(axis=1)
            if (more == rows).all():
                break
            rows = more
        left &= ~rows
        if rows.sum() > 1 and columns.sum() > 1:
            groups.append(
                (
                    [across[k] for k in np.flatnonzero(rows)],
                    [down[k] for k in np.flatnonzero(columns)],
                )
            )
    return groups


def _lattice_in(
    across: list[_Line], down: list[_Line], digits: NDArray[np.float64]
) -> DrawnLattice | None:
    """The board in a group of lines."""
    frame = Box(
        min(line.start for line in across),
        min(line.start for line in down),
        max(line.end for line in across),
        max(line.end for line in down),
    )
    pitch = min(_usual_gap(across), _usual_gap(down))
    if pitch < _MIN_CELL_PT:
        return None
    across = [*across, *_open_edge(across, down, digits)]
    ys, xs = _positions(across, pitch), _positions(down, pitch)
    if len(xs) < 2 or len(ys) < 2:
        return None
    h, v = _covered(across, ys, xs, pitch), _covered(down, xs, ys, pitch)
    closed = h[:-1] & h[1:] & v[:-1].T & v[1:].T
    if len(digits):
        row = np.searchsorted(ys, digits[:, 1]) - 1
        column = np.searchsorted(xs, digits[:, 0]) - 1
        inside = (row >= 0) & (row < len(ys) - 1) & (column >= 0) & (column < len(xs) - 1)
        closed[row[inside], column[inside]] = False
    best: tuple[int, DrawnLattice] | None = None
    for rows in _even_runs(np.diff(ys)):
        for columns in _even_runs(np.diff(xs)):
            most = (rows.stop - rows.start) * (columns.stop - columns.start)
            if most < MIN_CELLS or (best is not None and most <= best[0]):
                continue
            top, left, bottom, right = _largest_rectangle(closed[rows, columns])
            size = (bottom - top) * (right - left)
            if size < MIN_CELLS or (best is not None and size <= best[0]):
                continue
            top, bottom = top + rows.start, bottom + rows.start
            left, right = left + columns.start, right + columns.start
            lattice = DrawnLattice(
                tuple(xs[left : right + 1].tolist()), tuple(ys[top : bottom + 1].tolist()), frame
            )
            width = lattice.box.width / (right - left)
            height = lattice.box.height / (bottom - top)
            if max(width, height) <= _MAX_PROPORTION * min(width, height):
                best = size, lattice
    return None if best is None else best[1]


def _open_edge(
    across: list[_Line], down: list[_Line], digits: NDArray[np.float64]
) -> Iterator[_Line]:
    """Yield the lower edge of a table that goes on on the next page: nothing is drawn there.

    The lines down lead on by a row, beside which there are numbers.
    """
    last, end = max(line.at for line in across), max(line.end for line in down)
    row = _usual_gap(across)
    ending = [line for line in down if end - line.end <= _TOUCH_PT]
    is_row = abs(end - last - row) <= _MAX_UNEVEN * row
    if not is_row or len(ending) < _MIN_ENDING_SHARE * len(down):
        return
    left, right = min(line.at for line in ending), max(line.at for line in ending)
    if ((digits[:, 1] > last) & (digits[:, 1] < end) & (digits[:, 0] < right)).any():
        yield _Line(end, left, right)


def _usual_gap(lines: list[_Line]) -> float:
    """The distance of neighbouring lines over the middle of the whole length."""
    gaps = np.sort(np.diff(sorted({line.at for line in lines})))
    if not len(gaps):
        return 0.0
    return float(gaps[np.searchsorted(np.cumsum(gaps), gaps.sum() / 2)])


def _positions(lines: list[_Line], pitch: float) -> NDArray[np.float64]:
    """The places of lines, double ones as one, without those that are short."""
    groups: list[list[_Line]] = []
    for line in sorted(lines):
        if groups and line.at - groups[-1][0].at < _MAX_DOUBLE_SHARE * pitch:
            groups[-1].append(line)
        else:
            groups.append([line])
    lengths = [_length(group) for group in groups]
    least = _MIN_LENGTH_SHARE * max(lengths)
    places = []
    for group, length in zip(groups, lengths, strict=True):
        if length >= least:
            ats = [line.at for line in group]
            places.append((min(ats) + max(ats)) / 2)
    return np.array(places)


def _length(lines: list[_Line]) -> float:
    """The length that is covered by any of the lines."""
    total, end = 0.0, -np.inf
    for line in sorted(lines, key=lambda line: line.start):
        total += max(0.0, line.end - max(end, line.start))
        end = max(end, line.end)
    return total


def _covered(
    lines: list[_Line], places: NDArray[np.float64], cuts: NDArray[np.float64], pitch: float
) -> NDArray[np.bool_]:
    """Where lines are drawn.

    Args:
        lines: Of one axis.
        places: Where the lines are.
        cuts: Where the lines of the other axis cut them.
        pitch: The side of a cell.

    Returns:
        Shape (places, cuts - 1): whether the line is drawn between two cuts.
    """
    covered = np.zeros((len(places), len(cuts) - 1), bool)
    gaps = np.diff(cuts)
    for line in lines:
        near = int(np.argmin(np.abs(places - line.at)))
        if abs(places[near] - line.at) > _MAX_DOUBLE_SHARE * pitch:
            continue
        drawn = np.minimum(cuts[1:], line.end) - np.maximum(cuts[:-1], line.start)
        covered[near] |= drawn >= _MIN_COVER * gaps
    return covered


def _even_runs(gaps: NDArray[np.float64]) -> list[slice]:
    """Runs of neighbouring gaps that are about equal."""
    runs = []
    start = 0
    for index in range(1, len(gaps) + 1):
        mean = gaps[start:index].mean()
        if index == len(gaps) or abs(gaps[index] - mean) > _MAX_UNEVEN * mean:
            runs.append(slice(start, index))
            start = index
    return runs


def _largest_rectangle(free: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """The largest rectangle of true fields: top, left, bottom and right, ends exclusive."""
    best, found = 0, (0, 0, 0, 0)
    heights = np.zeros(free.shape[1] + 1, int)
    for row in range(len(free)):
        heights[:-1] = np.where(free[row], heights[:-1] + 1, 0)
        open_: list[tuple[int, int]] = []
        for column, height in enumerate(heights.tolist()):
            start = column
            while open_ and open_[-1][1] >= height:
                start, tall = open_.pop()
                if tall * (column - start) > best:
                    best = tall * (column - start)
                    found = (row + 1 - tall, start, row + 1, column)
            if height:
                open_.append((start, height))
    return found
