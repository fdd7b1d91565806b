"""Style sheets of pages in the colours of a theme, round popups, and tooltips."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor, QKeySequence
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from helper.application.theme import Theme
from puzzles.words import _

PRIMARY = "primary"
"""The property of the button that is most likely wanted: it is filled with the accent colour."""

COMPACT = "compact"
"""The property of buttons side by side where there is little room."""

IN_ROW = "in-row"
"""The property of buttons in the rows of a table."""


def colored(sheet: str, theme: Theme) -> str:
    """A style sheet with the theme's colours in place of ``{window}``, ``{accent}`` and so on."""
    return sheet.format(**vars(theme))


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """A mixture of two colours; ``share``: of the first one, 0 to 1."""
    return QColor(
        *(
            round(a * share + b * (1 - share))
            for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
        )
    )


_LIST_OF_A_BOX = "QComboBoxPrivateContainer"
"""Qt's class of the window with the list of a combo box."""
_FLAGS = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
"""Without them, some systems draw a frame or a shadow with square corners."""


def round_corners(widget: QWidget) -> None:
    """Let a popup that is about to be shown be transparent outside its frame; others stay."""
    is_popup = isinstance(widget, QMenu) or widget.inherits(_LIST_OF_A_BOX)
    translucent = Qt.WidgetAttribute.WA_TranslucentBackground
    if is_popup and not widget.testAttribute(translucent):
        widget.setAttribute(translucent)
        flags = widget.windowFlags() | _FLAGS
        if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Created):
            widget.setWindowFlags(flags)
        else:  # nothing has to be made anew, nor styled
            widget.overrideWindowFlags(flags)


def show_plainly(label: QLabel) -> None:
    """Let a label show its text as it is; one that shows rich text says so before.

    By itself Qt guesses from the text, and titles and file names are by strangers: one of them
    could format a message or let it show a file. Labels of message boxes and tooltips are labels.
    """
    formats = Qt.TextFormat
    if label.textFormat() == formats.AutoText:
        label.setTextFormat(formats.PlainText)


def has_controls(widget: QWidget) -> bool:
    """Whether this is a window with a layout of controls, and no menu, list or tip."""
    is_popup = widget.windowType() == Qt.WindowType.Popup
    return widget.isWindow() and not is_popup and widget.layout() is not None


def hint(action: QAction, tip: str) -> None:
    """Give a command its tooltip, with the shortcut that it has now."""
    shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{tip} ({shortcut})" if shortcut else tip)


def hint_undo(undo: QAction, redo: QAction) -> None:
    """Give Undo and Redo their tooltips; their menu texts name the move."""
    hint(undo, _("Undo the last move"))
    hint(redo, _("Redo the move that was undone"))
