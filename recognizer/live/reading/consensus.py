"""The numbers of a puzzle from several frames: logarithms of probabilities are summed.

Frames of one page are no independent witnesses: what blurs a digit in one does so in the next. So
each frame counts for less than the one before. Which tokens a line has is decided in the same
way, by their places on the board: a hand hides numbers more often than one appears that is none.
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

NEAR = 0.4
"""Cells: tokens of two frames that are so near to each other are the same."""
FLOOR = 1e-3
"""How likely whatever a frame does not tell is, at least."""
HIDDEN = 0.08
"""How likely it is that a frame lacks some of a line's tokens though it looks complete."""
FADING = 0.6
"""The exponent of the number of frames that count as independent."""
MOST_KEPT = 8
"""Frames that are kept, the latest ones."""
LEAST = 0.15
"""How much a frame counts at least, compared with the one with the fewest doubts."""
WAYS = 4


@dataclass(frozen=True, eq=False)
class NumberEvidence:
    """What the frames have said so far."""

    readings: tuple[Reading, ...] = ()
    """Each with its lattice in its own frame; all of one size."""

    def joined_by(self, reading: Reading) -> NumberEvidence:
        """With another frame's reading; one of another size, or of other clues, begins anew."""
        if not self.readings or not are_alike(self.readings[-1], reading):
            return NumberEvidence((reading,))
        return NumberEvidence((*self.readings, reading)[-MOST_KEPT:])

    @property
    def frames(self) -> int:
        """How many frames there are."""
        return len(self.readings)

    def summed(self) -> Reading:
        """One reading, in the frame of the last one, with the numbers that all frames ask for.

        The last frame's verdict, problems and places are kept; numbers only other frames have
        are put where these had them on the board.
        """
        last = self.readings[-1]
        if len(self.readings) == 1:
            return last
        assert last.lattice is not None
        plane = PagePlane(last.lattice)
        seen = [_on_board(reading) for reading in self.readings]
        weights = _weights(self.readings)
        lines = [
            _summed(name, [lines[k] for lines in seen], weights, plane)
            for k, (name, _) in enumerate(last.lines)
        ]
        height = len(last.rows)
        return replace(last, rows=tuple(lines[:height]), columns=tuple(lines[height:]))


def are_alike(one: Reading, other: Reading, least: float = 0.6) -> bool:
    """Whether two readings may be of one puzzle: of one size, and most lines say the same."""
    sizes = (len(one.rows), len(one.columns)), (len(other.rows), len(other.columns))
    if sizes[0] != sizes[1] or not one.rows:
        return False
    return likeness(lengths_of(one), lengths_of(other)) >= least


def lengths_of(reading: Reading) -> list[tuple[int, ...]]:
    """The numbers of all lines, rows first."""
    return [line.lengths for _, line in reading.lines]


def likeness(one: Iterable[Sequence[int]], other: Iterable[Sequence[int]]) -> float:
    """The share of numbers that two puzzles of one size have in common, line by line."""
    same = most = 0
    for a, b in zip(one, other, strict=True):
        same += sum(x == y for x, y in zip(a, b, strict=False))
        most += max(len(a), len(b))
    return same / most if most else 0.0


def _weights(readings: Sequence[Reading]) -> list[float]:
    """How much each frame counts: less if more of it is in doubt. They add up to how many frames
    would say as much, were they independent of each other."""
    doubts = [1 + len(reading.doubtful) for reading in readings]
    shares = [max(LEAST, min(doubts) / doubt) for doubt in doubts]
    return [share * sum(shares) ** (FADING - 1) for share in shares]


# Tokens on the board


@dataclass(frozen=True, slots=True)
class _SeenToken:
    """A token of a frame."""

    number: ReadNumber
    along: float
    """Where it is: cells outwards from the board's corner, in the direction its line is read."""
    corners: tuple[tuple[float, float], ...]
    """Its quad in board coordinates."""


_Tokens = tuple[_SeenToken, ...]
_Ways = list[tuple[_Tokens, float]]
"""Ways to take a line, with their probabilities."""


def _on_board(reading: Reading) -> list[_Ways]:
    """The ways of every line of a reading, rows first."""
    assert reading.lattice is not None
    plane = PagePlane(reading.lattice)
    every = [
        (way, probability, name)
        for name, line in reading.lines
        for way, probability in (
            (line.numbers, line.confidence),
            *((w.numbers, w.probability) for w in line.others),
        )
    ]
    quads = [number.quad for way, _, _ in every for number in way]
    board = plane.board_of(np.array(quads, np.float64).reshape(-1, 2)).reshape(-1, 4, 2)
    ways: dict[Line, _Ways] = {name: [] for name, _ in reading.lines}
    used = 0
    for way, probability, name in every:
        corners = board[used : used + len(way)]
        used += len(way)
        ways[name].append((_tokens(way, corners, name), probability))
    return list(ways.values())


def _tokens(numbers: Sequence[ReadNumber], corners: NDArray[np.float64], name: Line) -> _Tokens:
    axis = 0 if name.is_column else 1
    return tuple(
        _SeenToken(number, float(quad[:, axis].mean()), tuple((r, c) for r, c in quad.tolist()))
        for number, quad in zip(numbers, corners, strict=True)
    )


def _are_same(one: _Tokens, other: _Tokens) -> bool:
    return len(one) == len(other) and all(
        abs(a.along - b.along) < NEAR for a, b in zip(one, other, strict=True)
    )


def _is_part(less: _Tokens, more: _Tokens) -> bool:
    """Whether all tokens of a line are among those of another way to take it."""
    rest = iter(more)
    return len(less) < len(more) and all(
        any(abs(a.along - b.along) < NEAR for b in rest) for a in less
    )


# Sums


def _summed(name: Line, frames: list[_Ways], counts: Sequence[float], plane: PagePlane) -> ReadLine:
    """The line that fits all frames best, and what else it may be."""
    kinds: list[_Tokens] = []
    for ways in frames:
        for tokens, _ in ways:
            if not any(_are_same(tokens, kind) for kind in kinds):
                kinds.append(tokens)
    weights = [
        sum(n * _log_of(kind, ways) for n, ways in zip(counts, frames, strict=True))
        for kind in kinds
    ]
    top = max(weights)
    odds = [math.exp(weight - top) for weight in weights]
    total = sum(odds)
    order = sorted(range(len(kinds)), key=lambda k: -odds[k])[: WAYS + 1]
    taken = [(_numbers(kinds[k], frames, counts, plane), odds[k] / total) for k in order]
    others = tuple(Segmentation(numbers, p) for numbers, p in taken[1:] if p > FLOOR)
    return ReadLine(taken[0][0], others, taken[0][1])


def _log_of(kind: _Tokens, ways: _Ways) -> float:
    """How well a frame agrees that a line has just these tokens."""
    p = sum(q for tokens, q in ways if _are_same(tokens, kind))
    p += HIDDEN * sum(q for tokens, q in ways if _is_part(tokens, kind))
    return math.log(max(p, FLOOR))


def _numbers(
    kind: _Tokens, frames: list[_Ways], counts: Sequence[float], plane: PagePlane
) -> tuple[ReadNumber, ...]:
    return tuple(_number(token, frames, counts, plane) for token in kind)


def _number(
    token: _SeenToken, frames: list[_Ways], counts: Sequence[float], plane: PagePlane
) -> ReadNumber:
    """What all frames say of a token."""
    said: list[tuple[float, dict[int, float]]] = []
    for count, ways in zip(counts, frames, strict=True):
        near = (
            t.number for tokens, _ in ways for t in tokens if abs(t.along - token.along) < NEAR
            and _width(t) < _width(token) + NEAR and _width(token) < _width(t) + NEAR
        )  # fmt: skip
        if (number := next(near, None)) is not None:
            said.append((count, {c.number: c.probability for c in number.candidates}))
    names = sorted({number for _, candidates in said for number in candidates})
    logs = {
        n: sum(k * math.log(max(candidates.get(n, 0.0), FLOOR)) for k, candidates in said)
        for n in names
    }
    top = max(logs.values())
    odds = {n: math.exp(value - top) for n, value in logs.items()}
    total = sum(odds.values())
    candidates = tuple(
        Candidate(n, p / total)
        for n, p in sorted(odds.items(), key=lambda item: -item[1])
        if p / total > FLOOR
    )
    places = plane.at(np.array(token.corners, np.float64))
    quad = tuple((x, y) for x, y in places.tolist())
    return ReadNumber(candidates[0].number, candidates[0].probability, candidates, quad)


def _width(token: _SeenToken) -> float:
    columns = [column for _, column in token.corners]
    return max(columns) - min(columns)
