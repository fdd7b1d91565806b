"""Chooses a region of the screen with a cross-hair over a frozen picture of it.

Nothing is captured but once for that picture, of which only the region is kept, and nothing is
clicked.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QCursor,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QScreen,
)
from PySide6.QtWidgets import QApplication, QWidget

from puzzles.words import _
from recognizer.live.capture.video_sources import ScreenRegion, why_no_screen

MIN_REGION_PX = 40
"""The shortest side of a region: smaller ones are slips of the hand."""
_HIDE_MS = 350
"""How long the system may take to show what is behind the program's windows."""
_SHADE = QColor(0, 0, 0, 120)
_HINT = _(
    "Draw a frame around the puzzle with its numbers: only this region is read.\n"
    "Enter takes the whole screen, Esc cancels. Nothing is clicked."
)
_MARGIN_PX = 14


class RegionChooser(QWidget):
    """A frozen picture of a screen, on which a frame is drawn with the mouse.

    Signals:
        chosen: :class:`QRect`, the region in px of the widget.
        cancelled: The user has pressed Esc.
    """

    chosen = Signal(QRect)
    cancelled = Signal()

    def __init__(self, picture: QPixmap) -> None:
        flags = Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags)
        self.setWindowTitle(_("Choose a Region — Nonogram Helper"))
        self.setAccessibleName(_("Picture of the screen"))
        self.setAccessibleDescription(_HINT)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._picture = picture
        self._start: QPoint | None = None
        self._at = QPoint(-1, -1)

    @property
    def region(self) -> QRect:
        """The frame that is being drawn; empty before."""
        return QRect() if self._start is None else _between(self._start, self._at, self.rect())

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        if event.button() is Qt.MouseButton.LeftButton:
            self._start = self._at = event.position().toPoint()
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        self._at = event.position().toPoint()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        if self._start is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        self._at = event.position().toPoint()
        region, self._start = self.region, None
        self.update()
        if min(region.width(), region.height()) >= MIN_REGION_PX:
            self.chosen.emit(region)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self.rect())
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        painter.drawPixmap(self.rect(), self._picture)
        painter.fillRect(self.rect(), _SHADE)
        region = self.region
        if not region.isEmpty():
            painter.save()
            painter.setClipRect(region)
            painter.drawPixmap(self.rect(), self._picture)
            painter.restore()
        painter.setPen(Qt.GlobalColor.white)
        if region.isEmpty():
            painter.drawLine(self._at.x(), 0, self._at.x(), self.height())
            painter.drawLine(0, self._at.y(), self.width(), self._at.y())
        else:
            painter.drawRect(region.adjusted(0, 0, -1, -1))
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        room = self.rect().adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
        bounds = painter.boundingRect(room, int(flags), _HINT)
        painter.fillRect(bounds.adjusted(-8, -6, 8, 6), QColor(0, 0, 0, 190))
        painter.drawText(room, int(flags), _HINT)


def _between(one: QPoint, other: QPoint, room: QRect) -> QRect:
    """The rectangle between two points, within another."""
    left, right = sorted((one.x(), other.x()))
    top, bottom = sorted((one.y(), other.y()))
    return QRect(left, top, right - left, bottom - top) & room


class ScreenPicker(QObject):
    """Hides the program's windows, freezes the screen, and asks for a region of it.

    Signals:
        picked: :class:`QImage`, the region as it was, and ``str``, the source that follows it.
        failed: ``str``, why the screen cannot be captured, as a sentence.
    """

    picked = Signal(object, str)
    failed = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.chooser: RegionChooser | None = None
        """Shown while the user chooses."""
        self._hidden: list[QWidget] = []

    def ask(self) -> None:
        """Ask for a region; returns at once."""
        if self.chooser is not None or self._hidden:
            return
        if (reason := why_no_screen()) is not None:
            self.failed.emit(reason)
            return
        windows = QApplication.topLevelWidgets()
        self._hidden = [window for window in windows if window.isVisible()]
        for window in self._hidden:
            window.hide()
        QTimer.singleShot(_HIDE_MS, self, self._freeze)

    def _freeze(self) -> None:
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        picture = screen.grabWindow(0)
        if picture.isNull():
            self._end()
            self.failed.emit(
                _(
                    "The screen cannot be captured: allow this program to record the screen in the"
                    " system's settings, or scan a screenshot."
                )
            )
            return
        self.chooser = chooser = RegionChooser(picture)
        chooser.chosen.connect(lambda region: self._take(region, picture, screen))
        chooser.cancelled.connect(self._end)
        chooser.setGeometry(screen.geometry())
        chooser.showFullScreen()
        chooser.activateWindow()
        chooser.setFocus()

    def _take(self, region: QRect, picture: QPixmap, screen: QScreen) -> None:
        scale = picture.devicePixelRatio()
        part = QRect(region.topLeft() * scale, region.size() * scale)
        image: QImage = picture.copy(part).toImage()
        image.setDevicePixelRatio(1.0)
        left_top = part.topLeft() + screen.geometry().topLeft()
        place = ScreenRegion(left_top.x(), left_top.y(), part.width(), part.height())
        self._end()
        self.picked.emit(image, place.source)

    def _end(self) -> None:
        """Show the program's windows again."""
        chooser, self.chooser = self.chooser, None
        windows, self._hidden = self._hidden, []
        for window in windows:
            window.show()
        if chooser is not None:
            chooser.hide()
            chooser.deleteLater()
