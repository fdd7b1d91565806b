"""A lattice moved onto the lines of a frame, from a place nearby.

Along each piece between two crossings the line is looked for across it; a smooth displacement is
fitted to what all pieces say, which outliers (a hand, shaded cells, a shadow) hardly move. Where
nothing is seen the displacement goes on smoothly.

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

CELL_PX = 18.0
"""Cells are made about that large before lines are looked for."""
ARMS = (0.25, 0.5, 0.75), (0.3, 0.7), (0.5,)
"""Where a piece is looked at, between its two ends: of large boards there are pieces enough."""
SMALL, MIDDLING = 120, 280
"""Cells of boards that are looked at in three places, and in two."""
REACH = 0.36
"""How far a line may be from where it is expected, in cells."""
STEPS = 19
"""Places that are looked at, across a line."""
ASIDE = 3
"""Steps from the line to what it stands on."""
SEEN = 0.4
"""A piece is seen if it is so strong, compared with most of the lattice's pieces."""
FAINTEST = 2.5
"""Gray levels: fainter pieces are none."""
LOOSE = (0.22, 0.1, 0.05)
"""Cells: what is farther from the fit counts nothing; from pass to pass stricter."""
STIFF = (1e-3, 1e-3, 3e-2, 0.15)
"""How much terms of degree 0, 1, 2, 3 are held back, as a share of the measurements."""


class LineFit(NamedTuple):
    """Where the lines are."""

    nodes: Nodes
    """The crossings."""
    seen: float
    """The share of pieces that were seen where the fit has them, from 0 to 1."""
    strength: float
    """How much these differ from what they stand on, gray levels; positive."""
    off: float
    """The median distance of pieces from the fit, cells."""


def snapped(gray: Gray, nodes: Nodes, is_dark: bool, reach: float = REACH) -> LineFit:
    """Move a lattice onto the lines of a frame.

    Args:
        gray: uint8, shape (height, width).
        nodes: Where the crossings are expected.
        is_dark: Whether lines are darker than what they stand on.
        reach: How far they may be from there, in cells, less than one half.
    """
    pitch = _pitch(nodes)
    level = max(0, round(float(np.log2(max(pitch, 1.0) / CELL_PX))))
    part, origin = _part(gray, nodes, pitch)
    scale = 0.5**level
    if level:
        part = np.asarray(
            cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    local = (nodes - origin + 0.5) * scale - 0.5
    pieces = _pieces(part, local, is_dark, reach)
    if pieces is None:
        return LineFit(nodes, 0.0, 0.0, 1.0)
    shift, seen, off = _fit(pieces, local)
    moved = (local + shift + 0.5) / scale - 0.5 + origin
    return LineFit(moved, seen, pieces.typical, off)


def smoothed(nodes: Nodes) -> Nodes:
    """Crossings that were found one by one, as those of a page: flat, and bent smoothly."""
    rows, columns = nodes.shape[0] - 1, nodes.shape[1] - 1
    board = np.mgrid[0 : rows + 1, 0 : columns + 1].astype(np.float64)[::-1].reshape(2, -1).T
    matrix, _ = cv2.findHomography(board, nodes.reshape(-1, 2), cv2.LMEDS)
    if matrix is None:
        return nodes
    flat = cv2.perspectiveTransform(board[None], np.asarray(matrix, np.float64))[0]
    away = (nodes.reshape(-1, 2) - flat) / _pitch(nodes)
    terms = _terms(board / (columns, rows) * 2 - 1)
    held = np.diag(np.array(STIFF)[_DEGREES]) * len(away)
    weights: NDArray[np.float64] = np.ones(len(away))
    bend: NDArray[np.float64] = np.zeros_like(away)
    for loose in LOOSE[:2]:
        weighted = np.asarray(terms * weights[:, None])
        bend = terms @ np.linalg.solve(terms.T @ weighted + held, weighted.T @ away)
        off = np.linalg.norm(away - bend, axis=1)
        weights = np.asarray(np.clip(1 - (off / loose) ** 2, 0.01, 1) ** 2)
    return np.asarray((flat + bend * _pitch(nodes)).reshape(nodes.shape), np.float64)


def _part(gray: Gray, nodes: Nodes, pitch: float) -> tuple[Gray, Nodes]:
    """The part of a frame that holds the lattice, and where it begins."""
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
    """What was measured; one entry for each piece that is inside the frame."""

    at: NDArray[np.float64]
    """Shape (n, 2): (u, v) from -1 to 1 over the lattice."""
    normal: NDArray[np.float64]
    """Shape (n, 2): across the line, of length 1."""
    away: NDArray[np.float64]
    """Shape (n,): how far the line is from where it was expected, px."""
    strength: NDArray[np.float64]
    """Shape (n,), gray levels."""
    typical: float
    """How strong pieces are that are there."""
    pitch: float


def _pieces(gray: Gray, nodes: Nodes, is_dark: bool, reach: float) -> _LineSegments | None:
    rows, columns = nodes.shape[0], nodes.shape[1]
    cells = (rows - 1) * (columns - 1)
    arms = np.array(ARMS[(cells > SMALL) + (cells > MIDDLING)])
    groups = [
        _along(nodes, np.gradient(nodes, axis=0), arms),
        _along(nodes.swapaxes(0, 1), np.gradient(nodes, axis=1).swapaxes(0, 1), arms),
    ]
    middle = np.concatenate([points for points, _ in groups])
    over = np.concatenate([steps for _, steps in groups])
    at = np.concatenate([_places(rows, columns, arms), _places(columns, rows, arms)[:, ::-1]])
    length = np.linalg.norm(over, axis=1)
    shifts = np.linspace(-reach, reach, STEPS)
    places = middle[:, None] + shifts[None, :, None] * over[:, None]
    high, wide = gray.shape
    inside = (places >= 0).all(axis=(1, 2)) & (places < (wide - 1, high - 1)).all(axis=(1, 2))
    if inside.sum() < 12:
        return None
    places, length, at, over = places[inside], length[inside], at[inside], over[inside]
    x, y = (np.ascontiguousarray(places[..., k], np.float32) for k in (0, 1))
    values = cv2.remap(gray, x, y, cv2.INTER_LINEAR).astype(np.float32)
    sides = (values[:, : -2 * ASIDE] + values[:, 2 * ASIDE :]) / 2
    ridge = sides - values[:, ASIDE:-ASIDE]
    ridge = ridge if is_dark else -ridge
    best = np.clip(ridge.argmax(axis=1), 1, ridge.shape[1] - 2)
    every = np.arange(len(best))
    before, top, after = (ridge[every, best + k] for k in (-1, 0, 1))
    bow = before - 2 * top + after
    fine = np.where(bow < 0, 0.5 * (before - after) / np.minimum(bow, -1e-6), 0)
    place = best + ASIDE + np.clip(fine, -0.5, 0.5)
    away = (place / (STEPS - 1) * 2 - 1) * reach * length
    typical = float(np.quantile(top, 0.7))
    return _LineSegments(
        at, over / length[:, None], np.asarray(away, np.float64), np.asarray(top, np.float64),
        typical, float(length.mean()),
    )  # fmt: skip


def _along(
    nodes: Nodes, over: Nodes, at: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places on the lines along the first axis, and one cell across them there, shape (n, 2)."""
    arms = at[:, None, None, None]
    points = nodes[None, :, :-1] * (1 - arms) + nodes[None, :, 1:] * arms
    steps = over[None, :, :-1] * (1 - arms) + over[None, :, 1:] * arms
    along = nodes[None, :, 1:] - nodes[None, :, :-1]
    along = along / np.maximum(np.linalg.norm(along, axis=-1, keepdims=True), 1e-9)
    # Across means at right angles: along its own direction a line tells nothing.
    steps = steps - (steps * along).sum(axis=-1, keepdims=True) * along
    return points.reshape(-1, 2), np.broadcast_to(steps, points.shape).reshape(-1, 2)


def _places(lines: int, crossings: int, at: NDArray[np.float64]) -> NDArray[np.float64]:
    """(u, v) of the places that :func:`_along` looks at, u along a line, v from line to line."""
    arms = at[:, None, None]
    u = np.arange(crossings - 1)[None, None] + arms
    v = np.broadcast_to(np.arange(lines)[None, :, None], (len(at), lines, crossings - 1))
    u = np.broadcast_to(u, v.shape)
    return np.stack(
        [u / (crossings - 1) * 2 - 1, v / (lines - 1) * 2 - 1], axis=-1
    ).reshape(-1, 2)  # fmt: skip


def _terms(at: NDArray[np.float64]) -> NDArray[np.float64]:
    """The terms of a cubic at (u, v), shape (..., 10)."""
    u, v = at[..., 0], at[..., 1]
    one = np.ones_like(u)
    return np.stack([one, u, v, u * u, u * v, v * v, u**3, u * u * v, u * v * v, v**3], axis=-1)


_DEGREES = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 3])


def _fit(pieces: _LineSegments, nodes: Nodes) -> tuple[Nodes, float, float]:
    """The displacement of all nodes, the share of pieces that agree, and how well they do."""
    terms = _terms(pieces.at)
    design = np.concatenate([terms * pieces.normal[:, :1], terms * pieces.normal[:, 1:]], axis=1)
    least = max(FAINTEST, SEEN * pieces.typical)
    base = np.clip(pieces.strength / least - 0.5, 0, 1)
    held = np.diag(np.tile(np.array(STIFF)[_DEGREES], 2)) * max(1.0, float(base.sum()))
    weights: NDArray[np.float64] = base
    solution: NDArray[np.float64] = np.zeros(design.shape[1])
    off: NDArray[np.float64] = np.abs(pieces.away)
    for loose in LOOSE:
        weighted = np.asarray(design * weights[:, None])
        solution = np.asarray(np.linalg.solve(design.T @ weighted + held, weighted.T @ pieces.away))
        off = np.asarray(np.abs(pieces.away - design @ solution) / pieces.pitch)
        weights = np.asarray(base * np.clip(1 - (off / loose) ** 2, 0, 1) ** 2)
    near = (off < LOOSE[-1] * 2) & (pieces.strength >= least)
    rows, columns = nodes.shape[0], nodes.shape[1]
    v, u = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    values = _terms(np.stack([u, v], axis=-1))
    shift = np.stack([values @ solution[:10], values @ solution[10:]], axis=-1)
    middle = float(np.median(off[near])) if near.any() else 1.0
    return shift, float(near.mean()), middle
