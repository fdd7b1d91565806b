"""Edit > Checkpoints in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from helper.main_window.main_window import MainWindow
from helper.widgets.text_dialog import TextDialog
from puzzles import SHADED
from puzzles.formats import Document
from tests.support.boards import CHICK


@pytest.fixture
def playing(window: MainWindow) -> MainWindow:
    window.session.open_copy(Document(CHICK))
    window.home.show_board()
    window.session.paint({0: SHADED}, "Shade")
    return window


def entries(window: MainWindow) -> list[QAction]:
    """The menu's entries, as they are when it is shown."""
    menu = window.commands.menu("checkpoints")
    menu.aboutToShow.emit()
    return menu.actions()


def texts(window: MainWindow) -> list[str]:
    return [action.text() for action in entries(window) if action.text()]


def set_checkpoint(window: MainWindow, name: str = "") -> None:
    QTest.keySequence(window, "Ctrl+M")
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, TextDialog)
    if name:
        QTest.keyClicks(dialog.field, name)
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    QTest.mouseClick(ok, Qt.MouseButton.LeftButton)


def test_a_checkpoint_is_set_and_gone_back_to(playing: MainWindow) -> None:
    assert texts(playing) == ["&Set…"]
    set_checkpoint(playing, "a & b")
    assert texts(playing) == ["&Set…", "&1 a && b\there", "&Forget All"]
    playing.session.paint({1: SHADED}, "Shade")
    (entry,) = (action for action in entries(playing) if action.text().startswith("&1"))
    assert entry.text() == "&1 a && b\t1 move back"
    entry.trigger()
    assert playing.session.marks.count_shaded() == 1
    assert texts(playing)[1] == "&1 a && b\there"
    entries(playing)[-1].trigger()
    assert texts(playing) == ["&Set…"]


def test_a_name_is_proposed_that_is_not_taken(playing: MainWindow) -> None:
    set_checkpoint(playing)
    playing.session.paint({1: SHADED}, "Shade")
    set_checkpoint(playing)
    assert list(playing.session.checkpoints) == ["Checkpoint 1", "Checkpoint 2"]


def test_a_paused_game_has_no_checkpoints(playing: MainWindow) -> None:
    set_checkpoint(playing)
    playing.session.paint({1: SHADED}, "Shade")
    playing.commands["pause"].trigger()
    enabled = [a.text() for a in entries(playing) if a.isEnabled() and not a.isSeparator()]
    assert enabled == ["&Forget All"]
