"""Titles and names of files are shown as they are, also those that look like HTML."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMessageBox,
    QProgressDialog,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helper.app import PlainStyle
from helper.application.theme import LIGHT
from helper.learn.step_panel import StepPanel

TITLE = '<b>bold</b><img src="file:///etc/passwd">'
"""What a stranger may call a puzzle."""


def message_box(parent: QWidget) -> QWidget:
    box = QMessageBox(QMessageBox.Icon.Question, "Delete", TITLE, parent=parent)
    box.setInformativeText(TITLE)
    return box


def progress_dialog(parent: QWidget) -> QWidget:
    return QProgressDialog(TITLE, "Stop", 0, 10, parent)


def tooltip(parent: QWidget) -> QWidget:
    QToolTip.showText(QPoint(20, 20), TITLE, parent)
    windows = QApplication.topLevelWidgets()
    (tip,) = [each for each in windows if each.inherits("QTipLabel") and each.isVisible()]
    return tip


@pytest.mark.parametrize("make", [message_box, progress_dialog, tooltip])
def test_a_title_formats_no_label(qtbot: QtBot, make: object) -> None:
    assert callable(make)
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    window = make(parent)
    labels = [window] if isinstance(window, QLabel) else window.findChildren(QLabel)
    shown = [label for label in labels if label.text() == TITLE]
    assert shown
    for label in shown:
        PlainStyle("Fusion").polish(label)
        assert label.textFormat() == Qt.TextFormat.PlainText
    QToolTip.hideText()


def test_labels_of_rich_text_say_so(qtbot: QtBot) -> None:
    """Otherwise they would show their tags."""
    panel = StepPanel(2, LIGHT)
    qtbot.addWidget(panel)
    panel.show_texts("1 of 2", "Lines", "Shade the cells & go on.", "Space")
    for label in panel.findChildren(QLabel):
        PlainStyle("Fusion").polish(label)
        is_plain = label.textFormat() == Qt.TextFormat.PlainText
        assert not is_plain or "<" not in label.text()
