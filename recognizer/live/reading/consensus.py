"""Combines the readings of several frames: the log-probabilities of the numbers are summed.

The frames of one page are not independent: a digit blurred in one frame is blurred in the next.
So each further frame counts for less. The tokens of a line are decided in the same way, by their
places on the board: a hand hides numbers more often than a false one appears.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from puzzles.model import Line
from recognizer.live.tracking.perspective import PagePlane
from recognizer.values import Candidate, Reading, ReadLine, ReadNumber, Segmentation

SAME_TOKEN_CELLS = 0.4
"""Tokens of two frames at a smaller distance, in cells, are the same token."""
MIN_PROBABILITY = 1e-3
"""The smallest probability of a number or token that a frame does not contain."""
HIDDEN_PROBABILITY = 0.08
"""The probability that a frame lacks some of a line's tokens though it looks complete."""
JOINED_PROBABILITY = 0.15
"""The probability that a frame joins or parts the digits of a line otherwise though it looks
certain: in small print 11 and 1 1 differ by half a pixel, and each frame is read by the spaces in
itself. The rules of the puzzle have to decide, so the other way is not forgotten. Chosen, not
measured."""
INDEPENDENCE_EXPONENT = 0.6
"""N frames count as N to this power independent frames."""
MAX_FRAMES = 8
"""How many readings are kept, the latest ones."""
MIN_RELATIVE_WEIGHT = 0.15
"""Minimum weight of a frame, as a share of the weight of the one with the fewest doubts."""
MAX_ALTERNATIVES = 4
"""How many alternatives are kept for a line."""
MIN_PUZZLE_LIKENESS = 0.6
"""Minimum share of common numbers in two readings of one puzzle."""


@dataclass(frozen=True, eq=False)
class NumberEvidence:
    """The readings of the frames so far."""

    readings: tuple[Reading, ...] = ()
    """The readings, each with its lattice in its own frame; all have the same size."""

    def with_reading(self, reading: Reading) -> NumberEvidence:
        """Add the reading of a frame; one of another size or with other clues starts anew."""
        if not self.readings or not are_alike(self.readings[-1], reading):
            return NumberEvidence((reading,))
        return NumberEvidence((*self.readings, reading)[-MAX_FRAMES:])

    @property
    def frames(self) -> int:
        """The number of frames."""
        return len(self.readings)

    def combined(self) -> Reading:
        """Combine the readings into one, in the last frame.

        The solution count, problems and positions of the last frame are kept. Numbers that only
        other frames have are placed by their board coordinates.
        """
        last = self.readings[-1]
        if len(self.readings) == 1:
            return last
        assert last.lattice is not None
        plane = PagePlane(last.lattice)
        by_frame = [_on_board(reading) for reading in self.readings]
        weights = _weights(self.readings)
        lines = [
            _combine_line(name, [lines[k] for lines in by_frame], weights, plane)
            for k, (name, _) in enumerate(last.lines)
        ]
        height = len(last.rows)
        return replace(last, rows=tuple(lines[:height]), columns=tuple(lines[height:]))


def are_alike(one: Reading, other: Reading, min_likeness: float = MIN_PUZZLE_LIKENESS) -> bool:
    """Whether two readings can be of one puzzle: the same size, and most numbers in common."""
    sizes = (len(one.rows), len(one.columns)), (len(other.rows), len(other.columns))
    if sizes[0] != sizes[1] or not one.rows:
        return False
    return likeness(lengths_of(one), lengths_of(other)) >= min_likeness


def lengths_of(reading: Reading) -> list[tuple[int, ...]]:
    """The numbers of all lines, rows first."""
    return [line.lengths for _, line in reading.lines]


def likeness(one: Iterable[Sequence[int]], other: Iterable[Sequence[int]]) -> float:
    """The share of numbers that two puzzles of one size have in common, line by line."""
    same = total = 0
    for a, b in zip(one, other, strict=True):
        same += sum(x == y for x, y in zip(a, b, strict=False))
        total += max(len(a), len(b))
    return same / total if total else 0.0


def _weights(readings: Sequence[Reading]) -> list[float]:
    """The weight of each frame, less with more doubts.

    The sum is the number of independent frames with the same evidence.
    """
    doubts = [1 + len(reading.doubtful) for reading in readings]
    shares = [max(MIN_RELATIVE_WEIGHT, min(doubts) / doubt) for doubt in doubts]
    return [share * sum(shares) ** (INDEPENDENCE_EXPONENT - 1) for share in shares]


# Tokens on the board


@dataclass(frozen=True, slots=True)
class _PlacedToken:
    """A token that was read in a frame."""

    number: ReadNumber
    along: float
    """Its position along the line, in cells from the board's corner."""
    corners: tuple[tuple[float, float], ...]
    """Its quad in board coordinates."""


_Tokens = tuple[_PlacedToken, ...]
_Segmentations = list[tuple[_Tokens, float]]
"""Segmentations of a line, with their probabilities."""


def _on_board(reading: Reading) -> list[_Segmentations]:
    """The segmentations of every line of a reading, in board coordinates, rows first."""
    assert reading.lattice is not None
    plane = PagePlane(reading.lattice)
    flat = [
        (numbers, probability, name)
        for name, line in reading.lines
        for numbers, probability in (
            (line.numbers, line.confidence),
            *((other.numbers, other.probability) for other in line.others),
        )
    ]
    quads = [number.quad for numbers, _, _ in flat for number in numbers]
    board = plane.board_of(np.array(quads, np.float64).reshape(-1, 2)).reshape(-1, 4, 2)
    segmentations: dict[Line, _Segmentations] = {name: [] for name, _ in reading.lines}
    used = 0
    for numbers, probability, name in flat:
        corners = board[used : used + len(numbers)]
        used += len(numbers)
        segmentations[name].append((_tokens(numbers, corners, name), probability))
    return list(segmentations.values())


def _tokens(numbers: Sequence[ReadNumber], corners: NDArray[np.float64], name: Line) -> _Tokens:
    axis = 0 if name.is_column else 1
    return tuple(
        _PlacedToken(number, float(quad[:, axis].mean()), tuple((r, c) for r, c in quad.tolist()))
        for number, quad in zip(numbers, corners, strict=True)
    )


def _are_same(one: _Tokens, other: _Tokens) -> bool:
    return len(one) == len(other) and all(
        abs(a.along - b.along) < SAME_TOKEN_CELLS for a, b in zip(one, other, strict=True)
    )


def _is_subset(fewer: _Tokens, more: _Tokens) -> bool:
    """Whether all tokens of one segmentation are also in another, which has more."""
    rest = iter(more)
    return len(fewer) < len(more) and all(
        any(abs(a.along - b.along) < SAME_TOKEN_CELLS for b in rest) for a in fewer
    )


def _is_joined(one: _Tokens, other: _Tokens) -> bool:
    """Whether two segmentations have the same digits, joined to other numbers."""
    return len(one) != len(other) and _digits(one) == _digits(other)


def _digits(tokens: _Tokens) -> str:
    return "".join(str(token.number.number) for token in tokens)


# Combining


def _combine_line(
    name: Line, frames: list[_Segmentations], weights: Sequence[float], plane: PagePlane
) -> ReadLine:
    """The line that fits all frames best, with its alternatives."""
    choices: list[_Tokens] = []
    for segmentations in frames:
        for tokens, _ in segmentations:
            if not any(_are_same(tokens, choice) for choice in choices):
                choices.append(tokens)
    scores = [
        sum(n * _log_likelihood(choice, line) for n, line in zip(weights, frames, strict=True))
        for choice in choices
    ]
    top = max(scores)
    odds = [math.exp(score - top) for score in scores]
    # It may also be none of them: all frames may lack a token.
    unlisted = sum(
        n * math.log(max(1 - sum(q for _, q in line), MIN_PROBABILITY))
        for n, line in zip(weights, frames, strict=True)
    )
    total = sum(odds) + math.exp(unlisted - top)
    order = sorted(range(len(choices)), key=lambda k: -odds[k])[: MAX_ALTERNATIVES + 1]
    ranked = [
        (_combine_numbers(choices[k], frames, weights, plane), odds[k] / total) for k in order
    ]
    others = tuple(Segmentation(numbers, p) for numbers, p in ranked[1:] if p > MIN_PROBABILITY)
    return ReadLine(ranked[0][0], others, ranked[0][1])


def _log_likelihood(choice: _Tokens, segmentations: _Segmentations) -> float:
    """The log-likelihood of a segmentation in a frame."""
    p = sum(q for tokens, q in segmentations if _are_same(tokens, choice))
    p += HIDDEN_PROBABILITY * sum(q for tokens, q in segmentations if _is_subset(tokens, choice))
    p += JOINED_PROBABILITY * sum(q for tokens, q in segmentations if _is_joined(tokens, choice))
    return math.log(max(p, MIN_PROBABILITY))


def _combine_numbers(
    choice: _Tokens, frames: list[_Segmentations], weights: Sequence[float], plane: PagePlane
) -> tuple[ReadNumber, ...]:
    return tuple(_combine_number(token, frames, weights, plane) for token in choice)


def _combine_number(
    token: _PlacedToken, frames: list[_Segmentations], weights: Sequence[float], plane: PagePlane
) -> ReadNumber:
    """Combine the candidates of a token from all frames."""
    evidence: list[tuple[float, dict[int, float]]] = []
    for weight, segmentations in zip(weights, frames, strict=True):
        near = (
            other.number
            for tokens, _ in segmentations
            for other in tokens
            if abs(other.along - token.along) < SAME_TOKEN_CELLS
            and abs(_width(other) - _width(token)) < SAME_TOKEN_CELLS
        )
        if (number := next(near, None)) is not None:
            evidence.append((weight, {c.number: c.probability for c in number.candidates}))
    numbers = sorted({number for _, candidates in evidence for number in candidates})
    log_likelihoods = {
        n: sum(
            weight * math.log(max(candidates.get(n, 0.0), MIN_PROBABILITY))
            for weight, candidates in evidence
        )
        for n in numbers
    }
    top = max(log_likelihoods.values())
    odds = {n: math.exp(value - top) for n, value in log_likelihoods.items()}
    total = sum(odds.values())
    candidates = tuple(
        Candidate(n, p / total)
        for n, p in sorted(odds.items(), key=lambda item: -item[1])
        if p / total > MIN_PROBABILITY
    )
    places = plane.at(np.array(token.corners, np.float64))
    quad = tuple((x, y) for x, y in places.tolist())
    return ReadNumber(candidates[0].number, candidates[0].probability, candidates, quad)


def _width(token: _PlacedToken) -> float:
    columns = [column for _, column in token.corners]
    return max(columns) - min(columns)
