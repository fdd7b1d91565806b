"""Line fitting: moves a lattice from an approximate pose onto the printed lines of a frame.

Each line segment between two crossings is searched for the line, at right angles to it. A smooth
displacement is fitted to all measurements. Outliers (a hand, shaded cells, a shadow) have little
weight, and where nothing is visible the displacement is extrapolated. A segment tells only how far
the line is off across its direction; rows and columns together give both. The displacement is a
cubic in the board's coordinates, 10 terms for x and 10 for y: enough for perspective and a bent
page, too few to follow single wrong lines.

Example: cells of 20 px. A segment is searched 7 px (0.36 cells) to both sides. In the first pass a
segment that is 4.4 px (0.22 cells) off the fit has no weight; in the third one 1 px is too much.

Source: the edge tracker of Harris & Stennett, "RAPID, a video rate object tracker", 1990, with
Tukey's weights and a cubic displacement instead of a rigid pose.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Gray = NDArray[np.uint8]
Nodes = NDArray[np.float64]
"""Crossings, shape (rows + 1, columns + 1, 2), px."""

TARGET_CELL_PX = 18.0
"""The frame is halved until its cells have about this size, in which lines are measured: a line is
then one to three pixels wide, as the comparison across it expects."""
SAMPLE_POSITIONS = (0.25, 0.5, 0.75), (0.3, 0.7), (0.5,)
"""Sample positions on a segment, as shares of its length: small, medium, large boards. A small
board has few segments, so each is measured three times; for a large one that would only take
longer."""
MAX_SMALL_BOARD_CELLS = 120
"""Maximum number of cells of a small board."""
MAX_MEDIUM_BOARD_CELLS = 280
"""Maximum number of cells of a medium board."""
MAX_LINE_SHIFT_CELLS = 0.36
"""Maximum distance of a line from its expected position, in cells. From 0.5 on the neighbouring
line would be as near; a smaller one loses the lattice in faster motion."""
PROFILE_SAMPLES = 19
"""Number of gray values that are sampled across a line: one for each 0.04 cells, less than a
pixel."""
RIDGE_OFFSET_SAMPLES = 3
"""Number of samples between a line and the background that it is compared with."""
MIN_SAMPLES = 12
"""Minimum number of samples inside the frame for a fit."""
TYPICAL_STRENGTH_QUANTILE = 0.7
"""The typical strength is this quantile of all strengths: above the middle, since a hand and shaded
cells hide lines, and below the top, where shading has strong edges."""
MIN_STRENGTH_SHARE = 0.4
"""Minimum strength of a visible segment, as a share of the typical strength in the lattice: lines
fade where light is uneven."""
MIN_STRENGTH_GRAY = 2.5
"""Minimum strength of a visible segment, in gray levels; below it is noise."""
MAX_ERRORS_CELLS = (0.22, 0.1, 0.05)
"""For each pass of the fit, the error in cells at which the weight of a segment becomes 0. The
first pass has to keep the right lines of a pose that is off, the last one to drop all others."""
REGULARIZATION = (1e-3, 1e-3, 3e-2, 0.15)
"""How strongly terms of degree 0, 1, 2, 3 are damped, as a share of the measurements. Shifts and
tilts are free; bends need evidence all over the board, or the hidden part of it would bend at
will."""
_TERM_DEGREES = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 3])
"""The degrees of the terms of :func:`_cubic_terms`, in their order."""


class LineFit(NamedTuple):
    """A lattice on the printed lines."""

    nodes: Nodes
    """The crossings."""
    visible_share: float
    """The share of segments that are visible at their fitted position, from 0 to 1."""
    strength: float
    """The typical contrast between lines and background, gray levels; positive."""
    error_cells: float
    """The median distance of visible segments from the fit, cells."""


def fit_lattice(
    gray: Gray, nodes: Nodes, is_dark: bool, max_shift: float = MAX_LINE_SHIFT_CELLS
) -> LineFit:
    """Move a lattice onto the lines of a frame.

    Args:
        gray: uint8, shape (height, width).
        nodes: The expected crossings.
        is_dark: Whether lines are darker than the background.
        max_shift: Maximum distance of the lines from there, in cells; less than one half.
    """
    pitch = _pitch(nodes)
    level = max(0, round(float(np.log2(max(pitch, 1.0) / TARGET_CELL_PX))))
    crop, origin = _cut_out(gray, nodes, pitch)
    scale = 0.5**level
    if level:
        crop = np.asarray(
            cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    local = (nodes - origin + 0.5) * scale - 0.5
    segments = _measure(crop, local, is_dark, max_shift)
    if segments is None:
        return LineFit(nodes, 0.0, 0.0, 1.0)
    shift, visible_share, errors = _fit_displacement(segments, local)
    moved = (local + shift + 0.5) / scale - 0.5 + origin
    return LineFit(moved, visible_share, segments.typical_strength, errors)


def smooth_lattice(nodes: Nodes) -> Nodes:
    """Replace crossings that were found one by one by those of a flat or smoothly bent page."""
    rows, columns = nodes.shape[0] - 1, nodes.shape[1] - 1
    board = np.mgrid[0 : rows + 1, 0 : columns + 1].astype(np.float64)[::-1].reshape(2, -1).T
    matrix, _ = cv2.findHomography(board, nodes.reshape(-1, 2), cv2.LMEDS)
    if matrix is None:
        return nodes
    flat = cv2.perspectiveTransform(board[None], np.asarray(matrix, np.float64))[0]
    offsets = (nodes.reshape(-1, 2) - flat) / _pitch(nodes)
    terms = _cubic_terms(board / (columns, rows) * 2 - 1)
    damping = np.diag(np.array(REGULARIZATION)[_TERM_DEGREES]) * len(offsets)
    weights: NDArray[np.float64] = np.ones(len(offsets))
    bend: NDArray[np.float64] = np.zeros_like(offsets)
    for max_error in MAX_ERRORS_CELLS[:2]:
        weighted = np.asarray(terms * weights[:, None])
        bend = terms @ np.linalg.solve(terms.T @ weighted + damping, weighted.T @ offsets)
        errors = np.linalg.norm(offsets - bend, axis=1)
        weights = np.asarray(np.clip(1 - (errors / max_error) ** 2, 0.01, 1) ** 2)
    return np.asarray((flat + bend * _pitch(nodes)).reshape(nodes.shape), np.float64)


def _cut_out(gray: Gray, nodes: Nodes, pitch: float) -> tuple[Gray, Nodes]:
    """Cut out the part of a frame that holds the lattice; also returns its top left corner."""
    height, width = gray.shape
    flat = nodes.reshape(-1, 2)
    low = np.clip(np.floor(flat.min(axis=0) - pitch), 0, (width - 2, height - 2)).astype(int)
    high = np.clip(np.ceil(flat.max(axis=0) + pitch), low + 2, (width, height)).astype(int)
    return gray[low[1] : high[1], low[0] : high[0]], low.astype(np.float64)


def _pitch(nodes: Nodes) -> float:
    across = np.linalg.norm(np.diff(nodes, axis=1), axis=2).mean()
    down = np.linalg.norm(np.diff(nodes, axis=0), axis=2).mean()
    return float((across + down) / 2)


class _LineSegments(NamedTuple):
    """The measurements, one entry for each sampled place inside the frame."""

    uv: NDArray[np.float64]
    """Shape (n, 2): (u, v) from -1 to 1 over the lattice."""
    normal: NDArray[np.float64]
    """Shape (n, 2): unit vectors across the line."""
    offsets: NDArray[np.float64]
    """Shape (n,): distance of the line from its expected position, px."""
    strength: NDArray[np.float64]
    """Shape (n,), gray levels."""
    typical_strength: float
    """The strength of a clearly visible segment, gray levels."""
    pitch: float


def _measure(gray: Gray, nodes: Nodes, is_dark: bool, max_shift: float) -> _LineSegments | None:
    rows, columns = nodes.shape[0], nodes.shape[1]
    cells = (rows - 1) * (columns - 1)
    positions = np.array(
        SAMPLE_POSITIONS[(cells > MAX_SMALL_BOARD_CELLS) + (cells > MAX_MEDIUM_BOARD_CELLS)]
    )
    groups = [
        _sample_places(nodes, np.gradient(nodes, axis=0), positions),
        _sample_places(nodes.swapaxes(0, 1), np.gradient(nodes, axis=1).swapaxes(0, 1), positions),
    ]
    centers = np.concatenate([points for points, _ in groups])
    across = np.concatenate([steps for _, steps in groups])
    uv = np.concatenate(
        [
            _sample_coordinates(rows, columns, positions),
            _sample_coordinates(columns, rows, positions)[:, ::-1],
        ]
    )
    length = np.linalg.norm(across, axis=1)
    shifts = np.linspace(-max_shift, max_shift, PROFILE_SAMPLES)
    places = centers[:, None] + shifts[None, :, None] * across[:, None]
    high, wide = gray.shape
    inside = (places >= 0).all(axis=(1, 2)) & (places < (wide - 1, high - 1)).all(axis=(1, 2))
    if inside.sum() < MIN_SAMPLES:
        return None
    places, length, uv, across = places[inside], length[inside], uv[inside], across[inside]
    x, y = (np.ascontiguousarray(places[..., k], np.float32) for k in (0, 1))
    values = cv2.remap(gray, x, y, cv2.INTER_LINEAR).astype(np.float32)
    sides = (values[:, : -2 * RIDGE_OFFSET_SAMPLES] + values[:, 2 * RIDGE_OFFSET_SAMPLES :]) / 2
    ridges = sides - values[:, RIDGE_OFFSET_SAMPLES:-RIDGE_OFFSET_SAMPLES]
    ridges = ridges if is_dark else -ridges
    peak_index = np.clip(ridges.argmax(axis=1), 1, ridges.shape[1] - 2)
    all_segments = np.arange(len(peak_index))
    before, top, after = (ridges[all_segments, peak_index + k] for k in (-1, 0, 1))
    curvature = before - 2 * top + after
    subpixel = np.where(curvature < 0, 0.5 * (before - after) / np.minimum(curvature, -1e-6), 0)
    peaks = peak_index + RIDGE_OFFSET_SAMPLES + np.clip(subpixel, -0.5, 0.5)
    offsets = (peaks / (PROFILE_SAMPLES - 1) * 2 - 1) * max_shift * length
    typical_strength = float(np.quantile(top, TYPICAL_STRENGTH_QUANTILE))
    return _LineSegments(
        uv, across / length[:, None], np.asarray(offsets, np.float64), np.asarray(top, np.float64),
        typical_strength, float(length.mean()),
    )  # fmt: skip


def _sample_places(
    nodes: Nodes, across: Nodes, shares: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places on the lines along the first axis, and one cell across the line, both (n, 2)."""
    positions = shares[:, None, None, None]
    points = nodes[None, :, :-1] * (1 - positions) + nodes[None, :, 1:] * positions
    steps = across[None, :, :-1] * (1 - positions) + across[None, :, 1:] * positions
    along = nodes[None, :, 1:] - nodes[None, :, :-1]
    along = along / np.maximum(np.linalg.norm(along, axis=-1, keepdims=True), 1e-9)
    # At right angles to the line: along its own direction it gives no information.
    steps = steps - (steps * along).sum(axis=-1, keepdims=True) * along
    return points.reshape(-1, 2), np.broadcast_to(steps, points.shape).reshape(-1, 2)


def _sample_coordinates(
    lines: int, crossings: int, shares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(u, v) of the places of :func:`_sample_places`: u along a line, v from line to line."""
    positions = shares[:, None, None]
    u = np.arange(crossings - 1)[None, None] + positions
    v = np.broadcast_to(np.arange(lines)[None, :, None], (len(shares), lines, crossings - 1))
    u = np.broadcast_to(u, v.shape)
    return np.stack(
        [u / (crossings - 1) * 2 - 1, v / (lines - 1) * 2 - 1], axis=-1
    ).reshape(-1, 2)  # fmt: skip


def _cubic_terms(uv: NDArray[np.float64]) -> NDArray[np.float64]:
    """The terms of a cubic at (u, v), shape (..., 10)."""
    u, v = uv[..., 0], uv[..., 1]
    one = np.ones_like(u)
    return np.stack([one, u, v, u * u, u * v, v * v, u**3, u * u * v, u * v * v, v**3], axis=-1)


def _fit_displacement(segments: _LineSegments, nodes: Nodes) -> tuple[Nodes, float, float]:
    """The displacement of all nodes, the share of visible segments, and their median error."""
    terms = _cubic_terms(segments.uv)
    design = np.concatenate(
        [terms * segments.normal[:, :1], terms * segments.normal[:, 1:]], axis=1
    )
    min_strength = max(MIN_STRENGTH_GRAY, MIN_STRENGTH_SHARE * segments.typical_strength)
    base = np.clip(segments.strength / min_strength - 0.5, 0, 1)
    damping = np.diag(np.tile(np.array(REGULARIZATION)[_TERM_DEGREES], 2)) * max(
        1.0, float(base.sum())
    )
    weights: NDArray[np.float64] = base
    solution: NDArray[np.float64] = np.zeros(design.shape[1])
    errors: NDArray[np.float64] = np.abs(segments.offsets)
    for max_error in MAX_ERRORS_CELLS:
        weighted = np.asarray(design * weights[:, None])
        solution = np.asarray(
            np.linalg.solve(design.T @ weighted + damping, weighted.T @ segments.offsets)
        )
        errors = np.asarray(np.abs(segments.offsets - design @ solution) / segments.pitch)
        weights = np.asarray(base * np.clip(1 - (errors / max_error) ** 2, 0, 1) ** 2)
    is_visible = (errors < MAX_ERRORS_CELLS[-1] * 2) & (segments.strength >= min_strength)
    rows, columns = nodes.shape[0], nodes.shape[1]
    v, u = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    values = _cubic_terms(np.stack([u, v], axis=-1))
    shift = np.stack([values @ solution[:10], values @ solution[10:]], axis=-1)
    median_error = float(np.median(errors[is_visible])) if is_visible.any() else 1.0
    return shift, float(is_visible.mean()), median_error
