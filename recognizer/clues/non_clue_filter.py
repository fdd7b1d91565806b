"""Find tokens beyond the clues that are none: titles, captions, numbers of another puzzle.

Text close to the outermost numbers is often read as one more number. Clue numbers have a common
pitch, a common offset from the middle of their column, and the heights of numbers in other columns.
A single token shows none of this reliably, so each gets a probability. In a row only gaps count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, inf, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import EMPTY, JUNK
from recognizer.clues.rectification import CELL_PX
from recognizer.clues.tokens import Token

NON_CLUE_PRIOR = 0.02
"""Prior probability that a token that follows another one is no clue."""
MIN_DISTANCES = 3
"""Minimum number of distances between numbers with which their pitch is estimated."""
PITCH_PERCENTILE = 30
"""Percentile of the distances taken as the clues' pitch; non-clues are farther away."""
MIN_PITCH_SPREAD = 0.06
"""Minimum standard deviation of the distances, as a share of the pitch; glyphs that are broken or
touch a line are not measured more exactly."""
OFF_PITCH_SHARE = 0.001
"""Share of clue numbers at any other distance."""
MAX_EXTRA_PITCHES = 1.4
"""Range of the uniform distance distribution of non-clues beyond the pitch, in pitches."""
FAR_CELLS = 1.6
"""Hardly any numbers of a clue are farther apart than this, cells."""
FAR_SHARE = 0.01
"""Share of clue numbers that are farther apart than that."""
MIN_SHIFT_SPREAD_PX = 3.0
"""Minimum standard deviation of the numbers' offset from the middle of their column, px of a clue
area."""
OFF_CENTER_SHARE = 0.02
"""Share of clue numbers anywhere else in their column."""
MAX_NO_NUMBER_PROBABILITY = 0.5
"""Tokens whose probability of being empty or junk reaches this are rejected."""
LEVEL_HEIGHTS = 0.5
"""Maximum distance of the middles of two tokens on one level, in digit heights."""
MAX_TOKEN_LOG_ODDS = 2.0
"""Maximum log-odds that another token on the same level contributes."""
MAX_LEVEL_LOG_ODDS = 4.0
"""Maximum log-odds that all of them contribute; a level may hold clues and non-clues."""

MIN_GAPS = 12
"""Minimum number of gaps between the numbers of rows with which their usual width is estimated."""
WIDE_GAP_FACTOR = 1.5
"""A gap in a row that is wider than this multiple of the usual one may be beyond the clue."""
WIDE_GAP_SPREADS = 4.0
"""It also has to be wider by this many spreads of the gaps."""
MAX_ROW_NON_CLUE = 0.5
"""Probability that what is beyond such a gap is no clue: some print has one wide gap."""

TokenReader = Callable[[Token], NDArray[np.float32]]
"""Returns the log-probabilities of the numbers 0 to 99, EMPTY and JUNK for a token."""


@dataclass(frozen=True, slots=True)
class _Alignment:
    """The common alignment of the numbers of a picture."""

    pitch: float | None
    """px from one number to the next; ``None`` if there are too few."""
    spread: float
    """Standard deviation of the distances, as a share of the pitch."""
    shift: float
    """Offset from the middle of the column, px."""
    shift_spread: float
    """Standard deviation of that offset, px."""


def non_clue_probabilities(
    lines: Sequence[Sequence[Token]],
    log_probabilities_of: TokenReader,
    height: float,
    line_length: int = 99,
) -> dict[Token, float]:
    """The probability that a token is no clue, if those nearer to the board are clues.

    Args:
        lines: The tokens of each column, from the board outwards.
        log_probabilities_of: Reads a token.
        height: Height of a digit, px.
        line_length: Cells of a column; larger numbers are no clues.

    Returns:
        The probability for each token that reads as a number and follows another token.
    """
    is_number = {
        t: float(np.exp(log_probabilities_of(t)[: line_length + 1]).sum())
        > 1 - MAX_NO_NUMBER_PROBABILITY
        for li in lines
        for t in li
    }
    alignment = _alignment(lines, is_number)
    log_odds: dict[Token, float] = {}
    for tokens in lines:
        for near, far in pairwise(tokens):
            log_odds[far] = (
                _position_log_odds(near, far, alignment) if is_number[far] else MAX_TOKEN_LOG_ODDS
            )
    found = {}
    for token in log_odds:
        if (
            float(np.exp(log_probabilities_of(token)[[EMPTY, JUNK]]).sum())
            >= MAX_NO_NUMBER_PROBABILITY
        ):
            continue
        y = token.box.center[1]
        evidence = sum(
            min(MAX_TOKEN_LOG_ODDS, max(-MAX_TOKEN_LOG_ODDS, value))
            for other, value in log_odds.items()
            if other.line != token.line and abs(other.box.center[1] - y) < LEVEL_HEIGHTS * height
        )
        evidence = min(MAX_LEVEL_LOG_ODDS, max(-MAX_LEVEL_LOG_ODDS, evidence))
        found[token] = 1 / (
            1 + exp(-(log_odds[token] + evidence + log(NON_CLUE_PRIOR / (1 - NON_CLUE_PRIOR))))
        )
    return found


def wide_gaps(rows: Sequence[Sequence[Token]]) -> list[list[bool]]:
    """Which gaps in rows are too wide to be within a clue, as before the numbers of another puzzle.

    Numbers are set at equal gaps, or in columns, with their middles at equal distances. So both are
    measured.

    Args:
        rows: The tokens of each row, from left to right.
    """
    pairs = [list(pairwise(row)) for row in rows]
    gaps = [[right.box.left - left.box.right for left, right in row] for row in pairs]
    distances = [[right.box.center[0] - left.box.center[0] for left, right in row] for row in pairs]
    least = [_least_wide(measured) for measured in (gaps, distances)]
    return [
        [gap > least[0] and distance > least[1] for gap, distance in zip(*row, strict=True)]
        for row in zip(gaps, distances, strict=True)
    ]


def _least_wide(rows: Sequence[Sequence[float]]) -> float:
    usual = np.array([value for row in rows for value in row])
    if len(usual) < MIN_GAPS:
        return inf
    middle = float(np.median(usual))
    spread = 1.5 * float(np.median(np.abs(usual - middle)))
    return max(WIDE_GAP_FACTOR * middle, middle + WIDE_GAP_SPREADS * spread)


def _shift(token: Token) -> float:
    return token.box.center[0] - (token.line + 0.5) * CELL_PX


def _distance(near: Token, far: Token) -> float:
    return abs(far.box.center[1] - near.box.center[1])


def _alignment(lines: Sequence[Sequence[Token]], is_number: dict[Token, bool]) -> _Alignment:
    numbers = [t for tokens in lines for t in tokens if is_number[t]]
    shifts = np.array([_shift(t) for t in numbers]) if numbers else np.zeros(1)
    shift = float(np.median(shifts))
    shift_spread = max(MIN_SHIFT_SPREAD_PX, 1.5 * float(np.median(np.abs(shifts - shift))))
    distances = np.array([
        _distance(a, b) for tokens in lines for a, b in pairwise(tokens)
        if is_number[a] and is_number[b]
    ])  # fmt: skip
    if len(distances) < MIN_DISTANCES:
        return _Alignment(None, MIN_PITCH_SPREAD, shift, shift_spread)
    pitch = float(np.percentile(distances, PITCH_PERCENTILE))
    regular = distances[distances < 1.3 * pitch]
    spread = 1.5 * float(np.median(np.abs(regular / pitch - 1)))
    return _Alignment(pitch, max(MIN_PITCH_SPREAD, spread), shift, shift_spread)


def _position_log_odds(near: Token, far: Token, alignment: _Alignment) -> float:
    """The log-odds from its position that a token is no clue."""
    across = _normal_density(_shift(far) - alignment.shift, alignment.shift_spread)
    log_odds = -log((1 - OFF_CENTER_SHARE) * across * CELL_PX + OFF_CENTER_SHARE)
    if alignment.pitch is not None:
        step = _distance(near, far) / alignment.pitch - 1
        if step > 0:
            log_odds -= log(
                (1 - OFF_PITCH_SHARE) * _normal_density(step, alignment.spread) * MAX_EXTRA_PITCHES
                + OFF_PITCH_SHARE
            )
        else:
            log_odds -= log(_normal_density(0.0, alignment.spread) * MAX_EXTRA_PITCHES)
    elif _distance(near, far) > FAR_CELLS * CELL_PX:
        log_odds -= log(FAR_SHARE)
    return log_odds


def _normal_density(away: float, spread: float) -> float:
    return exp(-((away / spread) ** 2) / 2) / (spread * sqrt(2 * pi))
