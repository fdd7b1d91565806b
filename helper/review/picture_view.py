"""The view of the picture, with the grid and the numbers that were found in it."""

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
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from helper.application.theme import Theme
from helper.review.cutouts import color_at
from helper.review.draft import Draft
from helper.review.draft_lines import DraftPlace
from helper.review.lattices import straightened, warped
from helper.review.overlay import HANDLE_PX, paint_overlay
from helper.review.pyramid import PaintedView, Pyramid
from puzzles.words import _, worded
from recognizer.lattice import Lattice, Picture, Points
from recognizer.values import Quad

_GRAB_PX = 16
"""A press within this distance of a corner's handle grabs the corner."""
_CLICK_PX = 4
"""A press that moves less than this is a click."""
_PAN_PX = 40
"""How far an arrow key moves the picture."""
_FAST_STEP_PX = 10
"""How far Shift with an arrow key moves a corner, widget px; without Shift it is 1 px."""
_ZOOM_FACTOR = 1.25
"""The change of scale per zoom step."""
_MAX_SCALE = 16.0
"""The largest scale, in widget px per px of the picture."""
_MARGIN_SHARE = 0.04
"""The margin around a puzzle, as a share of its size."""
_MAX_PUZZLE_SHARE = 0.75
"""If a puzzle takes a larger share of its picture, the whole picture is shown."""
_CORNERS = (_("top left"), _("top right"), _("bottom right"), _("bottom left"))
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PictureView(QWidget):
    """Shows the picture; the user can zoom and pan it, and drag the corners of the grid.

    Signals:
        place_chosen: :class:`DraftPlace`, the number that was clicked.
        lattice_changed: :class:`Lattice`, the grid after a corner was dragged.
        held: bool, whether the user has a corner in hand, or has let it go.
        spot_chosen: (float, float), the point of the picture near which to read a grid.
        message_requested: ``str``, a sentence on the keys for the chosen corner.
        color_picked: ``str``, the ``#rrggbb`` of what was clicked after :meth:`pick_color`, and the
            :class:`DraftPlace` of the number there or ``None``; empty if that was cancelled.
    """

    place_chosen = Signal(object)
    lattice_changed = Signal(object)
    held = Signal(bool)
    spot_chosen = Signal(float, float)
    message_requested = Signal(str)
    color_picked = Signal(str, object)

    def __init__(self, picture: Picture, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # nor is the picture of one
        self.setAccessibleName(_("Picture"))
        self.setAccessibleDescription(
            _("C chooses a corner of the grid, arrow keys move it, Enter reads the grid again")
        )
        # A click does not take the focus from the clues, where arrow keys go from doubt to doubt.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 160)
        self.theme = theme
        self.draft: Draft | None = None
        self.place: DraftPlace | None = None
        self.to_check: Sequence[DraftPlace] = ()
        self.corner: int | None = None
        """The corner that is dragged or moved by keys."""
        self.is_picking = False
        self._moved: Lattice | None = None
        self._pan: QPointF | None = None
        self._pressed: QPointF | None = None
        self._fitted: QRectF | None = None
        """The part of the picture, px, that stays in view when the window is resized."""
        self.scale = 1.0
        """Widget px in one px of the picture."""
        self.origin = QPointF()
        """The place of the picture's top left corner, widget px."""
        self.set_picture(picture)

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(560, 560)

    # Contents

    def set_picture(self, picture: Picture) -> None:
        """Show another picture."""
        self.pyramid = Pyramid(picture)
        self.zoom_to_fit()

    def set_draft(
        self, draft: Draft | None, place: DraftPlace | None, to_check: Sequence[DraftPlace] = ()
    ) -> None:
        """Show a draft, the cursor, and frames around the doubts to check."""
        if draft is not self.draft:
            self._moved = None
            self._hold(None)
        self.draft, self.place, self.to_check = draft, place, to_check
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.theme = theme
        self.update()

    @property
    def lattice(self) -> Lattice | None:
        """The grid as it is shown, also while a corner is dragged."""
        return self._moved or (self.draft.lattice if self.draft else None)

    def to_widget(self, x: float, y: float) -> QPointF:
        """Convert a point of the picture to the widget."""
        return QPointF(x + 0.5, y + 0.5) * self.scale + self.origin

    def to_picture(self, point: QPointF) -> tuple[float, float]:
        """Convert a point of the widget to the picture."""
        at = (point - self.origin) / self.scale
        return at.x() - 0.5, at.y() - 0.5

    def polygon(self, quad: Quad | Points | Sequence[Points]) -> QPolygonF:
        """Convert points of the picture to the widget."""
        x0, y0, scale = self.origin.x(), self.origin.y(), self.scale
        places = (np.asarray(quad, np.float64) + 0.5) * scale + (x0, y0)
        return QPolygonF([QPointF(x, y) for x, y in places.tolist()])

    def pick_color(self, is_picking: bool) -> None:
        """Switch on or off that the next click picks a colour."""
        self.is_picking = is_picking
        shape = Qt.CursorShape.CrossCursor if is_picking else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        if is_picking:
            self.setFocus()  # for Esc

    # Zoom

    def zoom_to_fit(self) -> None:
        """Show the whole picture."""
        self.zoom_to(QRectF(0, 0, self.pyramid.width, self.pyramid.height))

    def zoom_to_puzzle(self, draft: Draft) -> None:
        """Show the grid and its clues, or the whole picture if they fill it."""
        numbers = [number for _, line in draft.lines for number in line.numbers]
        quads = [np.array(number.quad) for number in numbers if number.quad is not None]
        if draft.lattice is None or not draft.is_found or not quads:
            self.zoom_to_fit()
            return
        points = np.concatenate([draft.lattice.points.reshape(-1, 2), *quads])
        margin = _MARGIN_SHARE * np.ptp(points, axis=0).max()
        left, top = map(float, points.min(axis=0) - margin)
        right, bottom = map(float, points.max(axis=0) + margin)
        whole = QRectF(0, 0, self.pyramid.width, self.pyramid.height)
        box = QRectF(left, top, right - left, bottom - top) & whole
        fills_picture = (
            max(box.width() / whole.width(), box.height() / whole.height()) > _MAX_PUZZLE_SHARE
        )
        self.zoom_to(whole if fills_picture else box)

    def zoom_to(self, box: QRectF) -> None:
        """Show a part of the picture, px, as large as possible."""
        self._fitted = box
        self.scale = min(self.width() / box.width(), self.height() / box.height())
        self.origin = QRectF(self.rect()).center() - box.center() * self.scale
        self._keep_in_view()

    @property
    def _fit_scale(self) -> float:
        return min(self.width() / self.pyramid.width, self.height() / self.pyramid.height)

    def zoom_by(self, steps: float, about: QPointF | None = None) -> None:
        """Zoom in (1) or out (-1) about a fixed point."""
        about = about or QPointF(self.rect().center())
        scale = min(
            max(self.scale * _ZOOM_FACTOR**steps, self._fit_scale), max(_MAX_SCALE, self._fit_scale)
        )
        self.origin = about - (about - self.origin) * (scale / self.scale)
        self.scale = scale
        self._fitted = None
        if scale <= self._fit_scale:
            self.zoom_to_fit()
        self._keep_in_view()

    def show_quad(self, quad: Quad) -> None:
        """Pan the picture so that a number is in view, unless it is."""
        box = self.polygon(quad).boundingRect()
        room = QRectF(self.rect()).adjusted(20, 20, -20, -20)
        if not room.contains(box):
            self._fitted = None
            self.origin += room.center() - box.center()
            self._keep_in_view()

    def _keep_in_view(self) -> None:
        """Pan the picture so that it fills the view as far as it can."""
        x = _clamped_origin(self.origin.x(), self.pyramid.width * self.scale, self.width())
        y = _clamped_origin(self.origin.y(), self.pyramid.height * self.scale, self.height())
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
        """The corner of the grid that a press at a point grabs; ``None`` if there is none."""
        if self.lattice is None:
            return None
        handles = self.polygon(self.lattice.corners)
        distances = [(h - point).manhattanLength() for h in handles.toList()]
        nearest = min(range(4), key=distances.__getitem__)
        return nearest if distances[nearest] <= _GRAB_PX + HANDLE_PX else None

    def place_at(self, point: QPointF) -> DraftPlace | None:
        """The place of the number at a point."""
        for place in self.draft.places if self.draft else ():
            number = self.draft.number(place) if self.draft else None
            if number is not None and number.quad is not None:
                box = self.polygon(number.quad).boundingRect().adjusted(-2, -2, 2, 2)
                if box.contains(point):
                    return place
        return None

    def other_at(self, point: QPointF) -> Lattice | None:
        """The other grid at a point, which was not read."""
        for lattice in self.draft.others if self.draft else ():
            rule = Qt.FillRule.OddEvenFill
            if self.polygon(lattice.corners).containsPoint(point, rule):
                return lattice
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        point = event.position()
        self._pressed = point
        if event.button() == Qt.MouseButton.LeftButton and not self.is_picking:
            self._hold(self.corner_at(point))
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
            if pressed is not None and (point - pressed).manhattanLength() < _CLICK_PX:
                self._click(point)
        elif self.corner is not None:
            self.finish_corner()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        if self.place_at(event.position()) is None and not self.is_picking:
            self.spot_chosen.emit(*self.to_picture(event.position()))

    def _click(self, point: QPointF) -> None:
        place = self.place_at(point)
        if self.is_picking:
            x, y = self.to_picture(point)
            if 0 <= x < self.pyramid.width and 0 <= y < self.pyramid.height:
                self.color_picked.emit(color_at(self.pyramid.levels[0], x, y), place)
        elif place is not None:
            self.place_chosen.emit(place)
        elif self.other_at(point) is not None:
            self.spot_chosen.emit(*self.to_picture(point))

    def _hold(self, corner: int | None) -> None:
        """Take a corner in hand, or let it go."""
        was_held, self.corner = self.corner is not None, corner
        if was_held is (corner is None):
            self.held.emit(corner is not None)
        self.update()

    def _move_corner(self, corner: int, to: tuple[float, float]) -> None:
        if self.draft is None or (lattice := self.draft.lattice) is None:
            return
        corners = (self._moved or lattice).corners.copy()
        x = min(max(to[0], 0.0), self.pyramid.width - 1.0)
        y = min(max(to[1], 0.0), self.pyramid.height - 1.0)
        corners[corner] = x, y
        area = cv2.contourArea(corners, oriented=True)
        if cv2.isContourConvex(corners) and area > 0:
            moved = warped(lattice, corners)
            self._moved = moved if self.draft.is_curved else straightened(moved)
            self.update()

    def finish_corner(self) -> None:
        """Finish moving a corner."""
        moved, self._moved = self._moved, None
        self._hold(None)
        if moved is not None:
            self.lattice_changed.emit(moved)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if not self._handle_key(event):
            super().keyPressEvent(event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_C and self.lattice is not None:
            self._hold(0 if self.corner is None else (self.corner + 1) % 4)
            assert self.corner is not None
            self.message_requested.emit(
                worded(
                    "Arrow keys move the {corners} corner, with Shift farther; C "
                    "chooses the next one, Enter reads the grid, Esc cancels.",
                    corners=_CORNERS[self.corner],
                )
            )
            self.update()
        elif key in _ARROWS:
            self._handle_arrow(*_ARROWS[key], event.modifiers())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.corner is not None:
            self.finish_corner()
        elif key == Qt.Key.Key_Escape and self.is_picking:
            self.color_picked.emit("", None)
        elif key == Qt.Key.Key_Escape and self.corner is not None:
            self._moved = None
            self._hold(None)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(-1)
        elif key == Qt.Key.Key_0:
            self.zoom_to_fit()
        else:
            return False
        return True

    def _handle_arrow(self, x: int, y: int, modifiers: Qt.KeyboardModifier) -> None:
        """Move the chosen corner, or the picture if there is none."""
        lattice = self.lattice
        if self.corner is None or lattice is None:
            self.origin -= QPointF(_PAN_PX * x, _PAN_PX * y)
            self._keep_in_view()
            return
        step = _FAST_STEP_PX if modifiers & Qt.KeyboardModifier.ShiftModifier else 1
        at = lattice.corners[self.corner] + np.array((x, y), np.float32) * (step / self.scale)
        self._move_corner(self.corner, (float(at[0]), float(at[1])))
        quad = tuple((float(u), float(v)) for u, v in np.repeat(at[None], 4, axis=0))
        self.show_quad(quad)


def _clamped_origin(origin: float, size: float, room: float) -> float:
    if size <= room:
        return (room - size) / 2
    return min(0.0, max(room - size, origin))


_SIDE_PX = 150
"""The side of the loupe."""
_MARGIN_PX = 8
"""The distance of the loupe from the edges of the view."""
_VISIBLE_CELLS = 3.0
"""Cells across the loupe."""


def paint_loupe(painter: QPainter, view: PaintedView, lattice: Lattice, corner: int) -> None:
    """Paint the surroundings of a corner, in a corner of the view away from it."""
    scale = max(view.scale * 1.5, _SIDE_PX / (_VISIBLE_CELLS * max(lattice.pitch_px, 1.0)))
    scale = min(scale, max(view.scale * 12, 1.0))
    at = view.polygon(lattice.corners).toList()[corner]
    is_right = at.x() < view.width() / 2
    is_low = at.y() < view.height() / 2
    box = QRectF(
        view.width() - _SIDE_PX - _MARGIN_PX if is_right else _MARGIN_PX,
        view.height() - _SIDE_PX - _MARGIN_PX if is_low else _MARGIN_PX,
        _SIDE_PX,
        _SIDE_PX,
    )
    x, y = map(float, lattice.corners[corner])
    origin = box.center() - QPointF(x + 0.5, y + 0.5) * scale
    painter.save()
    painter.setClipRect(box)
    painter.fillRect(box, QColor(view.theme.window))
    view.pyramid.draw(painter, origin, scale, box)
    painter.setPen(QPen(QColor(view.theme.accent), 1.5))
    row, column = (0, 0, -1, -1)[corner], (0, -1, -1, 0)[corner]
    for points in (lattice.points[row], lattice.points[:, column]):
        path = [QPointF(float(u) + 0.5, float(v) + 0.5) * scale + origin for u, v in points]
        painter.drawPolyline(QPolygonF(path))
    painter.setClipping(False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(view.theme.text), 2))
    painter.drawRect(box)
    painter.restore()
