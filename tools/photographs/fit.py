"""Finds usable fonts in folders, checks them, and groups them by family."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
from PIL import ImageFont

SIZE = 44
"""Size in px at which glyphs are drawn, before they are downscaled."""
LAYOUT = ImageFont.Layout.BASIC
"""The other layout engine applies kerning and needs a library of the system."""
ENDINGS = {".ttf", ".otf", ".woff"}


def find_fonts(folders: list[Path]) -> dict[str, list[Path]]:
    """Usable fonts by family, in a fixed order."""
    paths = [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in ENDINGS and is_usable(path)
    ]
    families: dict[str, list[Path]] = defaultdict(list)
    for path, is_plain in zip(paths, _are_plain(paths), strict=True):
        if is_plain:
            families[_family(path)].append(path)
    return dict(sorted(families.items()))


def _are_plain(paths: list[Path]) -> list[bool]:
    """Whether the digits of each font resemble those of most others, which excludes dingbats."""
    shapes = []
    for path in paths:
        font = ImageFont.truetype(str(path), SIZE, layout_engine=LAYOUT)
        digits = [cv2.resize(_digit(font, str(k)), (12, 18), interpolation=cv2.INTER_AREA)
                  for k in range(10)]  # fmt: skip
        flat = np.array(digits, np.float32).reshape(10, -1)
        flat -= flat.mean(axis=1, keepdims=True)
        shapes.append(flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6))
    usual = np.mean(shapes, axis=0)
    usual /= np.linalg.norm(usual, axis=1, keepdims=True)
    return [bool(np.median((shape * usual).sum(axis=1)) > 0.45) for shape in shapes]


def _family(path: Path) -> str:
    """DejaVuSans-Bold.ttf and DejaVuSans.ttf are one family."""
    stem = re.split(r"[-_ ]|(?<=[a-z])(?=[A-Z])", path.stem)
    return stem[0].lower()


def is_usable(path: Path) -> bool:
    """Whether a font has ten different upright digits of about one height."""
    try:
        font = ImageFont.truetype(str(path), SIZE, layout_engine=LAYOUT)
        pictures = [_digit(font, str(k)) for k in range(10)]
    except (OSError, ValueError, IndexError):  # no font, or one without digits
        return False
    heights = [p.shape[0] for p in pictures]
    if min(heights) < SIZE * 0.3 or min(heights) < 0.6 * max(heights):
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
