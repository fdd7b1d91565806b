"""The dialogs that are asked and deleted."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from helper.widgets.text_dialog import asked


def test_a_dialog_is_deleted_once_it_was_asked(qtbot: QtBot) -> None:
    dialog = QDialog()
    QTimer.singleShot(0, dialog.accept)
    with asked(dialog) as shown:
        assert shown.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(dialog)


def test_the_parent_of_a_dialog_may_be_deleted_while_it_is_asked(qtbot: QtBot) -> None:
    parent = QWidget()
    dialog = QDialog(parent)
    QTimer.singleShot(0, lambda: delete(parent))
    with asked(dialog) as shown:
        assert not shown.exec()
    assert not isValid(dialog)
