"""A card with a message and buttons that does not block the window."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QMenuBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from helper.widgets.mnemonics import has_key
from helper.widgets.style import COMPACT, PRIMARY
from puzzles.words import _, without_mnemonic, worded

_NO_LIMIT = 16_777_215
"""Qt's largest width of a widget."""
_BAR_MARGINS, _BLOCK_MARGINS = (16, 8, 8, 8), (14, 12, 14, 14)
"""Left, top, right, bottom."""
_PAIRS_MARGINS = (10, 12, 10, 14)
"""Of buttons two and two, which have to fit beside the panel's scroll bar, too."""
_GAP_PX, _PAIRS_GAP_PX = 8, 6
_BESIDE_TEXT_PX = 30
"""Padding and frame of a usual button, on both sides of its text."""
_STEADY_LINES = 6
"""The room of the text in the column of a steady banner."""
_MIN_TEXT_PX = 260
"""Buttons that leave a longer text less room beside them go below it."""


class Shape(enum.Enum):
    """How a banner arranges its text and its buttons."""

    BAR = "bar"
    """The buttons beside the text; a ``BLOCK`` where they leave too little room for it."""
    BLOCK = "block"
    """The buttons below the text, small ones, in a row or in as many as they need."""
    COLUMN = "column"
    """The buttons one below the other, below the text."""


class Banner(QFrame):
    """Hidden while it has no message.

    The text comes first, the buttons after it. In a *steady* banner no button moves when a text of
    a few lines grows: as a column it has room for it from the beginning, and buttons two and two;
    elsewhere they are at its foot, and its shape does not depend on the text.

    Signals:
        told: ``str``, the message that has come into view.
        left: The banner had the keyboard and is hidden now.
        changed: A message has come or gone.
    """

    told = Signal(str)
    changed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None, *, is_steady: bool = False) -> None:
        super().__init__(parent)
        self._is_steady = is_steady
        self.setObjectName("Banner")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.PlainText)  # it may have the player's words
        self.label.setWordWrap(True)
        self.label.setMinimumWidth(1)  # a long word is cut instead of widening the window
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setSpacing(_GAP_PX)
        self._layout.addWidget(self.label, 1)
        self._row = QGridLayout()
        self._layout.addLayout(self._row)
        self._heading = self._message = ""
        """What is shown in rich text; empty for a message in plain text."""
        self._told = ""
        """The message for which ``told`` was emitted."""
        self._buttons: list[QPushButton] = []
        self._actions: dict[str, Callable[[], object]] = {}
        """What the buttons do that can be pressed now, by their names."""
        self._columns = 0
        self._is_tight = False
        """Whether a button is too wide for a column of usual ones."""
        self._least_px = _NO_LIMIT
        """The least width so far: a scroll bar that comes beside a longer text moves no button."""
        self._wanted = self._shape = Shape.BAR
        """The shape that was set; the one that text and buttons have now."""
        self._take_shape(Shape.BAR)
        self.hide()

    def set_shape(self, shape: Shape) -> None:
        """Arrange text and buttons."""
        self._wanted = shape
        for button in self._buttons:
            self._make_compact(button)
        self._arrange()

    def _take_shape(self, shape: Shape) -> None:
        self._shape = shape
        ways = QBoxLayout.Direction
        is_bar = shape is Shape.BAR
        self._layout.setDirection(ways.LeftToRight if is_bar else ways.TopToBottom)
        foot = Qt.AlignmentFlag.AlignBottom if self._is_steady and is_bar else Qt.AlignmentFlag(0)
        self._layout.setAlignment(self._row, foot)
        margins = _PAIRS_MARGINS if self._has_pairs or self._is_tight else _BLOCK_MARGINS
        self._layout.setContentsMargins(*(_BAR_MARGINS if is_bar else margins))
        self._row.setSpacing(_PAIRS_GAP_PX if self._has_pairs else _GAP_PX)

    @property
    def _has_pairs(self) -> bool:
        """Whether the buttons are two and two."""
        return self._is_steady and self._wanted is Shape.COLUMN

    def _fitting_shape(self) -> Shape:
        """The wanted shape, or one with the buttons below the text."""
        if self._wanted is not Shape.BAR or not (self._buttons and self.isVisible()):
            return self._wanted
        buttons = [button.sizeHint().width() for button in self._buttons]
        gaps = len(buttons) * self._layout.spacing()
        left = self.width() - _BAR_MARGINS[0] - _BAR_MARGINS[2] - sum(buttons) - gaps
        if self._is_steady:
            return Shape.BAR if left >= _MIN_TEXT_PX else Shape.BLOCK
        metrics, lines = self.label.fontMetrics(), self.text.splitlines()
        longest = max((metrics.horizontalAdvance(line) for line in lines), default=0)
        return Shape.BAR if left >= min(longest, _MIN_TEXT_PX) else Shape.BLOCK

    @property
    def text(self) -> str:
        """The message, below its heading if it has one; empty if it is hidden."""
        if self.isHidden():
            return ""
        return f"{self._heading}\n{self._message}" if self._heading else self.label.text()

    def show_message(self, text: str, **buttons: Callable[[], object] | None) -> None:
        """Show a message with a button for each keyword, the most wanted one first.

        A button with ``None`` is shown in its place, but cannot be pressed now.
        """
        self._heading = self._message = ""
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setText(text)
        self._show(buttons)

    def show_headed(self, heading: str, text: str, **buttons: Callable[[], object] | None) -> None:
        """Show a message below a few words in heavier type; see :meth:`show_message`."""
        self._heading, self._message = heading, text
        self.label.setTextFormat(Qt.TextFormat.RichText)
        head = f'<span style="font-weight: 600">{escape(heading)}</span>'
        self.label.setText(f"{head}<br>{escape(text)}")
        self._show(buttons)

    def _show(self, buttons: Mapping[str, Callable[[], object] | None]) -> None:
        if self.button_names != list(buttons):
            self._remove_buttons()
            for name in buttons:
                button = QPushButton(self._with_mnemonic(name), self)
                button.clicked.connect(lambda _=False, name=name: self._press(name))
                self._buttons.append(button)
        self._actions = {name: action for name, action in buttons.items() if action is not None}
        wanted = next(iter(self._actions), _("Close"))
        for button in self._buttons:
            name = _name_of(button)
            button.setEnabled(name in self._actions)
            button.setProperty(PRIMARY, name == wanted != _("Close"))
            self._make_compact(button)
        self._arrange()
        self._told = ""
        self.show()
        self.changed.emit()
        self.setAccessibleName(self.text)  # who comes to its buttons hears what they are about
        self._tell()

    def recommend(self, name: str) -> None:
        """Give a button the accent instead of the first one; empty: none has it."""
        for button in self._buttons:
            button.setProperty(PRIMARY, _name_of(button) == name)
            button.style().unpolish(button)
            button.style().polish(button)

    def _tell(self) -> None:
        if self.isVisible() and self.text != self._told:
            self._told = self.text
            # A voice pauses at the full stop, not at the end of the heading's line.
            heading, text = self._heading, self._message
            said = worded("{heading}. {text}", heading=heading, text=text) if heading else self.text
            self.told.emit(said)

    def _press(self, name: str) -> None:
        if action := self._actions.get(name):
            action()

    def minimumSizeHint(self) -> QSize:  # Qt override
        hint = super().minimumSizeHint()
        if self._shape is Shape.BLOCK:
            # The height is that of the text at the banner's width, not at its least width.
            parent = self.parentWidget()
            width = max(self.width(), parent.width() if parent is not None else 0)
            hint = QSize(self._width_of(1), self._layout.minimumHeightForWidth(width))
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        self._arrange()
        if not event.spontaneous():
            self._tell()

    def _make_compact(self, button: QPushButton) -> None:
        is_small = self._wanted is Shape.BLOCK or self._has_pairs or self._is_tight
        button.setProperty(COMPACT, is_small)
        button.style().unpolish(button)
        button.style().polish(button)

    def _arrange(self) -> None:
        """Place the buttons in a row, in a column, or in as many rows as the width needs."""
        shape = self._fitting_shape()
        if self._is_tight is not self._has_wide_button():
            self._is_tight = not self._is_tight
            for button in self._buttons:
                self._make_compact(button)
            self._take_shape(shape)
        if shape is not self._shape:
            self._take_shape(shape)
        lines = _STEADY_LINES if self._has_pairs else 0
        upright = Qt.AlignmentFlag.AlignTop if lines else Qt.AlignmentFlag.AlignVCenter
        self.label.setAlignment(Qt.AlignmentFlag.AlignLeading | upright)
        self.label.setMinimumHeight(lines * self.label.fontMetrics().lineSpacing())
        count = len(self._buttons)
        is_pairs = self._has_pairs
        columns = min(2, count) if is_pairs else 1 if self._shape is Shape.COLUMN else count
        # A hidden banner does not have its width yet.
        is_bound = is_pairs or self._shape is Shape.BLOCK
        if is_pairs and self.isVisible():
            self._least_px = min(self._least_px, self.width())
        room = self._least_px if is_pairs else self.width()
        room = room if is_bound and self.isVisible() else _NO_LIMIT
        while columns > 1 and self._width_of(columns) > room:
            columns = -(-columns // 2)
        if columns == self._columns and self._row.count() == count:
            return
        self._columns = columns
        # In a row the room is shared by what the texts need: the longest one has as much around it.
        is_shared = self._shape is Shape.BLOCK and not is_pairs
        widest = self._widest(columns) if is_shared else [int(is_pairs)] * columns
        for column in range(max(self._row.columnCount(), columns)):
            self._row.setColumnStretch(column, widest[column] if column < columns else 0)
        for k, button in enumerate(self._buttons):
            self._row.addWidget(button, *divmod(k, max(columns, 1)))

    def _has_wide_button(self) -> bool:
        """Whether a button with the usual padding does not fit a column of this width."""
        if self._wanted is not Shape.COLUMN or self._is_steady or not self.isVisible():
            return False
        texts = [
            button.fontMetrics().horizontalAdvance(_name_of(button)) for button in self._buttons
        ]
        needed = max(texts, default=0) + _BESIDE_TEXT_PX
        return needed > self.width() - _BLOCK_MARGINS[0] - _BLOCK_MARGINS[2]

    def _width_of(self, columns: int) -> int:
        """The least width with so many buttons side by side."""
        margins = self._layout.contentsMargins()
        gaps = self._row.horizontalSpacing() * (columns - 1)
        return margins.left() + margins.right() + sum(self._widest(columns)) + gaps + 2

    def _widest(self, columns: int) -> list[int]:
        """The width of the widest button of each column, in px."""
        widths = [button.minimumSizeHint().width() for button in self._buttons]
        return [max(widths[k::columns], default=0) for k in range(columns)]

    @property
    def button_names(self) -> list[str]:
        """The names of its buttons, in their order."""
        return [_name_of(button) for button in self._buttons]

    def button(self, name: str) -> QPushButton:
        """The button with a text, without its mnemonic."""
        return next(button for button in self._buttons if _name_of(button) == name)

    def clear(self) -> None:
        """Remove the message and hide the banner."""
        had_focus = self.has_keyboard
        self._remove_buttons()
        self.hide()
        self.changed.emit()
        if had_focus:
            self.left.emit()

    @property
    def has_keyboard(self) -> bool:
        """Whether one of its buttons has the focus of the window."""
        focused = self.window().focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    def _with_mnemonic(self, name: str) -> str:
        """Make the first letter that no other widget of the window uses the mnemonic.

        A character that keyboards have no key for is none.
        """
        window = self.window()
        texts = []
        for widget in widgets_below(window):
            is_label = isinstance(widget, QLabel) and widget.buddy() is not None
            if is_label or isinstance(widget, QAbstractButton):
                texts.append(widget.property("text"))
            elif isinstance(widget, QMenuBar):
                texts += [action.text() for action in widget.actions()]
        taken = {QKeySequence.mnemonic(text).toString() for text in texts}
        marked = (f"{name[:k]}&{name[k:]}" for k in range(len(name)) if has_key(name[k]))
        free = (text for text in marked if QKeySequence.mnemonic(text).toString() not in taken)
        return next(free, name)

    def _remove_buttons(self) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.setText("")  # frees its mnemonic
            button.deleteLater()
        self._buttons.clear()
        self._actions.clear()


def _name_of(button: QPushButton) -> str:
    """The text of a button without its mnemonic."""
    return without_mnemonic(button.text())


def widgets_below(widget: QWidget) -> Iterator[QWidget]:
    """All widgets below a widget, without those of its dialogs.

    Each widget is asked for its direct children only: PySide keeps the result of ``findChildren``
    as long as that widget lives, and the main window outlives its dialogs.
    """
    options = Qt.FindChildOption.FindDirectChildrenOnly
    for child in widget.findChildren(QWidget, options=options):
        if not child.isWindow():
            yield child
            yield from widgets_below(child)
