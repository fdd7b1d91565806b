"""Pencil marks on a page: shaded and crossed cells, some of them wrong."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.photographs.camera import Array, Pixels
from tools.videos.papers import Paper
from tools.videos.values import Cell, PencilMarks

Mask = NDArray[np.bool_]
"""Cells by row and column."""
_LEADS = ((48, 44, 44), (95, 40, 30), (85, 82, 80))
"""Blue, green, red: a soft pencil, a pen, a hard pencil."""


def marked(rng: np.random.Generator, paper: Paper) -> Paper:
    """A page with a partly solved puzzle, with a few mistakes."""
    assert paper.puzzle is not None
    solution: Mask = np.array([[cell == "#" for cell in row] for row in paper.puzzle.solution])
    is_done = rng.random(solution.shape) < rng.uniform(0.35, 0.75)
    is_wrong = _some(rng, ~solution, int(rng.integers(2, 5)))
    is_wrong |= _some(rng, solution, int(rng.integers(1, 3)))
    is_crossed = (~solution & is_done & (rng.random(solution.shape) < 0.5) & ~is_wrong) | (
        solution & is_wrong
    )
    is_shaded = (solution & is_done & ~is_wrong) | (~solution & is_wrong)
    ink: Pixels = np.zeros(paper.image.shape[:2], np.uint8)
    is_solid = rng.random() < 0.4
    line = max(1, round(paper.pitch * float(rng.uniform(0.05, 0.09))))
    for cell in _cells(is_shaded):
        _shade(rng, paper, ink, cell, line, is_solid)
    for cell in _cells(is_crossed):
        _cross(rng, paper, ink, cell, line)
    lead = np.array(_LEADS[int(rng.integers(len(_LEADS)))], np.float32)
    height, width = ink.shape[0], ink.shape[1]
    rough = rng.uniform(0.75, 1.0, (height // 2 + 1, width // 2 + 1))
    grain = cv2.resize(rough.astype(np.float32), (width, height))
    cover = (ink.astype(np.float32) / 255 * grain * rng.uniform(0.75, 0.97))[..., None]
    image = paper.image * (1 - cover) + np.minimum(paper.image, lead) * cover
    marks = PencilMarks(_cells(is_shaded), _cells(is_crossed), _cells(is_wrong))
    return replace(paper, image=image.astype(np.uint8), marks=marks, _finer={})


def _some(rng: np.random.Generator, among: Mask, count: int) -> Mask:
    """A random selection of cells, as a mask."""
    chosen: Mask = np.zeros(among.shape, np.bool_)
    places = np.flatnonzero(among)
    chosen.flat[rng.choice(places, min(count, len(places)), replace=False)] = True
    return chosen


def _cells(mask: Mask) -> tuple[Cell, ...]:
    return tuple((int(row), int(column)) for row, column in np.argwhere(mask))


def _line(paper: Paper, ink: Pixels, points: Array, width: int) -> None:
    """Draw a stroke through points given in cells."""
    places = np.round(paper.at(points) * 16).astype(np.int32)
    cv2.polylines(ink, [places], False, 255, width, cv2.LINE_AA, 4)


def _shade(
    rng: np.random.Generator, paper: Paper, ink: Pixels, cell: Cell, width: int, is_solid: bool
) -> None:
    corner = np.array(cell[::-1], np.float64)
    if is_solid:
        square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) + rng.normal(0, 0.05, (4, 2))
        places = np.round(paper.at(corner + 0.08 + 0.84 * square) * 16).astype(np.int32)
        cv2.fillPoly(ink, [places], 255, cv2.LINE_AA, 4)
        return
    count = int(rng.integers(7, 11))
    slant = rng.uniform(0.0, 0.5)
    ends = np.linspace(0.06, 0.94, 2 * count)
    x = np.clip(ends + np.tile([-slant / 2, slant / 2], count), 0.03, 0.97)
    y = np.tile([0.08, 0.92], count) + rng.normal(0, 0.05, 2 * count)
    points = np.column_stack([x, y] if rng.random() < 0.7 else [y, x])
    _line(paper, ink, corner + points, 2 * width)


def _cross(rng: np.random.Generator, paper: Paper, ink: Pixels, cell: Cell, width: int) -> None:
    corner = np.array(cell[::-1], np.float64)
    low, high = rng.uniform(0.18, 0.34, (2, 2)), rng.uniform(0.66, 0.82, (2, 2))
    _line(paper, ink, corner + np.array([low[0], high[0]]), width)
    _line(paper, ink, corner + np.array([(low[1, 0], high[1, 1]), (high[1, 0], low[1, 1])]), width)
