"""Fit a grid that a person drew to the printed lines, and find the clue boxes beside it.

A dragged corner is accurate to a few pixels, and the drawn grid does not follow the bends of the
page. So each of its lines is moved, as a whole, onto a printed line nearby. Clue boxes are then
searched as around a detected grid, line by line.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.clue_areas import with_number_boxes
from recognizer.clues.rectification import MAX_DEPTH_CELLS
from recognizer.grid.board_region import Region
from recognizer.grid.border_search import next_line
from recognizer.grid.detection import DetectedGrid
from recognizer.grid.edge_scoring import (
    MIN_LINE_SHARE_OF_MEDIAN,
    EdgeModel,
    line_strengths,
    pitch_of,
)
from recognizer.grid.ridges import Ridges, gray_plane, sigmas_for
from recognizer.lattice import Lattice, Picture

WORKING_PITCH_PX = 24.0
"""The picture is scaled to this pitch, but enlarged at most twice, px."""
SEARCH_RADII = (0.3, 0.06)
"""Search radii of the two passes for a printed line, in pitches."""
SHIFT_COUNT = 25
"""Number of shifts at which a line is tried."""
BEND_COUNT = 9
"""Number of slants and of bulges at which a line is tried."""
SHIFT_COST = 0.3
"""Cost of moving a line by one pitch, as a share of the line's strength."""
MIN_PRESENT_SHARE = 0.6
"""Minimum visible share of a printed line that the grid is fitted to."""

Nodes = NDArray[np.float64]


def manual_grid(picture: Picture, lattice: Lattice) -> DetectedGrid:
    """Fit a drawn grid to the printed lines, with the clue boxes around it.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        lattice: The drawn grid.

    Returns:
        A grid with as many rows and columns, on the printed lines where there are some nearby.
    """
    part, origin, scale = _surroundings(picture, lattice)
    ridges = Ridges(gray_plane(part))
    nodes = (lattice.points.astype(np.float64) - origin + 0.5) * scale - 0.5
    nodes = _onto_lines(nodes, ridges)
    found = _with_boxes(nodes, ridges, part.shape[:2])
    found = replace(found, nodes=(found.nodes + 0.5) / scale - 0.5 + origin)
    return with_number_boxes(picture, found, drop_empty=True) or found


def _surroundings(picture: Picture, lattice: Lattice) -> tuple[Picture, Nodes, float]:
    """The part of a picture that may hold clues, scaled; its origin, px; and the scale."""
    pitch = max(lattice.pitch_px, 1.0)
    points = lattice.points.reshape(-1, 2)
    height, width = picture.shape[:2]
    low = np.clip(points.min(axis=0) - MAX_DEPTH_CELLS * pitch, 0, (width - 1, height - 1)).astype(
        int
    )
    high = np.clip(
        points.max(axis=0) + MAX_DEPTH_CELLS * pitch + 1, low + 1, (width, height)
    ).astype(int)
    part = picture[low[1] : high[1], low[0] : high[0]]
    scale = min(2.0, WORKING_PITCH_PX / pitch)
    size = [max(1, round(side * scale)) for side in part.shape[1::-1]]
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(part, size, interpolation=method), np.uint8), low, scale


# The printed lines


def _onto_lines(nodes: Nodes, ridges: Ridges) -> Nodes:
    """Move the crossings onto the printed lines, line by line, in both directions."""
    for reach in SEARCH_RADII:
        down = _offsets_to_lines(nodes, ridges, reach)
        right = _offsets_to_lines(nodes.swapaxes(0, 1), ridges, reach).swapaxes(0, 1)
        nodes = np.asarray(nodes + down + right)
    return nodes


def _offsets_to_lines(nodes: Nodes, ridges: Ridges, reach: float) -> Nodes:
    """Offsets of the printed lines from the given ones, which follow the first axis, px."""
    step = np.gradient(nodes, axis=0)
    at = np.linspace(-1, 1, nodes.shape[1])
    deformations, positions = _deformations(reach, at)
    pieces = np.arange(nodes.shape[1] - 1)
    strengths = _strengths(nodes, step, ridges, np.linspace(-reach, reach, SHIFT_COUNT))
    strengths = np.minimum(strengths, 2 * np.median(strengths.max(axis=0)))
    costs = SHIFT_COST * np.median(strengths.max(axis=0)) * np.abs(deformations).sum(axis=1)
    best = np.array(
        [
            deformations[(strengths[positions, k, pieces].mean(axis=1) - costs).argmax()]
            for k in range(len(nodes))
        ]
    )
    moved = nodes + _deformation(best.T[..., None], at)[..., None] * step
    lines = line_strengths(ridges, moved[:, :-1], moved[:, 1:], sigmas_for(pitch_of(nodes)))
    least = MIN_LINE_SHARE_OF_MEDIAN * float(np.median(lines))
    visible = np.flatnonzero((lines > max(least, 0.0)).mean(axis=1) >= MIN_PRESENT_SHARE)
    if not least > 0 or len(visible) < 2:
        return np.zeros_like(nodes)
    # Invisible lines are interpolated from their neighbours.
    indices = np.arange(len(nodes))
    deformation = np.stack([np.interp(indices, visible, column) for column in best[visible].T])
    return np.asarray(_deformation(deformation[..., None], at)[..., None] * step)


def _deformations(reach: float, at: NDArray[np.float64]) -> tuple[Nodes, NDArray[np.intp]]:
    """Deformations of a line, shape (n, 3), and the index of the shift of each of its pieces."""
    shifts, bends = np.linspace(-reach, reach, SHIFT_COUNT), np.linspace(-reach, reach, BEND_COUNT)
    deformations = np.array(
        [
            (shift, slant, bulge)
            for shift, slant, bulge in product(shifts, bends, bends)
            if abs(shift) + abs(slant) <= reach and abs(shift + bulge) <= reach
        ]
    )
    away = _deformation(deformations.T[..., None], (at[:-1] + at[1:]) / 2)
    positions = np.rint((away + reach) * (SHIFT_COUNT - 1) / (2 * reach)).astype(int)
    return deformations, np.clip(positions, 0, SHIFT_COUNT - 1)


def _strengths(
    nodes: Nodes, step: Nodes, ridges: Ridges, shifts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The line strength at each shift of each piece of each line."""
    direction = nodes[:, -1].mean(axis=0) - nodes[:, 0].mean(axis=0)
    pitch = float(np.hypot(*direction)) / (nodes.shape[1] - 1)
    plane = ridges.lines(
        float(np.arctan2(direction[1], direction[0])), 0.6 * pitch, sigmas_for(pitch)
    )
    shares = np.array([0.2, 0.5, 0.8])[:, None]
    shifted = nodes + shifts[:, None, None, None] * step
    points = shifted[:, :, :-1, None] * (1 - shares) + shifted[:, :, 1:, None] * shares
    flat = points.reshape(len(shifts) * len(nodes), -1, 2).astype(np.float32)
    values = cv2.remap(
        plane, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(values.reshape(points.shape[:-1]).mean(axis=-1), np.float64)


def _deformation(deformation: NDArray[np.float64], at: NDArray[np.float64]) -> Nodes:
    """The offset along a line (-1 to 1) by a shift, a slant and a bulge."""
    shift, slant, bulge = deformation
    return np.asarray(shift + slant * at + bulge * (1 - at * at))


# Clue boxes


def _with_boxes(nodes: Nodes, ridges: Ridges, size: tuple[int, ...]) -> DetectedGrid:
    """The board and the lines beyond it, which are searched for on each side separately."""
    model, _, _ = EdgeModel.measured(ridges, nodes, np.ones(nodes.shape[:2], bool))
    turned = nodes.swapaxes(0, 1)
    top = _lines_beyond(nodes, ridges, model, size)
    bottom = _lines_beyond(nodes[::-1], ridges, model, size)
    left = _lines_beyond(turned, ridges, model.turned(), size)
    right = _lines_beyond(turned[::-1], ridges, model.turned(), size)
    tall = np.concatenate([top[::-1], nodes, bottom])
    wide = np.concatenate([left[::-1], turned, right]).swapaxes(0, 1)
    rows = np.clip(np.arange(len(tall)) - len(top), 0, len(nodes) - 1)
    columns = np.clip(np.arange(wide.shape[1]) - len(left), 0, len(turned) - 1)
    # A corner between two sides adds the offsets of both.
    whole = tall[:, columns] + wide[rows] - nodes[rows][:, columns]
    height, width = whole.shape[:2]
    board = Region(len(top), len(left), height - 1 - len(bottom), width - 1 - len(right))
    return DetectedGrid(whole, board, Region(0, 0, height - 1, width - 1), 1.0)


def _lines_beyond(nodes: Nodes, ridges: Ridges, model: EdgeModel, size: tuple[int, ...]) -> Nodes:
    """The lines outside the first one, the nearest one first, shape (lines, length, 2)."""
    found: list[Nodes] = []
    while len(found) < MAX_DEPTH_CELLS:
        line = next_line(nodes, ridges, model)
        if line is None:
            break
        inside = (line.nodes > -1) & (line.nodes < np.array(size[::-1]))
        if inside.all(axis=-1).mean() < 0.5:
            break
        found.append(line.nodes)
        nodes = np.concatenate([line.nodes[None], nodes])
    return np.array(found).reshape(-1, nodes.shape[1], 2)
