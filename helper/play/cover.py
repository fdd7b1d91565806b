"""Sheets over the board: they hide it and take its clicks and keys."""

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


class BoardSheet(QWidget):
    """An opaque sheet over the whole board.

    It has the board's place, also after resizing, and keeps mouse, wheel and keyboard from it.
    """

    def __init__(self, board: QWidget, themes: ThemeManager) -> None:
        """Make a hidden sheet of a board."""
        super().__init__(board)
        self._board = board
        self._themes = themes
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        themes.changed.connect(self._set_colors)
        self.hide()

    @property
    def focus_target(self) -> QWidget:
        """What gets the keyboard while the board is covered."""
        return self

    def set_covering(self, is_covering: bool) -> None:
        """Cover the board, or show it again."""
        if is_covering == self.is_covering:
            return
        if is_covering:
            self._board.installEventFilter(self)
            self.setGeometry(self._board.rect())
            self.show()
            self.raise_()
            self.take_keyboard(self.focus_target)
        else:
            had_focus = self.isAncestorOf(self.window().focusWidget() or self._board)
            self._board.removeEventFilter(self)
            self._board.setFocusProxy(None)  # type: ignore[arg-type]  # the stubs lack None
            self.hide()
            if had_focus:
                self._board.setFocus()

    def take_keyboard(self, target: QWidget) -> None:
        """Let a widget of the sheet have the keyboard instead of the board."""
        focused = self.window().focusWidget()
        had_focus = self._board.hasFocus() or (focused is not None and self.isAncestorOf(focused))
        self._board.setFocusProxy(target)  # Tab must not reach the board
        if had_focus:
            target.setFocus()

    @property
    def is_covering(self) -> bool:
        """Whether it lies over the board."""
        return not self.isHidden()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if watched is self._board and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._board.rect())
        return super().eventFilter(watched, event)

    def _set_colors(self) -> None:
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


class BoardCover(BoardSheet):
    """A sheet with a heading, a sentence and buttons."""

    def __init__(self, board: QWidget, themes: ThemeManager, heading: str) -> None:
        """Make a hidden cover of a board."""
        super().__init__(board, themes)
        self.heading, self.sentence = QLabel(heading), QLabel()
        self.heading.setProperty("kind", "title")
        self.sentence.setWordWrap(True)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._first: QPushButton | None = None
        self.setAccessibleName(heading)
        self._lay_out()
        self._set_colors()

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

    @property
    def focus_target(self) -> QWidget:
        """The first button."""
        return self._first or self

    def set_covering(self, is_covering: bool) -> None:
        """Cover the board, or show it again."""
        if is_covering:
            told = f"{self.heading.text()}. {self.sentence.text()}"
            self.focus_target.setAccessibleDescription(told)
        super().set_covering(is_covering)

    def _set_colors(self) -> None:
        self.setStyleSheet(colored(_SHEET, self._themes.theme))
        super()._set_colors()
