"""Laws about the letters for the Alt key: they differ among what is shown together."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helper.app import PlainStyle
from helper.widgets.mnemonics import distinct_mnemonics
from tests.support.letters import shared_letters

ALT = Qt.KeyboardModifier.AltModifier


def letter(text: str) -> str:
    return QKeySequence.mnemonic(text).toString().casefold()


short = st.text("abcd", min_size=1, max_size=3)
with_letter = st.tuples(short, st.integers(0, 2)).map(
    lambda t: f"{t[0][: t[1] % len(t[0])]}&{t[0][t[1] % len(t[0]) :]}"
)


@given(st.lists(with_letter | short, max_size=5))
def test_letters_differ_wherever_that_is_possible(texts: list[str]) -> None:
    changed = distinct_mnemonics(texts)
    assert [text.replace("&", "") for text in changed] == [t.replace("&", "") for t in texts]
    named = [text for text in texts if "&" in text]
    choices = [sorted(set(text.replace("&", ""))) for text in named]
    best = max((len(set(chosen)) for chosen in product(*choices)), default=0)
    letters = [letter(text) for text in changed if "&" in text]
    assert len(letters) == len(named)
    assert len(set(letters)) == best


@given(st.lists(with_letter, max_size=5))
def test_letters_that_differ_stay(texts: list[str]) -> None:
    if len({letter(text) for text in texts}) == len(texts):
        assert distinct_mnemonics(texts) == texts


@pytest.fixture
def dialog(qtbot: QtBot) -> QDialog:
    """A dialog with buttons and a page that is scrolled, in the program's style."""
    made = QDialog()
    qtbot.addWidget(made)
    layout = QVBoxLayout(made)
    for text in ("&Stop", "&Save"):
        layout.addWidget(QPushButton(text))
    page = QWidget()
    QVBoxLayout(page).addWidget(QPushButton("&Search"))
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(page)
    layout.addWidget(area)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    PlainStyle("Fusion").polish(made)
    return made


def buttons(dialog: QDialog) -> list[QPushButton]:
    return dialog.findChildren(QPushButton)


def test_each_button_of_a_dialog_has_its_key(dialog: QDialog, qtbot: QtBot) -> None:
    for each in buttons(dialog):
        with qtbot.waitSignal(each.clicked):
            QTest.keyClicks(dialog, letter(each.text())[-1], ALT)


def test_a_text_that_changes_gets_a_free_letter(dialog: QDialog, qtbot: QtBot) -> None:
    for each in buttons(dialog):
        each.setText("&Start")
        qtbot.waitUntil(lambda: not shared_letters(dialog))
    assert {each.text().replace("&", "") for each in buttons(dialog)} == {"Start"}


def test_a_field_that_is_added_later_gets_a_free_letter(dialog: QDialog, qtbot: QtBot) -> None:
    field, label = QLineEdit(), QLabel("&Size")
    label.setBuddy(field)
    layout = dialog.layout()
    assert layout is not None
    for widget in (label, field):
        widget.hide()
        layout.addWidget(widget)
    for widget in (label, field):
        widget.show()
    qtbot.waitUntil(lambda: not shared_letters(dialog))
    QTest.keyClicks(dialog, letter(label.text())[-1], ALT)
    assert QApplication.focusWidget() is field


def test_a_menu_bar_keeps_its_letters(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.menuBar().addMenu("&Puzzle")
    window.setCentralWidget(QPushButton("&Pause"))
    PlainStyle("Fusion").polish(window)
    window.show()
    assert window.menuBar().actions()[0].text() == "&Puzzle"
    assert window.findChildren(QPushButton)[0].text() == "P&ause"


def test_the_letters_of_a_menu_differ_when_it_is_shown(qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    PlainStyle("Fusion").polish(menu)
    for text in ("&Undo", "Pa&use", "Zoom O&ut"):
        menu.addAction(text)
    menu.aboutToShow.emit()
    assert shared_letters(menu) == []
    assert menu.actions()[0].text() == "&Undo"
