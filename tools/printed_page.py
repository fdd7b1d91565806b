"""A drawn photo of a page with a puzzle, and a possible reading of it, for screenshots."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from puzzles import Line, Puzzle
from recognizer.values import (
    Candidate,
    Lattice,
    Picture,
    Points,
    Problem,
    Reading,
    ReadLine,
    ReadNumber,
)

_CELL = 46
_STEP = 34


class PrintedPage:
    """A printed puzzle, photographed from the side."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._left = 90 + _STEP * max(map(len, puzzle.rows))
        self._top = 90 + _STEP * max(map(len, puzzle.columns))
        self._width = self._left + puzzle.width * _CELL + 90
        self._height = self._top + puzzle.height * _CELL + 90
        size = np.array([self._width, self._height], np.float32)
        flat = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
        seen = np.array([(0.05, 0.03), (0.97, 0.07), (0.93, 0.97), (0.02, 0.92)], np.float32)
        self._matrix = cv2.getPerspectiveTransform(flat * size, seen * size)

    def picture(self) -> Picture:
        """The photo: slanted, with a shadow."""
        image = QImage(self._width, self._height, QImage.Format.Format_BGR888)
        image.fill(QColor("#f4f1e8"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw(painter)
        painter.end()
        lines = np.frombuffer(image.constBits(), np.uint8).reshape(self._height, -1)
        flat = lines[:, : 3 * self._width].reshape(self._height, self._width, 3)
        size = self._width, self._height
        photo = cv2.warpPerspective(
            flat, self._matrix, size, flags=cv2.INTER_AREA, borderValue=(92, 112, 128)
        )
        shadow = np.linspace(1.0, 0.72, self._width)[None, :, None]
        return np.asarray(photo * shadow, np.uint8)

    def _draw(self, painter: QPainter) -> None:
        width, height = self.puzzle.width * _CELL, self.puzzle.height * _CELL
        for count, is_row in ((self.puzzle.height, True), (self.puzzle.width, False)):
            for k in range(count + 1):
                painter.setPen(QPen(QColor("#222222"), 4 if k % 5 == 0 or k == count else 1.5))
                x, y = self._left, self._top
                if is_row:
                    y += k * _CELL
                    painter.drawLine(QPointF(x, y), QPointF(x + width, y))
                else:
                    x += k * _CELL
                    painter.drawLine(QPointF(x, y), QPointF(x, y + height))
        font = QFont("serif")
        font.setPixelSize(27)
        painter.setFont(font)
        for line in self.puzzle.lines:
            for clue, box in zip(self.puzzle.clues_of(line), self._boxes(line), strict=True):
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(clue.length))

    def _boxes(self, line: Line) -> list[QRectF]:
        """The boxes of a line's numbers on the flat page."""
        index, is_column = line.index, line.is_column
        count = len(self.puzzle.clues_of(line))
        middle = _CELL * (index + 0.5)
        boxes = []
        for k in range(count):
            far = _STEP * (count - k - 0.5) + 8
            x = self._left + middle if is_column else self._left - far
            y = self._top - far if is_column else self._top + middle
            boxes.append(QRectF(x - 15, y - 15, 30, 30))
        return boxes

    def _seen(self, points: list[tuple[float, float]]) -> Points:
        flat = np.array(points, np.float32)[None]
        return np.asarray(cv2.perspectiveTransform(flat, self._matrix)[0], np.float32)

    def _number(self, value: int, box: QRectF) -> ReadNumber:
        corners = [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]
        seen = self._seen([(c.x(), c.y()) for c in corners])
        quad = tuple((float(x), float(y)) for x, y in seen)
        return ReadNumber(value, 0.999, (Candidate(value, 0.999),), quad)

    def reading(self) -> Reading:
        """A reading with one wrong number, and one that is right and doubtful."""
        right, low = self._left + self.puzzle.width * _CELL, self._top + self.puzzle.height * _CELL
        corners = self._seen(
            [(self._left, self._top), (right, self._top), (right, low), (self._left, low)]
        )
        read: list[ReadLine] = []
        for line in self.puzzle.lines:
            pairs = zip(self.puzzle.clues_of(line), self._boxes(line), strict=True)
            read.append(ReadLine(tuple(self._number(c.length, box) for c, box in pairs)))
        height = self.puzzle.height
        read[2] = _with_doubt(read[2], 0, 7, 0.55)
        read[height + 1] = _with_doubt(read[height + 1], 0, None, 0.9)
        lattice = Lattice.from_corners(corners, height, self.puzzle.width)
        problems = (Problem.DOUBTFUL_NUMBERS,)
        return Reading(lattice, tuple(read[:height]), tuple(read[height:]), problems=problems)


def _with_doubt(line: ReadLine, index: int, wrong: int | None, confidence: float) -> ReadLine:
    """The line with a doubtful number, which is misread as ``wrong`` if that is given."""
    number = line.numbers[index]
    read = number.number if wrong is None else wrong
    other = number.number + 5 if wrong is None else number.number
    candidates = Candidate(read, confidence), Candidate(other, 0.98 - confidence)
    doubtful = replace(number, number=read, confidence=confidence, candidates=candidates)
    return replace(line, numbers=(*line.numbers[:index], doubtful, *line.numbers[index + 1 :]))
