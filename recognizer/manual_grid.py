"""A grid given by hand: put onto the printed lines around, and the boxes of clues beside it.

Whoever drags a corner hits a line to within a few pixels, and knows nothing of how the page bends.
So each line of the given grid is moved onto the printed one, as a whole, if there is one near. From
there the boxes of clues are looked for as they are around a grid that was found: line by line.
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
from recognizer.values import Lattice, Picture

PITCH_PX = 24.0
"""The picture is scaled until a cell is that large, but enlarged to twice its size at most."""
REACHES = (0.3, 0.06)
"""How far a printed line may be from a given one, in pitches, at first and once it was found."""
SHIFTS, BENDS = 25, 9
"""How many places a line is tried at, and how many ways to turn and to bend it."""
COST = 0.3
"""What moving a line by a pitch costs, compared with the line."""
PRINTED = 0.6
"""The share of a line that has to be there, to be followed."""

Nodes = NDArray[np.float64]


def given_grid(picture: Picture, lattice: Lattice) -> DetectedGrid:
    """The grid that a person means, with the boxes of clues around it.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        lattice: Where the person has put it.

    Returns:
        As many rows and columns as were given; its lines are the printed ones where these are
        near.
    """
    part, origin, scale = _surroundings(picture, lattice)
    ridges = Ridges(gray_plane(part))
    nodes = (lattice.points.astype(np.float64) - origin + 0.5) * scale - 0.5
    nodes = _onto_lines(nodes, ridges)
    found = _with_boxes(nodes, ridges, part.shape[:2])
    found = replace(found, nodes=(found.nodes + 0.5) / scale - 0.5 + origin)
    return with_number_boxes(picture, found, drop_empty=True) or found


def _surroundings(picture: Picture, lattice: Lattice) -> tuple[Picture, Nodes, float]:
    """The part of a picture that clues may be in, where it begins, and by how much it is scaled."""
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
    scale = min(2.0, PITCH_PX / pitch)
    size = [max(1, round(side * scale)) for side in part.shape[1::-1]]
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(part, size, interpolation=method), np.uint8), low, scale


# The printed lines


def _onto_lines(nodes: Nodes, ridges: Ridges) -> Nodes:
    """Crossings moved onto what is printed, line by line, both ways."""
    for reach in REACHES:
        down = _away(nodes, ridges, reach)
        right = _away(nodes.swapaxes(0, 1), ridges, reach).swapaxes(0, 1)
        nodes = np.asarray(nodes + down + right)
    return nodes


def _away(nodes: Nodes, ridges: Ridges, reach: float) -> Nodes:
    """How far the printed lines are from the given ones, which are along the first axis, px."""
    step = np.gradient(nodes, axis=0)
    at = np.linspace(-1, 1, nodes.shape[1])
    bows, places = _bows(reach, at)
    pieces = np.arange(nodes.shape[1] - 1)
    strengths = _strengths(nodes, step, ridges, np.linspace(-reach, reach, SHIFTS))
    strengths = np.minimum(strengths, 2 * np.median(strengths.max(axis=0)))
    costs = COST * np.median(strengths.max(axis=0)) * np.abs(bows).sum(axis=1)
    best = np.array(
        [
            bows[(strengths[places, k, pieces].mean(axis=1) - costs).argmax()]
            for k in range(len(nodes))
        ]
    )
    moved = nodes + _bow(best.T[..., None], at)[..., None] * step
    lines = line_strengths(ridges, moved[:, :-1], moved[:, 1:], sigmas_for(pitch_of(nodes)))
    least = MIN_LINE_SHARE_OF_MEDIAN * float(np.median(lines))
    visible = np.flatnonzero((lines > max(least, 0.0)).mean(axis=1) >= PRINTED)
    if not least > 0 or len(visible) < 2:
        return np.zeros_like(nodes)
    # Lines that are not seen lie where those beside them say.
    indices = np.arange(len(nodes))
    bow = np.stack([np.interp(indices, visible, column) for column in best[visible].T])
    return np.asarray(_bow(bow[..., None], at)[..., None] * step)


def _bows(reach: float, at: NDArray[np.float64]) -> tuple[Nodes, NDArray[np.intp]]:
    """Ways to move a line, shape (ways, 3), and at which shift each piece of it is then."""
    shifts, bends = np.linspace(-reach, reach, SHIFTS), np.linspace(-reach, reach, BENDS)
    bows = np.array(
        [
            (shift, slant, bulge)
            for shift, slant, bulge in product(shifts, bends, bends)
            if abs(shift) + abs(slant) <= reach and abs(shift + bulge) <= reach
        ]
    )
    away = _bow(bows.T[..., None], (at[:-1] + at[1:]) / 2)
    places = np.rint((away + reach) * (SHIFTS - 1) / (2 * reach)).astype(int)
    return bows, np.clip(places, 0, SHIFTS - 1)


def _strengths(
    nodes: Nodes, step: Nodes, ridges: Ridges, shifts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How much of a line there is at each shift of each piece of each line."""
    direction = nodes[:, -1].mean(axis=0) - nodes[:, 0].mean(axis=0)
    pitch = float(np.hypot(*direction)) / (nodes.shape[1] - 1)
    plane = ridges.lines(
        float(np.arctan2(direction[1], direction[0])), 0.6 * pitch, sigmas_for(pitch)
    )
    arms = np.array([0.2, 0.5, 0.8])[:, None]
    shifted = nodes + shifts[:, None, None, None] * step
    points = shifted[:, :, :-1, None] * (1 - arms) + shifted[:, :, 1:, None] * arms
    flat = points.reshape(len(shifts) * len(nodes), -1, 2).astype(np.float32)
    values = cv2.remap(
        plane, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(values.reshape(points.shape[:-1]).mean(axis=-1), np.float64)


def _bow(bow: NDArray[np.float64], at: NDArray[np.float64]) -> Nodes:
    """A line moved by a shift, turned by a slant, and bent by a bulge, from -1 to 1 along it."""
    shift, slant, bulge = bow
    return np.asarray(shift + slant * at + bulge * (1 - at * at))


# Boxes of clues


def _with_boxes(nodes: Nodes, ridges: Ridges, size: tuple[int, ...]) -> DetectedGrid:
    """The board and the lines beyond it, which are looked for on each side by itself."""
    model, _, _ = EdgeModel.measured(ridges, nodes, np.ones(nodes.shape[:2], bool))
    turned = nodes.swapaxes(0, 1)
    top = _beyond(nodes, ridges, model, size)
    bottom = _beyond(nodes[::-1], ridges, model, size)
    left = _beyond(turned, ridges, model.turned(), size)
    right = _beyond(turned[::-1], ridges, model.turned(), size)
    tall = np.concatenate([top[::-1], nodes, bottom])
    wide = np.concatenate([left[::-1], turned, right]).swapaxes(0, 1)
    rows = np.clip(np.arange(len(tall)) - len(top), 0, len(nodes) - 1)
    columns = np.clip(np.arange(wide.shape[1]) - len(left), 0, len(turned) - 1)
    # A corner between two sides lies where both of them would have it.
    whole = tall[:, columns] + wide[rows] - nodes[rows][:, columns]
    height, width = whole.shape[:2]
    board = Region(len(top), len(left), height - 1 - len(bottom), width - 1 - len(right))
    return DetectedGrid(whole, board, Region(0, 0, height - 1, width - 1), 1.0)


def _beyond(nodes: Nodes, ridges: Ridges, model: EdgeModel, size: tuple[int, ...]) -> Nodes:
    """The lines before the first one, the nearest one first, shape (lines, length, 2)."""
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
