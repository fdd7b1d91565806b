"""Choose the gap above which digits side by side belong to two numbers.

Numbers without boxes are separated by space alone, and its width differs from print to print: on
some screens two numbers are closer than the digits of one number elsewhere. So the gap is chosen
with which the clues are consistent: no number exceeds its line, every clue fits its line, and the
rows shade as many cells as the columns. Every gap that occurs may be the one; those at the widest
steps in the sorted list of gaps are tried, for proportional print and for print of fixed width. The
score is a log-likelihood: what the reader says of the tokens, less the costs below.

Example: the gaps are 0.1, 0.12, 0.5 and 0.55 digit heights. The widest step is between 0.12 and
0.5, so 0.31 is tried. It reads the digits 1 1 with the gap 0.12 between them as 11, which is
impossible in a line of 10 cells and costs up to 6; with 0.11 they are two numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite, isinf

import numpy as np
from numpy.typing import NDArray

from recognizer.clues.tokens import Token, TokenBox, joined

SPLIT_SPREAD = 0.15
"""Standard deviation of the best gap around the suggested ones, in digit heights: a gap 0.3 away
costs 2, less than one impossible number."""
IMPOSSIBLE_COST = 6.0
"""Cost of an impossible number or an overlong clue, in log-probability. It is finite, since one
misread token must not decide over all lines."""
FIXED_WIDTH_COST = 1.0
"""Cost of giving all digits the same width, in log-probability: proportional print is more
frequent."""
MAX_TRIED_GAPS = 12
"""Maximum number of gaps that are tried, for proportional and for fixed-width print each. Each
reads all tokens that no other one has read."""
MAX_SUM_COST = 8.0
"""Maximum cost of different sums, in log-probability: more than one impossible number, less than
two."""
SUM_TOLERANCE_SHARE = 0.1
"""Relative difference of the sums with that cost; some numbers of the other clues are misread,
too."""

TokenReader = Callable[[Token], NDArray[np.float32]]
"""Returns the log-probabilities of the numbers 0 to 99, EMPTY and JUNK for a token."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """A way to measure gaps between digits, and the gap that separates numbers."""

    split: float
    """The gap that separates numbers, in digit heights."""
    height: float
    """Height of a digit, px."""
    width: float | None = None
    """Width of a typical digit in fixed-width print, px; ``None`` for proportional print."""
    is_stacked: bool = False
    """Whether the digits are one above the other."""

    def gap(self, left: TokenBox, right: TokenBox) -> float:
        """The space between two digits, in digit heights."""
        known = left.gap(right, max(self.height, 1.0))
        if isinf(known):
            return known
        if self.is_stacked:
            return (right.top - left.bottom) / max(self.height, 1.0)
        if self.width is None:
            return known
        return (right.center[0] - left.center[0] - self.width) / max(self.height, 1.0)


def best_spacing(
    lines: Sequence[Sequence[TokenBox]],
    height: float,
    suggested: Sequence[float],
    log_probabilities_of: TokenReader,
    line_length: int,
    total: int | None,
    is_stacked: bool = False,
    least_gap: int = 1,
) -> Spacing:
    """Choose the spacing with which the clues are most likely.

    Args:
        lines: The digits of each line, from left to right.
        height: Height of a digit, px.
        suggested: Gaps that the distribution of the spaces suggests, in digit heights.
        log_probabilities_of: Reads a token.
        line_length: Cells of a line.
        total: Number of cells that the other clues shade, if they were read.
        is_stacked: Whether the digits are one above the other.
        least_gap: Blank cells between two runs at least.
    """
    plain = Spacing(suggested[0], height, None, is_stacked)
    if not any(len(line) > 1 for line in lines):
        return plain
    widths = [glyph.width for line in lines for glyph in line]
    tried = [Spacing(split, height, None, is_stacked) for split in suggested]
    gaps_of_lines: dict[float | None, list[list[float]]] = {}
    line_scores: dict[tuple[int, tuple[bool, ...]], tuple[float, int]] = {}
    for width in (None,) if is_stacked else (None, float(np.percentile(widths, 75))):
        measuring = Spacing(0.0, height, width, is_stacked)
        gaps_of_lines[width] = [[measuring.gap(a, b) for a, b in pairwise(line)] for line in lines]
        gaps = sorted({gap for here in gaps_of_lines[width] for gap in here if isfinite(gap)})
        if not gaps:
            continue
        steps = sorted(pairwise(gaps), key=lambda pair: pair[0] - pair[1])[:MAX_TRIED_GAPS]
        splits = [gaps[0] - 0.05, gaps[-1] + 0.05, *((a + b) / 2 for a, b in steps)]
        tried += [Spacing(split, height, width, is_stacked) for split in splits]

    def score(spacing: Spacing) -> float:
        deviation = min(abs(spacing.split - s) for s in suggested) / SPLIT_SPREAD
        score_sum, shaded = 0.0, 0
        for index, glyphs in enumerate(lines):
            flags = tuple(gap < spacing.split for gap in gaps_of_lines[spacing.width][index])
            # Most tried gaps segment a line in the same way.
            if (index, flags) not in line_scores:
                line_scores[index, flags] = _line_score(
                    joined(glyphs, index, flags),
                    log_probabilities_of,
                    line_length,
                    least_gap,
                )
            value, cells = line_scores[index, flags]
            score_sum += value
            shaded += cells
        return (
            score_sum
            - sum_cost(shaded, total)
            - deviation * deviation / 2
            - (0.0 if spacing.width is None else FIXED_WIDTH_COST)
        )

    return max(tried, key=score)


def sum_cost(shaded: int, total: int | None) -> float:
    """The cost of shading another number of cells than the other clues, if that is known."""
    return (
        0.0
        if total is None
        else min(1.0, abs(shaded - total) / (1 + SUM_TOLERANCE_SHARE * total)) * MAX_SUM_COST
    )


def _line_score(
    tokens: tuple[Token, ...], log_probabilities_of: TokenReader, line_length: int, least_gap: int
) -> tuple[float, int]:
    """The log-likelihood of a line's tokens as one clue, and the number of cells it shades."""
    score, cells = 0.0, 0
    for token in tokens:
        # Zero is possible only as the single number of a line.
        first = 0 if len(tokens) == 1 else 1
        logs = log_probabilities_of(token)[first : line_length + 1]
        best = int(logs.argmax())
        score += max(float(logs[best]), -IMPOSSIBLE_COST)
        cells += best + first
    if cells + least_gap * (len(tokens) - 1) > line_length:
        score -= IMPOSSIBLE_COST
    return score, cells
