"""A board of a drawn page, and its reading."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from recognizer.lattice import Lattice
from recognizer.pages.drawn_clues import DrawnClues, DrawnLine, DrawnNumber
from recognizer.pages.drawn_colors import DrawnColors
from recognizer.pages.drawn_lattices import DrawnLattice
from recognizer.pages.drawn_marks import marks_of
from recognizer.pages.page_drawing import Drawing
from recognizer.values import Candidate, Reading, ReadLine, ReadNumber, Segmentation


class PrintedGrid(NamedTuple):
    """A board with its clues and colours, in points of its page."""

    lattice: DrawnLattice
    clues: DrawnClues
    colors: DrawnColors
    drawing: Drawing

    def reading(self, scale: float, turns: int) -> Reading:
        """The board as a reading, with positions in px; ``scale``: px a point."""
        xs, ys = np.meshgrid(np.array(self.lattice.xs) * scale, np.array(self.lattice.ys) * scale)
        reading = Reading(
            Lattice(np.stack([xs, ys], axis=2).astype(np.float32)),
            tuple(self._line(line, scale) for line in self.clues.rows),
            tuple(self._line(line, scale) for line in self.clues.columns),
            self.clues.rows_side,
            self.clues.columns_side,
            turns=turns,
            palette=self.colors.palette,
        )
        marks = marks_of(self.lattice, self.colors, self.drawing)
        return reading if marks is None else replace(reading, marks=marks)

    def _line(self, line: DrawnLine, scale: float) -> ReadLine:
        numbers = tuple(self._number(number, scale) for number in line)
        if all(not number.number for number in numbers):
            numbers = ()
        confidence, others = 1.0, []
        for k, number in enumerate(line if numbers else ()):
            if number.confidence < 1.0:
                confidence = min(confidence, number.confidence)
                parts = _parts_of(numbers[k])
                apart = (*numbers[:k], *parts, *numbers[k + 1 :])
                others.append(Segmentation(apart, 1 - number.confidence))
        return ReadLine(numbers, tuple(others), confidence)

    def _number(self, number: DrawnNumber, scale: float) -> ReadNumber:
        left, top, right, bottom = (float(side * scale) for side in number.box)
        quad = ((left, top), (right, top), (right, bottom), (left, bottom))
        candidates = (Candidate(number.number, 1.0),)
        color = self.colors.index_of(number)
        return ReadNumber(number.number, 1.0, candidates, quad, color=color)


def _parts_of(number: ReadNumber) -> list[ReadNumber]:
    """The digits of a number as numbers."""
    digits = str(number.number)
    (left, top), (right, bottom) = number.quad[0], number.quad[2]
    width = (right - left) / len(digits)
    parts = []
    for k, digit in enumerate(digits):
        x = left + k * width
        quad = ((x, top), (x + width, top), (x + width, bottom), (x, bottom))
        value = int(digit)
        parts.append(ReadNumber(value, 1.0, (Candidate(value, 1.0),), quad, color=number.color))
    return parts
