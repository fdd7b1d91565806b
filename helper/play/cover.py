"""The cover of the board: it hides the board and takes its clicks and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from helper.application.theme import ThemeManager
from helper.widgets.style import PRIMARY, colored

_SHEET = """
QLabel {{ color: {faint}; background: transparent; }}
QLabel[kind="title"] {{ color: {text}; }}
"""


class BoardCover(QWidget):
    """An opaque sheet over the whole board with a heading, a sentence and buttons.

    It has the board's place, also after resizing, and keeps mouse, wheel and keyboard from it.
    """

    def __init__(self, board: QWidget, themes: ThemeManager, heading: str) -> None:
        """Make a hidden cover of a board."""
        super().__init__(board)
        self._board = board
        self._themes = themes
        self.heading, self.sentence = QLabel(heading), QLabel()
        self.heading.setProperty("kind", "title")
        self.sentence.setWordWrap(True)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._first: QPushButton | None = None
        self.setAccessibleName(heading)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._lay_out()
        themes.changed.connect(self._set_colors)
        self._set_colors()
        self.hide()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addStretch()
        for label in (self.heading, self.sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addSpacing(8)
        column.addLayout(self._buttons)
        column.addStretch()
        self._buttons.addStretch()
        self._buttons.addStretch()

    def add_button(self, text: str, tip: str) -> QPushButton:
        """Add a button; the first one is emphasized and gets the keyboard."""
        button = QPushButton(text, self)
        button.setToolTip(tip)
        self._buttons.insertWidget(self._buttons.count() - 1, button)
        if self._first is None:
            self._first = button
            button.setProperty(PRIMARY, True)
        return button

    def set_covering(self, is_covering: bool) -> None:
        """Cover the board, or show it again."""
        if is_covering == self.is_covering:
            return
        target = self._first or self
        if is_covering:
            target.setAccessibleDescription(f"{self.heading.text()}. {self.sentence.text()}")
            self._board.installEventFilter(self)
            self.setGeometry(self._board.rect())
            self.show()
            self.raise_()
            had_focus = self._board.hasFocus()
            self._board.setFocusProxy(target)  # Tab must not reach the board
            if had_focus:
                target.setFocus()
        else:
            had_focus = self.isAncestorOf(self.window().focusWidget() or self._board)
            self._board.removeEventFilter(self)
            self._board.setFocusProxy(None)  # type: ignore[arg-type]  # the stubs lack None
            self.hide()
            if had_focus:
                self._board.setFocus()

    @property
    def is_covering(self) -> bool:
        """Whether it lies over the board."""
        return not self.isHidden()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if watched is self._board and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._board.rect())
        return super().eventFilter(watched, event)

    def _set_colors(self) -> None:
        theme = self._themes.theme
        self.setStyleSheet(colored(_SHEET, theme))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._themes.theme.window))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt override
        event.accept()
