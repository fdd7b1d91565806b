"""Shows the rotated picture with the crop rectangle."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from helper.application.theme import Theme
from helper.picture.cropping import Handle, Spot, handle_at, moved, spanned
from helper.picture.picture_work import PictureThumbnail
from puzzles.words import _, worded
from recognizer.making.settings import Crop, turned_size

_HINT = _(
    "Drop a picture here,\nopen a file, or paste one:\na photo, a drawing, an icon, a GIF, an SVG"
)
_MARGIN_PX = 12
"""The margin around the picture, so that edges at its border can be grabbed."""
_GRAB_PX = 9
_MIN_PX = 8
"""The smallest side of a rectangle drawn with the mouse."""
_HANDLE_PX = 7
_CHECKS_PX = 8
_STEP = 0.01
"""How far an arrow key moves the rectangle, as a share of the picture."""
_LARGE_STEP = 0.1
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_SHAPES = {
    Handle.LEFT: Qt.CursorShape.SizeHorCursor,
    Handle.RIGHT: Qt.CursorShape.SizeHorCursor,
    Handle.TOP: Qt.CursorShape.SizeVerCursor,
    Handle.BOTTOM: Qt.CursorShape.SizeVerCursor,
    Handle.TOP_LEFT: Qt.CursorShape.SizeFDiagCursor,
    Handle.BOTTOM_RIGHT: Qt.CursorShape.SizeFDiagCursor,
    Handle.TOP_RIGHT: Qt.CursorShape.SizeBDiagCursor,
    Handle.BOTTOM_LEFT: Qt.CursorShape.SizeBDiagCursor,
    Handle.ALL: Qt.CursorShape.SizeAllCursor,
}
_KEYS = _(
    "Arrow keys move the rectangle, with Shift its right and lower edge, with Ctrl its left and"
    " upper edge; Page Up and Page Down move it further; Home takes the whole picture."
)


class CropView(QWidget):
    """Shows the picture; the user moves the crop rectangle and drags its edges.

    Signals:
        cropped: :class:`Crop`, the new rectangle.
        color_picked: ``str``, the ``#rrggbb`` of the pixel that was clicked, after
            :meth:`pick_color`; empty if that was cancelled.
    """

    cropped = Signal(object)
    color_picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Picture"))
        self.setAccessibleDescription(_KEYS)
        self.setToolTip(
            worded("Drag the rectangle or its edges around the part to use. {keys}", keys=_KEYS)
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(120, 120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.theme = theme
        self.crop = Crop()
        self.rotation = 0.0
        self.is_picking = False
        self._image: QImage | None = None
        self._data = b""
        self._grabbed: tuple[Handle | None, Spot, Crop] | None = None

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(380, 380)

    # What is shown

    def show_picture(self, shown: PictureThumbnail) -> None:
        """Show a picture."""
        self._data = shown.rgba  # Qt does not copy it
        form = QImage.Format.Format_RGBA8888
        self._image = QImage(self._data, shown.width, shown.height, 4 * shown.width, form)
        self.pick_color(False)
        self._grabbed = None
        self.update()

    def show_choice(self, crop: Crop, rotation: float) -> None:
        """Show the crop rectangle, and the rotation in degrees clockwise."""
        self.crop, self.rotation = crop, rotation
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.update()

    def pick_color(self, is_picking: bool) -> None:
        """Switch on or off that the next click picks a colour."""
        self.is_picking = is_picking
        shape = Qt.CursorShape.CrossCursor if is_picking else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    # Where everything is

    @property
    def area(self) -> QRectF:
        """The bounding rectangle of the rotated picture, in px."""
        if self._image is None:
            return QRectF()
        width, height = turned_size(self._image.width(), self._image.height(), self.rotation)
        room = QRectF(self.rect()).adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
        scale = max(min(room.width() / width, room.height() / height), 1e-3)
        area = QRectF(0, 0, width * scale, height * scale)
        area.moveCenter(room.center())
        return area

    @property
    def frame(self) -> QRectF:
        """The crop rectangle, in px."""
        area, crop = self.area, self.crop
        return QRectF(
            QPointF(area.x() + crop.left * area.width(), area.y() + crop.top * area.height()),
            QPointF(area.x() + crop.right * area.width(), area.y() + crop.bottom * area.height()),
        )

    def _transform(self) -> QTransform:
        """The transform from picture pixels to widget pixels."""
        assert self._image is not None
        width, height = self._image.width(), self._image.height()
        area = self.area
        scale = area.width() / turned_size(width, height, self.rotation)[0]
        transform = QTransform()
        transform.translate(area.center().x(), area.center().y())
        transform.rotate(self.rotation)
        transform.scale(scale, scale)
        transform.translate(-width / 2, -height / 2)
        return transform

    def _spot(self, point: QPointF) -> Spot:
        area = self.area
        return Spot((point.x() - area.x()) / area.width(), (point.y() - area.y()) / area.height())

    def _share(self, px: float) -> Spot:
        """A length in px as a share of the picture, across and down."""
        area = self.area
        return Spot(px / max(area.width(), 1), px / max(area.height(), 1))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect(), QColor(self.theme.window))
            if self._image is not None:
                self._paint_picture(painter)
                self._paint_frame(painter)
            else:
                self._paint_hint(painter)
            if self.hasFocus():
                painter.setPen(QPen(QColor(self.theme.accent), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 8, 8)
        finally:
            painter.end()  # an active painter left by an error would crash Qt

    def _paint_hint(self, painter: QPainter) -> None:
        room = self.rect().adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.faint), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(room, 8, 8)
        painter.setPen(QColor(self.theme.text))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, _HINT)

    def _paint_picture(self, painter: QPainter) -> None:
        assert self._image is not None
        transform = self._transform()
        shape = transform.mapToPolygon(self._image.rect())
        painter.save()
        painter.setClipRect(self.area)
        if self._image.hasAlphaChannel():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._checks())
            painter.drawPolygon(shape)
        is_enlarged = transform.determinant() > 1.5
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not is_enlarged)
        painter.setTransform(transform)
        painter.drawImage(QPointF(), self._image)
        painter.restore()

    def _checks(self) -> QImage:
        """The checkerboard behind transparent parts."""
        dark = self.theme.is_dark
        checks = QImage(2 * _CHECKS_PX, 2 * _CHECKS_PX, QImage.Format.Format_RGB32)
        checks.fill(QColor("#3d3e44" if dark else "#ffffff"))
        painter = QPainter(checks)
        for x in (0, _CHECKS_PX):
            color = QColor("#4b4c53" if dark else "#dcdce0")
            painter.fillRect(x, x, _CHECKS_PX, _CHECKS_PX, color)
        painter.end()
        return checks

    def _paint_frame(self, painter: QPainter) -> None:
        area, frame = self.area, self.frame
        veil = QColor(self.theme.window)
        veil.setAlpha(190)
        for left, top, right, bottom in (
            (area.left(), area.top(), area.right(), frame.top()),
            (area.left(), frame.bottom(), area.right(), area.bottom()),
            (area.left(), frame.top(), frame.left(), frame.bottom()),
            (frame.right(), frame.top(), area.right(), frame.bottom()),
        ):
            painter.fillRect(QRectF(QPointF(left, top), QPointF(right, bottom)), veil)
        accent = QColor(self.theme.mark)  # over a photo, which is mostly of paper
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.base), 3))
        painter.drawRect(frame)
        painter.setPen(QPen(accent, 2 if self.hasFocus() else 1))
        painter.drawRect(frame)
        painter.setPen(QPen(QColor(self.theme.base), 1))
        painter.setBrush(accent)
        center = frame.center()
        for x in (frame.left(), center.x(), frame.right()):
            for y in (frame.top(), center.y(), frame.bottom()):
                if (x, y) != (center.x(), center.y()):
                    handle = QRectF(0, 0, _HANDLE_PX, _HANDLE_PX)
                    handle.moveCenter(QPointF(x, y))
                    painter.drawRect(handle)

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # Qt override
        self.update()

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        if self._image is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if self.is_picking:
            self._pick(event.position())
            return
        at = self._spot(event.position())
        self._grabbed = handle_at(self.crop, at, self._share(_GRAB_PX)), at, self.crop

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        if self._image is None or self.is_picking:
            return
        at = self._spot(event.position())
        if self._grabbed is None:
            handle = handle_at(self.crop, at, self._share(_GRAB_PX))
            self.setCursor(_SHAPES[handle] if handle else Qt.CursorShape.CrossCursor)
            return
        handle, begun, before = self._grabbed
        least = self._share(_MIN_PX)
        if handle is None or (handle is Handle.ALL and before.is_whole):
            # The whole picture cannot be moved: draw a new rectangle instead.
            self._crop_to(spanned(begun, at, least))
        else:
            self._crop_to(moved(before, handle, Spot(at.x - begun.x, at.y - begun.y), least))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        if event.button() == Qt.MouseButton.LeftButton:
            self._grabbed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.mousePressEvent(event)

    def _crop_to(self, crop: Crop | None) -> None:
        if crop is not None and crop != self.crop:
            self.crop = crop
            self.update()
            self.cropped.emit(crop)

    def _pick(self, point: QPointF) -> None:
        """Pick the colour at a point inside the picture."""
        assert self._image is not None
        inverse, _ = self._transform().inverted()
        place = inverse.map(point).toPoint()
        if not self._image.rect().contains(place):
            return
        color = self._image.pixelColor(place)
        self.pick_color(False)
        self.color_picked.emit(color.name() if color.alpha() else "")

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        key = Qt.Key(event.key())
        if self.is_picking and key == Qt.Key.Key_Escape:
            self.pick_color(False)
            self.color_picked.emit("")
        elif self._image is None:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Home:
            self._crop_to(Crop())
        elif key in _ARROWS:
            self._move_by_keys(*_ARROWS[key], event.modifiers(), _STEP)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            sign = -1 if key == Qt.Key.Key_PageUp else 1
            self._move_by_keys(0, sign, event.modifiers(), _LARGE_STEP)
        else:
            super().keyPressEvent(event)

    def _move_by_keys(self, x: int, y: int, keys: Qt.KeyboardModifier, step: float) -> None:
        if keys & Qt.KeyboardModifier.ShiftModifier:
            handle = Handle.BOTTOM_RIGHT
        elif keys & Qt.KeyboardModifier.ControlModifier:
            handle = Handle.TOP_LEFT
        else:
            handle = Handle.ALL
        step_by = Spot(x * step, y * step)
        self._crop_to(moved(self.crop, handle, step_by, Spot(_STEP, _STEP)))
