"""Which digits that stand side by side are one number.

Numbers without boxes are parted by space alone, and how much that is differs from print to print:
there are screens where two numbers stand closer to each other than the digits of one elsewhere. So
the gap that parts them is the one with which the picture's clues make sense: no number is longer
than its line, no clue needs more room than there is, and the rows shade as many cells as the
columns do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recognizer.tokens import Box, Token

USUAL = 0.15
"""Heights of a digit: how far from the gap that the spacing itself suggests others are likely."""
SENSELESS = 6.0
"""What a number that cannot be costs, in log-probability, and a clue that is too long."""
MOST_TRIED = 12
"""Gaps that are tried."""
OFF = 8.0
"""The most that sums cost that differ."""

Answer = Callable[[Token], NDArray[np.float32]]
"""Log-probabilities of the numbers from 0 to 99 and of two classes that are none."""


def gap_of(left: Box, right: Box, height: float) -> float:
    """The space between digits, in heights of a digit."""
    return (right.left - left.right) / max(height, 1.0)


def joined(glyphs: Sequence[Box], line: int, is_joined: Sequence[bool]) -> tuple[Token, ...]:
    """Digits put together to numbers of two at most; one flag for each two of them."""
    tokens: list[Token] = []
    for i, glyph in enumerate(glyphs):
        last = tokens[-1] if tokens else None
        if last is not None and is_joined[i - 1] and len(last.glyphs) < 2:
            tokens[-1] = Token(line, last.box.joined(glyph), (*last.glyphs, glyph))
        else:
            tokens.append(Token(line, glyph, (glyph,)))
    return tuple(tokens)


def best_split(
    lines: Sequence[Sequence[Box]],
    height: float,
    suggested: Sequence[float],
    answer: Answer,
    longest: int,
    total: int | None,
) -> float:
    """The gap from which on digits belong to two numbers, in heights of a digit.

    Args:
        lines: The digits of each line, from left to right.
        height: Of a digit, px.
        suggested: Gaps that the spacing alone suggests.
        answer: What a token says.
        longest: Cells of a line.
        total: Cells that the other clues shade, if they were read.
    """
    gaps = sorted({gap_of(a, b, height) for line in lines for a, b in pairwise(line)})
    if not gaps:
        return suggested[0]
    steps = sorted(pairwise(gaps), key=lambda pair: pair[0] - pair[1])[:MOST_TRIED]
    tried = [*suggested, min(gaps) - 0.05, max(gaps) + 0.05, *((a + b) / 2 for a, b in steps)]

    def worth(split: float) -> float:
        away = min(abs(split - s) for s in suggested) / USUAL
        sense, shaded = 0.0, 0
        for index, glyphs in enumerate(lines):
            flags = [gap_of(a, b, height) < split for a, b in pairwise(glyphs)]
            value, cells = _sense(joined(glyphs, index, flags), answer, longest)
            sense += value
            shaded += cells
        off = 0.0 if total is None else min(OFF, abs(shaded - total))
        return sense - off - away * away / 2

    return max(tried, key=worth)


def _sense(tokens: tuple[Token, ...], answer: Answer, longest: int) -> tuple[float, int]:
    """How likely a line's tokens are numbers of one clue, and how many cells these shade."""
    worth, cells = 0.0, 0
    for token in tokens:
        logs = answer(token)[: longest + 1]
        best = int(logs.argmax())
        worth += max(float(logs[best]), -SENSELESS)
        cells += best
    if cells + len(tokens) - 1 > longest:
        worth -= SENSELESS
    return worth, cells
