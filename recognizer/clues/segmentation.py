"""Which digits that stand side by side are one number.

Numbers without boxes are parted by space alone, and how much that is differs from print to print:
there are screens where two numbers stand closer to each other than the digits of one elsewhere. So
the gap that parts them is the one with which the picture's clues make sense: no number is longer
than its line, no clue needs more room than there is, and the rows shade as many cells as the
columns do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recognizer.clues.tokens import Box, Token, joined

USUAL = 0.15
"""Heights of a digit: how far from the gap that the spacing itself suggests others are likely."""
SENSELESS = 6.0
"""What a number that cannot be costs, in log-probability, and a clue that is too long."""
RARE = 1.0
"""What it costs, in log-probability, to give all digits the same room."""
MOST_TRIED = 12
"""Gaps that are tried."""
OFF = 8.0
"""The most that sums cost that differ; ..."""
SHARE = 0.1
"""... that is by this share, since some numbers of the other clues are misread, too."""

Answer = Callable[[Token], NDArray[np.float32]]
"""Log-probabilities of the numbers from 0 to 99 and of two classes that are none."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """How far apart digits are, and from where on they belong to two numbers."""

    split: float
    """Heights of a digit."""
    height: float
    """Of a digit, px."""
    width: float | None = None
    """Of a usual digit, px, where every digit has the room of a wide one, a one as well."""

    def gap(self, left: Box, right: Box) -> float:
        """The space between two digits, in heights of a digit."""
        if self.width is None:
            return (right.left - left.right) / max(self.height, 1.0)
        return (right.center[0] - left.center[0] - self.width) / max(self.height, 1.0)


def best_spacing(
    lines: Sequence[Sequence[Box]],
    height: float,
    suggested: Sequence[float],
    answer: Answer,
    longest: int,
    total: int | None,
) -> Spacing:
    """The spacing with which the clues make sense.

    Args:
        lines: The digits of each line, from left to right.
        height: Of a digit, px.
        suggested: Gaps that the spacing alone suggests, in heights of a digit.
        answer: What a token says.
        longest: Cells of a line.
        total: Cells that the other clues shade, if they were read.
    """
    plain = Spacing(suggested[0], height)
    if not any(len(line) > 1 for line in lines):
        return plain
    widths = [glyph.width for line in lines for glyph in line]
    tried = [Spacing(split, height) for split in suggested]
    between: dict[float | None, list[list[float]]] = {}
    known: dict[tuple[int, tuple[bool, ...]], tuple[float, int]] = {}
    for width in (None, float(np.percentile(widths, 75))):
        measure = Spacing(0.0, height, width)
        between[width] = [[measure.gap(a, b) for a, b in pairwise(line)] for line in lines]
        gaps = sorted({gap for here in between[width] for gap in here})
        steps = sorted(pairwise(gaps), key=lambda pair: pair[0] - pair[1])[:MOST_TRIED]
        splits = [gaps[0] - 0.05, gaps[-1] + 0.05, *((a + b) / 2 for a, b in steps)]
        tried += [Spacing(split, height, width) for split in splits]

    def worth(spacing: Spacing) -> float:
        away = min(abs(spacing.split - s) for s in suggested) / USUAL
        sense, shaded = 0.0, 0
        for index, glyphs in enumerate(lines):
            flags = tuple(gap < spacing.split for gap in between[spacing.width][index])
            # Most gaps that are tried part the digits of a line in the same way.
            if (index, flags) not in known:
                known[index, flags] = _sense(joined(glyphs, index, flags), answer, longest)
            value, cells = known[index, flags]
            sense += value
            shaded += cells
        return (
            sense
            - off_by(shaded, total)
            - away * away / 2
            - (0.0 if spacing.width is None else RARE)
        )

    return max(tried, key=worth)


def off_by(shaded: int, total: int | None) -> float:
    """What it costs that clues shade another number of cells than the others, if it is known."""
    return 0.0 if total is None else min(1.0, abs(shaded - total) / (1 + SHARE * total)) * OFF


def _sense(tokens: tuple[Token, ...], answer: Answer, longest: int) -> tuple[float, int]:
    """How likely a line's tokens are numbers of one clue, and how many cells these shade."""
    worth, cells = 0.0, 0
    for token in tokens:
        # Zero stands alone or not at all.
        first = 0 if len(tokens) == 1 else 1
        logs = answer(token)[first : longest + 1]
        best = int(logs.argmax())
        worth += max(float(logs[best]), -SENSELESS)
        cells += best + first
    if cells + len(tokens) - 1 > longest:
        worth -= SENSELESS
    return worth, cells
