"""Tell by the glyphs beside a board which way up its numbers are.

Reading all clues in every orientation takes seconds. A glyph is a digit in few orientations. So the
number reader looks at some glyphs, turned by quarters and mirrored: an orientation in which fewer
of them are digits need not be read.

Example: the glyphs beside a page that lies on its right side are digits with the mean probability
0.02 as it lies, 0.45 after one quarter turn, 0.02 after two, and 0.96 after three.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from recognizer.clues.binarization import ink_masks
from recognizer.clues.glyphs import find_glyphs
from recognizer.clues.patches import stretched_patch
from recognizer.clues.rectification import CELL_PX, ClueArea, RectifiedPage
from recognizer.clues.tokens import TokenBox
from recognizer.values import MIRRORED, Side

MAX_GLYPHS = 120
"""Glyphs that are looked at; those of a page are all turned in the same way."""
REACH_CELLS = 5
"""Distance from the board within which they are."""
MIN_SIDE_CELLS, MAX_SIDE_CELLS = 0.22, 0.9
"""Length of the longer side of a digit."""
SQUARE_SIDES = 1.5
"""Side of the square around a glyph that the reader sees, in longer sides of the glyph."""
MIN_GLYPHS = 4
"""Fewer glyphs tell nothing."""
MIN_DIGIT_SHARE = 0.15
"""If glyphs are digits with at least this mean probability in some orientation, they tell which
one is upright. In pictures that are upright then it was 0.18 to 1."""
MAX_LESS_DIGITS = 0.12
"""Orientations in which that probability is lower by more are not read. In 50 turned pictures it
was lower by up to 0.06 in the upright one (no command here shows it)."""
ORIENTATIONS = (0, 1, 2, 3, MIRRORED)
"""The turns that are compared, see :func:`recognizer.images.turned`."""


def digit_shares(page: RectifiedPage) -> dict[int, float] | None:
    """For each orientation, the mean probability that a glyph beside the board is a digit.

    Returns:
        By turns (:data:`ORIENTATIONS`), from 0 to 1; ``None`` if there are too few glyphs to tell.
    """
    found: list[NDArray[np.uint8]] = []
    for side in Side:
        area = ClueArea.of(page, side)
        if area is not None:
            found += [_patch(area.picture, box) for box in _glyphs(area)]
    if len(found) < MIN_GLYPHS:
        return None
    chosen = np.linspace(0, len(found) - 1, min(len(found), MAX_GLYPHS)).astype(int)
    patches = np.stack([found[k] for k in chosen])
    shares: dict[int, float] = {}
    for turns in ORIENTATIONS:
        seen = patches[:, :, ::-1] if turns & MIRRORED else patches
        seen = np.rot90(seen, -(turns % 4), axes=(1, 2))
        logs = page.number_reader.read(np.ascontiguousarray(seen))
        shares[turns] = float(np.exp(logs[:, :10].max(axis=1)).mean())
    return shares


def _glyphs(area: ClueArea) -> list[TokenBox]:
    """The glyphs near the board that have the size of a digit, upright or not."""
    near = np.arange(area.picture.size)
    ink = next(ink_masks(area.picture, near), None)
    if ink is None:
        return []
    length = area.picture.shape[1 if area.is_beside else 0]
    chosen = []
    for box in (box for line in find_glyphs(area, ink) for box in line):
        first, last = (box.left, box.right) if area.is_beside else (box.top, box.bottom)
        far = length - last if area.side in (Side.LEFT, Side.TOP) else first
        longer = max(box.width, box.height) / CELL_PX
        if far < REACH_CELLS * CELL_PX and MIN_SIDE_CELLS < longer < MAX_SIDE_CELLS:
            chosen.append(box)
    return chosen


def _patch(gray: NDArray[np.uint8], box: TokenBox) -> NDArray[np.uint8]:
    (x, y), half = box.center, SQUARE_SIDES * max(box.width, box.height) / 2
    return stretched_patch(gray, TokenBox(x - half, y - half, x + half, y + half))
