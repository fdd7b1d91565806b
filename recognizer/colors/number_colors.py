"""The colours of the numbers of a black and white reading: quick, and not exact."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.model import Axis
from recognizer.colors.clusters import clusters_of
from recognizer.lattice import Picture
from recognizer.values import Reading, ReadNumber

CHROMA_QUANTILE = 0.7
"""The most colourful pixels of a number are its ink, or the box that it stands in."""
SAME_LAB = 14.0
"""Largest distance of chromas of one colour, in units of CIELAB. Numbers of one photo are apart by
up to 8, and those of dark colours are as near."""
OTHER_LAB = 20.0
"""Smallest distance of two colours with which a puzzle in colours is tried; bundled ones have more
between the two that differ most."""
MOIRE_LAB = 40.0
"""Smallest distance of two colours that are certainly no moiré of a screen in a photo, which
reaches 37."""
MIN_COLOR_SHARE, MIN_COLOR_NUMBERS = 0.08, 3
"""The share and the count of numbers that a second colour has at least."""
MAX_UNBALANCED_SHARE = 0.03
"""Maximum share of a colour's cells in which rows and columns differ; 0 for near colours."""
STRIP_LINES, MIN_STRIP_SHARE = (1, 2, 3, 5, 10), 0.95
"""Widths of tinted strips in lines, and the minimum share of numbers in the colour of theirs."""


def have_several_colors(picture: Picture, reading: Reading, least: float = OTHER_LAB) -> bool:
    """Whether the numbers have two colours that are far from each other.

    The numbers of one colour have nearly the same chroma, whatever the light. The largest group of
    those is the first colour; a second one is far from it, and large enough not to be a stain.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: The reading of it, in the same orientation.
        least: The distance of two colours, in units of CIELAB.
    """
    numbers = [number for _, line in reading.lines for number in line.numbers]
    if len(numbers) < 2 * MIN_COLOR_NUMBERS:
        return False
    chromas = np.array([_chroma(picture, number) for number in numbers])
    is_near = np.linalg.norm(chromas[:, None] - chromas[None], axis=2) < SAME_LAB
    first = chromas[is_near[is_near.sum(axis=1).argmax()]].mean(axis=0)
    is_far = np.linalg.norm(chromas - first, axis=1) > least
    second = (is_near[is_far] & is_far).sum(axis=1).max(initial=0)
    return bool(second >= max(MIN_COLOR_NUMBERS, MIN_COLOR_SHARE * len(numbers)))


def are_colors_balanced(picture: Picture, reading: Reading) -> bool:
    """Whether rows and columns shade about as many cells in each of several colours.

    Such a page is a puzzle in colours, though its numbers may have one solution in black and white,
    unless the paper has tinted strips: in a picture that is like its mirror image these have equal
    sums.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: The reading of it, in the same orientation.
    """
    numbers = [(line, n) for line, read in reading.lines for n in read.numbers]
    if not numbers:
        return False
    chromas = np.array([_chroma(picture, number) for _, number in numbers])
    cells = np.array([(-1 if line.is_column else 1) * n.number for line, n in numbers])
    clusters = clusters_of(np.pad(chromas, ((0, 0), (1, 0))))
    for labels, apart in zip(clusters.labels, clusters.next_merges, strict=True):
        share = MAX_UNBALANCED_SHARE if apart >= SAME_LAB else 0.0
        counts = np.bincount(labels)
        sums, totals = np.bincount(labels, cells), np.bincount(labels, np.abs(cells))
        is_balanced = bool((np.abs(sums) <= share * totals).all())
        if is_balanced and (counts >= MIN_COLOR_NUMBERS).sum() >= 2:
            colored = list(zip((line for line, _ in numbers), labels.tolist(), strict=True))
            return not all(
                _are_strips([(line.index, color) for line, color in colored if line.axis is axis])
                for axis in Axis
            )
    return False


def _are_strips(colors: list[tuple[int, int]]) -> bool:
    """Whether the colours of numbers are those of tinted strips, as on many magazine pages.

    Strips alternate every few lines, and the numbers of a line are alike.

    Args:
        colors: The index of the line of each number, and its colour.
    """
    for width in STRIP_LINES:
        of_strips: list[Counter[int]] = [Counter(), Counter()]
        for index, color in colors:
            of_strips[index // width % 2][color] += 1
        usual = [counts.most_common(1)[0] for counts in of_strips if counts]
        is_alike = sum(count for _, count in usual) >= MIN_STRIP_SHARE * len(colors)
        if is_alike and len({color for color, _ in usual}) == 2:
            return True
    return False


def _chroma(picture: Picture, number: ReadNumber) -> NDArray[np.float64]:
    """The mean (a, b) in CIELAB of a number's most colourful pixels, shape (2,)."""
    x, y, width, height = cv2.boundingRect(np.array(number.quad, np.float32))
    box = picture[max(y, 0) : max(y, 0) + height, max(x, 0) : max(x, 0) + width]
    if not box.size:
        return np.zeros(2)
    lab = cv2.cvtColor(np.asarray(box / np.float32(255), np.float32), cv2.COLOR_BGR2LAB)
    ab = lab.reshape(-1, 3)[:, 1:].astype(np.float64)
    strength = np.linalg.norm(ab, axis=1)
    most = ab[strength >= np.quantile(strength, CHROMA_QUANTILE)]
    return np.asarray(most.mean(axis=0), np.float64)
