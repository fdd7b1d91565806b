"""Shows the picture in the camera window."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from helper.application.theme import Theme

_MARGIN_PX = 12
"""The margin around the text."""


class FrameView(QWidget):
    """Shows an image as large as possible, in its own proportions."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Camera picture")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 150)
        # Every pixel is painted each time, so Qt need not clear the widget.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.theme = theme
        self.image = QImage()
        self.text = ""
        """Shown while there is no image."""
        self.is_mirrored = False

    def sizeHint(self) -> QSize:  # Qt override
        return QSize(800, 600)

    def show_image(self, image: QImage) -> None:
        """Show an image; a null image for none."""
        self.image = image
        self.update()

    def show_text(self, text: str) -> None:
        """Show a text instead of the image."""
        self.image, self.text = QImage(), text
        self.setAccessibleDescription(text)
        self.update()

    def set_mirrored(self, is_mirrored: bool) -> None:
        """Set whether left and right are exchanged, on the screen only."""
        self.is_mirrored = is_mirrored
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.update()

    @property
    def target(self) -> QRectF:
        """The rectangle of the image."""
        size = QSizeF(self.image.size()).scaled(
            QSizeF(self.size()), Qt.AspectRatioMode.KeepAspectRatio
        )
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(QRectF(self.rect()).center())
        return place

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self.theme.window).darker(115))
        if self.image.isNull():
            self._paint_text(painter)
        else:
            self._paint_image(painter)
        if self.hasFocus():
            painter.setPen(QColor(self.theme.accent))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_image(self, painter: QPainter) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self.is_mirrored:
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        painter.drawImage(self.target, self.image)
        painter.restore()

    def _paint_text(self, painter: QPainter) -> None:
        painter.setPen(QColor(self.theme.text))
        room = self.rect().adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(room, int(flags), self.text)
