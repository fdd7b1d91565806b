"""Gives each entry of a menu, and each control of a window, a letter of its own for the Alt key.

Who writes or translates a text sees no others: the same letter may be in two texts that are shown
together, and which ones are shown changes. As many texts as possible keep the letter that was
chosen for them; the others get a free one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QMenu,
    QMenuBar,
    QScrollArea,
    QWidget,
)

from helper.widgets.style import has_controls

_APPENDED = re.compile(r"\(&(\w)\)")
"""A letter behind a text in a script that has no keys of its own."""
_CHANGES = (QEvent.Type.Show, QEvent.Type.LayoutRequest)
"""What a window gets when a text in it was changed, or a control shown."""


def distinct_mnemonics(texts: Sequence[str]) -> list[str]:
    """The texts with letters that differ; one that finds no letter of its own keeps the one it has.

    >>> distinct_mnemonics(["&Datei", "&Drucken", "&Rätsel", "100 && 1", "&D"])
    ['D&atei', 'Dr&ucken', '&Rätsel', '100 && 1', '&D']
    >>> distinct_mnemonics(["用紙(&P)", "印刷(&P)…"])
    ['用紙(&P)', '印刷(&A)…']
    """
    choices = [_choices(text) for text in texts]
    owners: dict[str, int] = {}
    left = []
    for k, letters in enumerate(choices):
        own = next(iter(letters), "")
        if own and own not in owners:
            owners[own] = k
        elif own:
            left.append(k)
    for k in left:
        _find_letter(k, choices, owners, set())
    changed = list(texts)
    for letter, k in owners.items():
        changed[k] = choices[k][letter]
    return changed


def _find_letter(
    k: int, choices: Sequence[dict[str, str]], owners: dict[str, int], tried: set[str]
) -> bool:
    """Give a text a free letter, or that of another one that finds another letter."""
    free = next((letter for letter in choices[k] if letter not in owners), None)
    if free is not None:
        owners[free] = k
        return True
    for letter in choices[k]:
        if letter not in tried:
            tried.add(letter)
            if _find_letter(owners[letter], choices, owners, tried):
                owners[letter] = k
                return True
    return False


def _choices(text: str) -> dict[str, str]:
    """What a text would be with each letter that it may have, its own one first; empty if it has
    none."""
    at = _mnemonic_at(text)
    if at is None:
        return {}
    found = {text[at + 1].casefold(): text}
    if _APPENDED.search(text):
        return found | {
            letter: _APPENDED.sub(f"(&{letter.upper()})", text)
            for letter in ascii_lowercase
            if letter not in found
        }
    plain = text[:at] + text[at + 1 :]
    places = [place for place, character in enumerate(plain) if has_key(character)]
    # Letters that every keyboard has, then the beginnings of words.
    places.sort(key=lambda p: (not plain[p].isascii(), p > 0 and plain[p - 1].isalnum()))
    for place in places:
        found.setdefault(plain[place].casefold(), f"{plain[:place]}&{plain[place:]}")
    return found


def _mnemonic_at(text: str) -> int | None:
    """Where the ampersand of the letter is."""
    at = text.find("&")
    while at >= 0:
        if text[at + 1 : at + 2].isalnum():
            return at
        at = text.find("&", at + 2)
    return None


def has_key(character: str) -> bool:
    """Whether a keyboard may have a key for a character: it is a letter of an alphabet.

    >>> [has_key(c) for c in "aäžЖ1も実"]
    [True, True, True, True, False, False, False]
    """
    return character.isalpha() and character.lower() != character.upper()


def keep_distinct(widget: QWidget) -> None:
    """Have the letters of a menu or a window differ whenever it is shown or changes."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    if widget.findChild(_Keeper, options=direct) is not None:
        return
    if isinstance(widget, QMenu):
        _MenuKeeper(widget)
    elif has_controls(widget):
        _WindowKeeper(widget)


class _Keeper(QObject):
    """Belongs to a menu or a window whose letters differ.

    If Qt has made that, PySide keeps a child of it only as long as Python refers to it: signals are
    connected to functions that do, not to methods, which would not be found any more.
    """


class _MenuKeeper(_Keeper):
    """Changes the letters of a menu that is about to be shown."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        self._menu = menu
        menu.aboutToShow.connect(lambda: self._change())

    def _change(self) -> None:
        _make_distinct(_entries(self._menu))


class _WindowKeeper(_Keeper):
    """Changes the letters of a window when it is shown, and soon after it has changed."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(lambda: self._change())
        window.installEventFilter(self)
        self._change()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if event.type() in _CHANGES:
            if watched is self._window and event.type() == QEvent.Type.Show:
                self._change()
            else:
                self._soon.start(0)
        return False

    def _change(self) -> None:
        window = self._window
        for area in window.findChildren(QScrollArea):  # it does not tell its parent of changes
            if (page := area.widget()) is not None:
                page.installEventFilter(self)
        named: list[QAction | QAbstractButton | QLabel] = []
        for bar in window.findChildren(QMenuBar):
            named += _entries(bar)
        for button in window.findChildren(QAbstractButton):
            if _is_in(button, window):
                named.append(button)
        for label in window.findChildren(QLabel):
            if label.buddy() is not None and _is_in(label, window):
                named.append(label)
        _make_distinct(named)


def _is_in(widget: QWidget, window: QWidget) -> bool:
    return widget.window() is window and widget.isVisibleTo(window)


def _entries(menu: QMenu | QMenuBar) -> list[QAction | QAbstractButton | QLabel]:
    actions = menu.actions()
    return [action for action in actions if action.isVisible() and not action.isSeparator()]


def _make_distinct(named: Sequence[QAction | QAbstractButton | QLabel]) -> None:
    texts = distinct_mnemonics([each.text() for each in named])
    for each, text in zip(named, texts, strict=True):
        if text != each.text():
            each.setText(text)
