"""The picture, with the grid and the numbers that were found in it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from helper.application.theme import Theme
from helper.review.draft import Draft, Place, Quad
from helper.review.lattices import warped
from helper.review.loupe import paint_loupe
from helper.review.overlay import HANDLE_PX, paint_overlay
from helper.review.pyramid import Pyramid
from recognizer.values import Lattice, Picture, Points

_GRAB_PX = 16
_STEP = 1.25
_MOST = 16.0
"""Widget px in one px of the picture."""
_MARGIN = 0.04
"""How much is seen around a puzzle, of its size."""
_MOST_OF_IT = 0.75
"""A puzzle that takes so much of its picture is shown with all of it."""
_CORNERS = ("top left", "top right", "bottom right", "bottom left")
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PictureView(QWidget):
    """Zoomed by wheel and keys, moved by dragging; the grid's corners can be dragged.

    Signals:
        place_chosen: :class:`Place`, the number that was clicked.
        lattice_changed: :class:`Lattice`, a corner was dragged there.
        spot_chosen: (float, float), the point of the picture near which a grid is to be read.
        told: ``str``, what the keys do now.
    """

    place_chosen = Signal(object)
    lattice_changed = Signal(object)
    spot_chosen = Signal(float, float)
    told = Signal(str)

    def __init__(self, picture: Picture, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Picture")
        self.setAccessibleDescription(
            "C chooses a corner of the grid, arrow keys move it, Enter reads the grid again"
        )
        # A click leaves the keys with the clues: arrow keys are to go on from doubt to doubt.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 160)
        self.theme = theme
        self.draft: Draft | None = None
        self.place: Place | None = None
        self.corner: int | None = None
        """The corner that is dragged, or moved by the keys."""
        self._moved: Lattice | None = None
        self._pan: QPointF | None = None
        self._pressed: QPointF | None = None
        self._fitted: QRectF | None = None
        """The part of the picture, px of it, that is kept in view as the window is resized."""
        self.scale = 1.0
        """Widget px in one px of the picture."""
        self.origin = QPointF()
        """Where the picture's top left corner is."""
        self.set_picture(picture)

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(560, 560)

    # What is shown

    def set_picture(self, picture: Picture) -> None:
        """Show another picture."""
        self.pyramid = Pyramid(picture)
        self.zoom_to_fit()

    def set_draft(self, draft: Draft | None, place: Place | None) -> None:
        """Show another draft, or the cursor elsewhere."""
        if draft is not self.draft:
            self._moved, self.corner = None, None
        self.draft, self.place = draft, place
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.theme = theme
        self.update()

    @property
    def lattice(self) -> Lattice | None:
        """The grid as it is seen, also while a corner is dragged."""
        return self._moved or (self.draft.lattice if self.draft else None)

    def to_widget(self, x: float, y: float) -> QPointF:
        """A point of the picture in the widget."""
        return QPointF(x + 0.5, y + 0.5) * self.scale + self.origin

    def to_picture(self, point: QPointF) -> tuple[float, float]:
        """A point of the widget in the picture."""
        at = (point - self.origin) / self.scale
        return at.x() - 0.5, at.y() - 0.5

    def polygon(self, quad: Quad | Points | Sequence[Points]) -> QPolygonF:
        """Points of the picture in the widget."""
        x0, y0, scale = self.origin.x(), self.origin.y(), self.scale
        places = (np.asarray(quad, np.float64) + 0.5) * scale + (x0, y0)
        return QPolygonF([QPointF(x, y) for x, y in places.tolist()])

    # Zoom

    def zoom_to_fit(self) -> None:
        """The whole picture in view."""
        self.zoom_to(QRectF(0, 0, self.pyramid.width, self.pyramid.height))

    def zoom_to_puzzle(self, draft: Draft) -> None:
        """The grid and its clues in view; all of the picture if there is little else in it."""
        numbers = [number for _, line in draft.lines for number in line.numbers]
        quads = [np.array(number.quad) for number in numbers if number.quad is not None]
        if draft.lattice is None or not draft.is_found or not quads:
            self.zoom_to_fit()
            return
        points = np.concatenate([draft.lattice.points.reshape(-1, 2), *quads])
        margin = _MARGIN * np.ptp(points, axis=0).max()
        left, top = map(float, points.min(axis=0) - margin)
        right, bottom = map(float, points.max(axis=0) + margin)
        whole = QRectF(0, 0, self.pyramid.width, self.pyramid.height)
        box = QRectF(left, top, right - left, bottom - top) & whole
        little_else = max(box.width() / whole.width(), box.height() / whole.height()) > _MOST_OF_IT
        self.zoom_to(whole if little_else else box)

    def zoom_to(self, box: QRectF) -> None:
        """A part of the picture in view, px of it, as large as there is room for."""
        self._fitted = box
        self.scale = min(self.width() / box.width(), self.height() / box.height())
        self.origin = QRectF(self.rect()).center() - box.center() * self.scale
        self._keep_in_view()

    @property
    def _fitting(self) -> float:
        return min(self.width() / self.pyramid.width, self.height() / self.pyramid.height)

    def zoom_by(self, steps: float, about: QPointF | None = None) -> None:
        """Larger (1) or smaller (-1), about a point that stays."""
        about = about or QPointF(self.rect().center())
        scale = min(max(self.scale * _STEP**steps, self._fitting), max(_MOST, self._fitting))
        self.origin = about - (about - self.origin) * (scale / self.scale)
        self.scale = scale
        self._fitted = None
        if scale <= self._fitting:
            self.zoom_to_fit()
        self._keep_in_view()

    def show_quad(self, quad: Quad) -> None:
        """Move the picture so that a number is in view; does nothing if it is."""
        box = self.polygon(quad).boundingRect()
        room = QRectF(self.rect()).adjusted(20, 20, -20, -20)
        if not room.contains(box):
            self._fitted = None
            self.origin += room.center() - box.center()
            self._keep_in_view()

    def _keep_in_view(self) -> None:
        """No empty space beside the picture where it could fill the view."""
        x = _kept(self.origin.x(), self.pyramid.width * self.scale, self.width())
        y = _kept(self.origin.y(), self.pyramid.height * self.scale, self.height())
        self.origin = QPointF(x, y)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        if self._fitted is not None:
            self.zoom_to(self._fitted)
        else:
            self._keep_in_view()
        super().resizeEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt override
        delta = event.angleDelta().y()
        if delta:
            self.zoom_by(delta / 120, event.position())
        event.accept()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self.theme.window).darker(115))
        self.pyramid.draw(painter, self.origin, self.scale, QRectF(event.rect()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_overlay(painter, self)
        if self.corner is not None and self.lattice is not None:
            paint_loupe(painter, self, self.lattice, self.corner)
        if self.hasFocus():
            painter.setPen(self.theme.accent)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    # Mouse

    def corner_at(self, point: QPointF) -> int | None:
        """The corner of the grid that a press there takes hold of."""
        if self.lattice is None:
            return None
        handles = self.polygon(self.lattice.corners)
        far = [(h - point).manhattanLength() for h in handles.toList()]
        nearest = min(range(4), key=far.__getitem__)
        return nearest if far[nearest] <= _GRAB_PX + HANDLE_PX else None

    def place_at(self, point: QPointF) -> Place | None:
        """The number there."""
        for place in self.draft.places if self.draft else ():
            number = self.draft.number(place) if self.draft else None
            if number is not None and number.quad is not None:
                box = self.polygon(number.quad).boundingRect().adjusted(-2, -2, 2, 2)
                if box.contains(point):
                    return place
        return None

    def other_at(self, point: QPointF) -> Lattice | None:
        """The other grid there, which was not read."""
        for lattice in self.draft.others if self.draft else ():
            rule = Qt.FillRule.OddEvenFill
            if self.polygon(lattice.corners).containsPoint(point, rule):
                return lattice
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        point = event.position()
        self._pressed = point
        if event.button() == Qt.MouseButton.LeftButton:
            self.corner = self.corner_at(point)
        if self.corner is None or event.button() != Qt.MouseButton.LeftButton:
            self._pan = point
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        point = event.position()
        if self._pan is not None:
            self.origin += point - self._pan
            self._pan = point
            self._fitted = None
            self._keep_in_view()
        elif self.corner is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._move_corner(self.corner, self.to_picture(point))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        point, pressed = event.position(), self._pressed
        self._pressed = None
        if self._pan is not None:
            self._pan = None
            if pressed is not None and (point - pressed).manhattanLength() < 4:
                self._click(point)
        elif self.corner is not None:
            self.finish_corner()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        if self.place_at(event.position()) is None:
            self.spot_chosen.emit(*self.to_picture(event.position()))

    def _click(self, point: QPointF) -> None:
        place = self.place_at(point)
        if place is not None:
            self.place_chosen.emit(place)
        elif self.other_at(point) is not None:
            self.spot_chosen.emit(*self.to_picture(point))

    def _move_corner(self, corner: int, to: tuple[float, float]) -> None:
        lattice = self.draft.lattice if self.draft else None
        if lattice is None:
            return
        corners = (self._moved or lattice).corners.copy()
        x = min(max(to[0], 0.0), self.pyramid.width - 1.0)
        y = min(max(to[1], 0.0), self.pyramid.height - 1.0)
        corners[corner] = x, y
        area = cv2.contourArea(corners, oriented=True)
        if cv2.isContourConvex(corners) and area > 0:
            self._moved = warped(lattice, corners)
            self.update()

    def finish_corner(self) -> None:
        """The corners stay where they are now."""
        moved, self._moved, self.corner = self._moved, None, None
        self.update()
        if moved is not None:
            self.lattice_changed.emit(moved)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if not self._obey(event):
            super().keyPressEvent(event)

    def _obey(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_C and self.lattice is not None:
            self.corner = 0 if self.corner is None else (self.corner + 1) % 4
            self.told.emit(
                f"Arrow keys move the {_CORNERS[self.corner]} corner, with Shift farther;"
                " C takes the next one, Enter reads the grid, Esc leaves it."
            )
            self.update()
        elif key in _ARROWS:
            self._arrow(*_ARROWS[key], event.modifiers())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.corner is not None:
            self.finish_corner()
        elif key == Qt.Key.Key_Escape and self.corner is not None:
            self._moved, self.corner = None, None
            self.update()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(-1)
        elif key == Qt.Key.Key_0:
            self.zoom_to_fit()
        else:
            return False
        return True

    def _arrow(self, x: int, y: int, modifiers: Qt.KeyboardModifier) -> None:
        """Move the chosen corner, or else the picture."""
        lattice = self.lattice
        if self.corner is None or lattice is None:
            self.origin -= QPointF(40 * x, 40 * y)
            self._keep_in_view()
            return
        far = (10 if modifiers & Qt.KeyboardModifier.ShiftModifier else 1) / self.scale
        at = lattice.corners[self.corner] + np.array((x, y), np.float32) * far
        self._move_corner(self.corner, (float(at[0]), float(at[1])))
        quad = tuple((float(u), float(v)) for u, v in np.repeat(at[None], 4, axis=0))
        self.show_quad(quad)


def _kept(origin: float, size: float, room: float) -> float:
    if size <= room:
        return (room - size) / 2
    return min(0.0, max(room - size, origin))
