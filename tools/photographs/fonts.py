"""The fonts for pages, and numbers drawn with them at an exact height."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tools.photographs.fit import LAYOUT, find_fonts
from tools.photographs.raster import RASTER, raster_stamp

USUAL = "/usr/share/fonts"
VARIABLE = "NONOGRAM_FONTS"
"""Environment variable with the folders of fonts, like ``PATH``; by default :data:`USUAL`."""
_ODD = ("italic", "oblique", "obl", "bdita", "math", "symbol", "extralight")
_TRIAL = 200


@lru_cache
def fonts() -> tuple[str, ...]:
    """Upright fonts with real digits, in a fixed order; one empty name if there are none."""
    folders = map(Path, os.environ.get(VARIABLE, USUAL).split(os.pathsep))
    found = find_fonts([folder for folder in folders if folder.is_dir()])
    paths = sorted(str(path) for paths in found.values() for path in paths)
    upright = [p for p in paths if not any(word in Path(p).stem.lower() for word in _ODD)]
    upright = [p for p in upright if _has_letters(p)]
    return tuple(upright) or ("",)


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
    return ImageFont.truetype(path, size, layout_engine=LAYOUT)


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
        return raster_stamp(text)
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
