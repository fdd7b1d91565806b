"""The review window's toolbar: undo, turning, size, reading again, zoom."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QToolBar, QToolButton, QWidget

from helper.application.icons import icon
from helper.application.theme import Theme
from helper.review.review import Review
from helper.widgets.buttons import BarTexts
from helper.widgets.fields import NumberBox
from helper.widgets.style import hint, hint_undo
from puzzles import MAX_SHOWN
from puzzles.words import _, in_context, without_mnemonic, worded
from recognizer.values import Side

_ICON_PX = 20
"""The side of the icons."""


class GridBar(QToolBar):
    """The toolbar of the review window.

    Signals:
        turned: 1 for a quarter clockwise, -1 for one counter-clockwise.
        resized: (rows, columns), the new size between the same corners.
        grown: (:class:`Side`, 1 or -1), a line to add or remove there.
        read_requested: The user asks to read the clues of the grid where it is.
        other_requested: The user asks to read another puzzle of the picture.
        zoomed: 1 to zoom in, -1 to zoom out, 0 to show the whole picture.
    """

    turned = Signal(int)
    resized = Signal(int, int)
    grown = Signal(object, int)
    read_requested = Signal()
    other_requested = Signal()
    zoomed = Signal(int)

    def __init__(self, review: Review, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(_("Grid"), parent)
        self._review = review
        self._icons: list[tuple[QAction, str]] = []
        self.setIconSize(QSize(_ICON_PX, _ICON_PX))
        stack = review.undo_stack
        self.undo = stack.createUndoAction(self, _("Undo"))
        self.undo.setIconText(_("Undo"))  # without what is undone
        self.undo.setShortcut(QKeySequence(QKeySequence.StandardKey.Undo))
        self.redo = stack.createRedoAction(self, _("Redo"))
        self.redo.setIconText(_("Redo"))
        self.redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        hint_undo(self.undo, self.redo)
        self._icons += [(self.undo, "undo"), (self.redo, "redo")]
        self.addActions([self.undo, self.redo])
        self.addSeparator()
        self._add(
            in_context("turn a picture", "Left"),
            "turn-left",
            "Ctrl+L",
            _("Turn the picture to the left"),
            -1,
        )
        self._add(
            in_context("turn a picture", "Right"),
            "turn-right",
            "Ctrl+R",
            _("Turn the picture to the right"),
            1,
        )
        self.addSeparator()
        self.columns = self._size_box(_("Col&umns:"), _("Columns"))
        self.rows = self._size_box(_("Row&s:"), _("Rows"))
        self.sides = self._sides_menu()
        self.read = self._make(_("Read &Again"), "read-again", "F5", "", self.read_requested.emit)
        self.addAction(self.read)
        self.other = self._make(
            _("Another Pu&zzle"),
            "next",
            "Ctrl+G",
            _("Read the next puzzle in this picture"),
            self.other_requested.emit,
        )
        self.addAction(self.other)
        for action in (self.read, self.other):
            action.setIconText(action.text())  # with the mnemonic, which toolbars leave out
        buttons = (self.widgetForAction(action) for action in self.actions())
        self._texts = BarTexts(
            self, [button for button in buttons if isinstance(button, QToolButton)]
        )
        self.addSeparator()
        for text, name, keys, by in (
            (_("Zoom Out"), "zoom-out", "Ctrl+-", -1),
            (_("Zoom In"), "zoom-in", "Ctrl++", 1),
            (_("Whole Picture"), "zoom-fit", "Ctrl+9", 0),
        ):
            self.addAction(self._make(text, name, keys, text, partial(self.zoomed.emit, by)))
        review.changed.connect(self.refresh)
        self.set_theme(theme)
        self.refresh()

    def _make(
        self, text: str, name: str, keys: str, tip: str, triggered: Callable[[], object]
    ) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        hint(action, tip or without_mnemonic(text))
        action.triggered.connect(lambda: triggered())
        if name:
            self._icons.append((action, name))
        return action

    def _add(self, text: str, name: str, keys: str, tip: str, by: int) -> None:
        self.addAction(self._make(text, name, keys, tip, lambda: self.turned.emit(by)))

    def _size_box(self, text: str, name: str) -> NumberBox:
        label, box = QLabel(text), _SizeBox()
        box.setRange(1, MAX_SHOWN)
        box.setKeyboardTracking(False)
        box.setAccessibleName(name)
        box.setToolTip(
            worded(
                "{name} between the same corners; the clues are read again, except "
                "lines that you have typed or confirmed",
                name=name,
            )
        )
        label.setBuddy(box)
        label.setContentsMargins(6, 0, 2, 0)
        box.valueChanged.connect(self._size_changed)
        self.addWidget(label)
        self.addWidget(box)
        return box

    def _sides_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, side, by in (
            (_("Add Row at the &Top"), Side.TOP, 1),
            (_("Add Row at the &Bottom"), Side.BOTTOM, 1),
            (_("Add Column at the &Left"), Side.LEFT, 1),
            (_("Add Column at the &Right"), Side.RIGHT, 1),
            (_("Remove T&op Row"), Side.TOP, -1),
            (_("Remove Botto&m Row"), Side.BOTTOM, -1),
            (_("Remove Le&ft Column"), Side.LEFT, -1),
            (_("Remove Ri&ght Column"), Side.RIGHT, -1),
        ):
            if by < 0 and side is Side.TOP:
                menu.addSeparator()
            action = menu.addAction(text)
            action.triggered.connect(lambda _=False, s=side, b=by: self.grown.emit(s, b))
        button = QToolButton()
        button.setText(_("A&dd or Remove"))
        button.setToolTip(_("Add or remove a row or a column at one side"))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.addWidget(button)
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._texts.fit(event.size().width())

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in other colours."""
        for action, name in self._icons:
            action.setIcon(icon(name, theme))

    def refresh(self) -> None:
        """Show the draft's size."""
        draft = self._review.draft
        for box, lines in ((self.rows, draft.rows), (self.columns, draft.columns)):
            blocked = box.blockSignals(True)
            box.setValue(len(lines))
            box.blockSignals(blocked)
        self.other.setVisible(bool(draft.others))
        self._texts.fit(self.width())
        tip = _("Read the clues of this grid again") if draft.is_found else _("Read the clues here")
        hint(self.read, tip)

    def _size_changed(self) -> None:
        self.resized.emit(self.rows.value(), self.columns.value())


class _SizeBox(NumberBox):
    """Leaves undo and redo to the window, except while a number is typed."""

    def event(self, event: QEvent) -> bool:  # Qt override
        keys = QKeySequence.StandardKey
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (event.matches(keys.Undo) or event.matches(keys.Redo))
            and self.text() == self.textFromValue(self.value())
        ):
            event.ignore()
            return True
        return super().event(event)
