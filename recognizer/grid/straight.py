"""Find the grid of a screenshot whose shaded cells cover the lines.

The search by seeds follows lines, and between the shaded cells of a solved board there are none. On
a screen lines and the sides of cells are exactly horizontal and vertical and have one distance. So:

1. Edges that run straight for some pixels are projected on both axes.
2. The pitch is the distance at which most of the edges lie on one comb, and most teeth have edges.
3. A side of a cell counts as a line if there is an edge along it, and as hidden if the cells on
   both sides have the colour of shaded ones: of the two colours that meet at edges it is the one
   without lines.
4. The board is the densest region of such lines, as in the search by seeds.

Example: in a solved board of 20 x 20 with a pitch of 24 px, edges lie at 100, 124, 148... A comb of
12 px has as many edges, but every other tooth is empty; one of 120 px has the thick lines only.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.board_region import board_of, densest_region
from recognizer.grid.detection import MIN_BOARD_CELLS, DetectedGrid
from recognizer.lattice import Picture

MIN_PITCH_PX, MAX_PITCH_PX = 8, 130
"""Range of the pitch, px."""
PITCH_STEP_PX = 0.25
"""Step of the pitches that are tried first, px."""
MIN_STEP_GRAY = 9.0
"""Minimum contrast of an edge, gray levels; thin lines of dark programs are faint."""
MIN_RUN_PX = 7
"""Minimum length of an edge, px: shorter ones are strokes of digits."""
MIN_RIM_PX, RIM_SHARE = 2, 0.06
"""Maximum distance of an edge from its tooth, px and as a share of the pitch: lines have two edges,
and larger cells have thicker lines."""
MIN_SIDE_SHARE = 0.7
"""Minimum share of a side's length with an edge."""
SHADE_SPREAD_GRAY = 18.0
"""Maximum difference of a cell from the colour of shaded ones, gray levels."""
MIN_SHADE_STEP_GRAY = 30.0
"""Minimum difference of shaded and other cells, gray levels."""

Mask = NDArray[np.bool_]


def _rim(pitch: float) -> int:
    return max(MIN_RIM_PX, round(RIM_SHARE * pitch))


class _Comb(NamedTuple):
    """Equally spaced lines."""

    pitch: float
    first: float
    """Position of a line, px."""
    score: float


def straight_grid(picture: Picture) -> DetectedGrid | None:
    """The grid of a screenshot; ``None`` if there is none.

    Args:
        picture: BGR uint8, shape (height, width, 3).
    """
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    down, across = _edges(gray, 1), _edges(gray, 0)
    combs = _combs(
        np.asarray(cv2.reduce(down, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32F).ravel(), np.float32),
        np.asarray(cv2.reduce(across, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32F).ravel(), np.float32),
    )
    if combs is None:
        return None
    columns, rows = (
        np.arange(comb.first % comb.pitch - 0.01, size, comb.pitch)
        for comb, size in zip(combs, gray.shape[::-1], strict=True)
    )
    if min(len(columns), len(rows)) <= MIN_BOARD_CELLS:
        return None
    cells = _cell_brightness(gray, columns, rows)
    is_across = _sides(across, rows, columns)
    is_down = _sides(down.T, columns, rows).T
    shade = _shade(cells, is_across, is_down)
    hidden = _hidden(cells, shade, is_across, is_down)
    dense = densest_region(is_across, is_down, hidden)
    if dense is None:
        return None
    region = dense[0]
    board = board_of(is_across | hidden[0], is_down | hidden[1], region)
    if min(board.rows, board.columns) < MIN_BOARD_CELLS:
        board = region
    if min(board.rows, board.columns) < MIN_BOARD_CELLS:
        return None
    nodes = np.stack(np.meshgrid(columns, rows), axis=-1)
    hull = nodes[[region.top, region.top, region.bottom, region.bottom],
                 [region.left, region.right, region.right, region.left]]  # fmt: skip
    return DetectedGrid(nodes, board, region, dense[1], True, hull)


def _edges(gray: NDArray[np.uint8], axis: int) -> NDArray[np.uint8]:
    """Edges between neighbours along an axis that are straight for some pixels: 1, others 0.

    The value at a pixel is that of the edge before it.
    """
    step = np.abs(np.diff(gray.astype(np.int16), axis=axis, prepend=gray.take([0], axis)))
    edge = (step > MIN_STEP_GRAY).astype(np.uint8)
    run = np.ones((MIN_RUN_PX, 1) if axis == 1 else (1, MIN_RUN_PX), np.uint8)
    return np.asarray(cv2.morphologyEx(edge, cv2.MORPH_OPEN, run), np.uint8)


def _combs(*profiles: NDArray[np.float32]) -> tuple[_Comb, ...] | None:
    """The combs of columns and rows, which have about the same pitch."""
    capped = []
    for profile in profiles:
        if not profile.any():
            return None
        # Borders of windows are far longer than lines of a board.
        capped.append(np.minimum(profile, 3 * float(profile[profile > 0].mean())))
    pitches = np.arange(MIN_PITCH_PX, MAX_PITCH_PX, PITCH_STEP_PX)
    scores = np.array([[_comb(p, pitch).score for pitch in pitches] for p in capped])
    best = float(pitches[int(scores.prod(axis=0).argmax())])
    found = []
    for profile in capped:
        near = best + np.arange(-PITCH_STEP_PX, PITCH_STEP_PX + 0.01, 0.02)
        comb = max((_comb(profile, pitch) for pitch in near), key=lambda comb: comb.score)
        found.append(_fitted(profile, comb))
    return tuple(found)


def _fitted(profile: NDArray[np.float32], comb: _Comb) -> _Comb:
    """The comb through the edges that are on it: small errors of the pitch add up."""
    positions = np.flatnonzero(profile)
    teeth = np.rint((positions - comb.first) / comb.pitch)
    is_on = np.abs(positions - comb.first - teeth * comb.pitch) <= _rim(comb.pitch)
    if len(set(teeth[is_on].tolist())) < MIN_BOARD_CELLS:
        return comb
    weights = np.sqrt(profile[positions[is_on]])
    pitch, first = np.polyfit(teeth[is_on], positions[is_on], 1, w=weights).tolist()
    return _Comb(pitch, first, comb.score)


def _comb(profile: NDArray[np.float32], pitch: float) -> _Comb:
    """The best comb of a pitch, and its score: the share of edges on it times that of its teeth."""
    positions = np.flatnonzero(profile)
    weights = profile[positions]
    first = _best_phase(positions, weights, pitch)
    teeth = np.rint((positions - first) / pitch)
    is_on = np.abs(positions - first - teeth * pitch) <= _rim(pitch)
    if not is_on.any():
        return _Comb(pitch, first, 0.0)
    total = np.bincount((teeth[is_on] - teeth[is_on].min()).astype(int), weights[is_on])
    usual = float(np.sort(total)[-max(1, len(total) // 4) :].mean())
    filled = np.minimum(1, total / (0.5 * usual))
    by_chance = min(1.0, (2 * _rim(pitch) + 1) / pitch)
    captured = float(weights[is_on].sum() / weights.sum())
    # The best run of teeth, as in Kadane's algorithm: other things on the screen have no comb.
    gains, best, at = filled - 0.5, 0.0, 0.0
    for gain in gains:
        at = max(0.0, at + float(gain))
        best = max(best, at)
    return _Comb(pitch, first, max(0.0, captured - by_chance) * best * pitch)


def _best_phase(positions: NDArray[np.intp], weights: NDArray[np.float32], pitch: float) -> float:
    """The position of a tooth: where most edges are within the rim of some tooth, px.

    The mean phase would be that of all edges on the screen, also of those beside the board.
    """
    rest = positions % pitch
    size = max(1, round(pitch))
    around = np.bincount((rest / pitch * size).astype(int) % size, weights, size)
    rim = np.arange(-_rim(pitch), _rim(pitch) + 1)
    total = around[(np.arange(size)[:, None] + rim) % size].sum(axis=1)
    middle = (int(total.argmax()) + 0.5) * pitch / size
    off = (rest - middle + pitch / 2) % pitch - pitch / 2
    near = np.abs(off) <= _rim(pitch) + 0.5
    return middle + float(np.average(off[near], weights=weights[near])) if near.any() else middle


def _sides(edges: NDArray[np.uint8], lines: NDArray[np.float64], ends: NDArray[np.float64]) -> Mask:
    """Whether there is an edge along each piece of horizontal lines, shape (lines, ends - 1).

    Args:
        edges: Horizontal edges.
        lines: The places of the lines, px.
        ends: The places of the crossing lines, px.
    """
    found = np.zeros((len(lines), len(ends) - 1), bool)
    pitch = float(ends[1] - ends[0])
    margin, rim = 0.15 * pitch, _rim(pitch)
    starts = np.rint(ends[:-1] + margin).astype(int)
    stops = np.maximum(starts + 1, np.rint(ends[1:] - margin).astype(int))
    for k, line in enumerate(np.rint(lines).astype(int)):
        band = edges[max(0, line - rim) : line + rim + 1]
        if not len(band):
            continue
        total = np.concatenate([[0], np.cumsum(band.max(axis=0))])
        found[k] = (total[stops] - total[starts]) / (stops - starts) >= MIN_SIDE_SHARE
    return found


def _cell_brightness(
    gray: NDArray[np.uint8], columns: NDArray[np.float64], rows: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The brightness of each cell away from its middle, where marks are."""
    samples = []
    for dy, dx in ((0.22, 0.5), (0.78, 0.5), (0.5, 0.22), (0.5, 0.78)):
        y = np.rint(rows[:-1] + dy * np.diff(rows)).astype(int)
        x = np.rint(columns[:-1] + dx * np.diff(columns)).astype(int)
        samples.append(gray[np.clip(y, 0, len(gray) - 1)][:, np.clip(x, 0, gray.shape[1] - 1)])
    return np.asarray(np.median(np.array(samples, np.float64), axis=0))


def _shade(cells: NDArray[np.float64], is_across: Mask, is_down: Mask) -> float | None:
    """The brightness of shaded cells: the one between whose cells there are no lines.

    Only cells at a step from shaded to other ones count: the rest of the screen has no lines, too.
    """
    index = np.arange(cells.size).reshape(cells.shape)
    one = np.concatenate([index[:-1].ravel(), index[:, :-1].ravel()])
    other = np.concatenate([index[1:].ravel(), index[:, 1:].ravel()])
    is_line = np.concatenate([is_across[1:-1].ravel(), is_down[:, 1:-1].ravel()])
    value = cells.ravel()
    is_step = is_line & (np.abs(value[one] - value[other]) > MIN_SHADE_STEP_GRAY)
    if is_step.sum() < MIN_BOARD_CELLS:
        return None
    is_beside = np.zeros(cells.size, bool)
    is_beside[one[is_step]] = is_beside[other[is_step]] = True
    shares = []
    for choose in (np.minimum, np.maximum):
        usual = float(np.median(choose(value[one], value[other])[is_step]))
        is_like = is_beside & (np.abs(value - usual) < SHADE_SPREAD_GRAY)
        is_same = is_like[one] & is_like[other]
        shares.append((float(is_line[is_same].mean()) if is_same.any() else 1.0, usual))
    return min(shares)[1]


def _hidden(
    cells: NDArray[np.float64], shade: float | None, is_across: Mask, is_down: Mask
) -> tuple[Mask, Mask]:
    """Which sides are between shaded cells and have no line."""
    hidden = np.zeros(is_across.shape, bool), np.zeros(is_down.shape, bool)
    if shade is not None:
        is_shaded = np.abs(cells - shade) < SHADE_SPREAD_GRAY
        hidden[0][1:-1] = is_shaded[:-1] & is_shaded[1:] & ~is_across[1:-1]
        hidden[1][:, 1:-1] = is_shaded[:, :-1] & is_shaded[:, 1:] & ~is_down[:, 1:-1]
    return hidden
