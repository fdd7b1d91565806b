"""Gives each entry of a menu, and each control of a dialog, a letter of its own for the Alt key.

English texts have letters that were chosen by hand, and a test says that they differ. Translators
see one text at a time: where two of their letters are the same, the later entry gets another one.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QMenu, QMenuBar, QWidget


def distinct_mnemonics(texts: Sequence[str]) -> list[str]:
    """The texts with letters that differ; one that finds no letter of its own keeps the one it has.

    >>> distinct_mnemonics(["&Datei", "&Drucken", "&Rätsel", "100 && 1", "&D"])
    ['&Datei', 'D&rucken', 'Rä&tsel', '100 && 1', '&D']
    """
    taken: set[str] = set()
    changed = []
    for text in texts:
        at = _mnemonic_at(text)
        if at is not None and text[at + 1].casefold() in taken:
            plain = text[:at] + text[at + 1 :]
            free = _free_letter(plain, taken)
            if free is not None:
                text, at = f"{plain[:free]}&{plain[free:]}", free
        if at is not None:
            taken.add(text[at + 1].casefold())
        changed.append(text)
    return changed


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


def _free_letter(plain: str, taken: set[str]) -> int | None:
    """Where a letter is that is not taken, at the beginning of a word if possible."""
    places = [
        at
        for at, letter in enumerate(plain)
        if has_key(letter) and letter.isascii() and letter.casefold() not in taken
    ]
    if not places:
        places = [at for at, c in enumerate(plain) if has_key(c) and c.casefold() not in taken]
    starts = [at for at in places if at == 0 or not plain[at - 1].isalnum()]
    return next(iter(starts or places), None)


def keep_distinct(widget: QWidget) -> None:
    """Have the letters of a menu differ whenever it is shown, those of a bar or a dialog now."""
    if isinstance(widget, QMenu):
        widget.aboutToShow.connect(lambda: _in_actions(widget.actions()))
    elif isinstance(widget, QMenuBar):
        _in_actions(widget.actions())
    elif isinstance(widget, QDialog):
        _in_dialog(widget)


def _in_actions(actions: Sequence[QAction]) -> None:
    visible = [action for action in actions if action.isVisible() and not action.isSeparator()]
    texts = distinct_mnemonics([action.text() for action in visible])
    for action, text in zip(visible, texts, strict=True):
        if text != action.text():
            action.setText(text)


def _in_dialog(dialog: QDialog) -> None:
    named: list[QAbstractButton | QLabel] = [
        *dialog.findChildren(QAbstractButton),
        *(label for label in dialog.findChildren(QLabel) if label.buddy() is not None),
    ]
    texts = distinct_mnemonics([each.text() for each in named])
    for each, text in zip(named, texts, strict=True):
        if text != each.text():
            each.setText(text)
