"""All texts that people see or hear of a widget, and which of them are cut or not in the language.

It is the pseudo-language (:mod:`puzzles.pseudo_language`) that shows what is not marked: a word of
it has no plain vowel.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QRect, Qt
from PySide6.QtGui import QAction, QPainter, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QDoubleSpinBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from helper.home.cards import ElidedLabel
from helper.methods.methods import describe_all
from helper.widgets.fields import ElidedLine
from puzzles.formats.registry import FORMATS
from puzzles.language import LANGUAGES
from puzzles.packs import packs
from solver.registry import engine_names

_WORD = re.compile(r"[^\W\d_]+")
_PLAIN = re.compile(r"(?=[A-Za-z]*[aeiou])[A-Za-z]{2,}")
_MARKUP = re.compile(r"<[^<>]*>|&\w+;|`[^`]*`|\b\S*://\S+|\S*[/\\]\S+|\*\.\w+")
"""What is no word: markup, code, addresses, paths, endings of files."""
_KEYS = re.compile(
    r"\b((Ctrl|Shift|Alt|Meta|Num)\+\S+|(Ctrl|Alt|Pause|Space|Home|End|Ins|Del|Esc|Return|Enter|Tab|"
    r"Backspace|Delete|Insert|Escape|PgUp|PgDown|Page Up|Page Down|Left|Right|Up|Down|Menu)\b)"
)
_DATES = {
    *calendar.day_name, *calendar.day_abbr, *calendar.month_name, *calendar.month_abbr, "Mo", "Tu",
    "We", "Th", "Sa", "Su", "and", "or",
}  # fmt: skip
"""Dates and listings come from the locale, which is the English one in the pseudo-language."""
_DATA = {
    "Nonogram Helper",
    "Letter",
    *_DATES,
    *LANGUAGES.values(),
    *(pack.title for pack in packs()),
    *(puzzle.title for pack in packs() for puzzle in pack.puzzles),
    *engine_names(),
    *(method.name for method in describe_all()),
    *(option.name for method in describe_all() for option in method.options),
    *(str(c) for method in describe_all() for option in method.options for c in option.choices),
    *(known.name.partition(" (")[0] for known in FORMATS),
}
"""Texts that are the same in all languages: names, also those that are typed on a command line."""
MAX_REPORTED = 160
_NOWHERE = QModelIndex()


class Found(NamedTuple):
    """A text that is at fault."""

    place: str
    """The path of the widget, and what of it has the text."""
    text: str
    fault: str


@cache
def plain_words(text: str, data: frozenset[str] = frozenset()) -> list[str]:
    """The words that are not in the pseudo-language, and are no data.

    >>> plain_words("Ópéén Chick with Ctrl+O", frozenset({"Chick"}))
    ['with']
    """
    texts = _known(data)
    text = _KEYS.sub(" ", _MARKUP.sub(" ", text.replace("&", "")))
    begun = text.partition("…")[0].strip()
    if begun and any(known.startswith(begun) for known in texts):  # a name that was shortened
        text = text.partition("…")[2]
    for known in texts:
        if known in text:
            text = re.sub(rf"(?<!\w){re.escape(known)}(?!\w)", " ", text)
    return [word for word in _WORD.findall(text) if _PLAIN.fullmatch(word)]


@cache
def _known(data: frozenset[str]) -> list[str]:
    """All names, the longest first."""
    return sorted(filter(None, _DATA | data), key=len, reverse=True)


def painted(note: Callable[[str], object]) -> None:
    """From now on, tell a function every text that the program itself paints."""
    for name in ("drawText", "drawStaticText"):
        _tell_of(name, note)


def _tell_of(name: str, note: Callable[[str], object]) -> None:
    original = getattr(QPainter, name)

    def draw(painter: QPainter, *arguments: object) -> object:
        for argument in arguments:
            if isinstance(argument, str):
                note(argument)
        return original(painter, *arguments)

    setattr(QPainter, name, draw)


def path_of(widget: QWidget) -> str:
    """Where a widget is, from its window."""
    names = []
    at: QWidget | None = widget
    while at is not None:
        name = type(at).__name__
        if name not in ("QWidget", "QFrame", "QStackedWidget", "QScrollArea") or at is widget:
            names.append(name)
        at = None if at.isWindow() else at.parentWidget()
    return " > ".join(reversed(names))


def texts_of(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Each text of a widget itself, with what it is."""
    yield "accessible name", widget.accessibleName()
    yield "accessible description", widget.accessibleDescription()
    yield "tooltip", widget.toolTip()
    yield "status tip", widget.statusTip()
    if widget.isWindow():
        yield "window title", widget.windowTitle()
    if _is_of_qt(widget):
        return
    if isinstance(widget, QLabel | QAbstractButton | QMessageBox):
        yield "text", widget.text()
    if isinstance(widget, QLineEdit | QTextEdit):
        yield "placeholder", widget.placeholderText()
    if isinstance(widget, QTextEdit) and widget.isReadOnly():
        yield "text", _words_of(widget.document())
    if isinstance(widget, QGroupBox | QMenu):
        yield "title", widget.title()
    if isinstance(widget, QSpinBox | QDoubleSpinBox):
        yield "unit", f"{widget.prefix()} {widget.suffix()}"
    if isinstance(widget, QAbstractSpinBox):
        yield "special value", widget.specialValueText()
    if isinstance(widget, QProgressBar):
        yield "format", widget.text()
    if isinstance(widget, QTabBar):
        for index in range(widget.count()):
            yield "tab", widget.tabText(index)
            yield "tooltip of a tab", widget.tabToolTip(index)
    if isinstance(widget, QComboBox):
        yield from _texts_of_model(widget.model(), "choice")
        yield "placeholder", widget.placeholderText()
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _texts_of_model(widget.model(), "item")
    for action in widget.actions():
        yield from _texts_of_action(action)


def _words_of(document: QTextDocument) -> str:
    """Without code, which has a typeface of its own."""
    parts = []
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            style = fragment.charFormat()
            if not (style.fontFixedPitch() or style.isAnchor()):
                parts.append(fragment.text())
            fragments += 1
        block = block.next()
    return "\n".join(parts)


def _texts_of_action(action: QAction) -> Iterator[tuple[str, str]]:
    yield "command", action.text()
    yield "tip of a command", action.toolTip()
    yield "status tip of a command", action.statusTip()


def _texts_of_model(model: QAbstractItemModel, what: str) -> Iterator[tuple[str, str]]:
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    for orientation, count in ((across, _columns_of(model)), (down, model.rowCount())):
        for section in range(min(count, 60)):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                text = model.headerData(section, orientation, role)
                yield "header", text if isinstance(text, str) else ""
    yield from _texts_below(model, QModelIndex(), what)


def _columns_of(model: QAbstractItemModel, parent: QModelIndex = _NOWHERE) -> int:
    """A list has one, which its class does not let be asked for."""
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def _texts_below(
    model: QAbstractItemModel, parent: QModelIndex, what: str
) -> Iterator[tuple[str, str]]:
    roles = (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.StatusTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.AccessibleDescriptionRole,
    )
    for row in range(min(model.rowCount(parent), 60)):
        for column in range(_columns_of(model, parent)):
            index = model.index(row, column, parent)
            for role in roles:
                text = index.data(role)
                yield what, text if isinstance(text, str) else ""
        if not isinstance(model, QAbstractListModel):
            yield from _texts_below(model, model.index(row, 0, parent), what)


def _is_of_qt(widget: QWidget) -> bool:
    """Whether the text is Qt's own, which has translations by itself: a standard button."""
    parent = widget.parentWidget()
    return (
        isinstance(widget, QPushButton)
        and isinstance(parent, QDialogButtonBox)
        and parent.standardButton(widget) != QDialogButtonBox.StandardButton.NoButton
    ) or widget.objectName().startswith("qt_")


def missing_px(widget: QWidget) -> int:
    """How much more room the text of a widget needs, in pixels; 0 if it has enough."""
    if isinstance(widget, ElidedLabel | ElidedLine) or not widget.isVisible():
        return 0
    if isinstance(widget, QLabel):
        if not widget.text() or not widget.pixmap().isNull():
            return 0
        if widget.wordWrap():
            missing = widget.heightForWidth(widget.width()) - widget.height()
            return max(0, missing, widget.minimumSizeHint().width() - widget.width())
        return max(0, widget.sizeHint().width() - widget.width())
    if isinstance(widget, QPushButton | QCheckBox | QRadioButton):
        return max(0, widget.sizeHint().width() - widget.width()) if widget.text() else 0
    if isinstance(widget, QToolButton):
        has_text = widget.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly
        has_text = bool(widget.text()) and (has_text or widget.icon().isNull())
        return max(0, widget.sizeHint().width() - widget.width()) if has_text else 0
    if isinstance(widget, QGroupBox) and widget.title():
        return max(0, widget.minimumSizeHint().width() - widget.width())
    if isinstance(widget, QTabBar):
        return max(0, widget.sizeHint().width() - widget.width())
    if isinstance(widget, QComboBox):
        if widget.isEditable() or type(widget).paintEvent is not QComboBox.paintEvent:
            return max(0, widget.minimumSizeHint().width() - widget.width())
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        room = widget.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            widget,
        )
        return max(0, widget.fontMetrics().horizontalAdvance(widget.currentText()) - room.width())
    return 0


def out_of_sight_px(widget: QWidget) -> int:
    """How far a text sticks out of what the parent shows, in pixels."""
    parent = widget.parentWidget()
    if parent is None or widget.isWindow() or not widget.isVisible():
        return 0
    if not isinstance(widget, QLabel | QAbstractButton | QComboBox) or isinstance(widget, QMenu):
        return 0
    place = QRect(widget.geometry())
    return max(0, place.right() - parent.rect().right(), -place.left())
