"""Which tokens over or under a column are none of its clue: titles, captions, page numbers.

What is printed close to the outermost numbers is often read as one more of them. It is told by
what the numbers of the picture have in common: they stand one below the other at one distance, in
the same place of their column, and on levels with those of other columns that are numbers as well.
Nothing of that is sure for a single token, so each gets a probability.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import EMPTY, JUNK
from recognizer.clues.rectification import CELL_PX
from recognizer.clues.tokens import Token

RARE = 0.02
"""How many of the tokens that follow another one are strays."""
ENOUGH = 3
"""Numbers that follow each other, and tell how far apart they are."""
NEAREST = 30
"""Percentile of the distances that is taken for that of the clues: strays are farther off."""
LEAST_SPREAD = 0.06
"""Shares of their distance by which numbers are out of step at least; glyphs are not measured
more exactly, where digits are broken or touch a line."""
OUT_OF_STEP = 0.001
"""How many numbers of clues are anywhere else."""
STEPS = 1.4
"""Strays are up to that many distances farther off than numbers: what is beyond is not looked
at."""
FAR, SO_FAR = 1.6, 0.01
"""Cells from one number to the next that hardly any clues have, and how many do."""
LEAST_SHIFT = 3.0
"""px of a band: how much numbers stand beside the middle of the others, at least."""
OFF_CENTER = 0.02
"""How many numbers of clues are anywhere else in their column."""
NUMBER = 0.5
"""What is more likely nothing than that is no number."""
LEVEL = 0.5
"""Heights of a digit: tokens whose middles differ less are on one level."""
TOLD = 2.0
"""The most, in log-odds, that another token on the same level tells, ..."""
TOLD_BY_ALL = 4.0
"""... and that all of them do: a level is not always all one or all the other."""

Answer = Callable[[Token], NDArray[np.float32]]
"""Log-probabilities of the numbers from 0 to 99 and of two classes that are none."""


@dataclass(frozen=True, slots=True)
class _Alignment:
    """What the numbers of a picture have in common."""

    pitch: float | None
    """px from one to the next; ``None`` if too few follow each other."""
    spread: float
    """Shares of the pitch by which they are out of step."""
    shift: float
    """px from the middle of the column."""
    spread_shift: float
    """px by which that varies."""


def stray_odds(
    lines: Sequence[Sequence[Token]], answer: Answer, height: float, longest: int = 99
) -> dict[Token, float]:
    """How likely tokens of columns are strays, if those nearer to the board are none.

    Args:
        lines: The tokens of each column, from the board outwards.
        answer: What a token says.
        height: Of a digit, px.
        longest: Cells of a column: what says more than that is no number of a clue.

    Returns:
        The probability for each token that is read as a number and follows another token.
    """
    is_number = {
        t: float(np.exp(answer(t)[: longest + 1]).sum()) > 1 - NUMBER for li in lines for t in li
    }
    habit = _habit(lines, is_number)
    odds: dict[Token, float] = {}
    for tokens in lines:
        for near, far in pairwise(tokens):
            odds[far] = _alone(near, far, habit) if is_number[far] else TOLD
    found = {}
    for token in odds:
        if float(np.exp(answer(token)[[EMPTY, JUNK]]).sum()) >= NUMBER:
            continue
        y = token.box.center[1]
        told = sum(
            min(TOLD, max(-TOLD, value))
            for other, value in odds.items()
            if other.line != token.line and abs(other.box.center[1] - y) < LEVEL * height
        )
        told = min(TOLD_BY_ALL, max(-TOLD_BY_ALL, told))
        found[token] = 1 / (1 + exp(-(odds[token] + told + log(RARE / (1 - RARE)))))
    return found


def _shift(token: Token) -> float:
    return token.box.center[0] - (token.line + 0.5) * CELL_PX


def _distance(near: Token, far: Token) -> float:
    return abs(far.box.center[1] - near.box.center[1])


def _habit(lines: Sequence[Sequence[Token]], is_number: dict[Token, bool]) -> _Alignment:
    numbers = [t for tokens in lines for t in tokens if is_number[t]]
    shifts = np.array([_shift(t) for t in numbers]) if numbers else np.zeros(1)
    shift = float(np.median(shifts))
    varies = max(LEAST_SHIFT, 1.5 * float(np.median(np.abs(shifts - shift))))
    distances = np.array([
        _distance(a, b) for tokens in lines for a, b in pairwise(tokens)
        if is_number[a] and is_number[b]
    ])  # fmt: skip
    if len(distances) < ENOUGH:
        return _Alignment(None, LEAST_SPREAD, shift, varies)
    pitch = float(np.percentile(distances, NEAREST))
    usual = distances[distances < 1.3 * pitch]
    spread = 1.5 * float(np.median(np.abs(usual / pitch - 1)))
    return _Alignment(pitch, max(LEAST_SPREAD, spread), shift, varies)


def _alone(near: Token, far: Token, habit: _Alignment) -> float:
    """The log-odds that a token is a stray, from where it stands."""
    across = _density(_shift(far) - habit.shift, habit.spread_shift)
    odds = -log((1 - OFF_CENTER) * across * CELL_PX + OFF_CENTER)
    if habit.pitch is not None:
        step = _distance(near, far) / habit.pitch - 1
        if step > 0:
            odds -= log((1 - OUT_OF_STEP) * _density(step, habit.spread) * STEPS + OUT_OF_STEP)
        else:
            odds -= log(_density(0.0, habit.spread) * STEPS)
    elif _distance(near, far) > FAR * CELL_PX:
        odds -= log(SO_FAR)
    return odds


def _density(away: float, spread: float) -> float:
    return exp(-((away / spread) ** 2) / 2) / (spread * sqrt(2 * pi))
