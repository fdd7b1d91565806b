"""The status bar (pointer, what is left, zoom) and the top bar with its buttons."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QSize, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QLabel,
    QMainWindow,
    QSizePolicy,
    QStatusBar,
    QToolButton,
    QWidget,
)

from helper.application.theme import Theme
from helper.board.board_view import BoardView
from helper.commands.command import BarPlace, Where
from helper.commands.command_table import BAR_ICON_PX, CommandTable
from helper.main_window.window_parts import BAR_OVERFLOW
from helper.play.session import Session
from helper.widgets.buttons import ActionButton, BarTexts
from helper.widgets.fields import ElidedLine
from helper.widgets.style import colored
from puzzles import Axis, Line
from puzzles.colors import named_clues
from puzzles.words import _, capitalized, enumerated, headed, plural, worded

_SHEET = """
QStatusBar {{ background: {window}; color: {text}; border-top: 1px solid {line}; font-size: 12px; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {faint}; font-size: 12px; padding: 2px 8px; }}
"""
_MESSAGE_INSET_PX = 6 + 8
"""Qt's space before a message, and the least space after it."""
_BETWEEN_PX = 6
"""Qt's space between two widgets."""
_EDGES_PX = 30
"""The grip at the right end, and Qt's space at both ends."""
_ICON_PX = 14
_MESSAGE_MS = 8000
_MIN_MESSAGE_MS = 2000
"""A message stays at least this long, even if the pointer moves to another cell."""


class Status(QObject):
    """Keeps the status bar up to date.

    Signals:
        overflowed: ``str``, a message for which the status bar has too little room.
    """

    overflowed = Signal(str)

    def __init__(self, session: Session, board: BoardView, bar: QStatusBar) -> None:
        super().__init__(bar)
        self._session = session
        self._board = board
        self._bar = bar
        self._look_again = QTimer(self, singleShot=True, interval=0)
        self._look_again.timeout.connect(self._fit)
        self._message_age = QElapsedTimer()
        self._message_age.start()
        self.position = ElidedLine()
        # A label with a name of its own sends no event for each text: the board says where it is.
        self.position.setAccessibleName(_("Position"))
        self.left = QLabel()
        self.zoom = QLabel()
        self.position.setContentsMargins(8, 0, 0, 0)
        bar.addWidget(self.position, 1)
        self._beside: list[QWidget] = []
        """What stays beside a message."""
        bar.installEventFilter(self)
        for widget in (self.left, self.zoom):
            bar.addPermanentWidget(widget)
            self._keep_beside(widget)
        board.hover.changed.connect(self._show_position)
        board.zoom.changed.connect(self._show_zoom)
        session.history_changed.connect(bar.clearMessage)
        session.reset.connect(bar.clearMessage)
        session.cells_changed.connect(self._show_left)
        session.sheet_changed.connect(self._show_left)
        for clues_changed in (session.sheet_changed, session.clues_changed):
            clues_changed.connect(lambda *_: self._show_position(*board.hover.place))
        self._show_left()
        self._show_zoom(board.area.cell_size)

    def set_theme(self, theme: Theme) -> None:
        """Show texts in the colour of secondary text: the board comes first."""
        self._bar.setStyleSheet(colored(_SHEET, theme))

    def add_fit(self, fit: QAction) -> None:
        """Add the button of a command that fits the board to the window, beside the zoom."""
        button = ActionButton(fit)
        button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        button.setObjectName("low")  # the bar stays as low as its texts
        self._bar.addPermanentWidget(button)
        self._keep_beside(button)

    def add(self, widget: QWidget) -> None:
        """Add a widget between the pointer's position and the number of cells left."""
        is_hidden = widget.isHidden()
        self._bar.insertPermanentWidget(1, widget)
        self._keep_beside(widget)
        widget.setHidden(is_hidden)  # the status bar shows every widget it is given

    def show_message(self, sentence: str) -> None:
        """Show a message for a few seconds, or hand it on if there is too little room for it."""
        self._bar.showMessage(sentence, _MESSAGE_MS)
        self._message_age.start()
        self._hand_on()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        kinds = QEvent.Type
        if event.type() in (kinds.Resize, kinds.Move, kinds.Show, kinds.Hide):
            # Later: to clear a message deletes its timer, a child of the bar, and while the bar is
            # shown Qt goes through a copy of the list of its children.
            self._look_again.start()
        return super().eventFilter(watched, event)

    def _keep_beside(self, widget: QWidget) -> None:
        self._beside.append(widget)
        widget.installEventFilter(self)

    def _hand_on(self) -> None:
        """Hand on the message that would be cut."""
        bar = self._bar
        message = bar.currentMessage()
        if not message or not bar.isVisible():
            return
        lefts = [each.x() for each in self._beside if each.isVisible()]
        room = min([bar.width(), *lefts]) - _MESSAGE_INSET_PX
        if bar.fontMetrics().horizontalAdvance(message) > room:
            bar.clearMessage()
            self.overflowed.emit(message)

    def _show_position(self, row: int | None, column: int | None) -> None:
        if self._message_age.hasExpired(_MIN_MESSAGE_MS):
            self._bar.clearMessage()  # the message covers the position
        parts: list[str] = []
        for axis, index in ((Axis.ROW, row), (Axis.COLUMN, column)):
            if index is not None:
                line = Line(axis, index)
                puzzle = self._session.shown
                numbers = named_clues(puzzle.clues_of(line), puzzle.palette)
                text = headed(line, numbers) if puzzle.has_clues else str(line)
                parts.append(text if parts else capitalized(text))
        self.position.set_parts(parts)

    def _fit(self) -> None:
        """Fit the texts to the width of the bar."""
        self._show_left()
        self._hand_on()

    def _show_left(self) -> None:
        """Show size and number; in a bar that would cut them only the number, or nothing."""
        session = self._session
        size = f"{session.puzzle.width} × {session.puzzle.height}"
        left = _left_text(session)
        both = enumerated([size, left])
        self.left.setToolTip(both)
        for text in (both, left, ""):
            self.left.setText(text)
            shown = [each.sizeHint().width() for each in self._beside if not each.isHidden()]
            needed = sum(shown) + _BETWEEN_PX * len(shown) + _EDGES_PX
            if needed <= self._bar.width() or not self._bar.isVisible():
                break

    def _show_zoom(self, cell: int) -> None:
        normal = self._board.zoom.normal_size
        self.zoom.setText(worded("{percent} %", percent=round(100 * cell / normal)))
        self.zoom.setToolTip(worded("A cell is {cell} px wide", cell=cell))


def _left_text(session: Session) -> str:
    """How many cells are still to be shaded, or how many are in a drawing."""
    left = session.cells_left
    if session.is_author_at_work or not session.is_count_known:
        return worded("{count} shaded", count=session.cells_wanted - left)
    if left < 0:
        return plural(-left, "{count} cell too many", "{count} cells too many")
    if not left:
        return _("no cells left")
    return plural(left, "{count} cell to shade", "{count} cells to shade")


class TopBar:
    """A toolbar with a button for each command that has a place in it."""

    def __init__(self, commands: CommandTable, window: QMainWindow) -> None:
        self.toolbar = toolbar = window.addToolBar(_("Toolbar"))
        toolbar.setObjectName("toolbar")
        toolbar.setMovable(False)
        toolbar.setIconSize(QSize(BAR_ICON_PX, BAR_ICON_PX))
        toolbar.toggleViewAction().setVisible(False)
        self._width_px = 0
        # Later: the bar does not know yet which of its buttons are shown.
        self._fit_later = QTimer(toolbar, singleShot=True, interval=0)
        self._fit_later.timeout.connect(lambda: self.fit(self._width_px))
        self._where = Where(0)
        with_text: list[ActionButton] = []
        self._buttons: list[tuple[BarPlace, QAction]] = []
        self._lines: list[tuple[int, QAction]] = []
        """Lines before a group of buttons, with the number of the group."""
        rows = sorted((row.bar.order, row) for row in commands.rows if row.bar is not None)
        group = 0
        for order, row in rows:
            assert row.bar is not None
            if group != order // 100:
                self._lines.append((order // 100, toolbar.addSeparator()))
            group = order // 100
            button = ActionButton(commands[row.id], row.bar.text is not None, row.bar.text or "")
            button.setIconSize(toolbar.iconSize())
            if row.bar.menu:
                button.setMenu(commands.menu(row.bar.menu))
                button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
            if row.bar.text is not None:
                with_text.append(button)
            self._buttons.append((row.bar, toolbar.addWidget(button)))
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        toolbar.addWidget(space)
        if (overflow := toolbar.findChild(QToolButton, BAR_OVERFLOW)) is not None:
            overflow.setAccessibleName(_("More commands"))
        self._texts = BarTexts(toolbar, with_text)

    def follow(self, where: Where) -> None:
        """Show the tools of a mode."""
        if where is self._where:
            return
        self._where = where
        for bar, action in self._buttons:
            action.setVisible(bool(bar.shown & where))
        groups = {bar.order // 100 for bar, _ in self._buttons if bar.shown & where}
        for group, line in self._lines:
            line.setVisible(group in groups)
        self._fit_later.start()

    def fit(self, width_px: int) -> None:
        """Show the texts of buttons with an icon only where there is room for them."""
        self._width_px = width_px
        self._texts.fit(width_px)

    def add_right(self, widget: QWidget) -> None:
        """Add a widget at the right side."""
        self.toolbar.addWidget(widget)
