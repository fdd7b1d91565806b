"""Digits of five by seven dots, as small consoles have them."""

from __future__ import annotations

import numpy as np
from PIL import Image

RASTER = "raster"
"""What stands for this font among the paths of others."""
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
    """A number as a mask, one px a dot; a zero alone is a small square."""
    if text == "0":
        return Image.new("L", (3, 3), 255)
    rows = [line.split() for line in _DOTS.split("\n") if line]
    dots = [" ".join(row[int(digit)] for digit in text) for row in rows]
    mask = np.array([[255 * (dot == "#") for dot in row] for row in dots], np.uint8)
    inked = np.flatnonzero(mask.any(axis=0))
    return Image.fromarray(np.ascontiguousarray(mask[:, inked[0] : inked[-1] + 1]))
