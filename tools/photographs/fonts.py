"""The fonts for pages, and numbers drawn with them at an exact height."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

USUAL = "/usr/share/fonts"
VARIABLE = "NONOGRAM_FONTS"
"""Environment variable with the folders of fonts, like ``PATH``; by default :data:`USUAL`."""
_ODD = ("italic", "oblique", "obl", "bdita", "math", "symbol", "extralight")
_ENDINGS = {".ttf", ".otf", ".woff"}
_TRIAL = 200
_SIZE = 44
"""Size in px at which digits are compared."""
_LAYOUT = ImageFont.Layout.BASIC
"""The other layout engine applies kerning and needs a library of the system."""
RASTER = "raster"
"""Digits of five by seven dots, as on small consoles: this name is used in place of a path."""
_DOTS = """
.###. ..#.. .###. .###. ...#. ##### .###. ##### .###. .###.
#...# .##.. #...# #...# ..##. #.... #...# ....# #...# #...#
#...# ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#
#...# ..#.. ..##. ..##. #..#. ....# ####. ...#. .###. .####
#...# ..#.. .#... ....# ##### ....# #...# ..#.. #...# ....#
#...# ..#.. #.... #...# ...#. #...# #...# ..#.. #...# #...#
.###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .###.
"""


@lru_cache
def fonts() -> tuple[str, ...]:
    """Upright fonts with real digits, in a fixed order; one empty name if there are none."""
    folders = map(Path, os.environ.get(VARIABLE, USUAL).split(os.pathsep))
    found = [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in _ENDINGS and _is_usable(path)
    ]
    plain = zip(found, _are_plain(found), strict=True)
    paths = sorted(str(path) for path, is_plain in plain if is_plain)
    upright = [p for p in paths if not any(word in Path(p).stem.lower() for word in _ODD)]
    upright = [p for p in upright if _has_letters(p)]
    return tuple(upright) or ("",)


def _are_plain(paths: list[Path]) -> list[bool]:
    """Whether the digits of each font resemble those of most others, which excludes dingbats."""
    shapes = []
    for path in paths:
        font = ImageFont.truetype(str(path), _SIZE, layout_engine=_LAYOUT)
        digits = [cv2.resize(_digit(font, str(k)), (12, 18), interpolation=cv2.INTER_AREA)
                  for k in range(10)]  # fmt: skip
        flat = np.array(digits, np.float32).reshape(10, -1)
        flat -= flat.mean(axis=1, keepdims=True)
        shapes.append(flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6))
    if not shapes:
        return []
    usual = np.mean(shapes, axis=0)
    usual /= np.linalg.norm(usual, axis=1, keepdims=True)
    return [bool(np.median((shape * usual).sum(axis=1)) > 0.45) for shape in shapes]


def _is_usable(path: Path) -> bool:
    """Whether a font has ten different upright digits of about one height."""
    try:
        font = ImageFont.truetype(str(path), _SIZE, layout_engine=_LAYOUT)
        pictures = [_digit(font, str(k)) for k in range(10)]
    except (OSError, ValueError, IndexError):  # no font, or one without digits
        return False
    heights = [p.shape[0] for p in pictures]
    if min(heights) < _SIZE * 0.3 or min(heights) < 0.6 * max(heights):
        return False
    if max(p.shape[1] for p in pictures) > 1.6 * max(heights):
        return False
    inked = [float((p > 127).mean()) for p in pictures]
    if min(inked) < 0.08 or max(inked) > 0.85:
        return False
    return len({p.tobytes() for p in pictures}) == 10


def _digit(font: ImageFont.FreeTypeFont, text: str) -> np.ndarray:
    mask = font.getmask(text, mode="L")
    picture = np.array(mask, np.uint8).reshape(mask.size[1], mask.size[0])
    rows, columns = np.flatnonzero(picture.max(axis=1)), np.flatnonzero(picture.max(axis=0))
    return picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _has_letters(path: str) -> bool:
    """Whether the font has letters, not only the box for missing characters."""
    font = font_of(path, 40)
    return len({bytes(font.getmask(letter)) for letter in "agtR"}) == 4


@lru_cache
def condensed() -> tuple[str, ...]:
    """The narrow fonts; all fonts if there are none."""
    return tuple(p for p in fonts() if "Narrow" in p or "Condensed" in p) or fonts()


@lru_cache
def plain() -> tuple[str, ...]:
    """The fonts without serifs; all fonts if there are none."""
    return tuple(p for p in fonts() if "Sans" in p or "Gothic" in p) or fonts()


@lru_cache(maxsize=256)
def font_of(path: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """A font of a size in px; Pillow's own for an empty name."""
    if not path:
        return ImageFont.load_default(size)
    return ImageFont.truetype(path, size, layout_engine=_LAYOUT)


@lru_cache(maxsize=64)
def _share(path: str) -> float:
    """Height of the digits as a share of the font's size."""
    _, top, _, bottom = font_of(path, _TRIAL).getbbox("0123456789")
    return float(bottom - top) / _TRIAL


def size_for(path: str, height: float) -> int:
    """The size at which the digits of a font are that high."""
    return max(4, round(height / _share(path)))


@lru_cache(maxsize=4096)
def stamp(path: str, text: str, height: float, squeeze: float, most: float) -> Image.Image:
    """A number as a mask that is as high as its digits.

    Args:
        path: Font.
        text: Number.
        height: Height of the digits in px.
        squeeze: Factor for the width.
        most: Greatest width in px; wider numbers are squeezed further.
    """
    if path == RASTER:
        return _raster_stamp(text)
    font = font_of(path, size_for(path, height))
    left, _, right, _ = font.getbbox(text)
    mask = Image.new("L", (int(right - left) + 4, int(3 * height) + 8))
    ImageDraw.Draw(mask).text((2 - left, int(height)), text, fill=255, font=font)
    inked = np.asarray(mask)
    box = Image.fromarray(inked).getbbox()
    assert box is not None, f"{path} draws nothing for {text}"
    glyphs = mask.crop(box)
    width = max(1, min(round(glyphs.width * squeeze), int(most)))
    if width == glyphs.width:
        return glyphs
    return glyphs.resize((width, glyphs.height), Image.Resampling.LANCZOS)


def _raster_stamp(text: str) -> Image.Image:
    """A number as a mask with one px per dot; a zero alone is a small square."""
    if text == "0":
        return Image.new("L", (3, 3), 255)
    rows = [line.split() for line in _DOTS.split("\n") if line]
    dots = [" ".join(row[int(digit)] for digit in text) for row in rows]
    mask = np.array([[255 * (dot == "#") for dot in row] for row in dots], np.uint8)
    inked = np.flatnonzero(mask.any(axis=0))
    return Image.fromarray(np.ascontiguousarray(mask[:, inked[0] : inked[-1] + 1]))
