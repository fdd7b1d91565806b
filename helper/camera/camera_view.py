"""What the camera window shows: the picture, and the bar with the state below it."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QWidget

from helper.application.icons import icon
from helper.application.theme import Theme
from helper.application.typeface import scaled, strong
from puzzles.words import _, in_context
from recognizer.live.scene import LiveState

_MARGIN_PX = 12
"""The margin around the text."""
_OUTLINE_PX = 4
"""The width of the line around the board that is marked."""


class FrameView(QWidget):
    """Shows an image as large as possible, in its own proportions.

    Signals:
        clicked: ``float, float``, a place of the image was clicked: x and y in px of the image.
        stepped: ``int``, an arrow key asks for the next board, or with -1 for the one before.
    """

    clicked = Signal(float, float)
    stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Camera picture"))
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
        self.outline: Sequence[tuple[float, float]] = ()
        """The corners of the board that is marked, px of the image; empty for none."""

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

    def show_outline(self, outline: Sequence[tuple[float, float]]) -> None:
        """Mark a board; see :attr:`outline`."""
        self.outline = outline
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        super().mousePressEvent(event)
        target, place = self.target, event.position()
        if event.button() is not Qt.MouseButton.LeftButton or not target.contains(place):
            return
        x = self.width() - place.x() if self.is_mirrored else place.x()
        scale = self.image.width() / target.width()
        self.clicked.emit((x - target.x()) * scale, (place.y() - target.y()) * scale)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        # The area around the picture would scroll.
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            is_next = (event.key() == Qt.Key.Key_Right) != self.is_mirrored
            self.stepped.emit(1 if is_next else -1)
        else:
            super().keyPressEvent(event)

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
        if self.outline:
            self._paint_outline(painter)
        painter.restore()

    def _paint_outline(self, painter: QPainter) -> None:
        target = self.target
        scale = target.width() / self.image.width()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.accent), _OUTLINE_PX, Qt.PenStyle.DashLine))
        left, top = target.x(), target.y()
        painter.drawPolygon([QPointF(left + scale * x, top + scale * y) for x, y in self.outline])

    def _paint_text(self, painter: QPainter) -> None:
        painter.setPen(QColor(self.theme.text))
        room = self.rect().adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(room, int(flags), self.text)


_ICON_PX = 32
"""The side of the icon."""


class IdleState(enum.Enum):
    """The states while no frame is processed."""

    STOPPED = "stopped"
    STARTING = "starting"
    FROZEN = "frozen"
    TROUBLE = "trouble"

    @property
    def title(self) -> str:
        """The word for people."""
        return _IDLE[self]


_IDLE = {
    IdleState.STOPPED: in_context("state of the camera view", "Stopped"),
    IdleState.STARTING: in_context("state of the camera view", "Starting"),
    IdleState.FROZEN: in_context("state of the camera view", "Frozen"),
    IdleState.TROUBLE: in_context("state of the camera view", "No picture"),
}


_ICONS: dict[LiveState | IdleState, str] = {
    LiveState.SEARCHING: "search",
    LiveState.HOLD_STILL: "hand",
    LiveState.READING: "reading",
    LiveState.SOLVING: "solve",
    LiveState.SHOWN: "right",
    LiveState.LOST: "lost",
    IdleState.STOPPED: "stop",
    IdleState.STARTING: "pending",
    IdleState.FROZEN: "pause",
    IdleState.TROUBLE: "wrong",
}


class StateBar(QFrame):
    """Shows the state and a sentence."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bar")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.state: LiveState | IdleState = IdleState.STOPPED
        self.drawing = ""
        """The drawing of what to do, which replaces the state's icon; empty for none."""
        self._theme = theme
        self.icon_label, self.word_label, self.sentence_label = QLabel(), QLabel(), QLabel()
        self.icon_label.setFixedSize(_ICON_PX, _ICON_PX)
        self.word_label.setAccessibleName(_("State of the camera view"))
        self.word_label.setFont(scaled(strong(self.word_label.font()), 1.2))
        self.sentence_label.setWordWrap(True)
        self.sentence_label.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence_label.setAlignment(Qt.AlignmentFlag.AlignTop)
        # Two lines at all times: the picture must not move when the sentence changes.
        self.sentence_label.setFixedHeight(2 * self.sentence_label.fontMetrics().lineSpacing() + 2)
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 8, 12, 4)
        layout.setHorizontalSpacing(12)
        layout.setVerticalSpacing(0)
        layout.addWidget(self.icon_label, 0, 0, 2, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.word_label, 0, 1)
        layout.addWidget(self.sentence_label, 1, 1)
        layout.setColumnStretch(1, 1)
        self.set_theme(theme)

    def show_state(
        self, state: LiveState | IdleState, sentence: str, word: str = "", drawing: str = ""
    ) -> None:
        """Show a state.

        Args:
            state: The state, which has an icon.
            sentence: Advice, or a result.
            word: Replaces the state's own word.
            drawing: An icon that shows what to do; empty for that of the state.
        """
        word = word or state.title
        if (state, drawing) != (self.state, self.drawing):
            self.state, self.drawing = state, drawing
            self._show_icon()
        if word != self.word_label.text():
            self.word_label.setText(word)
        if sentence != self.sentence_label.text():
            self.sentence_label.setText(sentence)
            self.sentence_label.setToolTip(sentence)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._show_icon()

    def _show_icon(self) -> None:
        state_icon = icon(self.drawing or _ICONS[self.state], self._theme)
        self.icon_label.setPixmap(state_icon.pixmap(_ICON_PX, _ICON_PX))
