"""Digits of five by seven dots, as on small consoles."""

from __future__ import annotations

import numpy as np
from PIL import Image

RASTER = "raster"
"""The name of this font, used in place of a path."""
_DOTS = """
.###. ..#.. .###. .###. ...#. ##### .###. ##### .###. .###.
#...# .##.. #...# #...# ..##. #.... #...# ....# #...# #...#
#...# ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#
#...# ..#.. ..##. ..##. #..#. ....# ####. ...#. .###. .####
#...# ..#.. .#... ....# ##### ....# #...# ..#.. #...# ....#
#...# ..#.. #.... #...# ...#. #...# #...# ..#.. #...# #...#
.###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .###.
"""


def raster_stamp(text: str) -> Image.Image:
    """A number as a mask with one px per dot; a zero alone is a small square."""
    if text == "0":
        return Image.new("L", (3, 3), 255)
    rows = [line.split() for line in _DOTS.split("\n") if line]
    dots = [" ".join(row[int(digit)] for digit in text) for row in rows]
    mask = np.array([[255 * (dot == "#") for dot in row] for row in dots], np.uint8)
    inked = np.flatnonzero(mask.any(axis=0))
    return Image.fromarray(np.ascontiguousarray(mask[:, inked[0] : inked[-1] + 1]))
