"""Paints how the grid of a solved board dissolves, while its picture stays where it is.

A ring of light goes out from the cell that completed the picture. Behind it the cells have their
colours and no grid; clues and lights fade meanwhile. A frame costs three pictures that are ready
beforehand, and one of a pixel a cell, in whose table of colours the rings are: so it does not
depend on the board.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPainter

from helper.application.theme import Theme
from helper.board.board_view import BoardStills
from puzzles import BLANK, Grid

RINGS = 100
"""How many rings the light has; two tables of them fit into the 256 colours of a picture."""
MAX_CELLS = 60_000
"""Of more cells in view no rings are made: the board fades into its picture. So many rings take
30 ms, once."""
_SHORTEST_MS, _LONGEST_MS, _LONGEST_SIDE = 520, 780, 30
"""The time on a tiny board, and on one whose longer side in view has so many cells or more."""
_LIGHT_MS = 240
"""How long a ring is seen."""
_RISE_SHARE = 0.25
"""The share of that time before the grid below the ring goes."""
_MAX_ALPHA, _MAX_PAPER_ALPHA = 215, 60
"""The light on shaded cells and on paper, at most; of 255."""


def eased(share: float) -> float:
    """A share of the time as a share of the way: quick at first, slow in the end.

    >>> eased(0), eased(1), eased(0.5) > 0.8
    (0.0, 1.0, True)
    """
    return 1 - (1 - min(1.0, max(0.0, share))) ** 3


class Dissolve:
    """The frames of one finish."""

    def __init__(
        self, stills: BoardStills, marks: Grid, center: tuple[int, int], theme: Theme, glow: QColor
    ) -> None:
        """Prepare what the frames have in common.

        Args:
            stills: The board and its picture.
            marks: The solution.
            center: (row, column) from where the rings go out.
            theme: The colours.
            glow: The colour of the light.
        """
        self._stills, self._theme, self._glow = stills, theme, glow
        self._rows, self._columns = stills.down.visible, stills.across.visible
        self._center = center
        side = max(len(self._rows), len(self._columns), 1)
        grown = min(1.0, side / _LONGEST_SIDE)
        self.duration_ms = round(_SHORTEST_MS + grown * (_LONGEST_MS - _SHORTEST_MS))
        corners = [(r, c) for r in _ends(self._rows) for c in _ends(self._columns)]
        self._radius = max((math.dist(center, corner) for corner in corners), default=0.0) or 1.0
        self._image: QImage | None = None
        if len(self._rows) * len(self._columns) <= MAX_CELLS:
            self._image = self._rings(marks)

    @property
    def window(self) -> QRect:
        """The part of the grid that is in view, with the lines around it."""
        (left, right), (top, bottom) = self._stills.across.window, self._stills.down.window
        return QRect(left, top, right - left, bottom - top)

    @property
    def whole(self) -> QRect:
        """The whole picture with its frame, also outside of the view; its cells do not move."""
        across, down = self._stills.across, self._stills.down
        size = across.grid_size, down.grid_size
        return QRect(across.grid_start, down.grid_start, *size).adjusted(-1, -1, 0, 0)

    def _rings(self, marks: Grid) -> QImage:
        """A pixel a cell: the number of its ring; those of shaded cells come after the others."""
        rows, columns = self._rows, self._columns
        stride = (len(columns) + 3) // 4 * 4
        scale, (y, x) = (RINGS - 1) / self._radius, self._center
        data = bytearray(stride * len(rows))
        for k, row in enumerate(rows):
            states = marks.row(row)[columns.start : columns.stop]
            data[k * stride : k * stride + len(columns)] = bytes(
                min(RINGS - 1, int(scale * math.hypot(row - y, column - x)))
                + (RINGS if state != BLANK and state & (state - 1) == 0 else 0)
                for column, state in zip(columns, states, strict=True)
            )
        image = QImage(bytes(data), len(columns), len(rows), stride, QImage.Format.Format_Indexed8)
        return image.copy()  # of its own: Qt does not keep the bytes

    def _reached(self, ms: float) -> float:
        """How far the grid is gone, in cells from the center."""
        spread = max(1.0, self.duration_ms - _LIGHT_MS)
        return (ms - _RISE_SHARE * _LIGHT_MS) / spread * self._radius

    def _table(self, ms: float) -> Sequence[int]:
        """The colours of the rings."""
        spread, light = self.duration_ms - _LIGHT_MS, self._glow.rgb() & 0xFFFFFF
        shares = []
        for ring in range(RINGS):
            age = (ms - ring / (RINGS - 1) * spread) / _LIGHT_MS
            rise, fall = age / _RISE_SHARE, (1 - age) / (1 - _RISE_SHARE)
            shares.append(max(0.0, min(rise, fall)))
        return [
            round(alpha * share) << 24 | light
            for alpha in (_MAX_PAPER_ALPHA, _MAX_ALPHA)
            for share in shares
        ]

    def paint(self, painter: QPainter, ms: float) -> None:
        """Paint the frame of a time; the sheet below has the colour of the window."""
        stills, window = self._stills, self.window
        share = min(1.0, ms / self.duration_ms)
        if share >= 1:
            painter.drawPixmap(window, stills.after, self._device(window))
            return
        remaining = 1 - eased(1.5 * share)
        if remaining > 0:
            painter.setOpacity(remaining)
            painter.drawPixmap(0, 0, stills.before)
            painter.setOpacity(1)
        painter.drawPixmap(window, stills.before, self._device(window))
        if self._image is None:
            painter.setOpacity(share)
            painter.drawPixmap(window, stills.after, self._device(window))
            painter.setOpacity(1)
            return
        self._paint_reached(painter, self._reached(ms))
        self._image.setColorTable(self._table(ms))
        across, down, cell = stills.across, stills.down, stills.across.cell
        at = QPoint(across.start_of(self._columns.start), down.start_of(self._rows.start))
        cells = QRect(at.x(), at.y(), cell * len(self._columns), cell * len(self._rows))
        painter.setClipRect(window)
        painter.drawImage(cells, self._image)
        painter.setClipping(False)

    def _paint_reached(self, painter: QPainter, radius: float) -> None:
        """Paint the picture where the grid is gone: of each row the cells within the radius."""
        if radius < 0:
            return
        stills, window = self._stills, self.window
        across, down, cell = stills.across, stills.down, stills.across.cell
        y, x = self._center
        for row in self._rows:
            half = radius * radius - (row - y) ** 2
            if half < 0:
                continue
            wide = int(math.sqrt(half))
            first, last = max(self._columns.start, x - wide), min(self._columns.stop - 1, x + wide)
            if first > last:
                continue
            left, top = across.start_of(first), down.start_of(row)
            right = across.start_of(last + 1) + (last + 1 == across.count)
            part = QRect(left, top, right - left, cell + (row + 1 == down.count)) & window
            painter.drawPixmap(part, stills.after, self._device(part))

    def _device(self, rect: QRect) -> QRect:
        """A part of the stills in their own pixels."""
        ratio = self._stills.after.devicePixelRatio()
        return QRect(
            round(rect.x() * ratio),
            round(rect.y() * ratio),
            round(rect.width() * ratio),
            round(rect.height() * ratio),
        )


def _ends(span: range) -> tuple[int, ...]:
    return (span[0], span[-1]) if span else ()
