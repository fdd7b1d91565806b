"""The head of Home: greeting, search field, and the ways to a new puzzle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QMenu, QPushButton, QWidget

from helper.home.style import TITLE
from helper.widgets.small_screen import NO_LIMIT_PX
from puzzles.words import _

_GAP_PX = 8
_SEARCH_WIDTH_PX = 220
_PAUSE_MS = 700
"""Without a key for this time, the player has stopped typing: a little more than from one key to
the next at 20 words, or 100 letters, a minute."""


class SearchField(QLineEdit):
    """The search field.

    Signals:
        leave_requested: The player wants to move on to the tiles.
        typing_paused: The player has changed the text, and stopped for a moment.
    """

    leave_requested = Signal()
    typing_paused = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setPlaceholderText(_("Search puzzles"))
        self.setAccessibleName(_("Search puzzles"))
        self.setToolTip(
            _(
                "Search by number, size (20x20), difficulty, colours, progress, shelf, name,"
                " tag\n(tag:hard), and titles of solved puzzles (Ctrl+F). Esc clears the search."
            )
        )
        self.setClearButtonEnabled(True)
        pause = QTimer(self)
        pause.setSingleShot(True)
        pause.setInterval(_PAUSE_MS)
        pause.timeout.connect(self.typing_paused)
        self.textEdited.connect(pause.start)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        keys = Qt.Key
        if event.key() == keys.Key_Escape and self.text():
            self.clear()
        elif event.key() in (keys.Key_Escape, keys.Key_Down, keys.Key_Return, keys.Key_Enter):
            self.leave_requested.emit()
        else:
            super().keyPressEvent(event)


class Head(QWidget):
    """Greeting, search field and buttons.

    Signals:
        command_requested: ``str``, the id of a button's command.
    """

    command_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.greeting = QLabel(_("Good to see you"), self)
        self.greeting.setProperty("kind", TITLE)
        policy = self.greeting.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the search stays where it is while one types
        self.greeting.setSizePolicy(policy)
        self._greets, self._is_wide = True, False
        self.search = SearchField(self)
        self.buttons: dict[str, QPushButton] = {}
        self._tips: dict[str, str] = {}
        self._button_row = QWidget(self)
        self._button_grid = QGridLayout(self._button_row)
        self._button_grid.setContentsMargins(0, 0, 0, 0)
        self._button_grid.setSpacing(_GAP_PX)
        for command, text, tip in (
            ("random", _("Random"), _("Play a puzzle that the program makes")),
            ("new", _("Create"), _("Make a puzzle: draw it, type its clues, or take a picture")),
            ("scan", _("Scan"), _("Read a printed puzzle from a picture, the screen or a camera")),
        ):
            button = QPushButton(text)
            button.setToolTip(tip)
            if command != "new":
                button.clicked.connect(partial(self._request, command))
            self.buttons[command], self._tips[command] = button, tip
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP_PX)
        self._place_buttons(len(self.buttons))

    def offer_ways_to_create(self, menu: QMenu) -> None:
        """Let the button Create open a menu of these ways."""
        self.buttons["new"].setMenu(menu)

    def _request(self, command: str) -> None:
        self.command_requested.emit(command)

    def set_shortcuts(self, shortcut: Callable[[str], str]) -> None:
        """Name the shortcuts in the tooltips; ``shortcut`` gives that of a command, by its id."""
        for command, button in self.buttons.items():
            keys = shortcut(command)
            button.setToolTip(self._tips[command] + (f" ({keys})" if keys else ""))

    def arrange(self, width_px: int) -> None:
        """Place everything in one line, or in more if the head is narrow."""
        for widget in (self.greeting, self.search, self._button_row):
            self._layout.removeWidget(widget)
        for widget in (self.greeting, *self.buttons.values()):
            widget.ensurePolished()  # the style sheet has the sizes
        buttons = sum(button.sizeHint().width() + _GAP_PX for button in self.buttons.values())
        medium_px = _SEARCH_WIDTH_PX + buttons
        is_medium = width_px >= medium_px
        is_wide = width_px >= medium_px + 2 * _GAP_PX + self.greeting.sizeHint().width()
        self._is_wide = is_wide
        self.greet(self._greets)
        self.search.setMinimumWidth(_SEARCH_WIDTH_PX if is_wide else 0)
        self.search.setMaximumWidth(_SEARCH_WIDTH_PX if is_wide else NO_LIMIT_PX)
        for column in range(3):
            self._layout.setColumnStretch(column, 0)
        self._layout.setColumnStretch(0, 1)
        if is_wide:
            self._layout.addWidget(self.greeting, 0, 0)
            self._layout.addWidget(self.search, 0, 1)
            self._layout.addWidget(self._button_row, 0, 2)
        elif is_medium:
            self._layout.addWidget(self.search, 0, 0)
            self._layout.addWidget(self._button_row, 0, 1)
        else:
            self._layout.addWidget(self.search, 0, 0)
            self._layout.addWidget(self._button_row, 1, 0, Qt.AlignmentFlag.AlignLeft)
        self._place_buttons(len(self.buttons) if is_medium else self._columns_for(width_px))

    def greet(self, greets: bool) -> None:
        """Greet on Home's first page, and nowhere else."""
        self._greets = greets
        self.greeting.setVisible(greets and self._is_wide)

    def _columns_for(self, width_px: int) -> int:
        """How many buttons fit a line, below one another in columns."""
        widths = [button.sizeHint().width() for button in self.buttons.values()]
        for columns in range(len(widths), 1, -1):
            widest = (max(widths[column::columns]) for column in range(columns))
            if sum(widest) + (columns - 1) * _GAP_PX <= width_px:
                return columns
        return 1

    def _place_buttons(self, columns: int) -> None:
        """Place the buttons in lines of so many."""
        for k, button in enumerate(self.buttons.values()):
            self._button_grid.addWidget(button, *divmod(k, columns))

    def minimumSizeHint(self) -> QSize:  # Qt override
        return QSize(0, super().minimumSizeHint().height())
